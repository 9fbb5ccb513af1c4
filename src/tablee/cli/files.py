"""Reads and writes files named on the command line."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from tablee.cli.console import say
from tablee.core.errors import Invalid
from tablee.core.record import FIRST_LINE


def read_text(name: str) -> str:
    """Returns the text of a file. Raises ``Invalid`` if it cannot be read."""
    try:
        return Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Invalid(say("file-not-text", file=name)) from None
    except OSError as error:
        raise _trouble(name, error) from None


def write_text(name: str, content: str) -> None:
    """Writes a file completely or not at all. Raises ``Invalid`` if it cannot be written."""
    path = Path(name)
    try:
        if path.exists() and not path.is_file():  # a directory, or a device such as /dev/stdout
            path.write_text(content, encoding="utf-8")
            return
        _replace(path, content)
    except OSError as error:
        raise _trouble(name, error) from None


def _replace(path: Path, content: str) -> None:
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(content)
        Path(beside).chmod(path.stat().st_mode if path.exists() else 0o666 & ~_umask())
        Path(beside).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(beside).unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def check_folder(name: str) -> None:
    """Raises ``Invalid`` if the name is a folder, or in a folder that does not exist."""
    path = Path(name)
    if path.is_dir():
        raise Invalid(say("file-directory", file=name))
    if not path.parent.is_dir():
        raise Invalid(say("file-no-folder", file=name))


def check_record_target(name: str) -> None:
    """Raises ``Invalid`` if a record cannot be written there, or would replace another file."""
    check_folder(name)
    path = Path(name)
    if path.is_file() and path.stat().st_size and not _is_record(path):
        raise Invalid(say("file-not-a-record", file=name))


def _is_record(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(FIRST_LINE)) == FIRST_LINE.encode()
    except OSError as error:
        raise _trouble(str(path), error) from None


def _trouble(name: str, error: OSError) -> Invalid:
    if isinstance(error, FileNotFoundError):
        return Invalid(say("file-missing", file=name))
    if isinstance(error, IsADirectoryError):
        return Invalid(say("file-directory", file=name))
    if isinstance(error, PermissionError):
        return Invalid(say("file-forbidden", file=name))
    return Invalid(say("file-trouble", file=name, problem=error.strerror or str(error)))
