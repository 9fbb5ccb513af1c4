"""Reads numbers given as arguments, within their limits."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable


def up_to(most: int, unit: int = 1) -> Callable[[str], int]:
    """Returns a reader of whole numbers from 1 to ``most``, which it multiplies by ``unit``."""

    def number(text: str) -> int:
        found = int(text)
        if not 1 <= found <= most:
            raise ArgumentTypeError(f"between 1 and {most}, please")
        return found * unit

    return number


def seconds(text: str) -> float:
    found = float(text)
    if not 0 < found <= 3600:
        raise ArgumentTypeError("between 0 and 3600, please")
    return found
