"""Game and State: the two classes that every game provides.

A ``Game`` is fixed: rules version, edition, options, players. A ``State`` is a frozen, hashable
value. ``play`` trusts its caller; ``parse`` and ``check`` examine what people send.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from tablee.core import lesson, rulebook
from tablee.core.benchmark import Benchmark
from tablee.core.chance import Outcome
from tablee.core.errors import Illegal, Invalid, Refusal, core_message
from tablee.core.events import Event
from tablee.core.lesson import Lesson
from tablee.core.messages import Message
from tablee.core.options import Option, read_options
from tablee.core.rulebook import Rulebook

if TYPE_CHECKING:
    from tablee.core.simulation_kernel import Simulation
    from tablee.core.sitting import Sitting

Move = Hashable
M = TypeVar("M", bound=Move)

CHANCE = -1
"""The actor of a chance node."""

Actor = int | None
"""A player (0, 1, …), ``CHANCE``, or None when the game is over."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winners (none, one or several) and the rule that ended it."""

    winners: tuple[int, ...]
    rule: str
    reason: Message

    def to_json(self) -> dict[str, object]:
        return {"winners": list(self.winners), "rule": self.rule, "reason": self.reason.text()}


S_co = TypeVar("S_co", covariant=True)


class Step(NamedTuple, Generic[S_co]):
    """The state after a move, and the events."""

    state: S_co
    events: tuple[Event, ...]


class State(ABC, Generic[M]):
    """One moment of a game, as an immutable value."""

    __slots__ = ()

    shown_by_picture: ClassVar[bool] = True
    """Whether the browser table shows ``svg``. False where it has parts of its own that draw."""

    @property
    @abstractmethod
    def actor(self) -> Actor:
        """The player who acts now, ``CHANCE``, or None when the game is over."""

    @abstractmethod
    def legal_moves(self) -> tuple[M, ...]:
        """Returns the legal moves in a stable order; at a chance node, the possible outcomes."""

    def outcomes(self) -> tuple[Outcome[M], ...]:
        """Returns the legal moves of a chance node with their probabilities, else nothing."""
        return ()

    @abstractmethod
    def step(self, move: M) -> Step[Self]:
        """Returns the state after a legal move, and the events. Does not check the move."""

    def play(self, move: M) -> Self:
        """Returns the state after a legal move. Does not check the move."""
        return self.step(move).state

    @abstractmethod
    def check(self, move: M) -> Refusal | None:
        """Returns None if the move is legal here, else the rule it breaks."""

    @abstractmethod
    def read(self, text: str) -> M:
        """Returns the move that a text means here, legal or not. Raises ``Invalid``."""

    def parse(self, text: str) -> M:
        """Returns the legal move that a text means. Raises ``Invalid`` or ``Illegal``."""
        move = self.read(text)
        refusal = self.check(move)
        if refusal is not None:
            raise Illegal(refusal)
        return move

    @abstractmethod
    def notation(self, move: M) -> str:
        """Returns the text that ``read`` turns back into this move."""

    def parse_line(self, line: str) -> tuple[M, ...]:
        """Returns the legal moves of one line of a record, in the order of play."""
        return (self.parse(line),)

    def parse_typed(self, line: str) -> tuple[M, ...]:
        """Returns the legal moves that a player typed at the table.

        A player may write more loosely than a record. Raises ``Invalid`` or ``Illegal``.
        """
        return self.parse_line(line.strip())

    def status(self) -> Message:
        """Returns a sentence that says who must do what now."""
        if self.actor is None:
            return core_message("status-over")
        if self.actor == CHANCE:
            return core_message("status-chance")
        return core_message("status-player", player=self.actor + 1)

    def how_to_type(self) -> Message:
        """Returns a sentence that says how to write the moves possible now."""
        example = next((self.notation(move) for move in self.legal_moves()), "–")
        return core_message("how-to-type", example=example)

    def draw(
        self,
        *,
        colour: bool = False,  # noqa: ARG002
        language: str = "en",  # noqa: ARG002
        last: M | None = None,  # noqa: ARG002
    ) -> str:
        """Draws the state for a terminal and marks ``last``, the move that led to it.

        The default is ``str`` of the state.
        """
        return str(self)

    def svg(self) -> str:
        """Returns a picture of the state as SVG, or "" if the game draws none.

        A cell that can be clicked carries its name as ``data-cell``.
        """
        return ""

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows."""
        return self.svg() or None

    @property
    def looks_ahead(self) -> bool:
        """True if a preview of the move that led here also shows each next move.

        This is so where a player decides in two parts, and the first alone says too little.
        """
        return False

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Points by player."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """The result, or None while the game goes on."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Returns the state as plain data. ``Game.state_from_json`` reads it."""


class Game(ABC, Generic[M]):
    """The fixed part of a match. Subclasses are frozen dataclasses."""

    __slots__ = ()

    name: ClassVar[str]
    rules_versions: ClassVar[tuple[int, ...]] = (1,)
    """The playable rules versions, oldest first. New games use the last."""
    player_counts: ClassVar[tuple[int, ...]]
    usual_players: ClassVar[int]
    """The default number of players."""
    all_options: ClassVar[tuple[Option, ...]] = ()
    """The options a host chooses when setting up a table, except the number of players."""

    players: int
    rules_version: int
    """The rules version the game began with. It is played to its end by that version."""

    @abstractmethod
    def initial(self) -> State[M]:
        """Returns the state before the first move."""

    @abstractmethod
    def state_from_json(self, data: Mapping[str, Any]) -> State[M]:
        """Returns the state that ``State.to_json`` described. Raises ``Invalid`` on other data."""

    @abstractmethod
    def options(self) -> dict[str, str]:
        """Returns all that sets this game apart from others of its name, rules and edition."""

    @property
    @abstractmethod
    def edition_text(self) -> str:
        """The edition as the text of its file, so that a record can carry it."""

    @property
    def has_standard_edition(self) -> bool:
        """True if the game uses the standard edition of its rules version."""
        standard = type(self).from_options(self.options(), None, self.rules_version)
        return self.edition_text == standard.edition_text

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the game as its options, without the standard edition, which everyone has."""
        edition = None if self.has_standard_edition else self.edition_text
        return _remade, (type(self), self.options(), edition, self.rules_version)

    @classmethod
    @abstractmethod
    def of_values(
        cls, players: int, values: Mapping[str, str], edition_text: str | None, rules_version: int
    ) -> Self:
        """Returns the game with these values, one for each of ``all_options``. All are checked.

        An ``edition_text`` of None means the standard edition of the rules version. Raises
        ``Invalid`` on a bad edition.
        """

    @classmethod
    def from_options(
        cls,
        options: Mapping[str, str],
        edition_text: str | None = None,
        rules_version: int | None = None,
    ) -> Self:
        """Returns the game with these options. Raises ``Invalid``.

        The defaults are the standard edition and the latest rules version.
        """
        version = cls.known_version(rules_version)
        players, values = read_options(
            cls.name, options, cls.all_options, cls.player_counts, cls.usual_players, version
        )
        return cls.of_values(players, values, edition_text, version)

    @classmethod
    def known_version(cls, rules_version: int | None = None) -> int:
        """Returns this rules version, or the latest for None. Raises ``Invalid``."""
        if rules_version is None:
            return cls.rules_versions[-1]
        if rules_version not in cls.rules_versions:
            known = ", ".join(map(str, cls.rules_versions))
            raise Invalid(
                core_message("other-rules", found=rules_version, known=known, game=cls.name)
            )
        return rules_version

    def sitting(self, state: State[M] | None = None) -> Sitting[M]:
        """Returns a sitting that begins with this state, or with the first state of the game."""
        from tablee.core.sitting import Sitting

        return Sitting(self.initial() if state is None else state)

    def simulation(
        self,
        state: State[M] | None = None,  # noqa: ARG002
        *,
        seed: int = 0,  # noqa: ARG002
        rolls: bool = True,  # noqa: ARG002
    ) -> Simulation:
        """Returns a simulation that begins with this state, or with the first state of the game.

        ``seed`` decides what chance does. With ``rolls``, chance acts by itself. Raises
        ``ValueError`` if the kernel cannot play this game.
        """
        raise ValueError(f"{self.name} has no simulation")

    def scenery(self) -> dict[str, Any]:
        """Returns what is the same in every state, as plain data: board, track, menu."""
        return {}

    def record_lines(self, moves: Sequence[M]) -> Iterator[tuple[Actor, str]]:
        """Yields the lines of a record for these moves, each with its actor."""
        state = self.initial()
        for move in moves:
            yield state.actor, state.notation(move)
            state = state.play(move)

    @classmethod
    def package(cls) -> str:
        """Returns the package of the game, which holds its texts."""
        return cls.__module__.rpartition(".")[0]

    @classmethod
    def title(cls) -> Message:
        """Returns the name of the game for people: ``game-title`` of its catalogue."""
        return Message(cls.package(), "game-title")

    @classmethod
    def about(cls) -> Message:
        """Returns one sentence about the game: ``game-about`` of its catalogue."""
        return Message(cls.package(), "game-about")

    @classmethod
    def picture(cls) -> str:
        """Returns a picture for the lobby as SVG. The default shows the first state."""
        return cls.from_options({}).initial().svg()

    @classmethod
    def rulebook(cls) -> Rulebook:
        """Returns the rules for players: ``rulebook.toml`` in the package of the game."""
        return rulebook.read(cls.package())

    @classmethod
    def lesson(cls) -> Lesson:
        """Returns the lesson in ``lesson.toml`` of the game's package. It may have no steps."""
        return lesson.read(cls.package())

    @classmethod
    def figures(cls) -> Mapping[str, Callable[[], str]]:
        """Returns the pictures that the rulebook names. Calling one draws it as SVG."""
        return {}

    @classmethod
    def benchmarks(cls) -> tuple[Benchmark, ...]:
        """Returns what ``tablee bench`` measures of this game."""
        return ()


def _remade(
    game: type[Game[Any]], options: dict[str, str], edition: str | None, version: int
) -> Game[Any]:
    return game.from_options(options, edition, version)
