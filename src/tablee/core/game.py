"""Game and State: the two classes a game of the house provides.

A ``Game`` is fixed: rules version, edition, options, players. A ``State`` is a frozen, hashable
value. ``play`` trusts its caller; people come in by ``parse`` and ``check``.
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
    from tablee.core.sitting import Sitting

Move = Hashable
M = TypeVar("M", bound=Move)

CHANCE = -1
"""The actor of a chance node."""

Actor = int | None
"""A player (0, 1, …), ``CHANCE``, or None when the game is over."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: who won (nobody, one or several players), and by which rule it ended."""

    winners: tuple[int, ...]
    rule: str
    reason: Message

    def to_json(self) -> dict[str, object]:
        return {"winners": list(self.winners), "rule": self.rule, "reason": self.reason.text()}


S_co = TypeVar("S_co", covariant=True)


class Step(NamedTuple, Generic[S_co]):
    """A move played: the state after it and what happened."""

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
        """Who plays now: a player, ``CHANCE``, or None when the game is over."""

    @abstractmethod
    def legal_moves(self) -> tuple[M, ...]:
        """Everything that may be played, in a stable order; at a chance node, what may be drawn."""

    def outcomes(self) -> tuple[Outcome[M], ...]:
        """At a chance node, the legal moves with their probabilities; else nothing."""
        return ()

    @abstractmethod
    def step(self, move: M) -> Step[Self]:
        """The state after a legal move, and the events. The caller vouches for the move."""

    def play(self, move: M) -> Self:
        """The state after a legal move. The caller vouches for the move."""
        return self.step(move).state

    @abstractmethod
    def check(self, move: M) -> Refusal | None:
        """None if the move is legal here, else the rule it breaks."""

    @abstractmethod
    def read(self, text: str) -> M:
        """The move a text stands for here, legal or not. Raises ``Invalid`` on other text."""

    def parse(self, text: str) -> M:
        """The legal move a text stands for. Raises ``Invalid`` or ``Illegal``."""
        move = self.read(text)
        refusal = self.check(move)
        if refusal is not None:
            raise Illegal(refusal)
        return move

    @abstractmethod
    def notation(self, move: M) -> str:
        """The text that ``read`` turns back into this move."""

    def parse_line(self, line: str) -> tuple[M, ...]:
        """The legal moves of one line of a record, to be played one after the other."""
        return (self.parse(line),)

    def parse_typed(self, line: str) -> tuple[M, ...]:
        """The legal moves a player typed at the table, who may write more loosely than a record.

        Raises ``Invalid`` or ``Illegal``.
        """
        return self.parse_line(line.strip())

    def status(self) -> Message:
        """Who must do what now, in one sentence."""
        if self.actor is None:
            return core_message("status-over")
        if self.actor == CHANCE:
            return core_message("status-chance")
        return core_message("status-player", player=self.actor + 1)

    def how_to_type(self) -> Message:
        """How the moves that are possible now are written."""
        example = next((self.notation(move) for move in self.legal_moves()), "–")
        return core_message("how-to-type", example=example)

    def draw(
        self,
        *,
        colour: bool = False,  # noqa: ARG002
        language: str = "en",  # noqa: ARG002
        last: M | None = None,  # noqa: ARG002
    ) -> str:
        """The state for a terminal, with the move that led to it marked.

        It is ``str`` of the state unless a game does better.
        """
        return str(self)

    def svg(self) -> str:
        """The state as a picture, or "" for none. A cell in it that can be clicked carries its
        name as ``data-cell``.
        """
        return ""

    def _repr_svg_(self) -> str | None:
        """What a notebook shows."""
        return self.svg() or None

    @property
    def looks_ahead(self) -> bool:
        """Whether a preview of the move that led here shows each next move too.

        True where one decision is asked in two parts: the first alone tells too little.
        """
        return False

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Points by player."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """None while the game goes on."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The state as plain data; ``Game.state_from_json`` turns it back."""


class Game(ABC, Generic[M]):
    """The fixed part of a match. Subclasses are frozen dataclasses."""

    __slots__ = ()

    name: ClassVar[str]
    rules_versions: ClassVar[tuple[int, ...]] = (1,)
    """The rules versions that can be played, oldest first. New games begin with the last."""
    player_counts: ClassVar[tuple[int, ...]]
    usual_players: ClassVar[int]
    """How many play if nobody says."""
    all_options: ClassVar[tuple[Option, ...]] = ()
    """What may be chosen when a table is set up, the number of players apart."""

    players: int
    rules_version: int
    """A game is played to its end by the rules it began with."""

    @abstractmethod
    def initial(self) -> State[M]:
        """The state before the first move."""

    @abstractmethod
    def state_from_json(self, data: Mapping[str, Any]) -> State[M]:
        """The state ``State.to_json`` described. Raises ``Invalid`` on other data."""

    @abstractmethod
    def options(self) -> dict[str, str]:
        """All that tells this game from another of its name, rules and edition, as words."""

    @property
    @abstractmethod
    def edition_text(self) -> str:
        """The edition as the text of its file, so that a record can carry it."""

    @property
    def has_standard_edition(self) -> bool:
        """Whether it is played on the standard edition of its rules version."""
        standard = type(self).from_options(self.options(), None, self.rules_version)
        return self.edition_text == standard.edition_text

    @classmethod
    @abstractmethod
    def of_values(
        cls, players: int, values: Mapping[str, str], edition_text: str | None, rules_version: int
    ) -> Self:
        """The game of a value for each of ``all_options``, all of them checked.

        ``None`` is the standard edition of that rules version. Raises ``Invalid``.
        """

    @classmethod
    def from_options(
        cls,
        options: Mapping[str, str],
        edition_text: str | None = None,
        rules_version: int | None = None,
    ) -> Self:
        """The game of these options, by default of the latest rules. Raises ``Invalid``.

        ``None`` is the standard edition.
        """
        version = cls.known_version(rules_version)
        players, values = read_options(
            cls.name, options, cls.all_options, cls.player_counts, cls.usual_players, version
        )
        return cls.of_values(players, values, edition_text, version)

    @classmethod
    def known_version(cls, rules_version: int | None = None) -> int:
        """This rules version, or the latest for None. Raises ``Invalid`` on an unknown one."""
        if rules_version is None:
            return cls.rules_versions[-1]
        if rules_version not in cls.rules_versions:
            known = ", ".join(map(str, cls.rules_versions))
            raise Invalid(
                core_message("other-rules", found=rules_version, known=known, game=cls.name)
            )
        return rules_version

    def sitting(self, state: State[M] | None = None) -> Sitting[M]:
        """The game being played, from a state of it or from its beginning."""
        from tablee.core.sitting import Sitting

        return Sitting(self.initial() if state is None else state)

    def scenery(self) -> dict[str, Any]:
        """What stands round every state, as plain data: board, track, menu. A picture needs it."""
        return {}

    def record_lines(self, moves: Sequence[M]) -> Iterator[tuple[Actor, str]]:
        """The moves of a game as lines of a record, each with who acts in it."""
        state = self.initial()
        for move in moves:
            yield state.actor, state.notation(move)
            state = state.play(move)

    @classmethod
    def package(cls) -> str:
        """The package of the game, where its texts are."""
        return cls.__module__.rpartition(".")[0]

    @classmethod
    def title(cls) -> Message:
        """The name of the game for people: ``game-title`` of its catalogue."""
        return Message(cls.package(), "game-title")

    @classmethod
    def about(cls) -> Message:
        """What the game is, in a sentence: ``game-about`` of its catalogue."""
        return Message(cls.package(), "game-about")

    @classmethod
    def picture(cls) -> str:
        """A picture for the lobby, as SVG; the beginning of a game unless it has a better one."""
        return cls.from_options({}).initial().svg()

    @classmethod
    def rulebook(cls) -> Rulebook:
        """The rules for players: ``rulebook.toml`` in the package of the game."""
        return rulebook.read(cls.package())

    @classmethod
    def lesson(cls) -> Lesson:
        """The game taught by doing: ``lesson.toml`` in the package of the game, if it has one."""
        return lesson.read(cls.package())

    @classmethod
    def figures(cls) -> Mapping[str, Callable[[], str]]:
        """The pictures its rulebook names; each is drawn, as SVG, when it is called."""
        return {}

    @classmethod
    def benchmarks(cls) -> tuple[Benchmark, ...]:
        """What ``tablee bench`` measures of this game."""
        return ()
