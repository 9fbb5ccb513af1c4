"""Fragile being played, with the compiled kernel beside the law.

A table does three things most: it lists the moves, dockers walk, turns end. Here the kernel does
these on the packed twin of the state, and the law writes down the state they lead to. Every other
move is played by the law, and the twin plays it too, which is faster than packing the new state.
Tests hold both equal. Without a compiled kernel a sitting needs none of this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Self

from tablee.core.game import Step
from tablee.core.sitting import Sitting
from tablee.games.fragile import codes, kernel, notation, packing, rules
from tablee.games.fragile.actions import went
from tablee.games.fragile.board import CELLS
from tablee.games.fragile.edition import VERSIONS
from tablee.games.fragile.events import TurnBegan, TurnEnded
from tablee.games.fragile.listing_kernel import listed
from tablee.games.fragile.moves import EndTurn, FragileMove, Go
from tablee.games.fragile.packing import NUMBER
from tablee.games.fragile.setup import draws_first
from tablee.games.fragile.step_kernel import turn_ended, walked

if TYPE_CHECKING:
    from tablee.games.fragile.quay_kernel import PackedState
    from tablee.games.fragile.state import FragileState


def sitting(state: FragileState) -> Sitting[FragileMove]:
    """Returns a sitting, with the kernel if it is compiled and knows the rules of the game."""
    if kernel.COMPILED and state.game.rules_version == VERSIONS[-1]:
        return FragileSitting(state, _packed(state))
    return Sitting(state)


def _packed(state: FragileState) -> PackedState | None:
    """Returns the packed twin of a state, or None if packed memory has no room for it."""
    if state.ended is not None or draws_first(state) or not packing.fits(state):
        return None
    return packing.pack(state)


Stepped = tuple[Step["FragileState"], "PackedState | None"]


class FragileSitting(Sitting[FragileMove]):
    """A sitting with the packed twin of its state, which nobody changes.

    Without a twin the law does all of it.
    """

    state: FragileState

    def __init__(self, state: FragileState, packed: PackedState | None) -> None:
        super().__init__(state)
        self._packed = packed

    @cached_property
    def moves(self) -> Mapping[str, FragileMove]:
        if self._packed is None or not self.state.to_play:
            return super().moves
        return Listing(self.state, listed(self._packed, _words, _write))

    def _step(self, move: FragileMove) -> tuple[Step[FragileState], Self]:
        found = None
        if self._packed is not None:
            if isinstance(move, Go):
                found = self._walk(self._packed, move)
            elif isinstance(move, EndTurn) and not self.state.game.problem:
                found = self._end_turn(self._packed)
        step, packed = found or self._step_by_law(move)
        return step, type(self)(step.state, packed)

    def _walk(self, packed: PackedState, move: Go) -> Stepped | None:
        """F-4.1: walks. Returns None if the kernel leaves the walk to the law."""
        found = walked(packed, NUMBER[move.docker], NUMBER[move.target], CELLS)
        if found is None:
            return None
        twin, docker, way = found
        effect = went(self.state.position, docker, way)
        after, events = rules.take_effect(self.state, docker, effect)
        return Step(after, tuple(events)), twin

    def _end_turn(self, packed: PackedState) -> Stepped | None:
        """F-3.1: ends the turn. Returns None if more happens than that the next turn begins."""
        found = turn_ended(packed)
        if found is None:
            return None
        twin, to_play, last_turns = found
        after = rules.turn_over(self.state, to_play=to_play, last_turns=last_turns)
        began = TurnBegan("F-3.2", after.player, after.game.points(after.turn))
        return Step(after, (TurnEnded("F-3.1", self.state.player), began)), twin

    def _step_by_law(self, move: FragileMove) -> Stepped:
        step = self.state.step(move)
        after = step.state
        # A stack taken apart needs one more cell.
        has_room = len(after.position.crates) <= codes.MOST_CRATES
        if self._packed is None or after.ended is not None or not has_room:
            return step, _packed(after)
        twin = self._packed.copy()
        kernel.apply(twin, packing.pack_move(self.state, move, after))
        return step, twin


class Listing(Mapping[str, FragileMove]):
    """Moves in writing. A table shows all of them and plays one, so only that one is made."""

    def __init__(self, state: FragileState, texts: list[str]) -> None:
        self._state = state
        self._texts = texts

    def __getitem__(self, text: str) -> FragileMove:
        if text not in self._texts:
            raise KeyError(text)
        return notation.read(self._state, text)

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


_words: dict[int, list[str | None]] = {}
"""The notations that the kernel has listed. There are few of them, and they come again."""


def _write(word: int) -> str:
    target, source, kind, docker = word & 127, word >> 7 & 127, word >> 14 & 15, word >> 18
    text = notation.token(packing.move_of(kind, "", CELLS[source], CELLS[target]))
    return f"{CELLS[docker - 1]}: {text}" if docker else text
