"""Power cuts, bad lines, slow readers: no acknowledged move is lost and no board differs."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_sockets
from websockets.exceptions import ConnectionClosed

from house import FREE, ServerProcess, Start, seat_two
from tablee.client import Guest, LiveTable
from tablee.core import Record
from tablee.server import line
from tablee.server.entries import AnyEntry, Played
from tablee.server.metrics import SOCKETS
from tablee.server.protocol import Play
from tablee.server.settings import Limits
from tablee.server.wishes import Joining, NewTable, SeatWish

pytestmark = pytest.mark.anyio

ENDLESS = {"idle": "off"}


async def new_table(guest: Guest, bot: bool) -> str:
    """A table of Fragile at which one guest plays all seats, or all but a bot's."""
    seats = [SeatWish(), SeatWish(bot="random") if bot else SeatWish()]
    made = await guest.create(NewTable("fragile", ENDLESS, seats=seats, join=Joining("Anna")))
    if not bot:
        await guest.join(made.table.id, Joining("Bert"))
    return made.table.id


Acknowledged = dict[str, int]
"""The number of the entry that answered each request."""


async def play_for_ever(table: LiveTable, seed: int, acknowledged: Acknowledged) -> None:
    rng = random.Random(seed)
    while True:
        await table.until(lambda t: t.is_my_turn)
        state = table.state
        deed = Play(f"{seed} {len(acknowledged)}", state.version, rng.choice(state.moves))
        acknowledged[deed.ack] = await table.do(deed)


def check_log(log: list[AnyEntry], acknowledged: Acknowledged) -> None:
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    answered = [(entry.ack, entry.number) for entry in log if entry.ack]
    assert len(answered) == len(dict(answered)), "a request was done twice"
    assert acknowledged.items() <= dict(answered).items(), "an acknowledged move is gone"


async def five_more(acknowledged: list[Acknowledged], playing: list[asyncio.Task[None]]) -> None:
    """Waits for five more acknowledged moves."""
    before = sum(map(len, acknowledged))
    async with asyncio.timeout(60):
        while sum(map(len, acknowledged)) < before + 5:
            assert not any(task.done() for task in playing), "the game does not go on"
            await asyncio.sleep(0.01)


Strike = Callable[[], Awaitable[None]]


async def kill_often(
    server: ServerProcess, kills: int, seed: int, strike: Strike | None = None
) -> int:
    """Kills the server at random moments of play at four tables. Returns the number of moves.

    ``strike`` strikes at something else than the server.
    """
    rng = random.Random(seed)
    server.start()
    await server.is_up()
    async with Guest(server.address) as anna:
        ids = [await new_table(anna, bot=number == 0) for number in range(4)]
        acknowledged: list[Acknowledged] = [{} for _ in ids]
        tables = [anna.live(table_id) for table_id in ids]
        for table in tables:
            await table.__aenter__()
        playing = [
            asyncio.create_task(play_for_ever(table, number, acknowledged[number]))
            for number, table in enumerate(tables)
        ]
        for _ in range(kills):
            # However slow the machine is, a kill comes in the midst of play.
            await five_more(acknowledged, playing)
            await asyncio.sleep(rng.uniform(0, 0.5))
            if strike is None:
                server.kill()
                server.start()
                await server.is_up()
            else:
                await strike()
        await five_more(acknowledged, playing)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for number, table in enumerate(tables):
            await check_table(anna, table, ids[number], acknowledged[number])
            await table.__aexit__(None, None, None)
    assert server.end() == 0
    return sum(map(len, acknowledged))


async def check_table(
    anna: Guest, table: LiveTable, table_id: str, acknowledged: Acknowledged
) -> None:
    log = await anna.log(table_id)
    check_log(log, acknowledged)
    await table.until(lambda t: t.number >= log[-1].number, timeout=60)
    seen = {entry.number: entry for entry in table.entries}
    assert all(seen.get(entry.number, entry) == entry for entry in log)
    record = Record.parse(await anna.record(table_id))
    assert len(record.moves) >= sum(isinstance(entry, Played) for entry in log)


async def test_a_killed_server_keeps_every_acknowledged_move(
    server_process: ServerProcess,
) -> None:
    assert await kill_often(server_process, kills=3, seed=1) >= 15


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_two_hundred_kills_lose_nothing(server_process: ServerProcess) -> None:
    assert await kill_often(server_process, kills=200, seed=2) >= 1000


async def test_a_server_that_is_told_to_end_finishes_and_clients_resume(
    server_process: ServerProcess,
) -> None:
    server_process.start()
    await server_process.is_up()
    async with Guest(server_process.address) as anna:
        table_id = await new_table(anna, bot=False)
        async with anna.live(table_id) as table:
            await table.play("depot A1")
            before = table.state
            assert server_process.end() == 0
            server_process.start()
            await server_process.is_up()
            await table.play("depot J1")
            assert table.connections == 2
            assert table.snapshots == 1
            assert table.state.number == before.number + 1


# A bad line


class BadLine:
    """A proxy that drops, delays, doubles and cuts the messages."""

    def __init__(self, target: str, seed: int) -> None:
        self.target = target
        self.rng = random.Random(seed)
        self.faults = {"drop": 0, "delay": 0, "double": 0, "cut": 0}
        self.calm = False

    async def serve(self, client: ServerConnection) -> None:
        assert client.request is not None
        headers = {"Cookie": client.request.headers.get("Cookie", "")}
        address = self.target.replace("http", "ws", 1) + client.request.path
        with suppress(ConnectionClosed, OSError):
            async with connect(address, additional_headers=headers) as server:
                there = asyncio.create_task(self.carry(client, server))
                back = asyncio.create_task(self.carry(server, client))
                await asyncio.wait([there, back], return_when=asyncio.FIRST_COMPLETED)
                for task in (there, back):
                    task.cancel()
                    with suppress(asyncio.CancelledError, ConnectionClosed):
                        await task
        if client.transport is not None:
            client.transport.abort()

    async def carry(
        self,
        source: ServerConnection | ClientConnection,
        target: ServerConnection | ClientConnection,
    ) -> None:
        async for message in source:
            fault = None if self.calm else self.rng.choice([*self.faults, *[None] * 16])
            if fault is not None:
                self.faults[fault] += 1
            if fault == "cut":
                return
            if fault == "delay":
                await asyncio.sleep(self.rng.uniform(0, 0.05))
            if fault != "drop":
                await target.send(message)
            if fault == "double":
                await target.send(message)


@asynccontextmanager
async def bad_line(target: str, seed: int) -> AsyncIterator[tuple[BadLine, str]]:
    line = BadLine(target, seed)
    async with serve_sockets(line.serve, "127.0.0.1", 0) as proxy:
        port = next(iter(proxy.sockets)).getsockname()[1]
        yield line, f"ws://127.0.0.1:{port}"


async def play_over_bad_line(address: str, moves: int, seed: int) -> None:
    async with (
        Guest(address) as anna,
        Guest(address) as bert,
        bad_line(address, seed) as (line, proxy),
    ):
        table_id = (await seat_two(anna, bert, options=ENDLESS)).table.id
        tables = [
            LiveTable(f"{proxy}/live/{table_id}", guest.cookies, heartbeat=0.1)
            for guest in (anna, bert)
        ]
        acknowledged: Acknowledged = {}
        async with tables[0] as one, tables[1] as two:
            playing = [
                asyncio.create_task(play_for_ever(table, number, acknowledged))
                for number, table in enumerate((one, two))
            ]
            async with asyncio.timeout(60):
                while len(acknowledged) < moves:
                    assert not any(task.done() for task in playing), playing
                    await asyncio.sleep(0.02)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            line.calm = True
            log = await anna.log(table_id)
            check_log(log, acknowledged)
            async with anna.live(table_id) as straight:
                for table in (one, two):
                    await table.until(lambda t: t.number >= straight.number, timeout=60)
                    assert table.state == straight.state
        assert all(line.faults.values()), line.faults


async def test_boards_never_differ_over_a_bad_line(start_server: Start) -> None:
    running = start_server()
    await play_over_bad_line(running.address, moves=150, seed=3)


# A slow reader


def live_address(address: str, table_id: str) -> str:
    return f"{address.replace('http', 'ws', 1)}/live/{table_id}"


async def test_who_does_not_read_is_dropped_and_resumes(
    start_server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "SEND_PATIENCE", 0.3)
    limits = Limits(**{**FREE.__dict__, "backlog": 4})
    running = start_server(limits=limits)
    async with Guest(running.address) as anna:
        table_id = await new_table(anna, bot=False)
        async with anna.live(table_id) as table:
            for _ in range(40):
                await table.play(table.state.moves[0])
            before = SOCKETS.collect()[0].samples[0].value
            address = live_address(running.address, table_id)
            async with connect(address, max_queue=1, ping_interval=None) as lazy:
                for _ in range(800):  # more answers than fit into the buffers of the system
                    await lazy.send('{"type": "hello"}')
                for _ in range(8):
                    await table.play(table.state.moves[0])
                async with asyncio.timeout(60):
                    while SOCKETS.collect()[0].samples[0].value > before:
                        await asyncio.sleep(0.02)
                lazy.transport.abort()
