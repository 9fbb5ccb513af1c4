"""Measures a tablee server under load: moves a second, delays, and the cost of a table.

    python bench/load_server.py 200:0 200:500      tables : milliseconds of thought before a move
    python bench/load_server.py --idle 5000        how many sockets can be held
    python bench/load_server.py --previews 50:0    with what each move leads to
    python bench/load_server.py --without wire 200:0    on plain ASGI; price_tags.py compares

Two people sit at each table of Fragile, each with a socket of their own. A move counts when the
other person has seen it; by then the server has written it to its SQLite file. Prints ``name value
unit``. Everything stays on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from tablee.client import Guest
from tablee.server.wishes import Joining, NewTable

WARM_UP = 1.0
WITHOUT = {
    "": "",
    "wire": "from tablee.server import run; run.SOCKETS = 'websockets-sansio'",
    "collector": "from tablee.server import app; app.spare_the_collector = lambda: None",
}
"""Python that switches a trick of the server off. It runs before the server starts."""
OPTIONS = {"idle": "off"}


class ServerUnderLoad:
    """A server in a process of its own, with its data in a temporary folder."""

    limits: tuple[str, ...] = (
        *("--rate", "10000000", "--message-rate", "1000000"),
        *("--tables", "100000", "--connections-per-address", "100000"),
        *("--sockets", "100000", "--chat-rate", "1000000"),
        *("--tables-per-address", "100000", "--new-tables", "100000"),
    )

    def __init__(self, before: str = "") -> None:
        """``before`` is Python that runs before the server starts."""
        start = f"{before}\nfrom tablee.cli import main\nraise SystemExit(main())"
        self.program = ["-c", start] if before else ["-m", "tablee"]

    def __enter__(self) -> ServerUnderLoad:
        self.folder = tempfile.TemporaryDirectory()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, *self.program, "serve", "--port", str(self.port), *self.limits]
        self.process = subprocess.Popen(
            [*command, "--data-dir", self.folder.name], stdout=subprocess.DEVNULL
        )
        for _ in range(600):
            with suppress(OSError):
                urllib.request.urlopen(f"{self.address}/health", timeout=1).close()
                return self
            time.sleep(0.05)
        raise SystemExit("the server does not answer")

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()

    def cpu_seconds(self) -> float:
        fields = self._proc("stat").rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def memory_bytes(self) -> int:
        return int(self._proc("statm").split()[1]) * 4096

    def _proc(self, name: str) -> str:
        return Path(f"/proc/{self.process.pid}/{name}").read_text()


class Count:
    """Counts what happens while ``on``."""

    def __init__(self) -> None:
        self.on = False
        self.stopped = False
        self.delays: list[float] = []


class Shown(msgspec.Struct):
    """What a player needs of a state."""

    version: int
    actor: int
    moves: list[str]


class Actor(msgspec.Struct):
    seat: int = -1


class Heard(msgspec.Struct):
    """What a player needs of a message. The rest is skipped."""

    type: str
    entries: list[Actor] = []
    state: Shown | None = None


heard = msgspec.json.Decoder(Heard).decode


class LoadedTable:
    """A table at which two sockets play at random."""

    def __init__(self, server: ServerUnderLoad, think: float, count: Count, previews: bool) -> None:
        self.server, self.think, self.count = server, think, count
        self.previews = previews
        self.rng = random.Random(id(self))
        self.sent = 0.0

    async def open(self) -> None:
        """Lets two guests, each with a cookie, sit down and open their sockets."""
        self.sockets: list[ClientConnection] = []
        address = self.server.address
        async with Guest(address) as anna, Guest(address) as bert:
            plan = NewTable("fragile", OPTIONS, join=Joining("Anna"))
            table_id = (await anna.create(plan)).table.id
            await bert.join(table_id, Joining("Bert"))
            for guest in (anna, bert):
                live = await connect(
                    f"ws://127.0.0.1:{self.server.port}/live/{table_id}",
                    additional_headers={"Cookie": guest.cookies()},
                    compression=None,
                    ping_interval=None,
                )
                previews = ', "previews": true, "language": "en"' if self.previews else ""
                await live.send(f'{{"type": "hello"{previews}}}')
                self.sockets.append(live)
        self.state = heard(await self.sockets[0].recv()).state
        await self.sockets[1].recv()

    async def play(self) -> None:
        """Makes the first move, then listens on both sockets. Each move leads to the next."""
        await asyncio.sleep(self.think * self.rng.random())
        await self._move(self.state)
        await asyncio.gather(*(self._listen(seat) for seat in (0, 1)))

    async def _listen(self, seat: int) -> None:
        async for text in self.sockets[seat]:
            if self.count.stopped:
                return
            message = heard(text)
            if message.type == "previews" or message.entries[0].seat == seat:
                continue  # the other one has not seen it yet
            if self.count.on:
                self.count.delays.append(time.perf_counter() - self.sent)
            if self.think:
                await asyncio.sleep(self.think)
            await self._move(message.state)

    async def _move(self, state: Shown | None) -> None:
        assert state is not None
        move, version = self.rng.choice(state.moves), state.version
        self.sent = time.perf_counter()
        request = {"type": "play", "ack": str(version), "version": version, "move": move}
        await self.sockets[state.actor].send(msgspec.json.encode(request).decode())


async def measure(tables: int, think: float, seconds: float, previews: bool, without: str) -> None:
    with ServerUnderLoad(WITHOUT[without]) as server:
        empty = server.memory_bytes()
        count = Count()
        loaded = [LoadedTable(server, think, count, previews) for _ in range(tables)]
        for start in range(0, tables, 10):
            await asyncio.gather(*(table.open() for table in loaded[start : start + 10]))
        grown = server.memory_bytes() - empty
        gc.freeze()  # a pause of ours would look like one of the server's
        gc.disable()
        playing = [asyncio.create_task(table.play()) for table in loaded]
        await asyncio.sleep(WARM_UP + think)
        cpu, begin, count.on = server.cpu_seconds(), time.perf_counter(), True
        ours = time.process_time()
        await asyncio.sleep(seconds)
        count.on = False
        cpu, took = server.cpu_seconds() - cpu, time.perf_counter() - begin
        ours = time.process_time() - ours
        assert not any(task.done() for task in playing), "a table stands still"
        count.stopped = True
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    report(tables, think, previews, count.delays, took, cpu)
    print(f"tablee_{tables}_players_cpu {ours / took:.2f} cores")  # at 1, they are the limit
    print(f"tablee_{tables}_memory_per_table {grown / tables / 1024:.1f} kB")


def report(
    tables: int, think: float, previews: bool, delays: list[float], took: float, cpu: float
) -> None:
    name = f"tablee_{tables}{'_previews' if previews else ''}{'_paced' if think else ''}"
    centiles = statistics.quantiles(delays, n=100) if len(delays) > 1 else [0.0] * 99
    print(f"{name}_moves {len(delays) / took:.1f} moves/s")
    print(f"{name}_p50 {centiles[49] * 1000:.2f} ms")
    print(f"{name}_p99 {centiles[98] * 1000:.2f} ms")
    print(f"{name}_moves_per_server_cpu {len(delays) / max(cpu, 0.01):.0f} moves/cpu-s")


async def hold_idle(sockets: int) -> None:
    """Opens sockets that watch one table, and checks that all of them receive a move."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 2 * sockets)), hard))
    with ServerUnderLoad() as server:
        async with Guest(server.address) as anna:
            table_id = (await anna.create(NewTable("fragile", join=Joining("Anna")))).table.id
            await anna.join(table_id, Joining("Bert"))
            empty = server.memory_bytes()
            address = f"ws://127.0.0.1:{server.port}/live/{table_id}"
            watching: list[ClientConnection] = []
            while len(watching) < sockets:
                opening = (watch(address) for _ in range(min(50, sockets - len(watching))))
                watching += await asyncio.gather(*opening)
            grown = server.memory_bytes() - empty
            begin = time.perf_counter()
            async with anna.live(table_id) as table:
                await table.play("depot A1")
                heard = await asyncio.gather(*(live.recv() for live in watching))
            took = time.perf_counter() - begin
            answer = await httpx.AsyncClient().get(f"{server.address}/health")
            assert answer.status_code == 200
            for live in watching:
                live.transport.abort()
    print(f"tablee_idle_sockets {len(heard)} sockets")
    print(f"tablee_idle_memory {grown / sockets / 1024:.1f} kB/socket")
    print(f"tablee_idle_tell_all {took:.2f} s")


async def watch(address: str) -> ClientConnection:
    live = await connect(address, compression=None, ping_interval=None, open_timeout=60)
    await live.send('{"type": "hello"}')
    await live.recv()
    return live


def main() -> None:
    parser = argparse.ArgumentParser(description="Load on a tablee server.")
    parser.add_argument("loads", nargs="*", metavar="TABLES:MS", help="say 200:500")
    parser.add_argument("--seconds", type=float, default=2.5)
    parser.add_argument("--previews", action="store_true", help="ask for previews, too")
    parser.add_argument("--idle", type=int, metavar="SOCKETS", help="hold so many sockets")
    parser.add_argument("--without", choices=WITHOUT, default="", help="switch a trick off")
    options = parser.parse_args()
    for load in options.loads:
        tables, _, think = load.partition(":")
        pause = int(think or 0) / 1000
        uvloop.run(measure(int(tables), pause, options.seconds, options.previews, options.without))
    if options.idle:
        uvloop.run(hold_idle(options.idle))


if __name__ == "__main__":
    main()
