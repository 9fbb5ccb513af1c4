"""Problem books: TOML files with problems, their solutions and other facts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from tablee.core.data_file import DataFile
from tablee.core.edition import check_values
from tablee.core.errors import Invalid, TableeError
from tablee.games.fragile.board import Board, Cell, is_cell
from tablee.games.fragile.edition import Edition, standard
from tablee.games.fragile.messages import say
from tablee.games.fragile.position import PLAIN, Crate, Crates
from tablee.games.fragile.problems.problem import Problem

SHIPPED = ("published", "composed", "collection")
"""The books that come with the program."""
_LEVEL = re.compile(r"([A-J](?:10|[1-9]))/([12])")


@dataclass(frozen=True)
class BookEntry:
    """A problem in a book."""

    id: int
    problem: Problem
    published: tuple[str, ...] = ()
    """The solution printed with the problem, one text for each turn."""
    facts: Mapping[str, Any] | None = None
    """Everything the book says about the problem."""

    @property
    def solution(self) -> tuple[str, ...]:
        """The shortest solution in the book."""
        facts = self.facts or {}
        return tuple(facts.get("solution") or facts.get("shorter") or self.published)

    @property
    def difficulty(self) -> float | None:
        """The difficulty from 1 to 10, if the book has it."""
        return (self.facts or {}).get("difficulty")

    @property
    def motifs(self) -> tuple[str, ...]:
        """The motifs of the solution, the theme first, as far as the book has them."""
        return tuple((self.facts or {}).get("motifs", ()))


@dataclass(frozen=True)
class Book:
    entries: tuple[BookEntry, ...]

    def entry(self, number: int) -> BookEntry:
        """Raises ``Invalid`` if the book has no problem of that number."""
        for entry in self.entries:
            if entry.id == number:
                return entry
        known = ", ".join(str(entry.id) for entry in self.entries)
        raise Invalid(say("no-such-problem", number=number, known=known))

    @classmethod
    def published(cls) -> Book:
        """Returns the eight problems of the booklet, with its solutions and shorter ones."""
        return shipped("published")

    @classmethod
    def composed(cls) -> Book:
        """Returns the first composed problems, in the order of their numbers."""
        return shipped("composed")

    @classmethod
    def collection(cls) -> Book:
        """Returns the problems that were composed for their beauty, the easiest first."""
        return shipped("collection")

    @classmethod
    def parse(cls, text: str, board: Board, file: str = "book") -> Book:
        """Reads a book from TOML. Raises ``Invalid``, which names the line."""
        data = DataFile.parse(file, text)
        check_values(data)
        tables = data.data.get("problem")
        if not isinstance(tables, list) or not tables:
            raise data.error(say("book-empty"))
        entries = tuple(_Reader(data, index, board).entry() for index in range(len(tables)))
        for index, entry in enumerate(entries):
            if any(other.id == entry.id for other in entries[:index]):
                raise data.error(say("book-twice", number=entry.id), "problem", index, "id")
        return cls(entries)


@cache
def shipped(name: str, edition: Edition | None = None) -> Book:
    """Returns a book that comes with the program, one of ``SHIPPED``."""
    file = resources.files("tablee.games.fragile.problems").joinpath(f"books/{name}.toml")
    board = (edition or standard()).board
    return Book.parse(file.read_text(encoding="utf-8"), board, f"{name}.toml")


def problem_facts(number: int, problem: Problem) -> dict[str, object]:
    """Returns what a book says about the problem itself."""
    return {
        "id": number,
        "turns": problem.turns,
        "crates": [cell for cell, crates in problem.crates.items() for _ in crates],
        "dockers": list(problem.dockers),
        "others": list(problem.others),
        "goals": {
            f"{cell}/{level}": crate.goal
            for cell, crates in problem.crates.items()
            for level, crate in enumerate(crates, 1)
            if crate.goal
        },
    }


def book_text(entries: Iterable[Mapping[str, object]]) -> str:
    """Returns a book in TOML with these facts about its problems."""
    tables = []
    for facts in entries:
        lines = [f"{key} = {_value(value)}\n" for key, value in facts.items()]
        tables.append("[[problem]]\n" + "".join(lines))
    return "\n".join(tables)


def _value(value: object) -> str:
    """Writes a value in TOML. JSON has the same numbers, texts and lists."""
    if isinstance(value, dict):
        items = (f'"{key}" = {_value(item)}' for key, item in value.items())
        return "{ " + ", ".join(items) + " }"
    return json.dumps(value, ensure_ascii=False)


class _Reader:
    """Reads the index-th problem of a file."""

    def __init__(self, file: DataFile, index: int, board: Board) -> None:
        self.file, self.index, self.board = file, index, board
        values = file.data["problem"][index]
        self.values: dict[str, Any] = values if isinstance(values, dict) else {}

    def entry(self) -> BookEntry:
        number = self.number("id", None)
        cells = self.cells("crates")
        goals = self.goals(cells)
        crates: dict[Cell, Crates] = {}
        for cell in cells:
            level = len(crates.get(cell, ())) + 1
            if level > 2:
                raise self.error("book-too-high", "crates", cell=cell)
            goal = goals.get((cell, level))
            crates[cell] = (*crates.get(cell, ()), Crate(goal=goal) if goal else PLAIN)
        problem = Problem(
            self.number("turns", None), crates, self.cells("dockers"), self.cells("others", ())
        )
        try:
            problem.check(self.board)
            problem.check_new()
        except TableeError as error:
            where = self.file.line("problem", self.index)
            file = self.file.name
            message = say("book-problem", file=file, line=where, problem=error.message)
            raise Invalid(message) from None
        return BookEntry(number, problem, self.turns("published"), self.values)

    def error(self, problem: str, key: str, **parameters: str) -> Invalid:
        return self.file.error(say(problem, key=key, **parameters), "problem", self.index, key)

    def number(self, key: str, default: int | None) -> int:
        value = self.values.get(key, default)
        if type(value) is not int:
            raise self.error("book-number", key)
        return value

    def turns(self, key: str) -> tuple[str, ...]:
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(turn, str) for turn in value):
            raise self.error("book-turns", key)
        return tuple(value)

    def cells(self, key: str, default: tuple[Cell, ...] | None = None) -> tuple[Cell, ...]:
        value = self.values.get(key, default)
        if not isinstance(value, list | tuple):
            raise self.error("book-cells", key)
        for cell in value:
            if not isinstance(cell, str) or not is_cell(cell):
                raise self.error("book-cell", key, cell=str(cell))
        return tuple(value)

    def goals(self, cells: tuple[Cell, ...]) -> dict[tuple[Cell, int], Cell]:
        """F-7.3: returns the depot of each goal crate, by cell and level."""
        value = self.values.get("goals")
        if not isinstance(value, dict) or not value:
            raise self.error("book-goals", "goals")
        goals: dict[tuple[Cell, int], Cell] = {}
        for name, depot in value.items():
            level = _LEVEL.fullmatch(name)
            if level is None or cells.count(level[1]) < int(level[2]):
                raise self.error("book-goal-crate", "goals", name=name)
            if not isinstance(depot, str) or not is_cell(depot):
                raise self.error("book-cell", "goals", cell=str(depot))
            goals[level[1], int(level[2])] = depot
        return goals
