"""Turns the options that games declare into flags of commands."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from tablee.bots import bot_names
from tablee.cli.console import say
from tablee.core.errors import Invalid
from tablee.core.game import Game
from tablee.core.messages import Message
from tablee.core.options import Option, OptionKind
from tablee.core.registry import game_names, game_type

PREFIX = "option_"
"""Keeps the options of games apart from the other arguments of a command."""


def add_flags(parser: argparse.ArgumentParser, language: str) -> None:
    """Adds a flag for every option of every game. Games share flags of the same name."""
    group = parser.add_argument_group(say("flags-title").text(language))
    for name, games in _by_name().items():
        group.add_argument(
            flag(name),
            dest=PREFIX + name,
            metavar="|".join(
                dict.fromkeys(form for option in games.values() for form in forms(option))
            ),
            help=" ".join(_help(games, language)).replace("%", "%%"),
        )


def chosen_options(kind: type[Game[Any]], arguments: argparse.Namespace) -> dict[str, str]:
    """Returns the options given as flags. Raises ``Invalid`` on a flag of another game."""
    own = [option.name for option in kind.all_options]
    chosen: dict[str, str] = {}
    for name in _by_name():
        value = getattr(arguments, PREFIX + name)
        if value is None:
            continue
        if name not in own:
            known = ", ".join(map(flag, own))
            raise Invalid(say("flag-unknown", game=kind.name, flag=flag(name), known=known))
        chosen[name] = value
    return chosen


def flag(name: str) -> str:
    return f"--{name}"


def forms(option: Option) -> Iterator[str]:
    """Yields the forms a value can have, as words."""
    match option.kind:
        case OptionKind.SEAT:
            yield "SEAT"
        case OptionKind.NUMBER:
            yield "NUMBER"
        case OptionKind.ONE_EACH:
            yield "LETTERS"
            return
    yield from option.choices


def about(option: Option, language: str) -> str:
    """Returns the question, the values and their meaning, the default, the numbers of players."""
    default: Message | str = option.default
    if option.kind is OptionKind.ONE_EACH:
        default = say("flag-first-ones")
    told = say(
        "flag-about",
        question=option.question(),
        values=", ".join(_values(option, language)),
        default=default,
    )
    parts = [told.text(language)]
    if option.players:
        parts.append(say("flag-players", players=_listed(option.players)).text(language))
    return " ".join(parts)


def player_counts(kind: type[Game[Any]], language: str) -> str:
    """Returns a sentence with the possible numbers of players and the default."""
    told = say("flag-counts", players=_listed(kind.player_counts), default=kind.usual_players)
    return told.text(language)


def about_players(language: str) -> str:
    """Returns that sentence for every game."""
    counts = (f"{name}: {player_counts(game_type(name), language)}" for name in game_names())
    return " ".join((say("flag-how-many").text(language), *counts))


def known_bots() -> str:
    """Returns the names of the bots of every game."""
    names = (name for game in game_names() for name in bot_names(game))
    return ", ".join(dict.fromkeys(names))


def _by_name() -> dict[str, dict[str, Option]]:
    """Returns the options of all games by name, then by game."""
    found: dict[str, dict[str, Option]] = {}
    for game in game_names():
        for option in game_type(game).all_options:
            found.setdefault(option.name, {})[game] = option
    return found


def _help(games: dict[str, Option], language: str) -> Iterator[str]:
    """Yields what a flag means in each game. Games in which it means the same share a sentence."""
    same: dict[str, list[str]] = {}
    for game, option in games.items():
        same.setdefault(about(option, language), []).append(game)
    for text, names in same.items():
        yield f"{', '.join(names)}: {text}"


def _values(option: Option, language: str) -> Iterator[str]:
    match option.kind:
        case OptionKind.SEAT:
            yield say("flag-seat").text(language)
        case OptionKind.NUMBER:
            yield say("flag-number", least=option.least, most=option.most).text(language)
    choices = [_choice(option, choice, language) for choice in option.choices]
    if option.kind is OptionKind.ONE_EACH:
        yield say("flag-one-each", choices=", ".join(choices)).text(language)
    else:
        yield from choices


def _choice(option: Option, choice: str, language: str) -> str:
    meaning = option.meaning(choice).text(language)
    return choice if meaning == choice else f"{choice} ({meaning})"


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
