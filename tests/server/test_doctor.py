"""``tablee doctor``, ``tidy`` and ``backup``, as an operator uses them."""

import asyncio
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from house import FREE, Running, play_on, start
from services import Postgres
from tablee.cli import main
from tablee.client import Guest
from tablee.server.settings import Settings
from tablee.server.storage import folder
from tablee.server.storage.sqlite import SqliteJournal
from tablee.server.wishes import Joining, NewTable, SeatWish

pytestmark = pytest.mark.anyio

DAY = 86_400.0


def serve(where: Path, **changes: Any) -> Running:
    return start(Settings(data_dir=where, limits=FREE, think_seconds=0.01, **changes))


def change(where: Path, *commands: str) -> list[Any]:
    with closing(sqlite3.connect(where / folder.DATABASE)) as database:
        for command in commands:
            found = database.execute(command).fetchall()
        database.commit()
        return found


async def play_some(running: Running, tables: int = 2) -> list[str]:
    """Plays until each table has a snapshot, or is over."""
    ids = []
    async with Guest(running.address) as anna:
        for number in range(tables):
            game = ("fragile", "shear-panic")[number % 2]
            made = await anna.create(
                NewTable(game, {"players": "2"}, seats=[SeatWish(), SeatWish()], join=Joining("A"))
            )
            await anna.join(made.table.id, Joining("B"))
            ids.append(made.table.id)
            async with anna.live(made.table.id) as table:
                await play_on(table, random.Random(number), 60)
    return ids


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("played") / "house"
    running = serve(where)
    asyncio.run(play_some(running))
    running.stop()
    return where


@pytest.fixture
def house(played: Path, tmp_path: Path) -> Path:
    """The folder of a server that has ended."""
    return Path(shutil.copytree(played, tmp_path / "house"))


def doctor(where: Path, capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    """Returns what is bad or was mended, by its check, as JSON."""
    code = main(["doctor", "--data-dir", str(where), "--json", *options])
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert code == (0 if told["ok"] else 1)
    return {one["check"]: one for one in told["findings"] if one["mended"] or not one["ok"]}


def test_a_house_in_order_is_called_so(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "doctor", "--data-dir", str(house)]) == 0
    said = capsys.readouterr().out
    assert "Tables that are whole: 2 of 2" in said
    assert "BAD" not in said
    assert doctor(house, capsys) == {}


def test_a_table_that_grows_between_two_reads_is_whole(
    house: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, last = change(house, "SELECT table_id, max(number) FROM snapshots")[0]
    later = f"WHERE table_id = '{table_id}' AND number >= {last}"
    names = ("entries", "snapshots")
    rows = {name: change(house, f"SELECT * FROM {name} {later}") for name in names}
    change(house, *(f"DELETE FROM {name} {later}" for name in rows))

    def grow() -> None:
        with closing(sqlite3.connect(house / folder.DATABASE)) as database, database:
            for name, missing in rows.items():
                database.executemany(f"INSERT INTO {name} VALUES (?, ?, ?)", missing)
                missing.clear()

    def growing(read: Any) -> Any:
        async def read_and_grow(journal: Any, of_table: str, **options: Any) -> Any:
            found = await read(journal, of_table, **options)
            if of_table == table_id:
                grow()
            return found

        return read_and_grow

    for name in ("load", "snapshots_of"):
        monkeypatch.setattr(SqliteJournal, name, growing(getattr(SqliteJournal, name)))
    assert doctor(house, capsys) == {}


async def test_the_doctor_looks_during_play_and_repairs_without_a_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = serve(tmp_path)
    playing = asyncio.create_task(play_some(running))
    try:
        while not playing.done():
            code = await asyncio.to_thread(main, ["doctor", "--data-dir", str(tmp_path), "--json"])
            told = json.loads(capsys.readouterr().out)
            assert code == 0, told
        command = ["--lang", "en", "doctor", "--repair", "--data-dir", str(tmp_path)]
        assert await asyncio.to_thread(main, command) == 2
        assert "Another tablee" in capsys.readouterr().err
    finally:
        await playing
        running.stop()


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_rights_are_found_and_repaired(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (house, *house.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert doctor(house, capsys)["folder"]["ok"] is False
    assert doctor(house, capsys, "--repair")["folder"]["mended"] is True
    assert doctor(house, capsys) == {}


@pytest.mark.parametrize("key", ["", "short", None])
def test_a_bad_key_is_found_and_left(
    house: Path, key: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    path = house / folder.KEY
    path.unlink() if key is None else path.write_text(key)
    assert str(path) in doctor(house, capsys, "--repair")["key"]["text"]["en"]
    assert (path.read_text() if path.exists() else None) == key


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ("DELETE FROM entries WHERE number = 7 AND table_id = '{id}'", "entry 7 is missing"),
        ("DELETE FROM entries WHERE number > 40 AND table_id = '{id}'", "is missing"),
        ("UPDATE entries SET body = 'x' WHERE number = 7 AND table_id = '{id}'", "not JSON"),
        ("UPDATE tables SET plan = 'x' WHERE id = '{id}'", "not JSON"),
        (
            "UPDATE entries SET body = replace(body, ':21,', ':20,') WHERE table_id = '{id}'",
            "entry 21 is missing",
        ),
    ],
)
def test_a_damaged_log_is_named(
    house: Path, damage: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table_id = change(house, "SELECT id FROM tables")[0][0]
    change(house, damage.replace("{id}", table_id))
    found = doctor(house, capsys, "--repair")["table"]
    assert found["table"] == table_id
    assert problem in found["text"]["en"]
    assert not found["mended"]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE snapshots SET body = 'x'",
        "UPDATE snapshots SET body = replace(body, '\"draws\":', '\"draws\":9')",
        "UPDATE tables SET phase = 'waiting'",
        "UPDATE tables SET seats = '[]'",
    ],
)
def test_what_follows_from_the_log_is_repaired(
    house: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change(house, damage)
    assert doctor(house, capsys)["table"]["ok"] is False
    assert doctor(house, capsys, "--repair")["table"]["mended"] is True
    assert doctor(house, capsys) == {}


def test_bad_pages_are_found(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = house / folder.DATABASE
    content = bytearray(file.read_bytes())
    for page in range(12, len(content) // 4096, 5):
        content[page * 4096 : page * 4096 + 400] = b"\x55" * 400
    file.write_bytes(content)
    found = doctor(house, capsys)
    assert {"database", "table"} <= found.keys()


def test_an_old_schema_is_said_and_brought_up_to_date(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(
        house,
        "DROP INDEX ix_tables_open",
        "DROP INDEX ix_tables_made_by",
        "ALTER TABLE tables DROP COLUMN made_by",
        "ALTER TABLE tables DROP COLUMN touched_at",
        "UPDATE alembic_version SET version_num = '0003'",
    )
    assert "0003" in doctor(house, capsys)["schema"]["text"]["en"]
    assert doctor(house, capsys, "--repair")["schema"]["mended"] is True
    assert doctor(house, capsys) == {}


def test_no_house_is_said_and_none_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "database" in doctor(tmp_path, capsys)
    assert list(tmp_path.iterdir()) == []


async def test_the_doctor_knows_postgresql(
    tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    database = postgres.new_database()
    running = serve(tmp_path, database=database)
    await play_some(running)
    running.stop()
    command = ["--lang", "en", "doctor", "--database", database]
    assert await asyncio.to_thread(main, command) == 0
    assert "2 of 2" in capsys.readouterr().out
    name = database.partition("?")[0].rpartition("/")[2]
    postgres.run_sql("DELETE FROM entries WHERE number = 3", name)
    assert await asyncio.to_thread(main, command) == 1
    assert "entry 3 is missing" in capsys.readouterr().out


# Tidying


async def test_tidy_says_first_and_then_deletes(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = serve(house)
    async with Guest(running.address) as anna:
        spam = [(await anna.create(NewTable("fragile"))).table.id for _ in range(30)]
        old = time.time() - 9 * DAY
        change(house, f"UPDATE tables SET created_at = {old}, touched_at = {old}")
        await asyncio.to_thread(
            main, ["--lang", "en", "tidy", "--dry-run", "--data-dir", str(house)]
        )
        said = capsys.readouterr().out
        assert set(spam) <= set(said.split())
        assert "30 tables would be deleted" in said
        command = ["--lang", "en", "tidy", "--data-dir", str(house)]
        assert await asyncio.to_thread(main, command) == 2
        assert "Another tablee" in capsys.readouterr().err
    running.stop()
    before = (house / folder.DATABASE).stat().st_size
    assert await asyncio.to_thread(main, command) == 0
    assert "30 tables were deleted" in capsys.readouterr().out
    assert (house / folder.DATABASE).stat().st_size < before
    assert len(change(house, "SELECT id FROM tables")) == 2


# Backup


async def test_a_backup_during_play_is_a_whole_house(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where, copy = tmp_path / "house", tmp_path / "copy"
    running = serve(where)
    await play_some(running, 1)
    playing = asyncio.create_task(play_some(running))
    await asyncio.to_thread(main, ["backup", str(copy), "--data-dir", str(where)])
    await playing
    running.stop()
    capsys.readouterr()
    assert await asyncio.to_thread(doctor, copy, capsys) == {}
    assert (copy / folder.KEY).read_bytes() == (where / folder.KEY).read_bytes()
    assert len(change(copy, "SELECT id FROM tables")) >= 1
    assert main(["backup", str(copy), "--data-dir", str(where)]) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "house"]
    serve(copy).stop()


def test_a_backup_killed_at_any_moment_leaves_a_whole_one_or_none(
    house: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path_factory.mktemp("copies")
    copy = target / "copy"
    command = [sys.executable, "-m", "tablee", "backup", str(copy), "--data-dir", str(house)]
    rng = random.Random(1)
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    took = time.monotonic() - begin
    for _ in range(6):
        if copy.exists():
            assert doctor(copy, capsys) == {}
            for file in copy.iterdir():
                file.unlink()
            copy.rmdir()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.3, 1.0) * took)
        process.send_signal(signal.SIGKILL)
        process.wait()
    if not copy.exists():
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    assert doctor(copy, capsys) == {}
    assert [path.name for path in target.iterdir()] == ["copy"]
