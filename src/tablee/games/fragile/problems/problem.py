"""A problem for one player: given crates must reach given depots within some turns (F-7)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tablee.core.errors import Invalid
from tablee.games.fragile.board import Board, Cell
from tablee.games.fragile.messages import say
from tablee.games.fragile.position import (
    Crates,
    cells_text,
    crates_text,
    parse_cells,
    parse_crates,
)

MOST_TURNS = 99
"""Turns of a new problem. Old records and tables may have more."""
MOST_DOCKERS = 3
MOST_CRATES = 12
_TURNS = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class Problem:
    """Where everything stands, which crate (by its ``goal``) goes where, and in how many turns."""

    turns: int
    crates: Mapping[Cell, Crates]
    dockers: tuple[Cell, ...]
    others: tuple[Cell, ...] = ()

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def goals(self) -> tuple[Cell, ...]:
        """The depots to fill."""
        return tuple(
            crate.goal for crates in self.crates.values() for crate in crates if crate.goal
        )

    @property
    def text(self) -> str:
        """The problem as one line that fits in a link: turns, crates, own dockers, others."""
        return ";".join(
            (
                str(self.turns),
                crates_text(self.crates),
                cells_text(self.dockers),
                cells_text(self.others),
            )
        )

    @classmethod
    def parse(cls, text: str) -> Problem:
        """Reads the line of ``text``. Raises ``Invalid``."""
        parts = text.split(";")
        if len(parts) != 4 or not _TURNS.fullmatch(parts[0]):
            raise Invalid(say("bad-problem", text=text))
        turns, crates, dockers, others = parts
        return cls(int(turns), parse_crates(crates), parse_cells(dockers), parse_cells(others))

    def check_new(self) -> None:
        """Raises ``Invalid`` if this has more turns than a new problem may have."""
        if self.turns > MOST_TURNS:
            raise Invalid(say("problem-turns", most=MOST_TURNS))

    def check(self, board: Board) -> None:
        """Raises ``Invalid`` if the board cannot hold this, or if there is no goal."""
        if self.turns < 1:
            raise Invalid(say("problem-turns", most=MOST_TURNS))
        if not 1 <= len(self.dockers) <= MOST_DOCKERS:
            raise Invalid(say("problem-dockers", most=MOST_DOCKERS))
        standing = (*self.dockers, *self.others)
        for cell in standing:
            if standing.count(cell) > 1 or cell in self.crates:
                raise Invalid(say("cell-taken-twice", cell=cell))
        if sum(len(crates) for crates in self.crates.values()) > MOST_CRATES:
            raise Invalid(say("problem-crates", most=MOST_CRATES))
        for cell, crates in self.crates.items():
            if board.is_slot(cell) and len(crates) > 1:
                raise Invalid(say("stack-in-slot", cell=cell))
        if any(crate.fragile for crates in self.crates.values() for crate in crates):
            raise Invalid(say("problem-flipped"))
        self._check_goals(board)

    def _check_goals(self, board: Board) -> None:
        if not self.goals:
            raise Invalid(say("problem-no-goal"))
        for depot in self.goals:
            if not board.is_slot(depot):
                raise Invalid(say("goal-not-depot", cell=depot))
            if self.goals.count(depot) > 1:
                raise Invalid(say("goal-twice", cell=depot))
            if depot in self.crates:
                raise Invalid(say("goal-full", cell=depot))
        for cell, crates in self.crates.items():
            if board.is_slot(cell) and crates[0].goal is not None:
                raise Invalid(say("goal-crate-stored", cell=cell))
