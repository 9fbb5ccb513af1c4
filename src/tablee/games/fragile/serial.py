"""States as JSON, read and written, and positions as one line of text."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tablee.core.errors import Invalid
from tablee.core.serial import of_type, reading_state, result_from_json, result_to_json
from tablee.games.fragile import setup
from tablee.games.fragile.board import Board
from tablee.games.fragile.messages import PACKAGE, say
from tablee.games.fragile.position import (
    Docker,
    Position,
    cells_text,
    crates_text,
    parse_cells,
    parse_crates,
)

if TYPE_CHECKING:
    from tablee.games.fragile.game import Fragile
    from tablee.games.fragile.state import FragileState

_PLAIN_FIELDS: dict[str, type] = {
    "turn": int,
    "activations": int,
    "active": int,
    "points": int,
    "barred": int,
    "flips": int,
    "marker": int,
    "stored_this_turn": bool,
    "idle_turns": int,
    "full_player": int,
    "last_turns": bool,
}
_MAY_BE_NONE = {"active", "barred", "marker", "full_player"}


def dockers_text(dockers: tuple[Docker, ...]) -> str:
    """Returns each docker with its player, counted from 1: ``1D6,1B9,2C2``."""
    return cells_text([docker.text for docker in dockers])


def parse_dockers(text: str) -> tuple[Docker, ...]:
    """Reads the text of ``dockers_text``. Raises ``Invalid``."""
    found = [] if text == "-" else text.split(",")
    for item in found:
        if item[:1] not in tuple("123456789"):
            raise Invalid(say("bad-docker", text=item))
    cells = parse_cells(cells_text(item[1:] for item in found))
    return tuple(Docker(int(item[0]) - 1, cell) for item, cell in zip(found, cells, strict=True))


def position_text(position: Position) -> str:
    """Returns a position as one line, crates then dockers. Writes it only once."""
    if not position._text:
        if not position._crates_text:
            object.__setattr__(position, "_crates_text", crates_text(position.crates))
        line = f"{position._crates_text} {dockers_text(position.dockers)}"
        object.__setattr__(position, "_text", line)
    return position._text


def parse_position(board: Board, text: str) -> Position:
    """Reads the text of ``position_text``. Raises ``Invalid``."""
    crates, separator, dockers = text.partition(" ")
    if not separator:
        raise Invalid(say("bad-position", text=text))
    position = Position(board, parse_crates(crates), parse_dockers(dockers))
    for docker in position.dockers:
        if docker.cell in position.crates:
            raise Invalid(say("cell-taken-twice", cell=docker.cell))
    for cell, stack in position.crates.items():
        if board.is_slot(cell) and len(stack) > 1:
            raise Invalid(say("stack-in-slot", cell=cell))
    return position


def state_to_json(state: FragileState) -> dict[str, Any]:
    return {
        "position": position_text(state.position),
        "depots": dict(state.depots),
        "to_play": list(state.to_play),
        **{key: getattr(state, key) for key in _PLAIN_FIELDS},
        "origin": None if state.origin is None else position_text(state.origin),
        "ended": result_to_json(state.ended),
    }


def state_from_json(game: Fragile, data: Mapping[str, Any]) -> FragileState:
    """Reads the data of ``state_to_json``. Raises ``Invalid`` on other data."""
    from tablee.games.fragile.state import FragileState

    board = game.edition.board
    with reading_state(game.name):
        origin = data["origin"]
        state = FragileState(
            game,
            parse_position(board, data["position"]),
            of_type(dict, data["depots"]),
            tuple(of_type(list, data["to_play"])),
            origin=None if origin is None else parse_position(board, origin),
            ended=result_from_json(data["ended"], PACKAGE, game.players),
            **{key: _plain(data, key) for key in _PLAIN_FIELDS},
        )
        _check(state)
        return state


def _plain(data: Mapping[str, Any], key: str) -> Any:
    value = data[key]
    if value is None and key in _MAY_BE_NONE:
        return None
    if type(value) is not _PLAIN_FIELDS[key] or (isinstance(value, int) and value < 0):
        raise ValueError(key)
    return value


def _check(state: FragileState) -> None:
    """Raises ``Invalid`` if the state refers to something that is not there."""
    game, dockers = state.game, state.position.dockers
    colours = 2 if game.problem else game.players
    _check_names(state.depots.keys(), game.edition.board.entrances)
    _check_names(state.depots.values(), (None, *range(game.players)))
    _check_names(state.to_play, range(game.players))
    _check_names((state.marker, state.full_player), (None, *range(game.players)))
    _check_names((state.active, state.barred), (None, *range(len(dockers))))
    _check_names((docker.player for docker in dockers), range(colours))
    if not state.to_play and not _draws(state):
        raise ValueError("to_play")
    if (state.active is None) != (state.origin is None):
        raise ValueError("origin")
    if state.origin is not None and len(state.origin.dockers) != len(dockers):
        raise ValueError("origin")


def _draws(state: FragileState) -> bool:
    """F-3.1, F-6.1: true if nobody may be to play because of a draw."""
    game = state.game
    if setup.is_setup(state):
        return game.first is None and setup.draws_first(state)
    return game.straws


def _check_names(found: Iterable[object], known: Container[object]) -> None:
    for name in found:
        if isinstance(name, bool | float) or name not in known:
            raise ValueError(name)
