"""Questions about a problem for the solver. They run in a worker and watch the clock themselves."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from tablee.core.errors import Invalid
from tablee.games.fragile import Fragile, Problem
from tablee.games.fragile.edition import standard
from tablee.games.fragile.problems import checker
from tablee.games.fragile.problems.comparison import differences
from tablee.games.fragile.problems.difficulty import rate
from tablee.games.fragile.problems.finisher import finish
from tablee.games.fragile.problems.hints import STEPS, Guide
from tablee.games.fragile.problems.motifs import motif_name, motifs_in
from tablee.games.fragile.problems.search import OutOfMemory
from tablee.games.fragile.problems.sketch import without_each
from tablee.games.fragile.problems.solver import MOST_SOLUTIONS, Solution, solve
from tablee.server.messages import Refused, Spoken, spoken
from tablee.server.problems.attempts import drafted, game_of, moves_of, replayed
from tablee.server.problems.keeping import ComposeView
from tablee.server.problems.wishes import CheckView, OutlookView, SolutionLine, SparePiece

MEMORY = 256 << 20
"""Bytes a question may take."""
MOST_COMPARED = 100
"""Solutions to compare with the first."""
MOST_SHOWN = 8
"""Solutions to show."""
MOST_EXAMINED = 64
"""Shortest solutions of a problem up to which each piece is tried."""


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
        lines=[],
        spare=None,
        themes=[],
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
    lines: tuple[SolutionLine, ...]
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
    lines = _lines(found) if found.solutions else ()
    return Counted(solutions, difficulty, lines, time.monotonic() - began, found.interrupted)


def _lines(found: Solution) -> tuple[SolutionLine, ...]:
    return tuple(
        SolutionLine(
            "shortest",
            list(turns),
            moves_of(found.playable, turns),
            {} if differs is None else spoken(differs),
        )
        for turns, differs in islice(differences(found, MOST_COMPARED), MOST_SHOWN)
    )


@dataclass(frozen=True)
class Examined:
    """The themes of a solution, and the pieces that the problem does not need."""

    themes: list[Spoken]
    spare: list[SparePiece] | None
    seconds: float
    out_of_time: bool


def motifs(problem: str, turns: tuple[str, ...]) -> list[str]:
    """Returns the names of the motifs of a shortest solution. Takes a few milliseconds."""
    game = game_of(problem)
    assert game.problem is not None
    return list(motifs_in(replace(game.problem, turns=len(turns)), turns, game.edition))


@dataclass(frozen=True)
class Composed:
    """A finished sketch, or None."""

    view: ComposeView
    out_of_time: bool


def compose(sketch: str, seed: int, seconds: float) -> Composed:
    """Finishes a sketch as far as the time allows. A step of it cannot be broken off."""
    end = time.monotonic() + seconds / 2
    found = finish(drafted(sketch), standard(), seed, lambda: time.monotonic() < end)
    if found is None:
        return Composed(ComposeView(None), time.monotonic() > end)
    problem, turns = found.problem, found.solution
    line = SolutionLine("shortest", list(turns), moves_of(problem, turns))
    themes = [spoken(motif_name(name)) for name in found.motifs]
    return Composed(ComposeView(problem.text, found.difficulty.value, themes, line), False)


def examine(
    problem: str, turns: tuple[str, ...], solutions: int | None, seconds: float
) -> Examined:
    """``turns`` is a shortest solution, ``solutions`` the number of all, None if not counted."""
    began = time.monotonic()
    game = game_of(problem)
    assert game.problem is not None
    themes = [spoken(motif_name(name)) for name in motifs(problem, turns)]
    if solutions is None or solutions > MOST_EXAMINED:
        return Examined(themes, None, time.monotonic() - began, False)
    spare = []
    for smaller in without_each(game.problem):
        found = _solved(Fragile.of_problem(smaller), began + seconds, len(turns))
        if found.interrupted or found.out_of_memory:
            return Examined(themes, None, time.monotonic() - began, found.interrupted)
        if found.complete and found.minimum == len(turns) and len(found.solutions) <= solutions:
            spare.append(_spare(game.problem, smaller))
    return Examined(themes, spare, time.monotonic() - began, False)


def _spare(problem: Problem, smaller: Problem) -> SparePiece:
    without = smaller.text
    for docker in {*problem.dockers} - {*smaller.dockers}:
        return SparePiece("docker", docker, without)
    for helper in {*problem.others} - {*smaller.others}:
        return SparePiece("helper", helper, without)
    (cell,) = (
        cell for cell, crates in problem.crates.items() if smaller.crates.get(cell) != crates
    )
    return SparePiece("crate", cell, without)
