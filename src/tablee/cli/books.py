"""Reads the problems a command works on: a book, a shipped book, or one line of text."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from tablee.cli.console import say
from tablee.cli.files import read_text
from tablee.core import problem_book
from tablee.core.errors import Invalid
from tablee.core.problem_book import Book
from tablee.games import fragile, shear_panic
from tablee.games.fragile.problems import book as fragile_book
from tablee.games.fragile.problems.problem import Problem as FragileProblem
from tablee.games.shear_panic.edition import Edition as FlockEdition
from tablee.games.shear_panic.problems import book as flock_book
from tablee.games.shear_panic.problems.problem import Problem as FlockProblem

Entry = TypeVar("Entry", bound=problem_book.Entry[Any])
Edition = TypeVar("Edition")


@dataclass(frozen=True)
class Shelf(Generic[Entry, Edition]):
    """Where the problems of a game come from."""

    names: tuple[str, ...]
    """The books that come with the program."""
    standard: Callable[[], Edition]
    parse_edition: Callable[[str, str], Edition]
    shipped: Callable[[str, Edition], Book[Entry]]
    parse: Callable[[str, Edition, str], Book[Entry]]
    one: Callable[[str, Edition], Entry]
    """Reads a problem that is a line of text."""

    def edition(self, options: argparse.Namespace) -> Edition:
        """Returns the edition of ``--edition``, else the standard one. Raises ``Invalid``."""
        if options.edition is None:
            return self.standard()
        return self.parse_edition(read_text(options.edition), Path(options.edition).name)

    def entries(self, options: argparse.Namespace, edition: Edition) -> list[Entry]:
        """Returns the problem of ``--problem``, else all of the book. Raises ``Invalid``."""
        book = self._book(options.file, edition)
        return list(book.entries) if options.problem is None else [book.entry(options.problem)]

    def entry(self, options: argparse.Namespace, edition: Edition) -> Entry:
        """Returns the only problem that the user means. Raises ``Invalid``."""
        entries = self.entries(options, edition)
        if len(entries) > 1:
            known = ", ".join(str(entry.id) for entry in entries)
            raise Invalid(say("which-problem", file=options.file, known=known))
        return entries[0]

    def _book(self, name: str, edition: Edition) -> Book[Entry]:
        path = Path(name)
        if name in self.names and not path.exists():
            return self.shipped(name, edition)
        if ";" in name and not _exists(path):
            return Book((self.one(name, edition),))
        return self.parse(read_text(name), edition, path.name)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # too long for the name of a file
        return False


def _fragile_entry(text: str, edition: fragile.Edition) -> fragile_book.BookEntry:
    problem = FragileProblem.parse(text)
    problem.check(edition.board)
    return fragile_book.BookEntry(1, problem)


def _flock_entry(text: str, edition: FlockEdition) -> flock_book.BookEntry:
    problem = FlockProblem.parse(text)
    problem.check(edition)
    return flock_book.BookEntry(1, problem)


FRAGILE: Shelf[fragile_book.BookEntry, fragile.Edition] = Shelf(
    fragile_book.SHIPPED,
    fragile.standard,
    fragile.Edition.parse,
    fragile_book.shipped,
    lambda text, edition, file: fragile_book.Book.parse(text, edition.board, file),
    _fragile_entry,
)
SHEAR_PANIC: Shelf[flock_book.BookEntry, FlockEdition] = Shelf(
    flock_book.SHIPPED,
    shear_panic.standard,
    FlockEdition.parse,
    flock_book.shipped,
    flock_book.Book.parse,
    _flock_entry,
)
