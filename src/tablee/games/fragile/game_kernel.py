"""What never changes in a game, on packed memory: the board, the players, the limits."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from typing import Any

if not cython.compiled:  # the build cimports these
    from tablee.games.fragile import codes
    from tablee.games.fragile.bits_kernel import bit, contains, half

COMPILED = cython.compiled

FAR = cython.declare(cython.int, 60)
"""A number of points that means "never"."""


@cython.final
@cython.cclass
class PackedGame:
    """The board with its walls, the players and the limits of a game."""

    next: cython.schar[400]
    slot: cython.schar[100]
    cell_of_slot: cython.schar[12]
    quarter: cython.schar[12]
    slots_low: cython.ulonglong
    slots_high: cython.ulonglong
    docker_player: cython.schar[16]
    goal_slot: cython.schar[12]
    goals: cython.int
    players: cython.int
    dockers_each: cython.int
    depots_each: cython.int
    straws: cython.int
    idle_limit: cython.int
    turn_limit: cython.int

    def __init__(
        self,
        neighbours: list[int],
        slots: list[int],
        goal_slots: list[int],
        docker_players: list[int],
        numbers: tuple[int, int, int, int, int, int],
    ) -> None:
        """``neighbours`` are north, east, south, west of each cell, or -1.

        ``numbers`` are the players, dockers and depots of each, whether straws are drawn, the idle
        limit and the turns of the problem, or 0.
        """
        if not cython.compiled:
            self.docker_player, self.goal_slot = [0] * 16, [0] * 12
            self.next = [0] * 400
            self.slot = [0] * 100
            self.cell_of_slot = [0] * 12
            self.quarter = [0] * 12
            self.slots_low = 0
            self.slots_high = 0
        (
            self.players,
            self.dockers_each,
            self.depots_each,
            self.straws,
            self.idle_limit,
            self.turn_limit,
        ) = numbers
        self.goals = len(goal_slots)
        for i in range(self.goals):
            self.goal_slot[i] = goal_slots[i]
        for i in range(len(docker_players)):
            self.docker_player[i] = docker_players[i]
        for i in range(400):
            self.next[i] = neighbours[i]
        for i in range(100):
            self.slot[i] = -1
        for i in range(12):
            cell = slots[i]
            self.slot[cell] = i
            self.cell_of_slot[i] = cell
            self.quarter[i] = (cell % 10 >= 5) + 2 * (cell >= 50)
            if half(cell):
                self.slots_high |= bit(cell)
            else:
                self.slots_low |= bit(cell)

    def __reduce__(self) -> tuple[Any, Any]:
        return PackedGame, (
            [self.next[i] for i in range(400)],
            [self.cell_of_slot[i] for i in range(12)],
            [self.goal_slot[i] for i in range(self.goals)],
            [self.docker_player[i] for i in range(codes.MOST_DOCKERS)],
            (
                self.players,
                self.dockers_each,
                self.depots_each,
                self.straws,
                self.idle_limit,
                self.turn_limit,
            ),
        )


def flood(
    game: PackedGame,
    start: cython.int,
    free_low: cython.ulonglong,
    free_high: cython.ulonglong,
    steps: cython.p_uchar,
    base: cython.int,
    before: cython.p_schar,
) -> cython.void:
    """F-4.1: finds the shortest ways on foot from a cell over free cells, in the law's order.

    It writes the distance of each cell, or ``FAR``, into ``steps`` from ``base`` on, and the cell
    before it on the way, or -1, into ``before``.
    """
    queue = cython.declare(cython.schar[100])
    head = 0
    tail = 1
    for cell in range(100):
        steps[base + cell] = FAR
        before[cell] = -1
    queue[0] = start
    steps[base + start] = 0
    while head < tail:
        here = queue[head]
        head += 1
        for d in range(4):
            other = neighbour(game, here, d)
            if other < 0 or steps[base + other] != FAR:
                continue
            if contains(free_low, free_high, other):
                steps[base + other] = steps[base + here] + 1
                before[other] = here
                queue[tail] = other
                tail += 1


if not cython.compiled:  # C inlines these in every kernel that uses them

    def neighbour(game: PackedGame, cell: cython.int, d: cython.int) -> cython.int:
        """Returns the cell to the north, east, south or west (0 … 3), or -1."""
        return game.next[4 * cell + d]

    def behind(game: PackedGame, cell: cython.int, d: cython.int) -> cython.int:
        """Returns the neighbour in the opposite direction, where a docker stands to push."""
        return game.next[4 * cell + (d + 2) % 4]
