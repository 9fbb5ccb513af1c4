"""Replays a line of play in a problem and shows what can follow. Runs in a worker."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tablee.core.game import State
from tablee.core.sitting import Sitting
from tablee.games.fragile import Fragile, Problem
from tablee.games.fragile.moves import FragileMove
from tablee.games.fragile.state import FragileState
from tablee.server.entries import Played, described
from tablee.server.messages import Refused
from tablee.server.problems.wishes import AttemptView, AttemptWish
from tablee.server.thinking import previews_of
from tablee.server.views import line_view

LONGEST_PROBLEM = 700
"""Characters. A problem with something on every cell is shorter."""
MOST_TURNS = 9


@lru_cache(maxsize=64)
def game_of(text: str) -> Fragile:
    """Returns the game of a problem given as text. Raises ``Invalid`` or ``Refused``."""
    return Fragile.of_problem(drafted(text))


def drafted(text: str) -> Problem:
    """Returns a problem given as text, which may lack pieces. Raises ``Invalid`` or ``Refused``."""
    if len(text) > LONGEST_PROBLEM:
        raise Refused("problem-length", longest=LONGEST_PROBLEM)
    problem = Problem.parse(text)
    if problem.turns > MOST_TURNS:
        raise Refused("problem-turns", most=MOST_TURNS)
    return problem


def replayed(game: Fragile, moves: Sequence[str]) -> list[Sitting[FragileMove]]:
    """Plays the moves and returns all sittings from the start on.

    Raises ``Invalid`` or ``Illegal``.
    """
    line = [game.sitting()]
    for text in moves:
        line.append(line[-1].play(line[-1].parse(text)))
    return line


def is_solved(state: State[FragileMove]) -> bool:
    return state.result is not None and bool(state.result.winners)


@lru_cache(maxsize=200)
def moves_of(problem: Problem, turns: tuple[str, ...]) -> list[str]:
    """Returns the single moves of a solution."""
    sitting = Fragile.of_problem(problem).sitting()
    moves = []
    for turn in turns:
        for move in sitting.state.parse_line(turn):
            sitting = sitting.play(move)
            moves.append(sitting.text)
    assert is_solved(sitting.state)
    return moves


def attempt(wish: AttemptWish) -> AttemptView:
    """Plays the typed moves at the end of the line. Raises ``TableeError``."""
    game = game_of(wish.problem)
    assert game.problem is not None
    line = replayed(game, wish.moves)
    for move in line[-1].state.parse_typed(wish.typed) if wish.typed else ():
        line.append(line[-1].play(move))
    last = line[-1]
    assert isinstance(last.state, FragileState)
    entries = [
        Played(
            number=number,
            at=0.0,
            seat=0,
            move=played.text,
            events=described(played.events, causes=played.causes),
        )
        for number, played in enumerate(line[1:], 1)
    ]
    return AttemptView(
        problem=game.problem.text,
        turns=game.problem.turns,
        used=last.state.turn + (last.state.active is not None),
        solved=is_solved(last.state),
        scenery=game.scenery(),
        entries=entries,
        state=line_view(last, len(entries)),
        previews=previews_of(last, wish.language) if wish.previews else [],
    )
