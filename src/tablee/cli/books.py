"""Reads the problems a command works on: a book, a shipped book, or one line of text."""

from __future__ import annotations

import argparse
from pathlib import Path

from tablee.cli.console import say
from tablee.cli.files import read_text
from tablee.core.errors import Invalid
from tablee.games.fragile import Book, Edition, Problem, standard
from tablee.games.fragile.problems.book import SHIPPED, BookEntry, shipped


def read_edition(options: argparse.Namespace) -> Edition:
    """Returns the edition of ``--edition``, else the standard one. Raises ``Invalid``."""
    if options.edition is None:
        return standard()
    return Edition.parse(read_text(options.edition), Path(options.edition).name)


def read_entries(options: argparse.Namespace, edition: Edition) -> list[BookEntry]:
    """Returns the problem of ``--problem``, else all of the book. Raises ``Invalid``."""
    book = _book(options.file, edition)
    return list(book.entries) if options.problem is None else [book.entry(options.problem)]


def read_entry(options: argparse.Namespace, edition: Edition) -> BookEntry:
    """Returns the only problem that the user means. Raises ``Invalid``."""
    entries = read_entries(options, edition)
    if len(entries) > 1:
        known = ", ".join(str(entry.id) for entry in entries)
        raise Invalid(say("which-problem", file=options.file, known=known))
    return entries[0]


def _book(name: str, edition: Edition) -> Book:
    path = Path(name)
    if name in SHIPPED and not path.exists():
        return shipped(name, edition)
    if ";" in name and not _exists(path):
        problem = Problem.parse(name)
        problem.check(edition.board)
        return Book((BookEntry(1, problem),))
    return Book.parse(read_text(name), edition.board, path.name)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # too long for the name of a file
        return False
