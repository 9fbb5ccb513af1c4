"""The engine for many machines: Ray, which restarts a piece of work if its worker is lost."""

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
"""How many pieces each processor of the cluster holds at a time."""
ADDRESS = "RAY_ADDRESS"
PATIENCE = 10.0
"""How many seconds a cluster has to answer. Ray itself would try for many minutes."""
STARTS = 3
"""How often to start a cluster. Ray's half a minute may be too short on a busy machine."""
STORE = 100 * 2**20
"""Bytes of a cluster's store on this machine. Results are small; Ray wants at least 75 MB."""
LONGEST_FOLDER = 40
"""Ray adds about 60 characters to the path of its sockets, which has room for about 105."""


class RayEngine:
    """Runs work on the cluster at an address, by default that of ``RAY_ADDRESS``.

    Without an address it starts a cluster on this machine. ``workers`` is the number of processors
    of that cluster. On another cluster it is the number of pieces run at a time. The default is all
    processors.
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
            return  # the caller started Ray and will stop it
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
            except Exception as error:  # noqa: BLE001 - Ray raises plain Exception, too
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
        """Returns how many pieces may run. Asks Ray each time, as machines may join and leave."""
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
    """Runs on the cluster. Refuses another version, whose rules could give other results."""
    if version != __version__:
        raise EngineError(say("other-version", here=version, there=__version__))
    return work(number)


def _imported(address: str | None) -> Any:
    """Sets Ray's environment variables, then imports Ray, which reads them."""
    host, _, port = (address or "127.0.0.1").rpartition(":")
    if host and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), PATIENCE).close()
        except OSError as error:
            raise _unreachable(f"{host}:{port}", error.strerror or str(error)) from None
    if "ray" not in sys.modules:
        # Ray would report each lost worker on standard output, among our results.
        os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")
        if address is None:
            _keep_to_itself()
        if address is None or host in ("127.0.0.1", "localhost"):
            # Despite its name, this setting keeps the cluster on this machine, at 127.0.0.1.
            os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
    try:
        return import_module("ray")
    except ImportError:
        raise EngineError(say("no-ray")) from None


def _keep_to_itself() -> None:
    """Turns off usage reports and requires a secret: whoever reaches a cluster can run any code."""
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
