"""The games of the house. A new game is its folder and one line here."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tablee.core.errors import Invalid, core_message
from tablee.core.game import Game

_GAMES = {
    "fragile": "tablee.games.fragile:Fragile",
    "shear-panic": "tablee.games.shear_panic:ShearPanic",
}


def game_names() -> tuple[str, ...]:
    return tuple(_GAMES)


def game_type(name: str) -> type[Game[Any]]:
    """The class of the game with this name. Raises ``Invalid`` for an unknown one."""
    try:
        module, _, attribute = _GAMES[name].partition(":")
    except KeyError:
        known = ", ".join(_GAMES)
        raise Invalid(core_message("unknown-game", name=name, known=known)) from None
    found: type[Game[Any]] = getattr(import_module(module), attribute)
    return found
