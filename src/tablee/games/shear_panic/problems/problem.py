"""A problem for one player: reach a goal with one to three commands, whatever the dice show.

A problem is a moment of a game of four. The player has only the problem's commands left, each to be
used once, in any order. Nobody else plays: after a turn the same player goes on. Everything else is
the game: the flock is regrouped (S-5), the counter advances and scores (S-6), panics happen (S-7),
and nobody undoes the command before, not even their own (S-4.8). The goal is reached as soon as it
holds at the end of a turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablee.core.errors import Invalid, TableeError
from tablee.games.shear_panic.codes import WIDEST
from tablee.games.shear_panic.edition import Edition, MenuEntry, standard
from tablee.games.shear_panic.flock import BLACK, COLOURS, Colour, Flock
from tablee.games.shear_panic.game import ShearPanic
from tablee.games.shear_panic.messages import say
from tablee.games.shear_panic.moves import KINDS, Kind, ShearPanicMove
from tablee.games.shear_panic.problems import goals
from tablee.games.shear_panic.problems.goals import Goal
from tablee.games.shear_panic.state import ShearPanicState
from tablee.games.shear_panic.tasks import Stage, Task
from tablee.games.shear_panic.turn import clockwise

PLAYERS = 4
MOST_COMMANDS = 3
LONGEST = 200
"""The characters of a problem as a line. The longest sensible one is far shorter."""


@dataclass(frozen=True)
class Problem:
    """Where the flock and the counter stand, whose sheep count, the commands and the goal."""

    flock: Flock
    colour: Colour
    space: int
    """The space of the time counter on the track for four (S-6.1)."""
    commands: tuple[MenuEntry, ...]
    goal: Goal

    @property
    def player(self) -> int:
        return COLOURS.index(self.colour)

    @property
    def text(self) -> str:
        """The problem as one line that fits in a link."""
        commands = ",".join(map(command_text, self.commands))
        return f"{self.flock};{self.colour};{self.space};{commands};{self.goal}"

    @classmethod
    def parse(cls, text: str) -> Problem:
        """Reads the line of ``text``. Raises ``Invalid``."""
        parts = text.split(";") if len(text) <= LONGEST else []
        if len(parts) != 5 or not parts[2].isascii() or not parts[2].isdigit():
            raise Invalid(say("problem-bad-line", text=text[:LONGEST]))
        flock, colour, space, commands, goal = parts
        return cls(
            Flock.parse(flock),
            colour,
            int(space),
            tuple(parse_command(command) for command in commands.split(",") if commands),
            Goal.parse(goal),
        )

    def check(self, edition: Edition) -> None:
        """Raises ``Invalid`` if this cannot be set up, or has nothing to solve."""
        if self.colour not in COLOURS:
            raise Invalid(say("bad-colour", text=self.colour))
        if self.flock.is_split or max(map(len, (self.flock.rows, *self.flock.rows))) > WIDEST:
            raise Invalid(say("problem-split"))
        track = edition.tracks[PLAYERS]
        if not 0 <= self.space < track.length:
            raise Invalid(say("problem-space", last=track.length - 1))
        if not 1 <= len(self.commands) <= MOST_COMMANDS:
            raise Invalid(say("problem-commands", most=MOST_COMMANDS))
        for entry in self.commands:
            if self.commands.count(entry) > edition.menu.count(entry):
                raise Invalid(say("problem-no-command", command=command_text(entry)))
        self._check_goal()

    def _check_goal(self) -> None:
        own, goal = self.flock.count(self.colour), self.goal
        if not own or (goal.kind in goals.NEEDS_PAIR and own < goals.PAIR):
            raise Invalid(say("problem-own-sheep"))
        if not any(self.flock.count(other) for other in COLOURS if other != self.colour):
            raise Invalid(say("problem-alone"))  # S-8.3: the game would be over
        if goal.kind == goals.BLACK and not self.flock.count(BLACK):
            raise Invalid(say("problem-no-black"))
        if goal.kind == goals.POINTS and goal.number > goals.MOST_POINTS:
            raise Invalid(say("problem-points", most=goals.MOST_POINTS))
        if goal.is_met(self.flock, self.colour, 0):
            raise Invalid(say("problem-met"))

    # Play

    def start(self, edition: Edition | None = None) -> ShearPanicState:
        """Returns the state before the first command."""
        game = ShearPanic(PLAYERS, edition or standard())
        menu, free = game.edition.menu, list(self.commands)
        used = 0
        for place, entry in enumerate(menu):
            if entry in free:
                free.remove(entry)
            else:
                used |= 1 << place
        return ShearPanicState(
            game,
            self.flock,
            points=(0,) * PLAYERS,
            used=tuple(used if seat == self.player else 0 for seat in range(PLAYERS)),
            order=clockwise(PLAYERS, self.player),
            player=self.player,
            task=Task.COMMAND,
            stage=Stage.PLAY,
            counter=self.space,
        )

    def play(self, state: ShearPanicState, move: ShearPanicMove) -> ShearPanicState:
        """Returns the state after a legal move. The turn comes back to the same player."""
        return self.handed_back(state.play(move))

    def handed_back(self, state: ShearPanicState) -> ShearPanicState:
        if ends_turn(state) and state.ended is None and state.player != self.player:
            return replace(state, player=self.player)
        return state

    def is_solved(self, state: ShearPanicState) -> bool:
        """True if the goal is reached. It counts only at the end of a turn."""
        points = state.points[self.player]
        return ends_turn(state) and self.goal.is_met(state.flock, self.colour, points)

    def choices(self, state: ShearPanicState) -> tuple[ShearPanicMove, ...]:
        """Returns the legal moves, or the faces of a die. There are none once it is over."""
        return () if self.is_solved(state) else state.legal_moves()


def ends_turn(state: ShearPanicState) -> bool:
    """True before the first command and after each turn."""
    return state.ended is not None or state.task == Task.COMMAND


def command_text(entry: MenuEntry) -> str:
    return f"{entry.kind} {entry.number}"


def parse_command(text: str) -> MenuEntry:
    """Reads a command without its target: ``lamb push 2``. Raises ``Invalid``."""
    kind, _, number = text.rpartition(" ")
    if kind not in KINDS or number not in ("1", "2", "3"):
        raise Invalid(say("problem-no-command", command=text))
    return MenuEntry(Kind(kind), int(number))


def is_sound(problem: Problem, edition: Edition) -> bool:
    try:
        problem.check(edition)
    except TableeError:
        return False
    return True
