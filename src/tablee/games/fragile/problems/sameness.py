"""Decides when two solutions are the same. ``--all`` lists the different ones.

A solution is the sequence of positions after its turns. How a docker gets there within a turn does
not matter. Two solutions are the same if exchanging independent neighbouring turns turns one into
the other: the same docker makes the same walk, and the same crates come to the same cells, only
earlier or later. The new order must be a solution too, and the two turns must not change the same
cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from tablee.games.fragile.board import Cell
from tablee.games.fragile.position import Crates
from tablee.games.fragile.problems.search import Standing

K = TypeVar("K")


@dataclass(frozen=True)
class Moment:
    """What stands where: crates, own dockers, and the docker that moved last."""

    crates: frozenset[tuple[Cell, Crates]]
    own: frozenset[Cell]
    moved: Cell | None


@dataclass(frozen=True)
class Path:
    """The moments before and after each turn of a solution."""

    moments: tuple[Moment, ...]

    @classmethod
    def of(cls, standings: Iterable[Standing]) -> Path:
        return cls(
            tuple(
                Moment(frozenset(found.position.crates.items()), frozenset(found.own), found.barred)
                for found in standings
            )
        )

    def exchanged(self, first: int) -> Path | None:
        """Returns the path with the turn after moment ``first`` and the next one exchanged.

        Returns None if the two turns depend on each other.
        """
        before, between, after = self.moments[first : first + 3]
        if _changed(before, between) & _changed(between, after):
            return None
        start = _start(between, after)
        crates = before.crates - (between.crates - after.crates) | (after.crates - between.crates)
        assert between.moved is not None
        assert after.moved is not None
        earlier = Moment(crates, before.own - {start} | {after.moved}, after.moved)
        later = Moment(after.crates, after.own, between.moved)
        return Path((*self.moments[: first + 1], earlier, later, *self.moments[first + 3 :]))


def _changed(before: Moment, after: Moment) -> set[Cell]:
    """Returns the cells on which a turn changes the crates."""
    return {cell for cell, _ in before.crates ^ after.crates}


def _start(before: Moment, after: Moment) -> Cell | None:
    """Returns where the docker of the turn between these moments stood."""
    return next(iter(before.own - (after.own - {after.moved})), None)


def representatives(paths: Mapping[Path, K]) -> list[K]:
    """Returns the first of each set of equal paths."""
    seen: set[Path] = set()
    chosen = []
    for path, value in paths.items():
        if path in seen:
            continue
        chosen.append(value)
        waiting = [path]
        while waiting:
            found = waiting.pop()
            seen.add(found)
            for first in range(len(found.moments) - 2):
                other = found.exchanged(first)
                if other is not None and other in paths and other not in seen:
                    waiting.append(other)
    return chosen
