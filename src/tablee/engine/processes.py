"""Processes of this machine that answer questions. If one of them is lost, new ones start."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress


class Processes:
    """A few processes. They start with the first question and end with ``close``."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool: ProcessPoolExecutor | None = None

    @property
    def pool(self) -> ProcessPoolExecutor:
        """The current pool. If it loses one process it is broken, and the caller discards it."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.count,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_start,
            )
        return self._pool

    def discard(self, pool: ProcessPoolExecutor, *, wait: bool = False) -> None:
        """Kills a pool. The next question starts a new one.

        Several callers may notice the same loss, so discarding an old pool spares the current one.
        """
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            with suppress(ProcessLookupError, AttributeError):
                process.kill()
        pool.shutdown(wait=wait, cancel_futures=True)

    def close(self) -> None:
        """Ends the processes and waits for them, so that they cannot delay our own exit."""
        if self._pool is not None:
            self.discard(self._pool, wait=True)


def _start() -> None:
    """Ignores Ctrl-C, which is for the parent process. Ends this process if the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(0)
