"""Plays a turn of a problem from its text."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.games.fragile.moves import Action
from tablee.games.fragile.notation import END, parse_turn
from tablee.games.fragile.position import Position
from tablee.games.fragile.state import FragileState


@dataclass(frozen=True)
class PlayedTurn:
    """A turn of one docker. ``positions`` are those before each of the actions."""

    actions: tuple[Action, ...]
    positions: tuple[Position, ...]
    before: FragileState
    acted: FragileState
    """The state after the last action."""
    after: FragileState
    """The state after the end of the turn, unless the turn is unfinished or the game over."""

    @property
    def is_finished(self) -> bool:
        return self.after.active is None or self.after.result is not None

    @property
    def docker(self) -> str:
        """The cell on which the docker began."""
        return self.actions[0].docker


def play_turn(state: FragileState, text: str, *, finish: bool = True) -> PlayedTurn:
    """Plays a turn. Raises ``Invalid`` or ``Illegal``."""
    before = state
    actions: list[Action] = []
    positions: list[Position] = []
    for move in parse_turn(state, text):
        assert isinstance(move, Action)
        actions.append(move)
        positions.append(state.position)
        state = state.play(move)
    after = state.play(state.parse(END)) if finish and state.result is None else state
    return PlayedTurn(tuple(actions), tuple(positions), before, state, after)
