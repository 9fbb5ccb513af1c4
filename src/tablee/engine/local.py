"""The engine that needs no other software: it uses processes of this machine."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Self, TypeVar

from tablee.engine.engine import ATTEMPTS, lost
from tablee.engine.processes import Lost, Process, result_of

R = TypeVar("R")

AHEAD = 2
"""How many pieces each process holds at a time, so that it never waits for the next."""

Piece = tuple[int, int]
"""The number of a piece of work, and how many workers it has lost."""


class LocalEngine:
    """Runs work on this many processes. With one worker it uses this process itself."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self._given: dict[Process, deque[Piece]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._given:
            process.kill()
        for process in self._given:
            process.close()
        self._given.clear()

    def as_done(self, work: Callable[[int], R], numbers: Iterable[int]) -> Generator[tuple[int, R]]:
        if self.workers == 1:
            yield from ((number, work(number)) for number in numbers)
            return
        again: deque[Piece] = deque()
        fresh = ((number, 0) for number in numbers)
        try:
            while True:
                self._hand_out(work, again, fresh)
                busy = {one.connection: one for one, pieces in self._given.items() if pieces}
                if not busy:
                    return
                for connection in wait(list(busy)):
                    process = busy[connection]  # type: ignore[index]
                    try:
                        heard = process.hear()
                    except Lost:
                        again.extend(self._pieces_of_lost(process))
                        continue
                    if heard is not None:
                        number, _ = self._given[process].popleft()
                        yield number, result_of(heard)
        finally:
            for process in [one for one, pieces in self._given.items() if pieces]:
                self._end(process)

    def _hand_out(
        self, work: Callable[[int], R], again: deque[Piece], fresh: Iterator[Piece]
    ) -> None:
        """Gives each process as many pieces as it may hold: first those to be done again."""
        while sum(map(len, self._given.values())) < AHEAD * self.workers:
            piece = again.popleft() if again else next(fresh, None)
            if piece is None:
                return
            if len(self._given) < self.workers:
                self._given[Process()] = deque()
            process = min(self._given, key=lambda one: len(self._given[one]))
            self._given[process].append(piece)
            with suppress(Lost):  # as_done hears of it when it reads the answer
                process.give(work, piece[0])

    def _pieces_of_lost(self, process: Process) -> list[Piece]:
        """Returns the pieces of a lost process. It was at work on the first."""
        (number, losses), *others = self._given[process]
        self._end(process)
        if losses + 1 == ATTEMPTS:
            raise lost(number)
        return [(number, losses + 1), *others]

    def _end(self, process: Process) -> None:
        del self._given[process]
        process.close()
