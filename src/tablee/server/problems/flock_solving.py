"""Questions about a problem of Shear Panic for the solver. They run in a worker.

The work of a question is bounded by positions, so that it ends in its time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache

from tablee.core.errors import Invalid
from tablee.games.shear_panic import standard
from tablee.games.shear_panic.notation import THEN
from tablee.games.shear_panic.problems import checker
from tablee.games.shear_panic.problems.composer import LEAST_CHANCE, superfluous
from tablee.games.shear_panic.problems.difficulty import rate
from tablee.games.shear_panic.problems.finisher import finish
from tablee.games.shear_panic.problems.hints import STEPS, Guide
from tablee.games.shear_panic.problems.motifs import motif_name, motifs_of
from tablee.games.shear_panic.problems.problem import Problem, command_text
from tablee.games.shear_panic.problems.solver import Solution, TooMuchWork, solved_by
from tablee.server.messages import Refused, Spoken, say, spoken
from tablee.server.problems.flocks import (
    after,
    commands_used,
    problem_of,
    replayed,
    roll_dice,
    state_of,
    turns_of,
)
from tablee.server.problems.keeping import ComposeView
from tablee.server.problems.solving import Advice, Composed
from tablee.server.problems.wishes import CheckView, OutlookView, SolutionLine, SparePiece

POSITIONS = 50_000
"""Positions that the solver looks at in a second, at least."""
LAW_POSITIONS = 2_000
"""Positions that the checker looks at in a second, at least. It goes by the law alone."""
MOST_SHOWN = 8
"""Best first commands to show, each with the play that follows."""


@lru_cache(maxsize=2)
def _guide(problem: Problem, most: int) -> Guide:
    """Kept, because a player who asks for a hint soon asks for the next one."""
    return Guide(problem, most=most)


def _guide_for(problem: Problem, seconds: float) -> Guide:
    return _guide(problem, round(POSITIONS * max(1.0, seconds)))


# Questions of a player


def advise(text: str, moves: tuple[str, ...], seconds: float) -> Advice:
    """Returns the outlook of a line and its hints. Raises ``TableeError``."""
    problem = problem_of(text)
    try:
        outlook = _guide_for(problem, seconds).outlook(moves)
    except TooMuchWork:
        raise Refused("solver-limits", seconds=round(seconds)) from None
    used = commands_used(problem, outlook.line.state)
    message = outlook.slip_message or outlook.message
    view = OutlookView(
        solved=outlook.is_solved,
        reachable=bool(outlook.chance),
        turns_left=len(problem.commands) - used,
        needed=None,
        lost_in=None if outlook.chance else used,
        text=spoken(message),
    )
    hints = [outlook.hint(step) for step in range(1, STEPS + 1)]
    return Advice(view, tuple(spoken(hint) for hint in hints if hint is not None))


@dataclass(frozen=True)
class Verdict:
    """Whether a finished line was best play, and a sentence about it."""

    best: bool
    text: Spoken


def judge(text: str, moves: tuple[str, ...], seconds: float) -> Verdict:
    """Raises ``Refused`` if it takes too much work."""
    problem = problem_of(text)
    try:
        guide = _guide_for(problem, seconds)
        outlook = guide.outlook(moves)
        chance = guide.search.value(problem.start())
    except TooMuchWork:
        raise Refused("solver-limits", seconds=round(seconds)) from None
    if outlook.slip is not None:
        key = "flock-lucky" if outlook.is_solved else "flock-missed"
        return Verdict(False, spoken(say(key, chance=str(chance))))
    if chance == 1:
        return Verdict(True, spoken(say("flock-sure")))
    key = "flock-won" if outlook.is_solved else "flock-unlucky"
    return Verdict(True, spoken(say(key, chance=str(chance))))


def solution(text: str, seconds: float) -> SolutionLine:
    """Returns best play with the dice that fall. Raises ``Refused``."""
    problem = problem_of(text)
    try:
        return _best_play(_guide_for(problem, seconds))
    except TooMuchWork:
        raise Refused("solver-limits", seconds=round(seconds)) from None


def _best_play(guide: Guide, *begin: str) -> SolutionLine:
    """Returns best play that begins with these moves. Raises ``TooMuchWork``."""
    problem = guide.problem
    line = replayed(problem, begin)
    roll_dice(problem, line)
    while problem.choices(state_of(line)):
        best = guide.search.best(state_of(line))[0]
        line.append(after(problem, line[-1], line[-1].parse(best)))
        roll_dice(problem, line)
    turns = [THEN.join(turn) for turn in turns_of(line)]
    return SolutionLine("shortest", turns, [sitting.text for sitting in line[1:]])


# Questions of an author


def settle(text: str, seconds: float) -> CheckView:
    """Finds the best chance, the commands to begin with, the difficulty and the motifs."""
    began = time.monotonic()
    problem = problem_of(text)
    try:
        guide = _guide_for(problem, seconds)
        found = solved_by(guide.search)
        lines = [_best_play(guide, first) for first in found.first[:MOST_SHOWN]]
    except TooMuchWork:
        return _view(problem, None, [], time.monotonic() - began)
    return _view(problem, found, lines, time.monotonic() - began)


def _view(
    problem: Problem, found: Solution | None, lines: list[SolutionLine], seconds: float
) -> CheckView:
    difficulty = None if found is None else rate(found)
    return CheckView(
        problem=problem.text,
        turns=len(problem.commands),
        minimum=None,
        refuted=0,
        proved=found is not None,
        certified=None,
        solutions=None if found is None else len(found.first),
        difficulty=None if difficulty is None else difficulty.value,
        lines=lines,
        spare=None,
        themes=[spoken(motif_name(name)) for name in motifs(found)],
        out_of_time=found is None,
        out_of_memory=False,
        seconds=round(seconds, 2),
        chance=None if found is None else str(found.chance),
    )


@dataclass(frozen=True)
class Examined:
    """The commands that a problem does not need, the opinion of the checker, and the motifs."""

    spare: list[SparePiece]
    certified: bool | None
    is_for_a_book: bool
    """One best first command, a good chance, and every command is needed."""
    motifs: list[str]


def examine(text: str, seconds: float) -> Examined:
    """Asks about a problem that is settled and can be solved. Raises ``Refused``."""
    problem = problem_of(text)
    try:
        guide = _guide_for(problem, seconds)
        found = solved_by(guide.search)
        spare = [
            SparePiece("command", command_text(entry), smaller.text)
            for entry, smaller in superfluous(problem, found.chance, standard(), guide.search.most)
        ]
    except TooMuchWork:
        raise Refused("solver-limits", seconds=round(seconds)) from None
    good = found.is_unique and found.chance >= LEAST_CHANCE and not spare
    return Examined(spare, _certified(found, seconds), good, motifs(found))


def compose(sketch: str, seed: int, seconds: float) -> Composed:
    """Finishes a sketch as far as the time allows. A step of it cannot be broken off."""
    end = time.monotonic() + seconds / 2
    found = finish(Problem.parse(sketch), standard(), seed, lambda: time.monotonic() < end)
    if found is None:
        return Composed(ComposeView(None), time.monotonic() > end)
    themes = [spoken(motif_name(name)) for name in found.motifs]
    line = solution(found.problem.text, seconds)
    return Composed(ComposeView(found.problem.text, found.difficulty, themes, line), False)


def motifs(found: Solution | None) -> list[str]:
    """Returns the names of the motifs. There are none without a solution."""
    return [*motifs_of(found)] if found is not None and found.chance else []


def _certified(found: Solution, seconds: float) -> bool | None:
    try:
        checker.check(found.certificate(), round(LAW_POSITIONS * max(1.0, seconds)))
    except checker.Unproved:
        return None
    except Invalid:
        return False
    return True
