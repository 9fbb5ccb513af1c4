"""Problem books: TOML files with problems, their best chances and other facts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources

from tablee.core import problem_book
from tablee.core.errors import TableeError
from tablee.core.problem_book import Table, tables
from tablee.games.shear_panic.edition import Edition, standard
from tablee.games.shear_panic.flock import Flock
from tablee.games.shear_panic.messages import say
from tablee.games.shear_panic.problems.certificate import fraction
from tablee.games.shear_panic.problems.goals import Goal
from tablee.games.shear_panic.problems.problem import Problem, command_text, parse_command

SHIPPED = ("first-hundred",)
"""The books that come with the program."""


@dataclass(frozen=True)
class BookEntry(problem_book.Entry[Problem]):
    """A problem of Shear Panic in a book."""

    chance: Fraction | None = None
    """The best chance, if the book has it."""

    @property
    def solution(self) -> str | None:
        """The best first command, if the book has it."""
        return self.facts.get("solution")


class Book(problem_book.Book[BookEntry]):
    """Problems of Shear Panic."""

    @classmethod
    def parse(cls, text: str, edition: Edition | None = None, file: str = "book") -> Book:
        """Reads a book from TOML. Raises ``Invalid``, which names the line."""
        found = tables(text, file)
        return cls.of(found, (_entry(table, edition or standard()) for table in found))


@cache
def shipped(name: str, edition: Edition | None = None) -> Book:
    """Returns a book that comes with the program, one of ``SHIPPED``."""
    file = resources.files("tablee.games.shear_panic.problems").joinpath(f"books/{name}.toml")
    return Book.parse(file.read_text(encoding="utf-8"), edition, f"{name}.toml")


def problem_facts(number: int, problem: Problem) -> dict[str, object]:
    """Returns what a book says about the problem itself."""
    return {
        "id": number,
        "flock": str(problem.flock),
        "colour": problem.colour,
        "space": problem.space,
        "commands": list(map(command_text, problem.commands)),
        "goal": str(problem.goal),
    }


def _entry(table: Table, edition: Edition) -> BookEntry:
    flock, colour, goal = map(table.text, ("flock", "colour", "goal"))
    space, commands = table.number("space"), table.texts("commands")
    try:
        problem = Problem(
            Flock.parse(flock),
            colour,
            space,
            tuple(map(parse_command, commands)),
            Goal.parse(goal),
        )
        problem.check(edition)
    except TableeError as error:
        raise table.refused(error) from None
    return BookEntry(table.number("id"), problem, _chance(table), facts=table.values)


def _chance(table: Table) -> Fraction | None:
    if "chance" not in table.values:
        return None
    try:
        return fraction(table.values["chance"])
    except ValueError:
        raise table.error(say("book-chance"), "chance") from None
