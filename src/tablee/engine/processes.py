"""Processes of this machine that answer questions, replaced when one of them is lost."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress


class Processes:
    """A few processes. They start with the first question, and end with this one."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool: ProcessPoolExecutor | None = None

    @property
    def pool(self) -> ProcessPoolExecutor:
        """Those that answer now. One lost is all lost: then this pool is to be discarded."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.count,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_start,
            )
        return self._pool

    def discard(self, pool: ProcessPoolExecutor, *, wait: bool = False) -> None:
        """Kills them. Only the first of those who notice a lost one has others take over."""
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            with suppress(ProcessLookupError, AttributeError):
                process.kill()
        pool.shutdown(wait=wait, cancel_futures=True)

    def close(self) -> None:
        """Once this returns nothing of them is left to get in the way of our own end."""
        if self._pool is not None:
            self.discard(self._pool, wait=True)


def _start() -> None:
    """Ctrl-C is for the process that asks, which ends the others itself; if it is gone, they go."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(0)
