"""Reads TOML that people write by hand. Errors name the file and the line."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import Any

from tablee.core.errors import Invalid
from tablee.core.messages import Message, Parameter

_TABLE = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]\]?")
LONGEST_QUOTE = 80
"""Characters of a value that an error repeats."""
_KEY = re.compile(r"\s*\"?([\w./-]+)\"?\s*=")


@dataclass(frozen=True)
class DataFile:
    """A TOML text and the line numbers of its keys. Lines of ``text`` have no trailing spaces."""

    name: str
    text: str
    data: dict[str, Any]
    _lines: dict[tuple[str, int, str], int] = field(repr=False)

    @classmethod
    def parse(cls, name: str, text: str) -> DataFile:
        try:
            data = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # numbers too long, nesting too deep
            facts = {"file": name, "problem": _quoted(str(error))}
            raise Invalid(Message("tablee.core", "data-syntax", facts)) from None
        lines = lines_of(text)
        return cls(name, "".join(f"{line}\n" for line in lines), data, _numbers(lines))

    def line(self, table: str = "", index: int = 0, key: str = "") -> int:
        """Returns the line of a key in the index-th table of this name, or of its heading."""
        return self._lines.get((table, index, key)) or self._lines.get((table, index, "")) or 1

    def error(self, problem: Message, table: str = "", index: int = 0, key: str = "") -> Invalid:
        """Returns an error that names the line of a key or table."""
        line = self.line(table, index, key)
        parameters: dict[str, Parameter] = {"file": self.name, "line": line}
        for name, value in problem.parameters.items():
            parameters[name] = _quoted(value) if isinstance(value, str) else value
        return Invalid(Message(problem.package, problem.key, parameters))


def check_unicode(name: str, text: str) -> None:
    """Raises ``Invalid`` if a text has halves of characters, which cannot be written again."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise Invalid(Message("tablee.core", "not-unicode", {"file": name, "line": line})) from None


def _quoted(value: str) -> str:
    return value if len(value) <= LONGEST_QUOTE else f"{value[:LONGEST_QUOTE]}…"


def lines_of(text: str) -> list[str]:
    """Splits a text at line feeds only and strips the end of each line."""
    lines = [line.rstrip() for line in text.split("\n")]
    return lines if lines[-1] else lines[:-1]


def _numbers(rows: list[str]) -> dict[tuple[str, int, str], int]:
    """Returns the line number of each table and key of a TOML text."""
    lines: dict[tuple[str, int, str], int] = {}
    counts: dict[str, int] = {}
    table, index = "", 0
    for number, line in enumerate(rows, 1):
        if heading := _TABLE.match(line):
            table = heading[2]
            index = counts.get(table, 0)
            counts[table] = index + 1
            lines[table, index, ""] = number
        elif key := _KEY.match(line):
            lines.setdefault((table, index, key[1]), number)
    return lines
