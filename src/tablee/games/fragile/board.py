"""The quay: cells, quarters, depots and their walls (F-1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

Cell = str
"""A cell by its name, as printed around the board: ``A1`` … ``J10``."""

COLUMNS = "ABCDEFGHIJ"
ROWS = range(1, 11)
CELLS: tuple[Cell, ...] = tuple(f"{column}{row}" for row in ROWS for column in COLUMNS)
"""F-1.1: all cells, row 1 first."""

Direction = tuple[int, int]
NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
DIRECTIONS: tuple[Direction, ...] = (NORTH, EAST, SOUTH, WEST)

_CELL_SET = frozenset(CELLS)


def is_cell(text: str) -> bool:
    return text in _CELL_SET


@cache
def column_row(cell: Cell) -> tuple[int, int]:
    """Returns column and row, both counted from 0."""
    return COLUMNS.index(cell[0]), int(cell[1:]) - 1


def beside(cell: Cell, direction: Direction) -> Cell | None:
    """Returns the next cell in a direction, or None off the board. Ignores walls."""
    column, row = column_row(cell)
    column, row = column + direction[0], row + direction[1]
    if 0 <= column < 10 and 0 <= row < 10:
        return f"{COLUMNS[column]}{row + 1}"
    return None


def straight(source: Cell, target: Cell) -> tuple[Direction, int] | None:
    """Returns direction and distance if the cells differ and share a row or column."""
    (column, row), (to_column, to_row) = column_row(source), column_row(target)
    across, down = to_column - column, to_row - row
    if (across == 0) == (down == 0):
        return None
    distance = abs(across + down)
    return (across // distance, down // distance), distance


def opposite(direction: Direction) -> Direction:
    return -direction[0], -direction[1]


@cache
def quarter(cell: Cell) -> int:
    """F-1.2: returns the quarter of a cell, 0 to 3."""
    column, row = column_row(cell)
    return (column >= 5) + 2 * (row >= 5)


@dataclass(frozen=True)
class Board:
    """The quay with its depots. ``entrances`` maps each depot slot to the cell it opens to."""

    entrances: Mapping[Cell, Cell]
    _next: Mapping[Cell, Mapping[Direction, Cell]] = field(init=False, repr=False, compare=False)
    _beside: Mapping[Cell, tuple[Cell, ...]] = field(init=False, repr=False, compare=False)
    floor_beside: Mapping[Cell, tuple[Cell, ...]] = field(init=False, repr=False, compare=False)
    """The neighbours of each cell that are not depots. A docker can step there (F-4.1)."""
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        steps = {
            cell: {
                direction: other
                for direction in DIRECTIONS
                if (other := beside(cell, direction)) and not self.has_wall(cell, other)
            }
            for cell in CELLS
        }
        reached = {cell: tuple(found.values()) for cell, found in steps.items()}
        floor = {
            cell: tuple(other for other in found if other not in self.entrances)
            for cell, found in reached.items()
        }
        object.__setattr__(self, "_next", steps)
        object.__setattr__(self, "_beside", reached)
        object.__setattr__(self, "floor_beside", floor)
        object.__setattr__(self, "_hash", hash(frozenset(self.entrances.items())))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles only the depots. The rest follows from them."""
        return _board, (tuple(self.entrances.items()),)

    def has_wall(self, cell: Cell, other: Cell) -> bool:
        """F-1.4: true if a wall is between the cells. A depot has walls on all sides but one."""
        return any(
            self.entrances.get(depot, outside) != outside
            for depot, outside in ((cell, other), (other, cell))
        )

    def step(self, cell: Cell, direction: Direction) -> Cell | None:
        """Returns the next cell in a direction, or None at the edge or at a wall (F-1.4)."""
        return self._next[cell].get(direction)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Returns the adjacent cells without a wall between."""
        return self._beside[cell]

    def walk_distances(self, start: Cell) -> dict[Cell, int]:
        """Returns how many steps each floor cell of an empty quay is from a cell."""
        steps = {start: 0}
        waiting = [start]
        for cell in waiting:
            for other in self.floor_beside[cell]:
                if other not in steps:
                    steps[other] = steps[cell] + 1
                    waiting.append(other)
        return steps

    def direction(self, cell: Cell, other: Cell) -> Direction | None:
        """Returns the direction of a neighbour, or None for other cells and behind a wall."""
        for direction, found in self._next[cell].items():
            if found == other:
                return direction
        return None

    def is_slot(self, cell: Cell) -> bool:
        return cell in self.entrances


@lru_cache(maxsize=64)
def _board(entrances: tuple[tuple[Cell, Cell], ...]) -> Board:
    return Board(dict(entrances))
