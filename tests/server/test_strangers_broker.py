"""A neighbour that hangs: Redis says nothing any more, but resets no connection either."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from house import FREE, Running, start
from services import Postgres, Redis
from tablee.client import Guest
from tablee.server.settings import Limits, Settings
from tablee.server.wishes import Joining, NewTable, SeatWish

pytestmark = pytest.mark.anyio

WAIT = 60
"""Seconds in which everything must be done. With an answer awaited at each step it never would."""


@pytest.fixture
def nodes(
    request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres, redis: Redis
) -> Iterator[tuple[Running, Running]]:
    where = {"database": postgres.new_database(), "broker": redis.new_space()}
    limits = getattr(request, "param", FREE)
    settings = Settings(data_dir=tmp_path, limits=limits, think_seconds=0.01, **where)
    started = start(settings), start(settings)
    yield started
    for node in started:
        node.stop()


@contextmanager
def silence(redis: Redis) -> Iterator[None]:
    """Redis keeps its connections, and takes new ones, but does not answer."""
    assert redis.process is not None
    redis.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        redis.process.send_signal(signal.SIGCONT)


async def test_nobody_waits_for_a_silent_redis(
    nodes: tuple[Running, Running], redis: Redis
) -> None:
    one, two = nodes
    async with Guest(one.address) as anna, Guest(two.address) as bert:
        made = await anna.create(NewTable("fragile", {"idle": "off"}, join=Joining("Anna")))
        table_id = made.table.id
        await bert.join(table_id, Joining("Bert"))
        async with anna.live(table_id) as left, bert.live(table_id) as right:
            await left.play(left.state.moves[0])
            await right.until(lambda t: t.number >= left.number, timeout=WAIT)
            with silence(redis):
                async with asyncio.timeout(WAIT):
                    for _ in range(100):
                        assert (await anna.http.get("/api/tables")).status_code == 200
                    ready = await anna.http.get("/health/ready")
                    assert ready.status_code == 200
                    assert ready.json()["broker"] is False
                    # Moves of another node are found in the database.
                    for _ in range(3):
                        player, other = (left, right) if left.state.actor == 0 else (right, left)
                        await player.play(player.state.moves[0])
                        await other.until(lambda t, to=player.number: t.number >= to, timeout=WAIT)
                    for _ in range(5):
                        again = await bert.create(NewTable("fragile", join=Joining("Bert")))
                        async with bert.live(again.table.id) as other:
                            await other.chat("a new table")
            async with asyncio.timeout(WAIT):
                while (await anna.http.get("/health/ready")).json()["broker"] is not True:
                    await asyncio.sleep(0.1)
            await left.chat("is it back?")
            await right.until(lambda t: bool(t.messages), timeout=WAIT)


async def test_bots_play_on_when_redis_speaks_again(
    nodes: tuple[Running, Running], redis: Redis
) -> None:
    async with Guest(nodes[0].address) as anna:
        seats = [SeatWish(), SeatWish(bot="random")]
        made = await anna.create(NewTable("fragile", seats=seats, join=Joining("Anna")))
        async with anna.live(made.table.id) as table:
            with silence(redis):
                await table.until(lambda t: t.is_my_turn, timeout=WAIT)
                await table.play(table.state.moves[0])
                await asyncio.sleep(7)  # longer than a connection may be silent
            for _ in range(3):
                await table.until(lambda t: t.is_my_turn, timeout=WAIT)
                await table.play(table.state.moves[0])


@pytest.mark.parametrize("nodes", [Limits(requests_per_minute=20)], indirect=True)
async def test_the_requests_to_all_nodes_count_together(nodes: tuple[Running, Running]) -> None:
    """The second is asked so seldom that it would refuse nobody by its own count."""
    one, two = nodes
    async with Guest(one.address) as anna, Guest(two.address) as bert, asyncio.timeout(3 * WAIT):
        while (await bert.http.get("/api/games")).status_code == 200:
            for _ in range(20):
                await anna.http.get("/api/games")
            await asyncio.sleep(4)
