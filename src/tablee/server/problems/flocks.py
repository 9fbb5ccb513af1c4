"""Replays a line of play in a problem of Shear Panic and rolls its dice. Runs in a worker.

Nobody chooses the dice, and nobody rolls again by taking back: a roll follows from the problem and
the moves before it. So the same moves meet the same dice, for everybody, and nothing is kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
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
from tablee.games.shear_panic.problems.problem import Problem, ends_turn
from tablee.games.shear_panic.state import ShearPanicState
from tablee.server.entries import Played, described
from tablee.server.messages import Refused, say, spoken
from tablee.server.problems.wishes import AttemptView, AttemptWish
from tablee.server.thinking import previews_of
from tablee.server.views import line_view

PARTS = 5
"""The parts of a problem of Shear Panic as a line. Fragile's have four."""
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
    for move in state_of(line).parse_typed(wish.typed) if wish.typed else ():
        line.append(after(problem, line[-1], move))
    roll_dice(problem, line)
    last = line[-1]
    state = state_of(line)
    entries = [_entry(number, line) for number in range(1, len(line))]
    over = not problem.choices(state)
    return AttemptView(
        problem=problem.text,
        turns=len(problem.commands),
        used=commands_used(problem, state),
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
        if not problem.choices(state_of(line)):
            raise Refused("problem-over")
        line.append(after(problem, line[-1], line[-1].parse(text)))
    return line


def state_of(line: Line) -> ShearPanicState:
    state = line[-1].state
    assert isinstance(state, ShearPanicState)
    return state


def after(
    problem: Problem, sitting: Sitting[ShearPanicMove], move: ShearPanicMove
) -> Sitting[ShearPanicMove]:
    """Returns the sitting after a move. The turn comes back to the player of the problem."""
    played = sitting.play(move)
    assert isinstance(played.state, ShearPanicState)
    state = problem.handed_back(played.state)
    if state is played.state:
        return played
    back = state.game.sitting(state)
    back.move, back.text, back.marked = played.move, played.text, played.marked
    back.past = played.past
    back.events = tuple(
        event for event in played.events if not isinstance(event, TurnBegan | TurnPassed)
    )
    return back


def roll_dice(problem: Problem, line: Line) -> None:
    while line[-1].state.actor == CHANCE and problem.choices(state_of(line)):
        roll = draw(line[-1].state.outcomes(), _dice(problem, line))
        line.append(after(problem, line[-1], roll))


def _dice(problem: Problem, line: Line) -> Random:
    played = THEN.join(sitting.text for sitting in line[1:])
    return Random(hashlib.sha256(f"{problem.text}/{played}".encode()).digest())


def _entry(number: int, line: Line) -> Played:
    played, before = line[number], line[number - 1]
    seat = NOBODY if before.state.actor == CHANCE else 0
    return Played(
        number=number, at=0.0, seat=seat, move=played.text, events=described(played.events)
    )


def commands_used(problem: Problem, state: ShearPanicState) -> int:
    """Returns the number of commands used so far."""
    left = len(state.game.edition.menu) - state.used[problem.player].bit_count()
    return len(problem.commands) - left


def turns_of(line: Line) -> Iterator[list[str]]:
    """Yields the moves and rolls of each turn."""
    turn: list[str] = []
    for sitting in line[1:]:
        turn.append(sitting.text)
        assert isinstance(sitting.state, ShearPanicState)
        if ends_turn(sitting.state):
            yield turn
            turn = []
    if turn:
        yield turn
