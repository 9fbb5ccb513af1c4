"""Rates how hard a problem is for people, from 1 to 10, and says why.

The model is a person who looks for ideas. An idea is what a turn does to the crates; where the
dockers end does not matter, so an empty quay adds nothing. An idea looks the better, the nearer it
brings the goal crates to their depots (a crate on top of a goal crate counts as two steps). A
problem is hard if the right idea looks worse than others, if it pays only turns later, and if wrong
ideas look good for long. The rating is this sum, kept between 1 and 10:

    1
    + 0.35 × log2 of (1 + temptations)  first turns that look best but fail, and how late they fail
    + 0.25 × surprise                   log2 of the ideas that look as good as the right one
    + 0.6 × foresight                   the most turns on end that bring no goal crate nearer
    + 0.3 × (turns - 1)
    - 0.2 × forced turns at the end     no other idea looks as good, so they are easily found
    + 0.8 × posts                       walks to a place where the docker then hands over
    + 0.15 × handling                   actions on crates beyond one in each turn
    + 0.3 × (crates moved - 1)
    + 0.5 × (links of the longest hand-over - 1)
    - 0.3 × log2 of the number of shortest solutions, up to order

It counts along the first of the shortest solutions in the order of their texts. Its cost is
bounded: it looks at a dozen temptations at most, and at ``GLANCE`` bytes of positions for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import log2, prod

from tablee.core.difficulty import Difficulty, Part, Scale
from tablee.games.fragile import codes
from tablee.games.fragile.board import CELLS
from tablee.games.fragile.messages import say
from tablee.games.fragile.problems.line import keys_of, play_line
from tablee.games.fragile.problems.positions_kernel import Positions
from tablee.games.fragile.problems.search import Key, OutOfMemory, ProblemSearch
from tablee.games.fragile.problems.solver import MEMORY, Solution
from tablee.games.fragile.problems.story import Story, steps_to, tell

SCALE = Scale(say, (3.0, 3.8, 4.6, 5.5))
"""Each grade has a fifth of what is composed."""
grade_of = SCALE.grade_of
MOST_TEMPTATIONS = 12
GLANCE = 1 << 20
"""Bytes of positions to look at before a temptation counts as one that fails late."""
COVERED = 2
"""Steps that a crate on top adds to the way of a goal crate."""
FAR = 40
"""The way of a goal crate that is locked in another depot."""

Crates = tuple[int, ...]
"""The crates on each cell, as the kernel packs them."""


@dataclass(frozen=True)
class IdeaDifficulty(Difficulty):
    ideas: tuple[int, ...]
    """How many ideas look at least as good as the right one, turn by turn."""


def rate(solution: Solution) -> IdeaDifficulty | None:
    """Rates a problem solved with all its solutions. Returns None if it has none."""
    if solution.minimum is None or not solution.solutions:
        return None
    story = tell(play_line(solution.playable, solution.edition, solution.solutions[0]))
    solver = _Person(solution, story)
    ideas = solver.ideas
    parts = (
        _tempted(solver),
        SCALE.part("surprise", max(ideas) - 1, 0.25 * log2(prod(ideas))),
        _part("foresight", solver.foresight, 0.6, 0),
        _part("turns", len(ideas), 0.3, 1),
        _part("forced", solver.forced, -0.2, 0),
        _part("posts", len(story.posts), 0.8, 0),
        _part("handling", len(story.moves), 0.15, len(ideas)),
        _part("crates", len({move.crate for move in story.moves}), 0.3, 1),
        _part("links", max(len(move.helpers) for move in story.moves), 0.5, 1),
        SCALE.part("solutions", len(solution.solutions), -0.3 * log2(len(solution.solutions))),
    )
    return IdeaDifficulty(*SCALE.sum_of(parts), ideas)


def _part(key: str, count: int, weight: float, free: int) -> Part:
    return SCALE.part(key, count, weight * max(0, count - free))


def _tempted(solver: _Person) -> Part:
    late = solver.temptations()
    return SCALE.part("temptations", len(late), 0.35 * log2(1 + sum(late)))


class _Person:
    """A person who looks for ideas in the positions of a solution."""

    def __init__(self, solution: Solution, story: Story) -> None:
        self.story = story
        self.search = ProblemSearch(solution.problem, solution.edition, 1, MEMORY)
        self.glance = _Glance(solution.problem, solution.edition, 1, MEMORY)
        self.keys = keys_of(self.search, self.search.start.key(0), story.line)
        self.ways = [self._ways(depot) for depot in self.search.goals]

    def _ways(self, depot: str) -> list[int]:
        steps = steps_to(self.search.board, depot)
        return [steps.get(cell, FAR) for cell in CELLS]

    # What looks promising

    def crates(self, key: Key) -> Crates:
        return tuple(self.search.turn.contents(key)[0])

    def way(self, crates: Crates) -> int:
        """Returns the steps that all goal crates have to go."""
        total = 0
        for cell, byte in enumerate(crates):
            lower, upper = byte & 15, byte >> 4
            if lower >= codes.GOAL:
                total += self.ways[lower - codes.GOAL][cell] + (COVERED if upper else 0)
            if upper >= codes.GOAL:
                total += self.ways[upper - codes.GOAL][cell]
        return total

    def seen_from(self, key: Key) -> dict[Crates, list[Key]]:
        """Returns the ideas for a turn: the crates after it, with the positions that have them."""
        ideas: dict[Crates, list[Key]] = {}
        for following in self.search.following(key):
            ideas.setdefault(self.crates(following), []).append(following)
        ideas.pop(self.crates(key), None)
        return ideas

    @cached_property
    def ideas(self) -> tuple[int, ...]:
        """For each turn, the number of ideas that look at least as good as the right one.

        It is 1 for the last turn, which has the depot in sight, and for a walk: people see that a
        docker is too far away.
        """
        counts = []
        for turn, (before, after) in enumerate(pairwise(self.keys)):
            count = 1
            if self.story.moves_in(turn):
                way = self.way(self.crates(after))
                count = sum(self.way(found) <= way for found in self.seen_from(before))
            counts.append(count)
        return (*counts, 1)

    @cached_property
    def foresight(self) -> int:
        """The most turns on end that bring no goal crate nearer."""
        ways = [self.way(self.crates(key)) for key in self.keys]
        longest = run = 0
        for before, after in pairwise(ways):
            run = run + 1 if after >= before else 0
            longest = max(longest, run)
        return longest

    @cached_property
    def forced(self) -> int:
        """The turns at the end, after the first, from which nothing distracts."""
        count = 0
        for turn in reversed(self.story.turns[1:]):
            if self.ideas[turn] > 1 or turn in self.story.posts:
                break
            count += 1
        return count

    # What is tempting, but fails

    def temptations(self) -> list[int]:
        """Returns, for each tempting first turn that fails, how late it fails.

        An idea is tempting if it brings the goal crates nearer, and no other idea brings them more
        than a step nearer than this one. What the solution does later is no mistake, nor is the
        first turn of another solution.
        """
        before = self.crates(self.keys[0])
        changes = [_change(self.crates(a), self.crates(b)) for a, b in pairwise(self.keys)]
        ideas = self.seen_from(self.keys[0])
        gains = {crates: self.way(before) - self.way(crates) for crates in ideas}
        enough = max(1, max(gains.values(), default=0) - 1)
        tempting = [
            crates
            for crates, gain in gains.items()
            if gain >= enough and _change(before, crates) not in changes
        ]
        tempting.sort(key=lambda crates: (-gains[crates], crates))
        late = [self._late(ideas[crates]) for crates in tempting[:MOST_TEMPTATIONS]]
        return [turns for turns in late if turns]

    def _late(self, keys: list[Key]) -> int:
        """Returns how many looks it takes to see that none of these positions wins; 0 if one does.

        The first look is a glance at each goal crate alone, as if no other crate stood in its way.
        Each further look tries one turn more.
        """
        layer, late = self.glance.new_set(), 1
        for key in keys:
            layer.add(key)
        for left in range(len(self.story.turns) - 1, 0, -1):
            explored = self.glance.turn.count_explored()
            self.glance.start = layer
            try:
                layer = self.glance.layers(left, 1, bound_all=True)[-1]
            except OutOfMemory:
                return late + left
            if self.glance.turn.count_explored() == explored:
                return late
            late += 1
            if not layer:
                return late
        return 0


class _Glance(ProblemSearch):
    """A search that does not look at many positions."""

    def new_set(self, *_: Positions) -> Positions:
        return self.turn.new_set(GLANCE)


def _change(before: Crates, after: Crates) -> frozenset[tuple[int, int, int]]:
    """Returns what a turn changes: cells with the crates before and after."""
    pairs = enumerate(zip(before, after, strict=True))
    return frozenset((cell, old, new) for cell, (old, new) in pairs if old != new)
