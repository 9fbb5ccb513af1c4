"""Records: a whole game as text that people can read and any later version can replay.

    tablee record 1
    game: fragile
    rules: 1
    edition: standard 5f0c8e1b2a77
    players: 2
    seed: 7

    P1 depot A1
    P2 depot J1
    …

A header line is ``key: value``. The header also holds the options of the game. A record carries an
edition of the user's own, each line after ``| ``. A blank line ends the header. Each line after it
says who acts (``P1`` …, or ``--`` for chance) and what was played. ``#`` begins a comment line.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tablee.core.data_file import check_unicode, lines_of
from tablee.core.errors import Illegal, Invalid, TableeError, core_message
from tablee.core.game import CHANCE, Actor, Game, Move, State
from tablee.core.registry import game_type
from tablee.core.sitting import Sitting

FIRST_LINE = "tablee record 1"
STANDARD = "standard"
OWN = "own"
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,1000}")


def fingerprint(edition_text: str) -> str:
    return hashlib.sha256(edition_text.encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Record:
    """A game and the moves played in it, with the outcomes of chance."""

    game: Game[Any]
    moves: tuple[Move, ...]
    seed: int | None = None

    def sittings(self) -> Iterator[Sitting[Any]]:
        """Yields the sitting at the start, then after each move."""
        sitting = self.game.sitting()
        yield sitting
        for move in self.moves:
            sitting = sitting.play(move)
            yield sitting

    def final(self) -> State[Any]:
        *_, last = self.sittings()
        return last.state

    def text(self) -> str:
        game = self.game
        kind = STANDARD if game.has_standard_edition else OWN
        lines = [
            FIRST_LINE,
            f"game: {game.name}",
            f"rules: {game.rules_version}",
            f"edition: {kind} {fingerprint(game.edition_text)}",
            *(f"{key}: {value}" for key, value in game.options().items()),
        ]
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        if kind == OWN:
            lines += [f"| {line}".rstrip() for line in lines_of(game.edition_text)]
        lines.append("")
        lines += [f"{actor_label(actor)} {line}" for actor, line in game.record_lines(self.moves)]
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """Reads a record and checks every move. Raises ``Invalid`` or ``Illegal``."""
        check_unicode("record", text)
        lines = _numbered(text)
        header, edition, body = _split(lines)
        game = _game(header, edition)
        seed = header.get("seed")
        state = game.initial()
        moves: list[Move] = []
        for number, line in body:
            label, _, rest = line.partition(" ")
            if state.actor is None:
                raise Invalid(core_message("record-after-end", line=number))
            if label != actor_label(state.actor):
                expected = actor_label(state.actor)
                raise Invalid(core_message("record-actor", line=number, expected=expected))
            try:
                for move in state.parse_line(rest):
                    moves.append(move)
                    state = state.play(move)
            except TableeError as error:
                raise _at_line(number, error) from error
        return cls(game, tuple(moves), None if seed is None else _whole_number("seed", seed))


def actor_label(actor: Actor) -> str:
    """Returns ``P1`` … for a player, ``--`` for chance."""
    assert actor is not None, "nobody acts once a game is over"
    return "--" if actor == CHANCE else f"P{actor + 1}"


def _numbered(text: str) -> list[tuple[int, str]]:
    lines = list(enumerate(lines_of(text), 1))
    lines = [(number, line) for number, line in lines if not line.startswith("#")]
    if not lines or lines[0][1] != FIRST_LINE:
        raise Invalid(core_message("record-first-line", expected=FIRST_LINE))
    return lines[1:]


def _split(
    lines: list[tuple[int, str]],
) -> tuple[dict[str, str], str, list[tuple[int, str]]]:
    """Splits a record into header, edition text and body."""
    header: dict[str, str] = {}
    edition: list[str] = []
    for index, (number, line) in enumerate(lines):
        if not line:
            body = [(n, rest) for n, rest in lines[index:] if rest]
            return header, "".join(f"{row}\n" for row in edition), body
        if line.startswith("|"):
            edition.append(line[2:])
            continue
        key, separator, value = line.partition(": ")
        if not separator or key in header:
            raise Invalid(core_message("record-header", line=number, text=line))
        header[key] = value
    return header, "".join(f"{row}\n" for row in edition), []


def _game(header: dict[str, str], edition: str) -> Game[Any]:
    missing = {"game", "rules", "edition"} - header.keys()
    if missing:
        raise Invalid(core_message("record-missing", key=min(missing)))
    kind_of_game = game_type(header["game"])
    version = kind_of_game.known_version(_whole_number("rules", header["rules"]))
    fixed = {"game", "rules", "edition", "seed"}
    options = {key: value for key, value in header.items() if key not in fixed}
    kind, _, mark = header["edition"].partition(" ")
    if kind not in (STANDARD, OWN) or (kind == OWN) != bool(edition):
        raise Invalid(core_message("record-edition", text=header["edition"]))
    game = kind_of_game.from_options(options, edition if kind == OWN else None, version)
    if fingerprint(game.edition_text) != mark:
        raise Invalid(core_message("record-edition", text=header["edition"]))
    return game


def _whole_number(key: str, text: str) -> int:
    if not _WHOLE_NUMBER.fullmatch(text):
        raise Invalid(core_message("record-number", key=key, text=text))
    return int(text)


def _at_line(number: int, error: TableeError) -> TableeError:
    """Returns the same error with the line of the record in its message."""
    message = core_message("record-line", line=number, problem=error.message)
    if isinstance(error, Illegal):
        located = Illegal(error.refusal)
        located.args = (message.text(),)
        located.message = message
        return located
    return Invalid(message)
