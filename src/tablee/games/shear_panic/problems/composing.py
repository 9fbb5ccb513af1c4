"""Composes many problems of Shear Panic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from tablee.engine import composition
from tablee.games.shear_panic.edition import Edition, standard
from tablee.games.shear_panic.problems.composer import Composed, Order, compose_one
from tablee.games.shear_panic.problems.difficulty import grade_of
from tablee.games.shear_panic.problems.problem import Problem
from tablee.games.shear_panic.problems.sameness import canonical

SHARES = {"grade": 5, "theme": 5, "goal": 4}
"""An even book has at most this part of its problems of one grade, of one theme, of one goal."""


@dataclass
class Composition(composition.Composition[Composed]):
    """The problems found so far for an order."""

    order: Order
    edition: Edition = field(default_factory=standard)
    even: bool = False
    """True to keep no more than a fifth of one grade and theme, and a quarter of one goal."""

    def work(self) -> Callable[[int], Composed | None]:
        return partial(_attempt, self.order, self.edition.text)

    def sameness(self, composed: Composed) -> str:
        return canonical(composed.problem)

    def has_room(self, composed: Composed, count: int) -> bool:
        if not self.even:
            return True
        kept = Counter(label for known in self.found for label in _labels(known))
        return all(kept[label] < -(-count // SHARES[label[0]]) for label in _labels(composed))

    def description(self) -> dict[str, Any]:
        return {"compose": asdict(self.order), "edition": self.edition.text}

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


def _labels(composed: Composed) -> tuple[tuple[str, object], ...]:
    return (
        ("grade", grade_of(composed.difficulty)),
        ("theme", composed.motifs[0]),
        ("goal", composed.problem.goal.kind),
    )


def _attempt(order: Order, edition: str, attempt: int) -> Composed | None:
    return compose_one(order, attempt, Edition.parse(edition))
