"""A typed client of a tablee server, for programs that play, watch or collect games.

A ``Guest`` makes, finds and joins tables. ``guest.live`` opens one of them as a ``LiveTable``. It
knows what the server last said, and reconnects by itself. The other names are the types of what
goes in and out: wishes (``NewTable``, ``Joining``, …), views (``TableStatus``, ``StateView``, …)
and the entries of a table's log (``Played``, ``Ended``, …).
"""

from tablee.client.guest import Guest
from tablee.client.live import LiveTable, ServerRefused
from tablee.server.clock import Clock
from tablee.server.entries import (
    AnyEntry,
    Chatted,
    Drawn,
    Ended,
    Extended,
    Joined,
    Left,
    Paused,
    Played,
    Rematched,
    Rewound,
    Started,
    TakenBack,
    TimedOut,
    Undone,
)
from tablee.server.protocol import (
    Preview,
    Previews,
    RefusedMessage,
    StateView,
    TableView,
    UndoView,
)
from tablee.server.seats import Seat
from tablee.server.wishes import (
    GameView,
    Joining,
    Listed,
    NewTable,
    OptionView,
    Replay,
    SeatWish,
    TableStatus,
)

__all__ = [
    "AnyEntry",
    "Chatted",
    "Clock",
    "Drawn",
    "Ended",
    "Extended",
    "GameView",
    "Guest",
    "Joined",
    "Joining",
    "Left",
    "Listed",
    "LiveTable",
    "NewTable",
    "OptionView",
    "Paused",
    "Played",
    "Preview",
    "Previews",
    "RefusedMessage",
    "Rematched",
    "Replay",
    "Rewound",
    "Seat",
    "SeatWish",
    "ServerRefused",
    "Started",
    "StateView",
    "TableStatus",
    "TableView",
    "TakenBack",
    "TimedOut",
    "UndoView",
    "Undone",
]
