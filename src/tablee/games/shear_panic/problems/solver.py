"""Finds the best chance to solve a problem, exactly, over all dice and choices.

This is expectimax on the kernel: the best of the choices, the mean over the dice, as fractions.
Positions at the start of a turn are remembered. The work is bounded by ``most`` positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tablee.core.game import CHANCE
from tablee.games.shear_panic import codes, packing
from tablee.games.shear_panic.edition import PANIC_FACES, REGROUP_FACES, Edition, standard
from tablee.games.shear_panic.flock_kernel import PackedState
from tablee.games.shear_panic.kernel import apply, legal
from tablee.games.shear_panic.moves import KINDS
from tablee.games.shear_panic.notation import write
from tablee.games.shear_panic.problems.certificate import Certificate, Strategy
from tablee.games.shear_panic.problems.goals import POINTS, SHORN
from tablee.games.shear_panic.problems.problem import PLAYERS, Problem
from tablee.games.shear_panic.scoring import ROW_POINTS, SIDE
from tablee.games.shear_panic.state import ShearPanicState
from tablee.games.shear_panic.track import FieldKind, Track

MOST = 5_000_000
"""The positions that a search may look at, unless it is told otherwise."""
LOST, SURE = Fraction(0), Fraction(1)

Key = tuple[object, ...]
Fields = dict[str, Any]
"""A state of the kernel as plain values, see ``PackedState.fields``."""


class TooMuchWork(Exception):
    """The search looked at as many positions as it may."""


@dataclass(frozen=True)
class Solution:
    """The best chance to solve a problem, and the choices that reach it."""

    problem: Problem
    edition: Edition
    chance: Fraction
    values: dict[str, Fraction]
    """Every first command with its value."""
    strategy: Strategy
    sole: bool
    """True if best play never has a choice between two moves that are equally good."""
    positions: int

    @property
    def first(self) -> tuple[str, ...]:
        """The best first commands; none if the problem cannot be solved."""
        if not self.chance:
            return ()
        return tuple(move for move, value in self.values.items() if value == self.chance)

    @property
    def is_unique(self) -> bool:
        return len(self.first) == 1

    @property
    def is_sure(self) -> bool:
        return self.chance == SURE

    def certificate(self) -> Certificate:
        return Certificate(self.problem, self.edition, self.chance, self.strategy)


def solve(problem: Problem, edition: Edition | None = None, most: int = MOST) -> Solution:
    """Raises ``TooMuchWork`` if that takes more than ``most`` positions."""
    return solved_by(Search(problem, edition, most))


def solved_by(search: Search) -> Solution:
    """Returns the solution that a search finds. What the search knows already costs nothing."""
    problem = search.problem
    start = problem.start(search.edition)
    values = search.moves(start)
    chance = max(values.values(), default=LOST)
    planner = Planner(search)
    strategy = planner.strategy(start)
    return Solution(
        problem, search.edition, chance, values, strategy, planner.sole, search.positions
    )


class Search:
    """Values of the positions of one problem."""

    def __init__(self, problem: Problem, edition: Edition | None = None, most: int = MOST) -> None:
        self.problem, self.edition, self.most = problem, edition or standard(), most
        self.positions = 0
        self._values: dict[Key, Fraction] = {}
        self._met: dict[tuple[int, int], bool] = {}
        self._kinds = [KINDS.index(entry.kind) for entry in self.edition.menu]
        self._most_points: dict[tuple[int, int], int] = {}

    def value(self, state: ShearPanicState) -> Fraction:
        """Returns the chance to solve the problem from here with best play."""
        return self._value(packing.pack(state))

    def moves(self, state: ShearPanicState) -> dict[str, Fraction]:
        """Returns every choice of the player here with its value, in the order of the law."""
        return dict(self.each_move(state))

    def each_move(self, state: ShearPanicState) -> Iterator[tuple[str, Fraction]]:
        packed = packing.pack(state)
        for move in legal(packed):
            yield write(packing.unpack_move(move)), self._value(_played(packed, move))

    def best(self, state: ShearPanicState) -> list[str]:
        """Returns the best choices here, in the order of the law."""
        moves = self.moves(state)
        best = max(moves.values(), default=LOST)
        return [move for move, value in moves.items() if value == best]

    def _value(self, packed: PackedState) -> Fraction:
        self.positions += 1
        if self.positions > self.most:
            raise TooMuchWork
        fields = packed.fields()
        task, ended = fields["numbers"][1], fields["numbers"][11]
        if ended or task == codes.ASK_COMMAND:
            return self._at_turn(packed, fields, bool(ended))
        if task <= codes.ASK_REGROUP:
            return self._mean(packed, task)
        return self._best(packed)

    def _best(self, packed: PackedState) -> Fraction:
        best = LOST
        for move in legal(packed):
            best = max(best, self._value(_played(packed, move)))
            if best == SURE:
                break
        return best

    def _mean(self, packed: PackedState, task: int) -> Fraction:
        edition = self.edition
        panics = task == codes.ASK_PANIC
        die, faces = (
            (edition.panic_die, PANIC_FACES) if panics else (edition.regroup_die, REGROUP_FACES)
        )
        total = mean = LOST
        for move in legal(packed):
            share = die[faces[codes.way_of(move)]]
            total += share  # S-7.1: a colour that is gone is rolled again
            mean += share * self._value(_played(packed, move))
        return mean / total

    # The start of a turn

    def _at_turn(self, packed: PackedState, fields: Fields, ended: bool) -> Fraction:
        if self._is_met(fields):
            return SURE
        player = self.problem.player
        used: int = fields["used"][player]
        left = {kind for place, kind in enumerate(self._kinds) if not used >> place & 1}
        if ended or not left or self._is_out_of_reach(fields, used):
            return LOST
        key = self._key(fields, used, left)
        value = self._values.get(key)
        if value is None:
            numbers = fields["numbers"]
            fields["numbers"] = (player, *numbers[1:])
            packed.load(**fields)
            value = self._values[key] = self._best(packed)
        return value

    def _is_out_of_reach(self, fields: Fields, used: int) -> bool:
        """True if the commands left do not take the counter to enough scorings."""
        goal, player = self.problem.goal, self.problem.player
        if goal.kind not in (POINTS, SHORN):
            return False
        counter: int = fields["numbers"][3]
        most = self._most_points.get((counter, used))
        if most is None:
            menu = enumerate(self.edition.menu)
            numbers = [entry.number for place, entry in menu if not used >> place & 1]
            track = self.edition.tracks[PLAYERS]
            most = self._most_points[counter, used] = most_points(track, counter, numbers)
        have: int = fields["points"][player]
        return most == 0 or (goal.kind == POINTS and have + most < goal.number)

    def _is_met(self, fields: Fields) -> bool:
        problem = self.problem
        if problem.goal.kind == POINTS:
            points: int = fields["points"][problem.player]
            return points >= problem.goal.number
        flock: tuple[int, int] = fields["flock"]
        met = self._met.get(flock)
        if met is None:
            found = packing.key_flock(flock)
            met = self._met[flock] = problem.goal.is_met(found, problem.colour, 0)
        return met

    def _key(self, fields: Fields, used: int, left: set[int]) -> Key:
        """Returns everything that affects the rest, so that equal positions are searched once."""
        numbers: tuple[int, ...] = fields["numbers"]
        points: int = 0
        if self.problem.goal.kind == POINTS:
            points = fields["points"][self.problem.player]
        _, _, _, counter, rolled, last_kind, last_turn, *_ = numbers
        key: Key = (fields["flock"], used, counter, points)
        # S-4.8: the command before matters only to another of its kind.
        return (*key, fields["before"], rolled, last_turn) if last_kind in left else key


class Planner:
    """Writes best play down, with the first of equally good choices."""

    def __init__(self, search: Search) -> None:
        self.search, self.problem = search, search.problem
        self.sole = True

    def strategy(self, state: ShearPanicState) -> Strategy:
        if self.problem.is_solved(state):
            return True
        if state.actor == CHANCE:
            return {
                write(outcome.move): self.strategy(self.problem.play(state, outcome.move))
                for outcome in state.outcomes()
            }
        if state.actor is None or not self.search.value(state):
            return False
        best = self.search.best(state)
        self.sole = self.sole and len(best) == 1
        return best[0], self.strategy(self.problem.play(state, state.parse(best[0])))


def most_points(track: Track, counter: int, numbers: list[int]) -> int:
    """Returns a bound on what one colour can score by commands of these numbers."""
    end = min(counter + sum(numbers), track.length)
    most = 0
    for field in track.fields:
        if field.gate is not None:
            most += (
                2 * max(ROW_POINTS) * sum(counter < at <= end for at in (field.gate, field.last))
            )
        elif counter < field.last and end >= field.first:
            most += len(numbers) * (SIDE if field.kind == FieldKind.TEAM else 2 * SIDE)
    if end >= track.fields[-1].first:  # S-8.3: if the others lose all their sheep
        most += 2 * max(ROW_POINTS)
    return most


def _played(packed: PackedState, move: int) -> PackedState:
    after: PackedState = packed.copy()
    apply(after, move)
    return after
