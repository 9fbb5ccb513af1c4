"""Snapshots: a match as plain data, from which a long game reopens quickly."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.core.sitting import Barrier
from tablee.server import entries as log
from tablee.server.match import Acks, Match, Phase, Plan
from tablee.server.seats import Seat, has_colour_option

_SHARED = (
    *("seats", "phase", "number", "version", "joins", "draws", "deadline", "rematch"),
    *("turn", "since", "left", "votes", "host", "ended"),
)
"""The fields that a match and its snapshot have in the same form."""


class Snapshot(msgspec.Struct, frozen=True):
    """A match as plain data, at a moment when no move can be taken back."""

    state: dict[str, Any]
    seats: tuple[Seat, ...]
    phase: Phase
    number: int
    version: int
    joins: tuple[str, ...]
    draws: int
    barrier: Barrier
    deadline: float | None
    acks: list[tuple[int, str, int]]
    rematch: str
    words: list[tuple[int, str, int]] = []
    turn: int | None = None
    since: float = 0.0
    left: tuple[float, ...] = ()
    votes: tuple[int, ...] = ()
    host: str = ""
    ended: log.Ended | None = None
    options: dict[str, str] | None = None
    """The options of the game, if the plan may have others."""

    @classmethod
    def of(cls, match: Match) -> Snapshot:
        return cls(
            state=match.state.to_json(),
            barrier=match.sitting.barrier,
            acks=_by_seat(match.acks),
            words=_by_seat(match.words),
            options=match.plan.options if has_colour_option(match.plan.game) else None,
            **{name: getattr(match, name) for name in _SHARED},
        )

    def restore(self, plan: Plan) -> Match:
        if self.options is not None:
            plan = replace(plan, options=self.options)
        game = plan.make_game()
        sitting = game.sitting(game.state_from_json(self.state))
        sitting.barrier = self.barrier
        shared = {name: getattr(self, name) for name in _SHARED}
        acks, words = (_of_seats(kept, len(plan.seats)) for kept in (self.acks, self.words))
        return Match(plan, game, sitting, acks=acks, words=words, **shared)


def _by_seat(acks: Acks) -> list[tuple[int, str, int]]:
    return [(seat, *found) for seat, some in enumerate(acks) for found in some]


def _of_seats(kept: list[tuple[int, str, int]], seats: int) -> Acks:
    acks: list[tuple[tuple[str, int], ...]] = [()] * seats
    for seat, ack, number in kept:
        acks[seat] += ((ack, number),)
    return tuple(acks)
