"""Answers questions about problems. Workers do it, a few at a time, each within limits."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from tablee.engine.processes import Lost
from tablee.games.fragile.problems.book import BookEntry
from tablee.server.messages import Refused
from tablee.server.problems import flock_solving, flocks, solving
from tablee.server.problems.attempts import attempt, game_of, moves_of
from tablee.server.problems.keeping import ComposeView, ComposeWish
from tablee.server.problems.shelf import AnyEntry, Shelf
from tablee.server.problems.solving import Advice
from tablee.server.problems.wishes import (
    AttemptView,
    AttemptWish,
    CheckView,
    LineWish,
    SolutionLine,
    SolutionView,
    SolutionWish,
    Source,
)
from tablee.server.rounds import Whose
from tablee.server.workers import NOBODY, Workers

T = TypeVar("T")
MOST_WAITING = 64
"""Questions that may wait for the solver. Further ones are refused."""
MOST_OF_CALLER = 4
MOST_OF_GUEST = 2
MARGIN = 2.0
"""Seconds beyond its time after which a solver that has not stopped is killed."""
ATTEMPT_SECONDS = 10.0
"""Seconds to replay a line. It takes a few milliseconds."""
KEPT = 500
"""Answers of the solver to keep: many people ask about the same positions."""


class Desk:
    """``attempts`` replays lines, ``solvers`` searches. Both are processes of their own."""

    def __init__(
        self, attempts: Workers, solvers: Workers, seconds: float, shelf: Shelf | None = None
    ) -> None:
        self.attempts, self.solvers, self.seconds = attempts, solvers, seconds
        self.shelf = shelf or Shelf()
        self._kept: OrderedDict[object, Any] = OrderedDict()

    async def attempt(self, wish: AttemptWish, whose: Whose = NOBODY) -> AttemptView:
        replay = flocks.attempt if flocks.is_flock(wish.problem) else attempt
        view = await self.attempts.ask(ATTEMPT_SECONDS, replay, wish, whose=whose, attempts=1)
        return await self._judged(view, whose) if view.over else view

    async def _judged(self, view: AttemptView, whose: Whose) -> AttemptView:
        """Adds to a finished line of Shear Panic whether it was best play."""
        moves = tuple(entry.move for entry in view.entries)
        verdict = await self._ask(whose, self.seconds, flock_solving.judge, view.problem, moves)
        return replace(view, solved=verdict.best, verdict=verdict.text)

    async def advice(self, wish: LineWish, whose: Whose = NOBODY) -> Advice:
        advise = flock_solving.advise if flocks.is_flock(wish.problem) else solving.advise
        return await self._ask(whose, self.seconds, advise, wish.problem, wish.moves)

    async def check(self, problem: str, whose: Whose = NOBODY) -> CheckView:
        """Three questions, which share the solver's time."""
        if flocks.is_flock(problem):
            return await self._check_flock(problem, whose)
        settled = await self._ask(whose, self.seconds, solving.settle, problem)
        view = settled.view
        if view.minimum is None:
            return view
        try:
            counted = await self._ask(whose, self._left(view), solving.count, problem, view.minimum)
            view = replace(
                view,
                solutions=counted.solutions,
                difficulty=counted.difficulty,
                lines=list(counted.lines),
                seconds=round(view.seconds + counted.seconds, 2),
                for_a_book=view.proved and view.minimum == view.turns and counted.solutions == 1,
            )
            examined = await self._ask(
                whose,
                self._left(view),
                solving.examine,
                problem,
                settled.solution,
                counted.solutions,
            )
            return replace(
                view,
                spare=examined.spare,
                themes=examined.themes,
                seconds=round(view.seconds + examined.seconds, 2),
            )
        except Refused as error:
            if error.code != "solver-limits":
                raise
            return view

    async def _check_flock(self, problem: str, whose: Whose) -> CheckView:
        """Two questions: what is best, then what is not needed."""
        view = await self._ask(whose, self.seconds, flock_solving.settle, problem)
        if not view.lines:
            return view
        try:
            examined = await self._examined(view, whose)
        except Refused as error:
            if error.code != "solver-limits":
                raise
            return view
        return replace(
            view,
            spare=examined.spare,
            certified=examined.certified,
            for_a_book=examined.is_for_a_book,
        )

    async def _examined(self, view: CheckView, whose: Whose) -> flock_solving.Examined:
        return await self._ask(whose, self._left(view), flock_solving.examine, view.problem)

    async def compose(self, wish: ComposeWish, whose: Whose = NOBODY) -> ComposeView:
        """Finishes a sketch."""
        finish = flock_solving.compose if flocks.is_flock(wish.problem) else solving.compose
        asked = self._ask(whose, self.seconds, finish, wish.problem, wish.seed)
        return (await asked).view

    async def facts(self, check: CheckView, whose: Whose) -> dict[str, Any]:
        """Returns what a book says about a checked problem that is fit for one."""
        (solution,) = (line.turns for line in check.lines)
        if check.chance is not None:
            motifs = (await self._examined(check, whose)).motifs
            first = check.lines[0].moves[0]
            facts: dict[str, Any] = {"chance": check.chance, "solution": first}
        else:
            asked = (solving.motifs, check.problem, tuple(solution))
            motifs = await self.attempts.ask(ATTEMPT_SECONDS, *asked, whose=whose)
            facts = {"solution": solution}
        return {**facts, "difficulty": check.difficulty, "motifs": motifs}

    def _left(self, view: CheckView) -> float:
        return max(0.0, self.seconds - view.seconds)

    async def solution(self, wish: SolutionWish, whose: Whose = NOBODY) -> SolutionView:
        """Raises ``Refused`` if the player has not solved the problem and does not give up."""
        line = AttemptWish(problem=wish.problem, moves=wish.moves, previews=False)
        if not (wish.give_up or (await self.attempt(line, whose)).solved):
            raise Refused("not-solved")
        if flocks.is_flock(wish.problem):
            found = await self._ask(whose, self.seconds, flock_solving.solution, wish.problem)
            return SolutionView(None, True, [found])
        problem = game_of(wish.problem).problem
        assert problem is not None
        lines = _lines(await self.shelf.find(problem.text))
        minimum = min((len(turns) for turns in lines.values()), default=None)
        proved = minimum is not None
        if not lines:
            settled = await self._ask(whose, self.seconds, solving.settle, wish.problem)
            minimum, proved = settled.view.minimum, settled.view.proved
            fits = settled.solution and len(settled.solution) <= problem.turns
            lines = {"shortest": settled.solution} if fits else {}
        return SolutionView(
            minimum=minimum,
            proved=proved,
            lines=[
                SolutionLine(source, list(turns), moves_of(problem, turns))
                for source, turns in lines.items()
            ],
        )

    # The solver

    async def _ask(
        self, whose: Whose, seconds: float, question: Callable[..., T], *about: object
    ) -> T:
        """Returns the solver's answer, new or kept. Raises ``Refused``.

        The time of a question begins when a solver begins with it.
        """
        key = (question, *about)
        if key in self._kept:
            self._kept.move_to_end(key)
            found: T = self._kept[key]
            return found
        self._admit(whose)
        try:
            async with self.solvers.turn(whose) as worker:
                answer = await worker.ask(seconds + MARGIN, question, *about, seconds)
        except (Lost, MemoryError):
            raise Refused("solver-limits", seconds=round(self.seconds)) from None
        # An answer that ran out of time may be better next time, so it is not kept.
        if not getattr(answer, "out_of_time", False):
            self._kept[key] = answer
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return answer

    def _admit(self, whose: Whose) -> None:
        """Raises ``Refused`` if too many questions wait already."""
        waiting = self.solvers.rounds
        if (
            len(waiting) >= MOST_WAITING
            or waiting.of_caller(whose.caller) >= MOST_OF_CALLER
            or waiting.of_guest(whose) >= MOST_OF_GUEST
        ):
            raise Refused("solver-busy")


def _lines(entry: AnyEntry | None) -> dict[Source, tuple[str, ...]]:
    """Returns the solutions that a book has, by source."""
    if not isinstance(entry, BookEntry):
        return {}
    lines: dict[Source, tuple[str, ...]] = {}
    if entry.published:
        lines["booklet"] = entry.published
    if entry.solution != entry.published:
        lines["shortest"] = entry.solution
    return lines
