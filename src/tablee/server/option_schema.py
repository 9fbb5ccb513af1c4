"""The options that the games declare, as a JSON schema for the OpenAPI document."""

from __future__ import annotations

from typing import Any

from tablee.core.game import Game
from tablee.core.options import Option, OptionKind
from tablee.core.registry import game_names, game_type

MOST_OPTIONS, LONGEST_NAME, LONGEST_VALUE = 16, 40, 200
"""Limits on what a stranger may send."""


def options_schema() -> dict[str, Any]:
    """Returns the schema: the options of any one of the games."""
    return {
        "maxProperties": MOST_OPTIONS,
        "anyOf": [_of_game(game_type(name)) for name in game_names()],
    }


def _of_game(kind: type[Game[Any]]) -> dict[str, Any]:
    players = {
        "type": "string",
        "enum": [str(count) for count in kind.player_counts],
        "default": str(kind.usual_players),
        "description": "How many play",
    }
    return {
        "type": "object",
        "title": kind.name,
        "properties": {
            "players": players,
            **{option.name: _of_option(option, kind) for option in kind.all_options},
        },
        "additionalProperties": False,
    }


def _of_option(option: Option, kind: type[Game[Any]]) -> dict[str, Any]:
    fewest, most = min(kind.player_counts), max(kind.player_counts)
    schema: dict[str, Any] = {"type": "string", "description": _description(option)}
    if option.default:
        schema["default"] = option.default
    match option.kind:
        case OptionKind.CHOICE:
            schema["enum"] = list(option.choices)
        case OptionKind.SEAT:
            schema["enum"] = [*(str(seat + 1) for seat in range(most)), *option.choices]
        case OptionKind.NUMBER:
            number = f"0|[1-9][0-9]{{0,{len(str(option.most)) - 1}}}"
            schema["pattern"] = f"^({'|'.join((*option.choices, number))})$"
        case OptionKind.ONE_EACH:
            schema["pattern"] = f"^[{''.join(option.choices)}]{{{fewest},{most}}}$"
    return schema


def _description(option: Option) -> str:
    parts = [option.question().text()]
    if option.kind is OptionKind.NUMBER:
        parts.append(f"a whole number from {option.least} to {option.most}")
    if option.kind is OptionKind.ONE_EACH:
        parts.append("one for each seat, all different")
    parts += [f"{choice}: {option.meaning(choice).text()}" for choice in option.choices]
    if option.players:
        parts.append(f"only with so many players: {', '.join(map(str, option.players))}")
    return "; ".join(parts)
