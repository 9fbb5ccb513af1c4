"""A stranger without a cookie cannot fill the disk, and locks nobody else out of their tables."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from attacks_start import many_tables
from house import FREE, Start
from tablee.client import Guest
from tablee.server.settings import Limits, Settings
from tablee.server.storage.journal import Write
from tablee.server.storage.sqlite import SqliteJournal
from tablee.server.tables import make_plan, new_row
from tablee.server.wishes import Joining, NewTable

pytestmark = pytest.mark.anyio


async def test_who_drops_the_cookie_meets_the_limit_of_the_address(start_server: Start) -> None:
    limits = Limits(**{**FREE.__dict__, "tables_per_caller": 30})
    running = start_server(limits=limits)
    async with Guest(running.address) as anna:
        made = await anna.create(NewTable("fragile", join=Joining("Anna")))
        await anna.join(made.table.id, Joining("Bert"))
        async with anna.live(made.table.id) as table:
            attack = asyncio.create_task(many_tables(running.address, 60))
            while not attack.done():
                await table.play(table.state.moves[0])
            assert Counter(await attack) == {201: 29, 429: 31}
            await table.play(table.state.moves[0])


def test_the_limits_of_an_address_are_on() -> None:
    limits = Settings().limits
    assert limits.tables_per_guest < limits.tables_per_caller <= 100
    assert limits.new_tables_per_day <= 500


async def test_a_database_without_a_whole_first_page_answers_soon(tmp_path: Path) -> None:
    """The rows of tables are looked for by halves, but not for ever."""
    journal = SqliteJournal(f"sqlite:///{tmp_path / 'db'}")
    await journal.open()
    plan = make_plan(NewTable("fragile"))
    for number in range(40):
        name = f"table {number}"
        await journal.save(Write(name, created=new_row(name, plan, "host")))
    await journal.close()
    content = bytearray((tmp_path / "db").read_bytes())
    for page in range(2, len(content) // 4096):
        content[page * 4096 : (page + 1) * 4096] = b"\x55" * 4096
    (tmp_path / "db").write_bytes(content)
    async with journal.looking():
        assert await journal.open_tables() == []
