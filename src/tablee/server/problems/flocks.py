"""Problems of Shear Panic over HTTP: lines of play with dice, hints, and solutions.

Nobody chooses the dice, and nobody rolls again by taking back: a roll follows from the problem and
the moves before it. So the same moves meet the same dice, for everybody, and nothing is kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from msgspec.structs import replace

from tablee.core.chance import draw
from tablee.core.game import CHANCE
from tablee.core.messages import Message
from tablee.core.sitting import Sitting
from tablee.games.shear_panic import standard
from tablee.games.shear_panic.events import TurnBegan, TurnPassed
from tablee.games.shear_panic.messages import colour_name
from tablee.games.shear_panic.moves import ShearPanicMove
from tablee.games.shear_panic.notation import THEN
from tablee.games.shear_panic.problems.hints import STEPS, Guide
from tablee.games.shear_panic.problems.problem import Problem, ends_turn
from tablee.games.shear_panic.problems.solver import TooMuchWork
from tablee.games.shear_panic.state import ShearPanicState
from tablee.server.entries import Played, described
from tablee.server.messages import Refused, Spoken, say, spoken
from tablee.server.problems.solving import Advice
from tablee.server.problems.wishes import AttemptView, AttemptWish, OutlookView, SolutionLine
from tablee.server.thinking import previews_of
from tablee.server.views import line_view

PARTS = 5
"""The parts of a problem of Shear Panic as a line. Fragile's have four."""
POSITIONS = 50_000
"""Positions that the solver looks at in a second, at least."""
NOBODY = -1
"""The seat of a roll."""

Line = list[Sitting[ShearPanicMove]]


def is_flock(text: str) -> bool:
    """True if a line of text is a problem of Shear Panic."""
    return text.count(";") == PARTS - 1


@lru_cache(maxsize=64)
def problem_of(text: str) -> Problem:
    """Raises ``Invalid``."""
    problem = Problem.parse(text)
    problem.check(standard())
    return problem


# Lines of play


def attempt(wish: AttemptWish) -> AttemptView:
    """Plays the typed move at the end of the line, and rolls the dice. Raises ``TableeError``."""
    problem = problem_of(wish.problem)
    line = replayed(problem, wish.moves)
    for move in _state(line).parse_typed(wish.typed) if wish.typed else ():
        line.append(_played(problem, line[-1], move))
    _roll(problem, line)
    last = line[-1]
    state = _state(line)
    entries = [_entry(number, line) for number in range(1, len(line))]
    over = not problem.choices(state)
    return AttemptView(
        problem=problem.text,
        turns=len(problem.commands),
        used=_used(problem, state),
        solved=False,  # the desk asks ``judge``: best play solves it, not luck
        scenery=state.game.scenery(),
        entries=entries,
        state=replace(line_view(last, len(entries)), status=spoken(_status(state, over=over))),
        previews=previews_of(last, wish.language) if wish.previews and not over else [],
        game="shear-panic",
        task=spoken(problem.goal.message),
        over=over,
    )


def _status(state: ShearPanicState, *, over: bool) -> Message:
    """Speaks to the only player there is, instead of naming a seat."""
    if over or state.actor in (None, CHANCE):
        return say("flock-over") if over else state.status()
    what = state.status().parameters["what"]
    return say("flock-status", colour=colour_name(state.colour), what=what)


def replayed(problem: Problem, moves: Sequence[str]) -> Line:
    """Plays the moves and returns all sittings from the start on. Raises ``TableeError``."""
    start = problem.start()
    line: Line = [start.game.sitting(start)]
    for text in moves:
        if not problem.choices(_state(line)):
            raise Refused("problem-over")
        line.append(_played(problem, line[-1], line[-1].parse(text)))
    return line


def _state(line: Line) -> ShearPanicState:
    state = line[-1].state
    assert isinstance(state, ShearPanicState)
    return state


def _played(
    problem: Problem, sitting: Sitting[ShearPanicMove], move: ShearPanicMove
) -> Sitting[ShearPanicMove]:
    """Returns the sitting after a move. The turn comes back to the player of the problem."""
    after = sitting.play(move)
    assert isinstance(after.state, ShearPanicState)
    state = problem.handed_back(after.state)
    if state is after.state:
        return after
    back = state.game.sitting(state)
    back.move, back.text, back.marked = after.move, after.text, after.marked
    back.events = tuple(
        event for event in after.events if not isinstance(event, TurnBegan | TurnPassed)
    )
    return back


def _roll(problem: Problem, line: Line) -> None:
    while line[-1].state.actor == CHANCE and problem.choices(_state(line)):
        roll = draw(line[-1].state.outcomes(), _dice(problem, line))
        line.append(_played(problem, line[-1], roll))


def _dice(problem: Problem, line: Line) -> Random:
    played = THEN.join(sitting.text for sitting in line[1:])
    return Random(hashlib.sha256(f"{problem.text}/{played}".encode()).digest())


def _entry(number: int, line: Line) -> Played:
    played, before = line[number], line[number - 1]
    seat = NOBODY if before.state.actor == CHANCE else 0
    return Played(
        number=number, at=0.0, seat=seat, move=played.text, events=described(played.events)
    )


def _used(problem: Problem, state: ShearPanicState) -> int:
    """Returns the number of commands used so far."""
    left = len(state.game.edition.menu) - state.used[problem.player].bit_count()
    return len(problem.commands) - left


# The solver


@lru_cache(maxsize=2)
def _guide(problem: Problem, most: int) -> Guide:
    """Kept, because a player who asks for a hint soon asks for the next one."""
    return Guide(problem, most=most)


def _most(seconds: float) -> int:
    return round(POSITIONS * max(1.0, seconds))


def advise(text: str, moves: tuple[str, ...], seconds: float) -> Advice:
    """Returns the outlook of a line and its hints. Raises ``TableeError``."""
    problem = problem_of(text)
    try:
        outlook = _guide(problem, _most(seconds)).outlook(moves)
    except TooMuchWork:
        raise Refused("solver-limits", seconds=round(seconds)) from None
    used = _used(problem, outlook.line.state)
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
        guide = _guide(problem, _most(seconds))
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
    guide = _guide(problem, _most(seconds))
    line = replayed(problem, ())
    try:
        while problem.choices(_state(line)):
            best = guide.search.best(_state(line))[0]
            line.append(_played(problem, line[-1], line[-1].parse(best)))
            _roll(problem, line)
    except TooMuchWork:
        raise Refused("solver-limits", seconds=round(seconds)) from None
    turns = [THEN.join(turn) for turn in _turns(line)]
    return SolutionLine("shortest", turns, [sitting.text for sitting in line[1:]])


def _turns(line: Line) -> Iterator[list[str]]:
    turn: list[str] = []
    for sitting in line[1:]:
        turn.append(sitting.text)
        assert isinstance(sitting.state, ShearPanicState)
        if ends_turn(sitting.state):
            yield turn
            turn = []
    if turn:
        yield turn
