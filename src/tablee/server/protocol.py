"""The live protocol: what clients and server say to each other over a WebSocket.

Every message is a JSON object with a ``type``. docs/protocol.md tells it as a story.
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

Ack = Annotated[str, msgspec.Meta(pattern="^[ -~]+$", max_length=LONGEST_ACK)]
Version = Annotated[int, msgspec.Meta(ge=0)]


# From a client


class Request(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", omit_defaults=True
):
    """Something a client asks for."""


class Hello(Request, frozen=True, tag="hello"):
    """The first message. ``last`` is the number of the last entry seen."""

    last: Version | None = None
    previews: bool = False
    """Send what each legal move leads to, with every state."""
    presence: bool = False
    """Send which seats' owners are at the table, whenever that changes."""
    language: Language | None = None
    """The language of the sentences in previews; all of them if it is not said."""


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


class TakeBack(Request, frozen=True, tag="take-back"):
    """The seat is played by its owner again, no longer by a bot."""

    ack: Ack
    seat: Version


class Chat(Request, frozen=True, tag="chat"):
    ack: Ack
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_CHAT)] = ""
    phrase: Annotated[str, msgspec.Meta(max_length=LONGEST_ACK)] = ""


class Resume(Request, frozen=True, tag="resume"):
    """Everything after ``last`` again: the client noticed a gap."""

    last: Version


class Ping(Request, frozen=True, tag="ping"):
    pass


AnyRequest = Hello | Play | Undo | Extend | TakeBack | Chat | Resume | Ping
Deed = Play | Undo | Extend | TakeBack | Chat
"""What changes a table."""
Versioned = Play | Undo
"""What is meant for one version of it."""


# From the server


class UndoView(msgspec.Struct, frozen=True):
    possible: bool
    reason: Spoken
    """Why not; empty if it is possible."""


class StateView(msgspec.Struct, frozen=True, omit_defaults=True):
    """All there is to see and to do after entry ``number``. The client needs no rules."""

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
    winners: list[int] | None = None
    picture: str = ""
    """The board as SVG, of a game that is shown by its picture."""


class TableView(msgspec.Struct, frozen=True):
    """What does not change."""

    id: str
    game: str
    rules: int
    edition: str
    """Fingerprint of the edition."""
    edition_name: str
    """What an edition of one's own is called; empty if it is the standard one."""
    options: dict[str, str]
    scenery: dict[str, Any]
    """Board, track, menu: what a picture needs beside the state."""
    clock: Clock
    private: bool
    commitment: str


class Answer(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Something the server says."""


class SnapshotMessage(Answer, frozen=True, tag="snapshot"):
    """Everything, for a client that knows nothing or too little."""

    table: TableView
    seats: list[Seat]
    yours: list[int]
    state: StateView
    entries: list[AnyEntry]
    """The last few, for a log; the first has number ``state.number - len(entries) + 1``."""
    now: float = 0.0


class Update(Answer, frozen=True, tag="update"):
    """What happened, in order. ``state`` and ``seats`` stand where they have changed."""

    entries: list[AnyEntry]
    state: StateView | None = None
    seats: list[Seat] | None = None


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a legal move leads to, as far as chance has no say: what happens, and the scores."""

    move: str
    events: list[EventData]
    scores: list[int]
    then: list[Preview] = []
    """Each next move, where the choice of a move includes it; these look no further."""


class Previews(Answer, frozen=True, tag="previews"):
    """For each legal move of this version."""

    version: int
    moves: list[Preview]


class PresenceMessage(Answer, frozen=True, tag="presence"):
    """The seats whose owners have the table open now."""

    seats: list[int]


class Done(Answer, frozen=True, tag="done"):
    """A request that was heard before; entry ``number`` had answered it."""

    ack: str
    number: int


class RefusedMessage(Answer, frozen=True, tag="refused"):
    """Nothing changed. To the one who asked, and nobody else."""

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

# Codes with which the server closes a socket.
SLOW, NO_TABLE, NO_HELLO, TOO_MUCH, LATER = 4008, 4004, 4010, 4029, 4013
