"""Hints in five steps, and whether a problem can still be solved from a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tablee.core.messages import Message
from tablee.games.fragile.edition import Edition, standard
from tablee.games.fragile.messages import say
from tablee.games.fragile.moves import Action, Go, HandOver, Push, Stack, Unstack
from tablee.games.fragile.notation import END, token
from tablee.games.fragile.position import Position
from tablee.games.fragile.problems.line import Line, keys_of, moment, moments_after, play_line
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.search import Key, ProblemSearch
from tablee.games.fragile.problems.solver import MEMORY, Paths, Writer
from tablee.games.fragile.problems.turns import play_turn
from tablee.games.fragile.problems.writing import actions_between, is_solved
from tablee.games.fragile.reach import reachable
from tablee.games.fragile.state import FragileState

STEPS = 5
CRATE, DOCKER, KIND, FIRST, TURN = range(1, STEPS + 1)
_KINDS: dict[type[Action], str] = {
    Go: "kind-go",
    Push: "kind-push",
    Stack: "kind-stack",
    Unstack: "kind-unstack",
    HandOver: "kind-hand-over",
}


@dataclass(frozen=True)
class Outlook:
    """What a line of play can still lead to."""

    line: Line
    turns_left: int
    """The turns not yet finished, of those the problem allows."""
    solution: tuple[str, ...] | None
    """A shortest solution in the turns left. In mid-turn it begins with the rest of the turn."""
    lost_in: int | None
    """Without a solution, the turn that spoiled it; 0 if there never was a solution."""

    @property
    def is_solved(self) -> bool:
        return self.line.is_solved

    @property
    def needed(self) -> int | None:
        """The fewest turns needed, with the one begun. None if too few are left."""
        return None if self.solution is None else len(self.solution)

    @property
    def message(self) -> Message:
        """The outlook as a sentence."""
        if self.is_solved:
            return say("hint-solved")
        if self.solution is not None:
            return say("hint-reachable", needed=len(self.solution), left=self.turns_left)
        if self.lost_in == 0:
            return say("hint-never", turns=self.turns_left + len(self.line.finished))
        assert self.lost_in is not None
        return say("hint-lost", left=self.turns_left, turn=self.lost_in)

    def hint(self, step: int) -> Message | None:
        """Returns the hint of a step, 1 to 5, or None if there is nothing to hint at."""
        if not self.solution:
            return None
        return _Hints(self.line.state, self.solution).hint(step)


class Guide:
    """Finds solutions from any position of a problem."""

    def __init__(
        self,
        problem: Problem,
        edition: Edition | None = None,
        *,
        workers: int = 2,
        memory: int = MEMORY,
    ) -> None:
        self.problem, self.edition = problem, edition or standard()
        self.search = ProblemSearch(problem, self.edition, workers, memory)
        self.start = self.search.start.key(0)
        self.writer = Writer(self.search)

    def outlook(self, turns: Sequence[str] = ()) -> Outlook:
        """Returns the outlook after these turns. ``…`` at the end leaves the last turn unfinished.

        Raises ``Invalid`` or ``Illegal`` for turns that cannot be played, and ``OutOfMemory``.
        """
        line = play_line(self.problem, self.edition, turns)
        left = self.problem.turns - len(line.finished)
        if line.is_solved:
            return Outlook(line, left, (), None)
        keys = keys_of(self.search, self.start, line)
        solution: tuple[str, ...] | None = None
        if line.state.result is None:
            solution = self._from_state(line.state, keys[-1], left)
        lost_in = None if solution is not None else self._lost_in(line, keys)
        return Outlook(line, left, solution, lost_in)

    def _lost_in(self, line: Line, keys: list[Key]) -> int:
        """Returns the last turn before which a solution existed, or 0 if there never was one."""
        for played in reversed(range(min(len(keys), len(line.turns)))):
            if self._from_key(keys[played], self.problem.turns - played) is not None:
                return played + 1
        return 0

    # Solutions from here

    def _from_state(self, state: FragileState, key: Key, left: int) -> tuple[str, ...] | None:
        if state.active is None:
            return self._from_key(key, left)
        return self._from_mid_turn(state, key, left)

    def _from_key(self, key: Key, left: int) -> tuple[str, ...] | None:
        """Returns a shortest solution from the start of a turn."""
        self.search.start = self.search.set_of(key)
        for turns in range(1, left + 1):
            paths = Paths(self.search, turns, every=False)
            if paths.winners:
                return self.writer.written(paths.first())
        return None

    def _from_mid_turn(self, state: FragileState, key: Key, left: int) -> tuple[str, ...] | None:
        """Returns a shortest solution. Its first text is the rest of the present turn."""
        assert state.active is not None
        ends = [*reachable(state.position, state.active, state.points), state.position]
        for position in ends:
            if is_solved(position):
                return (self._rest(state, position),)
        known = moments_after(self.search, key)
        best: tuple[str, ...] | None = None
        for position in ends:
            if position == state.origin:
                continue  # F-3.3: the turn must change something
            end = moment(replace(state, position=position, barred=state.active))
            later = self._from_key(known[end], left - 1 if best is None else len(best) - 2)
            if later is not None:
                best = (self._rest(state, position), *later)
        return best

    def _rest(self, state: FragileState, end: Position) -> str:
        """Returns the text that takes the active docker from here to the end of its turn."""
        assert state.active is not None
        if end == state.position:
            return END
        docker = state.position.dockers[state.active].cell
        actions = actions_between(state.position, docker, end, end.dockers[state.active].cell)
        return f"{docker}: " + " ".join(token(action) for action in actions)


class _Hints:
    """The hints for one state, taken from a solution."""

    def __init__(self, state: FragileState, solution: tuple[str, ...]) -> None:
        self.solution = solution
        self.ends = solution[0] == END
        self.actions: list[tuple[Action, ...]] = []
        self.state = state
        for text in solution:
            if text == END:
                self.actions.append(())
                state = state.play(state.parse(END))
            else:
                turn = play_turn(state, text)
                self.actions.append(turn.actions)
                state = turn.after

    def hint(self, step: int) -> Message:
        if step == CRATE:
            return self._crate()
        if self.ends:
            return say("hint-end-turn")
        first = self.actions[0][0]
        if step == DOCKER:
            return say("hint-docker", docker=first.docker)
        if step == KIND:
            return self._kind()
        if step == FIRST:
            return say("hint-first", action=f"{first.docker}: {token(first)}")
        return say("hint-turn", turn=self.solution[0])

    def _crate(self) -> Message:
        """Names the first crate that moves in the turn, or else later."""
        for turn, actions in enumerate(self.actions):
            for action in actions:
                if not isinstance(action, Go):
                    key = "hint-crate-later" if turn else "hint-crate"
                    return say(key, crate=action.crate)
        raise AssertionError("a solution moves a crate")

    def _kind(self) -> Message:
        """Names the first action on a crate. A turn without one is a walk."""
        handled = (action for action in self.actions[0] if not isinstance(action, Go))
        action = next(handled, self.actions[0][0])
        return say("hint-kind", kind=say(_KINDS[type(action)]))
