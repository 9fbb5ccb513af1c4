"""The server keeps the clocks: time-outs, stand-ins, a minute from the others, restarts."""

import time

import pytest

from house import Start, seat_two
from tablee.client import Guest, ServerRefused
from tablee.server.clock import DAY, EXTENSION, GRACE, Clock
from tablee.server.dice import new_secret
from tablee.server.draft import Draft
from tablee.server.entries import Extended, Played, TakenBack, TimedOut
from tablee.server.match import Match
from tablee.server.protocol import Play, Undo
from tablee.server.tables import make_plan
from tablee.server.wishes import NewTable

pytestmark = pytest.mark.anyio


def test_a_clock_counts_seconds_or_days_of_a_turn() -> None:
    assert Clock().deadline(100) is None
    assert Clock("turn", 30).deadline(100) == 130
    assert Clock("days", 2).deadline(100) == 100 + 2 * DAY


def test_who_takes_a_placed_depot_back_has_a_whole_turn_again() -> None:
    plan = make_plan(NewTable("fragile", {"players": "2"}, clock=Clock("turn", 60)))
    draft = Draft(Match.begin(plan), new_secret(), 1000.0)
    for name in ("Anna", "Bert"):
        draft.join(name, None, name, "", "salt")
    assert (draft.match.actor, draft.match.deadline) == (0, 1060)
    draft.now = 1010
    draft.do("Anna", Play("a", draft.match.version, "depot A1"))
    assert (draft.match.actor, draft.match.deadline) == (1, 1070)
    draft.now = 1020
    draft.do("Anna", Undo("b", draft.match.version))
    assert (draft.match.actor, draft.match.deadline) == (0, 1080)


async def test_who_runs_out_of_time_is_played_for_and_takes_the_seat_back(
    anna: Guest, bert: Guest
) -> None:
    # However slow the machine, what is waited for stays so: a second may be over at any time.
    table_id = (await seat_two(anna, bert, clock=Clock("turn", 1))).table.id
    async with anna.live(table_id) as one, bert.live(table_id) as two:
        await two.until(lambda t: t.seats[0].stand_in and t.number > 4, timeout=60)
        timed_out, played = (await bert.log(table_id))[3:5]
        assert isinstance(timed_out, TimedOut)
        assert isinstance(played, Played)
        assert played.bot
        await one.until(lambda t: t.seats[0].stand_in, timeout=60)
        with pytest.raises(ServerRefused, match="not yours"):
            await two.take_back(0)
        number = await one.take_back(0)
        await two.until(lambda t: t.number >= number, timeout=60)
        assert any(isinstance(entry, TakenBack) for entry in two.entries)


async def test_no_seat_is_taken_back_where_no_bot_plays(anna: Guest, bert: Guest) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    async with anna.live(table_id) as one:
        with pytest.raises(ServerRefused, match="No bot"):
            await one.take_back(0)


async def test_the_others_may_give_a_minute_and_nobody_gives_it_to_oneself(
    anna: Guest, bert: Guest
) -> None:
    table_id = (await seat_two(anna, bert, clock=Clock("turn", 100))).table.id
    async with anna.live(table_id) as one, bert.live(table_id) as two:
        before = one.state.deadline
        assert before is not None
        with pytest.raises(ServerRefused, match="others"):
            await one.extend()
        await two.extend()
        await one.until(lambda t: t.state.deadline == before + EXTENSION, timeout=60)
        assert isinstance(one.entries[-1], Extended)


async def test_no_time_is_given_where_no_clock_runs(anna: Guest, bert: Guest) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    async with bert.live(table_id) as two:
        with pytest.raises(ServerRefused, match="No clock"):
            await two.extend()


async def test_a_clock_goes_on_after_a_restart_where_it_was(start_server: Start) -> None:
    first = start_server()
    async with Guest(first.address) as anna, Guest(first.address) as bert:
        made = await seat_two(anna, bert, clock=Clock("days", 3))
        async with anna.live(made.table.id) as table:
            before, seats = table.state, table.seats
        first.stop()
        second = start_server()
        anna.address = second.address
        async with anna.live(made.table.id) as table:
            assert table.state == before
            assert table.seats == seats
            assert table.yours == [0]


async def test_time_that_ran_out_while_the_server_was_down_is_forgiven_once(
    start_server: Start,
) -> None:
    first = start_server()
    async with Guest(first.address) as anna, Guest(first.address) as bert:
        made = await seat_two(anna, bert, clock=Clock("turn", 6))
        begun = time.time()
        first.stop()
        time.sleep(begun + 6.2 - time.time())
        second = start_server()
        anna.address = second.address
        async with anna.live(made.table.id) as table:
            # Some node sees to it soon.
            await table.until(lambda t: isinstance(t.entries[-1], Extended), timeout=60)
            assert not table.seats[0].stand_in
            assert table.state.deadline is not None
            assert 0 < table.state.deadline - time.time() <= GRACE
            assert isinstance(table.entries[-1], Extended)
            assert table.entries[-1].by is None
