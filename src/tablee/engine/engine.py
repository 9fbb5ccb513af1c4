"""An engine does numbered pieces of work, many at a time."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Protocol, Self, TypeVar

from tablee.core.errors import TableeError
from tablee.core.messages import Message, Parameter

R = TypeVar("R")

ATTEMPTS = 5
"""How many workers a piece of work may lose before the engine gives it up."""


class Engine(Protocol):
    """A context manager. On exit it stops everything it started, finished or not."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def as_done(self, work: Callable[[int], R], numbers: Iterable[int]) -> Generator[tuple[int, R]]:
        """Yields number and result of each piece of work, in the order they finish.

        The work must be picklable. ``numbers`` may be endless: the engine takes only as many as it
        works on. It repeats a piece whose worker is lost, and raises ``EngineError`` for a piece
        that keeps losing workers.
        """


class EngineError(TableeError):
    """The engine cannot do the work, through no fault of the work."""


def say(key: str, /, **parameters: Parameter) -> Message:
    return Message("tablee.engine", key, parameters)


def lost(number: int) -> EngineError:
    return EngineError(say("lost", number=number, attempts=ATTEMPTS))
