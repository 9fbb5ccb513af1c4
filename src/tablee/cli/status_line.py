"""One line on standard error that shows the progress of a long command."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from tablee.cli.console import Console
from tablee.core.messages import Message

PATIENCE = 1.0
"""How many seconds a command may take before it shows its progress."""
ON_TERMINAL, IN_FILE = 0.2, 10.0
"""Seconds between two such lines, on a terminal and in a file."""


class StatusLine:
    """Shows progress: on a terminal in one place, elsewhere as a new line now and then."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.due = time.monotonic() + PATIENCE
        self.width = 0

    def show(self, message: Callable[[], Message]) -> None:
        if time.monotonic() < self.due:
            return
        text = message().text(self.console.language)
        if sys.stderr.isatty():
            print(f"\r{text:<{self.width}}", end="", file=sys.stderr, flush=True)
            self.width, pause = len(text), ON_TERMINAL
        else:
            print(text, file=sys.stderr, flush=True)
            pause = IN_FILE
        self.due = time.monotonic() + pause

    def clear(self) -> None:
        if self.width:
            print("\r" + " " * self.width + "\r", end="", file=sys.stderr, flush=True)
            self.width = 0
