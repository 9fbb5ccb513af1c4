"""Copies a SQLite house during play: a whole folder appears under its name, or none."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from tablee.server.messages import Refused
from tablee.server.storage.folder import DATABASE, KEY, PRIVATE_FILE, flush, locked, read_key


def back_up(data_dir: Path, database: Path, target: Path) -> None:
    """Makes the folder ``target`` with the database and the key. A server can start on it."""
    if target.exists():
        raise Refused("backup-exists", folder=str(target))
    if not database.is_file():
        raise Refused("backup-nothing", file=str(database))
    target = target.absolute()
    try:
        _clear(target)
        part = Path(tempfile.mkdtemp(prefix=_prefix(target), dir=target.parent))
        held = os.open(part, os.O_RDONLY)
        try:
            locked(held)  # another backup leaves the folder alone while this one runs
            _fill(part, data_dir, database)
            part.rename(target)
            flush(target.parent)
        finally:
            os.close(held)
            shutil.rmtree(part, ignore_errors=True)
    except (OSError, sqlite3.Error) as error:
        raise Refused("backup-failed", problem=str(error)) from error


def _fill(part: Path, data_dir: Path, database: Path) -> None:
    copy = part / DATABASE
    with (
        closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # one file holds all
        found = target.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise Refused("backup-failed", problem=found)
    if (data_dir / KEY).exists():
        (part / KEY).write_text(read_key(data_dir), encoding="ascii")
    for file in part.iterdir():
        file.chmod(PRIVATE_FILE)
        with file.open("rb") as written:
            os.fsync(written.fileno())
    flush(part)


def _prefix(target: Path) -> str:
    return f".{target.name}.part-"


def _clear(target: Path) -> None:
    """Deletes what backups that were killed have left."""
    for leftover in target.parent.glob(f"{_prefix(target)}*"):
        handle = os.open(leftover, os.O_RDONLY)
        try:
            if locked(handle):
                shutil.rmtree(leftover, ignore_errors=True)
        finally:
            os.close(handle)
