"""The books on this server: those that come with the program, and the server's own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.core.messages import Message
from tablee.games.fragile import Problem, standard
from tablee.games.fragile.problems.book import SHIPPED, BookEntry, shipped
from tablee.games.fragile.problems.daily import daily
from tablee.games.fragile.problems.difficulty import grade_of
from tablee.games.fragile.problems.motifs import motif_name
from tablee.games.fragile.problems.symmetry import symmetries, turn
from tablee.games.shear_panic.problems import book as flock_book
from tablee.games.shear_panic.problems.book import BookEntry as FlockEntry
from tablee.games.shear_panic.problems.certificate import fraction
from tablee.games.shear_panic.problems.daily import daily as flock_daily
from tablee.games.shear_panic.problems.difficulty import grade_of as flock_grade
from tablee.games.shear_panic.problems.motifs import motif_name as flock_motif
from tablee.games.shear_panic.problems.problem import Problem as FlockProblem
from tablee.games.shear_panic.problems.sameness import canonical
from tablee.server.messages import Refused, spoken
from tablee.server.problems import flocks
from tablee.server.problems.glicko import Strength, prior
from tablee.server.problems.store import ProblemStore
from tablee.server.problems.wishes import (
    BookView,
    DailyView,
    GameName,
    ListedProblem,
    PrintedSolution,
)

AnyEntry = BookEntry | FlockEntry
"""A problem of either game."""
Entries = tuple[AnyEntry, ...]
OWN: dict[GameName, str] = {"fragile": "house", "shear-panic": "flock-house"}
"""The books of this server: the proposals that its operator has accepted."""
FRESH = 5.0
"""Seconds for which the shelf is not looked up again. The operator's command changes it, too."""


@dataclass(frozen=True)
class _Looked:
    """What the database said about the shelf."""

    at: float
    own: Mapping[str, Entries]
    """The server's own books by name. Those without problems are left out."""
    ratings: Mapping[str, Strength]
    books: list[BookView]


class Shelf:
    """Without a store it has the books of the program alone."""

    def __init__(self, store: ProblemStore | None = None) -> None:
        self.store = store
        self._last: _Looked | None = None

    async def books(self) -> list[BookView]:
        """Returns the books without solutions."""
        return (await self._look()).books

    async def solutions(self, book: str) -> list[PrintedSolution]:
        """Returns the solutions of a book. Raises ``Refused`` if there is no such book."""
        own = (await self._look()).own
        found = own.get(book) or _shipped().get(book)
        if found is None:
            raise Refused("no-book", book=book)
        return [PrintedSolution(entry.id, _printed(entry)) for entry in found]

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
        for entries in (await self._look()).own.values():
            for entry in entries:
                if entry.problem.text == problem:
                    return entry
        return None

    async def has_twin(self, problem: str) -> bool:
        """True if a book has this problem, or one that is the same by a symmetry."""
        if not flocks.is_flock(problem):
            one = Problem.parse(problem)
            turned = [turn(one, way).text for way in symmetries(standard().board)]
            return any([await self.find(text) is not None for text in turned])
        own = (await self._look()).own.get(OWN["shear-panic"], ())
        known = {*_shipped_flocks(), *(canonical(entry.problem) for entry in _flocks(own))}
        return canonical(FlockProblem.parse(problem)) in known

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

    async def _look(self) -> _Looked:
        last, now = self._last, time.monotonic()
        if last is not None and now - last.at < FRESH:
            return last
        own: dict[str, Entries] = {}
        ratings: dict[str, Strength] = {}
        if self.store is not None:
            ratings = await self.store.ratings()
            for row in await self.store.proposals("accepted"):
                name = OWN[row["game"]]
                entry = _own(row["id"], row["problem"], msgspec.json.decode(row["facts"]))
                own[name] = (*own.get(name, ()), entry)
        books = [*_shipped_books(), *(_book(name, entries) for name, entries in own.items())]
        self._last = _Looked(now, own, ratings, [_rated(book, ratings) for book in books])
        return self._last


def read_books() -> None:
    """Reads the books of the program, which takes a fifth of a second, once."""
    _shipped_by_text()
    _shipped_books()
    for game in OWN:
        today(game)


def _own(number: int, problem: str, facts: dict[str, Any]) -> AnyEntry:
    if flocks.is_flock(problem):
        chance = fraction(facts["chance"])
        return FlockEntry(number, FlockProblem.parse(problem), chance=chance, facts=facts)
    return BookEntry(number, Problem.parse(problem), facts=facts)


@cache
def _shipped() -> dict[str, Entries]:
    """Returns the books that come with the program, by name."""
    books: dict[str, Entries] = {name: shipped(name).entries for name in SHIPPED}
    return books | {name: flock_book.shipped(name).entries for name in flock_book.SHIPPED}


@cache
def _shipped_by_text() -> dict[str, AnyEntry]:
    return {entry.problem.text: entry for entries in _shipped().values() for entry in entries}


@cache
def _shipped_flocks() -> frozenset[str]:
    return frozenset(canonical(entry.problem) for entry in _flocks(_shipped_by_text().values()))


def _flocks(entries: Iterable[AnyEntry]) -> Iterator[FlockEntry]:
    return (entry for entry in entries if isinstance(entry, FlockEntry))


@cache
def _shipped_books() -> tuple[BookView, ...]:
    """Returns the books of the program as they begin."""
    return tuple(_book(name, entries) for name, entries in _shipped().items())


def _rated(book: BookView, ratings: Mapping[str, Strength]) -> BookView:
    """Returns the book with the ratings that first attempts have moved."""
    problems = [
        replace(one, rating=round(ratings[one.problem].rating)) if one.problem in ratings else one
        for one in book.problems
    ]
    return replace(book, problems=problems)


def _book(name: str, entries: Entries) -> BookView:
    problems = list(map(_listed, entries))
    flock = isinstance(entries[0], FlockEntry)
    name_of: Callable[[str], Message] = flock_motif if flock else motif_name
    themes = sorted({theme for problem in problems for theme in problem.themes})
    names = {theme: spoken(name_of(theme)) for theme in themes}
    return BookView(name, problems, names, "shear-panic" if flock else "fragile")


def _listed(entry: AnyEntry) -> ListedProblem:
    problem, difficulty = entry.problem, entry.difficulty or 1
    if isinstance(problem, FlockProblem):
        turns, grade = len(problem.commands), flock_grade(difficulty)
        task = spoken(problem.goal.message)
    else:
        turns, grade, task = problem.turns, grade_of(difficulty), {}
    return ListedProblem(
        number=entry.id,
        problem=problem.text,
        turns=turns,
        difficulty=entry.difficulty,
        grade=grade,
        themes=list(entry.motifs),
        rating=round(prior(difficulty).rating),
        task=task,
    )


def _printed(entry: AnyEntry) -> list[str]:
    """Returns the turns; in Shear Panic the best first command, with its chance unless it is 1."""
    if isinstance(entry, BookEntry):
        return list(entry.solution)
    return [f"{entry.solution}" + ("" if entry.chance == 1 else f" ({entry.chance})")]


def today(game: GameName) -> DailyView:
    """Returns the problem of the day. It comes from the books of the program, so all agree."""
    day = datetime.now(UTC).date()
    book, entry = flock_daily(day) if game == "shear-panic" else daily(day)
    return DailyView(day.isoformat(), book, entry.id, game)
