"""The game of Shear Panic: who plays which colour, on which edition, and who begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from tablee.core.benchmark import Benchmark
from tablee.core.errors import Invalid
from tablee.core.game import Actor, Game
from tablee.core.options import Option, OptionKind, bad_option
from tablee.games.shear_panic import notation, serial
from tablee.games.shear_panic.edition import PLAYERS, VERSIONS, Edition, standard
from tablee.games.shear_panic.flock import COLOURS
from tablee.games.shear_panic.messages import PACKAGE, say
from tablee.games.shear_panic.moves import ShearPanicMove
from tablee.games.shear_panic.state import DRAW, PANIC_ROLL, ShearPanicState
from tablee.games.shear_panic.track import Track
from tablee.games.shear_panic.turn import clockwise

DRAWN, ASKED = "draw", "haircut"
HAIRCUT = -1
"""S-2.2: the first player names whoever had a haircut last."""


@dataclass(frozen=True)
class ShearPanic(Game[ShearPanicMove]):
    """A match of Shear Panic. With three players the colour nobody has is neutral (S-2.1)."""

    name: ClassVar[str] = "shear-panic"
    rules_versions: ClassVar[tuple[int, ...]] = VERSIONS
    player_counts: ClassVar[tuple[int, ...]] = PLAYERS
    usual_players: ClassVar[int] = 4
    all_options: ClassVar[tuple[Option, ...]] = (
        Option(PACKAGE, "first", OptionKind.SEAT, (DRAWN,), "1"),
        Option(PACKAGE, "colours", OptionKind.ONE_EACH, COLOURS),
    )

    players: int = 4
    edition: Edition = field(default_factory=standard, repr=False)
    colours: str = ""
    """The colours by player, as letters; as many of B G R Y as there are players if not given."""
    first: int | None = 0
    """S-2.2: who begins; None if it is drawn."""
    rules_version: int = VERSIONS[-1]

    def __post_init__(self) -> None:
        if self.players not in PLAYERS:
            raise Invalid(say("bad-players", players=self.players))
        if not self.colours:
            object.__setattr__(self, "colours", "".join(COLOURS[: self.players]))
        if len(set(self.colours) & set(COLOURS)) != self.players or (
            len(self.colours) != self.players
        ):
            raise Invalid(say("bad-colours", colours=self.colours, players=self.players))
        if self.first is not None and not 0 <= self.first < self.players:
            raise bad_option(self.name, "first", str(self.first + 1), f"1 … {self.players}")

    @property
    def track(self) -> Track:
        """S-6.1"""
        return self.edition.tracks[self.players]

    def initial(self) -> ShearPanicState:
        first = self.first or 0
        nothing = (0,) * self.players
        return ShearPanicState(
            self,
            self.edition.start,
            points=nothing,
            used=nothing,
            order=clockwise(self.players, first),
            player=first,
            task=DRAW if self.first is None else PANIC_ROLL,
        )

    def state_from_json(self, data: Mapping[str, Any]) -> ShearPanicState:
        return serial.state_from_json(self, data)

    def options(self) -> dict[str, str]:
        first = DRAWN if self.first is None else str(self.first + 1)
        return {"players": str(self.players), "colours": self.colours, "first": first}

    @property
    def edition_text(self) -> str:
        return self.edition.text

    @classmethod
    def of_values(
        cls, players: int, values: Mapping[str, str], edition_text: str | None, rules_version: int
    ) -> Self:
        first = values["first"]
        return cls(
            players,
            standard(rules_version) if edition_text is None else Edition.parse(edition_text),
            values["colours"],
            first=None if first == DRAWN else int(first) - 1,
            rules_version=rules_version,
        )

    def scenery(self) -> dict[str, Any]:
        menu = [{"kind": entry.kind, "number": entry.number} for entry in self.edition.menu]
        fields = [
            {"kind": field.kind, "first": field.first, "last": field.last, "gate": field.gate}
            for field in self.track.fields
        ]
        return {
            "menu": menu,
            "fields": fields,
            "panic": sorted(self.track.panic),
            "figures": [self.track.figure_at(space) for space in range(self.track.length + 1)],
            "colours": list(self.colours),
        }

    @classmethod
    def figures(cls) -> Mapping[str, Callable[[], str]]:
        from tablee.games.shear_panic.drawing.figures import FIGURES

        return FIGURES

    @classmethod
    def benchmarks(cls) -> tuple[Benchmark, ...]:
        from tablee.games.shear_panic.benchmarks import BENCHMARKS

        return BENCHMARKS

    def record_lines(self, moves: Sequence[ShearPanicMove]) -> Iterator[tuple[Actor, str]]:
        return notation.record_lines(self.initial(), moves)
