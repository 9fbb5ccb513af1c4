"""A migration is done or has not begun, however it ends, and the next start goes on from there."""

import gzip
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, text

from services import Postgres
from tablee.server.storage.database import make_engine, migrate

pytestmark = pytest.mark.anyio

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007")
OLD_HOUSE = Path(__file__).parent.parent / "golden" / "version_1" / "database" / "tablee.sqlite3.gz"
ROWS = 3


class PowerCut(Exception):
    """Ends the migration before a statement."""


@contextmanager
def power_cut_before(statement: int) -> Iterator[list[str]]:
    """Ends whatever runs before its statement of this number. Yields the statements."""
    seen: list[str] = []

    def count(_: Any, __: Any, sql: str, *___: Any) -> None:
        seen.append(sql)
        if len(seen) > statement:
            raise PowerCut

    event.listen(Engine, "before_cursor_execute", count)
    try:
        yield seen
    finally:
        event.remove(Engine, "before_cursor_execute", count)


@pytest.fixture(params=["sqlite", "postgresql"])
def new_address(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Makes empty databases."""
    if request.param == "postgresql":
        return request.getfixturevalue("postgres").new_database
    numbers = iter(range(1000))
    return lambda: f"sqlite:///{tmp_path / f'db{next(numbers)}'}"


async def bring(address: str, revision: str = "head") -> None:
    engine = make_engine(address)
    try:
        await migrate(engine, revision)
    finally:
        await engine.dispose()


async def run_sql(address: str, *commands: str) -> list[Any]:
    engine = make_engine(address)
    async with engine.begin() as connection:
        for command in commands:
            found = await connection.execute(text(command))
    await engine.dispose()
    return [tuple(row) for row in found.all()] if found.returns_rows else []


async def schema_of(address: str) -> list[Any]:
    if address.startswith("sqlite"):
        return await run_sql(address, "SELECT name, sql FROM sqlite_master ORDER BY name")
    return await run_sql(
        address,
        "SELECT table_name, column_name, data_type, is_nullable, '' FROM information_schema.columns"
        " WHERE table_schema = 'public'"
        " UNION SELECT tablename, indexname, indexdef, '', '' FROM pg_indexes"
        " WHERE schemaname = 'public' ORDER BY 1, 2",
    )


async def fill(address: str) -> None:
    """Puts a table and its log into a database of any revision."""
    await run_sql(
        address,
        "INSERT INTO tables (id, plan, join_key, watch_key, secret, host, created_at, phase,"
        " private, needs_server, seats)"
        " VALUES ('one', 'x', 'x', 'x', 'x', 'x', 1.0, 'over', false, false, 'x')",
        *(
            f"INSERT INTO entries (table_id, number, body) VALUES ('one', {number}, 'x')"
            for number in range(1, ROWS + 1)
        ),
    )


async def rows_of(address: str) -> int:
    return int((await run_sql(address, "SELECT count(*) FROM entries"))[0][0])


@pytest.mark.parametrize("before", ["", *REVISIONS[:-1]])
async def test_a_power_cut_at_any_statement_of_a_migration_does_no_harm(
    new_address: Any, before: str
) -> None:
    fresh = new_address()
    await bring(fresh)
    expected = await schema_of(fresh)
    at = 0
    while True:
        address = new_address()
        if before:
            await bring(address, before)
            await fill(address)
        old = await schema_of(address)
        try:
            with power_cut_before(at):
                await bring(address)
        except PowerCut:
            assert await schema_of(address) == old, f"half migrated before statement {at}"
        else:
            break
        await bring(address)
        assert await schema_of(address) == expected
        assert not before or await rows_of(address) == ROWS
        at += 1
        if not address.startswith("sqlite"):
            at += 6  # each database takes a while; other tests begin at other statements
    assert at >= 5


HALF_MIGRATED = {
    "first table": ("", [], 2),
    "one index": ("", [], 3),
    "entries without snapshots": ("", [], 5),
    "one column of 0002": ("0001", ["ALTER TABLE tables ADD COLUMN due_at FLOAT"], 0),
    "index of 0002": (
        "0001",
        [
            "ALTER TABLE tables ADD COLUMN due_at FLOAT",
            "ALTER TABLE tables ADD COLUMN rules VARCHAR(64)",
            "CREATE INDEX ix_tables_due_at ON tables (due_at)",
        ],
        0,
    ),
    "copy of 0003": (
        "0002",
        ["CREATE TABLE new_entries (table_id VARCHAR(16), number INTEGER, body BLOB)"],
        0,
    ),
    "one column of 0004": ("0003", ["ALTER TABLE tables ADD COLUMN made_by VARCHAR(16)"], 0),
    "the column of 0007": ("0006", ["ALTER TABLE tables ADD COLUMN analysis BLOB"], 0),
    "both columns of 0004": (
        "0003",
        [
            "ALTER TABLE tables ADD COLUMN made_by VARCHAR(16)",
            "ALTER TABLE tables ADD COLUMN touched_at FLOAT",
        ],
        0,
    ),
}
"""What earlier versions left behind when they were killed: a revision, what was done of the next
one, and how many statements of the first were done."""


@pytest.mark.parametrize("name", HALF_MIGRATED)
async def test_what_an_earlier_version_left_half_migrated_starts(name: str, tmp_path: Path) -> None:
    before, done, of_first = HALF_MIGRATED[name]
    fresh, address = f"sqlite:///{tmp_path / 'fresh'}", f"sqlite:///{tmp_path / 'db'}"
    await bring(fresh)
    expected = await schema_of(fresh)
    if before:
        await bring(address, before)
        await fill(address)
    if of_first:
        await bring(f"sqlite:///{tmp_path / 'old'}", "0001")
        made = await schema_of(f"sqlite:///{tmp_path / 'old'}")
        by_name = dict(made)
        order = ["alembic_version", "tables", "ix_tables_host", "ix_tables_phase", "entries"]
        await run_sql(address, *(by_name[one] for one in order[:of_first]))
    if done:
        await run_sql(address, *done)
    await bring(address)
    assert await schema_of(address) == expected
    assert not before or await rows_of(address) == ROWS


KILLED = """
import asyncio, os, sys
from sqlalchemy import Engine, event
from tablee.server.storage.database import make_engine, migrate

seen = 0

@event.listens_for(Engine, "after_cursor_execute")
def count(*_):
    global seen
    seen += 1
    if seen > int(sys.argv[2]):
        os._exit(9)

asyncio.run(migrate(make_engine("sqlite:///" + sys.argv[1])))
"""


@pytest.mark.parametrize("at", [0, 4, 9])
async def test_a_killed_process_leaves_an_old_house_whole(tmp_path: Path, at: int) -> None:
    file = tmp_path / "db"
    file.write_bytes(gzip.decompress(OLD_HOUSE.read_bytes()))
    with sqlite3.connect(file) as old:
        before = old.execute("SELECT count(*), sum(length(body)) FROM entries").fetchone()
    old.close()
    ended = subprocess.run([sys.executable, "-c", KILLED, str(file), str(at)], check=False)
    assert ended.returncode == 9
    await bring(f"sqlite:///{file}")
    with sqlite3.connect(file) as new:
        assert new.execute("SELECT count(*), sum(length(body)) FROM entries").fetchone() == before
        assert new.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    new.close()


FULL = """
import asyncio, resource, sys
from tablee.server.storage.database import make_engine, migrate

most = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
asyncio.run(migrate(make_engine("sqlite:///" + sys.argv[1])))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no file")
@pytest.mark.parametrize("old_house", [True, False])
async def test_a_disk_that_is_full_leaves_a_house_that_starts(
    tmp_path: Path, old_house: bool
) -> None:
    fresh = f"sqlite:///{tmp_path / 'fresh'}"
    await bring(fresh)
    expected = {name for name, _ in await schema_of(fresh)}
    failed = 0
    for number, kilobytes in enumerate((1, 4, 20, 45, 70, 300)):
        file = tmp_path / f"db{number}"
        if old_house:
            file.write_bytes(gzip.decompress(OLD_HOUSE.read_bytes()))
        command = [sys.executable, "-c", FULL, str(file), str(kilobytes * 1024)]
        failed += subprocess.run(command, check=False, capture_output=True).returncode != 0
        await bring(f"sqlite:///{file}")
        assert {name for name, _ in await schema_of(f"sqlite:///{file}")} == expected
    assert failed >= 3


async def test_the_secret_of_postgresql_is_whole_or_refused(postgres: Postgres) -> None:
    from tablee.server.messages import Refused
    from tablee.server.storage.postgresql import PostgresJournal

    address = postgres.new_database()
    journal = PostgresJournal(address)
    await journal.open()
    key = await journal.signing_key()
    assert len(key) == 64
    await journal.close()
    for bad in ("", key[:20], "?" * 64):
        await run_sql(address, f"UPDATE secrets SET value = '{bad}'")
        journal = PostgresJournal(address)
        await journal.open()
        with pytest.raises(Refused, match="signing"):
            await journal.signing_key()
        await journal.close()
