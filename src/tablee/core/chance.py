"""Explicit chance: a roll or a straw is a state whose moves have probabilities."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[M]):
    """One possible outcome of a chance node, with its exact probability."""

    move: M
    probability: Fraction


def draw(outcomes: Sequence[Outcome[M]], rng: random.Random) -> M:
    """Draws an outcome by its exact probability."""
    return draw_by(outcomes, rng.randrange)


def draw_by(outcomes: Sequence[Outcome[M]], below: Callable[[int], int]) -> M:
    """Draws an outcome by its exact probability.

    ``below(n)`` returns each of 0 … n - 1 with the same probability.
    """
    denominator = math.lcm(*(outcome.probability.denominator for outcome in outcomes))
    ticket = below(denominator)
    for outcome in outcomes:
        ticket -= int(outcome.probability * denominator)
        if ticket < 0:
            return outcome.move
    raise AssertionError("the probabilities of a chance node sum to less than 1")
