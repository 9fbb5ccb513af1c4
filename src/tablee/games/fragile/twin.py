"""A state's twin on packed memory. It is kept with the state, and nobody changes it.

Where the kernel is compiled, what a table does most is done there: moves are listed, dockers walk,
turns end. The state after a move gets its own twin by the same move played there, which is sooner
done than packing it anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.games.fragile import codes, kernel, packing, rules
from tablee.games.fragile.actions import went
from tablee.games.fragile.board import CELLS
from tablee.games.fragile.edition import VERSIONS
from tablee.games.fragile.events import FragileEvent, TurnBegan, TurnEnded
from tablee.games.fragile.moves import EndTurn, FragileMove, Go
from tablee.games.fragile.packing import NUMBER
from tablee.games.fragile.step_kernel import turn_ended, walked

if TYPE_CHECKING:
    from tablee.games.fragile.quay_kernel import PackedState
    from tablee.games.fragile.state import FragileState

Stepped = tuple["FragileState", tuple[FragileEvent, ...]]


def can_answer(state: FragileState) -> bool:
    """Whether the compiled kernel can be asked. A draw (F-6.1) is soon listed without it.

    The kernel's last turns are those of the latest rules (F-5.3): older games keep to the law.
    """
    if hasattr(state, "_packed"):
        return bool(state.to_play)
    is_latest = state.game.rules_version == VERSIONS[-1]
    return kernel.COMPILED and is_latest and bool(state.to_play) and packing.fits(state)


def of(state: FragileState) -> PackedState:
    if not hasattr(state, "_packed"):
        _give(state, packing.pack(state))
    return state._packed


def _give(state: FragileState, twin: PackedState) -> None:
    object.__setattr__(state, "_packed", twin)


def step(state: FragileState, move: FragileMove) -> Stepped:
    """The same as the law's, for a state that has a twin."""
    found = None
    if isinstance(move, Go):
        found = _walk(state, move)
    elif isinstance(move, EndTurn) and not state.game.problem:
        found = _end_turn(state)
    return found or _step_by_law(state, move)


def _walk(state: FragileState, move: Go) -> Stepped | None:
    found = walked(state._packed, NUMBER[move.docker], NUMBER[move.target], CELLS)
    if found is None:
        return None
    twin, docker, way = found
    after, events = rules.take_effect(state, docker, went(state.position, docker, way))
    _give(after, twin)
    return after, tuple(events)


def _end_turn(state: FragileState) -> Stepped | None:
    """F-3.1: None if more happens than that the next turn begins."""
    found = turn_ended(state._packed)
    if found is None:
        return None
    twin, to_play, last_turns = found
    after = rules.turn_over(state, to_play=to_play, last_turns=last_turns)
    _give(after, twin)
    began = TurnBegan("F-3.2", after.player, after.game.points(after.turn))
    return after, (TurnEnded("F-3.1", state.player), began)


def _step_by_law(state: FragileState, move: FragileMove) -> Stepped:
    after, events = rules.step(state, move)
    # A stack taken apart needs one more cell.
    has_room = len(after.position.crates) <= codes.MOST_CRATES
    if has_room and after.ended is None:
        twin = state._packed.copy()
        kernel.apply(twin, packing.pack_move(state, move, after))
        _give(after, twin)
    return after, events
