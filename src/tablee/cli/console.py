"""Speaks to the person at the terminal."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablee.core.errors import Illegal, Refusal, TableeError
from tablee.core.game import Move, State
from tablee.core.messages import LANGUAGES, Message, Parameter

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C ended, as shells report it."""

SPACES = "\u00a0\u202f"
"""The spaces of French, which do not count as printable."""


def say(key: str, /, **parameters: Parameter) -> Message:
    return Message("tablee.cli", key, parameters)


def spoken_language(environment: Mapping[str, str]) -> str:
    """Returns the language of the environment, in the POSIX order of variables, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def sentence(error: TableeError | Refusal, language: str) -> str:
    """Returns the sentence of an error, with the rule id of a refusal."""
    refusal = error.refusal if isinstance(error, Illegal) else error
    rule = f"{refusal.rule}: " if isinstance(refusal, Refusal) else ""
    return rule + error.text(language)


def one_line(text: str) -> str:
    """Escapes control signs, so that quoted input stays on its line and moves no cursor."""
    return "".join(
        sign if sign.isprintable() or sign in SPACES else sign.encode("unicode_escape").decode()
        for sign in text
    )


@dataclass(frozen=True)
class Console:
    """Standard input and output, in one language."""

    language: str = "en"
    _said: set[str] = field(default_factory=set)
    """What is said only once."""

    @property
    def colour(self) -> bool:
        return sys.stdout.isatty() and "NO_COLOR" not in os.environ

    @property
    def is_interactive(self) -> bool:
        return sys.stdin is not None and sys.stdin.isatty()

    def print(self, content: Message | str = "") -> None:
        print(content if isinstance(content, str) else content.text(self.language))

    def draw(self, state: State[Any], last: Move | None = None) -> None:
        """Prints the board. ``last`` is the move to mark."""
        self._check_width(state.draw(language=self.language))
        self.print(state.draw(colour=self.colour, language=self.language, last=last))

    def _check_width(self, drawing: str) -> None:
        """Says once if the board is too wide. The last part of a drawing is text, which wraps."""
        board, _, text = drawing.rpartition("\n\n")
        needed = max(map(len, (board or text).split("\n")))
        room = shutil.get_terminal_size().columns
        if needed > room and "too-narrow" not in self._said:
            self._said.add("too-narrow")
            self.print(say("too-narrow", needed=needed, room=room))

    def print_json(self, data: object) -> None:
        print(json.dumps(data, ensure_ascii=False))

    def ask(self, prompt: str) -> str | None:
        """Returns the line the user types, or None at the end of input."""
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
