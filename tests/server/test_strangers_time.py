"""Clocks that do not jump, on one server and on several nodes."""

import asyncio
import time
from typing import Any

import pytest

from house import seat_two
from tablee.client import Guest
from tablee.server.clock import Clock, SteadyClock
from tablee.server.settings import Settings

pytestmark = pytest.mark.anyio


class Hands:
    """A wall clock and a steady clock to set by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.steady = 1_000_000.0, 50.0
        monkeypatch.setattr("tablee.server.clock.time.time", lambda: self.wall)

    def pass_(self, seconds: float, *, drift: float = 0.0) -> None:
        self.wall += seconds * (1 + drift)
        self.steady += seconds


@pytest.mark.parametrize("jump", [3600.0, -3600.0, 5.0, -86_400.0])
def test_the_clock_of_the_house_does_not_jump(jump: float, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = Hands(monkeypatch)
    clock = SteadyClock(lambda: hands.steady)
    for _ in range(10):
        hands.pass_(7)
        assert clock.now() == hands.wall
    hands.wall += jump
    for _ in range(10):
        hands.pass_(7)
        assert clock.now() == pytest.approx(hands.wall - jump, abs=1e-6)


def test_the_clock_of_the_house_follows_a_wall_clock_that_runs_a_little_faster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands = Hands(monkeypatch)
    clock = SteadyClock(lambda: hands.steady)
    for _ in range(24 * 60):
        hands.pass_(60, drift=2e-4)
        clock.now()
    assert clock.now() == pytest.approx(hands.wall, abs=0.5)


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
async def test_a_jump_of_the_wall_clock_moves_no_deadline(
    jump: float, anna: Guest, bert: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = (await seat_two(anna, bert, clock=Clock("turn", 300))).table.id
    real = time.time
    async with anna.live(table_id) as one:
        before = one.state.deadline
        assert before is not None
        monkeypatch.setattr("tablee.server.clock.time.time", lambda: real() + jump)
        await asyncio.sleep(1.1)  # the clock looks at the wall once a second
        await one.chat("tick")
        assert not one.seats[0].stand_in
        await one.play(one.state.moves[0])
        assert one.entries[-1].at < before
        assert abs(one.entries[-1].at - real()) < 200


class DatabaseClock:
    """The clock of a database that others share, beside a steady one of this machine."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead, self.steady = 100.0, 1000.0
        for name in ("steady_now", "seconds_since_boot"):
            monkeypatch.setattr(f"tablee.server.node.{name}", lambda: self.steady)

    async def now(self) -> float:
        return self.steady + self.ahead


def a_node(journal: Any, signs: list[float | None], monkeypatch: pytest.MonkeyPatch) -> Any:
    node = pytest.importorskip("tablee.server.node").Node(Settings(broker="redis://-"), journal)

    async def last_sign() -> float | None:
        return signs.pop(0) if len(signs) > 1 else signs[0]

    monkeypatch.setattr(node.broker, "last_sign", last_sign)
    return node


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
async def test_nodes_follow_a_jump_of_the_databases_clock_only_slowly(
    jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = DatabaseClock(monkeypatch)
    node = a_node(clock, [None], monkeypatch)
    await node._read_time()
    assert node.now() == 1100
    clock.ahead += jump
    for _ in range(60):
        clock.steady += 1
        await node._follow_time()
    assert abs(node.now() - 1160) <= 0.6 + 1e-6
    clock.ahead -= jump  # it was a mistake: all is as it was
    for _ in range(60):
        clock.steady += 1
        await node._follow_time()
    assert node.now() == pytest.approx(1220)


async def test_a_new_node_goes_by_the_nodes_that_live_where_the_database_jumped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = DatabaseClock(monkeypatch)
    clock.ahead += 3600
    node = a_node(clock, [1100.0, 1100.0, 1101.0], monkeypatch)
    await node._read_time()
    assert node.now() == 1101
    dead = a_node(clock, [1100.0], monkeypatch)  # its last sign stays as it is
    await dead._read_time()
    assert dead.now() == 4700
