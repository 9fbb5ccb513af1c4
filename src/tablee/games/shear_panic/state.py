"""One moment of a game of Shear Panic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from tablee.core.chance import Outcome
from tablee.core.errors import Refusal
from tablee.core.game import CHANCE, Actor, Result, State, Step
from tablee.core.messages import Message
from tablee.games.shear_panic import notation, rules
from tablee.games.shear_panic.flock import Cell, Colour, Flock
from tablee.games.shear_panic.messages import say
from tablee.games.shear_panic.moves import Kind, ShearPanicMove
from tablee.games.shear_panic.tasks import ROLLS, Stage, Task

if TYPE_CHECKING:
    from tablee.games.shear_panic.game import ShearPanic


@dataclass(frozen=True, slots=True)
class ShearPanicState(State[ShearPanicMove]):
    """All that matters for what can still happen."""

    shown_by_picture: ClassVar[bool] = False
    game: ShearPanic
    flock: Flock
    points: tuple[int, ...]
    """Points by player."""
    used: tuple[int, ...]
    """By player, the commands covered on the menu, as bits (S-3)."""
    order: tuple[int, ...]
    """The players, the one whose last turn was longest ago first (S-8.1)."""
    extras: tuple[tuple[int, ...], ...] = ()
    """By player, the extra steps still to be spent, the smaller ones first (S-9.2); none if not
    given."""
    player: int = 0
    """The active player; no more than a guess while the first is still to be drawn (S-2.2)."""
    task: Task = Task.PANIC_ROLL
    stage: Stage = Stage.TRUCK
    counter: int = 0
    """Where the time counter stands."""
    before: Flock | None = None
    """The flock before the last command (S-4.8)."""
    rolled: bool = False
    """Whether a die was rolled since that command (S-4.8)."""
    last_command: Kind | Literal[""] = ""
    """The kind of that command (S-4.8); always empty by the rules of version 1."""
    last_turn: str = ""
    """``left`` or ``right``, if that command was an ewe turn (S-4.8)."""
    number: int = 0
    """The number of the command played, as long as the counter has not moved."""
    face: str = ""
    """What the panic die shows, while a sheep or a side is to be chosen."""
    group: Cell = ""
    """The first sheep of the group that comes back."""
    die: str = ""
    """What the regroup die shows, while a line is to be chosen."""
    jumps: int = 0
    """How many have jumped off the truck so far; 0 again once the first turn has begun (S-2.3)."""
    ended: Result | None = None

    def __post_init__(self) -> None:
        if not self.extras:
            object.__setattr__(self, "extras", ((),) * self.game.players)

    @property
    def actor(self) -> Actor:
        if self.ended is not None:
            return None
        return CHANCE if self.task in ROLLS else self.player

    @property
    def colour(self) -> Colour:
        """The active player's."""
        return self.game.colours[self.player]

    @property
    def begins_turn(self) -> bool:
        """Nothing of the present turn has been played yet."""
        if self.ended is not None:
            return False
        if self.stage == Stage.TRUCK and self.task == Task.PANIC_ROLL:
            return True
        return self.task in (Task.COMMAND, Task.DRAW, Task.NAME)

    @property
    def looks_ahead(self) -> bool:
        """S-9.4: what an extra step brings is part of what the command does."""
        return self.task == Task.EXTRA and self.ended is None

    def legal_moves(self) -> tuple[ShearPanicMove, ...]:
        return rules.legal_moves(self)

    def outcomes(self) -> tuple[Outcome[ShearPanicMove], ...]:
        return rules.outcomes(self)

    def check(self, move: ShearPanicMove) -> Refusal | None:
        return rules.check(self, move)

    def step(self, move: ShearPanicMove) -> Step[ShearPanicState]:
        return rules.step(self, move)

    def read(self, text: str) -> ShearPanicMove:
        return notation.read(self, text)

    def notation(self, move: ShearPanicMove) -> str:
        return notation.write(move)

    def parse_line(self, line: str) -> tuple[ShearPanicMove, ...]:
        return notation.parse_line(self, line)

    def parse_typed(self, line: str) -> tuple[ShearPanicMove, ...]:
        return (self.parse(notation.typed(line)),)

    @property
    def scores(self) -> tuple[int, ...]:
        return self.points

    @property
    def result(self) -> Result | None:
        return self.ended

    def status(self) -> Message:
        from tablee.games.shear_panic.status import status

        return status(self)

    def how_to_type(self) -> Message:
        return say("how-to-type")

    def draw(
        self, *, colour: bool = False, language: str = "en", last: ShearPanicMove | None = None
    ) -> str:
        from tablee.games.shear_panic.drawing import text

        return text(self, colour, language=language, last=last)

    def to_json(self) -> dict[str, Any]:
        from tablee.games.shear_panic.serial import state_to_json

        return state_to_json(self)

    def svg(self) -> str:
        from tablee.games.shear_panic.drawing import svg

        return svg(self)

    def __str__(self) -> str:
        from tablee.games.shear_panic.drawing import text

        return text(self)
