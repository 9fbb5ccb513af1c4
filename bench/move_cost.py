"""Prints what one move costs the server: calls of Python functions, and time of its processor.

    python bench/move_cost.py                     all of it, and what each of its parts costs
    python bench/move_cost.py --part status       one part; --part "" none
    python bench/move_cost.py --profile 40        also the functions that take most of it

The server runs in this process, with its journal on the disk but without a network: a client is a
transport that hears what the server writes, and answers with the next move. So all that is counted
is the server's own, from the bytes of a message to the bytes of the update for both players.

The cost of a part is the difference to the same moves without it. Without most parts no server
would do; they only tell where the time goes. All variants play in turn, a few moves each, so that
a busy machine slows all of them alike. Each line is ``name value unit``, the median of the rounds,
with the lowest and the highest for time. Calls are nearly the same in every run.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Any

import uvloop
from load_server import OPTIONS
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from tablee.core import sitting
from tablee.core.events import Event
from tablee.core.messages import Message
from tablee.server import entries, run, views
from tablee.server.app import Server
from tablee.server.bucket import Bucket
from tablee.server.budgets import Purse
from tablee.server.draft import Draft
from tablee.server.metrics import DEED_SECONDS, MOVES
from tablee.server.settings import Limits, Settings
from tablee.server.storage.sqlite import SqliteJournal
from tablee.server.table import Table
from tablee.server.tables import make_plan
from tablee.server.wishes import NewTable

UNLIMITED = Limits(
    messages_per_second=1e6,
    message_burst=10**6,
    requests_per_minute=10**6,
    guests_per_caller=1000,
    connections_per_address=10**5,
)
WARM_UP, BLOCK, COUNTED = 1500, 500, 1000
"""Moves of each variant: before the first that counts, in a round, and for the calls."""
NAMES = ("Anna", "Bert")


def _in_english(event: Event, _: object) -> dict[str, Any]:
    return {**event.to_json(), "text": event.sentence().texts(("en",))}


async def _forget(_journal: SqliteJournal, _writes: object) -> None:
    """Saves nothing."""


Change = tuple[Any, str, Any]
PARTS: dict[str, list[Change]] = {
    "wire": [(run, "SOCKETS", WebSocketsSansIOProtocol)],
    "budgets": [(Purse, "take", lambda _: True), (Bucket, "take", lambda *_: True)],
    "metrics": [
        (type(DEED_SECONDS), "observe", lambda *_: None),
        (type(MOVES), "inc", lambda *_: None),
    ],
    "causes": [
        (sitting, "causes", lambda *_: ()),
        (sitting, "_of_the_turn", lambda *_: ()),
    ],
    "status": [(views, "_status", lambda *_: {})],
    "other languages": [
        (Message.texts, "__defaults__", (("en",),)),
        (entries, "_described", lru_cache(2048)(_in_english)),
    ],
    "journal": [(SqliteJournal, "_write", _forget)],
}
"""What to put in the place of a part: in which object, under which name."""


@contextmanager
def without(part: str) -> Iterator[None]:
    changes = PARTS[part] if part else []
    kept = [(where, name, getattr(where, name)) for where, name, _ in changes]
    for where, name, value in changes:
        setattr(where, name, value)
    try:
        yield
    finally:
        for where, name, value in kept:
            setattr(where, name, value)


class Client(asyncio.Transport):
    """One end of a socket. It hears what the server writes, at once."""

    def __init__(self, table: PlayedTable) -> None:
        super().__init__()
        self.table = table
        self.shaken = False

    def write(self, _: Any) -> None:
        if self.shaken:
            self.table.hear()
        self.shaken = True  # after the answer to the handshake

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def get_write_buffer_size(self) -> int:
        return 0

    def close(self) -> None: ...

    def abort(self) -> None: ...


class Play:
    """All tables together, and how many moves they still have to make."""

    def __init__(self) -> None:
        self.left = self.resting = 0
        self.tables: list[PlayedTable] = []

    async def moves(self, number: int) -> None:
        """Return after so many more moves, when all tables rest."""
        self.left, self.resting = number, 0
        self.over = asyncio.get_running_loop().create_future()
        for table in self.tables:
            table.move()
        await self.over

    def leave(self) -> None:
        for table in self.tables:
            for line in table.lines:
                line.connection_lost(None)

    def rest(self) -> None:
        self.resting += 1
        if self.resting == len(self.tables):
            self.over.set_result(None)


class PlayedTable:
    """A table at which two clients play at random, always alike."""

    def __init__(self, play: Play, table: Table, number: int) -> None:
        self.play, self.table = play, table
        self.rng = random.Random(number)
        self.loop = asyncio.get_running_loop()
        self.heard = 0
        """How many messages the clients have heard: snapshots at first, then updates."""
        self.lines: list[Any] = []

    async def open(self, server: Server, config: Any, owners: list[str]) -> None:
        """Opens a socket for each player and waits until both have the snapshot."""
        for owner in owners:
            line = run.SOCKETS(config, ServerState(), {})
            self.lines.append(line)
            line.connection_made(Client(self))
            cookie = server.guests.cookie(owner)
            line.data_received(handshake(self.table.id, f"{cookie.key}={cookie.value}"))
            while not line.handshake_complete:
                await asyncio.sleep(0.001)
            line.data_received(masked('{"type": "hello"}'))
        while self.heard < len(owners):
            await asyncio.sleep(0.001)

    def hear(self) -> None:
        """A client hears a message. When both have heard of a move, the next one is made."""
        self.heard += 1
        if self.heard > len(NAMES) and self.heard % len(NAMES) == 0:
            self.move()

    def move(self) -> None:
        match = self.table.match
        if not self.play.left or match.actor is None:  # the game is over
            self.play.rest()
            return
        self.play.left -= 1
        move = self.rng.choice(list(match.sitting.moves))
        version = match.version
        text = f'{{"type":"play","ack":"{version}","version":{version},"move":"{move}"}}'
        self.loop.call_soon(self.lines[match.actor].data_received, masked(text))


def masked(text: str) -> bytes:
    """Returns a short text as a client frames it, with a mask that changes nothing."""
    data = text.encode()
    return bytes((0x81, 0x80 | len(data))) + bytes(4) + data


def handshake(table_id: str, cookie: str) -> bytes:
    lines = (
        f"GET /live/{table_id} HTTP/1.1",
        "Host: localhost",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {cookie}",
    )
    return "\r\n".join([*lines, "", ""]).encode()


async def open_table(server: Server, config: Any, play: Play, number: int, part: str) -> None:
    owners = [f"{name} {number}" for name in NAMES]
    table_id = await server.tables.create(make_plan(NewTable("fragile", OPTIONS)), owners[0])
    async with server.tables.using(table_id) as table:
        for owner, name in zip(owners, NAMES, strict=True):

            def sit(draft: Draft, owner: str = owner, name: str = name) -> None:
                draft.join(owner, None, name, "", "salt")

            await table.write(sit)
        loaded = PlayedTable(play, table, number)
        with without(part):
            await loaded.open(server, config, owners)
        play.tables.append(loaded)


async def measure(options: argparse.Namespace, folder: Path) -> None:
    config = run.make_config(Settings(data_dir=folder, limits=UNLIMITED))
    config.load()
    app: Any = config.app
    server: Server = app.state.server
    async with server.running(app):
        plays = {part: Play() for part in ("", *filter(None, options.part))}
        for part, play in plays.items():
            for number in range(options.tables):
                await open_table(server, config, play, number, part)
            with without(part):
                await play.moves(WARM_UP)
        costs = await alternate(plays, options.rounds)
        report(costs, {part: await calls_of(part, play) for part, play in plays.items()})
        if options.profile:
            with cProfile.Profile() as profile:
                await plays[""].moves(COUNTED)
            pstats.Stats(profile).sort_stats("tottime").print_stats(options.profile)
        for play in plays.values():
            play.leave()
        await asyncio.sleep(0.1)


async def alternate(plays: dict[str, Play], rounds: int) -> dict[str, list[float]]:
    """Returns the processor time of a move in each round, by part that is left out."""
    found: dict[str, list[float]] = {part: [] for part in plays}
    for number in range(rounds):
        for part in plays if number % 2 == 0 else reversed(plays):
            with without(part):
                begin = time.process_time()
                await plays[part].moves(BLOCK)
                found[part].append((time.process_time() - begin) / BLOCK * 1e6)
    return found


async def calls_of(part: str, play: Play) -> float:
    """Returns the calls of Python functions a move, in the thread of the event loop."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    with without(part):
        sys.setprofile(count)
        await play.moves(COUNTED)
        sys.setprofile(None)
    return calls / COUNTED


def report(costs: dict[str, list[float]], calls: dict[str, float]) -> None:
    full = costs.pop("")
    print(f"move {median(full):.1f} us {min(full):.1f}..{max(full):.1f}")
    print(f"move {calls['']:.1f} calls")
    for part, found in costs.items():
        name = part.replace(" ", "_")
        less = [whole - one for whole, one in zip(full, found, strict=True)]
        print(f"{name} {median(less):.1f} us {min(less):.1f}..{max(less):.1f}")
        print(f"{name} {calls[''] - calls[part]:.1f} calls")


def main() -> None:
    parser = argparse.ArgumentParser(description="Print what a move costs the server.")
    parser.add_argument("--tables", type=int, default=30, help="tables of each variant")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--part", action="append", choices=["", *PARTS])
    parser.add_argument("--profile", type=int, default=0, metavar="LINES")
    options = parser.parse_args()
    options.part = options.part or list(PARTS)
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(measure(options, Path(folder)))


if __name__ == "__main__":
    main()
