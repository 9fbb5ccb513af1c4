"""The flock: sheep on an unbounded grid, all facing one way (S-1).

The game has no board, so a flock is its bounding box: two flocks are equal if one fits on the
other without a turn. The text of a flock has its rows from top to bottom, then the facing:
``BRG/GKY/YBR N``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tablee.core.errors import Invalid
from tablee.games.shear_panic.messages import say

Colour = str
"""A sheep's colour by its letter."""
COLOURS: tuple[Colour, ...] = ("B", "G", "R", "Y")
BLACK: Colour = "K"
MOST_OF_A_COLOUR = {"B": 2, "G": 2, "R": 2, "Y": 2, BLACK: 1}
"""S-1.1: nine sheep."""

Spot = tuple[int, int]
"""Column and row, counted from 0 at the top left of the bounding box."""
Cell = str
"""A spot by its name: column letter, row number from the top, as in ``C2``."""

Facing = str
FACINGS: tuple[Facing, ...] = ("N", "E", "S", "W")
"""Clockwise, so that a turn to the right leads to the next one."""

Direction = str
VECTORS: Mapping[Direction, Spot] = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
DIRECTIONS: tuple[Direction, ...] = tuple(VECTORS)
ORTHOGONAL: tuple[Direction, ...] = ("N", "E", "S", "W")
DIAGONAL: tuple[Direction, ...] = ("NE", "SE", "SW", "NW")

WIDEST = 26
"""Columns have one letter. A flock split by play is never half as wide."""

Sheep = Mapping[Spot, Colour]
"""Where sheep stand."""
Shifts = Mapping[Spot, Spot]
"""The new spots of the sheep that move."""

_CELL = re.compile(r"[A-Z](?:1\d|2[0-6]|[1-9])")
_TEXT = re.compile(r"([A-Z./-]+) ([A-Z])")


def step(spot: Spot, direction: Direction, steps: int = 1) -> Spot:
    across, down = VECTORS[direction]
    return spot[0] + across * steps, spot[1] + down * steps


def moved_by(spot: Spot, shift: Spot) -> Spot:
    return spot[0] + shift[0], spot[1] + shift[1]


def opposite(direction: Direction) -> Direction:
    return DIRECTIONS[(DIRECTIONS.index(direction) + 4) % 8]


def cell_name(spot: Spot) -> Cell:
    return f"{chr(ord('A') + spot[0])}{spot[1] + 1}"


def is_cell(text: str) -> bool:
    return _CELL.fullmatch(text) is not None


def spot_named(cell: Cell) -> Spot:
    """Returns the spot of a well-formed name."""
    return ord(cell[0]) - ord("A"), int(cell[1:]) - 1


def beside(spot: Spot) -> tuple[Spot, ...]:
    """Returns the four spots side to side with this one."""
    return tuple(step(spot, direction) for direction in ORTHOGONAL)


@dataclass(frozen=True, slots=True)
class Flock:
    """Sheep in their bounding box (``.`` is an empty cell), and the way they all face."""

    rows: tuple[str, ...]
    facing: Facing

    @classmethod
    def of(cls, sheep: Sheep, facing: Facing) -> Flock:
        """Returns the flock of sheep on any spots."""
        return cls(_rows(sheep), facing)

    @classmethod
    def parse(cls, text: str) -> Flock:
        """Reads a flock and trims it to its bounding box. Raises ``Invalid``."""
        match = _TEXT.fullmatch(text)
        if match is None or match[2] not in FACINGS:
            raise Invalid(say("bad-flock", text=text))
        if match[1] == "-":
            return cls((), match[2])
        rows = match[1].split("/")
        if len({len(row) for row in rows}) != 1 or not rows[0]:
            raise Invalid(say("bad-flock-rows", text=match[1]))
        if max(len(rows), len(rows[0])) > WIDEST:
            raise Invalid(say("flock-too-wide", most=WIDEST))
        letters = "".join(rows).replace(".", "")
        for letter in letters:
            if letter not in MOST_OF_A_COLOUR:
                raise Invalid(say("bad-sheep", letter=letter))
            if letters.count(letter) > MOST_OF_A_COLOUR[letter]:
                most = MOST_OF_A_COLOUR[letter]
                raise Invalid(say("too-many-sheep", letter=letter, most=most))
        if not letters:
            raise Invalid(say("no-sheep-at-all"))
        return cls.of(dict(_spots(tuple(rows))), match[2])

    @property
    def sheep(self) -> Sheep:
        """The colour of each sheep by its spot, in reading order."""
        return _sheep(self.rows)

    def at(self, cell: Cell) -> Colour | None:
        """Returns the colour of the sheep on a cell, or None."""
        return self.sheep.get(spot_named(cell)) if is_cell(cell) else None

    def spots(self, colour: Colour) -> tuple[Spot, ...]:
        """Returns the spots of the sheep of a colour, in reading order."""
        return tuple(spot for spot, found in self.sheep.items() if found == colour)

    def count(self, colour: Colour) -> int:
        return sum(row.count(colour) for row in self.rows)

    def moved(self, shifts: Shifts) -> Flock:
        """Returns the flock after these sheep have moved, all at once."""
        return Flock.of(
            {shifts.get(spot, spot): colour for spot, colour in self.sheep.items()}, self.facing
        )

    def origin(self, shifts: Shifts) -> Spot:
        """Returns the top left of ``moved(shifts)``, as a spot of this flock."""
        return corner(shifts.get(spot, spot) for spot in self.sheep)

    def without(self, spots: Iterable[Spot]) -> Flock:
        gone = set(spots)
        rest = {spot: colour for spot, colour in self.sheep.items() if spot not in gone}
        return Flock.of(rest, self.facing)

    def turned(self, side: str) -> Flock:
        """S-4.7: returns the flock after every sheep has turned in place, left or right."""
        quarter = 1 if side == "right" else -1
        return Flock(self.rows, FACINGS[(FACINGS.index(self.facing) + quarter) % 4])

    def groups(self) -> tuple[tuple[Spot, ...], ...]:
        """S-1.4: returns the groups of sheep that are together, in reading order."""
        return _groups(self.rows)

    @property
    def is_split(self) -> bool:
        return len(self.groups()) > 1

    def lines_from_front(self) -> Iterator[tuple[Spot, ...]]:
        """S-1.2: yields the rows across the facing, the front row first."""
        width, height = (len(self.rows[0]) if self.rows else 0), len(self.rows)
        axis, length = (1, height) if self.facing in "NS" else (0, width)
        numbers = range(length) if self.facing in "NW" else reversed(range(length))
        for number in numbers:
            yield tuple(spot for spot in self.sheep if spot[axis] == number)

    def __str__(self) -> str:
        return f"{'/'.join(self.rows) or '-'} {self.facing}"


def corner(spots: Iterable[Spot]) -> Spot:
    """Returns the top left of the box around these spots."""
    found = list(spots)
    if not found:
        return 0, 0
    return min(column for column, _ in found), min(row for _, row in found)


def _rows(sheep: Sheep) -> tuple[str, ...]:
    if not sheep:
        return ()
    columns, rows = [column for column, _ in sheep], [row for _, row in sheep]
    left, top = min(columns), min(rows)
    width = max(columns) - left + 1
    box = [["."] * width for _ in range(max(rows) - top + 1)]
    for (column, row), colour in sheep.items():
        box[row - top][column - left] = colour
    return tuple(map("".join, box))


def _spots(rows: tuple[str, ...]) -> Iterator[tuple[Spot, Colour]]:
    for number, row in enumerate(rows):
        for column, letter in enumerate(row):
            if letter != ".":
                yield (column, number), letter


@lru_cache(maxsize=4096)
def _sheep(rows: tuple[str, ...]) -> Sheep:
    return dict(_spots(rows))


@lru_cache(maxsize=4096)
def _groups(rows: tuple[str, ...]) -> tuple[tuple[Spot, ...], ...]:
    sheep = _sheep(rows)
    left = dict.fromkeys(sheep)
    groups = []
    while left:
        first = next(iter(left))
        together, frontier = {first}, [first]
        while frontier:
            found = [spot for spot in beside(frontier.pop()) if spot in left]
            frontier += [spot for spot in found if spot not in together]
            together.update(found)
        groups.append(tuple(spot for spot in sheep if spot in together))
        for spot in together:
            del left[spot]
    return tuple(groups)
