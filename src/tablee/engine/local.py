"""The engine that needs no other software: it uses processes of this machine."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import Generic, Self, TypeVar

from tablee.engine.engine import ATTEMPTS, lost
from tablee.engine.processes import Processes

R = TypeVar("R")

AHEAD = 2
"""How many pieces each process holds at a time, so that it never waits for the next."""


@dataclass(frozen=True, slots=True)
class _Given(Generic[R]):
    """A piece of work given to a process."""

    number: int
    attempt: int
    pool: ProcessPoolExecutor
    future: Future[R]


class LocalEngine:
    """Runs work on this many processes. With one worker it uses this process itself."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self.processes = Processes(workers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.processes.close()

    def as_done(self, work: Callable[[int], R], numbers: Iterable[int]) -> Generator[tuple[int, R]]:
        if self.workers == 1:
            yield from ((number, work(number)) for number in numbers)
            return
        left = iter(numbers)
        given: dict[Future[R], _Given[R]] = {}
        while True:
            for number in islice(left, AHEAD * self.workers - len(given)):
                self._give(work, number, 1, given)
            if not given:
                return
            for future in wait(given, return_when=FIRST_COMPLETED).done:
                piece = given.pop(future)
                try:
                    result = future.result()
                except BrokenExecutor:
                    self.processes.discard(piece.pool)
                    if piece.attempt == ATTEMPTS:
                        raise lost(piece.number) from None
                    self._give(work, piece.number, piece.attempt + 1, given)
                else:
                    yield piece.number, result

    def _give(
        self,
        work: Callable[[int], R],
        number: int,
        attempt: int,
        given: dict[Future[R], _Given[R]],
    ) -> None:
        pool = self.processes.pool
        try:
            future = pool.submit(work, number)
        except BrokenExecutor as error:  # as_done handles the loss when it reads the result
            future = Future()
            future.set_exception(error)
        given[future] = _Given(number, attempt, pool, future)
