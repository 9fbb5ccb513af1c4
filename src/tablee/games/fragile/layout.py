"""The actions and observations of Fragile's simulations.

A player's dockers have numbers from 0 on, in the order in which they were placed. An action of a
docker names its number and the direction of the crate beside it, not their cells. So the ids do not
depend on the players. An edition with more than three dockers each adds ids at the end.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from tablee.core.layout import TURNS, Layout, Part, Symmetry, Turn, parts
from tablee.games.fragile import codes, notation, packing
from tablee.games.fragile.board import CELLS, Board, column_row
from tablee.games.fragile.edition import VERSIONS
from tablee.games.fragile.moves import Action
from tablee.games.fragile.simulation_kernel import FragileSimulation

if TYPE_CHECKING:
    from tablee.games.fragile.game import Fragile
    from tablee.games.fragile.state import FragileState

_QUAY = (10, 10)
_ROOM_FOR_DOCKERS = 3
_BLOCKS = (
    ("end turn", (1,), "ends the turn"),
    ("depot", _QUAY, "places a depot: row, column"),
    ("docker", _QUAY, "places a docker: row, column"),
    ("straws", (24,), "draws the order of a round: its place among the permutations"),
)
_BLOCKS_OF_A_DOCKER = (
    ("go", _QUAY, "goes to a cell: row, column"),
    ("push", (4, 5), "pushes the crate to the north, east, south or west by 1 to 5 cells"),
    ("stack", (4,), "stacks the crate in this direction on the next"),
    ("unstack", (4,), "topples the upper crate of the stack in this direction"),
    ("flip", (4,), "flips the crate in this direction"),
    ("hand over", (4, *_QUAY), "hands over the crate in this direction: row, column"),
)


@dataclass(frozen=True)
class FragileLayout(Layout):
    """The layout of a match or problem."""

    dockers: int = _ROOM_FOR_DOCKERS
    """For how many dockers of a player there is room."""

    def text(self, move: int, docker: int, active: bool) -> str:
        """Returns the notation of a kernel's move by the docker on a cell."""
        kind, _, source, target, _ = codes.decode(move)
        if kind == codes.DRAW:
            return notation.token(packing.straws(self.players, target))
        found = packing.move_of(kind, CELLS[docker], CELLS[source], CELLS[target])
        text = notation.token(found)
        return text if active or not isinstance(found, Action) else f"{CELLS[docker]}: {text}"


def simulation(game: Fragile, state: FragileState | None, rolls: bool) -> FragileSimulation:
    """Returns a simulation that begins with a state, or with the first of the game."""
    if game.rules_version != VERSIONS[-1]:
        raise ValueError("simulations know only the latest rules")
    start = packing.pack(game.initial() if state is None else state)
    return FragileSimulation(game, layout(game), state, rolls, start)


def layout(game: Fragile) -> FragileLayout:
    dockers = max(_ROOM_FOR_DOCKERS, game.equipment.dockers)
    return _layout(game.players, dockers, game.edition.board, game.problem is not None)


@lru_cache(maxsize=64)
def _layout(players: int, dockers: int, board: Board, alone: bool) -> FragileLayout:
    numbered = [
        (f"docker {number}: {name}", shape, about)
        for number in range(dockers)
        for name, shape, about in _BLOCKS_OF_A_DOCKER
    ]
    actions = parts(*_BLOCKS, *numbered)
    seen = _seen(players, dockers)
    # The goals of a problem are numbered by their cells, so that turning it gives them new numbers.
    turns = () if alone else tuple(_symmetries(board, actions, seen))
    return FragileLayout(players, actions, seen, turns, dockers)


def _seen(players: int, dockers: int) -> tuple[Part, ...]:
    """Returns the parts of an observation. Players count from the one who looks."""
    kinds = "plain, fragile, flipped this turn, goal (its number, from 1)"
    return parts(
        ("crates", (2, 4, *_QUAY), f"lower and upper crates by kind: {kinds}"),
        ("dockers", (players, dockers, *_QUAY), "each player's dockers by number"),
        ("bystanders", _QUAY, "the dockers of a problem that only help"),
        ("active", _QUAY, "the active docker"),
        ("barred", _QUAY, "the docker that cannot be activated now"),
        ("crates before", (2, 4, *_QUAY), "the crates when the active docker began (F-3.3)"),
        ("docker before", _QUAY, "the cell where it began"),
        ("depots", (players + 2, *_QUAY), "depots by owner, neutral ones, free slots"),
        ("goals", _QUAY, "the depots of a problem's goals (its number, from 1)"),
        ("to play", (players, players), "who plays first, second, … as far as known"),
        ("scores", (players,), "points"),
        ("marker", (players,), "who has the winner marker"),
        ("full", (players,), "the first player whose depots were all full"),
        ("points", (1,), "action points left for the active docker"),
        ("activations", (1,), "dockers activated in this turn"),
        ("flips left", (1,), "flips left to all players"),
        ("turn", (1,), "turns played"),
        ("idle turns", (1,), "turns since a crate was stored"),
        ("turns left", (1,), "turns left in a problem"),
        ("last turns", (1,), "1 if these are the last turns"),
        ("stored", (1,), "1 if a crate was stored in this turn"),
    )


def _symmetries(
    board: Board, actions: tuple[Part, ...], seen: tuple[Part, ...]
) -> Iterator[Symmetry]:
    """Yields the turns and mirrorings of the quay that map its depots onto themselves (F-1.3)."""
    for name, turn in TURNS.items():
        moved = [_cell(turn, cell) for cell in range(len(CELLS))]
        named = {CELLS[cell]: CELLS[moved[cell]] for cell in range(len(CELLS))}
        if any(
            board.entrances.get(named[slot]) != named[cell]
            for slot, cell in board.entrances.items()
        ):
            continue
        ways = [_way(turn, way) for way in range(4)]
        yield Symmetry(name, _permutation(actions, moved, ways), _permutation(seen, moved, ways))


def _cell(turn: Turn, cell: int) -> int:
    column, row = column_row(CELLS[cell])
    across, down = turn(2 * column - 9, 2 * row - 9)
    return (down + 9) // 2 * 10 + (across + 9) // 2


def _way(turn: Turn, way: int) -> int:
    ways = ((0, -1), (1, 0), (0, 1), (-1, 0))
    return ways.index(turn(*ways[way]))


def _permutation(blocks: tuple[Part, ...], cells: list[int], ways: list[int]) -> array[int]:
    """Returns where each number of these parts goes. Axes of 10 × 10 are cells, of 4 directions."""
    moved = array("i")
    for part in blocks:
        of_actions = blocks[0].name == "end turn"
        lead = part.shape[:-2] if part.shape[-2:] == _QUAY else part.shape
        inner = len(CELLS) if part.shape[-2:] == _QUAY else 1
        for place in product(*map(range, lead)):
            if of_actions and lead and lead[0] == 4:
                place = (ways[place[0]], *place[1:])
            at = 0
            for axis, index in enumerate(place):
                at = at * lead[axis] + index
            moved.extend(
                part.first + inner * at + (cells[i] if inner > 1 else 0) for i in range(inner)
            )
    return moved
