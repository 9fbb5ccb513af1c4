"""States as JSON, both ways, and positions as one line of text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tablee.core.errors import Invalid, core_message
from tablee.core.game import Result
from tablee.games.fragile.board import Board, Cell
from tablee.games.fragile.messages import say
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
    """``1D6,1B9,2C2``: each docker with its player, counted from 1, in order."""
    return cells_text(f"{docker.player + 1}{docker.cell}" for docker in dockers)


def parse_dockers(text: str) -> tuple[Docker, ...]:
    """Raises ``Invalid``."""
    found = [] if text == "-" else text.split(",")
    for item in found:
        if not item[:1].isdecimal() or item[0] == "0":
            raise Invalid(say("bad-docker", text=item))
    cells = parse_cells(cells_text(item[1:] for item in found))
    return tuple(
        Docker(int(item[0]) - 1, cell) for item, cell in zip(found, cells, strict=True)
    )


def position_text(position: Position) -> str:
    """A position as one line: crates, then dockers."""
    return f"{crates_text(position.crates)} {dockers_text(position.dockers)}"


def parse_position(board: Board, text: str) -> Position:
    """The position a line stands for. Raises ``Invalid``."""
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
        **{key: getattr(state, key) for key in _PLAIN_FIELDS},
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
    """Raises ``Invalid`` on anything ``state_to_json`` does not write."""
    from tablee.games.fragile.state import FragileState

    board = game.edition.board
    try:
        depots: dict[Cell, int | None] = dict(data["depots"])
        if not depots.keys() <= board.entrances.keys():
            raise ValueError("depots")
        fields = {key: _plain(data, key) for key in _PLAIN_FIELDS}
        origin, ended = data["origin"], data["ended"]
        return FragileState(
            game,
            parse_position(board, data["position"]),
            depots,
            tuple(_number(player) for player in data["to_play"]),
            origin=None if origin is None else parse_position(board, origin),
            ended=None if ended is None else _result(ended),
            **fields,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        problem = f"{type(error).__name__} {error}"
        raise Invalid(core_message("state-json", game=game.name, problem=problem)) from None


def _plain(data: Mapping[str, Any], key: str) -> Any:
    value = data[key]
    if value is None and key in _MAY_BE_NONE:
        return None
    if type(value) is not _PLAIN_FIELDS[key]:
        raise ValueError(key)
    return value


def _number(value: object) -> int:
    if type(value) is not int:
        raise ValueError(value)
    return value


def _result(data: Mapping[str, Any]) -> Result:
    winners = tuple(_number(player) for player in data["winners"])
    return Result(winners, str(data["rule"]), say(str(data["reason"])))
