"""The registry finds the games: entry points of installed packages in ``tablee.games``.

This package offers its own two the same way, in ``pyproject.toml``. A game is imported when it is
asked for.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from tablee.core.errors import Invalid, core_message
from tablee.core.game import Game

GROUP = "tablee.games"


@cache
def _offered() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda p: p.name)}


def game_names() -> tuple[str, ...]:
    return tuple(_offered())


@cache
def game_type(name: str) -> type[Game[Any]]:
    """Returns the class of the game with this name. Raises ``Invalid`` on an unknown name."""
    if name not in _offered():
        known = ", ".join(_offered())
        raise Invalid(core_message("unknown-game", name=name, known=known))
    found: type[Game[Any]] = _offered()[name].load()
    return found
