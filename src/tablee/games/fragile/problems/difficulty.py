"""Rates how hard a problem is, from 1 to 10, and says why.

The rating is this sum, kept between 1 and 10:

    1
    + 0.7 × (log10 of the ways to play - 2)   ways: the positions each turn can lead to, multiplied
    + 0.6 × detours                           goal crates moved away from their depots, or stacked
    + 0.5 × (crates moved - 1)
    + 0.4 × (dockers used - 1)                those that have a turn
    + 0.4 × (links of the longest hand-over - 1)
    - 0.3 × log2 of the number of shortest solutions, up to order

It counts along the first of the shortest solutions in the order of their texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2, log10, prod

from tablee.core.messages import Message
from tablee.games.fragile.actions import hand_over_links
from tablee.games.fragile.board import Board, Cell
from tablee.games.fragile.messages import say
from tablee.games.fragile.moves import CrateAction, HandOver, Stack
from tablee.games.fragile.position import Position
from tablee.games.fragile.problems.line import Line, keys_of, play_line
from tablee.games.fragile.problems.search import ProblemSearch
from tablee.games.fragile.problems.solver import MEMORY, Solution

EASIEST, HARDEST = 1, 10
WAYS, DETOUR, CRATE, DOCKER, LINK, SOLUTION = 0.7, 0.6, 0.5, 0.4, 0.4, -0.3
FEW_WAYS = 2
"""The log10 of the ways to play in the smallest possible problem."""


@dataclass(frozen=True)
class Part:
    """One reason why a problem is hard or easy: how much of it there is, and what it adds."""

    key: str
    count: int
    points: float

    @property
    def message(self) -> Message:
        return say(f"difficulty-{self.key}", count=self.count)


@dataclass(frozen=True)
class Difficulty:
    value: float
    """From 1 to 10, to one decimal."""
    parts: tuple[Part, ...]
    """The parts of the sum, the most important first."""
    branching: tuple[int, ...]
    """How many positions each turn of the solution could have led to."""


def rate(solution: Solution) -> Difficulty | None:
    """Rates a problem solved with all its solutions. Returns None if it has none."""
    if solution.minimum is None or not solution.solutions:
        return None
    line = play_line(solution.playable, solution.edition, solution.solutions[0])
    branching = _branching(solution, line)
    parts = (
        Part("ways", prod(branching), WAYS * (log10(prod(branching)) - FEW_WAYS)),
        _part("detours", _detours(line), DETOUR, 0),
        _part("crates", _crates_moved(line), CRATE, 1),
        _part("dockers", _dockers_used(line), DOCKER, 1),
        _part("links", _longest_chain(line), LINK, 1),
        Part("solutions", len(solution.solutions), SOLUTION * log2(len(solution.solutions))),
    )
    value = min(HARDEST, max(EASIEST, EASIEST + sum(part.points for part in parts)))
    drove = sorted((part for part in parts if part.points), key=lambda part: -abs(part.points))
    return Difficulty(round(value, 1), tuple(drove), branching)


def _part(key: str, count: int, weight: float, free: int) -> Part:
    return Part(key, count, weight * max(0, count - free))


def _branching(solution: Solution, line: Line) -> tuple[int, ...]:
    search = ProblemSearch(solution.problem, solution.edition, 1, MEMORY)
    keys = keys_of(search, search.start.key(0), line)
    return tuple(len(search.following(key)) for key in keys)


# Counts along the solution


def _moved(line: Line) -> Iterator[tuple[Position, CrateAction]]:
    """Yields the actions that move a crate, with the positions before them."""
    for turn in line.turns:
        for position, action in zip(turn.positions, turn.actions, strict=True):
            if isinstance(action, CrateAction):
                yield position, action


def _detours(line: Line) -> int:
    """Counts how often a goal crate moves away from its depot or onto another crate."""
    count = 0
    distances: dict[Cell, dict[Cell, int]] = {}
    for position, action in _moved(line):
        goal = position.crates_at(action.crate)[-1].goal
        if goal is None:
            continue
        if goal not in distances:
            distances[goal] = steps_to(position.board, goal)
        steps = distances[goal]
        away = steps.get(action.target, 0) > steps.get(action.crate, 0)
        count += away or isinstance(action, Stack)
    return count


def steps_to(board: Board, depot: Cell) -> dict[Cell, int]:
    """Returns how far each cell of an empty quay is from a depot."""
    from_door = board.walk_distances(board.entrances[depot])
    return {**{cell: steps + 1 for cell, steps in from_door.items()}, depot: 0}


def _crates_moved(line: Line) -> int:
    """Counts the different crates that the solution moves."""
    crates: dict[tuple[Cell, int], int] = {}
    for cell, found in line.start.position.crates.items():
        for level in range(len(found)):
            crates[cell, level] = len(crates)
    moved: set[int] = set()
    for position, action in _moved(line):
        crate = crates.pop((action.crate, len(position.crates_at(action.crate)) - 1))
        crates[action.target, len(position.crates_at(action.target))] = crate
        moved.add(crate)
    return len(moved)


def _dockers_used(line: Line) -> int:
    used = {turn.before.position.docker_at(turn.docker) for turn in line.turns}
    return len(used)


def _longest_chain(line: Line) -> int:
    """Returns the most links that a hand-over of the solution needs."""
    chains = [
        len(hand_over_links(position, action.docker, action.crate)[action.target])
        for position, action in _moved(line)
        if isinstance(action, HandOver)
    ]
    return max(chains, default=0)
