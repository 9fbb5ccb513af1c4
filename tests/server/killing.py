"""Kills a start, a migration or a backup at random moments, and looks at what is left.

``python killing.py start|migration|backup FOLDER KILLS SEED`` prints the figures as JSON. Each
attempt is a fork of this process, so that no time goes into imports and a kill hits the work.
"""

import asyncio
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from tablee.server.app import Server
from tablee.server.settings import Settings
from tablee.server.storage import database
from tablee.server.storage.backup import back_up
from tablee.server.storage.database import make_engine, migrate
from tablee.server.storage.folder import DATABASE, KEY, is_whole
from tablee.server.storage.journal import Write
from tablee.server.storage.sqlite import SqliteJournal
from tablee.server.tables import make_plan, new_row
from tablee.server.wishes import NewTable

ROWS = 200
VERSIONS = Path(database.__file__).parent / "migrations" / "versions"
REVISIONS = sorted(path.name[:4] for path in VERSIONS.glob("[0-9]*.py"))[:-1]
"""All but the last."""
Work = Callable[[], None]


def run(work: Work, kill_after: float | None = None) -> bool:
    """Does the work in another process. Returns True if it was killed."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException as error:  # noqa: BLE001
            print(f"failed: {error!r}", file=sys.stderr)
            os._exit(3)
        os._exit(0)
    if kill_after is not None:
        time.sleep(kill_after)
        os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the work failed"
    return os.WIFSIGNALED(status)


def timed(work: Work) -> float:
    begin = time.perf_counter()
    assert not run(work)
    return time.perf_counter() - begin


def start(where: Path) -> None:
    """Starts the server and ends it, without its web server."""

    async def start_and_end() -> None:
        server = Server(Settings(data_dir=where))
        async with server.running(None):  # type: ignore[arg-type]
            assert await server.journal.saves()

    asyncio.run(start_and_end())


def schema_of(file: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return list(database.execute("SELECT name, sql FROM sqlite_master ORDER BY name"))


def numbers_in(file: Path) -> list[int]:
    with closing(sqlite3.connect(file)) as database:
        wanted = "SELECT number FROM entries ORDER BY number"
        return [row[0] for row in database.execute(wanted)]


def kill_starts(folder: Path, kills: int, rng: random.Random) -> int:
    fresh = folder / "fresh"
    where = folder / "house"
    took = timed(lambda: start(fresh))
    killed = 0
    while killed < kills:
        for _ in range(rng.randint(1, 3)):  # a start after a kill may be killed, too
            killed += run(lambda: start(where), rng.uniform(0, took))
        assert not run(lambda: start(where))
        assert schema_of(where / DATABASE) == schema_of(fresh / DATABASE)
        assert is_whole((where / KEY).read_text())
        assert {path.name for path in where.iterdir() if KEY in path.name} == {KEY}
        shutil.rmtree(where)
    return killed


def kill_migrations(folder: Path, kills: int, rng: random.Random) -> int:
    folder.mkdir(exist_ok=True)
    fresh = folder / "fresh"
    run(lambda: start(fresh))
    expected = schema_of(fresh / DATABASE)
    old = [_of_revision(folder / revision, revision) for revision in REVISIONS]
    file = folder / DATABASE

    def bring() -> None:
        asyncio.run(migrate(make_engine(f"sqlite:///{file}")))

    def take(source: Path) -> None:
        for path in folder.glob(f"{DATABASE}*"):
            path.unlink()
        shutil.copy(source, file)

    killed = 0
    while killed < kills:
        for source in old:
            take(source)
            took = timed(bring)
            take(source)
            killed += run(bring, rng.uniform(0, took))
            assert not run(bring)
            assert schema_of(file) == expected
            assert numbers_in(file) == list(range(1, ROWS + 1)), "entries are lost or doubled"
    return killed


def _of_revision(file: Path, revision: str) -> Path:
    def fill() -> None:
        asyncio.run(migrate(make_engine(f"sqlite:///{file}"), revision))
        with closing(sqlite3.connect(file)) as database:
            database.execute(
                "INSERT INTO tables (id, plan, join_key, watch_key, secret, host, created_at,"
                " phase, private, needs_server, seats)"
                " VALUES ('one', 'x', 'x', 'x', 'x', 'x', 1.0, 'over', false, false, 'x')"
            )
            rows = [("one", number, b"x" * 300) for number in range(1, ROWS + 1)]
            database.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
            database.commit()
            database.execute("PRAGMA journal_mode=DELETE")

    run(fill)
    return file


def kill_backups(folder: Path, kills: int, rng: random.Random) -> int:
    """Makes backups while somebody plays."""
    house, copy = folder / "house", folder / "copies" / "copy"
    copy.parent.mkdir(parents=True)
    assert not run(lambda: start(house))
    file, told = house / DATABASE, folder / "acknowledged"
    player = os.fork()
    if player == 0:
        with suppress(KeyboardInterrupt):
            asyncio.run(_play(file, told))
        os._exit(0)
    while not told.exists():
        time.sleep(0.01)
    took = timed(lambda: back_up(house, file, copy))
    killed = 0
    while killed < kills:
        before = int(told.read_text() or 0)
        if copy.exists():
            shutil.rmtree(copy)
        killed += run(lambda: back_up(house, file, copy), rng.uniform(0, 1.2 * took))
        if copy.exists():
            _check_backup(copy, before)
    if not copy.exists():
        assert not run(lambda: back_up(house, file, copy))
        _check_backup(copy, before)
    assert [path.name for path in copy.parent.iterdir()] == ["copy"]
    os.kill(player, signal.SIGKILL)
    os.waitpid(player, 0)
    assert not run(lambda: start(house))
    numbers = numbers_in(file)
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= int(told.read_text() or 0)
    return killed


def _check_backup(copy: Path, least: int) -> None:
    schema_of(copy / DATABASE)
    numbers = numbers_in(copy / DATABASE)
    assert numbers == list(range(1, len(numbers) + 1)), "entries are lost or doubled"
    assert len(numbers) >= least
    assert is_whole((copy / KEY).read_text())


async def _play(file: Path, told: Path) -> None:
    """Saves entries, and writes down the number of each that was acknowledged."""
    journal = SqliteJournal(f"sqlite:///{file}")
    await journal.open()
    plan = make_plan(NewTable("fragile"))
    await journal.save(Write("one", created=new_row("one", plan, "host")))
    number = 0
    while True:
        number += 1
        await journal.save(Write("one", [(number, b"x" * 500)]))
        new = told.with_suffix(".new")
        new.write_text(f"{number}")
        new.replace(told)
        await asyncio.sleep(0.002)


KINDS = {"start": kill_starts, "migration": kill_migrations, "backup": kill_backups}


def main() -> None:
    what, folder, kills, seed = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    begin = time.perf_counter()
    killed = KINDS[what](Path(folder), int(kills), random.Random(int(seed)))
    seconds = round(time.perf_counter() - begin, 1)
    print(json.dumps({"what": what, "kills": killed, "seconds": seconds}))


if __name__ == "__main__":
    main()
