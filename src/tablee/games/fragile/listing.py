"""What a table asks of every state: what may be played, in writing, and who can act.

Where it is compiled the kernel answers, on a state's packed twin; else the law does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tablee.games.fragile import packing, twin
from tablee.games.fragile.board import CELLS, Cell
from tablee.games.fragile.listing_kernel import listed
from tablee.games.fragile.moves import (
    DrawFirst,
    DrawStraws,
    EndTurn,
    FragileMove,
    PlaceDepot,
    PlaceDocker,
)
from tablee.games.fragile.notation import END, token

if TYPE_CHECKING:
    from tablee.games.fragile.state import FragileState


class Listing(NamedTuple):
    notations: list[str]
    """Of every legal move, in their order."""
    cells: list[Cell]
    """Where the dockers stand that can act; in setup, where something may be placed (F-2)."""
    may_end: bool
    """Whether the turn may end now (F-3.1)."""


def listing(state: FragileState) -> Listing:
    return _by_kernel(state) if twin.can_answer(state) else _by_law(state)


def _by_law(state: FragileState) -> Listing:
    noted = state.by_notation()
    cells = [cell for move in noted.values() if (cell := _begins(move)) is not None]
    return Listing(list(noted), list(dict.fromkeys(cells)), END in noted)


def _begins(move: FragileMove) -> Cell | None:
    match move:
        case DrawFirst() | DrawStraws() | EndTurn():
            return None
        case PlaceDepot(cell) | PlaceDocker(cell):
            return cell
    return move.docker


def _by_kernel(state: FragileState) -> Listing:
    return Listing(*listed(twin.of(state), _words, _write, CELLS))


_words: dict[int, list[str | None]] = {}
"""The notation of what the kernel lists: there is not much, and it comes again."""


def _write(word: int) -> str:
    target, source, kind, docker = word & 127, word >> 7 & 127, word >> 14 & 15, word >> 18
    text = token(packing.move_of(kind, "", CELLS[source], CELLS[target]))
    return f"{CELLS[docker - 1]}: {text}" if docker else text
