"""``tablee play``: a game in the terminal. People share one keyboard; bots take other seats."""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablee.bots import Bot, Budget
from tablee.bots.any_bot import any_bot
from tablee.bots.playing import check_choice
from tablee.cli.console import Console, one_line, say, sentence
from tablee.cli.ending import print_result
from tablee.cli.files import check_target, read_text, write_text
from tablee.cli.flags import about_players, add_flags, chosen_options, known_bots
from tablee.cli.help import Help
from tablee.cli.numbers import seconds
from tablee.cli.table import TerminalTable
from tablee.core.errors import Invalid, TableeError
from tablee.core.game import Game, Move, State
from tablee.core.messages import Message
from tablee.core.registry import game_names, game_type

STANDARD = "standard"


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    parser = commands.add_parser("play", parents=[anywhere], help=tell("play"))
    parser.add_argument("game", metavar="GAME", help=tell("game", games=", ".join(game_names())))
    parser.add_argument("--players", metavar="N", help=about_players(tell.language))
    parser.add_argument("--edition", metavar="FILE", help=tell("play-edition"))
    parser.add_argument("--seed", type=int, metavar="N", help=tell("play-seed"))
    parser.add_argument("--problem", metavar="LINE", help=tell("play-problem"))
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="SEAT=NAME",
        help=tell("play-bot", bots=known_bots()),
    )
    parser.add_argument(
        "--seconds-per-turn", type=seconds, default=1.0, metavar="S", help=tell("play-seconds")
    )
    parser.add_argument("--record", metavar="FILE", help=tell("play-record"))
    parser.add_argument("--force", action="store_true", help=tell("force"))
    add_flags(parser, tell.language)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, console: Console) -> int:
    game = make_game(options)
    seats = seated_bots(game, options.bot)
    if options.record is not None:
        check_target(options.record, force=options.force)
    seed = random.SystemRandom().randrange(2**32) if options.seed is None else options.seed
    table = TerminalTable(game, seed)
    if console.is_interactive:
        _edit_lines()
    try:
        Conversation(table, console, seats, options.seconds_per_turn).run()
    finally:
        for seated in seats.values():
            seated.close()
        # The record is also written when the player leaves by Ctrl-C.
        if options.record is not None:
            _keep(table, options.record, console)
    if options.record is None and table.sitting.state.result is not None:
        _offer_record(table, console)
    return 0


def make_game(options: argparse.Namespace) -> Game[Any]:
    """Returns the game with these options. Raises ``Invalid``."""
    kind = game_type(options.game)
    chosen = chosen_options(kind, options)
    if options.players is not None:
        chosen["players"] = options.players
    if options.problem is not None:
        chosen["problem"] = options.problem
    if options.edition in (None, STANDARD):
        return kind.from_options(chosen, None)
    text = read_text(options.edition)
    try:
        return kind.from_options(chosen, text)
    except Invalid as error:
        raise Invalid(_about_file(error.message, Path(options.edition).name)) from None


def seated_bots(game: Game[Any], asked: list[str]) -> dict[int, Bot]:
    """Returns the bots given as ``SEAT=NAME``, by player. Raises ``Invalid``."""
    seats: dict[int, Bot] = {}
    for text in asked:
        seat, separator, name = text.partition("=")
        if not separator or seat not in map(str, range(1, game.players + 1)):
            raise Invalid(say("bad-seat", text=text, players=game.players))
        seats[int(seat) - 1] = any_bot(game, name)
    return seats


def _about_file(message: Message, name: str) -> Message:
    """Returns the message with the name of the user's file, which the game does not know."""
    if "file" not in message.parameters:
        return message
    return Message(message.package, message.key, {**message.parameters, "file": name})


def _edit_lines() -> None:
    """Turns on arrow keys and the history of lines, where Python has them."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return


def _keep(table: TerminalTable, name: str, console: Console) -> None:
    text = table.record().text()
    try:
        write_text(name, text)
    except TableeError:
        console.print(text)  # the disk may be full by now, and the game is not to be lost
        raise
    console.print(say("written", file=name))


def _offer_record(table: TerminalTable, console: Console) -> None:
    while name := console.ask(say("play-keep").text(console.language)):
        if _save(table, name, console):
            return


def _save(table: TerminalTable, typed: str, console: Console, saved: str = "") -> str:
    """Saves the game as the player asks. Returns the name of the file, or "" after a refusal.

    It may replace the file ``saved``, to which this game was saved before.
    """
    name = typed.strip().removeprefix("--force ").strip()
    try:
        check_target(name, force=name != typed.strip() or name == saved)
        write_text(name, table.record().text())
    except TableeError as error:
        console.print(sentence(error, console.language))
        return ""
    console.print(say("written", file=name))
    return name


class Conversation:
    """Asks for moves until the game is over or the players leave."""

    def __init__(
        self,
        table: TerminalTable,
        console: Console,
        bots: Mapping[int, Bot] | None = None,
        seconds_per_turn: float = 1.0,
    ) -> None:
        self.table = table
        self.console = console
        self.bots = bots or {}
        self.budget = Budget(seconds=seconds_per_turn, threads=os.cpu_count() or 1)
        self.saved = ""
        self.commands = {
            "help": self.help,
            "?": self.help,
            "board": self.board,
            "moves": self.moves,
            "undo": self.undo,
            "save": self.save,
        }

    def run(self) -> None:
        game = self.table.game
        welcome = say("play-welcome", game=game.name, players=game.players, seed=self.table.seed)
        self.console.print(welcome)
        for player, seated in self.bots.items():
            self.console.print(
                say("play-bot", player=player + 1, bot=seated.title, line=seated.line)
            )
        self.tell(self.table.opening)
        self.board("")
        while self.table.sitting.state.result is None:
            self.console.print(self.table.sitting.state.status())
            actor = self.table.sitting.state.actor
            if actor is not None and actor in self.bots:
                self.let_bot_play(self.bots[actor])
                continue
            line = self.console.ask(self.prompt())
            if line is None or line.strip().lower() in ("quit", "exit", "q"):
                return
            self.answer(line.strip())
        print_result(self.table.sitting.state, self.console)

    def let_bot_play(self, seated: Bot) -> None:
        """Plays a bot's moves and prints its reason. The same seed gives nearly the same game."""
        table = self.table
        seed = table.seed + len(table.moves)
        choice = seated.choose(table.sitting, self.budget, seed)
        check_choice(seated.name, table.sitting, choice.moves)
        for text in choice.moves:
            self.tell(table.play([table.sitting.parse(text)]))
        self.console.print(say("play-reason", reason=choice.reason))
        self.board("")

    def prompt(self) -> str:
        actor = self.table.sitting.state.actor
        return "> " if actor is None else f"P{actor + 1}> "

    def answer(self, line: str) -> None:
        """Runs a command or plays a move. If that fails, says why and changes nothing."""
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.lower())
        if command is not None:
            command(rest.strip())
        elif line:
            self.play(line)

    def play(self, line: str) -> None:
        try:
            moves = self.table.sitting.state.parse_typed(line)
        except TableeError as error:
            self.console.print(one_line(sentence(error, self.console.language)))
            return
        self.tell(self.table.play(moves))
        self.board("")

    def tell(self, events: list[Any]) -> None:
        for event in events:
            self.console.print(f"  {event.text(self.console.language)}")

    # Commands

    def help(self, _: str) -> None:
        language = self.console.language
        self.console.print(self.table.sitting.state.how_to_type().text(language).strip("\n"))
        self.console.print()
        self.console.print(say("play-help").text(language).strip("\n"))

    def board(self, _: str) -> None:
        self.console.print()
        self.console.draw(self.table.sitting.state, self.table.sitting.marked)
        self.console.print()

    def moves(self, word: str) -> None:
        state = self.table.sitting.state
        found = [
            text
            for text, move in self.table.sitting.moves.items()
            if not word or concerns(state, text, move, word.upper())
        ]
        if not found:
            self.console.print(say("play-no-moves", word=word))
        for line in _wrapped(found):
            self.console.print(line)

    def undo(self, _: str) -> None:
        taken = self.table.undo()
        if taken is None:
            self.console.print(say("play-no-undo"))
            return
        self.console.print(say("play-undone", move=taken))
        self.board("")

    def save(self, name: str) -> None:
        if not name:
            self.console.print(say("play-save-where"))
            return
        self.saved = _save(self.table, name, self.console, self.saved) or self.saved


def concerns(state: State[Any], text: str, move: Move, word: str) -> bool:
    """True if the move mentions the word, or moves the piece on the cell of that name."""
    if re.search(rf"\b{re.escape(word)}\b", text.upper()):
        return True
    try:
        # A move of the active piece does not name it. With its name added it reads the same.
        return bool(state.read(f"{word}: {text}") == move)
    except Invalid:
        return False


def _wrapped(words: list[str]) -> list[str]:
    """Puts moves side by side in the width of the terminal. Each named piece begins a line."""
    room = shutil.get_terminal_size().columns - 1
    lines: list[str] = []
    heading = ""
    for word in words:
        name, separator, action = word.partition(": ")
        if separator and name == heading and len(lines[-1]) + len(action) + 2 <= room:
            lines[-1] += f"  {action}"
        elif not separator and heading == "" and lines and len(lines[-1]) + len(word) + 2 <= room:
            lines[-1] += f"  {word}"
        else:
            lines.append(word)
        heading = name if separator else ""
    return lines
