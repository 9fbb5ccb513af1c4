"""Composes many problems of Fragile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from tablee.engine import composition
from tablee.games.fragile.edition import Edition, standard
from tablee.games.fragile.problems.composer import Composed, Order, compose_one
from tablee.games.fragile.problems.difficulty import grade_of
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.symmetry import canonical

SHARE = 5
"""An even book has at most this part of its problems of one grade, and of one theme."""


@dataclass
class Composition(composition.Composition[Composed]):
    """The problems found so far for an order."""

    order: Order
    edition: Edition = field(default_factory=standard)
    even: bool = False
    """True to keep no more than a fifth of one grade, and no more than a fifth of one theme."""

    def work(self) -> Callable[[int], Composed | None]:
        return partial(_attempt, self.order, self.edition.text)

    def sameness(self, composed: Composed) -> str:
        return canonical(composed.problem, self.edition.board)

    def has_room(self, composed: Composed, count: int) -> bool:
        if not self.even:
            return True
        most = -(-count // SHARE)
        grades = Counter(grade_of(known.difficulty) for known in self.found)
        themes = Counter(known.motifs[0] for known in self.found)
        return grades[grade_of(composed.difficulty)] < most and themes[composed.motifs[0]] < most

    def description(self) -> dict[str, Any]:
        return {"compose": asdict(self.order), "edition": self.edition.text}

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
