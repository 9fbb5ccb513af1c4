"""A day of play in a few minutes, against a real server: is it the same afterwards?

    .venv/bin/python bench/soak.py --minutes 5

People come, play against bots with short clocks, chat, drop their line, leave tables behind and
come back as new guests. Beside them somebody sends nonsense. It prints memory, descriptors and disk
at the start, in the middle, at the end and after everybody has left, and whether they are flat.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tablee.client import Guest, ServerRefused
from tablee.server.clock import Clock
from tablee.server.wishes import Joining, NewTable, SeatWish

WARM_UP = 0.2
"""The part of the time after which the first measure is taken: caches are filled by then."""
MEMORY_GROWTH, MORE_DESCRIPTORS, DISK_GROWTH = 1.15, 12, 1.25
"""What still counts as flat, from the start to the end."""
TOKEN = "for the metrics of the soak"
QUIET = 12.0
"""Seconds after everybody has left until the last measure."""


@dataclass(frozen=True)
class Measure:
    name: str
    memory: float
    """Megabytes of the server, without its workers."""
    workers: float
    descriptors: int
    disk: float
    """Megabytes of the data folder."""
    moves: float

    @property
    def disk_per_move(self) -> float:
        return self.disk * 1e6 / max(1.0, self.moves)

    def line(self) -> str:
        return (
            f"{self.name:<12}{self.memory:8.1f} MB {self.workers:8.1f} MB {self.descriptors:6} fds "
            f"{self.disk:8.2f} MB {self.moves:9.0f} moves {self.disk_per_move:8.0f} B/move"
        )


class Soaked:
    """The server, in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        options = ["--rate", "1000000", "--tables", "1000", "--think", "0.02"]
        # All visitors come from one address, and as many as in a day.
        options += ["--tables-per-address", "100000", "--new-tables", "1000000"]
        options += ["--guests-per-address", "1000", "--message-rate", "1000"]
        where = ["--port", str(self.port), "--data-dir", str(folder)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tablee", "serve", *where, *options],
            stdout=subprocess.DEVNULL,
            env={**os.environ, "TABLEE_ADMIN_TOKEN": TOKEN},
        )

    async def is_up(self) -> None:
        async with httpx.AsyncClient() as client:
            for _ in range(1200):
                with contextlib.suppress(httpx.HTTPError):
                    if (await client.get(f"{self.address}/health")).status_code == 200:
                        return
                await asyncio.sleep(0.1)
        raise SystemExit("the server does not answer")

    async def measure(self, name: str) -> Measure:
        pid = self.process.pid
        async with httpx.AsyncClient(timeout=60) as client:
            asked = await client.get(
                f"{self.address}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}
            )
            metrics = asked.raise_for_status().text
        moves = sum(
            float(line.rpartition(" ")[2])
            for line in metrics.splitlines()
            if line.startswith("tablee_moves_total")
        )
        threads = Path(f"/proc/{pid}/task").glob("*/children")
        children = {child for thread in threads for child in thread.read_text().split()}
        files = [file for file in self.folder.rglob("*") if file.is_file()]
        return Measure(
            name,
            resident(pid),
            sum(resident(int(child)) for child in children),
            len(list(Path(f"/proc/{pid}/fd").iterdir())),
            sum(file.stat().st_size for file in files) / 1e6,
            moves,
        )


def resident(pid: int) -> float:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1000
    return 0.0


# People


async def visit(address: str, rng: random.Random, until: float) -> None:
    """One guest after the other makes a table with bots, plays a while, and goes away."""
    while time.monotonic() < until:
        with contextlib.suppress(ServerRefused, httpx.HTTPError, TimeoutError, WebSocketException):
            async with Guest(address) as guest:
                await play_a_while(guest, rng, until)
        await asyncio.sleep(rng.uniform(0, 0.5))


async def play_a_while(guest: Guest, rng: random.Random, until: float) -> None:
    game = rng.choice(("fragile", "shear-panic"))
    seats = [SeatWish(), SeatWish(bot="random"), SeatWish(bot=rng.choice(("random", "1")))]
    clock = Clock("turn", rng.choice((1, 2, 60)))
    wish = NewTable(game, {"players": "3"}, seats=seats, clock=clock, join=Joining("Anna"))
    table_id = (await guest.create(wish)).table.id
    for _ in range(rng.randint(1, 3)):  # the line drops, and comes back
        previews = rng.random() < 0.3
        async with asyncio.timeout(60), guest.live(table_id, previews=previews) as table:
            for _ in range(rng.randint(1, 12)):
                await table.until(lambda t: t.is_my_turn or t.state.phase == "over", timeout=20)
                if table.state.phase == "over" or time.monotonic() > until:
                    return
                with contextlib.suppress(ServerRefused):
                    if rng.random() < 0.1:
                        await table.chat(phrase="hello")
                    await table.play(rng.choice(table.state.moves))
    if rng.random() < 0.7:  # else a stand-in plays on
        with contextlib.suppress(ServerRefused):
            await guest.leave(table_id, 0)


async def watch(address: str, rng: random.Random, until: float) -> None:
    """Looks at the lobby, at a table that is open, at pages that do not exist."""
    async with Guest(address) as guest:
        while time.monotonic() < until:
            with contextlib.suppress(ServerRefused, httpx.HTTPError, TimeoutError):
                listed = await guest.tables()
                if listed:
                    async with guest.live(rng.choice(listed).id) as table:
                        await asyncio.sleep(rng.uniform(0.2, 3))
                        await guest.record(table.table.id)
            await asyncio.sleep(rng.uniform(0.1, 1))


# Abuse


async def abuse(address: str, rng: random.Random, until: float) -> None:
    port = int(address.rpartition(":")[2])
    while time.monotonic() < until:
        with contextlib.suppress(OSError, httpx.HTTPError, WebSocketException, TimeoutError):
            await rng.choice((half_a_request, nonsense_paths, nonsense_words))(port, rng)
        await asyncio.sleep(rng.uniform(0, 0.3))


async def half_a_request(port: int, rng: random.Random) -> None:
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"[: rng.randrange(70)]
    )
    await writer.drain()
    await asyncio.sleep(rng.uniform(0, 1))
    writer.close()


async def nonsense_paths(port: int, rng: random.Random) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=10) as client:
        for _ in range(20):
            await client.get(f"/{rng.randbytes(8).hex()}")
        await client.post("/api/tables", content=rng.randbytes(100_000))


async def nonsense_words(port: int, rng: random.Random) -> None:
    async with connect(f"ws://127.0.0.1:{port}/live/{rng.randbytes(6).hex()}") as line:
        await line.send('{"type":"hello"}')
        for _ in range(300):
            await line.send(rng.choice(('{"type":"ping"}', "x" * 100, "[" * 5000, b"\0")))


# The whole


async def soak(minutes: float, visitors: int, folder: Path) -> bool:
    server = Soaked(folder)
    measures: list[Measure] = []
    try:
        await server.is_up()
        begin = time.monotonic()
        until = begin + 60 * minutes
        rngs = [random.Random(number) for number in range(visitors + 3)]
        kinds = [visit] * visitors + [watch, abuse, abuse]
        crowd = [
            asyncio.create_task(kind(server.address, rng, until))
            for kind, rng in zip(kinds, rngs, strict=True)
        ]
        print(f"{'':<12}{'server':>8}    {'workers':>8}")
        for name, part in (("start", WARM_UP), ("middle", 0.5 + WARM_UP / 2), ("end", 0.98)):
            await asyncio.sleep(max(0.0, begin + part * 60 * minutes - time.monotonic()))
            measures.append(await server.measure(name))
            print(measures[-1].line(), flush=True)
        done, late = await asyncio.wait(crowd, timeout=90)
        for task in late:
            task.cancel()
        for task in done:
            task.result()
        await asyncio.sleep(QUIET)
        measures.append(await server.measure("after"))
        print(measures[-1].line())
    finally:
        server.process.terminate()
        server.process.wait(60)
    return is_flat(measures)


def is_flat(measures: list[Measure]) -> bool:
    start, _, end, after = measures
    verdicts = {
        "memory": end.memory <= start.memory * MEMORY_GROWTH,
        "descriptors": after.descriptors <= start.descriptors + MORE_DESCRIPTORS,
        "disk per move": end.disk_per_move <= start.disk_per_move * DISK_GROWTH,
    }
    for name, flat in verdicts.items():
        print(f"{name}: {'flat' if flat else 'GROWS'}")
    return all(verdicts.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--visitors", type=int, default=12)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return 0 if asyncio.run(soak(options.minutes, options.visitors, Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())
