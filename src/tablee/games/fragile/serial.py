"""States as JSON, read and written, and positions as one line of text."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from tablee.core.errors import Invalid, core_message
from tablee.core.game import Result
from tablee.core.messages import catalogue
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

T = TypeVar("T")

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
    result = state.ended
    return {
        "position": position_text(state.position),
        "depots": dict(state.depots),
        "to_play": list(state.to_play),
        "turn": state.turn,
        "activations": state.activations,
        "active": state.active,
        "points": state.points,
        "barred": state.barred,
        "flips": state.flips,
        "marker": state.marker,
        "stored_this_turn": state.stored_this_turn,
        "idle_turns": state.idle_turns,
        "full_player": state.full_player,
        "last_turns": state.last_turns,
        "origin": None if state.origin is None else position_text(state.origin),
        "ended": None
        if result is None
        else {
            "winners": list(result.winners),
            "rule": result.rule,
            "reason": result.reason.key,
        },
    }


def state_from_json(game: Fragile, data: Mapping[str, Any]) -> FragileState:
    """Reads the data of ``state_to_json``. Raises ``Invalid`` on other data."""
    from tablee.games.fragile.state import FragileState

    board = game.edition.board
    try:
        origin, ended = data["origin"], data["ended"]
        state = FragileState(
            game,
            parse_position(board, data["position"]),
            _of_type(dict, data["depots"]),
            tuple(_of_type(list, data["to_play"])),
            origin=None if origin is None else parse_position(board, origin),
            ended=None if ended is None else _result(ended),
            **{key: _plain(data, key) for key in _PLAIN_FIELDS},
        )
        _check(state)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        problem = f"{type(error).__name__} {error}"
        raise Invalid(core_message("state-json", game=game.name, problem=problem)) from None
    return state


def _plain(data: Mapping[str, Any], key: str) -> Any:
    value = data[key]
    if value is None and key in _MAY_BE_NONE:
        return None
    if type(value) is not _PLAIN_FIELDS[key] or (isinstance(value, int) and value < 0):
        raise ValueError(key)
    return value


def _of_type(kind: type[T], value: object) -> T:
    if type(value) is not kind:
        raise TypeError(value)
    return value


def _check(state: FragileState) -> None:
    """Raises ``Invalid`` if the state refers to something that is not there."""
    game, dockers = state.game, state.position.dockers
    winners = () if state.ended is None else state.ended.winners
    colours = 2 if game.problem else game.players
    _check_names(state.depots.keys(), game.edition.board.entrances)
    _check_names(state.depots.values(), (None, *range(game.players)))
    _check_names((*state.to_play, *winners), range(game.players))
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


def _result(data: Mapping[str, Any]) -> Result:
    rule, reason = _of_type(str, data["rule"]), _of_type(str, data["reason"])
    if not reason.startswith("end-") or reason not in catalogue(PACKAGE):
        raise ValueError(reason)
    return Result(tuple(_of_type(list, data["winners"])), rule, say(reason))
