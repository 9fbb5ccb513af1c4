"""Options: what may be chosen when a table is set up, declared by each game as data.

The lobby, the flags of ``tablee play``, the OpenAPI and the docs are made from these declarations.
The sentences of an option stand in the catalogue of its game: ``option-NAME`` asks for it, and
``option-NAME-CHOICE`` says what a choice means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tablee.core.errors import Invalid, core_message
from tablee.core.messages import Message


class OptionKind(StrEnum):
    """What the value of an option looks like."""

    CHOICE = "choice"
    """One of the choices."""
    NUMBER = "number"
    """A whole number from ``least`` to ``most``, or one of the choices."""
    SEAT = "seat"
    """The number of a seat, from 1 on, or one of the choices."""
    ONE_EACH = "one-each"
    """A choice for each player, in the order of the seats, all different, written without a gap."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose. ``package`` has the catalogue with its sentences."""

    package: str
    name: str
    kind: OptionKind
    choices: tuple[str, ...]
    default: str = ""
    """``ONE_EACH`` needs none: the first choices are dealt out."""
    players: tuple[int, ...] = ()
    """The numbers of players for which there is something to choose; empty for all."""
    least: int = 1
    most: int = 999_999_999
    since: int = 1
    """The rules version that brought it."""

    def default_for(self, players: int) -> str:
        if self.kind is OptionKind.ONE_EACH:
            return "".join(self.choices[:players])
        return self.default

    def is_offered_to(self, players: int) -> bool:
        return not self.players or players in self.players

    def accepts(self, text: str, players: int) -> bool:
        """Is this a value of the option at a table of so many players?"""
        if not self.is_offered_to(players):
            return text == self.default_for(players)
        if self.kind is OptionKind.ONE_EACH:
            return len(text) == players and len(set(text) & set(self.choices)) == players
        if text in self.choices:
            return True
        if self.kind is OptionKind.CHOICE or not (text.isascii() and text.isdecimal()):
            return False
        if len(text) > len(str(self.most)) or text != str(int(text)):
            return False
        most = players if self.kind is OptionKind.SEAT else self.most
        return self.least <= int(text) <= most

    def known(self, players: int) -> str:
        """The values it takes, in short, for whoever gave another."""
        if not self.is_offered_to(players):
            return self.default_for(players)
        match self.kind:
            case OptionKind.SEAT:
                return ", ".join((f"1 … {players}", *self.choices))
            case OptionKind.NUMBER:
                return ", ".join((*self.choices, f"{self.least} … {self.most}"))
            case OptionKind.ONE_EACH:
                return f"{players} × {' '.join(self.choices)}"
        return ", ".join(self.choices)

    def question(self) -> Message:
        """What is to be chosen, in a few words."""
        return Message(self.package, f"option-{self.name}")

    def meaning(self, choice: str) -> Message:
        return Message(self.package, f"option-{self.name}-{choice}")

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data, sentences in every language included."""
        return {
            "name": self.name,
            "kind": str(self.kind),
            "question": self.question().texts(),
            "choices": {choice: self.meaning(choice).texts() for choice in self.choices},
            "default": self.default,
            "players": list(self.players),
            "least": self.least,
            "most": self.most,
        }


def read_options(
    game: str,
    given: Mapping[str, str],
    options: tuple[Option, ...],
    player_counts: tuple[int, ...],
    usual_players: int,
    version: int,
) -> tuple[int, dict[str, str]]:
    """The number of players and a value for every option. Raises ``Invalid``.

    Options that are newer than the rules version have their defaults.
    """
    known = {option.name: option for option in options if option.since <= version}
    for key, value in given.items():
        if key != "players" and key not in known:
            raise bad_option(game, key, value, ", ".join(("players", *known)))
    counts = {str(count): count for count in player_counts}
    wanted = given.get("players", str(usual_players))
    if wanted not in counts:
        raise bad_option(game, "players", wanted, ", ".join(counts))
    players = counts[wanted]
    values = {option.name: option.default_for(players) for option in options}
    for name, option in known.items():
        value = given.get(name) or values[name]
        if not option.accepts(value, players):
            raise bad_option(game, name, value, option.known(players))
        values[name] = value
    return players, values


def bad_option(game: str, key: str, value: str, known: str) -> Invalid:
    return Invalid(core_message("option", game=game, key=key, value=value, known=known))
