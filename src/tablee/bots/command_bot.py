"""A bot that is a program in any language, asked over its standard streams: docs/engine.md."""

from __future__ import annotations

import queue
import shlex
import subprocess
import threading
import time
from contextlib import suppress
from typing import Any

from tablee.bots.bot import Bot, Budget, Choice, bot_message, plain
from tablee.bots.line_engine import (
    ERROR,
    OK,
    VERSION,
    edition_line,
    game_line,
    go_line,
    moves_line,
    state_line,
)
from tablee.bots.playing import BotFailed, check_choice
from tablee.core.game import Game
from tablee.core.messages import Message
from tablee.core.sitting import Sitting

PREFIX = "command:"
PATIENCE = 60.0
"""Seconds for an answer, beyond the time a bot may think."""
LONGEST = 1 << 20
"""Characters of a line from the program."""


class CommandBot(Bot):
    """Starts the program when it is first asked, and ends it when it is closed."""

    def __init__(self, game: Game[Any], command: str) -> None:
        self.game = game
        self.name = f"{PREFIX}{command}"
        self.command = command
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    @property
    def title(self) -> Message:
        return bot_message("bot-command", command=self.command)

    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:
        if self._process is None:
            self._start()
        self._ask(state_line(sitting))
        self._ask(moves_line(sitting))
        answer = self._ask(go_line(budget, seed), budget.seconds or 0.0)
        moves = tuple(line.removeprefix("play ") for line in answer if line.startswith("play "))
        try:
            check_choice(self.name, sitting, moves)
        except BotFailed:
            self.close()
            raise
        said = [line.removeprefix("info ") for line in answer if line.startswith("info ")]
        return Choice(moves, plain(said[-1])) if said else Choice(moves)

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with suppress(OSError):
            process.stdin.write("quit\n")
            process.stdin.flush()
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(PATIENCE / 10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _start(self) -> None:
        try:
            words = shlex.split(self.command)
            process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError, IndexError) as error:
            problem = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise self._failed("command-start", problem=problem) from None
        self._process = process
        self._lines = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(process, self._lines), daemon=True).start()
        self._ask(f"tablee {VERSION}")
        if (edition := edition_line(self.game)) is not None:
            self._ask(edition)
        self._ask(game_line(self.game))

    def _ask(self, line: str, seconds: float = 0.0) -> list[str]:
        """Sends a command and returns the answer. Raises ``BotFailed``."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        with suppress(OSError):  # it has ended, which reading its answer tells
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
        answer: list[str] = []
        until = time.monotonic() + seconds + PATIENCE
        while True:
            try:
                told = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise self._failed("command-silent", seconds=round(seconds + PATIENCE)) from None
            if told is None:
                raise self._failed("command-ended", code=process.wait())
            if told == OK:
                return answer
            word, _, problem = told.partition(" ")
            if word == ERROR:
                raise self._failed("command-error", problem=problem)
            answer.append(told)

    def _failed(self, key: str, /, **parameters: str | int | Message) -> BotFailed:
        self.close()
        return BotFailed(bot_message(key, command=self.command, **parameters))


def _listen(process: subprocess.Popen[str], lines: queue.SimpleQueue[str | None]) -> None:
    """Puts the lines of the program into a queue, then None."""
    assert process.stdout is not None
    with process.stdout as out, suppress(OSError, ValueError):
        while line := out.readline(LONGEST):
            lines.put(line.rstrip("\r\n"))
    lines.put(None)
