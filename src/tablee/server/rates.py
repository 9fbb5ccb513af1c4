"""Counts requests a minute, by caller and by guest. Nothing here waits.

With several nodes, ``exchange`` adds up what all of them counted, once a second. Between two
rounds, or while Redis is away or silent, each node goes by what it knows.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable

MINUTE = 60
MOST_KEYS = 100_000
"""Keys that are counted apart. All others in the same minute share one count."""
THE_REST = "the rest"

Exchange = Callable[[int, dict[str, int]], Awaitable[dict[str, int]]]
"""Adds counts of a minute to those of all nodes, and returns the sums."""


class Rates:
    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._minute = 0
        self._known: Counter[str] = Counter()
        """What all nodes have counted, as far as this one knows."""
        self._untold: Counter[str] = Counter()
        """What the other nodes do not know yet."""

    def allow(self, keys: Iterable[str], limit: int) -> bool:
        """Count one request under each key. Returns False if one of them has reached the limit."""
        self._turn()
        counted = [key if self._has_room(key) else THE_REST for key in keys]
        if any(self._known[key] >= limit for key in counted):
            return False
        self._known.update(counted)
        self._untold.update(counted)
        return True

    def seconds_left(self) -> int:
        """Returns the seconds until counting begins again."""
        return MINUTE - int(self._clock()) % MINUTE

    async def exchange(self, exchange: Exchange) -> None:
        self._turn()
        minute, told = self._minute, dict(self._untold)
        if not told:
            return
        sums = await exchange(minute, told)
        if minute == self._minute:
            self._untold.subtract(told)
            self._untold = +self._untold
            for key, known in sums.items():
                self._known[key] = known + self._untold[key]

    def _has_room(self, key: str) -> bool:
        return key in self._known or len(self._known) < MOST_KEYS

    def _turn(self) -> None:
        minute = int(self._clock()) // MINUTE
        if minute != self._minute:
            self._minute = minute
            self._known.clear()
            self._untold.clear()
