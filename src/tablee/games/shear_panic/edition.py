"""Editions: start, menu, tracks and dice as data, with a source for every fact. All is checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from tablee.core.edition import EditionFile, Facts, standard_file
from tablee.core.errors import Invalid, core_message
from tablee.games.shear_panic.codes import MOST_SIDES, MOST_SPACES
from tablee.games.shear_panic.flock import BLACK, COLOURS, MOST_OF_A_COLOUR, Flock
from tablee.games.shear_panic.messages import PACKAGE, say
from tablee.games.shear_panic.moves import KINDS, Kind
from tablee.games.shear_panic.regroup import CROSS, PLUS
from tablee.games.shear_panic.track import FENCED, FIELDS, Field, FieldKind, Track

SOURCES = ("R", "X", "I", "D", "O")
"""Rulebook, published elsewhere, inferred, decided here, read off a copy by its owner."""

VERSIONS = (1, 2)
"""The rules versions. docs/decisions.md says how they differ."""

TRACKS = (3, 4)
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
    """What a copy of the game fixes. ``text`` is the file it came from."""

    name: str
    start: Flock
    menu: tuple[MenuEntry, ...]
    tracks: Mapping[int, Track]
    panic_die: Die
    regroup_die: Die
    extras: tuple[int, ...]
    """S-9.2: the extra steps of each of two players, in ascending order."""
    extra_cost: int
    """S-9.6: the cost of an extra step that is left at the end."""
    text: str

    def __hash__(self) -> int:
        return hash(self.text)

    @classmethod
    def parse(cls, text: str, file: str = "edition") -> Edition:
        """Reads an edition from TOML. Raises ``Invalid``, which names the line."""
        facts = EditionFile(file, text, SOURCES)
        return cls(
            facts.name(),
            _start(facts),
            _menu(facts),
            {players: _track(facts, players) for players in TRACKS},
            _die(facts, "panic", PANIC_FACES),
            _die(facts, "regroup", REGROUP_FACES),
            _extras(facts),
            _extra_cost(facts),
            facts.file.text,
        )


@cache
def standard(rules_version: int = VERSIONS[-1]) -> Edition:
    """Returns the standard edition of a rules version. Old games keep theirs."""
    return Edition.parse(*standard_file(PACKAGE, rules_version, VERSIONS))


def _start(facts: EditionFile) -> Flock:
    """S-1.1, S-1.3"""
    table = facts.table("flock")
    text = table.get("start", str)
    try:
        flock = Flock.parse(text)
    except Invalid as error:
        raise table.error(say("edition-bad-flock", problem=error.message), "start") from None
    if any(flock.count(colour) != most for colour, most in MOST_OF_A_COLOUR.items()):
        raise table.error(say("edition-nine-sheep"), "start")
    if flock.is_split:
        raise table.error(say("edition-split-flock"), "start")
    return flock


def _menu(facts: EditionFile) -> tuple[MenuEntry, ...]:
    """S-4.10: returns the commands in the order of the rules, smaller numbers first."""
    found = [
        MenuEntry(table.one_of("kind", KINDS), table.one_of("number", NUMBERS))
        for table in facts.tables("command")
    ]
    last = max(len(found) - 1, 0)
    if len(found) != COMMANDS:
        problem = say("edition-count", what="command", found=len(found), expected=COMMANDS)
        raise facts.file.error(problem, "command", last)
    for kind in KINDS:
        if kind not in {entry.kind for entry in found}:
            raise facts.file.error(say("edition-no-command", kind=kind), "command", last)
    return tuple(sorted(found, key=lambda entry: (KINDS.index(entry.kind), entry.number)))


def _track(facts: EditionFile, players: int) -> Track:
    """S-6.1: four fields in a row, with gates inside and panic spaces before the final pen."""
    gates = {table.one_of("field", FENCED): table for table in _tables_for(facts, "gate", players)}
    fields: list[Field] = []
    for table in _tables_for(facts, "field", players):
        kind, first, last = table.get("kind", str), table.get("first", int), table.get("last", int)
        expected = FIELDS[len(fields)] if len(fields) < len(FIELDS) else "–"
        if kind != expected:
            problem = say("edition-field-order", kind=kind, expected=expected)
            raise table.error(problem, "kind")
        begin = fields[-1].last + 1 if fields else 1
        if first != begin or last <= first:
            raise table.error(say("edition-field-spaces", first=begin))
        if last >= MOST_SPACES:
            raise table.error(say("edition-long-track", last=last, most=MOST_SPACES - 1), "last")
        gate = gates[FieldKind(kind)].get("space", int) if kind in gates else None
        fields.append(Field(FieldKind(kind), first, last, gate))
    if len(fields) != len(FIELDS):
        problem = say("edition-fields", players=players)
        raise facts.file.error(problem, "field", max(len(fields) - 1, 0))
    for field in fields:
        if field.kind in FENCED:
            _check_gate(facts, field, players, gates.get(field.kind))
    return Track(tuple(fields), _panic(facts, players, fields[-1].last))


def _tables_for(facts: EditionFile, name: str, players: int) -> list[Facts]:
    """Returns the tables of this name for a number of players."""
    return [table for table in facts.tables(name) if table.one_of("players", TRACKS) == players]


def _check_gate(facts: EditionFile, field: Field, players: int, table: Facts | None) -> None:
    """No command may pass gate and pen at once."""
    most = field.last - max(NUMBERS)
    if field.gate is None or not field.first <= field.gate <= most:
        problem = say(
            "edition-gate", kind=field.kind, players=players, first=field.first, last=most
        )
        raise facts.file.error(problem, "gate", table.index if table else 0, "space")


def _panic(facts: EditionFile, players: int, length: int) -> frozenset[int]:
    found: set[int] = set()
    for table in _tables_for(facts, "panic", players):
        for space in table.get("spaces", list):
            if type(space) is not int or not 1 <= space < length or space in found:
                problem = say("edition-panic", space=str(space), last=length - 1)
                raise table.error(problem, "spaces")
            found.add(space)
    return frozenset(found)


def _die(facts: EditionFile, name: str, known: tuple[str, ...]) -> Die:
    """S-5.2, S-7.1: all sides of a die are equally likely. A face may be on several sides."""
    for table in facts.tables("die"):
        if table.one_of("name", ("panic", "regroup")) != name:
            continue
        sides, choice = table.get("faces", list), ", ".join(known)
        if len(sides) > MOST_SIDES:
            raise table.error(say("edition-sides", found=len(sides), most=MOST_SIDES), "faces")
        for side in sides:
            if side not in known:
                problem = core_message(
                    "edition-unknown", key="faces", value=str(side), known=choice
                )
                raise table.error(problem, "faces")
        # Without white, a die could show nothing but colours that have left the game.
        if not sides or (name == "panic" and WHITE not in sides):
            raise table.error(say("edition-die", known=choice), "faces")
        return {face: Fraction(sides.count(face), len(sides)) for face in known if face in sides}
    raise facts.file.error(say("edition-no-die", name=name))


def _extras(facts: EditionFile) -> tuple[int, ...]:
    """S-9.2: returns the extra steps, or those of the standard edition if this one has none."""
    if "extra" not in facts.file.data:
        return standard().extras
    found: list[int] = []
    for table in facts.tables("extra"):
        for number in table.get("numbers", list):
            if type(number) is not int or number not in NUMBERS or len(found) == MOST_EXTRAS:
                problem = say("edition-extra", number=str(number), most=MOST_EXTRAS)
                raise table.error(problem, "numbers")
            found.append(number)
    return tuple(sorted(found))


def _extra_cost(facts: EditionFile) -> int:
    """S-9.6"""
    if "extra_cost" not in facts.file.data:
        return standard().extra_cost
    table = facts.table("extra_cost")
    points = table.get("points", int)
    if not 0 <= points <= HIGHEST_COST:
        problem = say("edition-extra-cost", points=str(points), most=HIGHEST_COST)
        raise table.error(problem, "points")
    return points
