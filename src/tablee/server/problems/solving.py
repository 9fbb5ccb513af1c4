"""What the solver is asked about a problem. Runs in a worker, and minds the clock itself."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache

from tablee.core.errors import Invalid, TableeError
from tablee.games.fragile import Fragile
from tablee.games.fragile.problems import checker
from tablee.games.fragile.problems.difficulty import rate
from tablee.games.fragile.problems.hints import STEPS, Guide, Outlook
from tablee.games.fragile.problems.search import OutOfMemory
from tablee.games.fragile.problems.solver import MOST_SOLUTIONS, Solution, solve
from tablee.server.live import refusal_of
from tablee.server.messages import Refused, Spoken, spoken
from tablee.server.problems.attempts import game_of, replayed
from tablee.server.problems.wishes import OutlookView
from tablee.server.protocol import RefusedMessage

MEMORY = 256 << 20
"""Bytes a question may take."""


class OutOfTime(Exception):
    """The time a question may take is over."""


@dataclass(frozen=True)
class Deadline:
    """Told of progress, it says when it is enough."""

    at: float
    error: type[BaseException] = OutOfTime

    def __call__(self, *_: object) -> None:
        if time.monotonic() > self.at:
            raise self.error


@dataclass(frozen=True)
class Advice:
    """What a line can lead to, and all the hints; which of them are shown is not decided here."""

    outlook: OutlookView
    hints: tuple[Spoken, ...]


def advise(problem: str, moves: tuple[str, ...], seconds: float) -> Advice | RefusedMessage:
    try:
        game = game_of(problem)
        played = [sitting.move for sitting in replayed(game, moves)[1:]]
        turns = [text for _, text in game.record_lines(played)]
        outlook = _outlook(game, turns, seconds)
    except TableeError as error:
        return refusal_of(error)
    hints = [outlook.hint(step) for step in range(1, STEPS + 1)]
    return Advice(_view(outlook), tuple(spoken(hint) for hint in hints if hint is not None))


def _outlook(game: Fragile, turns: list[str], seconds: float) -> Outlook:
    guide = _guide(game)
    guide.search.progress = Deadline(time.monotonic() + seconds)
    try:
        return guide.outlook(turns)
    except (OutOfTime, OutOfMemory):
        raise Refused("solver-limits", seconds=round(seconds)) from None


@lru_cache(maxsize=1)
def _guide(game: Fragile) -> Guide:
    """Who asks for a hint asks for the next one soon."""
    assert game.problem is not None
    return Guide(game.problem, game.edition, workers=1, memory=MEMORY)


def _view(outlook: Outlook) -> OutlookView:
    return OutlookView(
        solved=outlook.is_solved,
        reachable=outlook.solution is not None,
        turns_left=outlook.turns_left,
        needed=outlook.needed,
        lost_in=outlook.lost_in,
        text=spoken(outlook.message),
    )


@dataclass(frozen=True)
class Settled:
    """The fewest turns, as far as there was time to tell."""

    problem: str
    minimum: int | None
    refuted: int
    proved: bool
    certified: bool | None
    solution: tuple[str, ...]
    out_of_time: bool
    out_of_memory: bool


def settle(problem: str, seconds: float) -> Settled | RefusedMessage:
    end = time.monotonic() + seconds
    try:
        found = _solved(game_of(problem), end)
    except TableeError as error:
        return refusal_of(error)
    return Settled(
        problem=found.problem.text,
        minimum=found.minimum,
        refuted=found.exhausted,
        proved=found.proved,
        certified=_certified(found, end) if found.proved else None,
        solution=found.solutions[0] if found.solutions else (),
        out_of_time=found.interrupted,
        out_of_memory=found.out_of_memory,
    )


def _solved(game: Fragile, end: float, turns: int | None = None) -> Solution:
    """Of that many turns: every shortest solution. Else one, of as few turns as can be."""
    assert game.problem is not None
    # The solver takes what Ctrl-C raises for the wish to know what is known so far.
    enough = Deadline(end, KeyboardInterrupt)
    return solve(
        game.problem,
        game.edition,
        max_turns=turns,
        all_solutions=turns is not None,
        progress=enough,
        workers=1,
        memory=MEMORY,
    )


def _certified(found: Solution, end: float) -> bool | None:
    try:
        checker.check(found.certificate(workers=1, memory=MEMORY), Deadline(end))
    except (OutOfTime, OutOfMemory):
        return None
    except Invalid:
        return False
    return True


@dataclass(frozen=True)
class Counted:
    solutions: int | None
    difficulty: float | None


def count(problem: str, minimum: int, seconds: float) -> Counted:
    """How many shortest solutions there are, and how hard that makes it."""
    found = _solved(game_of(problem), time.monotonic() + seconds, minimum)
    if not found.complete or len(found.solutions) >= MOST_SOLUTIONS:
        return Counted(None, None)
    rated = rate(found)
    return Counted(len(found.solutions), rated.value if rated else None)
