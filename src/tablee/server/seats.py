"""Seats: who sits where, and who plays for them."""

from __future__ import annotations

from typing import Literal

import msgspec

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "black", "white")
Colour = Literal["red", "blue", "green", "yellow", "purple", "orange", "black", "white"]

OPEN, PERSON, BOT = "open", "person", "bot"


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One place at a table."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    colour: str = ""
    level: str = ""
    """Which bot plays here: always for a bot, while ``stand_in`` for a person."""
    stand_in: bool = False
    """A bot plays for the person until they take the seat back."""
    owner: str = ""
    """The guest who sits here. Never leaves the server."""

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == BOT or self.stand_in

    def public(self) -> Seat:
        return msgspec.structs.replace(self, owner="")


def free_colour(seats: tuple[Seat, ...], wish: str = "") -> str:
    """The colour wished for if nobody has it, else the first that is free."""
    taken = {seat.colour for seat in seats}
    return next(colour for colour in (wish, *COLOURS) if colour and colour not in taken)
