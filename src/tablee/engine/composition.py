"""Composes many problems on any engine, in the order of the attempts. It can be resumed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from tablee.core.problem_book import book_text
from tablee.engine.engine import Engine
from tablee.engine.ledger import Ledger
from tablee.engine.local import LocalEngine
from tablee.engine.order import in_order

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

ATTEMPTS = range(10**9)
"""Practically endless."""


class Composed(Protocol):
    """A problem that an attempt found."""

    @property
    def difficulty(self) -> float: ...

    @property
    def attempt(self) -> int: ...

    def facts(self, number: int) -> dict[str, object]:
        """Returns what a book says about the problem."""


class Edition(Protocol):
    @property
    def text(self) -> str: ...


C = TypeVar("C", bound=Composed)
W = TypeVar("W", bound="DataclassInstance")
E = TypeVar("E", bound=Edition)


@dataclass
class Composition(ABC, Generic[W, E, C]):
    """The problems found so far for an order. A game says what an attempt does."""

    shares: ClassVar[Mapping[str, int]]
    """An even book has at most this part of its problems with one label of each kind."""

    order: W
    """What to compose."""
    edition: E
    even: bool = False
    """True to keep no more than the ``shares``."""
    found: list[C] = field(default_factory=list, kw_only=True)
    attempts: int = field(default=0, kw_only=True)
    """The number of attempts done. All smaller numbers are done too."""

    @abstractmethod
    def work(self) -> Callable[[int], C | None]:
        """Returns the function that makes an attempt. It can be sent to other processes."""

    @abstractmethod
    def sameness(self, composed: C) -> str:
        """Returns a text that is equal for problems that are the same."""

    @abstractmethod
    def labels(self, composed: C) -> dict[str, object]:
        """Returns the labels of a problem, one of each kind in ``shares``."""

    @abstractmethod
    def told(self, composed: C) -> dict[str, Any]:
        """Returns a problem as JSON, for the state file."""

    @abstractmethod
    def known(self, told: dict[str, Any]) -> C:
        """Returns the problem of that JSON."""

    def run(
        self,
        count: int,
        engine: Engine | None = None,
        state_file: Path | None = None,
        tell: Callable[[Self], None] | None = None,
    ) -> None:
        """Makes attempts from the first on, until there are ``count`` problems.

        It calls ``tell`` after each attempt. It does not repeat attempts that the state file knows.
        """
        ledger = None if state_file is None else self._ledger(state_file)
        seen: set[str] = set()
        for composed in in_order(engine or LocalEngine(), self.work(), ATTEMPTS, ledger):
            self.attempts += 1
            if composed is not None:
                text = self.sameness(composed)
                if text not in seen and self.has_room(composed, count):
                    seen.add(text)
                    self.found.append(composed)
            if tell is not None:
                tell(self)
            if len(self.found) >= count:
                return

    def has_room(self, composed: C, count: int) -> bool:
        """True if a book of ``count`` problems has room for another like this one."""
        if not self.even:
            return True
        kept = Counter(label for known in self.found for label in self.labels(known).items())
        return all(
            kept[kind, label] < -(-count // self.shares[kind])
            for kind, label in self.labels(composed).items()
        )

    def _ledger(self, path: Path) -> Ledger[C | None]:
        return Ledger(
            path,
            {"compose": asdict(self.order), "edition": self.edition.text},
            lambda composed: None if composed is None else self.told(composed),
            lambda told: None if told is None else self.known(told),
        )

    def entries(self, count: int) -> list[dict[str, object]]:
        """Returns the first problems found as entries of a book, the easiest first."""
        first = self.found[:count]
        ordered = sorted(first, key=lambda known: (known.difficulty, known.attempt))
        return [known.facts(number) for number, known in enumerate(ordered, 1)]

    def text(self, count: int) -> str:
        """Returns those entries as a book."""
        return book_text(self.entries(count))
