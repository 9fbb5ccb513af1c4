"""Turns and mirror images of a flock, for simulations. There is no board, so all fit (S-1.1).

Simulations name cells within the flock's box, which begins at its top left. So it depends on the
box where a turn takes a cell, and a permutation holds for one moment only. The law also has choices
that reading order decides: of several targets that give the same flock it keeps the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tablee.core.layout import TURNS, Symmetry, Turn, permutation
from tablee.games.shear_panic import codes, kernel, packing
from tablee.games.shear_panic import moves as mv
from tablee.games.shear_panic.flock import (
    FACINGS,
    VECTORS,
    Cell,
    Flock,
    Spot,
    cell_name,
    corner,
    spot_named,
)
from tablee.games.shear_panic.regroup import choice_of_groups
from tablee.games.shear_panic.simulation_kernel import action_of

if TYPE_CHECKING:
    from tablee.games.shear_panic.moves import ShearPanicMove
    from tablee.games.shear_panic.state import ShearPanicState


def symmetries(
    state: ShearPanicState, first: Mapping[str, int], actions: int, size: int
) -> Iterator[Symmetry]:
    """Yields the symmetries of a moment. ``first`` is where each part of an observation begins."""
    legal = [packing.unpack_move(move) for move in kernel.legal(packing.pack(state))]
    for name, turn in TURNS.items():
        turning = Turning(turn)
        twin = turning.state(state)
        played = dict(_played(turning, state, twin, legal))
        shown = dict(_shown(turning, state, twin, first))
        yield Symmetry(name, permutation(actions, played), permutation(size, shown))


class Turning:
    """Turns or mirrors everything that has a place or a way."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        names = {vector: way for way, vector in VECTORS.items()}
        ways = {way: names[turn(*vector)] for way, vector in VECTORS.items()}
        mirrors = (FACINGS.index(ways["E"]) - FACINGS.index(ways["N"])) % 4 == 3
        sides = {"left": "right", "right": "left"} if mirrors else {}
        self.ways = ways | {way: sides.get(way, way) for way in ("", *mv.SIDES)}
        """Where directions and sides go. The sides turn with the flock; a mirror changes two."""

    def spots(self, flock: Flock) -> dict[Spot, Spot]:
        """Returns the new spot of each sheep."""
        moved = {spot: self.turn(*spot) for spot in flock.sheep}
        left, top = corner(moved.values())
        return {spot: (column - left, row - top) for spot, (column, row) in moved.items()}

    def flock(self, flock: Flock) -> Flock:
        spots = self.spots(flock)
        sheep = {spots[spot]: colour for spot, colour in flock.sheep.items()}
        return Flock.of(sheep, self.ways[flock.facing])

    def state(self, state: ShearPanicState) -> ShearPanicState:
        flock = self.flock(state.flock)
        return replace(
            state,
            flock=flock,
            before=None if state.before is None else self.flock(state.before),
            group=self.group(state.flock, state.group) if state.group else "",
            last_turn=self.ways[state.last_turn],
        )

    def group(self, flock: Flock, first: Cell) -> Cell:
        """Returns the first sheep of a group after the turn. ``first`` is the first one now."""
        groups = self.flock(flock).groups()
        choice = choice_of_groups(self.flock(flock))
        if len(groups) == 2:  # S-5.1: the law moves the first of two that are equally small
            return cell_name(choice[0][0])
        moved = self.spots(flock)[spot_named(first)]
        return next(cell_name(group[0]) for group in groups if moved in group)

    def move(self, flock: Flock, move: ShearPanicMove) -> ShearPanicMove:
        match move:
            case mv.Command(kind, number, way, sheep):
                return mv.Command(kind, number, self.ways[way], self.cell(flock, sheep))
            case mv.PanicPush(sheep, way):
                return mv.PanicPush(self.cell(flock, sheep), self.ways[way])
            case mv.PanicTurn(way):
                return mv.PanicTurn(self.ways[way])
            case mv.ChooseGroup(sheep):
                return mv.ChooseGroup(self.group(flock, sheep))
            case mv.Regroup(shift):
                return mv.Regroup(self.turn(*shift))
        return move

    def cell(self, flock: Flock, sheep: Cell) -> Cell:
        return cell_name(self.spots(flock)[spot_named(sheep)]) if sheep else ""


def _played(
    turning: Turning, state: ShearPanicState, twin: ShearPanicState, legal: list[ShearPanicMove]
) -> Iterator[tuple[int, int]]:
    """Yields the action of each legal move, and the action of the turned one."""
    there = dict.fromkeys(map(packing.unpack_move, kernel.legal(packing.pack(twin))))
    others = []
    for move in legal:
        image = turning.move(state.flock, move)
        if image in there:
            del there[image]
            yield _action(move), _action(image)
        else:
            others.append(move)
    for move in others:  # the law has named another target that gives the same flock
        after = turning.state(state.play(move))
        image = next(found for found in there if twin.play(found) == after)
        del there[image]
        yield _action(move), _action(image)


def _action(move: ShearPanicMove) -> int:
    action: int = action_of(packing.pack_move(move))
    return action


def _shown(
    turning: Turning, state: ShearPanicState, twin: ShearPanicState, first: Mapping[str, int]
) -> Iterator[tuple[int, int]]:
    """Yields the places of an observation that may not be 0, and where they are after the turn."""
    for part, flock in (("sheep", state.flock), ("sheep before", state.before)):
        spots = {} if flock is None else turning.spots(flock)
        for plane in range(5):
            for here, there in spots.items():
                at = first[part] + 100 * plane
                yield at + _place(here), at + _place(there)
    if state.group:
        here, there = spot_named(state.group), spot_named(twin.group)
        yield first["group"] + _place(here), first["group"] + _place(there)
    for part, ways in (
        ("facing", FACINGS),
        ("facing before", FACINGS),
        ("last turn", mv.TURNS),
    ):
        for number, way in enumerate(ways):
            yield first[part] + number, first[part] + ways.index(turning.ways[way])
    if turning.turn(1, 0)[0] == 0:
        yield first["box"], first["box"] + 1
        yield first["box"] + 1, first["box"]


def _place(spot: Spot) -> int:
    column, row = spot
    return codes.WIDEST * row + column
