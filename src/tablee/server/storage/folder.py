"""The data folder: private to its user, used by one server at a time, with the key for cookies."""

from __future__ import annotations

import errno
import logging
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tablee.server.messages import Refused

logger = logging.getLogger(__name__)

KEY = "signing.key"
DATABASE = "tablee.sqlite3"
ENDINGS = ("", "-wal", "-shm", "-journal", ".lock")
"""The files of a database: SQLite's, and the lock of the server that uses it."""
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
_WHOLE_KEY = re.compile(r"[0-9a-f]{64}\n?\Z")


# Who may read


def make_private(folder: Path) -> None:
    """Makes the folder if there is none, and lets only its user look into it."""
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    if is_ours(folder):
        tighten(folder, PRIVATE_FOLDER)
    tighten(folder / KEY, PRIVATE_FILE)


def is_ours(folder: Path) -> bool:
    """True if the folder is for tablee's files. Somebody may have named /tmp or their home."""
    if folder.stat().st_mode & stat.S_ISVTX or folder.resolve() in (Path.home(), Path("/")):
        return False
    names = {path.name for path in folder.iterdir()}
    return not names or KEY in names or DATABASE in names


def tighten(path: Path, mode: int) -> bool:
    """Takes the rights of all others away. Returns True if there were any."""
    try:
        found = stat.S_IMODE(path.stat().st_mode)
        if not found & 0o077:
            return False
        path.chmod(mode)
    except FileNotFoundError:
        return False
    except OSError as error:  # it belongs to somebody else
        logger.warning("%s can be read by others: %s", path, error.strerror)
    return True


def files_of(database: Path) -> list[Path]:
    """Returns the files of a database that exist."""
    files = (database.with_name(database.name + ending) for ending in ENDINGS)
    return [file for file in files if file.exists()]


def make_database_private(database: Path) -> None:
    """SQLite gives its other files the rights of this one."""
    with suppress(FileExistsError):
        os.close(os.open(database, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
    for file in files_of(database):
        tighten(file, PRIVATE_FILE)


# One server


@contextmanager
def alone(database: Path) -> Iterator[None]:
    """Holds the lock of a database. Raises ``Refused`` if another process has it.

    The system frees the lock when the process ends, however it ends.
    """
    path = database.resolve()
    path = path.with_name(path.name + ".lock")
    handle = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
    try:
        if os.name == "posix" and os.geteuid() == 0:  # the server's own user needs it, too
            owner = path.parent.stat()
            os.chown(handle, owner.st_uid, owner.st_gid)
        if not locked(handle):
            raise Refused("second-server", file=str(database))
        yield
    finally:
        os.close(handle)


def locked(handle: int) -> bool:
    try:
        if os.name == "posix":
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK):
            return False
        raise
    return True


# The key


def is_whole(key: str) -> bool:
    return _WHOLE_KEY.match(key) is not None


def read_key(folder: Path) -> str:
    """Returns the key. Raises ``Refused`` if it is not whole: anybody could guess the rest."""
    path = folder / KEY
    key = path.read_bytes().decode("ascii", errors="replace")
    if not is_whole(key):
        raise Refused("bad-key", file=str(path))
    return key.strip()


def signing_key(folder: Path) -> str:
    """Returns the key for cookies. Makes one if there is none."""
    make_private(folder)
    if not (folder / KEY).exists():
        for leftover in folder.glob(f"{KEY}.*"):
            leftover.unlink(missing_ok=True)
        write_key(folder, secrets.token_hex(32))
    return read_key(folder)


def write_key(folder: Path, key: str) -> None:
    """Writes the key, whole or not at all. Keeps a key that is there already."""
    part = folder / f"{KEY}.{secrets.token_hex(4)}"
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(part, folder / KEY)
        except FileExistsError:
            return  # another server was faster
        except OSError:  # a file system without links
            part.replace(folder / KEY)
    finally:
        part.unlink(missing_ok=True)
    flush(folder)


def flush(folder: Path) -> None:
    """Waits until the names of the files are on disk."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
