"""Shear Panic's notation, read and written.

A command is its name, its number and its target: ``lamb push 3 C2 W``, ``line push 1 A2 E``,
``diagonal push 3 A1 SE``, ``line up 2 front``, ``lamb roll 1 A3 NW``, ``leapfrog 3 C2 N``,
``ewe turn 1 left``. Panic: ``push C1 NW``, ``turn right``. Regrouping: ``group A1``,
``move 2S1E``. Extra steps: ``extra 2``, ``no extra``. Rolls: ``panic R``, ``regroup +``,
``regroup x``. Who begins, drawn or named: ``first 2``.
Cells are named within the bounding box: column letter, row number from the top.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tablee.core.errors import Invalid
from tablee.core.game import Actor
from tablee.games.shear_panic import moves as mv
from tablee.games.shear_panic.flock import DIRECTIONS, Spot
from tablee.games.shear_panic.messages import say
from tablee.games.shear_panic.moves import KINDS, SIDES, WITHOUT_SHEEP, Kind, ShearPanicMove

if TYPE_CHECKING:
    from tablee.games.shear_panic.state import ShearPanicState

_KIND = "|".join(KINDS)
_CELL = r"[A-Z](?:1\d|2[0-6]|[1-9])"
_DIRECTION = "|".join(DIRECTIONS)
_SIDE = "|".join(SIDES)
_COMMAND = re.compile(rf"({_KIND}) ([1-9])(?: ({_CELL}))? ({_DIRECTION}|{_SIDE})")
_PUSH = re.compile(rf"push ({_CELL}) ({_DIRECTION})")
_TURN = re.compile(rf"turn ({_SIDE})")
_GROUP = re.compile(rf"group ({_CELL})")
_MOVE = re.compile(r"move (?=\d)(?:([1-9]\d?)([NS]))?(?:([1-9]\d?)([EW]))?")
_EXTRA = re.compile(r"extra ([1-9])")
_NO_EXTRA = "no extra"
_FIRST = re.compile(r"first ([1-9])")
_PANIC = re.compile(r"panic ([A-Z])")
_REGROUP = re.compile(r"regroup ([+x])")
_WORDS = {
    *" ".join((*KINDS, *SIDES)).split(),
    *("group", "move", "no", "extra", "first", "panic", "regroup", "x"),
}
THEN = "; "
"""What separates the moves of a turn in a record."""


def read(state: ShearPanicState, text: str) -> ShearPanicMove:
    """Returns the move that a text means, legal or not. Raises ``Invalid``.

    Targets that give the same flock are one move, and the text may name any of them.
    """
    from tablee.games.shear_panic.rules import canonical

    return canonical(state, _read(text))


def _read(text: str) -> ShearPanicMove:
    if command := _COMMAND.fullmatch(text):
        kind, number, sheep, way = command.groups()
        if (kind in WITHOUT_SHEEP) != (sheep is None):
            key = "names-no-sheep" if sheep else "names-a-sheep"
            raise Invalid(say(key, text=text))
        return mv.Command(Kind(kind), int(number), way, sheep or "")
    if pushed := _PUSH.fullmatch(text):
        return mv.PanicPush(pushed[1], pushed[2])
    if turned := _TURN.fullmatch(text):
        return mv.PanicTurn(turned[1])
    if group := _GROUP.fullmatch(text):
        return mv.ChooseGroup(group[1])
    if moved := _MOVE.fullmatch(text):
        return mv.Regroup(_shift(*moved.groups()))
    if extra := _EXTRA.fullmatch(text):
        return mv.ExtraSteps(int(extra[1]))
    if text == _NO_EXTRA:
        return mv.ExtraSteps(0)
    return _read_roll(text)


def _read_roll(text: str) -> ShearPanicMove:
    if first := _FIRST.fullmatch(text):
        return mv.DrawFirst(int(first[1]) - 1)
    if panic := _PANIC.fullmatch(text):
        return mv.PanicRoll(panic[1])
    if regroup := _REGROUP.fullmatch(text):
        return mv.RegroupRoll(regroup[1])
    raise Invalid(say("not-notation", text=text))


def _shift(rows: str | None, vertical: str, columns: str | None, horizontal: str) -> Spot:
    down = int(rows or 0) * (-1 if vertical == "N" else 1)
    across = int(columns or 0) * (-1 if horizontal == "W" else 1)
    return across, down


def shift_text(shift: Spot) -> str:
    """Returns rows, then columns: ``2S1E``."""
    across, down = shift
    rows = f"{abs(down)}{'N' if down < 0 else 'S'}" if down else ""
    columns = f"{abs(across)}{'W' if across < 0 else 'E'}" if across else ""
    return rows + columns


def write(move: ShearPanicMove) -> str:
    match move:
        case mv.Command(kind, number, way, sheep):
            return f"{kind} {number} {sheep} {way}" if sheep else f"{kind} {number} {way}"
        case mv.PanicPush(sheep, way):
            return f"push {sheep} {way}"
        case mv.PanicTurn(way):
            return f"turn {way}"
        case mv.ChooseGroup(sheep):
            return f"group {sheep}"
        case mv.Regroup(shift):
            return f"move {shift_text(shift)}"
        case mv.ExtraSteps(number):
            return f"extra {number}" if number else _NO_EXTRA
        case mv.DrawFirst(player):
            return f"first {player + 1}"
        case mv.PanicRoll(face):
            return f"panic {face}"
        case mv.RegroupRoll(face):
            return f"regroup {face}"


def parse_line(state: ShearPanicState, line: str) -> tuple[ShearPanicMove, ...]:
    """Returns the moves of a record's line: one turn with its rolls."""
    moves: list[ShearPanicMove] = []
    for text in line.split(THEN):
        if moves and state.begins_turn:
            raise Invalid(say("one-turn-a-line", text=text))
        move = state.parse(text)
        moves.append(move)
        state = state.play(move)
    return tuple(moves)


def parse_typed(state: ShearPanicState, line: str) -> tuple[ShearPanicMove, ...]:
    """Returns the move a player types. Case and spaces do not matter."""
    return (state.parse(tidy(line)),)


def tidy(line: str) -> str:
    """Writes cells and directions in capitals, and words in small letters."""
    words = (token.lower() for token in line.split())
    return " ".join(token if token in _WORDS else token.upper() for token in words)


def record_lines(
    state: ShearPanicState, moves: Sequence[ShearPanicMove]
) -> Iterator[tuple[Actor, str]]:
    """Yields the moves as lines of a record, one line for each turn."""
    actor: Actor = None
    line: list[str] = []
    for move in moves:
        if state.begins_turn and line:
            yield actor, THEN.join(line)
            line = []
        if not line:
            actor = state.actor
        line.append(write(move))
        state = state.play(move)
    if line:
        yield actor, THEN.join(line)
