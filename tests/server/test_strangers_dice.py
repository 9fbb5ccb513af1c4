"""Salts of strangers, and dice that are fair in rematches, too."""

import asyncio
import json
import random

import pytest
from websockets.asyncio.client import connect

from house import play_on, seat_two
from tablee.client import Guest, ServerRefused
from tablee.server import entries as log
from tablee.server.dice import commitment, link, verify, verify_all
from tablee.server.wishes import Joining, NewTable

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("salt", ["abc\n", "a\nb", "a b", "ä", "x" * 65, "\n"])
async def test_a_salt_that_would_break_the_record_is_refused(salt: str, anna: Guest) -> None:
    with pytest.raises(ServerRefused) as caught:
        await anna.create(NewTable("fragile", join=Joining("Anna", salt=salt)))
    assert caught.value.code == "http-400"


async def test_an_ack_with_a_line_feed_is_refused(anna: Guest, bert: Guest) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    address = f"{anna.address.replace('http', 'ws', 1)}/live/{table_id}"
    async with connect(address, additional_headers={"Cookie": anna.cookies()}) as socket:
        await socket.send('{"type": "hello"}')
        await socket.recv()
        await socket.send('{"type": "chat", "ack": "a\\n", "text": "hello"}')
        assert json.loads(await socket.recv())["code"] == "bad-message"


def test_each_secret_of_a_chain_is_the_commitment_to_the_next() -> None:
    end = "ab" * 32
    assert link(end, 0) == end
    for before in range(5):
        assert link(end, before + 1) == commitment(link(end, before))


async def _played_to_the_end(anna: Guest, bert: Guest, table_id: str) -> str:
    async with anna.live(table_id) as one, bert.live(table_id) as two:
        rng = random.Random(1)
        await asyncio.gather(play_on(one, rng), play_on(two, rng))
    return await anna.record(table_id)


async def test_in_a_rematch_the_players_own_salts_meet_a_secret_committed_to_before(
    anna: Guest, bert: Guest
) -> None:
    made = await anna.create(NewTable("fragile", join=Joining("Anna", salt="from-anna")))
    first = await bert.join(made.table.id, Joining("Bert", key=made.join_key, salt="from-bert"))
    records = [await _played_to_the_end(anna, bert, first.table.id)]
    table_id = first.table.id
    for _ in range(2):
        await bert.rematch(table_id)
        table_id = (await anna.rematch(table_id)).table.id
        joined = [entry for entry in await anna.log(table_id) if isinstance(entry, log.Joined)]
        assert {(entry.name, entry.salt) for entry in joined} == {
            ("Anna", "from-anna"),
            ("Bert", "from-bert"),
        }
        shown = next(line for line in records[-1].split("\n") if line.startswith("# secret: "))
        assert (await anna.look(table_id)).table.commitment == shown.removeprefix("# secret: ")
        records.append(await _played_to_the_end(anna, bert, table_id))
    assert verify_all(records) == sum(map(verify, records))
    with pytest.raises(Exception, match="Record 2 is not a rematch"):
        verify_all([records[0], records[2]])
