"""Rough problems for the composer, and changes to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from tablee.games.fragile.board import CELLS, DIRECTIONS, Board, Cell, beside, straight
from tablee.games.fragile.position import PLAIN, Crate, Crates
from tablee.games.fragile.problems.answer import SHORT
from tablee.games.fragile.problems.problem import MOST_DOCKERS, Problem

CARRY, CLIMB, COVER, CLEAR, WALLS = range(5)
"""The kinds of sketches: with helpers, with a crate to climb, with covered crates, with crates in
the way, and at depots that stand side by side."""


@dataclass(frozen=True)
class _Style:
    """How many of each there are at first, and how far a goal crate is from its depot."""

    others: tuple[int, int]
    crates: tuple[int, int]
    distance: tuple[int, int]


_STYLES = {
    CARRY: _Style((1, 3), (0, 2), (3, 8)),
    CLIMB: _Style((0, 2), (0, 3), (1, 5)),
    COVER: _Style((0, 2), (0, 3), (1, 6)),
    CLEAR: _Style((0, 1), (2, 5), (2, 6)),
    WALLS: _Style((0, 2), (1, 3), (2, 7)),
}
MOST_PIECES = 9
"""Crates above which none is added."""
CROWDED = 3
"""Further crates of a crowded quay."""
NEAR = 3
"""The most steps from a further goal crate to its door. The first takes most of the turns."""
ON_A_CRATE = 0.3
"""How often a further goal crate shares its cell with another crate, in the styles with stacks."""


class Sketcher:
    """Draws problems with so many turns and goal crates at random, all of one style."""

    def __init__(self, board: Board, turns: int, goals: int, chance: Random) -> None:
        self.board, self.turns, self.goals, self.chance = board, turns, goals, chance
        self.kind = chance.choice(sorted(_STYLES))
        self.floor = [cell for cell in CELLS if not board.is_slot(cell)]
        self.walled = {
            depot: board.entrances[other]
            for depot in board.entrances
            for direction in DIRECTIONS
            if (other := beside(depot, direction)) and board.is_slot(other)
        } or dict(board.entrances)
        """The depots next to another depot, with the door of that other."""
        self.depots = self._depots()
        doors = [board.entrances[depot] for depot in self.depots]
        self.others = self._helpers({}, doors, 6)
        self.own = 3 if turns == 2 and chance.random() < 0.25 else 2

    def around(self, start: Cell, least: int, most: int) -> list[Cell]:
        """Returns the floor cells from ``least`` to ``most`` steps away."""
        distance = self.board.walk_distances(start)
        return [cell for cell in self.floor if least <= distance.get(cell, -1) <= most]

    def first(self) -> Problem:
        """Returns a first problem, with one goal crate."""
        style, chance = _STYLES[self.kind], self.chance
        crates: dict[Cell, Crates] = {}
        centres = [*self._place_goal(self.depots[0], crates)]
        if self.turns <= SHORT:
            # Longer problems share their helpers, because then they share the tables of the bound.
            self.others = self._helpers(crates, centres, 3)
        crowd = CROWDED if chance.random() < 0.25 else 0
        for _ in range(chance.randint(*style.crates) + crowd):
            crates[self._free(crates, self.others, chance.choice(centres), 2)] = (PLAIN,)
        dockers: tuple[Cell, ...] = ()
        for _ in range(self.own):
            taken = (*dockers, *self.others)
            dockers = (*dockers, self._free(crates, taken, chance.choice(centres), 4))
        return Problem(self.turns, crates, dockers, self.others)

    def with_goal(self, problem: Problem) -> Problem:
        """Returns the problem with a crate for the next of its depots, near the door."""
        crates = dict(problem.crates)
        taken = (*problem.dockers, *problem.others)
        depot = self.depots[len(problem.goals)]
        door = self.board.entrances[depot]
        single = sorted(cell for cell, found in crates.items() if len(found) == 1)
        stacks = self.kind in (CLIMB, COVER) and self.chance.random() < ON_A_CRATE
        if single and stacks:
            cell = self.chance.choice(single)
            stack = [*crates[cell], Crate(goal=depot)]
            self.chance.shuffle(stack)
        else:
            cell = self._free(crates, taken, door, NEAR)
            stack = [Crate(goal=depot)]
        crates[cell] = tuple(stack)
        return replace(problem, crates=crates)

    def _helpers(
        self, crates: dict[Cell, Crates], centres: list[Cell], most: int
    ) -> tuple[Cell, ...]:
        others: tuple[Cell, ...] = ()
        for _ in range(self.chance.randint(*_STYLES[self.kind].others)):
            others = (*others, self._free(crates, others, self.chance.choice(centres), most))
        return others

    def _depots(self) -> list[Cell]:
        """Returns the depots of the goals. They are near each other, so that goals interfere."""
        known = sorted(self.walled if self.kind == WALLS else self.board.entrances)
        first = self.chance.choice(known)
        steps = self.board.walk_distances(self.board.entrances[first])
        others = sorted(
            (depot for depot in self.board.entrances if depot != first),
            key=lambda depot: (steps.get(self.board.entrances[depot], len(CELLS)), depot),
        )
        return [first, *self.chance.sample(others[: self.goals + 1], self.goals - 1)]

    def _place_goal(self, depot: Cell, crates: dict[Cell, Crates]) -> tuple[Cell, Cell]:
        """Places a crate for a depot. Returns its cell and that of the door."""
        near, far = _STYLES[self.kind].distance
        door = self.board.entrances[depot]
        cells = self.around(door, near, far + self.turns)
        stack: list[Crate] = [Crate(goal=depot)]
        if (
            self.kind == CLIMB
            and self.chance.random() < 0.6
            and door not in (*crates, *self.others)
        ):
            # A goal crate stacked on a crate before the depot can be pushed off into the depot.
            cells = [cell for cell in cells if straight(depot, cell)] or cells
            crates[door] = (PLAIN,)
        if self.kind == WALLS and depot in self.walled:  # at the door of the depot beside this one
            cells = self.around(self.walled[depot], 0, 2)
        if self.kind == COVER:
            stack.append(PLAIN)
            self.chance.shuffle(stack)
        taken = {*crates, *self.others}
        free = [cell for cell in cells if cell not in taken]
        cell = self.chance.choice(free or [cell for cell in self.floor if cell not in taken])
        crates[cell] = tuple(stack)
        return cell, door

    def _free(
        self, crates: dict[Cell, Crates], dockers: tuple[Cell, ...], near: Cell, most: int
    ) -> Cell:
        cells = [c for c in self.around(near, 0, most) if c not in crates and c not in dockers]
        return self.chance.choice(cells or [c for c in self.floor if c not in (*crates, *dockers)])

    # Changes

    def changed(self, problem: Problem) -> Problem:
        """Returns the problem with something moved, added or removed."""
        changes: list[Callable[[Problem], Problem]] = [
            self._move_docker,
            self._move_docker,
            self._move_crate,
            self._add_crate,
            self._add_crate,
            self._turn_docker,
        ]
        return self.chance.choice(changes)(problem)

    def _taken(self, problem: Problem) -> set[Cell]:
        return {*problem.crates, *problem.dockers, *problem.others}

    def _near(self, problem: Problem, cell: Cell, most: int) -> Cell | None:
        taken = self._taken(problem)
        cells = [other for other in self.around(cell, 1, most) if other not in taken]
        return self.chance.choice(cells) if cells else None

    def _move_docker(self, problem: Problem) -> Problem:
        standing = (*problem.dockers, *problem.others)
        old = self.chance.choice(standing)
        new = self._near(problem, old, 3)
        if new is None:
            return problem
        moved = tuple(new if cell == old else cell for cell in standing)
        own = len(problem.dockers)
        return replace(problem, dockers=moved[:own], others=moved[own:])

    def _move_crate(self, problem: Problem) -> Problem:
        old = self.chance.choice(sorted(problem.crates))
        new = self._near(problem, old, 2)
        if new is None:
            return problem
        crates = {new if cell == old else cell: found for cell, found in problem.crates.items()}
        return replace(problem, crates=crates)

    def _add_crate(self, problem: Problem) -> Problem:
        """Adds a crate in somebody's way, sometimes on top of another."""
        if sum(map(len, problem.crates.values())) >= MOST_PIECES:
            return self._move_crate(problem)
        centre = self.chance.choice(sorted(self._taken(problem)))
        if self.kind in (CLIMB, COVER) and self.chance.random() < 0.3:
            single = [cell for cell, found in sorted(problem.crates.items()) if len(found) == 1]
            if single:
                cell = self.chance.choice(single)
                crates = {**problem.crates, cell: (*problem.crates[cell], PLAIN)}
                return replace(problem, crates=crates)
        new = self._near(problem, centre, 3)
        if new is None:
            return problem
        return replace(problem, crates={**problem.crates, new: (PLAIN,)})

    def _turn_docker(self, problem: Problem) -> Problem:
        """Adds a helper, makes a moving docker a helper, or a helper a moving docker."""
        choice = self.chance.randrange(3)
        if choice == 0 and len(problem.others) < 5:
            new = self._near(problem, self.chance.choice(sorted(self._taken(problem))), 3)
            if new is not None:
                return replace(problem, others=(*problem.others, new))
        if choice == 1 and problem.others and len(problem.dockers) < MOST_DOCKERS:
            cell = self.chance.choice(problem.others)
            others = tuple(other for other in problem.others if other != cell)
            return replace(problem, dockers=(*problem.dockers, cell), others=others)
        if choice == 2 and len(problem.dockers) > 2:
            cell = self.chance.choice(problem.dockers)
            dockers = tuple(other for other in problem.dockers if other != cell)
            return replace(problem, dockers=dockers, others=(*problem.others, cell))
        return self._move_docker(problem)


def without_each(problem: Problem) -> list[Problem]:
    """Returns the problem without each of its crates and dockers in turn.

    At least one goal and one docker remain.
    """
    found = []
    for cell, crates in problem.crates.items():
        for level, crate in enumerate(crates):
            if crate.goal is not None and len(problem.goals) == 1:
                continue
            left = (*crates[:level], *crates[level + 1 :])
            kept = {other: stack for other, stack in problem.crates.items() if other != cell}
            found.append(replace(problem, crates={**kept, **({cell: left} if left else {})}))
    for docker in problem.dockers:
        if len(problem.dockers) > 1:
            rest = tuple(cell for cell in problem.dockers if cell != docker)
            found.append(replace(problem, dockers=rest))
    for docker in problem.others:
        rest = tuple(cell for cell in problem.others if cell != docker)
        found.append(replace(problem, others=rest))
    return found
