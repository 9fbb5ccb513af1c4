"""What a table asks of every state: what may be played, in writing, and who can act.

Where it is compiled the kernel answers, on a packed twin that a state keeps. The next state gets
its own by the same move played there, which is sooner done than packing it anew. Else the law does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tablee.games.fragile import codes, kernel, packing
from tablee.games.fragile.board import CELLS, Cell
from tablee.games.fragile.listing_kernel import listed
from tablee.games.fragile.moves import DrawStraws, EndTurn, FragileMove, PlaceDepot, PlaceDocker
from tablee.games.fragile.notation import END, token

if TYPE_CHECKING:
    from tablee.games.fragile.quay_kernel import PackedState
    from tablee.games.fragile.state import FragileState


class Listing(NamedTuple):
    notations: list[str]
    """Of every legal move, in their order."""
    cells: list[Cell]
    """Where the dockers stand that can act; in setup, where something may be placed (F-2)."""
    may_end: bool
    """Whether the turn may end now (F-3.1)."""


def listing(state: FragileState) -> Listing:
    return _by_kernel(state) if is_quick(state) else _by_law(state)


def is_quick(state: FragileState) -> bool:
    """Whether the compiled kernel can answer. A draw (F-6.1) is soon listed without it."""
    if hasattr(state, "_packed"):
        return bool(state.to_play)
    return kernel.COMPILED and bool(state.to_play) and packing.fits(state)


def _by_law(state: FragileState) -> Listing:
    noted = state.by_notation()
    cells = [cell for move in noted.values() if (cell := _begins(move)) is not None]
    return Listing(list(noted), list(dict.fromkeys(cells)), END in noted)


def _begins(move: FragileMove) -> Cell | None:
    match move:
        case DrawStraws() | EndTurn():
            return None
        case PlaceDepot(cell) | PlaceDocker(cell):
            return cell
    return move.docker


def _by_kernel(state: FragileState) -> Listing:
    return Listing(*listed(_twin(state), _words, _write, CELLS))


_words: dict[int, list[str | None]] = {}
"""The notation of what the kernel lists: there is not much, and it comes again."""


def _write(word: int) -> str:
    target, source, kind, docker = word & 127, word >> 7 & 127, word >> 14 & 15, word >> 18
    text = token(packing.move_of(kind, "", CELLS[source], CELLS[target]))
    return f"{CELLS[docker - 1]}: {text}" if docker else text


def _twin(state: FragileState) -> PackedState:
    """The state on packed memory. It is kept, and nobody changes it."""
    if not hasattr(state, "_packed"):
        object.__setattr__(state, "_packed", packing.pack(state))
    return state._packed


def hand_on(state: FragileState, move: FragileMove, after: FragileState) -> None:
    """Gives the state after a move its packed twin, if the one before has one.

    Not if there is no room: a stack taken apart needs one more cell.
    """
    has_room = len(after.position.crates) <= codes.MOST_CRATES
    if has_room and after.ended is None and hasattr(state, "_packed"):
        twin = state._packed.copy()
        kernel.apply(twin, packing.pack_move(state, move, after))
        object.__setattr__(after, "_packed", twin)
