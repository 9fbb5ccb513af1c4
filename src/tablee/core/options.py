"""Options: the choices at the setup of a table. Each game declares its own as data.

The lobby, the flags of ``tablee play``, the OpenAPI schema and the docs read these declarations.
The catalogue of the game holds the sentences: ``option-NAME`` asks for a value, and
``option-NAME-CHOICE`` explains a choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tablee.core.errors import Invalid, core_message
from tablee.core.messages import Message


class OptionKind(StrEnum):
    """The form of an option's value."""

    CHOICE = "choice"
    """One of the choices."""
    NUMBER = "number"
    """A whole number from ``least`` to ``most``, or one of the choices."""
    SEAT = "seat"
    """The number of a seat, from 1 on, or one of the choices."""
    ONE_EACH = "one-each"
    """One choice for each player, in the order of the seats, all different, without spaces."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose. The catalogue of ``package`` holds its sentences."""

    package: str
    name: str
    kind: OptionKind
    choices: tuple[str, ...]
    default: str = ""
    """``ONE_EACH`` needs no default: each player gets a choice, in order."""
    players: tuple[int, ...] = ()
    """The numbers of players that have this option. Empty means all."""
    least: int = 1
    most: int = 999_999_999
    since: int = 1
    """The rules version that introduced the option."""

    def default_for(self, players: int) -> str:
        if self.kind is OptionKind.ONE_EACH:
            return "".join(self.choices[:players])
        return self.default

    def is_offered_to(self, players: int) -> bool:
        return not self.players or players in self.players

    def accepts(self, text: str, players: int) -> bool:
        """True if a table with this number of players accepts the value."""
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
        """Returns a short list of the accepted values, for an error message."""
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
        """Returns a few words that ask for the value."""
        return Message(self.package, f"option-{self.name}")

    def meaning(self, choice: str) -> Message:
        return Message(self.package, f"option-{self.name}-{choice}")

    def to_json(self) -> dict[str, Any]:
        """Returns the option as plain data, with sentences in every language."""
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
    """Returns the number of players and a value for every option. Raises ``Invalid``.

    An option newer than the rules version gets its default.
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
