"""Books of problems: TOML files with one table for each problem, whatever the game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from random import Random
from typing import Any, Generic, Self, TypeVar

from tablee.core.data_file import DataFile
from tablee.core.edition import check_values
from tablee.core.errors import Invalid, TableeError, core_message
from tablee.core.messages import Message

P = TypeVar("P")


@dataclass(frozen=True)
class Entry(Generic[P]):
    """A problem in a book."""

    id: int
    problem: P
    facts: Mapping[str, Any] = field(default_factory=dict, kw_only=True)
    """Everything the book says about the problem."""

    @property
    def difficulty(self) -> float | None:
        """The difficulty from 1 to 10, if the book has it."""
        return self.facts.get("difficulty")

    @property
    def motifs(self) -> tuple[str, ...]:
        """The motifs of the solution, the theme first, as far as the book has them."""
        return tuple(self.facts.get("motifs", ()))


E = TypeVar("E", bound=Entry[Any])


@dataclass(frozen=True)
class Book(Generic[E]):
    entries: tuple[E, ...]

    def entry(self, number: int) -> E:
        """Raises ``Invalid`` if the book has no problem of that number."""
        for entry in self.entries:
            if entry.id == number:
                return entry
        known = ", ".join(str(entry.id) for entry in self.entries)
        raise Invalid(core_message("no-such-problem", number=number, known=known))

    @classmethod
    def of(cls, tables: Sequence[Table], entries: Iterable[E]) -> Self:
        """Raises ``Invalid`` if two entries have the same number."""
        book = cls(tuple(entries))
        seen: set[int] = set()
        for table, entry in zip(tables, book.entries, strict=True):
            if entry.id in seen:
                raise table.error(core_message("book-twice", number=entry.id), "id")
            seen.add(entry.id)
        return book


@dataclass(frozen=True)
class Table:
    """The table of one problem in a book: the index-th."""

    file: DataFile
    index: int
    values: Mapping[str, Any]

    def error(self, problem: Message, key: str = "") -> Invalid:
        """Returns an error that names the line of a key, or of the table."""
        return self.file.error(problem, "problem", self.index, key)

    def refused(self, error: TableeError) -> Invalid:
        """Returns an error of the whole problem, with the line of its table."""
        line = self.file.line("problem", self.index)
        file, problem = self.file.name, error.message
        return Invalid(core_message("book-problem", file=file, line=line, problem=problem))

    def number(self, key: str) -> int:
        value = self.values.get(key)
        if type(value) is not int:
            raise self.error(core_message("book-number", key=key), key)
        return value

    def text(self, key: str) -> str:
        value = self.values.get(key)
        if type(value) is not str:
            raise self.error(core_message("book-text", key=key), key)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise self.error(core_message("book-texts", key=key), key)
        return tuple(value)


def tables(text: str, file: str) -> tuple[Table, ...]:
    """Reads the tables of a book. Raises ``Invalid``, which names the line."""
    data = DataFile.parse(file, text)
    check_values(data)
    found = data.data.get("problem")
    if not isinstance(found, list) or not found:
        raise data.error(core_message("book-empty"))
    return tuple(
        Table(data, index, values if isinstance(values, dict) else {})
        for index, values in enumerate(found)
    )


def book_text(entries: Iterable[Mapping[str, object]]) -> str:
    """Returns a book in TOML with these facts about its problems."""
    written = []
    for facts in entries:
        lines = [f"{key} = {_value(value)}\n" for key, value in facts.items()]
        written.append("[[problem]]\n" + "".join(lines))
    return "\n".join(written)


def _value(value: object) -> str:
    """Writes a value in TOML. JSON has the same numbers, texts and lists."""
    if isinstance(value, dict):
        items = (f'"{key}" = {_value(item)}' for key, item in value.items())
        return "{ " + ", ".join(items) + " }"
    return json.dumps(value, ensure_ascii=False)


def of_the_day(day: date, problems: Sequence[P]) -> P:
    """Returns the problem of a day. Each has its day before any comes again.

    The date alone decides, so everybody with the same books has the same one. The order is drawn
    with ``random()``, which gives the same numbers in every Python.
    """
    rounds, place = divmod(day.toordinal(), len(problems))
    chance = Random(f"daily/{rounds}")
    return sorted(problems, key=lambda _: chance.random())[place]


def grade_name(grade: int) -> Message:
    """Returns the name of a grade, from 1 (very easy) to 5 (very hard)."""
    return core_message(f"grade-{grade}")
