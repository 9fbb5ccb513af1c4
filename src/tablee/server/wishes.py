"""Requests and answers about tables over HTTP."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tablee.core.options import OptionKind
from tablee.server.clock import Clock
from tablee.server.entries import AnyEntry, How
from tablee.server.match import Phase
from tablee.server.messages import Spoken
from tablee.server.option_schema import (
    LONGEST_NAME,
    LONGEST_VALUE,
    MOST_OPTIONS,
    options_schema,
)
from tablee.server.protocol import StateView, TableView
from tablee.server.seats import Seat

MOST_LOGGED = 500
"""Entries of a log in one answer. A client asks for the next ones with ``after``."""

Salt = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z_-]{0,64}$(?!\n)")]
Name = Annotated[str, msgspec.Meta(max_length=200)]
ColourWish = Annotated[str, msgspec.Meta(max_length=16)]
Level = Annotated[str, msgspec.Meta(max_length=40)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
Options = Annotated[
    dict[
        Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)],
        Annotated[str, msgspec.Meta(max_length=LONGEST_VALUE)],
    ],
    msgspec.Meta(
        max_length=MOST_OPTIONS,
        # Litestar copies "extra" to the OpenAPI schema.
        extra_json_schema={
            "description": "The options of the game. Options left out have their defaults.",
            "extra": options_schema(),
        },
    ),
]


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A request. Unknown fields are refused."""


class SeatWish(Wish, frozen=True):
    """Who a seat is for: a person, or a bot."""

    bot: str | None = None


class Joining(Wish, frozen=True):
    name: Name
    colour: ColourWish = ""
    seat: SeatNumber | None = None
    key: Annotated[str, msgspec.Meta(max_length=32)] = ""
    salt: Salt = ""


class Arranging(Wish, frozen=True, tag_field="type"):
    """A change of the seats before the start. The host may ask for all of them."""

    seat: SeatNumber


class SeatBot(Arranging, frozen=True, tag="bot"):
    """A bot sits down on a free seat."""

    level: Level


class Remove(Arranging, frozen=True, tag="remove"):
    """The seat is free again."""


class Swap(Arranging, frozen=True, tag="swap"):
    """Two seats change places."""

    other: SeatNumber


class ChooseColour(Arranging, frozen=True, tag="colour"):
    """The seat gets a colour; whoever has it gets the one of the seat. Its player may ask, too."""

    colour: ColourWish


AnyArranging = SeatBot | Remove | Swap | ChooseColour


class Vote(Wish, frozen=True):
    """Offers or accepts something that all people at the table must want, or declines it."""

    yes: bool = True


class Rewind(Wish, frozen=True):
    """Takes back one's last move at a table for practice, and all that was played after it."""

    version: Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class NewTable(Wish, frozen=True):
    game: Annotated[str, msgspec.Meta(max_length=40)]
    options: Options = {}
    edition: Annotated[str, msgspec.Meta(max_length=32_768)] | None = None
    """The text of an own edition. None: the standard edition."""
    seats: Annotated[list[SeatWish], msgspec.Meta(max_length=8)] | None = None
    """Who each seat is for. None: people on all seats."""
    clock: Clock = Clock()
    private: bool = False
    join: Joining | None = None
    """The host sits down at once."""
    practice: bool = False
    """Against bots only: the player may take back across turns, and the page offers advice."""


class OptionView(msgspec.Struct, frozen=True):
    """An option of a game. ``tablee.core.options`` explains the kinds."""

    name: str
    kind: OptionKind
    question: Spoken
    choices: dict[str, Spoken]
    default: str
    players: list[int]
    """The numbers of players that have this option. Empty: all."""
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
    bot_names: dict[str, str]
    """The name of each bot at a table. Empty: it has none of its own."""
    bot_lines: dict[str, Spoken]
    """How each bot plays, in a sentence."""
    colours: list[str]
    """The colours to choose from. Empty: they are fixed."""
    players: list[int]
    usual_players: int
    options: list[OptionView]
    edition: str
    """The text of the standard edition, to be copied and changed."""


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
    """Only the host and the players get it."""
    rematch: str = ""
    host: bool = False
    """Whether you are the host."""
    address: str = ""
    """Where others find this server, if they can reach it. Only the host gets it."""


class Brief(msgspec.Struct, frozen=True):
    """How a table stands, for a list of one's own tables."""

    id: str
    game: str
    phase: Phase
    seats: list[Seat]
    yours: list[int]
    actor: int | None
    since: float
    """When the present turn began, or when the game ended; 0 if nobody knows."""
    now: float
    winners: list[int]
    how: How


class Replay(msgspec.Struct, frozen=True):
    """The table after ``move`` of ``moves`` moves. Draws count as moves."""

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
    """Whether it answers and can save."""
    broker: bool | None
    """Whether it answers; null if there is no broker."""
