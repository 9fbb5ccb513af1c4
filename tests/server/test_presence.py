"""Who is at the table."""

import pytest

from house import Running, seat_two
from tablee.client import Guest

pytestmark = pytest.mark.anyio


async def test_those_at_a_table_know_who_comes_and_goes(anna: Guest, bert: Guest) -> None:
    made = await seat_two(anna, bert)
    async with anna.live(made.table.id, presence=True) as table:
        await table.until(lambda t: t.present == [0])
        async with bert.live(made.table.id), bert.live(made.table.id):  # two windows
            await table.until(lambda t: t.present == [0, 1])
            async with bert.live(made.table.id, presence=True) as late:
                await late.until(lambda t: t.present == [0, 1])
        await table.until(lambda t: t.present == [0])


async def test_who_only_watches_is_no_player_at_the_table(
    running: Running, anna: Guest, bert: Guest
) -> None:
    made = await seat_two(anna, bert)
    async with (
        Guest(running.address) as carl,
        carl.live(made.table.id, presence=True) as watching,
    ):
        async with anna.live(made.table.id):
            await watching.until(lambda t: t.present == [0])
        await watching.until(lambda t: t.present == [])
