"""A table reopens from disk exactly as it was."""

import asyncio
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from services import Postgres
from tablee.server import entries as log
from tablee.server.channels import TableChannels
from tablee.server.clock import Clock
from tablee.server.dice import new_secret
from tablee.server.draft import Draft
from tablee.server.match import Match, fold
from tablee.server.messages import Refused
from tablee.server.protocol import Play, Undo
from tablee.server.snapshot import Snapshot
from tablee.server.storage import postgresql
from tablee.server.storage.database import is_postgresql, make_engine, migrate
from tablee.server.storage.journal import Journal, Taken, Write
from tablee.server.storage.postgresql import PostgresJournal
from tablee.server.storage.schema import entries as entries_in_database
from tablee.server.storage.schema import metadata
from tablee.server.storage.schema import tables as tables_in_database
from tablee.server.storage.sqlite import SqliteJournal
from tablee.server.table import House
from tablee.server.tables import Tables, make_plan, new_row
from tablee.server.wishes import NewTable
from tablee.server.workers import Workers

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


def make_journal(address: str) -> Journal:
    return PostgresJournal(address) if is_postgresql(address) else SqliteJournal(address)


async def test_the_migrations_lead_to_the_schema(address: str) -> None:
    engine = make_engine(address)
    await migrate(engine)
    await migrate(engine)  # nothing left to do

    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


def play(draft: Draft, rng: random.Random) -> None:
    """Makes a random move, or takes one back."""
    match = draft.match
    if match.sitting.before and rng.random() < 0.3:
        draft.do("guest", Undo("", match.version))
    else:
        move = rng.choice(match.state.legal_moves())
        draft.do("guest", Play(f"{match.number}", match.version, match.state.notation(move)))


@pytest.mark.parametrize("game", ["fragile", "shear-panic"])
def test_a_match_folded_from_its_log_is_the_match_that_was_played(game: str) -> None:
    rng = random.Random(game)
    plan = make_plan(NewTable(game, {"players": "3"}, clock=Clock("turn", 60)))
    draft = Draft(Match.begin(plan), new_secret(), 1000.0)
    for number in range(3):
        draft.join("guest", None, f"Player {number}", "", "salt")
    snapshot = None
    for _ in range(150):
        if draft.match.actor is None:
            break
        draft.now += 1
        play(draft, rng)
        if snapshot is None and draft.match.number > 60 and draft.match.sitting.before is None:
            snapshot = msgspec.json.encode(Snapshot.of(draft.match))
    stored = [log.decode(log.encode(entry)) for entry in draft.entries]
    replayed = Match.begin(plan)
    for entry in stored:
        replayed = fold(replayed, entry)
    assert replayed == draft.match
    assert snapshot is not None
    reopened = msgspec.json.decode(snapshot, type=Snapshot).restore(plan)
    for entry in stored[reopened.number :]:
        reopened = fold(reopened, entry)
    assert reopened == draft.match


async def test_an_entry_cannot_be_saved_twice_and_takes_no_other_down(address: str) -> None:
    journal = make_journal(address)
    await journal.open()
    plan = make_plan(NewTable("fragile"))
    for name in ("one", "two"):
        await journal.save(Write(name, created=new_row(name, plan, "host")))
    await journal.save(Write("one", [(1, b"a")]))
    answers = await asyncio.gather(
        journal.save(Write("one", [(1, b"b")])),
        journal.save(Write("two", [(1, b"c")])),
        return_exceptions=True,
    )
    assert isinstance(answers[0], Taken)
    assert answers[1] is None
    assert await journal.entries_after("one", 0) == [b"a"]
    assert await journal.entries_after("two", 0) == [b"c"]
    await journal.close()
    with pytest.raises(Refused):
        await journal.save(Write("one", [(2, b"d")]))


async def test_what_many_tables_write_at_once_is_all_there(address: str) -> None:
    journal = make_journal(address)
    await journal.open()
    plan = make_plan(NewTable("fragile"))
    names = [f"table {number}" for number in range(171)]  # lots of every size
    await asyncio.gather(
        *(journal.save(Write(name, created=new_row(name, plan, "host"))) for name in names)
    )
    bodies = {name: [f"{name} {number}".encode() for number in (1, 2)] for name in names}
    await asyncio.gather(
        *(journal.save(Write(name, list(enumerate(bodies[name], 1)))) for name in names)
    )
    for name in names:
        assert await journal.entries_after(name, 0) == bodies[name]
    await journal.close()


@pytest.mark.parametrize("nowhere", ["sqlite://", "sqlite:///:memory:"])
def test_a_database_that_would_be_gone_with_the_server_is_refused(nowhere: str) -> None:
    with pytest.raises(Refused, match="sqlite:///"):
        SqliteJournal(nowhere)


async def test_a_write_that_was_saved_already_is_no_conflict(address: str) -> None:
    """If the connection breaks after the commit and before its answer, the write comes again."""
    journal = make_journal(address)
    await journal.open()
    plan = make_plan(NewTable("fragile"))
    created = Write("one", [(1, b"a"), (2, b"b")], created=new_row("one", plan, "host"))
    await journal.save(created)
    await journal.save(created)
    await journal.save(Write("one", [(2, b"b")]))
    with pytest.raises(Taken):
        await journal.save(Write("one", [(2, b"b"), (3, b"c"), (1, b"a")]))
    assert await journal.entries_after("one", 0) == [b"a", b"b"]
    await journal.close()


async def test_a_write_waits_for_a_database_that_restarts(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "PATIENCE", 120.0)  # machines are shared
    journal = PostgresJournal(postgres.new_database())
    await journal.open()
    plan = make_plan(NewTable("fragile"))
    await journal.save(Write("one", created=new_row("one", plan, "host")))
    saving = [journal.save(Write("one", [(1, b"a")]))]
    await asyncio.to_thread(postgres.restart)
    saving.append(journal.save(Write("one", [(2, b"b")])))
    await asyncio.gather(*saving)
    assert await journal.entries_after("one", 0) == [b"a", b"b"]
    await journal.close()


async def test_nodes_that_start_together_migrate_once(postgres: Postgres) -> None:
    address = postgres.new_database()
    engines = [make_engine(address) for _ in range(4)]
    await asyncio.gather(*map(migrate, engines))
    async with engines[0].connect() as connection:
        found = await connection.execute(text("SELECT version_num FROM alembic_version"))
        assert len(found.all()) == 1
    for engine in engines:
        await engine.dispose()


async def test_entries_of_an_older_database_are_kept(address: str) -> None:
    engine = make_engine(address)
    await migrate(engine, "0002")
    plan = make_plan(NewTable("fragile"))
    async with engine.begin() as connection:
        row = new_row("one", plan, "host")
        old = {name: row[name] for name in row.keys() - {"made_by", "touched_at"}}
        await connection.execute(tables_in_database.insert(), [old])
        await connection.execute(
            entries_in_database.insert(),
            [{"table_id": "one", "number": number, "body": b"%d" % number} for number in (1, 2, 3)],
        )
    await engine.dispose()
    journal = make_journal(address)
    await journal.open()
    assert await journal.entries_after("one", 1) == [b"2", b"3"]
    with pytest.raises(Taken):
        await journal.save(Write("one", [(3, b"another")]))
    await journal.save(Write("one", [(4, b"4")]))
    assert await journal.entries_after("one", 3) == [b"4"]
    await journal.close()


async def test_a_database_of_a_newer_version_is_used_as_it_is(address: str) -> None:
    journal = make_journal(address)
    await journal.open()
    await journal.close()
    engine = make_engine(address)
    async with engine.begin() as connection:  # what the next version would have done
        await connection.execute(text("ALTER TABLE tables ADD COLUMN shade VARCHAR(8)"))
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    journal = make_journal(address)
    await journal.open()
    plan = make_plan(NewTable("fragile"))
    await journal.save(Write("one", [(1, b"a")], created=new_row("one", plan, "host")))
    stored = await journal.load("one")
    assert stored is not None
    assert stored.bodies == [b"a"]
    async with engine.connect() as connection:
        found = await connection.execute(text("SELECT version_num FROM alembic_version"))
        assert found.scalar_one() == "9999"
    await journal.close()
    await engine.dispose()


async def test_what_is_being_saved_when_its_player_hangs_up_is_told_and_the_game_goes_on(
    address: str,
) -> None:
    journal = make_journal(address)
    await journal.open()
    told: list[bytes] = []
    house = House(
        journal,
        Workers(1),
        Workers(1),
        lambda _, data: told.append(data),
        lambda _, data: told.append(data),
    )
    tables = Tables(house, TableChannels())
    plan = make_plan(NewTable("fragile"))
    async with tables.using(await tables.create(plan, "anna")) as table:
        for name in ("Anna", "Bert"):
            await table.write(lambda draft, name=name: draft.join("anna", None, name, "", "salt"))
        first = Play("a", table.match.version, "depot A1")
        asking = table.write(lambda draft: draft.do("anna", first))
        while not journal._waiting:
            await asyncio.sleep(0)
        asking.cancel()
        with suppress(asyncio.CancelledError):
            await asking
        assert asking.cancelled()
        await table.write(lambda draft: None)  # whose turn comes after it
        assert b"depot A1" in told[-1]
        assert len(await journal.entries_after(table.id, 0)) == table.match.number == 4
        second = Play("b", table.match.version, "depot J1")
        await table.write(lambda draft: draft.do("anna", second))
        assert table.match.number == 5
    await tables.close()
    await journal.close()


async def test_moves_and_progress_are_written_one_after_the_other(tmp_path: Path) -> None:
    """SQLite has one writer, and lets a second one try again after ever longer pauses."""
    journal = SqliteJournal(f"sqlite:///{tmp_path / 'db'}")
    await journal.open()
    try:
        plan = make_plan(NewTable("fragile"))
        await journal.save(Write("one", created=new_row("one", plan, "host")))
        async with journal.changing() as connection:
            await connection.execute(text("DELETE FROM progress"))
            saving = journal.save(Write("one", [(1, b"x")]))
            await asyncio.sleep(0.05)
            assert journal._writing.locked()
            assert not saving.done()
        await saving
    finally:
        await journal.close()
