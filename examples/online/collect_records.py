"""Collects the records of public games, each when it ends, into a folder.

python collect_records.py http://127.0.0.1:8000 records
"""

import argparse
import asyncio
from pathlib import Path

from tablee.client import Guest
from tablee.core import Record

PAUSE = 2.0
"""Seconds between two looks into the lobby."""


async def collect(guest: Guest, table_id: str, folder: Path) -> None:
    """Waits until the game at a table is over, and keeps its record."""
    async with guest.live(table_id) as table:
        print(f"watching {table_id}", flush=True)
        await table.until(lambda t: t.state.phase == "over")
    text = await guest.record(table_id)
    record = Record.parse(text)  # checks every move
    file = folder / f"{record.game.name}-{table_id}.txt"
    if not file.exists():
        file.write_text(text, encoding="utf-8")
    print(f"{file}: {len(record.moves)} moves", flush=True)


async def run(address: str, folder: Path, games: float) -> None:
    folder.mkdir(exist_ok=True)
    async with Guest(address) as guest, asyncio.TaskGroup() as tasks:
        watched: dict[str, asyncio.Task[None]] = {}
        while sum(task.done() for task in watched.values()) < games:
            for listed in await guest.tables():
                if listed.id not in watched:
                    watched[listed.id] = tasks.create_task(collect(guest, listed.id, folder))
            await asyncio.sleep(PAUSE)
        for task in watched.values():
            task.cancel()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=float, default=float("inf"), help="end after so many games")
    arguments = parser.parse_args()
    asyncio.run(run(arguments.address, arguments.folder, arguments.games))


if __name__ == "__main__":
    main()
