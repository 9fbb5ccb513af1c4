"""Puts results in the order of their numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TypeVar

from tablee.engine.engine import Engine
from tablee.engine.ledger import Ledger

R = TypeVar("R")


def in_order(
    engine: Engine, work: Callable[[int], R], numbers: range, ledger: Ledger[R] | None = None
) -> Iterator[R]:
    """Yields the result of each number, as soon as all before it are known.

    It takes the results that the ledger knows, and adds the others to the ledger as they come.
    """
    known = {} if ledger is None else ledger.known
    unknown = (number for number in numbers if number not in known)
    with closing(engine.as_done(work, unknown)) as done:
        for number in numbers:
            while number not in known:
                other, result = next(done)
                if ledger is None:
                    known[other] = result
                else:
                    ledger.add(other, result)
            yield known[number]
