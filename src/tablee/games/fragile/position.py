"""The pieces on the quay: crates, one or two high, and dockers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from tablee.core.errors import Invalid
from tablee.games.fragile.board import CELLS, Board, Cell, is_cell
from tablee.games.fragile.messages import say


@dataclass(frozen=True, slots=True)
class Crate:
    """A crate. In a problem, ``goal`` is the depot it must reach (F-7.3)."""

    fragile: bool = False
    flipped_this_turn: bool = False
    goal: Cell | None = None
    text: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        letter = "n" if self.flipped_this_turn else "f" if self.fragile else "c"
        object.__setattr__(self, "text", letter if self.goal is None else f"g{self.goal}")

    @classmethod
    def parse(cls, text: str) -> Crate:
        return _CRATES.get(text) or cls(goal=text[1:])


PLAIN = Crate()
FRAGILE = Crate(fragile=True)
JUST_FLIPPED = Crate(fragile=True, flipped_this_turn=True)
_CRATES = {crate.text: crate for crate in (PLAIN, FRAGILE, JUST_FLIPPED)}
_CRATE_TEXT = r"(?:[cfn]|g[A-J](?:10|[1-9]))"
_STACK_TEXT = re.compile(rf"([A-J](?:10|[1-9]))({_CRATE_TEXT}{{1,2}})")

_PLACE = {cell: place for place, cell in enumerate(CELLS)}

Crates = tuple[Crate, ...]
"""The crates on one cell, the lower one first."""


@dataclass(frozen=True, slots=True)
class Docker:
    player: int
    cell: Cell
    text: str = field(init=False, compare=False, repr=False)
    """``1D6``: the player, counted from 1, and the cell."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", f"{self.player + 1}{self.cell}")


@cache
def docker_on(player: int, cell: Cell) -> Docker:
    """Returns a docker. Results are cached, because the same few come again and again."""
    return Docker(player, cell)


@dataclass(frozen=True, slots=True)
class Position:
    """Crates by cell, and dockers in a fixed order. A position never changes."""

    board: Board = field(compare=False, repr=False)
    crates: Mapping[Cell, Crates]
    dockers: tuple[Docker, ...]
    _text: str = field(default="", init=False, compare=False, repr=False)
    _crates_text: str = field(default="", compare=False, repr=False)

    def __hash__(self) -> int:
        return hash((frozenset(self.crates.items()), self.dockers))

    def crates_at(self, cell: Cell) -> Crates:
        return self.crates.get(cell, ())

    def docker_at(self, cell: Cell) -> int | None:
        """Returns the index of the docker on a cell, or None."""
        for index, docker in enumerate(self.dockers):
            if docker.cell == cell:
                return index
        return None

    def is_occupied(self, cell: Cell) -> bool:
        return cell in self.crates or self.docker_at(cell) is not None

    def is_free(self, cell: Cell) -> bool:
        """True if the cell is no depot and has no docker and no crate."""
        return not self.board.is_slot(cell) and not self.is_occupied(cell)

    def with_crates(self, **changes: Crates) -> Position:
        """Returns the position with other crates on these cells. ``()`` clears a cell."""
        crates = {**self.crates, **changes}
        for cell, stack in changes.items():
            if not stack:
                del crates[cell]
        return Position(self.board, crates, self.dockers)

    def with_dockers(self, dockers: tuple[Docker, ...]) -> Position:
        return Position(self.board, self.crates, dockers, self._crates_text)

    def with_docker(self, index: int, cell: Cell) -> Position:
        dockers = self.dockers
        moved = docker_on(dockers[index].player, cell)
        return self.with_dockers((*dockers[:index], moved, *dockers[index + 1 :]))

    def moved(self, source: Cell, target: Cell) -> Position:
        """Returns the position with the upper crate of one cell put on top of another."""
        *rest, crate = self.crates[source]
        return self.with_crates(**{source: tuple(rest), target: (*self.crates_at(target), crate)})

    def loose_crates(self) -> dict[Cell, Crates]:
        """Returns the crates outside depots, by cell."""
        return {
            cell: crates for cell, crates in self.crates.items() if not self.board.is_slot(cell)
        }

    def _repr_svg_(self) -> str:
        from tablee.games.fragile.drawing import svg

        return svg(self)

    def __str__(self) -> str:
        from tablee.games.fragile.drawing import text

        return text(self)


def crates_text(crates: Mapping[Cell, Crates]) -> str:
    """Returns each cell with its crates, the lower one first: ``D4c,E3cf``.

    c is a plain crate, f has FRAGILE up, n was flipped this turn, gC3 must reach C3.
    """
    stacks = [_stack_text(cell, crates[cell]) for cell in sorted(crates, key=_PLACE.__getitem__)]
    return ",".join(stacks) or "-"


def _stack_text(cell: Cell, crates: Crates) -> str:
    if len(crates) == 1:
        return cell + crates[0].text
    return cell + "".join([crate.text for crate in crates])


def parse_crates(text: str) -> dict[Cell, Crates]:
    """Reads the text of ``crates_text``. Raises ``Invalid``."""
    crates: dict[Cell, Crates] = {}
    for item in split_list(text):
        match = _STACK_TEXT.fullmatch(item)
        if match is None or match[1] in crates:
            raise Invalid(say("bad-crates", text=item))
        crates[match[1]] = tuple(Crate.parse(found) for found in re.findall(_CRATE_TEXT, match[2]))
    return crates


def cells_text(cells: Iterable[Cell]) -> str:
    return ",".join(cells) or "-"


def parse_cells(text: str) -> tuple[Cell, ...]:
    """Reads a list of different cells. Raises ``Invalid``."""
    cells = tuple(split_list(text))
    for cell in cells:
        if not is_cell(cell) or cells.count(cell) > 1:
            raise Invalid(say("bad-cell", text=cell))
    return cells


def split_list(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")
