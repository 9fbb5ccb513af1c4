"""Names the extra that a command needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tablee.cli.console import say
from tablee.core.errors import Invalid


@contextmanager
def needed(extra: str) -> Iterator[None]:
    """For imports of what an extra brings. Raises ``Invalid`` if it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "tablee"):
            raise  # a mistake of ours
        raise Invalid(say("extra-missing", extra=extra, package=package)) from None
