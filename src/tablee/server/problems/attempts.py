"""A line of play in a problem, replayed and looked on from. Runs in a worker."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tablee.core.errors import TableeError
from tablee.games.fragile import Fragile, Problem
from tablee.games.fragile.moves import FragileMove
from tablee.games.fragile.state import FragileState
from tablee.server.entries import Played, described
from tablee.server.live import refusal_of
from tablee.server.messages import Refused, say, spoken
from tablee.server.problems.wishes import AttemptView
from tablee.server.protocol import RefusedMessage, StateView, UndoView
from tablee.server.thinking import previews_of

LONGEST_PROBLEM = 700
"""Characters: a problem with something on each cell has fewer."""
MOST_TURNS = 9


@lru_cache(maxsize=64)
def game_of(text: str) -> Fragile:
    """The game a line of text stands for. Raises ``Invalid`` or ``Refused``."""
    if len(text) > LONGEST_PROBLEM:
        raise Refused("problem-length", longest=LONGEST_PROBLEM)
    problem = Problem.parse(text)
    if problem.turns > MOST_TURNS:
        raise Refused("problem-turns", most=MOST_TURNS)
    return Fragile.of_problem(problem)


def replayed(game: Fragile, moves: Sequence[str]) -> tuple[FragileState, list[FragileMove]]:
    """Where these moves lead. Raises ``Invalid`` or ``Illegal``."""
    state = game.initial()
    played = []
    for text in moves:
        played.append(state.parse(text))
        state = state.play(played[-1])
    return state, played


def is_solved(state: FragileState) -> bool:
    return state.result is not None and bool(state.result.winners)


@lru_cache(maxsize=200)
def moves_of(problem: Problem, turns: tuple[str, ...]) -> list[str]:
    """A solution, move by move."""
    state = Fragile.of_problem(problem).initial()
    moves = []
    for turn in turns:
        for move in state.parse_line(turn):
            moves.append(state.notation(move))
            state = state.play(move)
    assert is_solved(state)
    return moves


def attempt(
    problem: str, moves: tuple[str, ...], typed: str, with_previews: bool
) -> AttemptView | RefusedMessage:
    """The line with what is typed behind it, or why that cannot be played."""
    try:
        game = game_of(problem)
        state, played = replayed(game, moves)
        if typed:
            played += state.parse_typed(typed)
    except TableeError as error:
        return refusal_of(error)
    return _view(game, played, with_previews)


def _view(game: Fragile, moves: Sequence[FragileMove], with_previews: bool) -> AttemptView:
    assert game.problem is not None
    state = game.initial()
    entries = []
    for number, move in enumerate(moves, 1):
        step = state.step(move)
        text, events = state.notation(move), described(step.events)
        entries.append(Played(number=number, at=0.0, seat=0, move=text, events=events))
        assert isinstance(step.state, FragileState)
        state = step.state
    return AttemptView(
        problem=game.problem.text,
        turns=game.problem.turns,
        used=state.turn + (state.active is not None),
        solved=is_solved(state),
        scenery=game.scenery(),
        entries=entries,
        state=_state_view(state, len(entries)),
        previews=previews_of(state) if with_previews else [],
    )


def _state_view(state: FragileState, number: int) -> StateView:
    return StateView(
        number=number,
        version=number,
        phase="playing" if state.result is None else "over",
        actor=state.actor,
        status=spoken(state.status()),
        scores=list(state.scores),
        position=state.to_json(),
        moves=[state.notation(move) for move in state.legal_moves()],
        undo=UndoView(number > 0, {} if number else spoken(say("refused-undo-begin"))),
        deadline=None,
        winners=None if state.result is None else list(state.result.winners),
    )
