"""For the tests of the server: real servers to start and stop, and people who play."""

import asyncio
import contextlib
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from tablee.client import Guest, LiveTable
from tablee.server.app import Server
from tablee.server.run import make_config
from tablee.server.settings import Limits, Settings
from tablee.server.wishes import Joining, NewTable, SeatWish, TableStatus

FREE = Limits(
    messages_per_second=1e6,
    message_burst=10**6,
    requests_per_minute=10**6,
    tables_per_guest=1000,
    tables_per_caller=10**6,
    new_tables_per_day=10**6,
    guests_per_caller=1000,
    chats_per_minute=1e6,
    chat_burst=10**6,
    sockets_per_guest=1000,
    connections_per_address=10_000,
)
"""Limits that no test meets by chance."""


@dataclass
class Running:
    """A server in a thread of its own."""

    settings: Settings
    uvicorn: uvicorn.Server
    thread: threading.Thread
    address: str

    @property
    def server(self) -> Server:
        app: Any = self.uvicorn.config.app
        found: Server = app.state.server
        return found

    def stop(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(60)
        assert not self.thread.is_alive()


def start(settings: Settings) -> Running:
    runner = uvicorn.Server(make_config(replace(settings, port=0)))
    thread = threading.Thread(target=runner.run, daemon=True)
    thread.start()
    for _ in range(6000):
        if runner.started:
            break
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.02)
    port = runner.servers[0].sockets[0].getsockname()[1]
    return Running(settings, runner, thread, f"http://127.0.0.1:{port}")


Start = Callable[..., Running]


async def seat_two(anna: Guest, bert: Guest, **fields: Any) -> TableStatus:
    """Makes a table of Fragile for two at which both sit."""
    made = await anna.create(
        NewTable(**{"game": "fragile", "join": Joining("Anna"), **fields})  # type: ignore[arg-type]
    )
    return await bert.join(made.table.id, Joining("Bert", key=made.join_key))


async def play_on(table: LiveTable, rng: random.Random, moves: int = 10**6) -> int:
    """Plays at random on the own seats until the game is over or enough moves are played."""
    played = 0
    while played < moves:
        await table.until(lambda t: t.is_my_turn or t.state.phase == "over", timeout=60)
        if table.state.phase == "over":
            break
        await table.play(rng.choice(table.state.moves))
        played += 1
    return played


TWO_AND_TWO = [SeatWish(), SeatWish(bot="random"), SeatWish(), SeatWish(bot="random")]


class ServerProcess:
    """A server in a process of its own, which a test may kill."""

    program: tuple[str, ...] = ("-m", "tablee")
    options: tuple[str, ...] = ()
    errors: Path | None = None
    """The file for its errors. None: the terminal."""

    def __init__(self, folder: Path, database: str = "", broker: str = "") -> None:
        self.folder, self.database, self.broker = folder, database, broker
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = [
            "--data-dir",
            str(self.folder),
            "--rate",
            "1000000",
            "--message-rate",
            "1000000",
            "--tables",
            "1000",
            "--tables-per-address",
            "100000",
            "--new-tables",
            "100000",
            "--chat-rate",
            "1000000",
            "--sockets",
            "1000",
            "--connections-per-address",
            "10000",
            "--think",
            "0.01",
            "--database",
            self.database,
            "--broker",
            self.broker,
        ]
        command = [sys.executable, *self.program, "serve", "--port", str(self.port), *options]
        with contextlib.ExitStack() as stack:
            errors = stack.enter_context(self.errors.open("ab")) if self.errors else None
            self.process = subprocess.Popen(
                [*command, *self.options],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )

    async def is_up(self) -> None:
        async with httpx.AsyncClient() as client:
            for _ in range(2400):
                with contextlib.suppress(httpx.HTTPError):
                    if (await client.get(f"{self.address}/health")).status_code == 200:
                        return
                await asyncio.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """Ends it like a power cut."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> int:
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(60)
