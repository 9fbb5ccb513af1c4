"""Checks a house from the folder to the last entry of every table, and repairs what is safe."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from tablee.core.errors import Invalid
from tablee.core.messages import Message, Parameter
from tablee.server.entries import Damaged, decoded
from tablee.server.match import Match, Plan, fold
from tablee.server.messages import Refused, say
from tablee.server.settings import Settings
from tablee.server.snapshot import Snapshot
from tablee.server.storage import folder
from tablee.server.storage.database import is_postgresql, make_engine, migrate
from tablee.server.storage.journal import Journal
from tablee.server.storage.kinds import journal_at
from tablee.server.storage.questions import Stored
from tablee.server.storage.sqlite import SqliteJournal
from tablee.server.table import listing_of

ROOM = 100 * 2**20
"""Bytes that should be free on the disk, or as many as the database has."""
LOOKS = 3
"""Times to look at a table: a server may write to it between two reads."""


@dataclass(frozen=True)
class Finding:
    check: str
    """folder, key, room, database, schema, or table"""
    message: Message
    ok: bool = True
    mended: bool = False
    table: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "check": self.check,
            "ok": self.ok,
            "mended": self.mended,
            "table": self.table,
            "text": self.message.texts(),
        }


def good(check: str, key: str, **parameters: Parameter) -> Finding:
    return Finding(check, say(f"doctor-{key}", **parameters))


def bad(check: str, key: str, *, mended: bool = False, **parameters: Parameter) -> Finding:
    """Returns a finding that was ``mended``, or that somebody has to see to."""
    return Finding(check, say(f"doctor-{key}", **parameters), ok=mended, mended=mended)


async def examine(settings: Settings, *, repair: bool = False) -> AsyncIterator[Finding]:
    """Yields what is found, good and bad. Repairs need a SQLite house without a server."""
    journal = journal_at(settings.database_address)
    if not isinstance(journal, SqliteJournal):
        async for finding in _database(journal, repair=repair):
            yield finding
        return
    if not journal.file.is_file():
        yield bad("database", "nothing", file=str(journal.file))
        return
    with folder.alone(journal.file) if repair else nullcontext():
        for found in _files(settings.data_dir, journal.file, repair=repair):
            yield found
        broken = await asyncio.to_thread(_integrity, journal.file)
        yield broken or good("database", "database", file=str(journal.file))
        async for finding in _database(journal, repair=repair):
            yield finding


def _files(data_dir: Path, database: Path, *, repair: bool) -> Iterator[Finding]:
    """Looks at rights, key and room."""
    private = [data_dir] if folder.is_ours(data_dir) else []
    open_ones = [*private, data_dir / folder.KEY, *folder.files_of(database)]
    readable = [path for path in open_ones if path.exists() and _is_open(path)]
    for path in readable:
        mode = folder.PRIVATE_FOLDER if path.is_dir() else folder.PRIVATE_FILE
        mended = repair and folder.tighten(path, mode) and not _is_open(path)
        yield bad("folder", "readable", mended=mended, file=str(path))
    if not readable:
        yield good("folder", "private", folder=str(data_dir))
    try:
        folder.read_key(data_dir)
        yield good("key", "key")
    except FileNotFoundError:
        yield bad("key", "no-key", file=str(data_dir / folder.KEY))
    except Refused as refusal:
        yield Finding("key", refusal.message, ok=False)
    size = sum(file.stat().st_size for file in folder.files_of(database))
    free = shutil.disk_usage(database.parent).free
    megabytes = free // 2**20
    enough = free > max(ROOM, size)
    yield good("room", "room", free=megabytes) if enough else bad("room", "full", free=megabytes)


def _is_open(path: Path) -> bool:
    return bool(stat.S_IMODE(path.stat().st_mode) & 0o077)


def _integrity(file: Path) -> Finding | None:
    """Has SQLite check every page."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as database:
            found = [row[0] for row in database.execute("PRAGMA integrity_check(10)")]
    except sqlite3.Error as error:
        found = [str(error)]
    if found == ["ok"]:
        return None
    return bad("database", "pages", file=str(file), problem=found[0].splitlines()[-1])


async def _database(journal: Journal, *, repair: bool) -> AsyncIterator[Finding]:
    """Looks at the schema, and at every table."""
    async with journal.looking():
        try:
            revision, latest = await journal.revision()
            if not latest and repair:
                await _migrate(journal)
                revision, latest = await journal.revision()
                yield bad("schema", "old-schema", mended=True, revision=revision or "–")
            if not latest:
                yield bad("schema", "old-schema", revision=revision or "–")
                return
            yield good("schema", "schema", revision=revision or "")
            if is_postgresql(journal.address):
                yield await _secret(journal)
            ids = await journal.all_ids()
        except (Refused, SQLAlchemyError, OSError) as error:
            yield bad("database", "unreadable", problem=str(error))
            return
        whole = 0
        for table_id in ids:
            finding = await _table(journal, table_id, repair=repair)
            whole += finding is None
            if finding is not None:
                yield finding
        yield good("table", "tables", whole=whole, tables=len(ids))


async def _migrate(journal: Journal) -> None:
    engine = make_engine(journal.address)
    try:
        await migrate(engine)
    finally:
        await engine.dispose()


async def _secret(journal: Journal) -> Finding:
    try:
        await journal.signing_key()
    except Refused as refusal:
        return Finding("key", refusal.message, ok=False)
    return good("key", "key")


async def _table(journal: Journal, table_id: str, *, repair: bool) -> Finding | None:
    """Replays a table by the rules. Returns what is wrong with it, or None."""
    wrong: tuple[str, dict[str, Any]] | None = None
    for _ in range(LOOKS):
        try:
            snapshots = await journal.snapshots_of(table_id)  # before the log, which only grows
            stored = await journal.load(table_id, whole=True)
            if stored is None:
                return None  # it has just expired
            wrong = await _replayed(stored, snapshots)
        except Damaged as damage:
            return _of(table_id, "damaged", problem=damage.problem)
        except Refused:
            return _of(table_id, "damaged", problem="its pages cannot be read")
        if wrong is None:
            return None
    assert wrong is not None
    key, listing = wrong
    if repair and key == "snapshot":
        await journal.drop_snapshots(table_id)
    elif repair and key == "listing":
        await journal.list_again(table_id, listing)
    return _of(table_id, key, mended=repair)


def _of(table_id: str, key: str, *, mended: bool = False, **parameters: Parameter) -> Finding:
    message = say(f"doctor-table-{key}", table=table_id, **parameters)
    return Finding("table", message, ok=mended, mended=mended, table=table_id)


async def _replayed(
    stored: Stored, snapshots: dict[int, bytes]
) -> tuple[str, dict[str, Any]] | None:
    """Returns what is wrong beside a log that is whole, with the listing as it should be."""
    row, wrong = stored.row, False
    try:
        match = Match.begin(msgspec.json.decode(row["plan"], type=Plan))
    except (Invalid, msgspec.ValidationError):
        return None  # of another version, which knows it
    except msgspec.DecodeError:
        raise Damaged("its plan is not JSON") from None
    try:
        for entry in decoded(stored.bodies, 0):
            match = fold(match, entry)
            if entry.number in snapshots:
                wrong |= not _agrees(snapshots.pop(entry.number), match)
            await asyncio.sleep(0)
    except msgspec.ValidationError:
        return None  # of another version, too
    except Damaged:
        raise
    except Exception as error:  # bytes that were changed on the disk may fail anywhere
        raise Damaged(f"its log cannot be replayed: {error!r}") from error
    if snapshots:
        raise Damaged(f"entry {match.number + 1} is missing")
    listing = listing_of(match)
    if wrong:
        return "snapshot", listing
    if any(row[name] != listing[name] for name in ("phase", "needs_server")):
        return "listing", listing
    if msgspec.json.decode(listing["seats"]) != _json(row["seats"]):
        return "listing", listing
    return None


def _agrees(body: bytes, match: Match) -> bool:
    try:
        restored = msgspec.json.decode(body, type=Snapshot).restore(match.plan)
    except Exception:  # noqa: BLE001
        return False
    # Versions remember different numbers of requests, and older ones not when a turn began.
    forget: dict[str, Any] = {"acks": (), "turn": None, "since": 0.0, "ended": None}
    return msgspec.structs.replace(restored, **forget) == msgspec.structs.replace(match, **forget)


def _json(body: bytes) -> Any:
    try:
        return msgspec.json.decode(body)
    except msgspec.DecodeError:
        return None
