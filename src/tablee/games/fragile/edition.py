"""Editions: the board as data, with a source for every fact (F-1.6). Reading checks them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from tablee.core.edition import EditionFile, Facts, standard_file
from tablee.games.fragile.board import CELLS, Board, Cell, is_cell, quarter, straight
from tablee.games.fragile.messages import PACKAGE, say

SOURCES = ("R", "P", "I", "D", "O")
"""Rulebook, proved from the problems, inferred, decided here, read off a copy by its owner."""

SLOTS, CRATES, PLAYERS = 12, 12, (2, 3, 4)

VERSIONS = (1, 2)
"""The rules versions. docs/decisions.md says how they differ."""


@dataclass(frozen=True)
class Equipment:
    """F-2.1: the pieces of each player."""

    dockers: int
    depots: int


@dataclass(frozen=True)
class Edition:
    """A board, its crates and the players' pieces. ``text`` is the file it came from."""

    name: str
    board: Board
    crates: tuple[Cell, ...]
    equipment: Mapping[int, Equipment]
    text: str

    def __hash__(self) -> int:
        return hash(self.text)

    @classmethod
    def parse(cls, text: str, file: str = "edition") -> Edition:
        """Reads an edition from TOML. Raises ``Invalid``, which names the line."""
        facts = EditionFile(file, text, SOURCES)
        name, board = facts.name(), Board(_entrances(facts))
        return cls(name, board, _crates(facts, board), _equipment(facts), facts.file.text)


@cache
def standard(rules_version: int = VERSIONS[-1]) -> Edition:
    """Returns the standard edition of a rules version. Old games keep theirs."""
    return Edition.parse(*standard_file(PACKAGE, rules_version, VERSIONS))


def _entrances(facts: EditionFile) -> dict[Cell, Cell]:
    """F-1.3: returns the slots and the cells they open to."""
    found: dict[Cell, Cell] = {}
    where: dict[Cell, Facts] = {}
    for depot in facts.tables("depot"):
        slot, opens = depot.get("slot", str), depot.get("opens", str)
        if not is_cell(slot):
            raise depot.error(say("edition-slot-off-board", slot=slot), "slot")
        if slot in found:
            raise depot.error(say("edition-slot-twice", slot=slot), "slot")
        line = straight(slot, opens) if is_cell(opens) else None
        if line is None or line[1] != 1:
            problem = say("edition-entrance-not-adjacent", slot=slot, opens=opens)
            raise depot.error(problem, "opens")
        found[slot], where[slot] = opens, depot
    for slot, opens in found.items():
        if opens in found:
            problem = say("edition-entrance-into-wall", slot=slot, opens=opens)
            raise where[slot].error(problem, "opens")
    _check_count(facts, "depot", len(found), SLOTS)
    for part in range(4):
        inside = [slot for slot in found if quarter(slot) == part]
        if len(inside) > SLOTS // 4:
            last = inside[-1]
            raise where[last].error(say("edition-quarter", slot=last), "slot")
    return found


def _check_count(facts: EditionFile, table: str, found: int, expected: int) -> None:
    if found != expected:
        problem = say("edition-count", what=table, found=found, expected=expected)
        raise facts.file.error(problem, table, max(found - 1, 0))


def _crates(facts: EditionFile, board: Board) -> tuple[Cell, ...]:
    """F-1.5: returns the cells where the crates start."""
    table = facts.table("crates")
    cells = table.get("cells", list)
    for cell in cells:
        if not isinstance(cell, str) or not is_cell(cell):
            problem = say("edition-crate-off-board", cell=str(cell))
        elif board.is_slot(cell):
            problem = say("edition-crate-in-depot", cell=cell)
        elif cells.count(cell) > 1:
            problem = say("edition-crate-twice", cell=cell)
        else:
            continue
        raise table.error(problem, "cells")
    if len(cells) != CRATES:
        problem = say("edition-count", what="crates", found=len(cells), expected=CRATES)
        raise table.error(problem, "cells")
    return tuple(cell for cell in CELLS if cell in cells)


def _equipment(facts: EditionFile) -> dict[int, Equipment]:
    """F-2.1: returns dockers and depots for each number of players."""
    found: dict[int, Equipment] = {}
    for table in facts.tables("players"):
        count, dockers, depots = (table.get(key, int) for key in ("count", "dockers", "depots"))
        if count not in PLAYERS or count in found:
            raise table.error(say("edition-players", count=count), "count")
        if not 3 <= depots <= SLOTS // count:
            raise table.error(say("edition-depots", count=count, most=SLOTS // count), "depots")
        if not 2 <= dockers <= depots:
            raise table.error(say("edition-dockers", count=count, most=depots), "dockers")
        found[count] = Equipment(dockers, depots)
    _check_count(facts, "players", len(found), len(PLAYERS))
    return found
