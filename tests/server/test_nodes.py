"""Several nodes serve the same tables, whichever node a person comes to."""

import asyncio
import random
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from redis import from_url
from websockets.asyncio.client import ClientConnection, connect

from house import FREE, Running, play_on, start
from services import Postgres, Redis
from tablee.client import Guest, LiveTable, ServerRefused
from tablee.games.fragile import Fragile
from tablee.server.clock import Clock, steady_now
from tablee.server.entries import Extended, Played, Started, TimedOut
from tablee.server.node import Node
from tablee.server.protocol import Hello, PresenceMessage, answers, encoder
from tablee.server.settings import Settings
from tablee.server.storage.postgresql import PostgresJournal
from tablee.server.wishes import Joining, NewTable, SeatWish

pytestmark = pytest.mark.anyio

ENDLESS = {"idle": "off"}
StartNode = Callable[..., Running]


@pytest.fixture
def start_node(tmp_path: Path, postgres: Postgres, redis: Redis) -> Iterator[StartNode]:
    """Starts one more node with the same database."""
    started: list[Running] = []
    where = {"database": postgres.new_database(), "broker": redis.new_space()}

    def start_one() -> Running:
        settings = Settings(data_dir=tmp_path, limits=FREE, think_seconds=0.01, **where)
        started.append(start(settings))
        return started[-1]

    yield start_one
    for node in started:
        node.stop()


@asynccontextmanager
async def same_guest(guest: Guest, node: Running) -> AsyncIterator[Guest]:
    """Returns the same person at another node."""
    async with Guest(node.address) as other:
        other.http.cookies.update(guest.http.cookies)
        yield other


async def two_at_a_table(anna: Guest, bert: Guest, **fields: object) -> str:
    plan = NewTable("fragile", ENDLESS, join=Joining("Anna"), **fields)  # type: ignore[arg-type]
    made = await anna.create(plan)
    await bert.join(made.table.id, Joining("Bert"))
    return made.table.id


async def test_people_at_different_nodes_see_the_same_table(start_node: StartNode) -> None:
    one, two = start_node(), start_node()
    async with Guest(one.address) as anna, Guest(two.address) as bert:
        table_id = await two_at_a_table(anna, bert)
        async with anna.live(table_id) as left, bert.live(table_id) as right:
            assert left.yours == [0]
            assert right.yours == [1]
            for number in range(30):
                player, other = (left, right) if left.state.actor == 0 else (right, left)
                await player.play(player.state.moves[number % len(player.state.moves)])
                await other.until(lambda t, to=player.number: t.number >= to, timeout=60)
                assert left.state == right.state
            await left.chat("hello")
            await right.until(lambda t: bool(t.messages), timeout=60)
        assert await anna.log(table_id) == await bert.log(table_id)


async def race(tables: tuple[LiveTable, LiveTable], races: int) -> list[int]:
    """Both play the same move at the same time, again and again. Returns the winners."""
    winners = []
    for _ in range(races):
        version = max(table.state.version for table in tables)
        for table in tables:
            await table.until(lambda t, v=version: t.state.version >= v, timeout=60)
        move = tables[0].state.moves[0]
        plays = (table.play(move, version) for table in tables)
        answers = await asyncio.gather(*plays, return_exceptions=True)
        won = [place for place, answer in enumerate(answers) if isinstance(answer, int)]
        lost = [answer for answer in answers if isinstance(answer, ServerRefused)]
        assert len(won) == len(lost) == 1, answers
        assert lost[0].code == "stale"
        winners += won
    return winners


async def test_of_two_who_race_the_same_move_one_wins(start_node: StartNode) -> None:
    one, two = start_node(), start_node()
    async with (
        Guest(one.address) as anna,
        same_guest(anna, one),
        same_guest(anna, two) as elsewhere,
    ):
        table_id = await two_at_a_table(anna, anna)
        elsewhere.http.cookies.update(anna.http.cookies)
        async with anna.live(table_id) as left, elsewhere.live(table_id) as right:
            winners = await race((left, right), 60)
            log = await anna.log(table_id)
            assert [entry.number for entry in log] == list(range(1, len(log) + 1))
            assert sum(isinstance(entry, Played) for entry in log) == len(winners)


async def test_what_somebody_did_at_one_node_is_done_at_the_next(start_node: StartNode) -> None:
    one, two = start_node(), start_node()
    async with Guest(one.address) as anna, Guest(two.address) as bert:
        made = await anna.create(NewTable("fragile", join=Joining("Anna")))
        async with anna.live(made.table.id), same_guest(anna, two) as there:
            assert (await there.look(made.table.id)).yours == [0]
            joined = await bert.join(made.table.id, Joining("Bert"))
            assert joined.phase == "playing"
            async with same_guest(bert, one) as here, here.live(made.table.id) as table:
                assert table.yours == [1]


async def test_bots_play_whoever_dies(start_node: StartNode) -> None:
    one, two = start_node(), start_node()
    async with Guest(two.address) as anna:
        seats = [SeatWish(), SeatWish(bot="random")]
        made = await anna.create(NewTable("fragile", ENDLESS, seats=seats, join=Joining("Anna")))
        async with anna.live(made.table.id) as table:
            await play_until(table, 5)
            one.stop()
            await play_until(table, 5)
            log = await anna.log(made.table.id)
            assert any(isinstance(entry, Played) and entry.bot for entry in log)


def test_a_node_ends_though_a_driver_did_not_hear_that_it_should(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking = threading.Event()

    async def look_round_without_hearing() -> None:
        looking.set()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(60)

    monkeypatch.setattr(Node, "_look_round", lambda _: look_round_without_hearing())
    node = start_node()
    assert looking.wait(60)
    node.stop()


async def play_until(table: LiveTable, moves: int) -> None:
    assert await play_on(table, random.Random(1), moves) == moves


async def test_time_runs_out_once_whichever_nodes_have_the_table_open(
    start_node: StartNode,
) -> None:
    one, two = start_node(), start_node()
    async with Guest(one.address) as anna, Guest(two.address) as bert:
        table_id = await two_at_a_table(anna, bert, clock=Clock("turn", 1))
        async with anna.live(table_id) as left, bert.live(table_id) as right:
            for table in (left, right):
                await table.until(lambda t: t.seats[0].stand_in, timeout=60)
        log = await anna.log(table_id)
        assert sum(isinstance(entry, TimedOut) and entry.seat == 0 for entry in log) == 1


async def test_a_table_that_no_node_has_open_is_seen_to(start_node: StartNode) -> None:
    one, two = start_node(), start_node()
    async with Guest(one.address) as anna, Guest(two.address) as bert:
        table_id = await two_at_a_table(anna, bert, clock=Clock("turn", 1))
        await is_seen_to(anna, table_id)


async def test_nodes_forgive_what_ran_out_while_there_was_none(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = start_node()
    async with Guest(node.address) as anna, Guest(node.address) as bert:
        table_id = await two_at_a_table(anna, bert, clock=Clock("turn", 600))
        await asyncio.to_thread(node.stop)
    monkeypatch.setattr(Node, "now", lambda _: steady_now() + 3600)
    for _ in range(2):
        node = await asyncio.to_thread(start_node)
    async with Guest(node.address) as anybody:
        until = time.monotonic() + 60
        while not (said := (await anybody.log(table_id))[-1:]) or isinstance(said[0], Started):
            assert time.monotonic() < until, "nobody looked after the table"
            await asyncio.sleep(0.1)
        assert isinstance(said[0], Extended)
        assert said[0].by is None


def test_a_node_is_ready_before_it_has_seen_to_what_is_due(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = threading.Event()

    async def claim(*_: object) -> list[str]:
        asked.set()
        await asyncio.Event().wait()
        return []

    monkeypatch.setattr(PostgresJournal, "claim_due", claim)
    start_node()  # this waits until it is ready
    assert asked.wait(60)


async def is_seen_to(guest: Guest, table_id: str) -> None:
    """Waits until somebody's time has run out at a table."""
    until = time.monotonic() + 60
    while not any(isinstance(entry, TimedOut) for entry in await guest.log(table_id)):
        assert time.monotonic() < until, "nobody looked after the table"
        await asyncio.sleep(0.2)


async def test_a_node_sees_to_tables_of_every_rules_version_it_knows(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = start_node()
    async with Guest(node.address) as anna:
        tables = {}
        for version in Fragile.rules_versions:
            with monkeypatch.context() as of_its_time:
                of_its_time.setattr(Fragile, "rules_versions", (version,))
                tables[version] = await two_at_a_table(anna, anna, clock=Clock("turn", 1))
        assert len(tables) > 1
        for version, table_id in tables.items():
            assert (await anna.look(table_id)).table.rules == version
            await is_seen_to(anna, table_id)


async def test_redis_may_go_and_come_back_empty(start_node: StartNode, redis: Redis) -> None:
    one, two = start_node(), start_node()
    async with Guest(one.address) as anna, Guest(two.address) as bert:
        table_id = await two_at_a_table(anna, bert)
        seats = [SeatWish(), SeatWish(bot="random")]
        plan = NewTable("fragile", ENDLESS, seats=seats, join=Joining("Anna"))
        with_bot = (await anna.create(plan)).table.id
        async with (
            anna.live(table_id) as left,
            bert.live(table_id) as right,
            anna.live(with_bot) as other,
        ):
            await left.play(left.state.moves[0])
            await asyncio.to_thread(redis.stop)
            await other.play(other.state.moves[0])  # a bot is called that nobody hears
            await right.until(lambda t: t.number >= left.number, timeout=60)
            player, watcher = (left, right) if left.state.actor == 0 else (right, left)
            await player.play(player.state.moves[0])
            await watcher.until(lambda t: t.number >= player.number, timeout=60)
            await asyncio.to_thread(redis.start)
            await other.until(lambda t: t.is_my_turn, timeout=60)
            player, watcher = (left, right) if left.state.actor == 0 else (right, left)
            await player.play(player.state.moves[0])
            await watcher.until(lambda t: t.number >= player.number, timeout=60)


async def test_postgresql_may_restart_while_people_play(
    start_node: StartNode, postgres: Postgres
) -> None:
    one, two = start_node(), start_node()
    async with Guest(one.address) as anna, Guest(two.address) as bert:
        table_id = await two_at_a_table(anna, bert)
        async with anna.live(table_id) as left, bert.live(table_id) as right:
            for _ in range(2):
                restarting = asyncio.create_task(asyncio.to_thread(postgres.restart))
                for _ in range(6):
                    player, other = (left, right) if left.state.actor == 0 else (right, left)
                    await player.play(player.state.moves[0])
                    await other.until(lambda t, to=player.number: t.number >= to, timeout=60)
                await restarting
        log = await anna.log(table_id)
        assert [entry.number for entry in log] == list(range(1, len(log) + 1))
        assert sum(isinstance(entry, Played) for entry in log) == 12


async def test_who_is_there_is_known_at_every_node(start_node: StartNode, redis: Redis) -> None:
    one, two = start_node(), start_node()
    presence = Hello(presence=True)
    async with Guest(one.address) as anna, Guest(two.address) as bert:
        table_id = await two_at_a_table(anna, bert)
        address = f"{two.address.replace('http', 'ws', 1)}/live/{table_id}"
        cookie = {"Cookie": bert.cookies()}
        async with connect(address, additional_headers=cookie) as socket:
            await socket.send(encoder.encode(presence).decode())
            await hears_of(socket, [1])
            async with anna.live(table_id):
                await hears_of(socket, [0, 1])
            await hears_of(socket, [1])
            await asyncio.to_thread(redis.restart)
            with from_url(one.settings.broker) as client:  # it has forgotten, and is told again
                async with asyncio.timeout(60):
                    while not client.smembers(f"tablee-here:{table_id}"):
                        await asyncio.sleep(0.2)


async def hears_of(socket: ClientConnection, seats: list[int]) -> None:
    """Waits until these seats are present."""
    async with asyncio.timeout(60):
        while True:
            message = answers.decode(await socket.recv())
            if isinstance(message, PresenceMessage) and message.seats == seats:
                return
