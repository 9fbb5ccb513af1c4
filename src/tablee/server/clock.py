"""Clocks: no limit, seconds for a turn, or days for a turn. The server keeps the time."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

EXTENSION = 60
"""Seconds that another player may give, as often as they like."""

GRACE = 60.0
"""Seconds for a player whose time ran out while the server was down."""

DAY = 86_400


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time for a turn: ``amount`` seconds or days."""

    kind: Literal["none", "turn", "days"] = "none"
    amount: Annotated[int, msgspec.Meta(ge=1, le=3600)] = 120

    def deadline(self, now: float) -> float | None:
        """Returns the time at which a turn that begins now must be over."""
        if self.kind == "none":
            return None
        return now + self.amount * (DAY if self.kind == "days" else 1)
