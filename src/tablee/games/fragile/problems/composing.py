"""Composes many problems on any engine, in the order of the attempts. It can be resumed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tablee.engine import Engine, Ledger, LocalEngine, in_order
from tablee.games.fragile.edition import Edition, standard
from tablee.games.fragile.problems.book import book_text
from tablee.games.fragile.problems.composer import Composed, Order, compose_one
from tablee.games.fragile.problems.difficulty import grade_of
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.symmetry import canonical

ATTEMPTS = range(10**9)
"""Practically endless."""
SHARE = 5
"""An even book has at most this part of its problems of one grade, and of one theme."""


@dataclass
class Composition:
    """The problems found so far for an order."""

    order: Order
    edition: Edition = field(default_factory=standard)
    even: bool = False
    """True to keep no more than a fifth of one grade, and no more than a fifth of one theme."""
    found: list[Composed] = field(default_factory=list)
    attempts: int = 0
    """The number of attempts done. All smaller numbers are done too."""

    def run(
        self,
        count: int,
        engine: Engine | None = None,
        state_file: Path | None = None,
        tell: Callable[[Composition], None] | None = None,
    ) -> None:
        """Makes attempts from the first on, until there are ``count`` problems.

        It calls ``tell`` after each attempt. It does not repeat attempts that the state file knows.
        """
        ledger = None if state_file is None else self._ledger(state_file)
        work = partial(_attempt, self.order, self.edition.text)
        seen: set[str] = set()
        for composed in in_order(engine or LocalEngine(), work, ATTEMPTS, ledger):
            self.attempts += 1
            if composed is not None:
                text = canonical(composed.problem, self.edition.board)
                if text not in seen and self._has_room(composed, count):
                    seen.add(text)
                    self.found.append(composed)
            if tell is not None:
                tell(self)
            if len(self.found) >= count:
                return

    def _has_room(self, composed: Composed, count: int) -> bool:
        if not self.even:
            return True
        most = -(-count // SHARE)
        grades = Counter(grade_of(known.difficulty) for known in self.found)
        themes = Counter(known.motifs[0] for known in self.found)
        return grades[grade_of(composed.difficulty)] < most and themes[composed.motifs[0]] < most

    def _ledger(self, path: Path) -> Ledger[Composed | None]:
        work = {"compose": asdict(self.order), "edition": self.edition.text}
        return Ledger(path, work, _told, partial(_known, self.order.seed))

    def entries(self, count: int) -> list[dict[str, object]]:
        """Returns the first problems found as entries of a book, the easiest first."""
        first = self.found[:count]
        ordered = sorted(first, key=lambda known: (known.difficulty, known.attempt))
        return [known.facts(number) for number, known in enumerate(ordered, 1)]

    def text(self, count: int) -> str:
        """Returns those entries as a book."""
        return book_text(self.entries(count))


def _attempt(order: Order, edition: str, attempt: int) -> Composed | None:
    return compose_one(order, attempt, Edition.parse(edition))


# Results in the ledger


def _told(composed: Composed | None) -> dict[str, Any] | None:
    if composed is None:
        return None
    return {
        "problem": composed.problem.text,
        "solution": list(composed.solution),
        "difficulty": composed.difficulty,
        "motifs": list(composed.motifs),
        "beauty": composed.beauty,
        "attempt": composed.attempt,
    }


def _known(seed: int, told: dict[str, Any] | None) -> Composed | None:
    if told is None:
        return None
    return Composed(
        Problem.parse(told["problem"]),
        tuple(told["solution"]),
        told["difficulty"],
        tuple(told["motifs"]),
        told["beauty"],
        seed,
        told["attempt"],
    )
