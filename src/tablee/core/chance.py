"""Chance made explicit: a roll or a straw is a state whose moves have probabilities."""

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
    """One way a chance node can go. Probabilities are exact."""

    move: M
    probability: Fraction


def draw(outcomes: Sequence[Outcome[M]], rng: random.Random) -> M:
    """One outcome, drawn by its probability, exactly."""
    return draw_by(outcomes, rng.randrange)


def draw_by(outcomes: Sequence[Outcome[M]], below: Callable[[int], int]) -> M:
    """One outcome, by its probability. ``below(n)`` gives each of 0 … n - 1 as often."""
    denominator = math.lcm(*(outcome.probability.denominator for outcome in outcomes))
    ticket = below(denominator)
    for outcome in outcomes:
        ticket -= int(outcome.probability * denominator)
        if ticket < 0:
            return outcome.move
    raise AssertionError("the probabilities of a chance node sum to less than 1")
