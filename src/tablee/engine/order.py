"""Results in the order of their numbers, whatever the order they come in."""

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
    """What the work makes of each of these numbers, as soon as all before it are known.

    What the ledger knows is not done again; what it does not know is written there as it comes.
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
