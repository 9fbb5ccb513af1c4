"""The figures of the rulebook. The law makes each: a flock before and after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tablee.games.shear_panic import drawing
from tablee.games.shear_panic.commands import Target, result, shifts
from tablee.games.shear_panic.flock import Flock, Spot
from tablee.games.shear_panic.game import ShearPanic
from tablee.games.shear_panic.moves import Kind
from tablee.games.shear_panic.regroup import (
    CROSS,
    PLUS,
    group_shifts,
    regrouped,
    smallest_groups,
    ways_back,
)
from tablee.games.shear_panic.scoring import to_be_shorn
from tablee.games.shear_panic.tasks import Stage, Task
from tablee.games.shear_panic.track import FieldKind


def command(flock: str, kind: Kind, way: str, sheep: str = "") -> str:
    """A command before and after; a turn moves nobody and shows in the faces."""
    before, target = Flock.parse(flock), Target(way, sheep)
    return drawing.svg_change(before, shifts(before, kind, target), result(before, kind, target))


def regroup(flock: str, face: str, shift: Spot) -> str:
    """Draws the first of the smallest groups on one of its ways back for this face of the die."""
    before = Flock.parse(flock)
    group = smallest_groups(before)[0]
    if shift not in ways_back(before, group, face).shifts:
        raise ValueError(f"{flock} {face} {shift}")
    return drawing.svg_change(before, group_shifts(group, shift), regrouped(before, group, shift))


def shearing(flock: str) -> str:
    before = Flock.parse(flock)
    return drawing.svg_removal(before, to_be_shorn(before), FieldKind.SHEARER)


def table() -> str:
    """Draws a game of four in Roger's field."""
    start = ShearPanic(4).initial()
    return drawing.svg(
        replace(
            start,
            flock=Flock.parse(".G./.RB/RGY/.YK/.B. N"),
            task=Task.COMMAND,
            stage=Stage.PLAY,
            counter=27,
            points=(7, 5, 6, 3),
            used=(0b000000000101, 0b100000000010, 0b000010010001, 0b000000100100),
            player=3,
        )
    )


START = "BRG/GKY/YBR N"

FIGURES: dict[str, Callable[[], str]] = {
    "start": lambda: drawing.svg(Flock.parse(START)),
    "table": table,
    "lamb-push": lambda: command(START, Kind.LAMB_PUSH, "W", "C2"),
    "line-push": lambda: command(".BRG/GKY./.YBR N", Kind.LINE_PUSH, "S", "B1"),
    "diagonal-push": lambda: command(START, Kind.DIAGONAL_PUSH, "NW", "C3"),
    "line-up": lambda: command("B.R./.GKY/.YB./..RG N", Kind.LINE_UP, "right"),
    "lamb-roll": lambda: command(START, Kind.LAMB_ROLL, "NW", "A3"),
    Kind.LEAPFROG: lambda: command(START, Kind.LEAPFROG, "S", "C2"),
    "ewe-turn": lambda: command(START, Kind.EWE_TURN, "right"),
    "regroup-plus": lambda: regroup("Y...../..B.GR/....KY/...GBR N", PLUS, (4, 0)),
    "regroup-cross": lambda: regroup(".Y../B.RG/..KY/.GBR N", CROSS, (1, 0)),
    "shearing": lambda: shearing(".G./.RB/RGY/.YK/.B. N"),
}
