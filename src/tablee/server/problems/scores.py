"""Keeps the progress of guests, and moves ratings with first attempts.

Whoever has a seat on this server is known by a cookie, and their progress is kept. Of a stranger
nothing is kept: the page sends the stranger's strength and gets the new one back.
"""

from __future__ import annotations

import time
from collections import OrderedDict

from tablee.server.budgets import Budget
from tablee.server.messages import Refused
from tablee.server.problems.desk import Desk
from tablee.server.problems.glicko import Strength, after
from tablee.server.problems.keeping import ProgressView, ProgressWish, ResultView, ResultWish
from tablee.server.problems.progress import Diary, First, Kept, Standing, standing_of
from tablee.server.problems.shelf import AnyEntry, Shelf
from tablee.server.problems.store import ProblemStore
from tablee.server.problems.wishes import AttemptWish
from tablee.server.rounds import Whose
from tablee.server.workers import PATIENCE, Workers

PROGRESS_BYTES, PROGRESS_RATE = 500_000, 5
"""Bytes of progress that a guest may write at once, and a second in the long run."""
LONGEST_SOLUTION = 400
"""Characters of a solution to keep. Those of the books have about a hundred."""
OF_CALLER = 3
"""How often the guests of one caller may move the rating of one problem."""
MOST_CALLERS = 50_000
"""Pairs of caller and problem to remember."""
FARTHEST = 400.0
"""The most points that attempts move a problem away from where its difficulty put it."""


class Scores:
    def __init__(
        self, store: ProblemStore, shelf: Shelf, desk: Desk, workers: Workers, share: int
    ) -> None:
        """``share``: the guests of one caller may write as much as so many guests."""
        self.store, self.shelf, self.desk, self.workers = store, shelf, desk, workers
        self._budget = Budget(PROGRESS_RATE, PROGRESS_BYTES, share)
        self._moved: OrderedDict[tuple[str, str], int] = OrderedDict()

    async def sync(self, wish: ProgressWish, whose: Whose) -> ProgressView:
        """Puts progress together with what is kept, and returns all of it. Raises ``Refused``.

        Only problems of the books are kept, so a guest can fill no more than that.
        """
        if not whose.guest:
            return ProgressView(False, {}, (), 0, 0, None)
        if any(map(_is_too_long, wish.problems.values())):
            raise Refused("bad-message", problem="a solution is too long")
        known = {
            problem: kept
            for problem, kept in wish.problems.items()
            if await self.shelf.find(problem) is not None
        }
        diary = Diary(days=wish.days, rush=wish.rush, flock_rush=wish.flock_rush)
        await self._add(whose, known, diary)
        problems, diary = await self.store.progress(whose.guest)
        standing = await self._standing(problems, whose)
        return ProgressView(True, problems, diary.days, diary.rush, diary.flock_rush, standing)

    async def result(self, wish: ResultWish, whose: Whose) -> ResultView:
        """Counts a first attempt. Raises ``Refused`` if the moves of a winner solve nothing."""
        entry = await self.shelf.find(wish.problem)
        if entry is None:
            raise Refused("not-rated")
        if wish.won:
            line = AttemptWish(problem=wish.problem, moves=wish.moves, previews=False)
            if not (await self.desk.attempt(line, whose)).solved:
                raise Refused("not-solved")
        strength = await self.shelf.strength(entry)
        first = First(
            at=round(time.time(), 3), won=wish.won, rating=strength.rating, rd=strength.rd
        )
        if not whose.guest:
            me = Strength(wish.rating, wish.rd, wish.vol)
            return ResultView(False, first, standing_of([first], me))
        problems, _ = await self.store.progress(whose.guest)
        kept = problems.get(wish.problem, Kept())
        if kept.first is not None:
            return ResultView(True, kept.first, await self._standing(problems, whose))
        before = await self._standing(problems, whose)
        problems[wish.problem] = Kept(first=first)
        await self._add(whose, {wish.problem: problems[wish.problem]}, Diary())
        if self._may_move(wish.problem, whose.caller):
            await self._move(entry, before, won=wish.won)
        return ResultView(True, first, await self._standing(problems, whose))

    async def _add(self, whose: Whose, found: dict[str, Kept], diary: Diary) -> None:
        purse = self._budget.purse(whose.guest, whose.caller)
        await self.store.add_progress(whose.guest, found, diary, time.time(), purse.take)

    async def _move(self, entry: AnyEntry, player: Strength, *, won: bool) -> None:
        begin = self.shelf.prior(entry)

        def moved(problem: Strength) -> Strength:
            found = after(problem, player, 0.0 if won else 1.0)
            least, most = begin.rating - FARTHEST, begin.rating + FARTHEST
            return Strength(min(most, max(least, found.rating)), found.rd, found.vol)

        await self.store.move_rating(entry.problem.text, begin, moved)
        self.shelf.forget()

    async def _standing(self, problems: dict[str, Kept], whose: Whose) -> Standing:
        firsts = [kept.first for kept in problems.values() if kept.first is not None]
        return await self.workers.ask(PATIENCE, standing_of, firsts, whose=whose)

    def _may_move(self, problem: str, caller: str) -> bool:
        """False for callers whose guests have moved this problem often enough."""
        times = self._moved.pop((caller, problem), 0)
        self._moved[caller, problem] = min(OF_CALLER, times + 1)
        if len(self._moved) > MOST_CALLERS:
            self._moved.popitem(last=False)
        return times < OF_CALLER


def _is_too_long(kept: Kept) -> bool:
    return kept.best is not None and sum(map(len, kept.best.moves)) > LONGEST_SOLUTION
