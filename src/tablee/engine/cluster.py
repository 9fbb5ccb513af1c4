"""The engine for many machines: Ray, which gives a piece of work again whose worker is lost."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import tempfile
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Self, TypeVar

from tablee import __version__
from tablee.engine.engine import ATTEMPTS, EngineError, lost, say

R = TypeVar("R")

AHEAD = 2
"""Pieces given to each processor of the cluster at a time."""
ADDRESS = "RAY_ADDRESS"
PATIENCE = 10.0
"""Seconds a cluster has to answer. Ray itself would ask for many minutes."""
STARTS = 3
"""Ray gives a cluster half a minute to start; on a busy machine that may be too little."""
STORE = 100 * 2**20
"""Bytes of a cluster's store on this machine. Results are small; Ray asks for 75 MB at least."""
LONGEST_FOLDER = 40
"""Ray adds some sixty characters to the path of its sockets, which has room for about 105."""


class RayEngine:
    """A cluster at an address, by default that of ``RAY_ADDRESS``; without one, one of its own.

    ``workers`` is how many processors a cluster of its own has, or how many pieces are worked on
    at a time in another; by default all there are.
    """

    def __init__(self, workers: int | None = None, address: str | None = None) -> None:
        self.workers = workers
        self.address = address or os.environ.get(ADDRESS) or None

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._ray = _imported(self.address)
            self._start(stack)
            self._run = self._ray.remote(_checked).options(max_retries=ATTEMPTS - 1)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _start(self, stack: ExitStack) -> None:
        if self._ray.is_initialized():
            return  # by who uses this as a library, and will end it
        how: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
        if self.address is None:
            how |= {
                "num_cpus": self.workers or os.cpu_count() or 1,
                "include_dashboard": False,
                "object_store_memory": STORE,
                "_temp_dir": stack.enter_context(_short_folder()),
            }
        stack.callback(self._ray.shutdown)
        told = [""]
        for _ in range(STARTS):
            try:
                self._ray.init(self.address or "local", **how)
                return
            except Exception as error:  # noqa: BLE001 - Ray raises that, too
                told = str(error).strip().splitlines() or [type(error).__name__]
                self._ray.shutdown()
        raise _unreachable(self.address or "127.0.0.1", told[0])

    def as_done(self, work: Callable[[int], R], numbers: Iterable[int]) -> Generator[tuple[int, R]]:
        left = iter(numbers)
        given: dict[Any, int] = {}
        shared = self._ray.put(work)
        try:
            while True:
                for number in islice(left, max(0, self._room() - len(given))):
                    given[self._run.remote(__version__, shared, number)] = number
                if not given:
                    return
                for done in self._ray.wait(list(given))[0]:
                    number = given.pop(done)
                    yield number, self._result(done, number)
        finally:
            for running in given:
                self._ray.cancel(running, force=True)

    def _room(self) -> int:
        """Asked anew each time, as machines may join and leave."""
        if self.workers is not None:
            return self.workers
        return AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def _result(self, done: Any, number: int) -> Any:
        errors = self._ray.exceptions
        try:
            return self._ray.get(done)
        except errors.RayTaskError as error:
            raise error.cause from None
        except errors.RayError as error:
            raise lost(number) from error


def _checked(version: str, work: Callable[[int], R], number: int) -> R:
    """Runs on the cluster. Another version of the rules would give other results."""
    if version != __version__:
        raise EngineError(say("other-version", here=version, there=__version__))
    return work(number)


def _imported(address: str | None) -> Any:
    """Ray, which reads its settings as it is imported."""
    host, _, port = (address or "127.0.0.1").rpartition(":")
    if host and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), PATIENCE).close()
        except OSError as error:
            raise _unreachable(f"{host}:{port}", error.strerror or str(error)) from None
    if "ray" not in sys.modules:
        # Ray would tell of each lost worker on standard output, among our results.
        os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")
        if address is None:
            _keep_to_itself()
        if address is None or host in ("127.0.0.1", "localhost"):
            # Despite its name: the cluster is this machine, and speaks on 127.0.0.1 only.
            os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
    try:
        return import_module("ray")
    except ImportError:
        raise EngineError(say("no-ray")) from None


def _keep_to_itself() -> None:
    """A cluster of one's own tells nobody of itself, and has a secret of its own: whoever can
    speak to it can run what they like."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["RAY_AUTH_MODE"] = "token"
    os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))


def _short_folder() -> tempfile.TemporaryDirectory[str]:
    folder = tempfile.gettempdir()
    if len(folder) > LONGEST_FOLDER - len("/tablee-12345678") and Path("/tmp").is_dir():
        folder = "/tmp"
    return tempfile.TemporaryDirectory(prefix="tablee-", dir=folder, ignore_cleanup_errors=True)


def _unreachable(address: str, problem: str) -> EngineError:
    return EngineError(say("no-cluster", address=address, problem=problem))
