"""Answers questions about problems. Workers do it, a few at a time, each within limits."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from msgspec.structs import replace

from tablee.games.fragile import Problem
from tablee.games.fragile.problems.book import SHIPPED, BookEntry, shipped
from tablee.server.messages import Refused
from tablee.server.problems import solving
from tablee.server.problems.attempts import attempt, game_of, moves_of
from tablee.server.problems.solving import Advice, Settled
from tablee.server.problems.wishes import (
    AttemptView,
    AttemptWish,
    BookView,
    CheckView,
    LineWish,
    ListedProblem,
    SolutionLine,
    SolutionView,
    SolutionWish,
    Source,
)
from tablee.server.thinking import PATIENCE, Workers

T = TypeVar("T")
MOST_WAITING = 16
"""Questions that may wait for the solver. Further ones are refused."""
KEPT = 500
"""Answers of the solver to keep: many people ask about the same positions."""


def books() -> list[BookView]:
    return [BookView(name, [listed(entry) for entry in shipped(name).entries]) for name in SHIPPED]


def listed(entry: BookEntry) -> ListedProblem:
    return ListedProblem(entry.id, entry.problem.text, entry.problem.turns, entry.difficulty)


def entry_of(book: str, number: int) -> BookEntry:
    """Returns a problem of a book. Raises ``Refused`` if there is no such problem."""
    if book in SHIPPED:
        for entry in shipped(book).entries:
            if entry.id == number:
                return entry
    raise Refused("no-problem", book=book, number=number)


class Desk:
    """``attempts`` replays lines, ``solvers`` searches. Both are processes of their own."""

    def __init__(self, attempts: Workers, solvers: Workers, seconds: float) -> None:
        self.attempts, self.solvers, self.seconds = attempts, solvers, seconds
        self._gate = asyncio.Semaphore(solvers.count)
        self._waiting = 0
        self._kept: OrderedDict[object, Any] = OrderedDict()

    async def attempt(self, wish: AttemptWish) -> AttemptView:
        try:
            return await self.attempts.ask(PATIENCE, attempt, wish)
        except BrokenExecutor:
            raise Refused("busy") from None

    async def advice(self, wish: LineWish) -> Advice:
        return await self._ask(solving.advise, wish.problem, wish.moves)

    async def check(self, problem: str) -> CheckView:
        loop = asyncio.get_running_loop()
        began = loop.time()
        view = (await self._ask(solving.settle, problem)).view
        solutions = difficulty = None
        if view.minimum is not None:
            try:
                solutions, difficulty = await self._ask(solving.count, problem, view.minimum)
            except Refused as error:
                if error.code != "solver-limits":
                    raise
        seconds = round(loop.time() - began, 2)
        return replace(view, solutions=solutions, difficulty=difficulty, seconds=seconds)

    async def solution(self, wish: SolutionWish) -> SolutionView:
        """Raises ``Refused`` if the player has not solved the problem and does not give up."""
        line = AttemptWish(problem=wish.problem, moves=wish.moves, previews=False)
        if not (wish.give_up or (await self.attempt(line)).solved):
            raise Refused("not-solved")
        problem = game_of(wish.problem).problem
        assert problem is not None
        lines, minimum, proved = _known(problem)
        if not lines:
            settled = await self._ask(solving.settle, wish.problem)
            minimum, proved = settled.view.minimum, settled.view.proved
            lines = {"shortest": settled.solution} if settled.solution else {}
        return SolutionView(
            minimum=minimum,
            proved=proved,
            lines=[
                SolutionLine(source, list(turns), moves_of(problem, turns))
                for source, turns in lines.items()
            ],
        )

    # The solver

    async def _ask(self, question: Callable[..., T], *about: object) -> T:
        """Returns the solver's answer, new or kept. Raises ``Refused``."""
        key = (question, *about)
        if key in self._kept:
            self._kept.move_to_end(key)
            found: T = self._kept[key]
            return found
        async with self._turn():
            try:
                answer = await self.solvers.ask(
                    self.seconds + PATIENCE, question, *about, self.seconds, attempts=1
                )
            except BrokenExecutor:
                raise Refused("solver-limits", seconds=round(self.seconds)) from None
        # An answer that ran out of time may be better next time, so it is not kept.
        if not (isinstance(answer, Settled) and answer.view.out_of_time):
            self._kept[key] = answer
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return answer

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Waits for a free solver. The time of a question begins when it is asked."""
        if self._waiting >= MOST_WAITING:
            raise Refused("solver-busy")
        self._waiting += 1
        try:
            async with self._gate:
                yield
        finally:
            self._waiting -= 1


def _known(problem: Problem) -> tuple[dict[Source, tuple[str, ...]], int | None, bool]:
    """Returns what the books know: solutions by source, the fewest turns, and whether proved."""
    for name in SHIPPED:
        for entry in shipped(name).entries:
            if entry.problem != problem:
                continue
            lines: dict[Source, tuple[str, ...]] = {}
            if entry.published:
                lines["booklet"] = entry.published
            if entry.solution != entry.published:
                lines["shortest"] = entry.solution
            return lines, len(entry.solution), True
    return {}, None, False
