"""The seats of a table."""

from __future__ import annotations

from typing import Literal

import msgspec

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "black", "white")
Colour = Literal["red", "blue", "green", "yellow", "purple", "orange", "black", "white"]

OPEN, PERSON, BOT = "open", "person", "bot"


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat at a table."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    colour: str = ""
    level: str = ""
    """The bot that plays here: always if ``kind`` is bot, for a person while ``stand_in``."""
    stand_in: bool = False
    """True while a bot plays for the person. The person may take the seat back."""
    owner: str = ""
    """The guest who sits here. It never leaves the server."""
    salt: str = ""
    """The player's part of the dice's seed, also in a rematch. The log shows it, seats do not."""

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == BOT or self.stand_in

    def public(self) -> Seat:
        return msgspec.structs.replace(self, owner="", salt="")


def free_colour(seats: tuple[Seat, ...], wish: str = "") -> str:
    """Returns the colour wished for if it is free, else the first free one."""
    taken = {seat.colour for seat in seats}
    return next(colour for colour in (wish, *COLOURS) if colour and colour not in taken)
