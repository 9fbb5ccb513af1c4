"""Nothing that strangers make stays in memory for ever."""

import functools
import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import tablee
from tablee.core.registry import game_type
from tablee.games.shear_panic import standard
from tablee.games.shear_panic.packing import packed_game

OWN = {
    # By cells, players and seats, of which there are few.
    "column_row",
    "quarter",
    "docker_on",
    "_orders",
    "layout",
    # By names of games, bots, figures, packages, books, and other things of the house.
    "_drawn",
    "_game_view",
    "_insert",
    "_undo_view",
    "_makers",
    "_templates",
    "catalogue",
    "colours_of",
    "game_type",
    "has_colour_option",
    "read",
    "shipped",
    "shipped_judge",
    "standard",
}
"""Caches without a bound, because nobody but the house can add to them. Those without arguments are
not listed."""


def caches() -> Iterator[tuple[str, Any]]:
    """Yields the caches of all that a server may load. It never trains, which needs PyTorch."""
    for found in pkgutil.walk_packages(tablee.__path__, "tablee."):
        trains = found.name.startswith("tablee.training.")
        if not trains and not found.name.endswith(("__main__", "migrations.env")):
            module = importlib.import_module(found.name)
            for name, value in vars(module).items():
                if isinstance(value, functools._lru_cache_wrapper):
                    yield name, value


def test_every_cache_is_bounded_or_knows_only_things_of_the_house() -> None:
    unbounded = {
        name
        for name, cache in caches()
        if cache.cache_parameters()["maxsize"] is None and cache.__wrapped__.__code__.co_argcount
    }
    assert unbounded <= OWN, unbounded - OWN


def test_many_editions_do_not_stay() -> None:
    text = standard().text
    for number in range(300):
        game = game_type("shear-panic").from_options({}, f"{text}\n# edition {number}\n")
        packed_game(game)  # type: ignore[arg-type]
    assert packed_game.cache_info().currsize <= 256
