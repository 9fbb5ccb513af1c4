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
"""Moves of each seat to remember: they come again if their answer got lost."""
REMEMBERED_WORDS = 100
"""Other requests of each seat to remember. Nothing but this keeps them from being done twice."""
Acks = tuple[tuple[tuple[str, int], ...], ...]
"""For each seat the last requests: their ids, and the numbers of their entries."""


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
    chain: str = ""
    """The end of the chain of secrets of this game and its rematches. See ``dice``."""
    rematches: int = 0
    """How many links of the chain come after the secret of this game."""

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
    acks: Acks = ()
    """The last moves."""
    words: Acks = ()
    """The last other requests."""
    rematch: str = ""

    @classmethod
    def begin(cls, plan: Plan) -> Match:
        game = plan.make_game()
        none: Acks = ((),) * len(plan.seats)
        return cls(plan, game, game.sitting(), tuple(plan.seats), acks=none, words=none)

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
        return dict(self.acks[seat] + self.words[seat]).get(ack)

    def has_forgotten(self, seat: int, last: int) -> bool:
        """True if a request sent after entry ``last`` may have been done and forgotten."""
        words = self.words[seat]
        return len(words) == REMEMBERED_WORDS and words[0][1] > last

    def owned_by(self, guest: str | None) -> list[int]:
        return [index for index, seat in enumerate(self.seats) if guest and seat.owner == guest]


def fold(match: Match, entry: log.AnyEntry) -> Match:
    """Returns the match after one more entry."""
    if isinstance(entry, log.Played | log.Drawn):
        move = match.sitting.parse(entry.move)
        return after_move(match, entry, match.sitting.play(move, entry.move))
    changed = replace(_fold(match, entry), number=entry.number)
    if isinstance(entry, log.Undone):
        return replace(changed, acks=_acks(match.acks, REMEMBERED_ACKS, entry))
    return replace(changed, words=_acks(match.words, REMEMBERED_WORDS, entry))


def after_move(match: Match, entry: log.Played | log.Drawn, sitting: Sitting[Any]) -> Match:
    """Returns the match after a move or a draw that led to this sitting."""
    changed = replace(
        match,
        sitting=sitting,
        number=entry.number,
        version=entry.number,
        draws=match.draws + isinstance(entry, log.Drawn),
        acks=_acks(match.acks, REMEMBERED_ACKS, entry),
    )
    if sitting.before is not None and sitting.may_undo == sitting.state.actor:
        # The turn goes on, and so does its clock.
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
            return _undone(match, entry)
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


def _undone(match: Match, entry: log.Undone) -> Match:
    """Takes the last move back. A player whose turn it is again has a whole turn's time."""
    assert match.sitting.before is not None
    changed = replace(match, sitting=match.sitting.before, version=entry.number)
    if changed.actor == match.actor:
        return changed
    return replace(changed, deadline=_deadline(changed, entry.at))


def _acks(acks: Acks, most: int, entry: log.Entry) -> Acks:
    if not entry.ack:
        return acks
    seat = getattr(entry, "by" if isinstance(entry, log.Extended) else "seat", None)
    if seat is None:
        return acks
    changed = list(acks)
    changed[seat] = (*changed[seat][1 - most :], (entry.ack, entry.number))
    return tuple(changed)


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
        salt=entry.salt,
        stand_in=False,
    )


def _left(match: Match, entry: log.Left) -> Match:
    """Before the start the seat is open again. Later a bot plays until somebody sits down."""
    if match.phase == WAITING:
        joins = tuple(line for line in match.joins if not line.startswith(f"P{entry.seat + 1} "))
        match = replace(match, joins=joins)
        gone = {"name": "", "colour": "", "owner": "", "salt": ""}
        return _with_seat(match, entry.seat, entry.at, kind=OPEN, **gone)
    return _with_seat(match, entry.seat, entry.at, kind=OPEN, owner="", salt="", stand_in=True)


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
    words: list[tuple[int, str, int]] = []

    @classmethod
    def of(cls, match: Match) -> Snapshot:
        return cls(
            state=match.state.to_json(),
            barrier=match.sitting.barrier,
            acks=_by_seat(match.acks),
            words=_by_seat(match.words),
            **{name: getattr(match, name) for name in _SHARED},
        )

    def restore(self, plan: Plan) -> Match:
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
