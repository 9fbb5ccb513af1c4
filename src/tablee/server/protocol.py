"""The messages of the live protocol over a WebSocket.

Every message is a JSON object with a ``type``. docs/protocol.md explains them in order.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from tablee.server.clock import Clock
from tablee.server.entries import AnyEntry, EventData
from tablee.server.match import Phase
from tablee.server.messages import Language, Spoken
from tablee.server.seats import Seat

LONGEST_MOVE, LONGEST_CHAT, LONGEST_ACK = 400, 300, 40

Ack = Annotated[str, msgspec.Meta(pattern=r"^[ -~]+$(?!\n)", max_length=LONGEST_ACK)]
Version = Annotated[int, msgspec.Meta(ge=0)]


# From a client


class Request(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", omit_defaults=True
):
    """A message from a client."""


class Hello(Request, frozen=True, tag="hello"):
    """The first message. ``last`` is the number of the last entry seen."""

    last: Version | None = None
    previews: bool = False
    """Asks for what each legal move leads to, with every state."""
    presence: bool = False
    """Asks which seats' owners are at the table, whenever that changes."""
    language: Language | None = None
    """The language of the sentences in previews. None: all languages."""


class Play(Request, frozen=True, tag="play"):
    ack: Ack
    version: Version
    move: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_MOVE)]


class Undo(Request, frozen=True, tag="undo"):
    ack: Ack
    version: Version


class Extend(Request, frozen=True, tag="extend"):
    """One more minute for the player who is thinking."""

    ack: Ack
    last: Version | None = None
    """The number of the last entry seen when it was sent first."""


class TakeBack(Request, frozen=True, tag="take-back"):
    """The owner plays on the seat again, instead of a bot."""

    ack: Ack
    seat: Version
    last: Version | None = None


class Chat(Request, frozen=True, tag="chat"):
    ack: Ack
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_CHAT)] = ""
    phrase: Annotated[str, msgspec.Meta(max_length=LONGEST_ACK)] = ""
    last: Version | None = None


class GoOn(Request, frozen=True, tag="go-on"):
    """At a table of bots only: somebody has seen this version and wants to see the next turn."""

    version: Version


class Resume(Request, frozen=True, tag="resume"):
    """Asks for everything after ``last`` again: the client noticed a gap."""

    last: Version


class Ping(Request, frozen=True, tag="ping"):
    pass


AnyRequest = Hello | Play | Undo | Extend | TakeBack | Chat | GoOn | Resume | Ping
Deed = Play | Undo | Extend | TakeBack | Chat
"""The requests that change a table."""
Versioned = Play | Undo
"""The requests that are meant for one version of the table."""


# From the server


class UndoView(msgspec.Struct, frozen=True):
    possible: bool
    reason: Spoken
    """Why not; empty if it is possible."""
    seat: int | None = None
    """The player who may take the last move back; None if nobody, or if there are no seats."""


class StateView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state after entry ``number``, with the legal moves. The client needs no rules."""

    number: int
    version: int
    phase: Phase
    actor: int | None
    status: Spoken
    scores: list[int]
    position: dict[str, Any]
    moves: list[str]
    undo: UndoView
    deadline: float | None
    left: list[float] = []
    """The seconds that a total clock left to each seat when this turn began."""
    votes: list[int] = []
    """The seats that want to stop the game or, once it is over, to play again."""
    winners: list[int] | None = None
    picture: str = ""
    """The board as SVG, if the page shows the game by its picture."""


class TableView(msgspec.Struct, frozen=True):
    """The fixed facts of a table."""

    id: str
    game: str
    rules: int
    edition: str
    """Fingerprint of the edition."""
    edition_name: str
    """The name of an own edition. Empty for the standard edition."""
    options: dict[str, str]
    scenery: dict[str, Any]
    """What a picture needs beside the state: board, track, menu."""
    clock: Clock
    private: bool
    commitment: str
    practice: bool = False
    """Whether the player may take back across turns. The record says so, too."""


class Answer(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """A message from the server."""


class SnapshotMessage(Answer, frozen=True, tag="snapshot"):
    """Everything, for a client that knows nothing or has missed too much."""

    table: TableView
    seats: list[Seat]
    yours: list[int]
    state: StateView
    entries: list[AnyEntry]
    """The last entries. The first has the number ``state.number - len(entries) + 1``."""
    now: float = 0.0


class Update(Answer, frozen=True, tag="update"):
    """New entries, in order. ``state``, ``seats`` and ``table`` are there if they changed."""

    entries: list[AnyEntry]
    state: StateView | None = None
    seats: list[Seat] | None = None
    table: TableView | None = None
    """Only colours can change in it, before the start."""


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """The events and the scores after a legal move, up to the next draw of chance."""

    move: str
    events: list[EventData]
    scores: list[int]
    then: list[Preview] = []
    """The next moves, if the player chooses them together with this one."""


class Previews(Answer, frozen=True, tag="previews"):
    """A preview for each legal move of this version."""

    version: int
    moves: list[Preview]


class PresenceMessage(Answer, frozen=True, tag="presence"):
    """The seats whose owners have the table open."""

    seats: list[int]


class Done(Answer, frozen=True, tag="done"):
    """The answer to a repeated request: entry ``number`` had done it."""

    ack: str
    number: int


class RefusedMessage(Answer, frozen=True, tag="refused"):
    """The request is refused and nothing changed. Only the client that asked gets this."""

    code: str
    text: Spoken
    ack: str = ""
    rule: str = ""
    cells: list[str] = []


class Pong(Answer, frozen=True, tag="pong"):
    number: int
    now: float


AnyAnswer = SnapshotMessage | Update | Previews | PresenceMessage | Done | RefusedMessage | Pong

requests: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)
answers: msgspec.json.Decoder[AnyAnswer] = msgspec.json.Decoder(AnyAnswer)
encoder = msgspec.json.Encoder()

# The codes with which the server closes a socket.
SLOW, NO_TABLE, NO_HELLO, TOO_MUCH, LATER = 4008, 4004, 4010, 4029, 4013
