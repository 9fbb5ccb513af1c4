"""One moment of a game of Shear Panic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from tablee.core.game import CHANCE, Actor, Result, State
from tablee.games.shear_panic import drawing, rules, serial
from tablee.games.shear_panic import notation as writing
from tablee.games.shear_panic import status as sentences
from tablee.games.shear_panic.flock import Cell, Colour, Flock
from tablee.games.shear_panic.moves import Kind, ShearPanicMove
from tablee.games.shear_panic.tasks import ROLLS, Stage, Task

if TYPE_CHECKING:
    from tablee.games.shear_panic.game import ShearPanic


@dataclass(frozen=True, slots=True)
class ShearPanicState(State[ShearPanicMove]):
    """Everything that affects the rest of the game."""

    shown_by_picture: ClassVar[bool] = False
    game: ShearPanic
    flock: Flock
    points: tuple[int, ...]
    """Points by player."""
    used: tuple[int, ...]
    """The commands that each player has covered on the menu, as bits (S-3)."""
    order: tuple[int, ...]
    """The players. The one whose last turn was longest ago is first (S-8.1)."""
    extras: tuple[tuple[int, ...], ...] = ()
    """The extra steps that each player has left, in ascending order (S-9.2)."""
    player: int = 0
    """The active player. It means nothing until it is known who begins (S-2.2)."""
    task: Task = Task.PANIC_ROLL
    stage: Stage = Stage.TRUCK
    counter: int = 0
    """The space of the time counter."""
    before: Flock | None = None
    """The flock before the last command (S-4.8)."""
    rolled: bool = False
    """True if a die was rolled since that command (S-4.8)."""
    last_command: Kind | Literal[""] = ""
    """The kind of that command (S-4.8). Always empty by rules version 1."""
    last_turn: str = ""
    """``left`` or ``right``, if that command was an ewe turn (S-4.8)."""
    number: int = 0
    """The number of the command played, until the counter moves."""
    face: str = ""
    """The face of the panic die, until the player has chosen a sheep or a side."""
    group: Cell = ""
    """The first sheep of the group that moves."""
    die: str = ""
    """The face of the regroup die, until the player has chosen a line."""
    jumps: int = 0
    """The number of jumps off the truck so far. 0 again after the first turn has begun (S-2.3)."""
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
        """The colour of the active player."""
        return self.game.colours[self.player]

    @property
    def begins_turn(self) -> bool:
        """True if nobody has played in the present turn yet."""
        if self.ended is not None:
            return False
        if self.stage == Stage.TRUCK and self.task == Task.PANIC_ROLL:
            return True
        return self.task in (Task.COMMAND, Task.DRAW, Task.NAME)

    @property
    def looks_ahead(self) -> bool:
        """S-9.4: true before an extra step, whose effect belongs to the command."""
        return self.task == Task.EXTRA and self.ended is None

    @property
    def scores(self) -> tuple[int, ...]:
        return self.points

    @property
    def result(self) -> Result | None:
        return self.ended

    def notation(self, move: ShearPanicMove) -> str:
        return writing.write(move)

    # These methods are functions of the law.
    legal_moves = rules.legal_moves
    outcomes = rules.outcomes
    check = rules.check
    step = rules.step
    read = writing.read
    parse_line = writing.parse_line
    parse_typed = writing.parse_typed
    status = sentences.status
    how_to_type = sentences.how_to_type
    to_json = serial.state_to_json
    draw = drawing.text
    svg = drawing.svg
    __str__ = drawing.text
