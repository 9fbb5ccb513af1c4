"""Speaks to the person at the terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablee.core.errors import Illegal, Refusal, TableeError
from tablee.core.game import Move, State
from tablee.core.messages import LANGUAGES, Message, Parameter

NO_BREAK = "\u00a0\u202f"
"""The spaces before French marks."""


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
        sign if sign.isprintable() or sign in NO_BREAK else sign.encode("unicode_escape").decode()
        for sign in text
    )


@dataclass(frozen=True)
class Console:
    """Standard input and output, in one language."""

    language: str = "en"

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
        self.print(state.draw(colour=self.colour, language=self.language, last=last))

    def print_json(self, data: object) -> None:
        print(json.dumps(data, ensure_ascii=False))

    def ask(self, prompt: str) -> str | None:
        """Returns the line the user types, or None at the end of input."""
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
