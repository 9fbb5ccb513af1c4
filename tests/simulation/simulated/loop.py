"""An event loop with virtual time, without sockets and threads. A seed decides what runs next."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any

SWEEPS = 50


class Process:
    """A program that runs in the world. Once it is dead, nothing of it runs any more."""

    def __init__(self, loop: SimulatedLoop, name: str) -> None:
        self.loop, self.name = loop, name
        self.is_alive = True

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        context = copy_context()
        context.run(PROCESS.set, self)
        return self.loop.create_task(work, context=context)


PROCESS: ContextVar[Process | None] = ContextVar("process", default=None)
"""The process to which the running code belongs. Tasks and callbacks inherit it."""


class SimulatedLoop(asyncio.AbstractEventLoop):
    """Runs one callback a step. Time passes only when nothing else can run."""

    def __init__(self, rng: Random, *, shuffled: bool) -> None:
        self._rng, self._shuffled = rng, shuffled
        self._ready: list[tuple[asyncio.Handle, Process | None]] = []
        self._timers: list[tuple[float, int, asyncio.TimerHandle, Process | None]] = []
        self._never: list[tuple[asyncio.Handle, Process | None]] = []
        """What the dead would have run."""
        self._count = 0
        self._now = 0.0
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.steps = 0
        self.failure: BaseException | None = None
        """The exception of a callback, which nobody else would hear of."""

    def step(self, until: float) -> bool:
        """Runs one callback. Returns False, at the time ``until``, if nothing is to run by then."""
        while True:
            if not self._ready:
                if not self._timers or self._timers[0][0] > until:
                    self._now = until
                    return False
                self._now = max(self._now, self._timers[0][0])
            while self._timers and self._timers[0][0] <= self._now:
                _, _, timer, owner = heapq.heappop(self._timers)
                self._ready.append((timer, owner))
            count = len(self._ready)
            handle, process = self._ready.pop(self._rng.randrange(count) if self._shuffled else 0)
            if handle.cancelled():
                continue
            if process is not None and not process.is_alive:
                self._never.append((handle, None))
                continue
            self.steps += 1
            asyncio._set_running_loop(self)
            try:
                handle._run()
            finally:
                asyncio._set_running_loop(None)
            return True

    def sweep(self) -> None:
        """Ends what still runs, the dead included, so that nothing is left to the collector.

        Some of it waits for others in order to end, so it takes several rounds.
        """
        self._shuffled = False
        self._ready += self._never
        for _ in range(SWEEPS):
            if not self.tasks:
                break
            for task in list(self.tasks):
                task.cancel()
            for _ in range(len(self.tasks) * SWEEPS):
                self._timers, self._ready = [], [(handle, None) for handle, _ in self._ready]
                if not self.step(self._now):
                    break

    # What asyncio needs of a loop

    def time(self) -> float:
        return self._now

    def call_soon(
        self, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        context = copy_context() if context is None else context
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append((handle, context.get(PROCESS)))
        return handle

    def call_later(
        self, delay: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        context = copy_context() if context is None else context
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        self._count += 1
        heapq.heappush(self._timers, (when, self._count, timer, context.get(PROCESS)))
        return timer

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """A cancelled timer is dropped when its time comes."""

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(
        self, coro: Any, *, name: str | None = None, context: Context | None = None
    ) -> asyncio.Task[Any]:
        task = asyncio.Task(coro, loop=self, name=name or "simulated", context=context)
        self.tasks[task] = None
        task.add_done_callback(self.tasks.pop, context=context)
        return task

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if "handle" in context:
            self.failure = context.get("exception")

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False
