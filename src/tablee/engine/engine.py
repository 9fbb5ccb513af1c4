"""What an engine is: something that does numbered pieces of work, many at a time."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Protocol, Self, TypeVar

from tablee.core.errors import TableeError
from tablee.core.messages import Message, Parameter

R = TypeVar("R")

ATTEMPTS = 5
"""Workers a piece of work may be lost with before it counts as what killed them."""


class Engine(Protocol):
    """Begins with ``with`` and ends what it started when left, whatever is still being done."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def as_done(self, work: Callable[[int], R], numbers: Iterable[int]) -> Generator[tuple[int, R]]:
        """Number and result of each piece of work, as they are finished.

        Work can be pickled. Of the numbers, which may be without end, only as many are taken as
        are being worked on. A piece whose worker is lost is done again; ``EngineError`` is raised
        for one that keeps losing its workers.
        """


class EngineError(TableeError):
    """The work cannot be done, for no fault of the work."""


def say(key: str, /, **parameters: Parameter) -> Message:
    return Message("tablee.engine", key, parameters)


def lost(number: int) -> EngineError:
    return EngineError(say("lost", number=number, attempts=ATTEMPTS))
