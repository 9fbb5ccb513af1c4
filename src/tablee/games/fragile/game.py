"""The game of Fragile: players, edition and options, or a problem."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from tablee.core.benchmark import Benchmark
from tablee.core.errors import Invalid
from tablee.core.game import Actor, Game, State
from tablee.core.options import Option, OptionKind, bad_option
from tablee.core.simulation_kernel import Simulation
from tablee.core.sitting import Sitting
from tablee.games.fragile import notation, rules, serial
from tablee.games.fragile.board import Cell
from tablee.games.fragile.edition import PLAYERS, VERSIONS, Edition, Equipment, standard
from tablee.games.fragile.messages import PACKAGE, say
from tablee.games.fragile.moves import FragileMove
from tablee.games.fragile.position import PLAIN, Crates, Docker, Position
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.state import FragileState

IDLE_LIMIT = 40
DRAWN, OFF = "draw", "off"
CLOCKWISE, STRAWS = "clockwise", "straws"
SOLVER, BYSTANDER = 0, 1
"""The player who moves in a problem, and the one who only stands by (F-7.1)."""


@dataclass(frozen=True)
class Fragile(Game[FragileMove]):
    """A match of Fragile. With a problem it is the game for one (F-7)."""

    name: ClassVar[str] = "fragile"
    rules_versions: ClassVar[tuple[int, ...]] = VERSIONS
    player_counts: ClassVar[tuple[int, ...]] = PLAYERS
    usual_players: ClassVar[int] = 2
    all_options: ClassVar[tuple[Option, ...]] = (
        Option(PACKAGE, "first", OptionKind.SEAT, (DRAWN,), "1", since=2),
        Option(PACKAGE, "order", OptionKind.CHOICE, (CLOCKWISE, STRAWS), CLOCKWISE, players=(3, 4)),
        Option(PACKAGE, "idle", OptionKind.NUMBER, (OFF,), str(IDLE_LIMIT)),
    )

    players: int = 2
    edition: Edition = field(default_factory=standard, repr=False)
    straws: bool = False
    """F-6: true if straws decide the order in each round."""
    idle_limit: int | None = IDLE_LIMIT
    """F-5.6: the game ends after this many turns without a stored crate. None means no limit."""
    problem: Problem | None = None
    first: int | None = 0
    """F-3.1: the player who begins. None if chance decides."""
    rules_version: int = VERSIONS[-1]

    def __post_init__(self) -> None:
        if self.problem is not None:
            self.problem.check(self.edition.board)
            return
        known = "3, 4" if self.straws else "2, 3, 4"
        if self.players not in PLAYERS or (self.straws and self.players == 2):
            raise Invalid(say("bad-players", players=self.players, known=known))
        if self.first is not None and not 0 <= self.first < self.players:
            raise bad_option(self.name, "first", str(self.first + 1), f"1 … {self.players}")

    @classmethod
    def of_problem(cls, problem: Problem, edition: Edition | None = None) -> Fragile:
        problem.check_new()
        return cls(1, edition or standard(), idle_limit=None, problem=problem)

    @property
    def equipment(self) -> Equipment:
        return self.edition.equipment[self.players] if not self.problem else Equipment(0, 0)

    @property
    def activations_per_turn(self) -> int:
        """F-3.1, F-7.2"""
        return 1 if self.problem else 2

    @property
    def flips_allowed(self) -> int:
        """F-4.5"""
        return 0 if self.problem else self.players + 1

    def points(self, turn: int) -> int:
        """F-3.2: returns the action points of each docker in a turn. Turns count from 0."""
        if self.problem or turn > 1:
            return rules.POINTS
        return 3 + turn

    def initial(self) -> FragileState:
        if self.problem is not None:
            return self._problem_start(self.problem)
        crates: dict[Cell, Crates] = dict.fromkeys(self.edition.crates, (PLAIN,))
        first = () if self.first is None else (self.first,)
        return FragileState(self, Position(self.edition.board, crates, ()), {}, first)

    def _problem_start(self, problem: Problem) -> FragileState:
        board, dockers = self.edition.board, problem_dockers(problem.dockers, problem.others)
        position = Position(board, problem.crates, dockers)
        state = FragileState(self, position, dict.fromkeys(board.entrances), (SOLVER,))
        return rules.begin_game(state)[0]

    def sitting(self, state: State[FragileMove] | None = None) -> Sitting[FragileMove]:
        from tablee.games.fragile.sitting import sitting

        found = self.initial() if state is None else state
        assert isinstance(found, FragileState)
        return sitting(found)

    def simulation(
        self, state: State[FragileMove] | None = None, *, seed: int = 0, rolls: bool = True
    ) -> Simulation:
        from tablee.games.fragile.layout import simulation

        assert state is None or isinstance(state, FragileState)
        made = simulation(self, state, rolls)
        made.reset(seed)
        return made

    def state_at(
        self,
        position: Position,
        depots: Mapping[Cell, int | None],
        player: int = 0,
        turn: int = 2,
        **fields: Any,
    ) -> FragileState:
        """Returns a state in mid-game, at the start of a turn."""
        return FragileState(self, position, dict(depots), (player,), turn, **fields)

    def state_from_json(self, data: Mapping[str, Any]) -> FragileState:
        return serial.state_from_json(self, data)

    def options(self) -> dict[str, str]:
        if self.problem is not None:
            return {"problem": self.problem.text}
        chosen = {
            "players": str(self.players),
            "first": DRAWN if self.first is None else str(self.first + 1),
            "order": STRAWS if self.straws else CLOCKWISE,
            "idle": OFF if self.idle_limit is None else str(self.idle_limit),
        }
        if self.rules_version == 1:
            del chosen["first"]  # the first seat always began
        return chosen

    @property
    def edition_text(self) -> str:
        return self.edition.text

    @classmethod
    def from_options(
        cls,
        options: Mapping[str, str],
        edition_text: str | None = None,
        rules_version: int | None = None,
    ) -> Self:
        """Returns the game with these options. A ``problem`` allows no other option."""
        if "problem" not in options:
            return super().from_options(options, edition_text, rules_version)
        for key, value in options.items():
            if key != "problem":
                raise bad_option(cls.name, key, value, "problem")
        version = cls.known_version(rules_version)
        problem = Problem.parse(options["problem"])
        if rules_version is None:  # a new game, not one that is read back
            problem.check_new()
        edition = _edition(edition_text, version)
        return cls(1, edition, idle_limit=None, problem=problem, rules_version=version)

    @classmethod
    def of_values(
        cls, players: int, values: Mapping[str, str], edition_text: str | None, rules_version: int
    ) -> Self:
        idle, first = values["idle"], values["first"]
        return cls(
            players,
            _edition(edition_text, rules_version),
            straws=values["order"] == STRAWS,
            idle_limit=None if idle == OFF else int(idle),
            first=None if first == DRAWN else int(first) - 1,
            rules_version=rules_version,
        )

    def scenery(self) -> dict[str, Any]:
        slots = dict(self.edition.board.entrances)
        alone = self.problem is not None
        return {
            "slots": slots,
            "points": rules.POINTS,
            "flips": self.flips_allowed,
            "alone": alone,
            "depots": self.equipment.depots,
            "dockers": self.equipment.dockers,
        }

    def record_lines(self, moves: Sequence[FragileMove]) -> Iterator[tuple[Actor, str]]:
        return notation.record_lines(self.initial(), moves)

    @classmethod
    def figures(cls) -> Mapping[str, Callable[[], str]]:
        from tablee.games.fragile.drawing.figures import FIGURES

        return FIGURES

    @classmethod
    def benchmarks(cls) -> tuple[Benchmark, ...]:
        from tablee.games.fragile.benchmarks import BENCHMARKS

        return BENCHMARKS


def problem_dockers(own: Iterable[Cell], others: Iterable[Cell]) -> tuple[Docker, ...]:
    """F-7.1: returns the dockers of a problem: those that move, then those that only help."""
    return (
        *(Docker(SOLVER, cell) for cell in own),
        *(Docker(BYSTANDER, cell) for cell in others),
    )


def _edition(text: str | None, rules_version: int) -> Edition:
    return standard(rules_version) if text is None else Edition.parse(text)
