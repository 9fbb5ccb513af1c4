"""Measures what a table, a socket and a move cost one node.

    python bench/measure_node.py > node.txt

It measures processor time, memory and bytes, which do not depend on other load. The server has
tables of Fragile at which two play at random. Prints ``name value unit``, which
``bench/simulate_scale.py`` reads. Everything stays on this machine and takes about two minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import time
from pathlib import Path

from load_server import Count, LoadedTable, ServerUnderLoad, watch
from websockets.asyncio.client import ClientConnection

from tablee.bots import Budget, bot
from tablee.bots.playing import play_game
from tablee.core.game import CHANCE
from tablee.core.registry import game_type

THINK = 0.25
"""Seconds before a move. The server should be busy, but have no queue."""
AT_ONCE = 20
PATIENCE = 100.0
KEPT: list[list[LoadedTable]] = []
"""Tables whose sockets stay open."""
PARTS = ("sockets", "tables", "long-games", "bots")
LEVELS = ("1", "3", "5")
OPENING = 30
"""Moves after which the setup is over and bots have something to think about."""


def told(name: str, value: float, unit: str) -> None:
    print(f"{name} {value:.6g} {unit}", flush=True)


async def sockets(count: int, seconds: float) -> None:
    """Measures the memory of a socket, and the cost of keeping it open (pings)."""
    with ServerUnderLoad() as server:
        told("memory_base", server.memory_bytes() / 2**20, "MB")
        table = LoadedTable(server, 0, Count(), False)
        await table.open()
        address = f"ws://127.0.0.1:{server.port}/live/{await table_id(server)}"
        for _ in range(AT_ONCE):  # the first ones include what the server makes once
            await watch(address)
        before, watching = server.memory_bytes(), list[ClientConnection]()
        while len(watching) < count:
            watching += await asyncio.gather(*(watch(address) for _ in range(AT_ONCE)))
        told("memory_socket", (server.memory_bytes() - before) / count / 1024, "kB")
        cpu = server.cpu_seconds()
        await asyncio.sleep(seconds)
        told("cpu_socket_second", (server.cpu_seconds() - cpu) / seconds / count * 1e6, "us")
        for live in watching:
            live.transport.abort()


async def table_id(server: ServerUnderLoad) -> str:
    with sqlite3.connect(database(server)) as connection:
        found: str = connection.execute("SELECT id FROM tables").fetchone()[0]
    return found


def database(server: ServerUnderLoad) -> Path:
    return Path(server.folder.name) / "tablee.sqlite3"


async def tables(count: int, seconds: float) -> None:
    """Measures tables with two sockets each, when opened and in play."""
    with ServerUnderLoad() as server:
        counting = Count()
        loaded = [LoadedTable(server, THINK, counting, False) for _ in range(count)]
        await asyncio.gather(*(table.open() for table in loaded[:AT_ONCE]))
        before, cpu = server.memory_bytes(), server.cpu_seconds()
        for start in range(AT_ONCE, count, AT_ONCE):
            await asyncio.gather(*(table.open() for table in loaded[start : start + AT_ONCE]))
        opened = count - AT_ONCE
        told(f"memory_table_of_{count}", (server.memory_bytes() - before) / opened / 1024, "kB")
        told("cpu_table_opened", (server.cpu_seconds() - cpu) / opened * 1000, "ms")
        begin, cpu, entries = time.monotonic(), server.cpu_seconds(), written(server)[0]
        playing = [asyncio.create_task(table.play()) for table in loaded]
        await asyncio.sleep(seconds)
        took, cpu = time.monotonic() - begin, server.cpu_seconds() - cpu
        moves = written(server)[0] - entries
        told(f"moves_of_{count}", moves / took, "moves/s")
        told(f"cpu_move_of_{count}", cpu / moves * 1e6, "us")
        told(f"moves_per_cpu_second_of_{count}", moves / cpu, "moves/cpu-s")
        counting.stopped = True
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def long_games(count: int, moves: int) -> None:
    """Plays long games at a few tables without a pause, and measures what the server keeps.

    As many games are played before, so that what the server makes once does not count.
    """
    with ServerUnderLoad() as server:
        await play_long(server, count, count * moves)
        before = server.memory_bytes()
        await play_long(server, count, 2 * count * moves)
        told("moves_a_long_game", written(server)[0] / (2 * count), "moves")
        told("memory_table_played", (server.memory_bytes() - before) / count / 1024, "kB")
        tell_disk(server)


async def play_long(server: ServerUnderLoad, count: int, entries: int) -> None:
    """Plays until this many entries are written. The sockets stay open."""
    loaded = [LoadedTable(server, 0, Count(), False) for _ in range(count)]
    await asyncio.gather(*(table.open() for table in loaded))
    playing = [asyncio.create_task(table.play()) for table in loaded]
    end = time.monotonic() + PATIENCE
    while written(server)[0] < entries and time.monotonic() < end:
        await asyncio.sleep(0.1)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    KEPT.append(loaded)


def written(server: ServerUnderLoad) -> tuple[int, int]:
    """Returns the number of entries in the database, and the bytes of their bodies."""
    with sqlite3.connect(database(server)) as connection:
        asked = connection.execute("SELECT count(*), sum(length(body)) FROM entries")
        count, size = asked.fetchone()
    return count, size


def tell_disk(server: ServerUnderLoad) -> None:
    count, size = written(server)
    with sqlite3.connect(database(server)) as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        page = connection.execute("PRAGMA page_size").fetchone()[0]
        kept, kept_size = connection.execute(
            "SELECT count(*), coalesce(sum(length(body)), 0) FROM snapshots"
        ).fetchone()
    told("disk_move", pages * page / count, "B")
    told("disk_entry", size / count, "B")
    told("disk_snapshots_a_move", kept_size / count, "B")
    told("snapshots_a_move", kept / count, "snapshots")


def games(count: int) -> None:
    """Measures the moves of a game and the cost of a bot's turn."""
    for game in ("fragile", "shear-panic"):
        made = game_type(game).from_options({}, None)
        level = [bot(game, "1")] * made.players
        moves = [play_game(made, level, Budget(), seed).moves for seed in range(count)]
        told(f"moves_a_game_{game}", sum(moves) / count, "moves")
        for name in LEVELS:
            bots_turn(game, name, count)


def bots_turn(game: str, name: str, count: int) -> None:
    """Measures one answer in the second that a server gives its bots. The strongest use it up."""
    rng = random.Random(1)
    sitting, moves, cpus = game_type(game).from_options({}).sitting(), 0, list[float]()
    tooks: list[float] = []
    while len(cpus) < count and (actor := sitting.state.actor) is not None:
        if actor == CHANCE:
            sitting = sitting.draw(rng.randrange)
            continue
        is_measured = moves >= OPENING
        player = bot(game, name if is_measured else "1")
        begin, cpu = time.monotonic(), time.process_time()
        choice = player.choose(sitting, Budget(seconds=1.0), rng.getrandbits(32))
        if is_measured:
            cpus.append(time.process_time() - cpu)
            tooks.append(time.monotonic() - begin)
        for text in choice.moves:
            sitting = sitting.play(sitting.moves[text], text)
            moves += 1
    told(f"cpu_bot_{game}_{name}", sum(cpus) / len(cpus) * 1000, "ms")
    told(f"took_bot_{game}_{name}", sum(tooks) / len(tooks) * 1000, "ms")


def main() -> None:
    parser = argparse.ArgumentParser(description="What a node spends on what.")
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 400])
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=8.0, help="of play, for each number")
    parser.add_argument("--idle-seconds", type=float, default=42.0, help="two pings of a socket")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--moves", type=int, default=110, help="of a long game")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    options = parser.parse_args()
    if "sockets" in options.parts:
        asyncio.run(sockets(options.sockets, options.idle_seconds))
    if "tables" in options.parts:
        for count in options.tables:
            asyncio.run(tables(count, options.seconds))
    if "long-games" in options.parts:
        asyncio.run(long_games(25, options.moves))
    if "bots" in options.parts:
        games(options.games)


if __name__ == "__main__":
    main()
