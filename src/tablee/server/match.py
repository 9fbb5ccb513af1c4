"""A match at a table is an immutable value. ``fold`` returns the match after one more entry.

Nothing here reads a clock, a file or a socket. Live play and a table that reopens use the same
``fold``, so both have the same match.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from tablee.core.game import CHANCE, Game, State
from tablee.core.registry import game_type
from tablee.core.sitting import Barrier, Sitting
from tablee.server import entries as log
from tablee.server.clock import Clock
from tablee.server.dice import join_line
from tablee.server.seats import OPEN, PERSON, Seat

WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"
Phase = Literal["waiting", "playing", "over"]

REMEMBERED_ACKS = 16
"""Requests of each seat to remember: they come again if their answer got lost."""


@lru_cache(maxsize=256)
def shared_game(
    name: str, rules: int, options: tuple[tuple[str, str], ...], edition: str
) -> Game[Any]:
    """Returns a game. Tables that play the same game share it with its board."""
    return game_type(name).from_options(dict(options), edition, rules)


class Plan(msgspec.Struct, frozen=True):
    """The fixed facts of a table. It keeps the text of its edition."""

    game: str
    rules: int
    options: dict[str, str]
    edition: str
    clock: Clock
    private: bool
    seats: list[Seat]
    """The seats before people sit down."""

    def make_game(self) -> Game[Any]:
        """Raises ``Invalid`` if this program does not know the rules version."""
        return shared_game(self.game, self.rules, tuple(self.options.items()), self.edition)


class Match(msgspec.Struct, frozen=True):
    plan: Plan
    game: Game[Any]
    sitting: Sitting[Any]
    seats: tuple[Seat, ...]
    phase: Phase = WAITING
    number: int = 0
    """The number of the last entry."""
    version: int = 0
    """The number of the last entry that changed the position. Chat does not make a move stale."""
    joins: tuple[str, ...] = ()
    draws: int = 0
    deadline: float | None = None
    acks: tuple[tuple[tuple[str, int], ...], ...] = ()
    """For each seat the last requests: their ids, and the numbers of their entries."""
    rematch: str = ""

    @classmethod
    def begin(cls, plan: Plan) -> Match:
        game = plan.make_game()
        return cls(plan, game, game.sitting(), tuple(plan.seats), acks=((),) * len(plan.seats))

    @property
    def state(self) -> State[Any]:
        return self.sitting.state

    @property
    def actor(self) -> int | None:
        """The seat that plays now, or None."""
        return self.state.actor if self.phase == PLAYING else None

    @property
    def is_deserted(self) -> bool:
        """True if bots play on every seat. They do not play on among themselves."""
        return all(seat.is_played_by_bot for seat in self.seats)

    @property
    def awaits_bot(self) -> bool:
        actor = self.actor
        return actor is not None and self.seats[actor].is_played_by_bot and not self.is_deserted

    @property
    def needs_server(self) -> bool:
        """True if a bot must play or a clock runs."""
        return self.phase == PLAYING and (self.awaits_bot or self.deadline is not None)

    def answered(self, seat: int, ack: str) -> int | None:
        """Returns the number of the entry of a request that was done before, or None."""
        return dict(self.acks[seat]).get(ack)

    def owned_by(self, guest: str | None) -> list[int]:
        return [index for index, seat in enumerate(self.seats) if guest and seat.owner == guest]


def fold(match: Match, entry: log.AnyEntry) -> Match:
    """Returns the match after one more entry."""
    if isinstance(entry, log.Played | log.Drawn):
        move = match.sitting.parse(entry.move)
        return after_move(match, entry, match.sitting.play(move, entry.move))
    return replace(_fold(match, entry), number=entry.number, acks=_acks(match, entry))


def after_move(match: Match, entry: log.Played | log.Drawn, sitting: Sitting[Any]) -> Match:
    """Returns the match after a move or a draw that led to this sitting."""
    changed = replace(
        match,
        sitting=sitting,
        number=entry.number,
        version=entry.number,
        draws=match.draws + isinstance(entry, log.Drawn),
        acks=_acks(match, entry),
    )
    if sitting.before is not None:  # the turn goes on, and so does its clock
        return changed
    return replace(changed, deadline=_deadline(changed, entry.at))


def _fold(match: Match, entry: log.Entry) -> Match:
    match entry:
        case log.Joined():
            return _joined(match, entry)
        case log.Left():
            return _left(match, entry)
        case log.Started():
            started = replace(match, phase=PLAYING, version=entry.number)
            return replace(started, deadline=_deadline(started, entry.at))
        case log.Undone():
            return replace(match, sitting=match.sitting.before, version=entry.number)
        case log.TimedOut():
            return _with_seat(match, entry.seat, entry.at, stand_in=True)
        case log.TakenBack():
            return _with_seat(match, entry.seat, entry.at, stand_in=False)
        case log.Extended():
            return replace(match, deadline=(match.deadline or entry.at) + entry.seconds)
        case log.Ended():
            return replace(match, phase=OVER, deadline=None)
        case log.Rematched():
            return replace(match, rematch=entry.table)
    return match


def _acks(match: Match, entry: log.Entry) -> tuple[tuple[tuple[str, int], ...], ...]:
    if not entry.ack:
        return match.acks
    seat = getattr(entry, "by" if isinstance(entry, log.Extended) else "seat", None)
    if seat is None:
        return match.acks
    acks = list(match.acks)
    acks[seat] = (*acks[seat][1 - REMEMBERED_ACKS :], (entry.ack, entry.number))
    return tuple(acks)


def _joined(match: Match, entry: log.Joined) -> Match:
    if match.phase == WAITING:  # later joins do not change the dice
        line = join_line(entry.seat, entry.salt, entry.name)
        match = replace(match, joins=(*match.joins, line))
    return _with_seat(
        match,
        entry.seat,
        entry.at,
        kind=PERSON,
        name=entry.name,
        colour=entry.colour,
        owner=entry.owner,
        stand_in=False,
    )


def _left(match: Match, entry: log.Left) -> Match:
    """Before the start the seat is open again. Later a bot plays until somebody sits down."""
    if match.phase == WAITING:
        joins = tuple(line for line in match.joins if not line.startswith(f"P{entry.seat + 1} "))
        match = replace(match, joins=joins)
        return _with_seat(match, entry.seat, entry.at, kind=OPEN, name="", colour="", owner="")
    return _with_seat(match, entry.seat, entry.at, kind=OPEN, owner="", stand_in=True)


def _with_seat(match: Match, index: int, now: float, **changes: Any) -> Match:
    """Returns the match with one seat changed. If it plays now, it has a whole turn's time."""
    seats = list(match.seats)
    seats[index] = replace(seats[index], **changes)
    changed = replace(match, seats=tuple(seats))
    if match.phase == PLAYING and match.state.actor == index:
        return replace(changed, deadline=_deadline(changed, now))
    return changed


def _deadline(match: Match, now: float) -> float | None:
    actor = match.actor
    if actor is None or actor == CHANCE or match.seats[actor].is_played_by_bot:
        return None
    return match.plan.clock.deadline(now)


_SHARED = ("seats", "phase", "number", "version", "joins", "draws", "deadline", "rematch")
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

    @classmethod
    def of(cls, match: Match) -> Snapshot:
        return cls(
            state=match.state.to_json(),
            barrier=match.sitting.barrier,
            acks=[(seat, *found) for seat, some in enumerate(match.acks) for found in some],
            **{name: getattr(match, name) for name in _SHARED},
        )

    def restore(self, plan: Plan) -> Match:
        game = plan.make_game()
        sitting = game.sitting(game.state_from_json(self.state))
        sitting.barrier = self.barrier
        acks: list[tuple[tuple[str, int], ...]] = [()] * len(plan.seats)
        for seat, ack, number in self.acks:
            acks[seat] += ((ack, number),)
        shared = {name: getattr(self, name) for name in _SHARED}
        return Match(plan, game, sitting, acks=tuple(acks), **shared)
