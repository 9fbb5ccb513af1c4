"""Splits a record into turns."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.core.game import CHANCE
from tablee.core.record import Record


@dataclass(frozen=True, slots=True)
class Span:
    """The moves of one turn, with the draws of chance in it. Both ends belong to it."""

    first: int
    last: int
    player: int | None
    """Whose turn it is. None if only chance acts."""


def spans(record: Record) -> list[Span]:
    """Returns the turns in order. A turn ends by an event that closes it, or as another acts."""
    found: list[Span] = []
    first, player = 0, None
    before, *afters = record.sittings()
    for number, after in enumerate(afters):
        actor = before.state.actor
        if actor != CHANCE:
            if player not in (None, actor):
                found.append(Span(first, number - 1, player))
                first = number
            player = actor
        if any(event.closes_turn for event in after.events):
            found.append(Span(first, number, player))
            first, player = number + 1, None
        before = after
    if first < len(record.moves):
        found.append(Span(first, len(record.moves) - 1, player))
    return found
