"""A whole game over real sockets: two people, two bots, one spectator."""

import asyncio
import random

import pytest

from house import TWO_AND_TWO, Running, play_on
from tablee.client import Guest, LiveTable
from tablee.core import Record
from tablee.server import dice
from tablee.server.entries import Drawn, Ended, Played
from tablee.server.wishes import Joining, NewTable

pytestmark = pytest.mark.anyio

GAMES = {
    "fragile": {"players": "4", "idle": "6"},
    "fragile with straws": {"players": "4", "order": "straws", "idle": "6"},
    "shear-panic": {"players": "4"},
}


def moves_seen(table: LiveTable) -> list[str]:
    return [entry.move for entry in table.entries if isinstance(entry, Played | Drawn)]


@pytest.mark.parametrize("name", GAMES)
async def test_everybody_sees_the_game_the_record_tells(
    name: str, running: Running, anna: Guest, bert: Guest
) -> None:
    game = name.partition(" ")[0]
    plan = NewTable(game, GAMES[name], seats=TWO_AND_TWO, private=True, join=Joining("Anna"))
    made = await anna.create(plan)
    table_id = made.table.id
    async with (
        Guest(running.address) as carla,
        anna.live(table_id) as first,
        carla.live(table_id, made.watch_key) as watching,
    ):
        await bert.join(table_id, Joining("Bert", key=made.join_key))
        async with bert.live(table_id) as second:
            await asyncio.gather(
                play_on(first, random.Random(1)), play_on(second, random.Random(2))
            )
            await watching.until(lambda table: table.state.phase == "over", timeout=60)
        text = await carla.record(table_id, made.watch_key)

    record = Record.parse(text)
    for table in (first, second, watching):
        seen = record.game.initial()
        for move in moves_seen(table):
            seen = seen.play(seen.parse(move))
        assert table.state.position == record.final().to_json() == seen.to_json()
        assert table.state.scores == list(record.final().scores)
        assert table.entries == first.entries
    assert len(moves_seen(first)) == len(record.moves)
    assert {entry.seat for entry in first.entries if isinstance(entry, Played) and entry.bot} == {
        1,
        3,
    }
    end = first.entries[-1]
    assert isinstance(end, Ended)
    assert dice.commitment(end.secret) == first.table.commitment
    draws = [entry for entry in first.entries if isinstance(entry, Drawn)]
    assert dice.verify(text) == len(draws)


async def test_a_finished_table_can_be_seen_at_any_move(anna: Guest) -> None:
    made = await anna.create(NewTable("fragile", {"idle": "2"}, join=Joining("Anna")))
    await anna.join(made.table.id, Joining("Anna again"))
    async with anna.live(made.table.id) as table:
        await play_on(table, random.Random(3))
        last = table.state
    whole = await anna.at_move(made.table.id, 0)
    assert whole.entry is None
    assert (await anna.at_move(made.table.id, whole.moves)).state.position == last.position
    record = Record.parse(await anna.record(made.table.id))
    state = record.game.initial()
    for move in record.moves[:7]:
        state = state.play(move)
    assert (await anna.at_move(made.table.id, 7)).state.position == state.to_json()
