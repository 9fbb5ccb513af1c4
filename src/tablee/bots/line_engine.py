"""tablee as an engine that a program in any language talks to, line by line: docs/engine.md.

Each line is a command. The answer is any number of lines, then ``ok``, or ``error`` and a sentence.
Nothing that a program sends ends the engine, except ``quit``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tablee import __version__
from tablee.bots.bot import Budget, bot_message
from tablee.bots.registry import bot
from tablee.core.errors import Illegal, Invalid, TableeError
from tablee.core.game import CHANCE, Game
from tablee.core.registry import game_type
from tablee.core.sitting import Sitting

VERSION = "1"
OK, ERROR = "ok", "error"
LONGEST = 1 << 20
"""Characters of a line. A list of moves or an edition needs far fewer."""


def game_line(game: Game[Any]) -> str:
    """Returns the command that sets up such a game."""
    options = "".join(f" {name}={value}" for name, value in game.options().items())
    return f"game {game.name} rules={game.rules_version}{options}"


def edition_line(game: Game[Any]) -> str | None:
    """Returns the command that comes before, if the game has an edition of its own."""
    if game.has_standard_edition:
        return None
    return f"edition {json.dumps(game.edition_text)}"


def state_line(sitting: Sitting[Any]) -> str:
    return f"state {json.dumps(sitting.state.to_json(), ensure_ascii=False)}"


def moves_line(sitting: Sitting[Any]) -> str:
    """Returns the legal moves, separated by tabs, because notation has spaces."""
    return "moves " + "\t".join(sitting.moves)


def go_line(budget: Budget, seed: int) -> str:
    limits = {"seconds": budget.seconds, "nodes": budget.nodes, "seed": seed}
    return "go" + "".join(f" {name}={value}" for name, value in limits.items() if value is not None)


@dataclass
class LineEngine:
    """One conversation: the game, the moment in it, and the bot that chooses."""

    bot: str = "3"
    language: str = "en"
    _edition: str | None = None
    _game: Game[Any] | None = None
    _sitting: Sitting[Any] | None = None
    _commands: dict[str, Callable[[str], Iterator[str]]] = field(init=False)

    def __post_init__(self) -> None:
        self._commands = {
            "tablee": self._hello,
            "edition": self._set_edition,
            "game": self._set_game,
            "state": self._state,
            "moves": self._moves,
            "play": self._play,
            "roll": self._roll,
            "status": self._status,
            "board": self._board,
            "go": self._go,
        }

    def answer(self, line: str) -> Iterator[str]:
        """Yields the lines of the answer."""
        word, _, rest = line.strip().partition(" ")
        command = self._commands.get(word)
        try:
            if len(line) > LONGEST:
                raise Invalid(bot_message("line-long", most=LONGEST))
            if command is None:
                known = ", ".join(self._commands)
                raise Invalid(bot_message("line-unknown", word=word[:80], known=known))
            yield from command(rest.strip())
        except TableeError as error:
            rule = f"{error.refusal.rule}: " if isinstance(error, Illegal) else ""
            yield f"{ERROR} {rule}{' '.join(error.text(self.language).split())}"
        else:
            yield OK

    @property
    def game(self) -> Game[Any]:
        if self._game is None:
            raise Invalid(bot_message("line-no-game"))
        return self._game

    @property
    def sitting(self) -> Sitting[Any]:
        if self._sitting is None:
            raise Invalid(bot_message("line-no-game"))
        return self._sitting

    # Commands

    def _hello(self, version: str) -> Iterator[str]:
        if version != VERSION:
            raise Invalid(bot_message("line-version", version=version[:80], known=VERSION))
        yield f"name tablee {__version__} {self.bot}"

    def _set_edition(self, text: str) -> Iterator[str]:
        edition = _parsed(text)
        if not isinstance(edition, str):
            raise Invalid(bot_message("line-json"))
        self._edition = edition
        yield from ()

    def _set_game(self, text: str) -> Iterator[str]:
        name, *pairs = text.split() or [""]
        options = dict(_pair(pair) for pair in pairs)
        rules = options.pop("rules", None)
        version = None if rules is None else _whole(rules)
        edition, self._edition = self._edition, None
        self._game = game_type(name).from_options(options, edition, version)
        self._sitting = self._game.sitting()
        yield from ()

    def _state(self, text: str) -> Iterator[str]:
        """Tells the state, or sets it to one in JSON."""
        if not text:
            yield state_line(self.sitting)
            return
        data = _parsed(text)
        if not isinstance(data, dict):
            raise Invalid(bot_message("line-json"))
        self._sitting = self.game.sitting(self.game.state_from_json(data))

    def _moves(self, text: str) -> Iterator[str]:
        """Tells the legal moves. A host sends them to bots that know no rules; we know them."""
        if not text:
            yield moves_line(self.sitting)

    def _play(self, text: str) -> Iterator[str]:
        move = self.sitting.parse(text)
        yield from self._after(self.sitting.play(move))

    def _roll(self, text: str) -> Iterator[str]:
        """Draws what chance decides, from a seed."""
        if self.sitting.state.actor != CHANCE:
            raise Invalid(bot_message("line-no-chance"))
        yield from self._after(self.sitting.draw(Random(_whole(text or "0")).randrange))

    def _after(self, sitting: Sitting[Any]) -> Iterator[str]:
        self._sitting = sitting
        for event in sitting.events:
            yield f"event {event.text(self.language)}"

    def _status(self, _: str) -> Iterator[str]:
        state = self.sitting.state
        if state.result is not None:
            yield "actor over"
            yield f"winners {' '.join(str(player + 1) for player in state.result.winners)}".strip()
        elif state.actor is not None:
            yield "actor chance" if state.actor == CHANCE else f"actor {state.actor + 1}"
        yield f"scores {' '.join(map(str, state.scores))}"

    def _board(self, _: str) -> Iterator[str]:
        for line in self.sitting.state.draw(language=self.language).split("\n"):
            yield f"board {line}".rstrip()

    def _go(self, text: str) -> Iterator[str]:
        """Tells what the bot plays, and why. It does not play it."""
        state = self.sitting.state
        if state.result is not None or state.actor == CHANCE:
            raise Invalid(bot_message("line-nobody"))
        limits = dict(_pair(pair) for pair in text.split())
        seconds, nodes = limits.get("seconds"), limits.get("nodes")
        budget = Budget(
            seconds=None if seconds is None else _seconds(seconds),
            nodes=None if nodes is None else max(1, _whole(nodes)),
        )
        player = bot(self.game.name, self.bot)
        choice = player.choose(self.sitting, budget, _whole(limits.get("seed", "0")))
        yield f"info {choice.reason.text(self.language)}"
        for move in choice.moves:
            yield f"play {move}"


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Invalid(bot_message("line-json")) from None


def _pair(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator:
        raise Invalid(bot_message("line-pair", text=text[:80]))
    return name, value


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise _bad_number(text) from None


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        raise _bad_number(text) from None
    if not 0 < seconds <= 3600:
        raise _bad_number(text)
    return seconds


def _bad_number(text: str) -> Invalid:
    return Invalid(bot_message("line-number", text=text[:80]))
