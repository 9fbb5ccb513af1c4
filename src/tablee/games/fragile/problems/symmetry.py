"""Turns and mirror images of the quay that change nothing, to compare problems."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tablee.games.fragile.board import CELLS, COLUMNS, Board, Cell, column_row
from tablee.games.fragile.position import Crate, Crates
from tablee.games.fragile.problems.problem import Problem

Turned = Mapping[Cell, Cell]
"""The new cell of each cell."""


@lru_cache(maxsize=16)
def symmetries(board: Board) -> tuple[Turned, ...]:
    """Returns the symmetries of a square that map depots to depots and doors to doors."""
    return tuple(
        turned
        for turned in _all_eight()
        if all(
            board.entrances.get(turned[depot]) == turned[door]
            for depot, door in board.entrances.items()
        )
    )


def _all_eight() -> list[Turned]:
    quarter = {cell: _at(9 - column_row(cell)[1], column_row(cell)[0]) for cell in CELLS}
    mirrored = {cell: _at(9 - column_row(cell)[0], column_row(cell)[1]) for cell in CELLS}
    found = [{cell: cell for cell in CELLS}]
    for _ in range(3):
        found.append({cell: quarter[target] for cell, target in found[-1].items()})
    return [*found, *({cell: mirrored[turned[cell]] for cell in CELLS} for turned in found)]


def _at(column: int, row: int) -> Cell:
    return f"{COLUMNS[column]}{row + 1}"


def turn(problem: Problem, turned: Turned) -> Problem:
    """Returns the problem on the turned board."""

    def crates(found: Crates) -> Crates:
        return tuple(Crate(goal=turned[crate.goal]) if crate.goal else crate for crate in found)

    return Problem(
        problem.turns,
        {turned[cell]: crates(found) for cell, found in problem.crates.items()},
        tuple(sorted((turned[cell] for cell in problem.dockers), key=CELLS.index)),
        tuple(sorted((turned[cell] for cell in problem.others), key=CELLS.index)),
    )


def canonical(problem: Problem, board: Board) -> str:
    """Returns the same text for all problems that differ only by a symmetry of the board."""
    return min(turn(problem, turned).text for turned in symmetries(board))
