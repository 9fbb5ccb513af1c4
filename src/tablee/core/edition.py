"""Editions: what a copy of a game fixes, as TOML. Every table of facts says its source.

Strangers send editions, so a text is bounded before TOML reads it: its length, its lines and the
signs that make reading slow. Numbers, names and nesting are bounded before a game sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, TypeVar

from tablee.core.data_file import DataFile, check_unicode
from tablee.core.errors import Invalid, core_message
from tablee.core.messages import Message

T = TypeVar("T")

LONGEST = 16_384
"""Characters of an edition. The standard ones have less than 5,000."""
MOST_SIGNS = {"\n": 1000, "=": 600, ",": 1200, "[": 600, "{": 60, ".": 60}
"""How often these may occur outside comments. A dotted key of many parts takes TOML very long."""
DEEPEST = 4
"""Tables and lists within each other."""
LARGEST = 999_999
LONGEST_NAME = 60


def standard_file(package: str, rules_version: int, versions: tuple[int, ...]) -> tuple[str, str]:
    """Returns text and name of the standard edition. Old rules versions keep their own."""
    old = rules_version < versions[-1]
    name = f"version_{rules_version}.toml" if old else "standard.toml"
    file = resources.files(package).joinpath("editions", name)
    return file.read_text(encoding="utf-8"), name


@dataclass(frozen=True)
class Facts:
    """One table of an edition: the index-th of its name."""

    file: DataFile
    table: str
    index: int
    values: Mapping[str, Any]

    def error(self, problem: Message, key: str = "") -> Invalid:
        """Returns an error that names the line of a key, or of the table."""
        return self.file.error(problem, self.table, self.index, key)

    def get(self, key: str, kind: type[T]) -> T:
        """Returns a value of this type. Raises ``Invalid``."""
        value = self.values.get(key)
        if type(value) is not kind:
            raise self.error(core_message("edition-no-fact", key=key), key)
        return value

    def one_of(self, key: str, known: tuple[T, ...]) -> T:
        """Returns one of these values. Raises ``Invalid``."""
        value: Any = self.get(key, int if isinstance(known[0], int) else str)
        if value not in known:
            choice = ", ".join(map(str, known))
            problem = core_message("edition-unknown", key=key, value=value, known=choice)
            raise self.error(problem, key)
        return known[known.index(value)]


class EditionFile:
    """The tables of an edition. Reading a table checks its source."""

    def __init__(self, name: str, text: str, sources: tuple[str, ...]) -> None:
        """Raises ``Invalid`` if the text is not TOML, or more than an edition can need."""
        check_amount(name, text)
        self.file, self.sources = DataFile.parse(name, text), sources
        check_values(self.file)

    def name(self) -> str:
        facts = Facts(self.file, "", 0, self.file.data)
        name = facts.get("name", str)
        if len(name) > LONGEST_NAME:
            raise facts.error(core_message("edition-name", most=LONGEST_NAME), "name")
        return name

    def table(self, name: str) -> Facts:
        """Returns the only table of this name. Raises ``Invalid``."""
        values = self.file.data.get(name)
        if not isinstance(values, dict):
            raise self.file.error(core_message("edition-no-fact", key=name))
        return self._checked(name, 0, values)

    def tables(self, name: str) -> Iterator[Facts]:
        """Yields the tables of this name. Raises ``Invalid``."""
        found = self.file.data.get(name)
        if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
            raise self.file.error(core_message("edition-no-tables", key=name))
        for index, values in enumerate(found):
            yield self._checked(name, index, values)

    def _checked(self, name: str, index: int, values: Mapping[str, Any]) -> Facts:
        facts = Facts(self.file, name, index, values)
        facts.one_of("source", self.sources)
        return facts


def check_amount(name: str, text: str) -> None:
    """Raises ``Invalid`` if a text is too long or too intricate to be an edition. Fast."""
    if len(text) > LONGEST:
        raise Invalid(core_message("edition-length", file=name, found=len(text), most=LONGEST))
    check_unicode(name, text)
    seen = dict.fromkeys(MOST_SIGNS, 0)
    for number, line in enumerate(text.split("\n"), 1):
        seen["\n"] += 1
        if not line.lstrip().startswith("#"):
            for sign in ("=", ",", "[", "{", "."):
                seen[sign] += line.count(sign)
        for sign, most in MOST_SIGNS.items():
            if seen[sign] > most:
                key = "edition-lines" if sign == "\n" else "edition-signs"
                raise Invalid(core_message(key, file=name, line=number, sign=sign, most=most))


def check_values(file: DataFile) -> None:
    """Raises ``Invalid`` if a number is huge, or values are nested deeper than editions need."""
    for table, values in file.data.items():
        many = values if isinstance(values, list) else [values]
        for index, item in enumerate(many):
            facts = item.items() if isinstance(item, dict) else [(table, item)]
            where = table if isinstance(item, dict) else ""
            for key, value in facts:
                problem = _problem(key, value, DEEPEST - 2)
                if problem is not None:
                    raise file.error(problem, where, index if where else 0, key)


def _problem(key: str, value: object, depth: int) -> Message | None:
    if type(value) is int and abs(value) > LARGEST:
        return core_message("edition-number", key=key, most=LARGEST)
    if not isinstance(value, dict | list):
        return None
    if depth == 0:
        return core_message("edition-depth", key=key)
    inside = value.values() if isinstance(value, dict) else value
    found = (_problem(key, item, depth - 1) for item in inside)
    return next((problem for problem in found if problem is not None), None)
