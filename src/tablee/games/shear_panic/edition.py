"""Editions: start, menu, tracks and dice as data with a source for every fact, all checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any

from tablee.core.data_file import DataFile
from tablee.core.errors import Invalid
from tablee.core.messages import Message
from tablee.games.shear_panic.flock import BLACK, COLOURS, MOST_OF_A_COLOUR, Flock
from tablee.games.shear_panic.messages import say
from tablee.games.shear_panic.moves import KINDS, Kind
from tablee.games.shear_panic.regroup import CROSS, PLUS
from tablee.games.shear_panic.track import FIELDS, MEADOWS, Field, FieldKind, Track

SOURCES = ("R", "X", "I", "D", "O")
"""Rulebook, published elsewhere, inferred, decided here, read off a copy by its owner."""

VERSIONS = (1, 2)
"""The rules versions; docs/decisions.md says how they differ."""

PLAYERS = (3, 4)
"""The numbers of players that have a track of their own."""
COMMANDS = 12
NUMBERS = (1, 2, 3)
MOST_EXTRAS = COMMANDS - 1
"""S-9.5: after a turn there are more free commands than extra steps."""
HIGHEST_COST = 9
WHITE = "W"
PANIC_FACES = (*COLOURS, BLACK, WHITE)
REGROUP_FACES = (PLUS, CROSS)


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A command of the menu: its kind and how far it moves the counter."""

    kind: Kind
    number: int


Die = Mapping[str, Fraction]
"""The faces of a die with their probabilities."""


@dataclass(frozen=True)
class Edition:
    """All that a copy of the game fixes. ``text`` is the file it came from."""

    name: str
    start: Flock
    menu: tuple[MenuEntry, ...]
    tracks: Mapping[int, Track]
    panic_die: Die
    regroup_die: Die
    extras: tuple[int, ...]
    """S-9.2: the extra steps of each of two players, in ascending order."""
    extra_cost: int
    """S-9.6: what one that is left costs at the end."""
    text: str

    def __hash__(self) -> int:
        return hash(self.text)

    @classmethod
    def parse(cls, text: str, file: str = "edition") -> Edition:
        """The edition a TOML text describes. Raises ``Invalid``, which names the line."""
        return _Reader(DataFile.parse(file, text)).edition()


@cache
def standard(rules_version: int = VERSIONS[-1]) -> Edition:
    """The standard edition of a rules version. Old games keep the one they began with."""
    old = rules_version < VERSIONS[-1]
    name = f"version_{rules_version}.toml" if old else "standard.toml"
    file = resources.files("tablee.games.shear_panic").joinpath("editions", name)
    return Edition.parse(file.read_text(encoding="utf-8"), name)


class _Reader:
    """Turns a data file into an edition, one check after the other."""

    def __init__(self, file: DataFile) -> None:
        self.file = file

    def edition(self) -> Edition:
        name = self.fact("", 0, self.file.data, "name", str)
        return Edition(
            name,
            self.start(),
            self.menu(),
            {players: self.track(players) for players in PLAYERS},
            self.die("panic", PANIC_FACES),
            self.die("regroup", REGROUP_FACES),
            self.extras(),
            self.extra_cost(),
            self.file.text,
        )

    def tables(self, table: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The tables of a name, each with its index and a source that was checked."""
        found = self.file.data.get(table)
        if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
            raise self.file.error(say("edition-no-tables", key=table))
        for index, values in enumerate(found):
            self.source(table, index, values)
            yield index, values

    def fact(self, table: str, index: int, values: dict[str, Any], key: str, kind: type) -> Any:
        value = values.get(key)
        if type(value) is not kind:
            raise self.file.error(say("edition-no-fact", key=key), table, index, key)
        return value

    def one_of(
        self, table: str, index: int, values: dict[str, Any], key: str, known: tuple[Any, ...]
    ) -> Any:
        of_kind = int if isinstance(known[0], int) else str
        value = self.fact(table, index, values, key, of_kind)
        if value not in known:
            choice = ", ".join(map(str, known))
            problem = say("edition-unknown", key=key, value=value, known=choice)
            raise self.file.error(problem, table, index, key)
        return value

    def source(self, table: str, index: int, values: dict[str, Any]) -> None:
        self.one_of(table, index, values, "source", SOURCES)

    def start(self) -> Flock:
        """S-1.1, S-1.3"""
        values = self.file.data.get("flock")
        if not isinstance(values, dict):
            raise self.file.error(say("edition-no-fact", key="flock"))
        text = self.fact("flock", 0, values, "start", str)
        self.source("flock", 0, values)
        try:
            flock = Flock.parse(text)
        except Invalid as error:
            problem = say("edition-bad-flock", problem=error.message)
            raise self.file.error(problem, "flock", 0, "start") from None
        if any(flock.count(colour) != most for colour, most in MOST_OF_A_COLOUR.items()):
            raise self.file.error(say("edition-nine-sheep"), "flock", 0, "start")
        if flock.is_split:
            raise self.file.error(say("edition-split-flock"), "flock", 0, "start")
        return flock

    def menu(self) -> tuple[MenuEntry, ...]:
        """S-4.10: in the order of the rules, smaller numbers first."""
        found: list[MenuEntry] = []
        for index, values in self.tables("command"):
            kind = self.one_of("command", index, values, "kind", KINDS)
            number = self.one_of("command", index, values, "number", NUMBERS)
            found.append(MenuEntry(Kind(kind), number))
        last = max(len(found) - 1, 0)
        if len(found) != COMMANDS:
            problem = say("edition-count", what="command", found=len(found), expected=COMMANDS)
            raise self.file.error(problem, "command", last)
        for kind in KINDS:
            if kind not in {entry.kind for entry in found}:
                raise self.file.error(say("edition-no-command", kind=kind), "command", last)
        return tuple(sorted(found, key=lambda entry: (KINDS.index(entry.kind), entry.number)))

    def track(self, players: int) -> Track:
        """S-6.1: four fields on end, gates inside them, panic spaces before the final pen."""
        gates = self.gates(players)
        fields: list[Field] = []
        for index, values in self.tables("field"):
            if self.one_of("field", index, values, "players", PLAYERS) != players:
                continue
            kind = self.fact("field", index, values, "kind", str)
            first = self.fact("field", index, values, "first", int)
            last = self.fact("field", index, values, "last", int)
            expected = FIELDS[len(fields)] if len(fields) < len(FIELDS) else "–"
            if kind != expected:
                problem = say("edition-field-order", kind=kind, expected=expected)
                raise self.file.error(problem, "field", index, "kind")
            begin = fields[-1].last + 1 if fields else 1
            if first != begin or last <= first:
                raise self.file.error(say("edition-field-spaces", first=begin), "field", index)
            fields.append(Field(FieldKind(kind), first, last, gates.get(kind)))
        if len(fields) != len(FIELDS):
            problem = say("edition-fields", players=players)
            raise self.file.error(problem, "field", max(len(fields) - 1, 0))
        for field in fields:
            self.check_gate(field, players)
        return Track(tuple(fields), self.panic(players, fields[-1].last))

    def gates(self, players: int) -> dict[str, int]:
        found: dict[str, int] = {}
        for index, values in self.tables("gate"):
            if self.one_of("gate", index, values, "players", PLAYERS) == players:
                fenced = tuple(kind for kind in FIELDS if kind not in MEADOWS)
                kind = self.one_of("gate", index, values, "field", fenced)
                found[kind] = self.fact("gate", index, values, "space", int)
        return found

    def check_gate(self, field: Field, players: int) -> None:
        """One command must not pass gate and pen at once."""
        if field.kind in MEADOWS:
            return
        most = field.last - max(NUMBERS)
        if field.gate is None or not field.first <= field.gate <= most:
            problem = say(
                "edition-gate", kind=field.kind, players=players, first=field.first, last=most
            )
            raise self.file.error(problem, "gate", self.gate_index(field, players), "space")

    def gate_index(self, field: Field, players: int) -> int:
        found = [
            index
            for index, values in self.tables("gate")
            if values["players"] == players and values["field"] == field.kind
        ]
        return found[-1] if found else 0

    def panic(self, players: int, length: int) -> frozenset[int]:
        found: set[int] = set()
        for index, values in self.tables("panic"):
            if self.one_of("panic", index, values, "players", PLAYERS) != players:
                continue
            for space in self.fact("panic", index, values, "spaces", list):
                if type(space) is not int or not 1 <= space < length or space in found:
                    problem = say("edition-panic", space=str(space), last=length - 1)
                    raise self.file.error(problem, "panic", index, "spaces")
                found.add(space)
        return frozenset(found)

    def die(self, name: str, known: tuple[str, ...]) -> Die:
        """S-5.2, S-7.1: each side of a die is equally likely; a face may be on several."""
        for index, values in self.tables("die"):
            if self.one_of("die", index, values, "name", ("panic", "regroup")) != name:
                continue
            sides = self.fact("die", index, values, "faces", list)
            for side in sides:
                if side not in known:
                    problem = say(
                        "edition-unknown", key="faces", value=str(side), known=", ".join(known)
                    )
                    raise self.die_error(index, problem)
            # Without white, a die could show nothing but colours that have left the game.
            if not sides or (name == "panic" and WHITE not in sides):
                raise self.die_error(index, say("edition-die", known=", ".join(known)))
            return {
                face: Fraction(sides.count(face), len(sides)) for face in known if face in sides
            }
        raise self.file.error(say("edition-no-die", name=name))

    def extras(self) -> tuple[int, ...]:
        """S-9.2; an edition that does not speak of extra steps has those of the standard one."""
        if "extra" not in self.file.data:
            return standard().extras
        found: list[int] = []
        for index, values in self.tables("extra"):
            for number in self.fact("extra", index, values, "numbers", list):
                if type(number) is not int or number not in NUMBERS or len(found) == MOST_EXTRAS:
                    problem = say("edition-extra", number=str(number), most=MOST_EXTRAS)
                    raise self.file.error(problem, "extra", index, "numbers")
                found.append(number)
        return tuple(sorted(found))

    def extra_cost(self) -> int:
        """S-9.6"""
        values = self.file.data.get("extra_cost")
        if values is None:
            return standard().extra_cost
        if not isinstance(values, dict):
            raise self.file.error(say("edition-no-fact", key="extra_cost"))
        self.source("extra_cost", 0, values)
        points = self.fact("extra_cost", 0, values, "points", int)
        if not 0 <= points <= HIGHEST_COST:
            problem = say("edition-extra-cost", points=str(points), most=HIGHEST_COST)
            raise self.file.error(problem, "extra_cost", 0, "points")
        return int(points)

    def die_error(self, index: int, problem: Message) -> Invalid:
        return self.file.error(problem, "die", index, "faces")
