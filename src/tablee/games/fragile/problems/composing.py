"""Composes many problems of Fragile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

from tablee.engine import composition
from tablee.games.fragile.edition import Edition, standard
from tablee.games.fragile.problems.composer import Composed, Order, compose_one
from tablee.games.fragile.problems.difficulty import grade_of
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.symmetry import canonical


@dataclass
class Composition(composition.Composition[Order, Edition, Composed]):
    """The problems of Fragile found so far for an order."""

    shares: ClassVar = {"grade": 5, "theme": 5}

    edition: Edition = field(default_factory=standard)

    def work(self) -> Callable[[int], Composed | None]:
        return partial(_attempt, self.order, self.edition.text)

    def sameness(self, composed: Composed) -> str:
        return canonical(composed.problem, self.edition.board)

    def labels(self, composed: Composed) -> dict[str, object]:
        return {"grade": grade_of(composed.difficulty), "theme": composed.motifs[0]}

    def told(self, composed: Composed) -> dict[str, Any]:
        return {
            "problem": composed.problem.text,
            "solution": list(composed.solution),
            "difficulty": composed.difficulty,
            "motifs": list(composed.motifs),
            "beauty": composed.beauty,
            "attempt": composed.attempt,
        }

    def known(self, told: dict[str, Any]) -> Composed:
        return Composed(
            Problem.parse(told["problem"]),
            tuple(told["solution"]),
            told["difficulty"],
            tuple(told["motifs"]),
            told["beauty"],
            self.order.seed,
            told["attempt"],
        )


def _attempt(order: Order, edition: str, attempt: int) -> Composed | None:
    return compose_one(order, attempt, Edition.parse(edition))
