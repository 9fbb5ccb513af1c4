"""Turns what people, bots and clocks do into the next entries of a log, or refuses it.

A draft does not change the table. The table saves its entries and then adopts its match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from tablee.core.errors import Invalid
from tablee.core.game import CHANCE, Move
from tablee.core.messages import Message
from tablee.core.sitting import Sitting
from tablee.server import entries as log
from tablee.server.clock import EXTENSION, GRACE
from tablee.server.dice import Dice
from tablee.server.entries import How, Topic, described
from tablee.server.match import OVER, PLAYING, WAITING, Match, after_move, fold
from tablee.server.messages import Refused, say, spoken
from tablee.server.protocol import Chat, Deed, Extend, Play, TakeBack, Undo, Versioned
from tablee.server.replay import Rewinding
from tablee.server.seats import BOT, OPEN, PERSON, colours_of, free_colour, has_colour_option

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
        self.opening: Sequence[str] = ()
        """Moves that were played elsewhere. The game goes on from there when it begins."""

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
        mine = seats[chosen].colour or self._free_colour(chosen, colour)
        self.add(log.Joined, seat=chosen, name=name, colour=mine, salt=salt, owner=owner)
        if self.match.phase == WAITING and colour and self._is_unused(colour):
            self._colour(chosen, colour)
        self.begin_if_full()

    def begin_if_full(self) -> None:
        if self.match.phase == WAITING and all(seat.kind != OPEN for seat in self.match.seats):
            self.add(log.Started)
            for text in self.opening:
                self._give(text)
            self._settle()

    def leave(self, guest: str, seat: int, *, is_host: bool = False) -> None:
        if self.match.seats[seat].owner != guest:
            raise Refused("not-your-seat")
        if self.match.phase == OVER:
            raise Refused("over")
        self.add(log.Left, seat=seat)
        if is_host:
            self._pass_on(guest)
        self._after_somebody_went()

    def tidy_away(self, guest: str, *, is_host: bool = False) -> None:
        """Leaves all seats of the guest. If no people stay, the table is closed."""
        mine = self.match.owned_by(guest)
        if not mine and not is_host:
            raise Refused("not-your-seat")
        if self.match.phase == OVER:
            return
        for seat in mine:
            self.add(log.Left, seat=seat)
        if is_host:
            self._pass_on(guest)
        if any(seat.kind == PERSON for seat in self.match.seats):
            self._after_somebody_went()
        else:
            self._end("left")

    def resign(self, guest: str, seat: int) -> None:
        """Gives up. Of two players the other wins; else a bot plays on for those who remain."""
        if self.match.seats[seat].owner != guest:
            raise Refused("not-your-seat")
        self._check_playing()
        if self.match.seats[seat].out:
            raise Refused("out")
        self.add(log.Resigned, seat=seat)
        self._end_if_decided("resigned")
        self._after_somebody_went()

    def vote(self, guest: str, about: Topic, *, yes: bool) -> bool:
        """Offers or accepts something, or declines it. Returns whether everybody agrees now.

        A vote that changes nothing is no entry, so it may be sent again.
        """
        mine = self._seats_of(guest)
        if about == "stop":
            self._check_playing()
        elif self.match.phase != OVER:
            raise Refused("not-over")
        voting = [seat for seat in mine if seat in self.match.voters()]
        if not voting:
            raise Refused("stand-in")
        if not yes and (not self.match.votes or self.match.rematch):
            raise Refused("no-offer")
        if not yes or voting[0] not in self.match.votes:
            self.add(log.Voted, seat=voting[0], about=about, yes=yes)
        agreed = self.match.is_agreed
        if agreed and about == "stop":
            self._end("agreed")
        return agreed

    # The host, before the start

    def seat_bot(self, seat: int, level: str, name: str) -> None:
        """Gives a free seat, or that of another bot, to a bot."""
        self._check_waiting()
        if self.match.seats[seat].kind == PERSON:
            raise Refused("seat-taken")
        colour = self.match.seats[seat].colour or self._free_colour(seat)
        self.add(log.BotSeated, seat=seat, level=level, name=name, colour=colour)
        self.begin_if_full()

    def remove(self, seat: int, level: str) -> None:
        """Makes a seat free. ``level`` is the bot that stands in for its next player."""
        self._check_waiting()
        if self.match.seats[seat].kind == OPEN:
            raise Refused("seat-free")
        self.add(log.Left, seat=seat, removed=True, level=level)

    def swap(self, seat: int, other: int) -> None:
        self._check_waiting()
        if seat == other:
            raise Refused("same-seat")
        self.add(log.Swapped, seat=seat, other=other)

    def choose_colour(self, seat: int, colour: str) -> None:
        """Gives a colour to a seat. Whoever has it gets the colour of this seat."""
        if self.match.phase == OVER:
            raise Refused("over")
        if has_colour_option(self.match.plan.game):
            self._check_waiting()
        known = colours_of(self.match.plan.game)
        if colour not in known:
            raise Refused("no-colour", known=", ".join(known))
        if self.match.colours[seat] != colour:
            self._colour(seat, colour)

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
        if listed is not None:
            self._play(seat, listed, deed.move, ack=deed.ack)
            return
        moves = typed_moves(self.match.sitting, deed.move)
        for index, move in enumerate(moves):
            if index and self.match.state.actor != seat:  # the turn is over
                raise Refused("not-your-turn")
            self._play(seat, move, "", ack=deed.ack if index == len(moves) - 1 else "")

    def _undo(self, guest: str, deed: Undo) -> None:
        sitting = self.match.sitting
        mine = sitting.may_undo in self.match.owned_by(guest)
        seat = self._own_seat(guest, deed.version, sitting.may_undo if mine else self.match.actor)
        if not mine:
            raise Refused(f"undo-{sitting.barrier}")
        self.add(log.Undone, seat=seat, move=sitting.text, ack=deed.ack)

    def rewind(self, guest: str, version: int, found: Rewinding) -> None:
        """Takes back the guest's last move, and all that the bots and the dice did after it."""
        self.check_practice(guest)
        if version != self.match.version:
            raise Refused("stale", found=version, present=self.match.version)
        self._check_room()
        self.add(log.Rewound, **asdict(found))

    def check_practice(self, guest: str) -> None:
        """Raises ``Refused`` unless this guest plays alone against bots, to practise."""
        self._seats_of(guest)
        alone = all(seat.kind == BOT or seat.owner == guest for seat in self.match.seats)
        if not (self.match.plan.practice and alone):
            raise Refused("no-practice")
        self._check_playing()

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
        if self.match.seats[deed.seat].out:
            raise Refused("out")
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
        self._end_if_decided("time")
        self._after_somebody_went()

    def forgive_downtime(self) -> None:
        """Gives a last minute to a turn whose time ran out while the server was down."""
        if self.match.deadline is not None and self.match.deadline <= self.now:
            late = self.now - self.match.deadline
            self.add(log.Extended, seat=self.match.actor, seconds=late + GRACE)

    # Inside

    def _check_room(self) -> None:
        if self.match.number >= LONGEST_LOG:
            raise Refused("log-full", most=LONGEST_LOG)

    def _check_waiting(self) -> None:
        if self.match.phase != WAITING:
            raise Refused("over" if self.match.phase == OVER else "started")

    def _check_playing(self) -> None:
        if self.match.phase != PLAYING:
            raise Refused("over" if self.match.phase == OVER else "not-started")

    def _free_colour(self, seat: int, wish: str = "") -> str:
        """Returns the colour to note at a seat. An option of the game is noted there instead."""
        if has_colour_option(self.match.plan.game):
            return ""
        return free_colour(self.match.seats, seat, colours_of(self.match.plan.game), wish)

    def _is_unused(self, colour: str) -> bool:
        """True if a colour exists, and neither a person nor a bot has it."""
        taken = [
            one
            for seat, one in zip(self.match.seats, self.match.colours, strict=True)
            if seat.kind != OPEN
        ]
        return colour in colours_of(self.match.plan.game) and colour not in taken

    def _colour(self, seat: int, colour: str) -> None:
        colours = self.match.colours
        if colour in colours:
            colours[colours.index(colour)] = colours[seat]
        colours[seat] = colour
        self.add(log.Coloured, seat=seat, colours=colours)

    def _pass_on(self, guest: str) -> None:
        """Makes the next player the host, if the host has left every seat."""
        seats = self.match.seats
        others = [index for index, seat in enumerate(seats) if seat.owner not in ("", guest)]
        if others and not self.match.owned_by(guest):
            self.add(log.HostChanged, seat=others[0])

    def _after_somebody_went(self) -> None:
        """Stops the game if all who are left wanted that, or pauses it if nobody is left."""
        if self.match.phase != PLAYING:
            return
        if self.match.votes and self.match.is_agreed:
            self._end("agreed")
        elif self.match.is_deserted:
            self.add(log.Paused)

    def _end_if_decided(self, how: How) -> None:
        """Ends the game if one of two players is out, or if all people are."""
        seats = self.match.seats
        remaining = [index for index, seat in enumerate(seats) if not seat.out]
        people = any(seats[index].kind == PERSON for index in remaining)
        if len(remaining) == 1 or (len(remaining) < len(seats) and not people):
            self._end(how, remaining if len(remaining) == 1 else [])

    def _end(self, how: How, winners: Sequence[int] = ()) -> None:
        only_bots = not winners and how in ("resigned", "time")
        reason = spoken(say("ended-bots" if only_bots else f"ended-{how}"))
        end = {"winners": list(winners), "rule": "", "reason": reason, "secret": self.secret}
        self.add(log.Ended, how=how, **end)

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
            events=described(sitting.events, causes=sitting.causes),
            **fields,
        )
        self.match = after_move(self.match, entry, sitting)
        self.entries.append(entry)

    def _give(self, text: str) -> None:
        """Plays a move that was played elsewhere. Raises ``Invalid`` or ``Illegal``."""
        sitting, actor = self.match.sitting, self.match.state.actor
        played = sitting.play(sitting.parse(text), text)
        if actor == CHANCE:
            self._add_move(log.Drawn, played, draw=self.match.draws, given=True)
        else:
            self._add_move(log.Played, played, seat=actor, given=True)

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


def typed_moves(sitting: Sitting[Any], text: str) -> tuple[Move, ...]:
    """Reads moves in notation or as people type them. Raises ``Invalid`` or ``Illegal``."""
    try:
        return (sitting.parse(text),)
    except Invalid:
        return sitting.state.parse_typed(text)
