"""Questions about a problem for the solver. They run in a worker and watch the clock themselves."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache

from tablee.core.errors import Invalid
from tablee.games.fragile import Fragile
from tablee.games.fragile.problems import checker
from tablee.games.fragile.problems.difficulty import rate
from tablee.games.fragile.problems.hints import STEPS, Guide
from tablee.games.fragile.problems.search import OutOfMemory
from tablee.games.fragile.problems.solver import MOST_SOLUTIONS, Solution, solve
from tablee.server.messages import Refused, Spoken, spoken
from tablee.server.problems.attempts import game_of, replayed
from tablee.server.problems.wishes import CheckView, OutlookView

MEMORY = 256 << 20
"""Bytes a question may take."""


class OutOfTime(Exception):
    """The time for a question is over."""


@dataclass(frozen=True)
class Deadline:
    """A progress callback that raises once its time is over."""

    at: float
    error: type[BaseException] = OutOfTime

    def __call__(self, *_: object) -> None:
        if time.monotonic() > self.at:
            raise self.error


@dataclass(frozen=True)
class Advice:
    """The outlook of a line, and every hint for it. The caller decides which hint to show."""

    outlook: OutlookView
    hints: tuple[Spoken, ...]


def advise(problem: str, moves: tuple[str, ...], seconds: float) -> Advice:
    game = game_of(problem)
    played = [sitting.move for sitting in replayed(game, moves)[1:]]
    guide = _guide(game)
    guide.search.progress = Deadline(time.monotonic() + seconds)
    try:
        outlook = guide.outlook([text for _, text in game.record_lines(played)])
    except (OutOfTime, OutOfMemory):
        raise Refused("solver-limits", seconds=round(seconds)) from None
    view = OutlookView(
        solved=outlook.is_solved,
        reachable=outlook.solution is not None,
        turns_left=outlook.turns_left,
        needed=outlook.needed,
        lost_in=outlook.lost_in,
        text=spoken(outlook.message),
    )
    hints = [outlook.hint(step) for step in range(1, STEPS + 1)]
    return Advice(view, tuple(spoken(hint) for hint in hints if hint is not None))


@lru_cache(maxsize=1)
def _guide(game: Fragile) -> Guide:
    """Kept, because a player who asks for a hint soon asks for the next one."""
    assert game.problem is not None
    return Guide(game.problem, game.edition, workers=1, memory=MEMORY)


@dataclass(frozen=True)
class Settled:
    """The fewest turns, as far as the time allowed, and a solution if one was found."""

    view: CheckView
    solution: tuple[str, ...]

    @property
    def out_of_time(self) -> bool:
        return self.view.out_of_time


def settle(problem: str, seconds: float) -> Settled:
    """Finds one solution with as few turns as possible. Does not count the solutions."""
    began = time.monotonic()
    end = began + seconds
    found = _solved(game_of(problem), end)
    certified = _certified(found, end) if found.proved else None
    view = CheckView(
        problem=found.problem.text,
        turns=found.problem.turns,
        minimum=found.minimum,
        refuted=found.exhausted,
        proved=found.proved,
        certified=certified,
        solutions=None,
        difficulty=None,
        out_of_time=found.interrupted,
        out_of_memory=found.out_of_memory,
        seconds=round(time.monotonic() - began, 2),
    )
    return Settled(view, found.solutions[0] if found.solutions else ())


def _solved(game: Fragile, end: float, turns: int | None = None) -> Solution:
    """Finds every shortest solution of that many turns, or one with as few turns as possible."""
    assert game.problem is not None
    return solve(
        game.problem,
        game.edition,
        max_turns=turns,
        all_solutions=turns is not None,
        # On KeyboardInterrupt the solver stops and returns what it knows so far.
        progress=Deadline(end, KeyboardInterrupt),
        workers=1,
        memory=MEMORY,
    )


def _certified(found: Solution, end: float) -> bool | None:
    try:
        deadline = Deadline(end)
        certificate = found.certificate(workers=1, memory=MEMORY, progress=deadline)
        checker.check(certificate, deadline)
    except (OutOfTime, OutOfMemory):
        return None
    except Invalid:
        return False
    return True


@dataclass(frozen=True)
class Counted:
    """The number of shortest solutions and the difficulty, None if they could not be counted."""

    solutions: int | None
    difficulty: float | None
    seconds: float
    out_of_time: bool


def count(problem: str, minimum: int, seconds: float) -> Counted:
    """Counts the shortest solutions of a problem whose fewest turns are known."""
    began = time.monotonic()
    found = _solved(game_of(problem), began + seconds, minimum)
    solutions = difficulty = None
    if found.complete and len(found.solutions) < MOST_SOLUTIONS:
        solutions = len(found.solutions)
        rated = rate(found)
        difficulty = rated.value if rated else None
    return Counted(solutions, difficulty, time.monotonic() - began, found.interrupted)
