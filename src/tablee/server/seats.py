"""The seats of a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

import msgspec

from tablee.core.options import OptionKind
from tablee.core.registry import game_type

PALETTE = ("blue", "orange", "green", "purple")
"""The colours of a game that leaves them to the table, in the order of ``core.palette``."""
COLOURS_OPTION = "colours"
"""The option of a game in which colours matter."""

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
    out: bool = False
    """True if the person has given up or has no time left: a bot plays to the end."""
    owner: str = ""
    """The guest who sits here. It never leaves the server."""
    salt: str = ""
    """The player's part of the dice's seed, also in a rematch. The log shows it, seats do not."""

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == BOT or self.stand_in

    def public(self) -> Seat:
        return msgspec.structs.replace(self, owner="", salt="")


@cache
def has_colour_option(game: str) -> bool:
    """True if the colours are an option of the game, and not only looks."""
    each = [one.name for one in game_type(game).all_options if one.kind is OptionKind.ONE_EACH]
    return COLOURS_OPTION in each


@cache
def colours_of(game: str) -> tuple[str, ...]:
    """Returns the colours to choose from. A game that the page shows by its picture has none."""
    kind = game_type(game)
    if has_colour_option(game):
        return next(one.choices for one in kind.all_options if one.name == COLOURS_OPTION)
    return () if kind.from_options({}).initial().shown_by_picture else PALETTE


def free_colour(seats: Sequence[Seat], seat: int, colours: Sequence[str], wish: str = "") -> str:
    """Returns the colour wished for if it is free, else the usual one of the seat, else any."""
    taken = {other.colour for other in seats}
    wanted = (wish, *colours[seat : seat + 1], *colours)
    return next((one for one in wanted if one in colours and one not in taken), "")
