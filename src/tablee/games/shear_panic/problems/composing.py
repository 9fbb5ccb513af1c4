"""Composes many problems of Shear Panic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from tablee.engine import composition
from tablee.games.shear_panic.edition import Edition, standard
from tablee.games.shear_panic.problems.composer import Composed, Order, compose_one
from tablee.games.shear_panic.problems.difficulty import grade_of
from tablee.games.shear_panic.problems.problem import Problem
from tablee.games.shear_panic.problems.sameness import canonical


@dataclass
class Composition(composition.Composition[Order, Edition, Composed]):
    """The problems of Shear Panic found so far for an order."""

    shares: ClassVar = {"grade": 5, "theme": 5, "goal": 4}

    edition: Edition = field(default_factory=standard)

    def work(self) -> Callable[[int], Composed | None]:
        return partial(_attempt, self.order, self.edition.text)

    def sameness(self, composed: Composed) -> str:
        return canonical(composed.problem)

    def labels(self, composed: Composed) -> dict[str, object]:
        return {
            "grade": grade_of(composed.difficulty),
            "theme": composed.motifs[0],
            "goal": composed.problem.goal.kind,
        }

    def told(self, composed: Composed) -> dict[str, Any]:
        return {
            "problem": composed.problem.text,
            "chance": str(composed.chance),
            "solution": composed.solution,
            "difficulty": composed.difficulty,
            "motifs": list(composed.motifs),
            "attempt": composed.attempt,
        }

    def known(self, told: dict[str, Any]) -> Composed:
        return Composed(
            Problem.parse(told["problem"]),
            Fraction(told["chance"]),
            told["solution"],
            told["difficulty"],
            tuple(told["motifs"]),
            self.order.seed,
            told["attempt"],
        )


def _attempt(order: Order, edition: str, attempt: int) -> Composed | None:
    return compose_one(order, attempt, Edition.parse(edition))
