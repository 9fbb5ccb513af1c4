"""Clocks: no limit, seconds or days for a turn, or seconds for a whole game.

The server keeps the time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

EXTENSION = 60
"""Seconds that another player may give, as often as they like."""

GRACE = 60.0
"""Seconds for a player whose time ran out while the server was down."""

DAY = 86_400
LONGEST = 14_400
"""The largest amount of a clock: four hours for a game."""


SLEW = 1e-3
"""How much faster or slower than ours the wall clock may run. What is more is a jump."""
SAMPLE = 1.0
"""Seconds between two looks at the wall clock."""


def seconds_since_boot() -> float:
    """Returns a time that nobody can set. Where the system has it, sleep counts too."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class SteadyClock:
    """Seconds since 1970, as the wall clock said at the start. It never jumps.

    It follows the wall clock's small corrections, so that a restart finds the same time again.
    """

    def __init__(self, steady: Callable[[], float] = seconds_since_boot) -> None:
        self._steady = steady
        self._at = steady()
        self._apart = self._ahead = time.time() - self._at

    def now(self) -> float:
        steady = self._steady()
        passed = steady - self._at
        if passed >= SAMPLE:
            apart = time.time() - steady
            if abs(apart - self._apart) <= SLEW * passed:
                self._ahead += apart - self._apart
            self._at, self._apart = steady, apart
        return steady + self._ahead


steady_now = SteadyClock().now
"""The time of this server. Everything that compares times goes by it."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The time for a turn, ``amount`` seconds or days; or the seconds for all turns of a player."""

    kind: Literal["none", "turn", "days", "total"] = "none"
    amount: Annotated[int, msgspec.Meta(ge=1, le=LONGEST)] = 120
    increment: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    """Seconds that a total clock gains with each turn."""

    @property
    def is_total(self) -> bool:
        return self.kind == "total"

    def deadline(self, now: float, left: float = 0.0) -> float | None:
        """Returns when a turn that begins now must be over. ``left`` is for a total clock."""
        if self.kind == "none":
            return None
        if self.is_total:
            return round(now + left, 3)
        return now + self.amount * (DAY if self.kind == "days" else 1)
