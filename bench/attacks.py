"""Prints how long moves take, quiet and while strangers attack the server.

    python bench/attacks.py                     about twenty minutes
    python bench/attacks.py --only pings pipelines --seconds 10

Two people play at each of eight tables, a move every 100 ms, on a real server with its usual
limits. Attacks are in ``tests/server/attacks_*.py``: a dictionary ``ATTACKS`` of functions of the
server's address. They stay on this machine. Each line is ``name value unit``. The ratio is the p99
of the moves under attack divided by their p99 before it began; the aim is at most 2.

Attacker, server and players share the machine. A stranger's machine is not ours, so the attacker
takes only the time that server and players leave (``SCHED_IDLE``). The workers of the server are
measured as they are. ``rounds`` says how often it attacked, so that a slow attacker is seen. Two
lines tell what the server itself does: its processor time, and ``held``, the longest time for which
its event loop worked on without a turn for anybody else. Waiting for a processor does not count.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from load_server import ServerUnderLoad

from tablee.client import Guest, LiveTable
from tablee.server.wishes import Joining, NewTable

TESTS = Path(__file__).parent.parent / "tests" / "server"
TABLES = 8
"""Tables at which people play side by side. One address may send 100 messages a second."""
PACE = 0.1
"""Seconds between two moves of a table."""
GAMES = 3
"""Games of each table, one after the other. Under attack no requests may be left for more."""
LONGEST = 120.0
"""Seconds after which an attack is ended."""
Attack = Callable[[str], Awaitable[None]]


def attacks() -> dict[str, Attack]:
    """Returns the attacks of all modules, by name."""
    sys.path.insert(0, str(TESTS))
    found: dict[str, Attack] = {}
    for file in sorted(TESTS.glob("attacks_*.py")):
        found |= getattr(importlib.import_module(file.stem), "ATTACKS", {})
    return found


WATCH = """
import asyncio, contextlib, time
from tablee.server.app import Server

async def watch(file):
    before = time.thread_time()
    while True:
        await asyncio.sleep(0.001)
        now = time.thread_time()
        if now - before > 0.002:
            print(time.monotonic(), now - before, file=file, flush=True)
        before = now

@contextlib.asynccontextmanager
async def serving(self, plain=Server.serving):
    with open(self.settings.data_dir / "held", "w") as file:
        async with plain(self):
            watching = asyncio.create_task(watch(file))
            yield
            watching.cancel()

Server.serving = serving
"""
"""Runs before the server starts. Has it write down when its loop gave nobody a turn for 2 ms."""


class House(ServerUnderLoad):
    """A server with its usual limits. It writes down how long its loop was held."""

    limits = ()

    def __init__(self) -> None:
        super().__init__(before=WATCH)

    def held(self, begin: float) -> float:
        """Returns the longest time for which the loop was held since ``begin``."""
        lines = (Path(self.folder.name) / "held").read_text().splitlines()
        found = (tuple(map(float, line.split())) for line in lines)
        return max((took for at, took in found if at >= begin), default=0.0)


class PacedTable:
    """A table at which two people play on and on, and how long each move took."""

    def __init__(self, address: str, delays: list[float], number: int) -> None:
        self.address = address
        self.delays = delays
        self.rng = random.Random(number)

    async def play(self, ready: asyncio.Barrier) -> None:
        async with (
            Guest(self.address) as anna,
            Guest(self.address) as bert,
            AsyncExitStack() as stack,
        ):
            games = []
            for _ in range(GAMES):
                plan = NewTable("fragile", {"idle": "off"}, join=Joining("Anna"))
                table_id = (await anna.create(plan)).table.id
                await bert.join(table_id, Joining("Bert"))
                left = await stack.enter_async_context(anna.live(table_id))
                games.append((left, await stack.enter_async_context(bert.live(table_id))))
            await ready.wait()
            await asyncio.sleep(PACE * self.rng.random())
            for pair in games:
                await self._play(pair)

    async def _play(self, tables: tuple[LiveTable, LiveTable]) -> None:
        due = time.perf_counter()
        while tables[0].state.phase != "over":
            actor = tables[0].state.actor
            player, other = (tables[actor or 0], tables[1 - (actor or 0)])
            due += PACE
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            # From the moment the move was due, so that moves that could not even begin count too.
            await player.play(self.rng.choice(player.state.moves))
            await other.until(lambda t, to=player.number: t.number >= to, timeout=600)
            self.delays.append(time.perf_counter() - due)


def p99(delays: list[float]) -> float:
    return sorted(delays)[int(len(delays) * 0.99)] * 1000 if delays else float("nan")


async def measure(server: House, name: str, seconds: float) -> None:
    """Plays for a while, then for as long under the attack."""
    delays: list[float] = []
    ready = asyncio.Barrier(TABLES + 1)
    tables = [PacedTable(server.address, delays, number) for number in range(TABLES)]
    playing = [asyncio.create_task(table.play(ready)) for table in tables]
    await ready.wait()
    # A process of its own, so that the attacker does not slow the players.
    attacker = await asyncio.create_subprocess_exec(
        *(sys.executable, __file__, "--attack", name, server.address, "--seconds", str(seconds)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert attacker.stdin is not None
    assert attacker.stdout is not None
    try:
        await attacker.stdout.readline()  # it is ready, and waits
        delays.clear()
        begin, cpu = time.monotonic(), server.cpu_seconds()
        await asyncio.sleep(seconds)
        report(f"{name}_quiet", server, begin, cpu, delays)
        quiet = p99(delays)
        delays.clear()
        begin, cpu = time.monotonic(), server.cpu_seconds()
        attacker.stdin.write(b"\n")
        rounds = int(await asyncio.wait_for(attacker.stdout.readline(), LONGEST))
        report(name, server, begin, cpu, delays)
        print(f"{name}_rounds {rounds} rounds")
        print(f"{name}_ratio {p99(delays) / quiet:.2f} ratio", flush=True)
        await attacker.wait()
        assert not any(task.done() for task in playing), "a table stands still"
    finally:
        if attacker.returncode is None:
            attacker.kill()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def report(name: str, server: House, begin: float, cpu: float, delays: list[float]) -> None:
    """Prints what happened since ``begin``, when the server had used so much processor time."""
    print(f"{name}_p99 {p99(delays):.2f} ms")
    print(f"{name}_moves {len(delays)} moves")
    print(f"{name}_cpu {server.cpu_seconds() - cpu:.2f} s")
    print(f"{name}_held {server.held(begin) * 1000:.1f} ms")


async def attack(name: str, address: str, seconds: float) -> None:
    """Attacks again and again. Prints how often."""
    found = attacks()[name]
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    print("ready", flush=True)
    sys.stdin.readline()
    rounds, until = 0, time.monotonic() + seconds
    while time.monotonic() < until:
        with suppress(Exception):  # whatever the server does to it: only the others matter
            await asyncio.wait_for(found(address), LONGEST / 2)
        rounds += 1
        await asyncio.sleep(PACE)
    print(rounds, flush=True)


def main() -> None:
    found = list(attacks())
    parser = argparse.ArgumentParser(description="Print the p99 of moves under attack.")
    parser.add_argument("--seconds", type=float, default=20.0, help="quiet, and under attack")
    parser.add_argument("--only", nargs="+", choices=found, default=found)
    parser.add_argument("--attack", nargs=2, metavar=("NAME", "ADDRESS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.attack:
        asyncio.run(attack(*options.attack, options.seconds))
        return
    for name in options.only:
        with House() as server:
            asyncio.run(measure(server, name, options.seconds))


if __name__ == "__main__":
    main()
