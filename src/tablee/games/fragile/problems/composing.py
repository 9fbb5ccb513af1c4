"""Composing many problems: on all cores, in the order of the attempts, and to be resumed."""

from __future__ import annotations

import json
import signal
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from multiprocessing.pool import AsyncResult

from tablee.core.errors import Invalid
from tablee.games.fragile.edition import Edition, standard
from tablee.games.fragile.messages import say
from tablee.games.fragile.problems.book import book_text
from tablee.games.fragile.problems.composer import Composed, Order, compose_one
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.symmetry import canonical

AHEAD = 2
"""Attempts begun for each process before the first of them is looked at."""


@dataclass
class Composition:
    """Problems found so far for an order, and the attempt to go on with."""

    order: Order
    edition: Edition = field(default_factory=standard)
    found: list[Composed] = field(default_factory=list)
    attempts: int = 0
    """Attempts done: all those of smaller numbers."""

    def run(
        self, count: int, workers: int = 1, tell: Callable[[Composition], None] | None = None
    ) -> None:
        """Goes on until there are so many problems; ``tell`` is called after each attempt."""
        seen = {canonical(known.problem, self.edition.board) for known in self.found}
        if len(self.found) >= count:
            return
        for composed in _attempts(self.order, self.edition, self.attempts, workers):
            self.attempts += 1
            if composed is not None:
                text = canonical(composed.problem, self.edition.board)
                if text not in seen:
                    seen.add(text)
                    self.found.append(composed)
            if tell is not None:
                tell(self)
            if len(self.found) >= count:
                return

    def entries(self, count: int) -> list[dict[str, object]]:
        """The first problems found as entries of a book, the easiest first."""
        first = self.found[:count]
        ordered = sorted(first, key=lambda known: (known.difficulty, known.attempt))
        return [known.facts(number) for number, known in enumerate(ordered, 1)]

    def text(self, count: int) -> str:
        """Those entries as a book."""
        return book_text(self.entries(count))

    # To be resumed

    def to_json(self) -> str:
        found = [
            {
                "problem": known.problem.text,
                "solution": list(known.solution),
                "difficulty": known.difficulty,
                "attempt": known.attempt,
            }
            for known in self.found
        ]
        state = {
            "order": asdict(self.order),
            "edition": self.edition.text,
            "attempts": self.attempts,
            "found": found,
        }
        return json.dumps(state, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Composition:
        """Raises ``Invalid`` if this is not what ``to_json`` wrote."""
        try:
            state = json.loads(text)
            order = Order(**state["order"])
            found = [_known(known, order) for known in state["found"]]
            return cls(order, Edition.parse(state["edition"]), found, int(state["attempts"]))
        except (ValueError, KeyError, TypeError, Invalid):
            raise Invalid(say("compose-bad-state")) from None


def _known(known: Mapping[str, object], order: Order) -> Composed:
    problem = Problem.parse(str(known["problem"]))
    solution = known["solution"]
    if not isinstance(solution, list):
        raise TypeError(solution)
    return Composed(
        problem,
        tuple(map(str, solution)),
        float(str(known["difficulty"])),
        order,
        int(str(known["attempt"])),
    )


def _attempts(
    order: Order, edition: Edition, first: int, workers: int
) -> Iterator[Composed | None]:
    """What the attempts from ``first`` on lead to, in their order, without end."""
    attempt = first
    if workers == 1:
        while True:
            yield compose_one(order, attempt, edition)
            attempt += 1
    waiting: deque[AsyncResult[Composed | None]] = deque()
    # Leaving the pool ends its processes, whatever they are at.
    with get_context("spawn").Pool(workers, _leave_ctrl_c_alone) as pool:
        while True:
            while len(waiting) < AHEAD * workers:
                task = (order, attempt, edition.text)
                waiting.append(pool.apply_async(_attempt, task))
                attempt += 1
            yield waiting.popleft().get()


def _leave_ctrl_c_alone() -> None:
    """It is for the process that waits, which then ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _attempt(order: Order, attempt: int, edition: str) -> Composed | None:
    return compose_one(order, attempt, Edition.parse(edition))
