"""The machine on which the server believes to run: its wall clock and its entropy are simulated.

This is the one place that changes modules of Python. Whatever reads the time or a secret, anywhere
in the server, gets it from the world. ``test_simulation`` shows that two runs are the same.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random


@contextmanager
def machine(rng: Random, steady: Callable[[], float], wall: Callable[[], float]) -> Iterator[None]:
    kept = time.time, time.monotonic, time.perf_counter, time.clock_gettime, random._urandom
    time.time, time.monotonic, time.perf_counter = wall, steady, steady
    time.clock_gettime = lambda _: steady()
    random._urandom = rng.randbytes
    try:
        yield
    finally:
        time.time, time.monotonic, time.perf_counter, time.clock_gettime, random._urandom = kept


class Overheard(logging.Handler):
    """Calls ``failed`` with every exception that the server logs as an error."""

    def __init__(self, failed: Callable[[BaseException], None]) -> None:
        super().__init__(logging.ERROR)
        self._failed = failed

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self._failed(record.exc_info[1])


@contextmanager
def overhearing(failed: Callable[[BaseException], None]) -> Iterator[None]:
    """Keeps the log of the server quiet, and listens to it."""
    logger, handler = logging.getLogger("tablee"), Overheard(failed)
    kept = logger.propagate
    logger.propagate = False
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.propagate = kept
        logger.removeHandler(handler)
