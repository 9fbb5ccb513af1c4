"""`tablee serve` in a process of its own, as people run it."""

from __future__ import annotations

import random
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def free_port() -> int:
    """Returns a port that no outgoing connection gets, so a server can have it again."""
    while True:
        port = random.randrange(15_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Server:
    """A server that can be stopped and started again, with ``environment`` for its process."""

    def __init__(
        self,
        folder: Path,
        environment: Mapping[str, str] | None = None,
        *,
        tables: int = 1000,
        hosts: tuple[str, ...] = (),
    ) -> None:
        self.folder = folder
        self.environment = environment
        self.tables, self.hosts = tables, hosts
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = ("--port", str(self.port), "--data-dir", str(self.folder), "--think", "0.05")
        generous = ("--rate", "100000", "--tables", str(self.tables), "--message-rate", "200")
        generous += ("--chat-rate", "1000", "--sockets", "1000")
        generous += ("--hosts", *self.hosts) if self.hosts else ()
        command = [sys.executable, "-m", "tablee", "serve", *options, *generous]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=self.environment)
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.address}health", timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        self.stop()
        raise AssertionError("the server does not answer")

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None
