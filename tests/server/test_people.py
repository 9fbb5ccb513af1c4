"""People at a table: the waiting host, colours, giving up, agreeing, tidying away, watching."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from house import Running, Start, play_on, seat_two
from tablee.client import Guest, LiveTable, ServerRefused
from tablee.core.record import Record
from tablee.server.clock import Clock
from tablee.server.dice import verify
from tablee.server.entries import Ended, HostChanged, Resigned, Voted
from tablee.server.settings import Limits
from tablee.server.wishes import (
    ChooseColour,
    Joining,
    NewTable,
    Remove,
    SeatBot,
    SeatWish,
    Swap,
    TableStatus,
)

pytestmark = pytest.mark.anyio

THREE = {"players": "3"}
TWO = {"players": "2", "idle": "1"}


async def refusal(work: object) -> str:
    with pytest.raises(ServerRefused) as refused:
        await work  # type: ignore[misc]
    return refused.value.code


async def waiting(anna: Guest, game: str = "fragile", **fields: object) -> TableStatus:
    """A table for three at which Anna sits and waits."""
    wish = {"options": THREE, "join": Joining("Anna"), **fields}
    return await anna.create(NewTable(game, **wish))  # type: ignore[arg-type]


@asynccontextmanager
async def both(anna: Guest, bert: Guest, **fields: object) -> AsyncIterator[list[LiveTable]]:
    """Anna and Bert at a table of Fragile for two that is soon over."""
    table_id = (await seat_two(anna, bert, **{"options": TWO, **fields})).table.id
    async with anna.live(table_id) as one, bert.live(table_id) as two:
        yield [one, two]


async def play_out(tables: list[LiveTable]) -> None:
    rng = random.Random(6)
    while tables[0].state.phase != "over":
        for table in tables:
            await table.until(lambda t: t.number >= max(one.number for one in tables))
            if table.is_my_turn:
                await table.play(rng.choice(table.state.moves))


# The waiting host


async def test_the_waiting_host_gives_a_free_seat_to_a_bot_and_the_last_one_begins_the_game(
    anna: Guest,
) -> None:
    table_id = (await waiting(anna)).table.id
    seen = await anna.arrange(table_id, SeatBot(1, "1"))
    assert [(seat.kind, seat.name) for seat in seen.seats] == [
        ("person", "Anna"),
        ("bot", "Milo"),
        ("open", ""),
    ]
    assert seen.phase == "waiting"
    seen = await anna.arrange(table_id, SeatBot(1, "3"))
    assert seen.seats[1].name == "Bruno"
    seen = await anna.arrange(table_id, SeatBot(2, "3"))
    assert seen.seats[2].name == "Bruno 2"
    assert seen.phase == "playing"
    assert await refusal(anna.arrange(table_id, Remove(1))) == "started"
    async with anna.live(table_id) as table:
        await table.until(lambda t: t.is_my_turn, timeout=60)


async def test_the_waiting_host_swaps_seats_and_each_keeps_the_colour(
    anna: Guest, bert: Guest
) -> None:
    table_id = (await waiting(anna)).table.id
    await bert.join(table_id, Joining("Bert"))
    async with bert.live(table_id) as two:
        seen = await anna.arrange(table_id, Swap(0, 2))
        assert [(seat.name, seat.colour) for seat in seen.seats] == [
            ("", ""),
            ("Bert", "orange"),
            ("Anna", "blue"),
        ]
        assert seen.yours == [2]
        await anna.arrange(table_id, Swap(0, 1))
        await two.until(lambda t: t.yours == [0], timeout=60)
    assert await refusal(anna.arrange(table_id, Swap(1, 1))) == "same-seat"
    assert await refusal(anna.arrange(table_id, Swap(1, 7))) == "not-your-seat"


async def test_dice_of_swapped_seats_are_proved_by_the_record(anna: Guest, bert: Guest) -> None:
    made = await anna.create(NewTable("shear-panic", {"first": "draw"}, join=Joining("Anna")))
    table_id, seats = made.table.id, len(made.seats)
    await bert.join(table_id, Joining("Bert"))
    await anna.arrange(table_id, Swap(0, 1))
    for seat in range(2, seats):
        await anna.arrange(table_id, SeatBot(seat, "random"))
    await anna.stop(table_id)
    await bert.stop(table_id)
    record = await anna.record(table_id)
    assert "# join: P2 " in record.splitlines()[3]  # Anna sat down first
    assert verify(record) >= 1


async def test_the_waiting_host_removes_an_absent_player_and_a_bot(
    anna: Guest, bert: Guest
) -> None:
    table_id = (await waiting(anna, seats=[SeatWish(), SeatWish(), SeatWish("random")])).table.id
    await anna.arrange(table_id, Remove(2))
    await bert.join(table_id, Joining("Bert"))
    async with bert.live(table_id) as two:
        seen = await anna.arrange(table_id, Remove(1))
        assert [seat.kind for seat in seen.seats] == ["person", "open", "open"]
        assert seen.seats[2].level == "2"  # nobody is stood in for by a bot that plays anything
        await two.until(lambda t: t.yours == [], timeout=60)
    assert await refusal(anna.arrange(table_id, Remove(1))) == "seat-free"


async def test_nobody_but_the_host_arranges_seats(
    running: Running, anna: Guest, bert: Guest
) -> None:
    table_id = (await waiting(anna)).table.id
    await bert.join(table_id, Joining("Bert"))
    for wish in (SeatBot(2, "1"), Swap(0, 1), Remove(0), ChooseColour(0, "green")):
        assert await refusal(bert.arrange(table_id, wish)) == "not-host"
    async with Guest(running.address) as carla:
        await carla.create(NewTable("fragile"))
        assert await refusal(carla.arrange(table_id, SeatBot(2, "1"))) == "not-your-seat"
    assert await refusal(anna.arrange(table_id, SeatBot(1, "1"))) == "seat-taken"
    assert await refusal(anna.arrange(table_id, SeatBot(2, "nobody"))) == "invalid"


async def test_only_the_host_learns_the_address_for_friends(
    start_server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.server.addresses.own_address", lambda _: "192.168.7.8")
    running = start_server(host="0.0.0.0")
    port = running.address.rpartition(":")[2]
    async with Guest(running.address) as anna, Guest(running.address) as bert:
        made = await waiting(anna)
        assert made.address == f"http://192.168.7.8:{port}"
        assert made.host
        await bert.join(made.table.id, Joining("Bert"))
        seen = await bert.look(made.table.id)
        assert (seen.address, seen.host) == ("", False)


async def test_a_server_for_one_machine_has_no_address_for_others(anna: Guest) -> None:
    assert (await waiting(anna)).address == ""


# Colours


async def test_each_chooses_a_colour_and_whoever_had_it_gets_the_other(
    anna: Guest, bert: Guest
) -> None:
    table_id = (await waiting(anna)).table.id
    joined = await bert.join(table_id, Joining("Bert", "purple"))
    assert [seat.colour for seat in joined.seats] == ["blue", "purple", ""]
    seen = await bert.arrange(table_id, ChooseColour(1, "blue"))
    assert [seat.colour for seat in seen.seats] == ["purple", "blue", ""]
    seen = await anna.arrange(table_id, ChooseColour(1, "green"))
    assert [seat.colour for seat in seen.seats] == ["purple", "green", ""]
    assert await refusal(anna.arrange(table_id, ChooseColour(0, "pink"))) == "no-colour"


async def test_the_colours_of_sheep_are_chosen_before_the_start_and_recorded(
    anna: Guest, bert: Guest
) -> None:
    made = await waiting(anna, "shear-panic")
    table_id = made.table.id
    assert made.table.options["colours"] == "BGR"
    async with anna.live(table_id) as table:
        await bert.join(table_id, Joining("Bert", "Y"))
        await table.until(lambda t: t.table.options["colours"] == "BYR", timeout=60)
        await anna.arrange(table_id, ChooseColour(0, "R"))
        await anna.arrange(table_id, Swap(0, 1))
        await table.until(lambda t: t.table.options["colours"] == "YRB", timeout=60)
        await anna.arrange(table_id, SeatBot(2, "random"))
        await table.until(lambda t: t.state.phase == "playing", timeout=60)
    assert await refusal(anna.arrange(table_id, ChooseColour(1, "G"))) == "started"
    assert Record.parse(await anna.record(table_id)).game.options()["colours"] == "YRB"
    assert (await anna.at_move(table_id, 0)).state.phase == "playing"


async def test_chosen_colours_outlast_a_restart(start_server: Start) -> None:
    first = start_server()
    async with Guest(first.address) as anna:
        table_id = (await waiting(anna, "shear-panic")).table.id
        await anna.arrange(table_id, ChooseColour(0, "Y"))
        first.stop()
        anna.address = anna.http.base_url = start_server().address  # type: ignore[assignment]
        assert (await anna.look(table_id)).table.options["colours"] == "YGR"


# Giving up


async def test_of_two_players_the_one_who_resigns_loses(anna: Guest, bert: Guest) -> None:
    async with both(anna, bert) as [one, two]:
        table_id = one.table.id
        await play_on(one, random.Random(1), 1)
        await two.until(lambda t: t.is_my_turn, timeout=60)
        assert await refusal(bert.resign(table_id, 0)) == "not-your-seat"
        await bert.resign(table_id, 1)
        await one.until(lambda t: t.state.phase == "over", timeout=60)
        assert one.state.winners == [0]
        assert one.state.actor is None
        assert one.state.status["en"] == "The others have given up."
        resigned, ended = one.entries[-2:]
        assert isinstance(resigned, Resigned)
        assert isinstance(ended, Ended)
        assert (ended.how, ended.rule) == ("resigned", "")
    assert await refusal(anna.resign(table_id, 0)) == "over"
    record = await anna.record(table_id)
    assert "# resigned: P2\n# ended: resigned, won by P1\n" in record
    assert len(Record.parse(record).moves) == 1
    last = await anna.at_move(table_id, 1)
    assert (last.state.phase, last.state.winners) == ("over", [0])
    assert (await anna.at_move(table_id, 0)).state.phase == "playing"


async def test_of_three_players_a_bot_plays_on_for_who_resigned(
    running: Running, anna: Guest, bert: Guest
) -> None:
    table_id = (await waiting(anna)).table.id
    await bert.join(table_id, Joining("Bert"))
    async with Guest(running.address) as carla, anna.live(table_id) as table:
        await carla.join(table_id, Joining("Carla"))
        await bert.resign(table_id, 1)
        await table.until(lambda t: t.seats[1].out, timeout=60)
        assert table.state.phase == "playing"
        await play_on(table, random.Random(1), 1)
        await table.until(lambda t: t.state.actor == 2, timeout=60)
        async with bert.live(table_id) as out:
            with pytest.raises(ServerRefused, match="out of this game"):
                await out.take_back(1)
        assert await refusal(bert.resign(table_id, 1)) == "out"
        await carla.resign(table_id, 2)
        await table.until(lambda t: t.state.winners == [0], timeout=60)


async def test_who_resigns_against_bots_only_ends_the_game(anna: Guest) -> None:
    made = await waiting(anna, seats=[SeatWish(), SeatWish("random"), SeatWish("random")])
    await anna.resign(made.table.id, 0)
    seen = await anna.brief(made.table.id)
    assert (seen.phase, seen.how, seen.winners) == ("over", "resigned", [])
    told = (await anna.http.get(f"/api/tables/{made.table.id}/log")).json()
    assert told[-1]["reason"]["en"] == "Only bots are left."


async def test_no_game_is_given_up_before_it_begins(anna: Guest) -> None:
    table_id = (await waiting(anna)).table.id
    assert await refusal(anna.resign(table_id, 0)) == "not-started"
    assert await refusal(anna.stop(table_id)) == "not-started"


# Agreeing


async def test_a_game_stops_when_all_people_want_that(anna: Guest, bert: Guest) -> None:
    async with both(anna, bert) as [one, two]:
        table_id = one.table.id
        assert await refusal(anna.stop(table_id, yes=False)) == "no-offer"
        await anna.stop(table_id)
        await anna.stop(table_id)  # sent again, it changes nothing
        await two.until(lambda t: t.state.votes == [0], timeout=60)
        await bert.stop(table_id, yes=False)
        await one.until(lambda t: isinstance(t.entries[-1], Voted), timeout=60)
        await one.until(lambda t: t.state.votes == [], timeout=60)
        assert one.state.phase == "playing"
        await bert.stop(table_id)
        await anna.stop(table_id)
        await two.until(lambda t: t.state.phase == "over", timeout=60)
        assert two.state.winners == []
    assert "# ended: agreed, won by nobody\n" in await anna.record(table_id)


async def test_who_leaves_no_longer_hinders_the_others_from_stopping(
    anna: Guest, bert: Guest
) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    await anna.stop(table_id)
    await bert.leave(table_id, 1)
    assert (await anna.brief(table_id)).how == "agreed"


async def test_a_rematch_is_offered_and_begins_when_all_people_accept(
    anna: Guest, bert: Guest
) -> None:
    async with both(anna, bert) as tables:
        table_id = tables[0].table.id
        assert await refusal(anna.rematch(table_id)) == "not-over"
        await play_out(tables)
        offered = await anna.rematch(table_id)
        assert (offered.table.id, offered.rematch) == (table_id, "")
        await tables[1].until(lambda t: t.state.votes == [0], timeout=60)
        await bert.rematch(table_id, yes=False)
        assert (await anna.look(table_id)).rematch == ""
        await tables[0].until(lambda t: t.state.votes == [], timeout=60)
        await bert.rematch(table_id)
        begun = await anna.rematch(table_id)
        assert begun.phase == "playing"
        assert (await bert.rematch(table_id)).table.id == begun.table.id
        assert await refusal(bert.rematch(table_id, yes=False)) == "no-offer"


async def test_who_plays_alone_has_a_rematch_at_once(anna: Guest) -> None:
    made = await anna.create(
        NewTable("fragile", TWO, seats=[SeatWish(), SeatWish("1")], join=Joining("Anna"))
    )
    await anna.resign(made.table.id, 0)
    again = await anna.rematch(made.table.id)
    assert [seat.name for seat in again.seats] == ["Milo", "Anna"]
    assert not again.seats[1].out


# Places


async def test_tables_that_are_tidied_away_free_their_places(start_server: Start) -> None:
    running = start_server(limits=Limits(tables_per_guest=2))
    async with Guest(running.address) as anna, Guest(running.address) as bert:
        shared = await seat_two(anna, bert)
        alone = await waiting(anna)
        bots = await waiting(anna, seats=[SeatWish(), SeatWish("random"), SeatWish("random")])
        assert await refusal(anna.create(NewTable("fragile"))) == "too-many-tables"
        await anna.tidy_away(shared.table.id)
        for made in (alone, bots):
            await anna.tidy_away(made.table.id)
            await waiting(anna)
        assert await refusal(anna.create(NewTable("fragile"))) == "too-many-tables"
        assert (await anna.brief(alone.table.id)).how == "left"
        assert (await anna.brief(bots.table.id)).how == "left"
        assert alone.table.id not in {row.id for row in await bert.tables()}
        seen = await bert.look(shared.table.id)
        assert (seen.phase, seen.host) == ("playing", True)
        assert seen.seats[0].stand_in
        log = await bert.log(shared.table.id)
        assert any(isinstance(entry, HostChanged) and entry.seat == 1 for entry in log)


async def test_who_resigned_has_a_free_place_again(start_server: Start) -> None:
    running = start_server(limits=Limits(tables_per_guest=1))
    async with Guest(running.address) as anna, Guest(running.address) as bert:
        table_id = (await seat_two(anna, bert)).table.id
        await anna.resign(table_id, 0)
        await waiting(anna)


async def test_nobody_tidies_away_the_table_of_others(anna: Guest, bert: Guest) -> None:
    table_id = (await waiting(anna)).table.id
    await bert.create(NewTable("fragile"))
    assert await refusal(bert.tidy_away(table_id)) == "not-your-seat"


async def test_a_list_of_ones_tables_tells_whose_turn_it_is_and_since_when(
    anna: Guest, bert: Guest
) -> None:
    async with both(anna, bert) as [one, two]:
        table_id = one.table.id
        begun = await bert.brief(table_id)
        assert (begun.actor, begun.yours, begun.game) == (0, [1], "fragile")
        assert begun.since == one.entries[2].at
        assert begun.since <= begun.now
        await play_on(one, random.Random(1), 1)
        await two.until(lambda t: t.is_my_turn, timeout=60)
        seen = await bert.brief(table_id)
        assert (seen.actor, seen.since) == (1, two.entries[-1].at)


# A clock for the whole game


async def test_a_total_clock_runs_only_in_ones_own_turn_and_gains_with_each(
    anna: Guest, bert: Guest
) -> None:
    async with both(anna, bert, clock=Clock("total", 600, increment=5)) as [one, two]:
        begin = one.entries[2].at
        assert one.state.left == [600, 600]
        assert one.state.deadline == pytest.approx(begin + 600)
        await play_on(one, random.Random(1), 1)
        await two.until(lambda t: t.is_my_turn, timeout=60)
        played = two.entries[-1].at
        assert two.state.left == [pytest.approx(605 - (played - begin), abs=0.01), 600]
        assert two.state.deadline == pytest.approx(played + 600, abs=0.01)


async def test_of_two_players_the_one_without_time_loses(anna: Guest, bert: Guest) -> None:
    async with both(anna, bert, clock=Clock("total", 1)) as [_, two]:
        await two.until(lambda t: t.state.phase == "over", timeout=60)
        assert two.state.winners == [1]
        assert two.state.status["en"] == "The others have no time left."


# Bots among themselves


async def test_a_table_of_bots_plays_on_only_while_somebody_watches(
    anna: Guest, bert: Guest
) -> None:
    bots = [SeatWish("random"), SeatWish("greedy")]
    made = await anna.create(NewTable("fragile", TWO, seats=bots))
    assert made.phase == "playing"
    assert [seat.name for seat in made.seats] == ["Rosa", "Gregor"]
    async with bert.live(made.table.id) as table:
        assert len(table.entries) == 1
        while table.state.phase != "over":
            version = table.state.version
            await table.go_on()
            await table.until(
                lambda t, seen=version: t.state.version > seen or t.state.phase == "over",  # type: ignore[misc]
                timeout=60,
            )
    assert isinstance((await anna.log(made.table.id))[-1], Ended)


async def test_nobody_makes_the_bots_of_a_played_table_hurry(anna: Guest, bert: Guest) -> None:
    async with both(anna, bert) as [one, _]:
        number = one.number
        await one.go_on()
        await one.chat("still my turn")
        assert one.number == number + 1
