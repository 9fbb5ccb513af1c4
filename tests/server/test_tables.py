"""Making, finding, joining and leaving tables."""

import json
import random
from typing import Any

import pytest
from websockets.asyncio.client import connect

from house import Running, Start, play_on, seat_two
from tablee.client import Guest, ServerRefused
from tablee.server.clock import Clock
from tablee.server.entries import Rematched
from tablee.server.settings import Limits
from tablee.server.wishes import Joining, NewTable, SeatWish

pytestmark = pytest.mark.anyio


async def refusal(work: object) -> str:
    with pytest.raises(ServerRefused) as refused:
        await work  # type: ignore[misc]
    return refused.value.code


async def test_a_table_is_joined_by_its_link_without_an_account(anna: Guest, bert: Guest) -> None:
    made = await anna.create(NewTable("fragile", private=True, join=Joining("Anna", "blue")))
    assert made.yours == [0]
    assert await refusal(bert.join(made.table.id, Joining("Bert"))) == "no-table"
    joined = await bert.join(made.table.id, Joining("Bert", key=made.join_key))
    assert joined.yours == [1]
    assert joined.phase == "playing"
    assert [(seat.name, seat.colour) for seat in joined.seats] == [
        ("Anna", "blue"),
        ("Bert", "orange"),
    ]


async def test_the_link_for_watching_shows_the_table_and_seats_nobody(
    running: Running, anna: Guest, bert: Guest
) -> None:
    made = await anna.create(NewTable("fragile", private=True, join=Joining("Anna")))
    assert await refusal(bert.look(made.table.id)) == "no-table"
    seen = await bert.look(made.table.id, made.watch_key)
    assert seen.join_key == ""
    wish = Joining("Bert", key=made.watch_key)
    assert await refusal(bert.join(made.table.id, wish)) == "no-table"


async def test_open_tables_are_listed_and_private_ones_are_not(anna: Guest, bert: Guest) -> None:
    shown = await anna.create(NewTable("fragile", join=Joining("Anna")))
    hidden = await anna.create(NewTable("fragile", private=True, join=Joining("Anna")))
    listed = {row.id: row for row in await bert.tables()}
    assert hidden.table.id not in listed
    assert [seat.name for seat in listed[shown.table.id].seats] == ["Anna", ""]
    assert all(seat.owner == "" for seat in listed[shown.table.id].seats)


async def test_who_sits_down_while_watching_says_hello_again_and_plays_over_the_same_socket(
    anna: Guest, bert: Guest
) -> None:
    await bert.create(NewTable("fragile"))  # known to the server, by a cookie
    made = await anna.create(NewTable("fragile"))
    address = f"{anna.address.replace('http', 'ws', 1)}/live/{made.table.id}"
    async with connect(address, additional_headers={"Cookie": bert.cookies()}) as socket:

        async def say(message: dict[str, Any]) -> Any:
            await socket.send(json.dumps(message))
            return json.loads(await socket.recv())

        assert (await say({"type": "hello"}))["yours"] == []
        await bert.join(made.table.id, Joining("Bert"))
        assert json.loads(await socket.recv())["entries"][0]["kind"] == "joined"
        assert (await say({"type": "hello"}))["yours"] == [0]
        await anna.join(made.table.id, Joining("Anna"))
        version = json.loads(await socket.recv())["state"]["version"]
        move = {"type": "play", "ack": "a", "version": version, "move": "depot A1"}
        assert (await say(move))["entries"][0]["ack"] == "a"


async def test_one_guest_may_sit_on_several_seats_of_a_screen(anna: Guest) -> None:
    made = await anna.create(NewTable("fragile", {"idle": "1"}, join=Joining("Anna")))
    both = await anna.join(made.table.id, Joining("Bert", seat=1))
    assert both.yours == [0, 1]
    async with anna.live(made.table.id) as table:
        await play_on(table, random.Random(5))
        assert table.state.phase == "over"


async def test_a_seat_left_before_the_start_is_open_again(anna: Guest, bert: Guest) -> None:
    made = await anna.create(NewTable("fragile", join=Joining("Anna")))
    await anna.leave(made.table.id, 0)
    seen = await bert.look(made.table.id)
    assert [seat.kind for seat in seen.seats] == ["open", "open"]


async def test_a_seat_left_in_play_is_played_by_a_bot_until_somebody_sits_down(
    running: Running, anna: Guest, bert: Guest
) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    await anna.leave(table_id, 0)
    async with bert.live(table_id) as table:
        await table.until(lambda t: t.is_my_turn, timeout=60)
    async with Guest(running.address) as carla:
        joined = await carla.join(table_id, Joining("Carla"))
        assert joined.yours == [0]
        assert not joined.seats[0].stand_in


async def test_a_rematch_rotates_the_seats_and_is_one_table_for_all(
    anna: Guest, bert: Guest
) -> None:
    options = {"players": "2", "first": "2", "order": "clockwise", "idle": "1"}
    table_id = (await seat_two(anna, bert, options=options)).table.id
    assert await refusal(anna.rematch(table_id)) == "not-over"
    async with anna.live(table_id) as one, bert.live(table_id) as two:
        rng = random.Random(6)
        while one.state.phase != "over":
            for table in (one, two):
                await table.until(lambda t: t.number >= max(one.number, two.number))
                if table.is_my_turn:
                    await table.play(rng.choice(table.state.moves))
        await bert.rematch(table_id)
        again = await anna.rematch(table_id)
        assert (await bert.rematch(table_id)).table.id == again.table.id
        await two.until(lambda t: isinstance(t.entries[-1], Rematched), timeout=60)
    assert [seat.name for seat in again.seats] == ["Bert", "Anna"]
    assert again.yours == [1]
    assert again.phase == "playing"
    assert again.table.options == options  # seat 2 begins again, and another sits there
    assert again.table.commitment != (await anna.look(table_id)).table.commitment


async def test_what_a_game_does_not_know_is_refused_with_a_sentence(anna: Guest) -> None:
    assert await refusal(anna.create(NewTable("chess"))) == "invalid"
    assert await refusal(anna.create(NewTable("fragile", {"players": "9"}))) == "invalid"
    assert await refusal(anna.create(NewTable("fragile", edition="nonsense"))) == "edition"
    assert await refusal(anna.create(NewTable("fragile", seats=[SeatWish()]))) == "seats"
    strange = [SeatWish(), SeatWish(bot="deep-thought")]
    assert await refusal(anna.create(NewTable("fragile", seats=strange))) == "invalid"
    longest = NewTable("fragile", clock=Clock("turn", 10**9))
    assert await refusal(anna.create(longest)) == "http-400"


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\u202eb", "line\nfeed\x00"])
async def test_a_name_is_short_and_visible(name: str, anna: Guest) -> None:
    assert await refusal(anna.create(NewTable("fragile", join=Joining(name)))) == "bad-name"


async def test_a_guest_may_not_have_too_many_tables(start_server: Start) -> None:
    running = start_server(limits=Limits(tables_per_guest=2))
    async with Guest(running.address) as anna:
        for _ in range(2):
            await anna.create(NewTable("fragile"))
        assert await refusal(anna.create(NewTable("fragile"))) == "too-many-tables"


async def test_games_with_others_and_games_left_alone_lock_nobody_out(
    start_server: Start,
) -> None:
    running = start_server(limits=Limits(tables_per_guest=2))
    async with Guest(running.address) as anna, Guest(running.address) as bert:
        for _ in range(3):  # it may be Bert's turn for days
            made = await anna.create(NewTable("fragile", join=Joining("Anna")))
            await bert.join(made.table.id, Joining("Bert"))
        alone = [SeatWish(), SeatWish(bot="random")]
        for _ in range(2):
            made = await anna.create(NewTable("fragile", seats=alone, join=Joining("Anna")))
        assert await refusal(anna.create(NewTable("fragile"))) == "too-many-tables"
        await anna.leave(made.table.id, 0)
        await anna.create(NewTable("fragile"))


async def test_an_edition_of_ones_own_is_played_and_carried_by_the_record(anna: Guest) -> None:
    from tablee.games.fragile import standard

    text = standard().text.replace("# ", "#  ", 1) + "# mine\n"
    made = await anna.create(NewTable("fragile", edition=text, join=Joining("Anna")))
    assert "edition: own" in await anna.record(made.table.id)
