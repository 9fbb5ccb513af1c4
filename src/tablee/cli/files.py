"""Reads and writes files named on the command line."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from tablee.cli.console import say
from tablee.core.errors import Invalid


def read_text(name: str) -> str:
    """Returns the text of a file, with or without a byte order mark. Raises ``Invalid``."""
    try:
        return Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Invalid(say("file-not-text", file=name)) from None
    except (OSError, ValueError) as error:
        raise _trouble(name, error) from None


def write_text(name: str, content: str) -> None:
    """Writes a file completely or not at all. Raises ``Invalid`` if it cannot be written."""
    path = Path(name)
    try:
        if path.exists() and not path.is_file():  # a directory, or a device such as /dev/stdout
            path.write_text(content, encoding="utf-8")
            return
        _replace(path, content)
    except (OSError, ValueError) as error:
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


def check_target(name: str, *, force: bool = False) -> None:
    """Tries whether a file can be written there, before the work whose result goes into it.

    Raises ``Invalid`` if not, or if it would replace a file without ``force``.
    """
    path = Path(name)
    try:
        if path.is_dir():
            raise Invalid(say("file-directory", file=name))
        if not path.parent.is_dir():
            raise Invalid(say("file-no-folder", file=name))
        if path.exists() and not path.is_file():  # a device such as /dev/stdout
            if not os.access(path, os.W_OK):
                raise Invalid(say("file-forbidden", file=name))
            return
        if path.is_file() and path.stat().st_size and not force:
            raise Invalid(say("file-exists", file=name))
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
            return
    except (OSError, ValueError) as error:
        raise _trouble(name, error) from None


def _trouble(name: str, error: OSError | ValueError) -> Invalid:
    if isinstance(error, FileNotFoundError):
        return Invalid(say("file-missing", file=name))
    if isinstance(error, IsADirectoryError):
        return Invalid(say("file-directory", file=name))
    if isinstance(error, PermissionError):
        return Invalid(say("file-forbidden", file=name))
    problem = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return Invalid(say("file-trouble", file=name, problem=problem))
