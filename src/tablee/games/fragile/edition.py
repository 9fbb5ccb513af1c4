"""Editions: the board as data, with a source for every fact (F-1.6). Reading checks them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from tablee.core.data_file import DataFile
from tablee.core.errors import Invalid
from tablee.games.fragile.board import CELLS, Board, Cell, is_cell, quarter, straight
from tablee.games.fragile.messages import say

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
        return _Reader(DataFile.parse(file, text)).edition()


@cache
def standard(rules_version: int = VERSIONS[-1]) -> Edition:
    """Returns the standard edition of a rules version. Old games keep theirs."""
    old = rules_version < VERSIONS[-1]
    name = f"version_{rules_version}.toml" if old else "standard.toml"
    file = resources.files("tablee.games.fragile").joinpath("editions", name)
    return Edition.parse(file.read_text(encoding="utf-8"), name)


class _Reader:
    """Turns a data file into an edition and checks each part."""

    def __init__(self, file: DataFile) -> None:
        self.file = file

    def edition(self) -> Edition:
        name = self.fact("", 0, self.file.data, "name", str)
        entrances = self.entrances()
        crates = self.crates(entrances)
        equipment = self.equipment()
        return Edition(name, Board(entrances), crates, equipment, self.file.text)

    def tables(self, key: str) -> list[dict[str, Any]]:
        found = self.file.data.get(key)
        if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
            raise self.file.error(say("edition-no-tables", key=key))
        return found

    def fact(self, table: str, index: int, values: dict[str, Any], key: str, kind: type) -> Any:
        value = values.get(key)
        if type(value) is not kind:
            raise self.file.error(say("edition-no-fact", key=key), table, index, key)
        return value

    def source(self, table: str, index: int, values: dict[str, Any]) -> None:
        source = self.fact(table, index, values, "source", str)
        if source not in SOURCES:
            known = " ".join(SOURCES)
            problem = say("edition-source", source=source, known=known)
            raise self.file.error(problem, table, index, "source")

    def entrances(self) -> dict[Cell, Cell]:
        """F-1.3: returns the slots and the cells they open to."""
        found: dict[Cell, Cell] = {}
        where: dict[Cell, int] = {}
        for index, values in enumerate(self.tables("depot")):
            slot = self.fact("depot", index, values, "slot", str)
            opens = self.fact("depot", index, values, "opens", str)
            self.source("depot", index, values)
            if not is_cell(slot):
                raise self.depot_error("edition-slot-off-board", index, "slot", slot=slot)
            if slot in found:
                raise self.depot_error("edition-slot-twice", index, "slot", slot=slot)
            line = straight(slot, opens) if is_cell(opens) else None
            if line is None or line[1] != 1:
                raise self.depot_error(
                    "edition-entrance-not-adjacent", index, "opens", slot=slot, opens=opens
                )
            found[slot] = opens
            where[slot] = index
        for slot, opens in found.items():
            if opens in found:
                raise self.depot_error(
                    "edition-entrance-into-wall", where[slot], "opens", slot=slot, opens=opens
                )
        self.count("depot", len(found), SLOTS)
        for part in range(4):
            inside = [slot for slot in found if quarter(slot) == part]
            if len(inside) > SLOTS // 4:
                raise self.depot_error(
                    "edition-quarter", where[inside[-1]], "slot", slot=inside[-1]
                )
        return found

    def depot_error(self, problem: str, index: int, key: str, **parameters: str) -> Invalid:
        return self.file.error(say(problem, **parameters), "depot", index, key)

    def count(self, table: str, found: int, expected: int) -> None:
        if found != expected:
            problem = say("edition-count", what=table, found=found, expected=expected)
            raise self.file.error(problem, table, max(found - 1, 0))

    def crates(self, entrances: Mapping[Cell, Cell]) -> tuple[Cell, ...]:
        """F-1.5: returns the cells where the crates start."""
        values = self.file.data.get("crates")
        if not isinstance(values, dict):
            raise self.file.error(say("edition-no-fact", key="crates"))
        cells = self.fact("crates", 0, values, "cells", list)
        self.source("crates", 0, values)
        for cell in cells:
            if not isinstance(cell, str) or not is_cell(cell):
                problem = say("edition-crate-off-board", cell=str(cell))
            elif cell in entrances:
                problem = say("edition-crate-in-depot", cell=cell)
            elif cells.count(cell) > 1:
                problem = say("edition-crate-twice", cell=cell)
            else:
                continue
            raise self.file.error(problem, "crates", 0, "cells")
        if len(cells) != CRATES:
            problem = say("edition-count", what="crates", found=len(cells), expected=CRATES)
            raise self.file.error(problem, "crates", 0, "cells")
        return tuple(cell for cell in CELLS if cell in cells)

    def equipment(self) -> dict[int, Equipment]:
        """F-2.1: returns dockers and depots for each number of players."""
        found: dict[int, Equipment] = {}
        for index, values in enumerate(self.tables("players")):
            count = self.fact("players", index, values, "count", int)
            dockers = self.fact("players", index, values, "dockers", int)
            depots = self.fact("players", index, values, "depots", int)
            self.source("players", index, values)
            if count not in PLAYERS or count in found:
                problem = say("edition-players", count=count)
                raise self.file.error(problem, "players", index, "count")
            if not 3 <= depots <= SLOTS // count:
                problem = say("edition-depots", count=count, most=SLOTS // count)
                raise self.file.error(problem, "players", index, "depots")
            if not 2 <= dockers <= depots:
                problem = say("edition-dockers", count=count, most=depots)
                raise self.file.error(problem, "players", index, "dockers")
            found[count] = Equipment(dockers, depots)
        self.count("players", len(found), len(PLAYERS))
        return found
