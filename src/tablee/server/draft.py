"""Turns what people, bots and clocks do into the next entries of a log, or refuses it.

A draft does not change the table. The table saves its entries and then adopts its match.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tablee.core.errors import Invalid
from tablee.core.game import CHANCE, Move, State
from tablee.core.messages import Message
from tablee.core.sitting import Sitting
from tablee.server import entries as log
from tablee.server.clock import EXTENSION, GRACE
from tablee.server.dice import Dice
from tablee.server.entries import described
from tablee.server.match import OVER, PLAYING, WAITING, Match, after_move, fold
from tablee.server.messages import Refused, spoken
from tablee.server.protocol import Chat, Deed, Extend, Play, TakeBack, Undo, Versioned
from tablee.server.seats import OPEN, free_colour

LONGEST_LOG = 20_000
"""Entries after which people can do nothing more at a table. A long game has a thousand."""
PHRASES = ("hello", "good-game", "well-played", "thanks", "sorry", "hurry", "back-soon", "oops")
"""Ready-made phrases for the chat. Each has a sentence ``phrase-…`` in the catalogue."""


class Draft:
    """The match after some more entries, and these entries."""

    def __init__(self, match: Match, secret: str, now: float) -> None:
        self.match = match
        self.secret = secret
        self.now = now
        self.entries: list[log.AnyEntry] = []

    def add(self, kind: type[log.Entry], **fields: Any) -> None:
        entry: Any = kind(number=self.match.number + 1, at=self.now, **fields)
        self.match = fold(self.match, entry)
        self.entries.append(entry)

    # People

    def join(self, owner: str, seat: int | None, name: str, colour: str, salt: str) -> None:
        """Sits down on this seat, or on the first open one. The game begins when all are taken."""
        seats = self.match.seats
        if self.match.phase == OVER:
            raise Refused("over")
        self._check_room()
        free = [index for index, place in enumerate(seats) if place.kind == OPEN]
        if not free or (seat is not None and seat not in free):
            raise Refused("seat-taken")
        chosen = free[0] if seat is None else seat
        mine = seats[chosen].colour or free_colour(seats, colour)
        self.add(log.Joined, seat=chosen, name=name, colour=mine, salt=salt, owner=owner)
        if self.match.phase == WAITING and all(seat.kind != OPEN for seat in self.match.seats):
            self.add(log.Started)
            self._settle()

    def leave(self, guest: str, seat: int) -> None:
        if self.match.seats[seat].owner != guest:
            raise Refused("not-your-seat")
        if self.match.phase == OVER:
            raise Refused("over")
        self.add(log.Left, seat=seat)
        self._pause_if_deserted()

    def do(self, guest: str, deed: Deed) -> int | None:
        """Does what a guest asks. If it was done before, returns the number of its entry."""
        is_new = isinstance(deed, Versioned) and deed.version == self.match.version
        for seat in () if is_new else self.match.owned_by(guest):
            heard = self.match.answered(seat, deed.ack)
            if heard is not None:
                return heard
            last = None if isinstance(deed, Versioned) else deed.last
            if last is not None and self.match.has_forgotten(seat, last):
                raise Refused("too-old")
        self._check_room()
        match deed:
            case Play():
                self._play_typed(guest, deed)
            case Undo():
                self._undo(guest, deed)
            case Extend():
                self._extend(guest, deed)
            case TakeBack():
                self._take_back(guest, deed)
            case Chat():
                self._chat(guest, deed)
        return None

    def _play_typed(self, guest: str, deed: Play) -> None:
        """Plays all moves that a player typed, or none."""
        seat = self._own_seat(guest, deed.version, self.match.actor)
        listed = self.match.sitting.moves.get(deed.move)
        moves = _read(self.match.state, deed.move) if listed is None else (listed,)
        text = "" if listed is None else deed.move
        for index, move in enumerate(moves):
            if index and self.match.state.actor != seat:  # the turn is over
                raise Refused("not-your-turn")
            self._play(seat, move, text, ack=deed.ack if index == len(moves) - 1 else "")

    def _undo(self, guest: str, deed: Undo) -> None:
        sitting = self.match.sitting
        mine = sitting.may_undo in self.match.owned_by(guest)
        seat = self._own_seat(guest, deed.version, sitting.may_undo if mine else self.match.actor)
        if not mine:
            raise Refused(f"undo-{sitting.barrier}")
        self.add(log.Undone, seat=seat, move=sitting.text, ack=deed.ack)

    def _extend(self, guest: str, deed: Extend) -> None:
        """Gives time to the player who is thinking. Only another player can."""
        givers = [seat for seat in self._seats_of(guest) if seat != self.match.actor]
        if self.match.deadline is None or self.match.actor is None:
            raise Refused("no-clock")
        if not givers:
            raise Refused("own-clock")
        actor, by = self.match.actor, givers[0]
        self.add(log.Extended, seat=actor, by=by, seconds=EXTENSION, ack=deed.ack)

    def _take_back(self, guest: str, deed: TakeBack) -> None:
        if deed.seat not in self._seats_of(guest):
            raise Refused("not-your-seat")
        if not self.match.seats[deed.seat].stand_in:
            raise Refused("no-stand-in")
        self.add(log.TakenBack, seat=deed.seat, ack=deed.ack)

    def _chat(self, guest: str, deed: Chat) -> None:
        seat, text, phrase = self._seats_of(guest)[0], deed.text, deed.phrase
        if bool(text) == bool(phrase) or (phrase and phrase not in PHRASES):
            raise Refused("bad-chat")
        self.add(log.Chatted, seat=seat, text=text, phrase=phrase, ack=deed.ack)

    # The server

    def play_for_bot(self, text: str, reason: Message) -> None:
        """Plays a move that the sitting lists."""
        assert self.match.actor is not None
        move = self.match.sitting.moves[text]
        self._play(self.match.actor, move, text, bot=True, reason=spoken(reason))

    def time_out(self) -> None:
        assert self.match.actor is not None
        self.add(log.TimedOut, seat=self.match.actor)
        self._pause_if_deserted()

    def forgive_downtime(self) -> None:
        """Gives a last minute to a turn whose time ran out while the server was down."""
        if self.match.deadline is not None and self.match.deadline <= self.now:
            late = self.now - self.match.deadline
            self.add(log.Extended, seat=self.match.actor, seconds=late + GRACE)

    # Inside

    def _check_room(self) -> None:
        if self.match.number >= LONGEST_LOG:
            raise Refused("log-full", most=LONGEST_LOG)

    def _pause_if_deserted(self) -> None:
        if self.match.phase == PLAYING and self.match.is_deserted:
            self.add(log.Paused)

    def _seats_of(self, guest: str) -> list[int]:
        mine = self.match.owned_by(guest)
        if not mine:
            raise Refused("not-your-seat")
        return mine

    def _own_seat(self, guest: str, version: int, seat: int | None) -> int:
        """Returns the seat that is to act. Raises ``Refused`` if it is not this guest's."""
        if self.match.phase != PLAYING or seat is None or self.match.seats[seat].owner != guest:
            self._seats_of(guest)
            if self.match.phase != PLAYING:
                raise Refused("over" if self.match.phase == OVER else "not-started")
            raise Refused("not-your-turn")
        if self.match.seats[seat].stand_in:
            raise Refused("stand-in")
        if version != self.match.version:
            raise Refused("stale", found=version, present=self.match.version)
        return seat

    def _play(self, seat: int, move: Move, text: str, **fields: Any) -> None:
        self._add_move(log.Played, self.match.sitting.play(move, text), seat=seat, **fields)
        self._settle()

    def _add_move(
        self, kind: type[log.Played | log.Drawn], sitting: Sitting[Any], **fields: Any
    ) -> None:
        """Adds the entry of the move that led to this sitting."""
        entry = kind(
            number=self.match.number + 1,
            at=self.now,
            move=sitting.text,
            events=described(sitting.events),
            **fields,
        )
        self.match = after_move(self.match, entry, sitting)
        self.entries.append(entry)

    def _settle(self) -> None:
        """Draws as long as chance decides, and ends the match if the game is over."""
        while self.match.state.actor == CHANCE:
            dice = Dice(self.secret, self.match.joins)
            number = self.match.draws
            drawn = self.match.sitting.draw(partial(dice.below, number=number))
            self._add_move(log.Drawn, drawn, draw=number)
        result = self.match.state.result
        if result is not None:
            self.add(
                log.Ended,
                winners=list(result.winners),
                rule=result.rule,
                reason=spoken(result.reason),
                secret=self.secret,
            )


def _read(state: State[Any], text: str) -> tuple[Move, ...]:
    """Reads moves in notation or as people type them. Raises ``Invalid`` or ``Illegal``."""
    try:
        return (state.parse(text),)
    except Invalid:
        return state.parse_typed(text)
