"""The log of a table. Its entries are numbered from 1 and never change.

The same structs are stored, sent to the players and read back. ``public`` leaves out what only the
server may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from tablee.core.events import Event
from tablee.core.messages import LANGUAGES
from tablee.server.messages import Language, Refused, Spoken

Topic = Literal["stop", "rematch"]
"""What people at a table vote about."""
How = Literal["", "agreed", "resigned", "time", "left"]
"""Why a game ended early: people agreed, gave up, had no time left, or all of them left."""

EventData = Annotated[dict[str, Any], msgspec.Meta(title="GameEvent")]
"""An event of a game as JSON, with its sentence. See ``described``."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", kw_only=True):
    number: int
    at: float
    """Seconds since 1970."""
    ack: str = ""
    """The id of the request. A client that sees it knows that the request is done."""

    is_whole: ClassVar[bool] = True
    """True if ``public`` leaves nothing out."""

    def public(self) -> Entry:
        return self


class Joined(Entry, frozen=True, tag="joined"):
    seat: int
    name: str
    colour: str
    salt: str
    """The player's part of the dice's seed."""
    owner: str = ""

    is_whole: ClassVar[bool] = False

    def public(self) -> Entry:
        return msgspec.structs.replace(self, owner="")


class Left(Entry, frozen=True, tag="left"):
    """The seat is free again. Before the start, this may be the seat of a bot."""

    seat: int
    removed: bool = False
    """True if the host sent the player or the bot away."""
    level: str = ""
    """The bot that stands in for the next player of a seat from which a bot was sent away."""


class BotSeated(Entry, frozen=True, tag="bot-seated"):
    """Before the start the host gave a free seat to a bot."""

    seat: int
    level: str
    name: str
    colour: str


class Swapped(Entry, frozen=True, tag="swapped"):
    """Before the start two seats changed places. People and bots keep their colours."""

    seat: int
    other: int


class Coloured(Entry, frozen=True, tag="coloured"):
    """A seat has another colour. ``colours`` has those of all seats."""

    seat: int
    colours: list[str]


class HostChanged(Entry, frozen=True, tag="host-changed"):
    """The host has left. The player on this seat is the host now."""

    seat: int


class Started(Entry, frozen=True, tag="started"):
    pass


class Played(Entry, frozen=True, tag="played"):
    seat: int
    move: str
    events: list[EventData]
    bot: bool = False
    reason: Spoken = {}
    """Why a bot played it."""
    given: bool = False
    """True if it was played elsewhere: the table goes on from there."""


class Drawn(Entry, frozen=True, tag="drawn"):
    """A draw of chance. ``draw`` counts from 0."""

    draw: int
    move: str
    events: list[EventData]
    given: bool = False


class Undone(Entry, frozen=True, tag="undone"):
    seat: int
    move: str


class Rewound(Entry, frozen=True, tag="rewound"):
    """At a table for practice: the player took back a move of an earlier turn, and all after it."""

    seat: int
    moves: int
    """How many moves and draws were taken back."""
    draws: int
    """How many draws stand. The next ones show the same as before."""
    state: dict[str, Any]
    """The position before the first of these moves."""


class TimedOut(Entry, frozen=True, tag="timed-out"):
    """The player's time ran out. From now on a bot plays for this seat."""

    seat: int


class TakenBack(Entry, frozen=True, tag="taken-back"):
    """The player plays again instead of a bot."""

    seat: int


class Paused(Entry, frozen=True, tag="paused"):
    """Nobody plays any more. The game waits until a player comes back or somebody sits down."""


class Extended(Entry, frozen=True, tag="extended"):
    seat: int
    seconds: float
    by: int | None = None
    """The seat that gave the time; None if the server did."""


class Chatted(Entry, frozen=True, tag="chatted"):
    seat: int
    text: str = ""
    phrase: str = ""


class Resigned(Entry, frozen=True, tag="resigned"):
    """The player has given up. If the game goes on, a bot plays for this seat to the end."""

    seat: int


class Voted(Entry, frozen=True, tag="voted"):
    """A player offers or accepts to stop the game or to play again, or declines it."""

    seat: int
    about: Topic
    yes: bool


class Ended(Entry, frozen=True, tag="ended"):
    winners: list[int]
    rule: str
    """Empty if the rules did not end the game."""
    reason: Spoken
    secret: str
    """The secret of the dice. The table showed its hash before the first roll."""
    how: How = ""


class Rematched(Entry, frozen=True, tag="rematched"):
    """The people of this table play again at another table."""

    table: str


AnyEntry = (
    Joined
    | Left
    | BotSeated
    | Swapped
    | Coloured
    | HostChanged
    | Started
    | Played
    | Drawn
    | Undone
    | Rewound
    | TimedOut
    | TakenBack
    | Paused
    | Extended
    | Chatted
    | Resigned
    | Voted
    | Ended
    | Rematched
)

encode = msgspec.json.Encoder().encode
decode: Callable[[bytes | msgspec.Raw], AnyEntry] = msgspec.json.Decoder(AnyEntry).decode


class Damaged(Refused):
    """What is stored of a table is not what was written."""

    def __init__(self, problem: str) -> None:
        super().__init__("damaged")
        self.problem = problem
        """For the operator."""


def decoded(bodies: Iterable[bytes], after: int) -> list[AnyEntry]:
    """Returns the entries of a log that go on after a number. Raises ``Damaged`` at a gap."""
    found = []
    for number, body in enumerate(bodies, after + 1):
        try:
            found.append(decode(body))
        except msgspec.ValidationError:  # of a newer version
            raise
        except (msgspec.DecodeError, RecursionError) as error:
            raise Damaged(f"entry {number} is not JSON") from error
        if found[-1].number != number:
            raise Damaged(f"entry {number} is missing")
    return found


class Told(msgspec.Struct, frozen=True):
    """An entry as everybody at the table gets it, encoded once."""

    number: int
    raw: msgspec.Raw


def told(entry: Entry, body: bytes) -> Told:
    return Told(entry.number, msgspec.Raw(body if entry.is_whole else encode(entry.public())))


def described(
    events: tuple[Event, ...], language: Language | None = None, causes: tuple[int, ...] = ()
) -> list[EventData]:
    """Returns events as JSON, each with its sentence in one language or in all.

    With ``causes``, each says how many events back in the log its cause is (``Sitting.causes``).
    """
    told = [_described(event, language) for event in events]
    if not causes:
        return told
    return [{**one, "cause": back} for one, back in zip(told, causes, strict=True)]


@lru_cache(maxsize=2048)
def _described(event: Event, language: Language | None) -> EventData:
    """Cached, because many events are the same: turns begin and end, dockers are activated."""
    languages = LANGUAGES if language is None else (language,)
    return {**event.to_json(), "text": event.sentence().texts(languages)}
