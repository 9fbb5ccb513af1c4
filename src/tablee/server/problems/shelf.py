"""The books on this server: those that come with the program, and the server's own."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

import msgspec
from msgspec.structs import replace

from tablee.games.fragile import Problem
from tablee.games.fragile.problems.book import SHIPPED, BookEntry, shipped
from tablee.games.fragile.problems.daily import daily
from tablee.games.fragile.problems.difficulty import grade_of
from tablee.games.fragile.problems.motifs import motif_name
from tablee.games.shear_panic.problems import book as flock_book
from tablee.games.shear_panic.problems.book import BookEntry as FlockEntry
from tablee.games.shear_panic.problems.difficulty import grade_of as flock_grade
from tablee.games.shear_panic.problems.motifs import motif_name as flock_motif
from tablee.server.messages import Refused, spoken
from tablee.server.problems.glicko import Strength, prior
from tablee.server.problems.store import ProblemStore
from tablee.server.problems.wishes import BookView, DailyView, ListedProblem, PrintedSolution

AnyEntry = BookEntry | FlockEntry
"""A problem of either game."""
OWN = "house"
"""The book of this server: the proposals that its operator has accepted."""
FRESH = 5.0
"""Seconds for which the shelf is not looked up again. The operator's command changes it, too."""


@dataclass(frozen=True)
class _Looked:
    """What the database said about the shelf."""

    at: float
    own: tuple[BookEntry, ...]
    ratings: Mapping[str, Strength]
    books: list[BookView]


class Shelf:
    """Without a store it has the books of the program alone."""

    def __init__(self, store: ProblemStore | None = None) -> None:
        self.store = store
        self._last: _Looked | None = None

    async def books(self) -> list[BookView]:
        """Returns the books without solutions. An own book without problems is left out."""
        return (await self._look()).books

    async def solutions(self, book: str) -> list[PrintedSolution]:
        """Returns the solutions of a book. Raises ``Refused`` if there is no such book."""
        if book in flock_book.SHIPPED:
            flocks = flock_book.shipped(book).entries
            return [PrintedSolution(entry.id, [_first(entry)]) for entry in flocks]
        found = await self._entries(book)
        return [PrintedSolution(entry.id, list(entry.solution)) for entry in found]

    async def listed(self, book: str, number: int) -> ListedProblem:
        """Returns a problem of a book. Raises ``Refused`` if there is no such problem."""
        looked = await self._look()
        for view in looked.books:
            for problem in view.problems:
                if (view.name, problem.number) == (book, number):
                    return problem
        raise Refused("no-problem", book=book, number=number)

    async def find(self, problem: str) -> AnyEntry | None:
        """Returns the problem with this text, from any book."""
        known = _shipped_by_text().get(problem)
        if known is not None:
            return known
        own = (await self._look()).own
        return next((entry for entry in own if entry.problem.text == problem), None)

    async def strength(self, entry: AnyEntry) -> Strength:
        """Returns the rating of a problem: where attempts moved it, or where it begins."""
        known = (await self._look()).ratings.get(entry.problem.text)
        return known or self.prior(entry)

    def prior(self, entry: AnyEntry) -> Strength:
        """Returns the rating with which a problem begins."""
        return prior(entry.difficulty or 1)

    def forget(self) -> None:
        """Looks the shelf up at the next question, because something has changed."""
        self._last = None

    async def _entries(self, book: str) -> tuple[BookEntry, ...]:
        if book in SHIPPED:
            return shipped(book).entries
        own = (await self._look()).own
        if book != OWN or not own:
            raise Refused("no-book", book=book)
        return own

    async def _look(self) -> _Looked:
        last, now = self._last, time.monotonic()
        if last is not None and now - last.at < FRESH:
            return last
        own: tuple[BookEntry, ...] = ()
        ratings: dict[str, Strength] = {}
        if self.store is not None:
            ratings = await self.store.ratings()
            accepted = await self.store.proposals("accepted")
            own = tuple(_own(row["id"], row["problem"], row["facts"]) for row in accepted)
        books = [*_shipped_books(), *([_book(OWN, own)] if own else [])]
        self._last = _Looked(now, own, ratings, [_rated(book, ratings) for book in books])
        return self._last


def read_books() -> None:
    """Reads the books of the program, which takes a fifth of a second, once."""
    _shipped_by_text()
    _shipped_books()
    today()


def _own(number: int, problem: str, facts: bytes) -> BookEntry:
    return BookEntry(number, Problem.parse(problem), facts=msgspec.json.decode(facts))


@cache
def _shipped_by_text() -> dict[str, AnyEntry]:
    known: list[AnyEntry] = [entry for name in SHIPPED for entry in shipped(name).entries]
    for name in flock_book.SHIPPED:
        known += flock_book.shipped(name).entries
    return {entry.problem.text: entry for entry in known}


@cache
def _shipped_books() -> tuple[BookView, ...]:
    """Returns the books of the program as they begin."""
    books = [_book(name, shipped(name).entries) for name in SHIPPED]
    return (*books, *map(_flock_book, flock_book.SHIPPED))


def _rated(book: BookView, ratings: Mapping[str, Strength]) -> BookView:
    """Returns the book with the ratings that first attempts have moved."""
    problems = [
        replace(one, rating=round(ratings[one.problem].rating)) if one.problem in ratings else one
        for one in book.problems
    ]
    return replace(book, problems=problems)


def _book(name: str, entries: tuple[BookEntry, ...]) -> BookView:
    problems = list(map(_listed, entries))
    themes = sorted({theme for problem in problems for theme in problem.themes})
    return BookView(name, problems, {theme: spoken(motif_name(theme)) for theme in themes})


def _listed(entry: BookEntry) -> ListedProblem:
    problem, difficulty = entry.problem, entry.difficulty or 1
    return ListedProblem(
        number=entry.id,
        problem=problem.text,
        turns=problem.turns,
        difficulty=entry.difficulty,
        grade=grade_of(difficulty),
        themes=list(entry.motifs),
        rating=round(prior(difficulty).rating),
    )


# Shear Panic


def _flock_book(name: str) -> BookView:
    problems = list(map(_flock_listed, flock_book.shipped(name).entries))
    themes = sorted({theme for problem in problems for theme in problem.themes})
    names = {theme: spoken(flock_motif(theme)) for theme in themes}
    return BookView(name, problems, names, "shear-panic")


def _flock_listed(entry: FlockEntry) -> ListedProblem:
    problem, difficulty = entry.problem, entry.difficulty or 1
    return ListedProblem(
        number=entry.id,
        problem=problem.text,
        turns=len(problem.commands),
        difficulty=entry.difficulty,
        grade=flock_grade(difficulty),
        themes=list(entry.motifs),
        rating=round(prior(difficulty).rating),
        task=spoken(problem.goal.message),
    )


def _first(entry: FlockEntry) -> str:
    """Returns the best first command, with its chance unless it is sure."""
    return f"{entry.solution}" + ("" if entry.chance == 1 else f" ({entry.chance})")


def today() -> DailyView:
    """Returns the problem of the day. It comes from the books of the program, so all agree."""
    day = datetime.now(UTC).date()
    book, entry = daily(day)
    return DailyView(day.isoformat(), book, entry.id)
