"""The game of Shear Panic: players, edition, colours, and who begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from tablee.core.benchmark import Benchmark
from tablee.core.errors import Invalid
from tablee.core.game import Actor, Game, State
from tablee.core.options import Option, OptionKind, bad_option
from tablee.core.simulation_kernel import Simulation
from tablee.core.sitting import Sitting
from tablee.games.shear_panic import notation, serial
from tablee.games.shear_panic.edition import NUMBERS, TRACKS, VERSIONS, Edition, standard
from tablee.games.shear_panic.flock import COLOURS
from tablee.games.shear_panic.messages import PACKAGE, say
from tablee.games.shear_panic.moves import ShearPanicMove
from tablee.games.shear_panic.state import ShearPanicState
from tablee.games.shear_panic.tasks import Task
from tablee.games.shear_panic.track import Track
from tablee.games.shear_panic.turn import clockwise

DRAWN, ASKED = "draw", "haircut"
HAIRCUT = -1
"""S-2.2: the first seat names the player who had a haircut last."""


@dataclass(frozen=True)
class ShearPanic(Game[ShearPanicMove]):
    """A match of Shear Panic. Colours that nobody has are neutral (S-2.1, S-9.1)."""

    name: ClassVar[str] = "shear-panic"
    rules_versions: ClassVar[tuple[int, ...]] = VERSIONS
    player_counts: ClassVar[tuple[int, ...]] = (2, *TRACKS)
    usual_players: ClassVar[int] = 4
    all_options: ClassVar[tuple[Option, ...]] = (
        Option(PACKAGE, "first", OptionKind.SEAT, (DRAWN, ASKED), "1"),
        Option(PACKAGE, "colours", OptionKind.ONE_EACH, COLOURS),
    )

    players: int = 4
    edition: Edition = field(default_factory=standard, repr=False)
    colours: str = ""
    """The colour of each player, as letters. The default is the first of B G R Y."""
    first: int | None = 0
    """S-2.2: the player who begins. None if chance decides, ``HAIRCUT`` if the first seat does."""
    rules_version: int = VERSIONS[-1]

    def __post_init__(self) -> None:
        if self.players not in self.player_counts:
            raise Invalid(say("bad-players", players=self.players))
        if self.players == 2 and self.rules_version == 1:
            raise Invalid(say("not-for-two"))
        longest = max(NUMBERS) + max(self.extras, default=0)
        if self.players == 2 and self.track.gate_to_pen < longest:
            # S-6.6, S-9.4: one journey would score at gate and pen, with no regrouping between.
            raise Invalid(say("gate-for-two", longest=longest))
        if not self.colours:
            object.__setattr__(self, "colours", "".join(COLOURS[: self.players]))
        if len(set(self.colours) & set(COLOURS)) != self.players or (
            len(self.colours) != self.players
        ):
            raise Invalid(say("bad-colours", colours=self.colours, players=self.players))
        asked = self.first == HAIRCUT and self.rules_version > 1
        if self.first is not None and not asked and not 0 <= self.first < self.players:
            raise bad_option(self.name, "first", self._first_text(), f"1 … {self.players}")

    @property
    def track(self) -> Track:
        """S-6.1: the track. Two players use the one for three (S-9)."""
        return self.edition.tracks[max(self.players, min(TRACKS))]

    @property
    def extras(self) -> tuple[int, ...]:
        """S-9.2: the extra steps of each player at the start. Only two players have any."""
        return self.edition.extras if self.players == 2 else ()

    @property
    def jumps(self) -> int:
        """S-2.3, S-9.3: the number of jumps off the truck."""
        return 4 if self.players == 2 else self.players

    def initial(self) -> ShearPanicState:
        first = max(self.first or 0, 0)
        task = {None: Task.DRAW, HAIRCUT: Task.NAME}.get(self.first, Task.PANIC_ROLL)
        nothing = (0,) * self.players
        return ShearPanicState(
            self,
            self.edition.start,
            points=nothing,
            used=nothing,
            order=clockwise(self.players, first),
            extras=(self.extras,) * self.players,
            player=first,
            task=task,
        )

    def sitting(self, state: State[ShearPanicMove] | None = None) -> Sitting[ShearPanicMove]:
        from tablee.games.shear_panic.sitting import sitting

        found = self.initial() if state is None else state
        assert isinstance(found, ShearPanicState)
        return sitting(found)

    def simulation(
        self, state: State[ShearPanicMove] | None = None, *, seed: int = 0, rolls: bool = True
    ) -> Simulation:
        from tablee.games.shear_panic.layout import simulation

        assert state is None or isinstance(state, ShearPanicState)
        made = simulation(self, state, rolls)
        made.reset(seed)
        return made

    def state_from_json(self, data: Mapping[str, Any]) -> ShearPanicState:
        return serial.state_from_json(self, data)

    def options(self) -> dict[str, str]:
        first = self._first_text()
        return {"players": str(self.players), "colours": self.colours, "first": first}

    def _first_text(self) -> str:
        if self.first == HAIRCUT:
            return ASKED
        return DRAWN if self.first is None else str(self.first + 1)

    @property
    def edition_text(self) -> str:
        return self.edition.text

    @classmethod
    def of_values(
        cls, players: int, values: Mapping[str, str], edition_text: str | None, rules_version: int
    ) -> Self:
        named = {DRAWN: None, ASKED: HAIRCUT}
        first = values["first"]
        return cls(
            players,
            standard(rules_version) if edition_text is None else Edition.parse(edition_text),
            values["colours"],
            first=named[first] if first in named else int(first) - 1,
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
            "extras": list(self.extras),
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
