"""A database that takes nothing, full or read-only: it is said, and nothing is lost."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event

from house import Running, Start
from house import start as start_server_at
from services import Postgres
from tablee.cli import main
from tablee.client import Guest, ServerRefused
from tablee.server.settings import Settings
from tablee.server.storage import folder
from tablee.server.storage.journal import Journal
from tablee.server.storage.sqlite import SqliteJournal
from tablee.server.wishes import Joining, NewTable
from test_faults import check_log

pytestmark = pytest.mark.anyio

Fault = Callable[[Running, pytest.FixtureRequest], AbstractAsyncContextManager[None]]


@asynccontextmanager
async def read_only(running: Running, request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """Nobody can write, as on a disk that was mounted again after errors."""
    journal = running.server.journal
    if not isinstance(journal, SqliteJournal):
        async with read_only_postgresql(journal, request.getfixturevalue("postgres")):
            yield
        return

    engine, own = journal._engine.sync_engine, journal._connection.connection.driver_connection

    def forbid(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA query_only=ON")

    def allow(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA query_only=OFF")

    event.listen(engine, "checkout", forbid)
    await asyncio.wrap_future(journal._thread.submit(forbid, own))
    yield
    event.remove(engine, "checkout", forbid)
    event.listen(engine, "checkout", allow)
    await asyncio.wrap_future(journal._thread.submit(allow, own))


@asynccontextmanager
async def read_only_postgresql(journal: Journal, postgres: Postgres) -> AsyncIterator[None]:
    name = str(journal._engine.url.database)
    forbid = f"ALTER DATABASE {name} SET default_transaction_read_only = on"
    allow = f"ALTER DATABASE {name} RESET default_transaction_read_only"
    hang_up = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    for command in (forbid, hang_up):  # it counts for new connections
        await asyncio.to_thread(postgres.run_sql, command)
    yield
    for command in (allow, hang_up):
        await asyncio.to_thread(postgres.run_sql, command)


@asynccontextmanager
async def full(running: Running, request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """There is no room for another row in PostgreSQL."""
    postgres: Postgres = request.getfixturevalue("postgres")
    name = str(running.server.journal._engine.url.database)
    fill = """
        CREATE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$;
        CREATE TRIGGER is_full BEFORE INSERT ON entries EXECUTE FUNCTION is_full();
        CREATE TRIGGER is_full BEFORE INSERT ON secrets EXECUTE FUNCTION is_full();
    """
    await asyncio.to_thread(postgres.run_sql, fill, name)
    yield
    await asyncio.to_thread(postgres.run_sql, "DROP FUNCTION is_full CASCADE", name)


async def test_on_a_read_only_disk_nothing_is_lost(
    start_server: Start, request: pytest.FixtureRequest
) -> None:
    await play_on_after(read_only, start_server(), request)


async def test_on_a_full_disk_of_postgresql_nothing_is_lost(
    tmp_path: Path, postgres: Postgres, request: pytest.FixtureRequest
) -> None:
    """``test_folder`` fills the disk of SQLite."""
    running = start_server_at(Settings(data_dir=tmp_path, database=postgres.new_database()))
    await play_on_after(full, running, request)
    running.stop()


async def play_on_after(fault: Fault, running: Running, request: pytest.FixtureRequest) -> None:
    """While nothing can be saved, players hear of it. Afterwards they play on."""
    async with Guest(running.address) as anna:
        table_id = (await anna.create(NewTable("fragile", join=Joining("Anna")))).table.id
        await anna.join(table_id, Joining("Bert"))
        async with anna.live(table_id) as table:
            acknowledged = [await table.play(table.state.moves[0])]
            await becomes(anna.http, 200)
            async with fault(running, request):
                await becomes(anna.http, 503)
                before = table.state
                with pytest.raises(ServerRefused) as refused:
                    await table.play(table.state.moves[0])
                assert refused.value.code == "storage"
                assert table.state == before
                assert (await anna.http.get("/health/live")).status_code == 200
            await becomes(anna.http, 200)
            acknowledged.append(await table.play(table.state.moves[0]))
            assert acknowledged[1] == acknowledged[0] + 1
        check_log(await anna.log(table_id), {})


async def becomes(client: httpx.AsyncClient, status: int) -> None:
    async with asyncio.timeout(60):
        while (await client.get("/health/ready")).status_code != status:
            await asyncio.sleep(0.1)


@pytest.fixture
def own_disk(tmp_path: Path) -> Iterator[Path]:
    """Returns a folder that is a disk of its own, where the system allows that."""
    where = tmp_path / "disk"
    where.mkdir()
    if os.name != "posix" or shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("only root may mount a disk")
    mounting = ["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", str(where)]
    if subprocess.run(mounting, capture_output=True, check=False).returncode:
        pytest.skip("this machine lets nobody mount a disk")
    yield where
    subprocess.run(["umount", str(where)], check=True)


def test_a_start_on_a_read_only_disk_is_refused_with_a_sentence(
    own_disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start_server_at(Settings(data_dir=own_disk)).stop()
    kept = (own_disk / folder.DATABASE).read_bytes()

    def remount(how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", str(own_disk)], check=True)

    remount("ro")
    try:
        code = main(["serve", "--port", "0", "--data-dir", str(own_disk)])
    finally:
        remount("rw")
    said: Any = capsys.readouterr().err
    assert code != 0
    assert "Read-only" in said
    assert "Traceback" not in said
    assert (own_disk / folder.DATABASE).read_bytes() == kept
    start_server_at(Settings(data_dir=own_disk)).stop()
