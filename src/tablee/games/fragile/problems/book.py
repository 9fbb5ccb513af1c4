"""Problem books: TOML files with problems, their solutions and other facts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

from tablee.core import problem_book
from tablee.core.errors import Invalid, TableeError
from tablee.core.problem_book import Table, tables
from tablee.games.fragile.board import Board, Cell, is_cell
from tablee.games.fragile.edition import Edition, standard
from tablee.games.fragile.messages import say
from tablee.games.fragile.position import PLAIN, Crate, Crates
from tablee.games.fragile.problems.problem import Problem

SHIPPED = ("published", "composed", "collection")
"""The books that come with the program."""
_LEVEL = re.compile(r"([A-J](?:10|[1-9]))/([12])")


@dataclass(frozen=True)
class BookEntry(problem_book.Entry[Problem]):
    """A problem of Fragile in a book."""

    published: tuple[str, ...] = ()
    """The solution printed with the problem, one text for each turn."""

    @property
    def solution(self) -> tuple[str, ...]:
        """The shortest solution in the book."""
        found = self.facts.get("solution") or self.facts.get("shorter")
        return tuple(found or self.published)


class Book(problem_book.Book[BookEntry]):
    """Problems of Fragile."""

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
        found = tables(text, file)
        return cls.of(found, (_Reader(table, board).entry() for table in found))


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


class _Reader:
    """Reads the problem of a table."""

    def __init__(self, table: Table, board: Board) -> None:
        self.table, self.board = table, board

    def entry(self) -> BookEntry:
        number = self.table.number("id")
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
            self.table.number("turns"), crates, self.cells("dockers"), self.cells("others", ())
        )
        try:
            problem.check(self.board)
            problem.check_new()
        except TableeError as error:
            raise self.table.refused(error) from None
        return BookEntry(number, problem, self.table.texts("published"), facts=self.table.values)

    def error(self, problem: str, key: str, **parameters: str) -> Invalid:
        return self.table.error(say(problem, key=key, **parameters), key)

    def cells(self, key: str, default: tuple[Cell, ...] | None = None) -> tuple[Cell, ...]:
        value = self.table.values.get(key, default)
        if not isinstance(value, list | tuple):
            raise self.error("book-cells", key)
        for cell in value:
            if not isinstance(cell, str) or not is_cell(cell):
                raise self.error("book-cell", key, cell=str(cell))
        return tuple(value)

    def goals(self, cells: tuple[Cell, ...]) -> dict[tuple[Cell, int], Cell]:
        """F-7.3: returns the depot of each goal crate, by cell and level."""
        value = self.table.values.get("goals")
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
