"""Hints in five steps, and the best chance from any position of a problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tablee.core.game import CHANCE
from tablee.core.messages import Message
from tablee.games.shear_panic import moves as mv
from tablee.games.shear_panic.edition import Edition, standard
from tablee.games.shear_panic.messages import say, word
from tablee.games.shear_panic.notation import THEN
from tablee.games.shear_panic.problems.line import Line, play_line
from tablee.games.shear_panic.problems.problem import Problem
from tablee.games.shear_panic.problems.solver import MOST, SURE, Search
from tablee.games.shear_panic.state import ShearPanicState
from tablee.games.shear_panic.tasks import Task

STEPS = 5
DICE, COMMAND, SHEEP, MOVE, REST = range(1, STEPS + 1)
_CHOICES = {
    Task.GROUP: "hint-group",
    Task.LINE: "hint-line",
    Task.PUSH: "hint-push",
    Task.TURN: "hint-turn",
}


@dataclass(frozen=True)
class Slip:
    """A choice in a line that lowered the chance."""

    move: str
    before: Fraction
    after: Fraction


@dataclass(frozen=True)
class Outlook:
    """What a line of play can still lead to."""

    line: Line
    chance: Fraction
    """The best chance from here."""
    best: tuple[str, ...]
    """The best choices now. None while a die has to be rolled, or once it is over."""
    slip: Slip | None
    """The first choice that lowered the chance."""
    rest: tuple[str, ...]
    """Best play from here: up to the next die, then the first answer to each of its faces."""
    die: str
    """What best play meets next: ``regroup``, ``panic`` or nothing."""

    @property
    def is_solved(self) -> bool:
        return self.line.is_solved

    @property
    def is_best(self) -> bool:
        """True if every choice so far was as good as any."""
        return self.slip is None

    @property
    def message(self) -> Message:
        """The outlook as a sentence."""
        if self.is_solved:
            return say("hint-solved")
        if not self.chance:
            return say("hint-lost") if self.line.moves else say("hint-never")
        return (
            say("hint-sure") if self.chance == SURE else say("hint-chance", chance=str(self.chance))
        )

    @property
    def slip_message(self) -> Message | None:
        """The first slip as a sentence."""
        if self.slip is None:
            return None
        before, after = str(self.slip.before), str(self.slip.after)
        return say("hint-spoiled", move=self.slip.move, before=before, after=after)

    def hint(self, step: int) -> Message | None:
        """Returns the hint of a step, 1 to 5, or None if there is nothing to hint at."""
        state = self.line.state
        if self.is_solved or not self.chance:
            return None
        if state.actor == CHANCE:
            return say("hint-roll")
        if step == DICE:
            return say(f"hint-{self.die}-die" if self.die else "hint-no-die")
        if step == MOVE:
            return say("hint-move", move=self.best[0])
        if step == REST:
            return say("hint-rest", play=THEN.join(self.rest))
        move = state.parse(self.best[0])
        if isinstance(move, mv.Command):
            if step == COMMAND:
                return say(
                    "hint-command",
                    command=say("and-number", word=word(move.kind), number=move.number),
                )
            return say("hint-sheep", cell=move.sheep) if move.sheep else say("hint-flock")
        if step == SHEEP and isinstance(move, mv.PanicPush | mv.ChooseGroup):
            return say("hint-sheep", cell=move.sheep)
        return say(_CHOICES[state.task])


class Guide:
    """Knows the best play from any position of a problem."""

    def __init__(self, problem: Problem, edition: Edition | None = None, most: int = MOST) -> None:
        self.problem, self.edition = problem, edition or standard()
        self.search = Search(problem, self.edition, most)

    def outlook(self, turns: Sequence[str] = ()) -> Outlook:
        """Returns the outlook after these turns. The last may be unfinished.

        Raises ``Invalid`` or ``Illegal`` for turns that cannot be played, and ``TooMuchWork``.
        """
        line = play_line(self.problem, self.edition, turns)
        chance = self.search.value(line.state)
        rest, die = self._rest(line.state)
        return Outlook(line, chance, self._best(line.state), self._slip(line), rest, die)

    def _best(self, state: ShearPanicState) -> tuple[str, ...]:
        if state.actor == CHANCE or not self.problem.choices(state):
            return ()
        return tuple(self.search.best(state))

    def _slip(self, line: Line) -> Slip | None:
        values = [self.search.value(state) for state in line.states]
        for number, move in enumerate(line.moves):
            if line.states[number].actor != CHANCE and values[number + 1] < values[number]:
                return Slip(move, values[number], values[number + 1])
        return None

    def _rest(self, state: ShearPanicState) -> tuple[tuple[str, ...], str]:
        """Returns best play up to the next die with the answers to it, and that die."""
        rest: list[str] = []
        while state.actor != CHANCE:
            best = self._best(state)
            if not best:
                return tuple(rest), ""
            rest.append(best[0])
            state = self.problem.play(state, state.parse(best[0]))
        for outcome in state.outcomes():
            after = self.problem.play(state, outcome.move)
            answer = self._best(after)[:1] if self.search.value(after) else ("–",)
            if answer:
                rest.append(f"{state.notation(outcome.move)}: {answer[0]}")
        return tuple(rest), "panic" if state.task == Task.PANIC_ROLL else "regroup"
