"""A server for strangers: no bot ever dies, nobody's bots wait for another's, nothing plays on."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from attacks_bots import bot_tables
from house import Running, Start, seat_two
from questions import crash, fail, sleep_with_named_mark
from tablee.bots import Choice
from tablee.client import Guest, LiveTable, ServerRefused
from tablee.engine.processes import NotStarted
from tablee.server import attendant, thinking
from tablee.server.clock import Clock
from tablee.server.entries import Paused, Played
from tablee.server.messages import Refused
from tablee.server.wishes import Joining, NewTable, SeatWish
from tablee.server.workers import Workers

pytestmark = pytest.mark.anyio

FIRST = "2;C6gC3;D6,B9;C2"
ONE_AT_WORK = 2
"""Turns of others that may begin after a newcomer's request, before the newcomer's own."""
AGAINST_BOT = NewTable(
    "fragile",
    options={"players": "2", "first": "2"},
    seats=[SeatWish(), SeatWish(bot="random")],
    join=Joining("Anna"),
)
"""The bot plays first."""


@pytest.fixture(autouse=True)
def soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendant, "RETRY", 0.05)


@asynccontextmanager
async def at_bot_table(running: Running) -> AsyncIterator[tuple[Guest, LiveTable]]:
    async with Guest(running.address) as anna:
        made = await anna.create(AGAINST_BOT)
        async with anna.live(made.table.id) as table:
            yield anna, table


def bot_moves(table: LiveTable) -> list[Played]:
    return [entry for entry in table.entries if isinstance(entry, Played) and entry.bot]


async def bot_has_played(table: LiveTable) -> Played:
    await table.until(lambda t: bool(bot_moves(t)), timeout=120)
    return bot_moves(table)[0]


# Owed turns


@pytest.mark.parametrize("think", [fail, crash])
async def test_a_bot_that_always_fails_plays_a_legal_move_and_the_game_goes_on(
    start_server: Start, monkeypatch: pytest.MonkeyPatch, think: Callable[..., Any]
) -> None:
    monkeypatch.setattr(thinking, "think", think)
    async with at_bot_table(start_server()) as (_, table):
        played = await bot_has_played(table)
        assert "drawn at random" in played.reason["en"]


def times(count: int, error: BaseException) -> Callable[..., Any]:
    """Returns ``thinking.thought``, which first fails so many times."""
    left = iter(range(count))

    async def failing(*arguments: Any) -> Choice:
        if next(left, None) is not None:
            raise error
        return await thinking.thought(*arguments)

    return failing


@pytest.mark.parametrize(
    "error",
    [NotStarted("Too many open files"), asyncio.CancelledError()],
    ids=["no descriptors", "cancelled"],
)
async def test_a_turn_is_owed_until_the_machine_can_play_it(
    start_server: Start, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    monkeypatch.setattr(attendant, "thought", times(4, error))
    async with at_bot_table(start_server()) as (_, table):
        played = await bot_has_played(table)
        assert "drawn at random" not in played.reason.get("en", "")


async def test_a_turn_is_owed_until_it_is_saved(
    start_server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = iter(range(3))
    play = attendant.Attendant._play

    def refused(*arguments: Any, **more: Any) -> bool:
        if next(left, None) is not None:
            raise Refused("storage")
        return play(*arguments, **more)

    monkeypatch.setattr(attendant.Attendant, "_play", refused)
    async with at_bot_table(start_server()) as (_, table):
        await bot_has_played(table)


async def test_a_turn_that_was_owed_at_the_end_of_a_server_is_played_by_the_next(
    start_server: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "mark"
    first = start_server()
    with monkeypatch.context() as patched:
        patched.setenv("MARK", str(mark))
        patched.setattr(thinking, "think", sleep_with_named_mark)
        async with Guest(first.address) as anna:
            made = await anna.create(AGAINST_BOT)
            while not mark.exists():
                await asyncio.sleep(0.01)
            first.stop()
    second = start_server()
    async with Guest(second.address) as watcher, watcher.live(made.table.id) as table:
        await bot_has_played(table)


# Fairness


async def test_a_newcomers_bot_plays_before_the_hundred_turns_of_another(
    start_server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    real = Workers.turn

    @asynccontextmanager
    async def noted(workers: Any, whose: Any) -> AsyncIterator[Any]:
        async with real(workers, whose) as worker:
            order.append(whose.guest)
            yield worker

    monkeypatch.setattr(Workers, "turn", noted)
    running = start_server(bot_workers=1, think_seconds=2.0)
    async with Guest(running.address) as greedy, Guest(running.address) as anna:
        for _ in range(30):
            await greedy.create(AGAINST_BOT)
        before = len(order)
        made = await anna.create(AGAINST_BOT)
        async with anna.live(made.table.id) as table:
            await bot_has_played(table)
        newcomer = next(guest for guest in order if guest != order[0])
        served = order[before:].index(newcomer)
        assert served <= ONE_AT_WORK, f"{served} turns of the other came first"


async def test_bots_of_others_play_during_and_after_a_flood_of_tables(start_server: Start) -> None:
    """Once, 120 tables made in two seconds stopped every bot for good."""
    running = start_server(think_seconds=1.0)
    await bot_tables(running.address)
    async with at_bot_table(running) as (anna, table):
        await bot_has_played(table)
        assert await anna.tables()


# Nothing plays for ever


async def test_bots_do_not_play_on_when_every_player_has_run_out_of_time(
    start_server: Start,
) -> None:
    running = start_server()
    async with Guest(running.address) as anna, Guest(running.address) as bert:
        table_id = (await seat_two(anna, bert, clock=Clock("turn", 1))).table.id
        async with anna.live(table_id) as table:
            await table.until(lambda t: isinstance(t.entries[-1], Paused), timeout=120)
            assert all(seat.stand_in for seat in table.seats)
            assert table.state.deadline is None
            number = table.number
            await asyncio.sleep(1.0)
            assert table.number == number, "nobody plays"
            await table.take_back(0)
            await table.until(lambda t: t.state.actor == 0, timeout=60)


async def test_a_game_that_everybody_left_waits_for_somebody_to_sit_down(
    start_server: Start,
) -> None:
    running = start_server()
    async with at_bot_table(running) as (anna, table):
        await bot_has_played(table)
        await anna.leave(table.table.id, 0)
        await table.until(lambda t: isinstance(t.entries[-1], Paused), timeout=60)
        async with Guest(running.address) as carla:
            await carla.join(table.table.id, Joining("Carla"))
            async with carla.live(table.table.id) as hers:
                await hers.until(lambda t: t.is_my_turn, timeout=60)


async def test_a_problem_with_a_thousand_million_turns_is_refused(start_server: Start) -> None:
    async with Guest(start_server().address) as anna:
        for turns, allowed in ((999_999_999, False), (99, True)):
            wish = NewTable(
                "fragile",
                options={"problem": f"{turns};C6gC3;D6,B9;C2"},
                clock=Clock("turn", 1),
                join=Joining("Anna"),
            )
            if allowed:
                assert (await anna.create(wish)).phase == "playing"
            else:
                with pytest.raises(ServerRefused, match="at most 99"):
                    await anna.create(wish)
