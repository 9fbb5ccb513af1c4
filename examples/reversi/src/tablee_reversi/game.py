"""The game of Reversi: on which board it is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from tablee.core import Game, Invalid, Option, OptionKind
from tablee_reversi.board import DISCS, EMPTY, start
from tablee_reversi.events import PACKAGE, say
from tablee_reversi.state import ReversiMove, ReversiState


@dataclass(frozen=True)
class Reversi(Game[ReversiMove]):
    name: ClassVar[str] = "reversi"
    player_counts: ClassVar[tuple[int, ...]] = (2,)
    usual_players: ClassVar[int] = 2
    all_options: ClassVar[tuple[Option, ...]] = (
        Option(PACKAGE, "size", OptionKind.CHOICE, ("4", "6", "8"), "8"),
    )

    size: int = 8
    players: int = 2
    rules_version: int = 1

    def initial(self) -> ReversiState:
        return ReversiState(self, start(self.size))

    def state_from_json(self, data: Mapping[str, Any]) -> ReversiState:
        board, player = data.get("board"), data.get("player")
        if (
            not isinstance(board, str)
            or len(board) != self.size**2
            or not set(board) <= {*DISCS, EMPTY}
            or player not in (0, 1)
        ):
            raise Invalid(say("bad-state"))
        return ReversiState(self, board, player)

    def options(self) -> dict[str, str]:
        return {"players": "2", "size": str(self.size)}

    @property
    def edition_text(self) -> str:
        """There is one edition, and it has nothing to say."""
        return ""

    @classmethod
    def of_values(
        cls, players: int, values: Mapping[str, str], edition_text: str | None, rules_version: int
    ) -> Self:
        if edition_text:
            raise Invalid(say("no-editions"))
        return cls(int(values["size"]), players, rules_version)
