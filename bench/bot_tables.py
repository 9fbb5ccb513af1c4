"""Measures a server whose bots are wanted by many: how long does a newcomer wait for a bot?

    python bench/bot_tables.py                     1,000 tables of 100 guests for a minute
    python bench/bot_tables.py --seconds 600

Each guest sits at ten tables of Fragile, alone with a bot, and answers each of its turns at once.
So nearly all tables wait for their bot all the time. Meanwhile newcomers make a table and wait for
their bot, and two people play at another table. At the end every table must go on: each guest plays
a turn, and the bot answers. All connections come from one address, which is the hardest case: the
server cannot tell the newcomer from the crowd by the address. Prints ``name value unit``.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack

import uvloop
from load_server import ServerUnderLoad

from tablee.client import Guest, LiveTable
from tablee.server.wishes import Joining, NewTable, SeatWish

PACE = 0.25
"""Seconds between the moves of the two people."""
NEWCOMERS = 2.0
"""Seconds between two newcomers."""
LAST_ANSWER = 600.0
"""Seconds until a table that waits for its bot counts as dead."""


def told(name: str, value: float, unit: str) -> None:
    print(f"{name} {value:.3g} {unit}", flush=True)


def quantile(values: Sequence[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else 0.0


def against(level: str, first: int) -> NewTable:
    options = {"players": "2", "first": str(first), "idle": "off"}
    seats = [SeatWish(), SeatWish(bot=level)]
    return NewTable("fragile", options=options, seats=seats, join=Joining("Anna"))


class BotTable:
    """A table with a bot, at which a guest answers at once. A game that is over is played again."""

    table: LiveTable

    def __init__(self, guest: Guest, level: str, rng: random.Random) -> None:
        self.guest, self.level, self.rng = guest, level, rng
        self.turns = self.games = 0
        self.is_last = False
        """True if the present turn is the last one to play."""

    async def sit_down(self) -> None:
        made = await self.guest.create(against(self.level, 1))
        self.table = await self.guest.live(made.table.id).__aenter__()
        self.games += 1

    async def stand_up(self) -> None:
        await self.table.__aexit__(None, None, None)

    async def play(self) -> None:
        while not self.is_last:
            await self.table.until(lambda t: t.is_my_turn or t.state.phase == "over", LAST_ANSWER)
            await self.play_turn()

    async def begin_again_if_over(self) -> None:
        if self.table.state.phase == "over":
            await self.stand_up()
            await self.sit_down()

    async def play_turn(self) -> None:
        """Ends the turn as soon as that is possible."""
        await self.begin_again_if_over()
        while self.table.is_my_turn:
            moves = self.table.state.moves
            await self.table.play("end" if "end" in moves else self.rng.choice(moves))
        self.turns += 1

    async def goes_on(self, playing: asyncio.Task[None]) -> bool:
        """Plays the last turn and waits for the bot's."""
        self.is_last = True
        try:
            await playing
            await self.table.until(lambda t: t.is_my_turn or t.state.phase == "over", LAST_ANSWER)
        except TimeoutError:
            return False
        return True


async def two_people(address: str, stop: asyncio.Event, delays: list[float]) -> None:
    async with Guest(address) as anna, Guest(address) as bert:
        rng = random.Random(1)
        while not stop.is_set():
            made = await anna.create(NewTable("fragile", join=Joining("Anna")))
            await bert.join(made.table.id, Joining("Bert", key=made.join_key))
            async with anna.live(made.table.id) as one, bert.live(made.table.id) as two:
                while not stop.is_set() and one.state.phase != "over":
                    number = max(one.number, two.number)
                    await one.until(lambda t, n=number: t.number >= n, 60)
                    await two.until(lambda t, n=number: t.number >= n, 60)
                    player = one if one.is_my_turn else two
                    begin = time.perf_counter()
                    await player.play(rng.choice(player.state.moves))
                    delays.append(time.perf_counter() - begin)
                    await asyncio.sleep(PACE)


async def newcomer(address: str, level: str) -> float:
    """Returns the seconds from the request for a table to the bot's first move."""
    async with Guest(address) as guest:
        await guest.http.get("/health")
        begin = time.perf_counter()
        made = await guest.create(against(level, 2))
        async with guest.live(made.table.id) as table:
            await table.until(
                lambda t: any(getattr(entry, "bot", False) for entry in t.entries), LAST_ANSWER
            )
            waited = time.perf_counter() - begin
        await guest.leave(made.table.id, 0)
        return waited


async def quiet(address: str, level: str) -> None:
    stop, delays = asyncio.Event(), list[float]()
    playing = asyncio.create_task(two_people(address, stop, delays))
    await asyncio.sleep(40 * PACE)
    stop.set()
    await playing
    told("quiet_newcomer", await newcomer(address, level), "s")
    told("quiet_move_p99", 1000 * quantile(delays, 0.99), "ms")


async def crowd(address: str, options: argparse.Namespace) -> None:
    """Plays at all tables, then sees whether each goes on. Runs in a process of its own."""
    async with AsyncExitStack() as stack:
        tables = []
        for number in range(options.guests):
            guest = await stack.enter_async_context(Guest(address))
            for _ in range(options.tables):
                table = BotTable(guest, options.level, random.Random(number))
                await table.sit_down()
                stack.push_async_callback(table.stand_up)
                tables.append(table)
        told("tables", len(tables), "")
        playing = [asyncio.create_task(table.play()) for table in tables]
        await asyncio.sleep(options.seconds)
        told("games_of_the_crowd", sum(table.games for table in tables), "")
        told("turns_of_the_crowd", sum(table.turns for table in tables) / options.seconds, "1/s")
        told("fewest_turns_at_a_table", min(table.turns for table in tables), "")
        begin = time.perf_counter()
        alive = await asyncio.gather(*map(BotTable.goes_on, tables, playing))
        told("tables_that_go_on", sum(alive), "")
        told("all_went_on_after", time.perf_counter() - begin, "s")


async def measure(address: str, options: argparse.Namespace) -> None:
    await quiet(address, options.level)
    arguments = [f"--{name}={getattr(options, name)}" for name in ("guests", "tables", "seconds")]
    others = await asyncio.create_subprocess_exec(
        sys.executable,
        __file__,
        f"--crowd={address}",
        f"--level={options.level}",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
    )
    assert others.stdout is not None
    print((await others.stdout.readline()).decode(), end="", flush=True)
    begin = time.perf_counter()
    stop, delays, waits = asyncio.Event(), list[float](), list[float]()
    await asyncio.sleep(min(15.0, options.seconds / 4))  # until not all tables begin at once
    people = asyncio.create_task(two_people(address, stop, delays))
    while time.perf_counter() - begin < options.seconds:
        waits.append(await newcomer(address, options.level))
        await asyncio.sleep(NEWCOMERS)
    stop.set()
    await people
    told("newcomers", len(waits), "")
    told("newcomer_median", statistics.median(waits), "s")
    told("newcomer_longest", max(waits), "s")
    told("moves_of_people", len(delays), "")
    told("move_median", 1000 * statistics.median(delays), "ms")
    told("move_p99", 1000 * quantile(delays, 0.99), "ms")
    print((await others.stdout.read()).decode(), end="", flush=True)
    await others.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--guests", type=int, default=100)
    parser.add_argument("--tables", type=int, default=10, help="of each guest")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--level", default="3")
    parser.add_argument("--crowd", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.crowd:
        uvloop.run(crowd(options.crowd, options))
        return
    with ServerUnderLoad() as server:
        uvloop.run(measure(server.address, options))


if __name__ == "__main__":
    main()
