"""What goes over HTTP: what people wish for, and what they are shown."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tablee.core.options import OptionKind
from tablee.server.clock import Clock
from tablee.server.entries import AnyEntry
from tablee.server.match import Phase
from tablee.server.messages import Spoken
from tablee.server.option_schema import (
    LONGEST_NAME,
    LONGEST_VALUE,
    MOST_OPTIONS,
    options_schema,
)
from tablee.server.protocol import StateView, TableView
from tablee.server.seats import Colour, Seat

Salt = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z_-]{0,64}$")]
Name = Annotated[str, msgspec.Meta(max_length=200)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
Options = Annotated[
    dict[
        Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)],
        Annotated[str, msgspec.Meta(max_length=LONGEST_VALUE)],
    ],
    msgspec.Meta(
        max_length=MOST_OPTIONS,
        # This is where Litestar looks for what the OpenAPI is to say beyond the type.
        extra_json_schema={
            "description": "What is chosen for the table, by the game; the rest has its default.",
            "extra": options_schema(),
        },
    ),
]


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a person asks for. Fields that are not known are refused."""


class SeatWish(Wish, frozen=True):
    """What a seat is for: a person, or a bot of a level."""

    bot: str | None = None


class Joining(Wish, frozen=True):
    name: Name
    colour: Colour | None = None
    seat: SeatNumber | None = None
    key: Annotated[str, msgspec.Meta(max_length=32)] = ""
    salt: Salt = ""


class NewTable(Wish, frozen=True):
    game: Annotated[str, msgspec.Meta(max_length=40)]
    options: Options = {}
    edition: Annotated[str, msgspec.Meta(max_length=32_768)] | None = None
    """The text of an edition of one's own; the standard one if there is none."""
    seats: Annotated[list[SeatWish], msgspec.Meta(max_length=8)] | None = None
    """Who each seat is for; people on all of them if it is not said."""
    clock: Clock = Clock()
    private: bool = False
    join: Joining | None = None
    """Sit down at once."""


class OptionView(msgspec.Struct, frozen=True):
    """Something to choose when a table is set up; ``tablee.core.options`` says what kinds mean."""

    name: str
    kind: OptionKind
    question: Spoken
    choices: dict[str, Spoken]
    default: str
    players: list[int]
    """For which numbers of players; empty for all."""
    least: int
    most: int


class GameView(msgspec.Struct, frozen=True):
    name: str
    title: Spoken
    about: Spoken
    lesson: bool
    """Whether there is a lesson."""
    rules: int
    """The rules version of new games."""
    bots: list[str]
    bot_titles: dict[str, Spoken]
    players: list[int]
    usual_players: int
    options: list[OptionView]
    edition: str
    """The standard edition, for whoever wants to correct it."""


class Phrase(msgspec.Struct, frozen=True):
    phrase: str
    text: Spoken


class Listed(msgspec.Struct, frozen=True):
    id: str
    game: str
    options: dict[str, str]
    clock: Clock
    phase: Phase
    seats: list[Seat]
    created_at: float


class TableStatus(msgspec.Struct, frozen=True):
    table: TableView
    phase: Phase
    seats: list[Seat]
    yours: list[int]
    watch_key: str
    join_key: str = ""
    """Only for those who may invite: the players."""
    rematch: str = ""


class Replay(msgspec.Struct, frozen=True):
    """The table after so many moves; draws count as moves."""

    move: int
    moves: int
    entry: AnyEntry | None
    state: StateView


class Health(msgspec.Struct, frozen=True):
    status: str
    version: str
    tables: int


class Alive(msgspec.Struct, frozen=True):
    status: str


class Ready(msgspec.Struct, frozen=True):
    status: str
    database: bool
    """Whether it answers."""
    broker: bool | None
    """Whether it answers; null where there is none."""
