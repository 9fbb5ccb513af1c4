"""``argparse`` in the language of the user.

The module itself speaks English only. This parser replaces its titles, shows every default, and
raises what is wrong as one sentence.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, NoReturn

from tablee.cli.help import Help
from tablee.core.errors import TableeError


class UsageError(Exception):
    """The program cannot understand the arguments."""


class _Formatter(argparse.HelpFormatter):
    def __init__(self, tell: Help, prog: str) -> None:
        super().__init__(prog)
        self._tell = tell

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, self._tell("usage") if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """Raises ``UsageError`` with one sentence, so that ``main`` ends the program."""

    tell: ClassVar[Help] = Help("en")

    def __init__(self, *args: Any, add_help: bool = True, **options: Any) -> None:
        options |= {"add_help": False, "formatter_class": partial(_Formatter, self.tell)}
        super().__init__(*args, **options)
        # They have no public names. Every parser that speaks another language sets them.
        self._positionals.title = self.tell("arguments")
        self._optionals.title = self.tell("options")
        if add_help:
            self.add_argument("-h", "--help", action="help", help=self.tell("help"))

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        """Adds an argument. Its help also says the default, if it has one."""
        if "type" in options:
            options["type"] = self._reader(options["type"])
        default, text = options.get("default"), options.get("help")
        if default not in (None, "", [], False, argparse.SUPPRESS) and text is not None:
            told = self.tell(
                "default", default=f"{default:g}" if isinstance(default, float) else str(default)
            )
            options["help"] = f"{text} {told}"
        return super().add_argument(*names, **options)

    def _reader(self, read: Callable[[str], Any]) -> Callable[[str], Any]:
        """Returns a reader of values whose refusals ``argparse`` prefixes with the argument."""

        def reader(text: str) -> Any:
            try:
                return read(text)
            except TableeError as error:
                raise argparse.ArgumentTypeError(error.text(self.tell.language)) from None

        reader.__name__ = getattr(read, "__name__", "value")
        return reader

    def error(self, message: str) -> NoReturn:
        told = self.tell("see-help", problem=_spoken(message, self.tell), command=self.prog)
        raise UsageError(told.replace("%%", "%"))


def parser_in(language: str) -> type[Parser]:
    """Returns the class of parsers that speak this language. Their commands speak it, too."""
    return type("Parser", (Parser,), {"tell": Help(language)})


_PROBLEMS = (
    (r"argument (?P<name>[^:]+): (?P<problem>.*)", "wrong-argument"),
    (r"the following arguments are required: (?P<names>.*)", "wrong-required"),
    (r"unrecognized arguments: (?P<names>.*)", "wrong-unknown"),
    (r"invalid (?P<kind>\w+) value: (?P<value>.*)", "wrong-value"),
    (r"invalid choice: (?P<value>.*?),? \(?(maybe.*)?choose from (?P<known>.*)\)", "wrong-choice"),
    (r"expected (one|at least one) argument", "wrong-alone"),
)
"""What ``argparse`` says, and our key for it. A message of a newer Python stays in English."""


def _spoken(message: str, tell: Help) -> str:
    for pattern, key in _PROBLEMS:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            parts = found.groupdict()
            if "problem" in parts:
                parts["problem"] = _spoken(parts["problem"], tell)
            return tell(key, **parts)
    return message
