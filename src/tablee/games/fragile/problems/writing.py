"""Writes the turn that leads from one position to another."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count

from tablee.games.fragile.actions import act, cost, possible_actions
from tablee.games.fragile.board import Cell, column_row
from tablee.games.fragile.moves import Action
from tablee.games.fragile.notation import token
from tablee.games.fragile.position import Position
from tablee.games.fragile.reach import NO_FLIPS
from tablee.games.fragile.rules import POINTS

_Waiting = tuple[int, int, int, Position, tuple[Action, ...]]
"""Points spent, number of actions, order of discovery, position, actions."""


def write_turn(before: Position, start: Cell, after: Position, end: Cell) -> str:
    """Returns the turn in which the docker goes from ``start`` to ``end`` and makes ``after``."""
    actions = actions_between(before, start, after, end)
    return f"{start}: " + " ".join(token(action) for action in actions)


def actions_between(
    before: Position, start: Cell, after: Position, end: Cell
) -> tuple[Action, ...]:
    """Returns the actions with the fewest points, then the fewest actions.

    Raises ``ValueError`` if no actions make this turn.
    """
    index = before.docker_at(start)
    assert index is not None
    order = count()
    waiting: list[_Waiting] = [(0, 0, next(order), before, ())]
    seen: set[Position] = set()
    while waiting:
        spent, _, _, position, actions = heappop(waiting)
        docker = position.dockers[index].cell
        if docker == end and position.crates == after.crates and actions:
            return actions
        if position in seen:
            continue
        seen.add(position)
        if is_solved(position):  # F-7.3: the game is over, so nobody walks on
            continue
        for action in possible_actions(position, docker, POINTS - spent, NO_FLIPS):
            found = act(position, action, NO_FLIPS).position
            needed = spent + cost(position, action)
            at_least = _points_left(found, found.dockers[index].cell, after, end)
            if found not in seen and needed + at_least <= POINTS:
                path = (*actions, action)
                heappush(waiting, (needed, len(path), next(order), found, path))
    raise ValueError(f"no turn of {start} leads there")


def is_solved(position: Position) -> bool:
    """F-7.3: true if all goal crates are in their depots."""
    goals = [
        crate.goal == cell
        for cell, crates in position.crates.items()
        for crate in crates
        if crate.goal is not None
    ]
    return bool(goals) and all(goals)


def _points_left(position: Position, docker: Cell, after: Position, end: Cell) -> int:
    """Returns the fewest points it can take: an action moves one crate and changes two cells."""
    cells = position.crates.keys() | after.crates.keys()
    different = sum(position.crates_at(cell) != after.crates_at(cell) for cell in cells)
    if different:
        return (different + 1) // 2
    (column, row), (to_column, to_row) = column_row(docker), column_row(end)
    return abs(column - to_column) + abs(row - to_row)
