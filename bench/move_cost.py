"""Prints what one move costs the server: calls of Python functions, and time of its processor.

    python bench/move_cost.py                    at 50 tables, 20,000 moves
    python bench/move_cost.py --profile 40       also the functions that take most of it
    python bench/move_cost.py --parts --rounds 5 what each part of it costs, about ten minutes

The server runs in this process, with its journal on the disk but without a network: a client is a
transport that hears what the server writes, and answers with the next move. So all that is counted
is the server's own, from the bytes of a message to the bytes of the update for both players. Calls
are nearly the same in every run. Time is that of the processor, which a busy machine disturbs less
than the clock on the wall. Prints ``name value unit``.

``--parts`` runs the server without each of ``PARTS``, in turn, and prints the median of the
differences. Without most of them no server would do; they only tell where the time goes.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import uvloop
from load_server import OPTIONS, WITHOUT
from uvicorn.server import ServerState

from tablee.server import run
from tablee.server.app import Server
from tablee.server.draft import Draft
from tablee.server.settings import Limits, Settings
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
COUNTED = 1000
"""Moves whose calls are counted."""
WARM_UP = 2000
"""Moves before the first that counts."""
NAMES = ("Anna", "Bert")
PARTS = {
    **{name: code for name, code in WITHOUT.items() if name},
    "budgets": "from tablee.server.budgets import Purse; Purse.take = lambda purse: True",
    "causes": """
from tablee.core import sitting
sitting.causes = lambda past, events: ()
sitting._of_the_turn = lambda past, events: ()
""",
    "journal": """
from tablee.server.storage.sqlite import SqliteJournal
async def write(journal, writes, really=SqliteJournal._write):
    if any(write.created for write in writes):
        await really(journal, writes)
SqliteJournal._write = write
""",
    "languages": """
from tablee.core.messages import Message
from tablee.server import entries
Message.texts.__defaults__ = (("en",),)
entries.LANGUAGES = ("en",)
""",
    "metrics": """
from tablee.server.metrics import DEED_SECONDS, MOVES
type(DEED_SECONDS).observe = type(MOVES).inc = lambda metric, amount=1: None
""",
    "status": "from tablee.server import views; views._status = lambda state, phase: {}",
}
"""Python that takes a part of the work away. It runs before the server starts."""


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
            line = config.ws_protocol_class(config, ServerState(), {})
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
        if not self.play.left:
            self.play.rest()
            return
        self.play.left -= 1
        match = self.table.match
        assert match.actor is not None, "the game is over"
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


async def open_table(server: Server, config: Any, play: Play, number: int) -> None:
    owners = [f"{name} {number}" for name in NAMES]
    table_id = await server.tables.create(make_plan(NewTable("fragile", OPTIONS)), owners[0])
    async with server.tables.using(table_id) as table:
        for owner, name in zip(owners, NAMES, strict=True):

            def sit(draft: Draft, owner: str = owner, name: str = name) -> None:
                draft.join(owner, None, name, "", "salt")

            await table.write(sit)
        loaded = PlayedTable(play, table, number)
        await loaded.open(server, config, owners)
        play.tables.append(loaded)


class Calls:
    """Counts calls in this thread: of functions in Python, and of those in C."""

    def __init__(self) -> None:
        self.python = self.c = 0

    def __call__(self, _frame: object, event: str, _argument: object) -> None:
        self.python += event == "call"
        self.c += event == "c_call"


async def measure(tables: int, moves: int, profiled: int, folder: Path) -> None:
    config = run.make_config(Settings(data_dir=folder, limits=UNLIMITED))
    config.load()
    app: Any = config.app
    server: Server = app.state.server
    async with server.running(app):
        play = Play()
        for number in range(tables):
            await open_table(server, config, play, number)
        await play.moves(WARM_UP)
        loop, process = time.thread_time(), time.process_time()
        await play.moves(moves)
        loop, process = time.thread_time() - loop, time.process_time() - process
        print(f"loop_a_move {loop / moves * 1e6:.1f} us")
        print(f"process_a_move {process / moves * 1e6:.1f} us")
        sys.setprofile(calls := Calls())
        await play.moves(COUNTED)
        sys.setprofile(None)
        print(f"python_calls_a_move {calls.python / COUNTED:.1f} calls")
        print(f"c_calls_a_move {calls.c / COUNTED:.1f} calls")
        if profiled:
            with cProfile.Profile() as profile:
                await play.moves(COUNTED)
            pstats.Stats(profile).sort_stats("tottime").print_stats(profiled)
        for table in play.tables:
            for line in table.lines:
                line.connection_lost(None)
        await asyncio.sleep(0.1)


def compare(parts: list[str], rounds: int, more: list[str]) -> None:
    """Prints what a move costs, and how much less without each of these parts."""
    found: dict[str, list[dict[str, float]]] = {name: [] for name in ("", *parts)}
    for number in range(rounds):
        for name in list(found) if number % 2 == 0 else reversed(list(found)):
            command = [sys.executable, __file__, *more, *(["--without", name] if name else [])]
            printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
            rows = (line.split() for line in printed.splitlines())
            found[name].append({key: float(value) for key, value, _ in rows})
    for key in found[""][0]:
        print(f"{key} {median(one[key] for one in found['']):.1f}")
    for part in parts:
        for key in found[""][0]:
            less = [full[key] - one[key] for full, one in zip(found[""], found[part], strict=True)]
            print(f"{key}_of_{part} {median(less):.1f} {min(less):.1f}..{max(less):.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Print what a move costs the server.")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--moves", type=int, default=20_000)
    parser.add_argument("--profile", type=int, default=0, metavar="LINES")
    parser.add_argument("--without", choices=PARTS, action="append", default=[])
    parser.add_argument("--parts", action="store_true", help="run without each part, in turn")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if options.parts:
        more = ["--tables", str(options.tables), "--moves", str(options.moves)]
        compare(options.without or list(PARTS), options.rounds, more)
        return
    for name in options.without:
        exec(PARTS[name], {})
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(measure(options.tables, options.moves, options.profile, Path(folder)))


if __name__ == "__main__":
    main()
