"""A bot that sits down at public tables with an open seat, and plays there.

python bot_account.py http://127.0.0.1:8000 "Deep Crate" --identity bot.key --level 3

The bot keeps what the server knows it by in a file. Started again, it is the same guest, and goes
on at the tables where it sits.
"""

import argparse
import asyncio
import os
import random
from pathlib import Path

from tablee.bots import Budget, bot
from tablee.client import Guest, Joining, ServerRefused

PAUSE = 2.0
"""Seconds between two looks into the lobby."""


async def play(guest: Guest, table_id: str, level: str, seconds: float) -> None:
    """Plays on all our seats of a table until the game is over."""
    game = await guest.game(table_id)
    player = bot(game.name, level)
    async with guest.live(table_id) as table:
        while True:
            await table.until(lambda t: t.is_my_turn or t.state.phase == "over")
            if table.state.phase == "over":
                print(f"{table_id} is over: {table.state.scores}", flush=True)
                return
            sitting = game.sitting(table.position(game))
            # The bot thinks in a thread, so that the other tables and the connections go on.
            seed = random.randrange(2**32)
            choice = await asyncio.to_thread(player.choose, sitting, Budget(seconds=seconds), seed)
            try:
                for move in choice.moves:
                    await table.play(move)
            except ServerRefused as refused:  # too late, or our time was up: look again
                print(f"{table_id}: {refused}", flush=True)


async def seats_for(guest: Guest, name: str) -> list[str]:
    """Returns the tables where we sit, after sitting down where somebody waits."""
    ours = []
    for listed in await guest.tables():
        status = await guest.look(listed.id)
        if not status.yours and any(seat.kind == "open" for seat in listed.seats):
            try:
                status = await guest.join(listed.id, Joining(name))
            except ServerRefused:  # somebody else was faster
                continue
        if status.yours:
            ours.append(listed.id)
    return ours


async def run(arguments: argparse.Namespace) -> None:
    file = Path(arguments.identity)
    known = file.read_text(encoding="utf-8") if file.exists() else ""
    async with Guest(arguments.address, identity=known) as guest, asyncio.TaskGroup() as games:
        playing: dict[str, asyncio.Task[None]] = {}
        while sum(task.done() for task in playing.values()) < arguments.games:
            for table_id in await seats_for(guest, arguments.name):
                if table_id not in playing:
                    one = play(guest, table_id, arguments.level, arguments.think)
                    playing[table_id] = games.create_task(one)
            if guest.identity and not known:
                known = guest.identity
                handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
                with os.fdopen(handle, "w", encoding="utf-8") as private:
                    private.write(known)
            await asyncio.sleep(PAUSE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("name")
    parser.add_argument("--identity", default="bot.key", metavar="FILE")
    parser.add_argument("--level", default="2")
    parser.add_argument("--think", type=float, default=0.5, metavar="SECONDS")
    parser.add_argument("--games", type=float, default=float("inf"), help="end after so many games")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
