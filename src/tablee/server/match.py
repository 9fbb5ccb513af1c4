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
from tablee.server.clock import GRACE, Clock
from tablee.server.dice import join_line
from tablee.server.seats import BOT, COLOURS_OPTION, OPEN, PERSON, Seat, has_colour_option

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
    """The facts of a table that stay. It keeps the text of its edition.

    Only the option for colours may change, before the start.
    """

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
    practice: bool = False
    """True if the one person here may take back across turns and ask for the best turn."""

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
    turn: int | None = None
    """The seat whose turn it is, also while chance decides. None if nobody wrote it down."""
    since: float = 0.0
    """When this turn began, or when the game ended."""
    left: tuple[float, ...] = ()
    """The seconds that a total clock left to each seat when the present turn began."""
    votes: tuple[int, ...] = ()
    """The seats that want to stop the game or, once it is over, to play again."""
    host: str = ""
    """The guest who became the host after the first one had left."""
    ended: log.Ended | None = None

    @classmethod
    def begin(cls, plan: Plan) -> Match:
        game = plan.make_game()
        none: Acks = ((),) * len(plan.seats)
        left = (float(plan.clock.amount),) * len(plan.seats) if plan.clock.is_total else ()
        seats = tuple(plan.seats)
        return cls(plan, game, game.sitting(), seats, acks=none, words=none, left=left)

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
    def is_show(self) -> bool:
        """True if only bots sit here. They play while somebody watches."""
        return all(seat.kind == BOT for seat in self.seats)

    @property
    def colours(self) -> list[str]:
        """The colour of each seat. Empty: the usual one."""
        if has_colour_option(self.plan.game):
            return list(self.game.options()[COLOURS_OPTION])
        return [seat.colour for seat in self.seats]

    def voters(self) -> list[int]:
        """Returns the seats of the people whose consent is needed: to stop, or to play again."""
        people = [index for index, seat in enumerate(self.seats) if seat.kind == PERSON]
        if self.phase == OVER:
            return people
        return [index for index in people if not self.seats[index].stand_in]

    @property
    def is_agreed(self) -> bool:
        """True if everybody wants what the vote is about."""
        voters = self.voters()
        return bool(voters) and set(voters) <= set(self.votes)

    @property
    def awaits_bot(self) -> bool:
        actor = self.actor
        return actor is not None and self.seats[actor].is_played_by_bot and not self.is_deserted

    @property
    def has_bot_to_move(self) -> bool:
        """True if a bot may move now: because it must, or because somebody watches."""
        return self.awaits_bot or (self.is_show and self.actor is not None)

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

    def with_options(self, options: dict[str, str]) -> Match:
        """Returns the match before its first move with these options."""
        plan = replace(self.plan, options=options)
        game = plan.make_game()
        return replace(self, plan=plan, game=game, sitting=game.sitting())

    def owned_by(self, guest: str | None) -> list[int]:
        return [index for index, seat in enumerate(self.seats) if guest and seat.owner == guest]


def fold(match: Match, entry: log.AnyEntry) -> Match:
    """Returns the match after one more entry."""
    if isinstance(entry, log.Played | log.Drawn):
        move = match.sitting.parse(entry.move)
        return after_move(match, entry, match.sitting.play(move, entry.move))
    changed = replace(_fold(match, entry), number=entry.number)
    if isinstance(entry, log.Undone | log.Rewound):
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
    if entry.given:  # nobody at this table played it
        sitting.before, sitting.barrier = None, Barrier.START
    if sitting.before is not None and sitting.may_undo == sitting.state.actor:
        # The turn goes on, and so does its clock.
        return changed
    return _clocked(match, changed, entry.at)


def _fold(match: Match, entry: log.Entry) -> Match:
    match entry:
        case log.Joined():
            return _joined(match, entry)
        case log.Left():
            return _left(match, entry)
        case log.Started():
            return _clocked(match, replace(match, phase=PLAYING, version=entry.number), entry.at)
        case log.Undone():
            return _undone(match, entry)
        case log.Rewound():
            return _rewound(match, entry)
        case log.TimedOut():
            out = match.plan.clock.is_total
            return _with_seat(match, entry.seat, entry.at, stand_in=True, out=out)
        case log.Resigned():
            return _with_seat(match, entry.seat, entry.at, stand_in=True, out=True)
        case log.TakenBack():
            return _with_seat(match, entry.seat, entry.at, stand_in=False)
        case log.Extended():
            return replace(match, deadline=(match.deadline or entry.at) + entry.seconds)
        case log.Ended():
            over = replace(match, phase=OVER, deadline=None, votes=(), ended=entry)
            return replace(over, since=entry.at)
        case log.Voted():
            return replace(match, votes=_votes(match, entry))
        case log.BotSeated():
            bot = {"name": entry.name, "colour": entry.colour, "level": entry.level}
            return _with_seat(match, entry.seat, entry.at, kind=BOT, **bot)
        case log.Swapped():
            return _swapped(match, entry.seat, entry.other)
        case log.Coloured():
            return _coloured(match, entry.colours)
        case log.HostChanged():
            return replace(match, host=match.seats[entry.seat].owner)
        case log.Rematched():
            return replace(match, rematch=entry.table)
    return match


def _undone(match: Match, entry: log.Undone) -> Match:
    """Takes the last move back. A player whose turn it is again has a whole turn's time."""
    assert match.sitting.before is not None
    changed = replace(match, sitting=match.sitting.before, version=entry.number)
    if changed.actor == match.actor:
        return changed
    return _clocked(match, changed, entry.at)


def _rewound(match: Match, entry: log.Rewound) -> Match:
    sitting = match.game.sitting(match.game.state_from_json(entry.state))
    changed = replace(match, sitting=sitting, version=entry.number, draws=entry.draws)
    return _clocked(match, changed, entry.at)


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
        out=False,
    )


def _left(match: Match, entry: log.Left) -> Match:
    """Before the start the seat is open again. Later a bot plays until somebody sits down."""
    if match.phase == WAITING:
        joins = tuple(line for line in match.joins if not line.startswith(f"P{entry.seat + 1} "))
        match = replace(match, joins=joins)
        gone = {"name": "", "colour": "", "owner": "", "salt": ""}
        if entry.level:
            gone["level"] = entry.level
        return _with_seat(match, entry.seat, entry.at, kind=OPEN, **gone)
    return _with_seat(match, entry.seat, entry.at, kind=OPEN, owner="", salt="", stand_in=True)


def _with_seat(match: Match, index: int, now: float, **changes: Any) -> Match:
    """Returns the match with one seat changed. If it plays now, it has a whole turn's time."""
    seats = list(match.seats)
    seats[index] = replace(seats[index], **changes)
    changed = replace(match, seats=tuple(seats))
    votes = tuple(seat for seat in match.votes if seat != index)
    if votes != match.votes:  # somebody else sits there now, or a bot plays
        changed = replace(changed, votes=votes)
    if match.phase == PLAYING and match.state.actor == index:
        return _clocked(match, changed, now)
    return changed


def _swapped(match: Match, one: int, other: int) -> Match:
    """Returns the match with two seats changed. Their players keep their colours."""
    seats, colours = list(match.seats), match.colours
    seats[one], seats[other] = seats[other], seats[one]
    colours[one], colours[other] = colours[other], colours[one]
    new = {one: other, other: one}
    joins = []
    for line in match.joins:
        seat, rest = line.split(" ", 1)
        number = int(seat[1:]) - 1
        joins.append(f"P{new.get(number, number) + 1} {rest}")
    return _coloured(replace(match, seats=tuple(seats), joins=tuple(joins)), colours)


def _coloured(match: Match, colours: list[str]) -> Match:
    """Returns the match with these colours. Before the start they may change the game."""
    if not has_colour_option(match.plan.game):
        pairs = zip(match.seats, colours, strict=True)
        return replace(match, seats=tuple(replace(seat, colour=one) for seat, one in pairs))
    return match.with_options({**match.plan.options, COLOURS_OPTION: "".join(colours)})


def _votes(match: Match, entry: log.Voted) -> tuple[int, ...]:
    """Returns the votes after one more. Who sits on several seats votes once for all of them."""
    if not entry.yes:
        return ()
    return tuple(sorted({*match.votes, *match.owned_by(match.seats[entry.seat].owner)}))


def _clocked(before: Match, after: Match, now: float) -> Match:
    """Returns the match after a change with its clock set, if a turn begins or goes on."""
    left, actor, was = list(after.left), after.actor, before.turn
    if left and was is not None and before.deadline is not None:
        left[was] = round(max(0.0, before.deadline - now), 3)
    if actor == CHANCE:
        return replace(after, deadline=None, left=tuple(left))
    if left and was is not None and actor != was:
        left[was] += after.plan.clock.increment
    deadline = None
    if actor is not None and not after.seats[actor].is_played_by_bot:
        if left and not left[actor]:  # somebody else has sat down here
            left[actor] = GRACE
        deadline = after.plan.clock.deadline(now, left[actor] if left else 0.0)
    since = now if actor != was else after.since
    return replace(after, deadline=deadline, left=tuple(left), turn=actor, since=since)
