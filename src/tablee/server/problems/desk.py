"""Where questions about problems are answered: by workers, a few at a time, each within limits."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

from tablee.games.fragile import Problem
from tablee.games.fragile.problems.book import SHIPPED, BookEntry, shipped
from tablee.server.messages import Refused
from tablee.server.problems import solving
from tablee.server.problems.attempts import attempt, game_of, moves_of
from tablee.server.problems.solving import Advice, Counted, Settled
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
from tablee.server.protocol import RefusedMessage
from tablee.server.thinking import PATIENCE, Workers

T = TypeVar("T")
MOST_WAITING = 16
"""Questions for the solver that may wait; more are turned away."""
KEPT = 500
"""Answers of the solver that are kept: many ask about the same positions of the same problems."""


class RefusedByWorker(Exception):
    """Refused in a worker, where it was put into words."""

    def __init__(self, message: RefusedMessage) -> None:
        super().__init__(message.code)
        self.message = message


def books() -> list[BookView]:
    return [BookView(name, [listed(entry) for entry in shipped(name).entries]) for name in SHIPPED]


def listed(entry: BookEntry) -> ListedProblem:
    return ListedProblem(entry.id, entry.problem.text, entry.problem.turns, entry.difficulty)


def entry_of(book: str, number: int) -> BookEntry:
    """Raises ``Refused`` if there is no such problem."""
    if book in SHIPPED:
        for entry in shipped(book).entries:
            if entry.id == number:
                return entry
    raise Refused("no-problem", book=book, number=number)


class Desk:
    """``attempts`` replays lines, ``solvers`` searches; both are processes of their own."""

    def __init__(self, attempts: Workers, solvers: Workers, seconds: float) -> None:
        self.attempts, self.solvers, self.seconds = attempts, solvers, seconds
        self._gate = asyncio.Semaphore(solvers.count)
        self._waiting = 0
        self._kept: OrderedDict[object, object] = OrderedDict()

    async def attempt(self, wish: AttemptWish) -> AttemptView:
        try:
            return _heard(await self.attempts.ask(PATIENCE, attempt, wish))
        except BrokenExecutor:
            raise Refused("busy") from None

    async def advice(self, wish: LineWish) -> Advice:
        return await self._ask(Advice, solving.advise, wish.problem, wish.moves)

    async def check(self, problem: str) -> CheckView:
        loop = asyncio.get_running_loop()
        began = loop.time()
        settled = await self._ask(Settled, solving.settle, problem)
        counted = Counted(None, None)
        if settled.minimum is not None:
            counted = await self._counted(problem, settled.minimum)
        return CheckView(
            problem=settled.problem,
            turns=Problem.parse(settled.problem).turns,
            minimum=settled.minimum,
            refuted=settled.refuted,
            proved=settled.proved,
            certified=settled.certified,
            solutions=counted.solutions,
            difficulty=counted.difficulty,
            out_of_time=settled.out_of_time,
            out_of_memory=settled.out_of_memory,
            seconds=round(loop.time() - began, 2),
        )

    async def _counted(self, problem: str, minimum: int) -> Counted:
        try:
            return await self._ask(Counted, solving.count, problem, minimum)
        except Refused as error:
            if error.code != "solver-limits":
                raise
            return Counted(None, None)

    async def solution(self, wish: SolutionWish) -> SolutionView:
        """Raises ``Refused`` for who has neither solved it nor given up."""
        line = AttemptWish(problem=wish.problem, moves=wish.moves, previews=False)
        if not (wish.give_up or (await self.attempt(line)).solved):
            raise Refused("not-solved")
        problem = game_of(wish.problem).problem
        assert problem is not None
        lines, minimum, proved = _known(problem)
        if not lines:
            settled = await self._ask(Settled, solving.settle, wish.problem)
            minimum, proved = settled.minimum, settled.proved
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

    async def _ask(self, kind: type[T], question: Callable[..., object], *about: object) -> T:
        """An answer of the solver, maybe one it gave before. Raises ``Refused``."""
        key = (kind, *about)
        if key in self._kept:
            self._kept.move_to_end(key)
            found = self._kept[key]
            assert isinstance(found, kind)
            return found
        async with self._turn():
            try:
                answer = await self.solvers.ask(
                    self.seconds + PATIENCE, question, *about, self.seconds, attempts=1
                )
            except BrokenExecutor:
                raise Refused("solver-limits", seconds=round(self.seconds)) from None
        answer = _heard(answer)
        assert isinstance(answer, kind)
        if not getattr(answer, "out_of_time", False):  # it may be more lucky next time
            self._kept[key] = answer
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return answer

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """One after the other; the time of a question begins when it is asked."""
        if self._waiting >= MOST_WAITING:
            raise Refused("solver-busy")
        self._waiting += 1
        try:
            async with self._gate:
                yield
        finally:
            self._waiting -= 1


def _heard(answer: T | RefusedMessage) -> T:
    if isinstance(answer, RefusedMessage):
        raise RefusedByWorker(answer)
    return answer


def _known(problem: Problem) -> tuple[dict[Source, tuple[str, ...]], int | None, bool]:
    """What the books say: solutions by where they come from, and the fewest turns."""
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
