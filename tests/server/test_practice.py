"""Practice: one person against bots may take back across turns. The record says so."""

import random
from itertools import takewhile

import pytest

from house import Start, play_on, seat_two
from tablee.client import Guest, LiveTable, ServerRefused
from tablee.core.record import Record
from tablee.server.dice import verify
from tablee.server.entries import Drawn, Rewound
from tablee.server.wishes import Joining, NewTable, SeatWish, TableStatus

pytestmark = pytest.mark.anyio


async def practise(anna: Guest, game: str, players: int = 2) -> TableStatus:
    return await anna.create(
        NewTable(
            game,
            {"players": str(players)},
            seats=[SeatWish(), *[SeatWish("random")] * (players - 1)],
            join=Joining("Anna"),
            practice=True,
        )
    )


async def refusal(work: object) -> str:
    with pytest.raises(ServerRefused) as found:
        await work  # type: ignore[misc]
    return found.value.refusal.code


@pytest.mark.parametrize("game", ["fragile", "shear-panic"])
async def test_a_turn_is_taken_back_with_the_bots_answer_and_the_record_still_verifies(
    start_server: Start, game: str
) -> None:
    rng = random.Random(3)
    running = start_server()
    async with Guest(running.address) as anna:
        made = await practise(anna, game, 2 if game == "fragile" else 3)
        assert made.table.practice
        table_id = made.table.id
        async with anna.live(table_id) as table:
            await play_on(table, rng, 14 if game == "fragile" else 4)
            await table.until(lambda t: t.is_my_turn, timeout=60)
            before = table.state
            for move in (rng.choice(table.state.moves), "end"):
                if move in table.state.moves:
                    await table.play(move)
            await table.until(lambda t: t.is_my_turn, timeout=60)
            while table.state.position != before.position:
                version = table.state.version
                await anna.rewind(table_id, version)
                await table.until(lambda t, old=version: t.state.version > old, timeout=60)
            assert table.state.moves == before.moves
            assert await refusal(anna.rewind(table_id, before.version)) == "stale"
        log = await anna.log(table_id)
        assert any(isinstance(entry, Rewound) for entry in log)
    running.stop()
    again = start_server()
    async with Guest(again.address, identity=anna.identity) as anna:
        async with anna.live(table_id) as table:
            assert table.state.position == before.position
            await play_on(table, rng)
        text = await anna.record(table_id)
        assert "# practice\n" in text
        Record.parse(text)
        draws = [one for one in await anna.log(table_id) if isinstance(one, Drawn)]
        assert verify(text) <= len(draws)
        last = await anna.at_move(table_id, len(Record.parse(text).moves))
        assert last.state.phase == "over"
        assert await refusal(anna.rewind(table_id, last.state.version)) == "over"


async def test_the_same_roll_comes_again_after_taking_back(anna: Guest) -> None:
    table_id = (await practise(anna, "shear-panic", 3)).table.id
    rng = random.Random(5)

    async def rolls_after(table: LiveTable, move: str) -> list[str]:
        """The rolls between a move and the next move of a player."""
        await table.play(move)
        log = await anna.log(table_id)
        mine = max(place for place, one in enumerate(log) if getattr(one, "move", "") == move)
        then = takewhile(lambda one: isinstance(one, Drawn), log[mine + 1 :])
        return [one.move for one in then if isinstance(one, Drawn)]

    async with anna.live(table_id) as table:
        while True:
            await table.until(lambda t: t.is_my_turn, timeout=60)
            move = rng.choice(table.state.moves)
            rolls = await rolls_after(table, move)
            if rolls:
                break
        await table.until(lambda t: t.is_my_turn or t.state.phase == "over", timeout=60)
        version = table.state.version
        await anna.rewind(table_id, version)
        await table.until(lambda t: t.state.version > version, timeout=60)
        assert await rolls_after(table, move) == rolls


async def test_nobody_takes_back_across_turns_at_other_tables_or_for_another(
    anna: Guest, bert: Guest
) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    assert await refusal(anna.rewind(table_id, 0)) == "no-practice"
    practice = (await practise(anna, "fragile")).table.id
    assert await refusal(bert.rewind(practice, 0)) == "not-your-seat"
    assert await refusal(anna.rewind(practice, 0)) == "undo-begin"
    people = NewTable("fragile", practice=True)
    assert await refusal(anna.create(people)) == "practice-seats"


async def test_a_rematch_is_for_practice_too(anna: Guest) -> None:
    table_id = (await practise(anna, "fragile")).table.id
    await anna.resign(table_id, 0)
    again = await anna.rematch(table_id)
    assert again.table.id != table_id
    assert again.table.practice
