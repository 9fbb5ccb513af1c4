"""Editions: what a copy of a game fixes, as TOML. Every table of facts says its source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, TypeVar

from tablee.core.data_file import DataFile
from tablee.core.errors import Invalid, core_message
from tablee.core.messages import Message

T = TypeVar("T")


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
        """Raises ``Invalid`` if the text is not TOML."""
        self.file, self.sources = DataFile.parse(name, text), sources

    def name(self) -> str:
        return Facts(self.file, "", 0, self.file.data).get("name", str)

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
