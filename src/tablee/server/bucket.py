"""A bucket limits a rate. Every limit by time is one."""

from __future__ import annotations

import time


class Bucket:
    """Allows ``rate`` events a second on average, and ``burst`` of them at once."""

    __slots__ = ("__weakref__", "at", "burst", "level", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.level, self.at = float(burst), time.monotonic()

    def fill(self) -> float:
        """Returns how many events are allowed now."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        return self.level

    def take(self, events: float = 1) -> bool:
        """Returns whether so many events are allowed now. If not, none of them counts."""
        if self.fill() < events:
            return False
        self.level -= events
        return True
