"""The actions and observations of Shear Panic's simulations.

Cells are columns and rows of the flock's box, as in the notation. A flock that is together is
smaller than ten in columns and rows added, so its sheep stand in the 45 cells of a triangle: nine
in the first row, eight in the second, and so on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from tablee.core.layout import Layout, Part, Symmetry, parts, permutation
from tablee.games.shear_panic import codes, notation, packing, symmetry
from tablee.games.shear_panic.edition import PANIC_FACES, VERSIONS
from tablee.games.shear_panic.flock import COLOURS
from tablee.games.shear_panic.flock_kernel import PackedState
from tablee.games.shear_panic.simulation_kernel import ShearPanicSimulation

if TYPE_CHECKING:
    from tablee.games.shear_panic.game import ShearPanic
    from tablee.games.shear_panic.state import ShearPanicState

_BOX = (codes.WIDEST, codes.WIDEST)
_EIGHT, _STRAIGHT, _SLANTED = "N NE E SE S SW W NW", "N E S W", "NE SE SW NW"
ACTIONS = parts(
    ("lamb push", (8, 3, codes.TOGETHER), f"way ({_EIGHT}), number, cell"),
    ("line push", (4, 3, codes.TOGETHER), f"way ({_STRAIGHT}), number, cell"),
    ("diagonal push", (4, 3, codes.TOGETHER), f"way ({_SLANTED}), number, cell"),
    ("lamb roll", (8, 3, codes.TOGETHER), f"way ({_EIGHT}), number, cell"),
    ("leapfrog", (4, 3, codes.TOGETHER), f"way ({_STRAIGHT}), number, cell"),
    ("line up", (4, 3), "side (front, back, left, right), number"),
    ("ewe turn", (2, 3), "left or right, number"),
    ("push", (8, codes.TOGETHER), f"in panic: way ({_EIGHT}), cell"),
    ("turn", (2,), "in panic: left or right"),
    ("group", _BOX, "row and column of the group's first sheep"),
    ("move", (21, 21), "rows down and columns to the right, each plus 10"),
    ("extra", (4,), "no extra step, or its number"),
    ("first", (4,), "the player who begins, drawn or named"),
    ("panic", (6,), "the face rolled: B G R Y K, white"),
    ("regroup", (2,), "the face rolled: + x"),
)


@dataclass(frozen=True)
class ShearPanicLayout(Layout):
    """The layout of a match."""

    @staticmethod
    def text(move: int) -> str:
        """Returns the notation of a kernel's move."""
        return notation.write(packing.unpack_move(move))

    def symmetries_at(self, game: ShearPanic, packed: PackedState) -> tuple[Symmetry, ...]:
        """Returns the symmetries of the game, and those of this moment."""
        first = {part.name: part.first for part in self.observation_parts}
        state = packing.unpack(game, packed)
        return (*self.symmetries, *symmetry.symmetries(state, first, self.actions, self.size))


def simulation(
    game: ShearPanic, state: ShearPanicState | None, rolls: bool
) -> ShearPanicSimulation:
    """Returns a simulation that begins with a state, or with the first of the game."""
    if game.rules_version != VERSIONS[-1]:
        raise ValueError("simulations know only the latest rules")
    start = packing.pack(game.initial() if state is None else state)
    return ShearPanicSimulation(game, layout(game), state, rolls, start)


def layout(game: ShearPanic) -> ShearPanicLayout:
    neutral = [colour for colour in COLOURS if colour not in game.colours]
    alike = len({game.edition.panic_die.get(colour) for colour in neutral}) == 1
    return _layout(game.players, "".join(neutral) if alike else "")


@lru_cache(maxsize=32)
def _layout(players: int, neutral: str) -> ShearPanicLayout:
    """``neutral`` are the neutral colours, if they are equally likely in a panic."""
    seen = _seen(players)
    exchanged = (_exchange(seen, neutral),) if len(neutral) == 2 else ()
    return ShearPanicLayout(players, ACTIONS, seen, exchanged)


def _exchange(seen: tuple[Part, ...], neutral: str) -> Symmetry:
    """S-9.1: exchanges the neutral colours of a game for two, which come after the players'."""
    pairs: dict[int, int] = {}
    for part in seen:
        if part.name in ("sheep", "sheep before", "face"):
            size = part.size // part.shape[0]
            for place in range(part.first + 2 * size, part.first + 3 * size):
                pairs |= {place: place + size, place + size: place}
    one, other = (codes.PANIC_FACES + PANIC_FACES.index(colour) for colour in neutral)
    actions = permutation(codes.ACTIONS, {one: other, other: one})
    return Symmetry("neutral colours", actions, permutation(seen[-1].last + 1, pairs))


def _seen(players: int) -> tuple[Part, ...]:
    """Returns the parts of an observation. Players count from the one who looks."""
    return parts(
        ("sheep", (5, *_BOX), "sheep by colour: own, next player's …, neutral, black"),
        ("sheep before", (5, *_BOX), "the flock before the last command (S-4.8)"),
        ("group", _BOX, "the first sheep of the group that moves"),
        ("facing before", (4,), "N E S W, before the last command"),
        ("facing", (4,), "N E S W"),
        ("box", (2,), "columns and rows of the flock"),
        ("task", (10,), "what is asked for, in the order of ``tasks.Task``"),
        ("stage", (4,), "truck, play, shearing, panic"),
        ("actor", (players,), "the player who acts"),
        ("scores", (players,), "points"),
        ("used", (players, codes.MENU), "the commands that each player has used"),
        ("extras", (players, 3), "how many extra steps of 1, 2, 3 each player has"),
        ("order", (players, players), "the players; the last turn of the first was longest ago"),
        ("last command", (7,), "its kind"),
        ("last turn", (2,), "left, right, if it was an ewe turn"),
        ("face", (6,), "the face of the panic die: colours as above, white"),
        ("die", (2,), "the face of the regroup die: + x"),
        ("counter", (1,), "the space of the time counter"),
        ("rolled", (1,), "1 if a die was rolled since the last command"),
        ("number", (1,), "the number of the command played, until the counter moves"),
        ("jumps", (1,), "jumps off the truck so far"),
    )
