"""Reads numbers given as arguments, within their limits."""

from __future__ import annotations

from collections.abc import Callable

from tablee.cli.console import say
from tablee.core.errors import Invalid


def whole(least: int, most: int, unit: int = 1) -> Callable[[str], int]:
    """Returns a reader of whole numbers between two, which it multiplies by ``unit``."""

    def number(text: str) -> int:
        found = int(text)
        if not least <= found <= most:
            raise Invalid(say("number-between", text=text, least=least, most=most))
        return found * unit

    return number


def up_to(most: int, unit: int = 1) -> Callable[[str], int]:
    return whole(1, most, unit)


def above_zero(most: float) -> Callable[[str], float]:
    """Returns a reader of numbers above 0."""

    def number(text: str) -> float:
        found = float(text)
        if not 0 < found <= most:
            raise Invalid(say("number-above-zero", text=text, most=f"{most:g}"))
        return found

    return number


seconds = above_zero(3600)
