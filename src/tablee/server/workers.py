"""Processes that answer questions of the server, a few at a time, fairly.

Each process has one question at a time. A process that crashes or does not answer is replaced
alone; what waits goes on waiting.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar, cast

from tablee.engine.processes import Lost, NotStarted, Process
from tablee.server.messages import Refused
from tablee.server.rounds import Rounds, Whose

logger = logging.getLogger(__name__)
T = TypeVar("T")

ATTEMPTS = 3
PATIENCE = 30.0
"""Seconds beyond its budget until a process counts as lost."""
MEMORY = 2 << 30
"""Bytes of address space of a process. One that needs more gets a ``MemoryError``."""
LEAVE_TO_FINISH = 0.5
"""Seconds that a question may go on after its asker has gone. A new process costs more."""
NOBODY = Whose()


class Worker:
    """One process. It starts with its first question, and again after a loss."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self._threads = threads
        self._process: Process | None = None
        self._closed = False
        self.busy: asyncio.Future[object] | None = None
        self.behind = False
        """True while it does what can wait."""

    async def ask(self, patience: float, question: Callable[..., T], *arguments: object) -> T:
        """Returns the answer. Raises the question's error, or ``Lost``.

        ``patience`` counts from the moment at which the process begins with the question.
        """
        loop = asyncio.get_running_loop()
        self.busy = loop.run_in_executor(self._threads, self._ask, patience, question, arguments)
        return cast("T", await asyncio.shield(self.busy))

    def _ask(
        self, patience: float, question: Callable[..., object], arguments: tuple[object, ...]
    ) -> object:
        """Runs in a thread, because it waits."""
        if self._process is not None and not self._process.is_alive:
            self._drop()
        if self._process is None:
            self._process = Process(MEMORY, polite=True)
        if self._closed:
            raise NotStarted("the server ends")
        try:
            self._process.give(question, *arguments)
            return self._process.answer(patience)
        except Lost:
            self._drop()
            raise

    def _drop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    def refuse(self) -> None:
        """Ends the present question and allows no other."""
        self._closed = True
        self.kill()


class Workers:
    """The processes, and the questions that wait for one."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.rounds: Rounds[asyncio.Future[Worker]] = Rounds()
        self.behind: Rounds[asyncio.Future[Worker]] = Rounds()
        """What can wait: it is served last, and leaves one of several workers free."""
        self.waiting_elsewhere = 0.0
        """Further questions for these processes that wait at another place."""
        self._threads = ThreadPoolExecutor(count, "workers")
        self._workers = [Worker(self._threads) for _ in range(count)]
        self._free = list(self._workers)
        self._closed = False

    async def ask(
        self,
        patience: float,
        question: Callable[..., T],
        *arguments: object,
        whose: Whose = NOBODY,
        attempts: int = ATTEMPTS,
        behind: bool = False,
    ) -> T:
        """Returns an answer, of a new process if one is lost. Raises ``Refused`` at last."""
        for attempt in range(1, attempts + 1):
            try:
                async with self.turn(whose, behind=behind) as worker:
                    return await worker.ask(patience, question, *arguments)
            except Lost as error:
                logger.warning("a worker was lost (%s, attempt %d)", type(error).__name__, attempt)
        raise Refused("busy")

    @asynccontextmanager
    async def turn(self, whose: Whose, *, behind: bool = False) -> AsyncIterator[Worker]:
        """Waits for a free worker.

        If the asker leaves before the answer has come, the worker soon drops the question.
        """
        worker = await self._next(whose, self.behind if behind else self.rounds)
        try:
            yield worker
        finally:
            if worker.busy is None or worker.busy.done():
                self._give_back(worker)
            else:
                worker.busy.add_done_callback(lambda _: self._give_back(worker))
                loop = asyncio.get_running_loop()
                loop.call_later(LEAVE_TO_FINISH, self._stop, worker, worker.busy)

    def crowd(self, whose: Whose) -> float:
        """Returns how many questions share a worker, with one more of this guest."""
        return (1 + self.rounds.crowd(whose) + self.waiting_elsewhere) / self.count

    async def _next(self, whose: Whose, queue: Rounds[asyncio.Future[Worker]]) -> Worker:
        if self._closed:
            raise NotStarted("the server ends")
        waiting: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        queue.put(whose, waiting)
        self._serve()
        try:
            return await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled() and waiting.exception() is None:
                self._give_back(waiting.result())
            queue.remove(whose, waiting)
            raise

    def _give_back(self, worker: Worker) -> None:
        if worker.busy is not None and not worker.busy.cancelled():
            worker.busy.exception()  # its asker may have gone, and then nobody looks at it
        worker.busy, worker.behind = None, False
        self._free.append(worker)
        self._serve()

    def _serve(self) -> None:
        """Gives free workers to those who wait."""
        for queue in (self.rounds, self.behind):
            while queue and self._free and (queue is self.rounds or self._has_spare):
                waiting = queue.take()
                if not waiting.done():
                    worker = self._free.pop()
                    worker.behind = queue is self.behind
                    waiting.set_result(worker)

    @property
    def _has_spare(self) -> bool:
        """True if one more worker may do what can wait. One of several never does."""
        return sum(worker.behind for worker in self._workers) < max(1, self.count - 1)

    @staticmethod
    def _stop(worker: Worker, asked: asyncio.Future[object]) -> None:
        if worker.busy is asked and not asked.done():
            worker.kill()

    def close(self) -> None:
        """Ends the processes and waits for them, so that they cannot delay our own exit."""
        self._closed = True
        for queue in (self.rounds, self.behind):
            while queue:
                waiting = queue.take()
                if not waiting.done():
                    waiting.set_exception(NotStarted("the server ends"))
        for worker in self._workers:
            worker.refuse()
        self._threads.shutdown()
        for worker in self._workers:
            worker._drop()
