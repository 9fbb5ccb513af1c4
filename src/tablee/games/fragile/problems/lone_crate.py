"""The bound of the checker, in plain Python: a goal crate without all other crates.

It says where the active docker may stand so that this crate alone could still be stored in the
turns left. Other crates only make it harder, as long as the lone crate may do what they make
possible: on any cell it can go on top of a stack, or under another crate. The solver has a compiled
bound of its own; the two share only the board.

A set of cells is a number with a bit for each cell. The place of a crate is its cell and its
height.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property, lru_cache

from tablee.games.fragile.board import CELLS, DIRECTIONS, Board, Cell, Direction, opposite
from tablee.games.fragile.rules import POINTS

SINGLE, TOP, BOTTOM = "single", "top", "bottom"
Place = tuple[Cell, str]
Sets = Mapping[Place, int]
"""For each place of the crate, the cells from which the active docker succeeds."""
Act = Callable[[Place, int, Direction], Iterator[tuple[Place, Cell]]]
BIT = {cell: 1 << number for number, cell in enumerate(CELLS)}
EVERYWHERE = (1 << 100) - 1
_WEST_EDGE = sum(BIT[cell] for cell in CELLS if cell[0] == "A")
_EAST_EDGE = sum(BIT[cell] for cell in CELLS if cell[0] == "J")


class LoneCrate:
    """One goal crate on its way to its depot, among dockers."""

    def __init__(
        self,
        board: Board,
        depot: Cell,
        own: Collection[Cell],
        others: frozenset[Cell],
        progress: Callable[[], None] = lambda: None,
    ) -> None:
        """``own`` are the first cells of the dockers that move; ``others`` never move (F-7.1).

        Calls ``progress`` often, because many turns and dockers take long. It may raise.
        """
        self.board, self.depot, self.own, self.others = board, depot, own, others
        self.progress = progress
        self.floor = sum(BIT[cell] for cell in CELLS if not board.is_slot(cell))
        self.starts = lru_cache(maxsize=None)(self._starts)

    def may_be_stored(self, place: Place, active: Cell, still: frozenset[Cell], turns: int) -> bool:
        """True if the docker on ``active`` can begin, and the crate be stored in these turns.

        ``still`` are the other own dockers.
        """
        return bool(self.starts(still, turns).get(place, 0) & BIT[active])

    def _starts(self, still: frozenset[Cell], turns: int) -> Sets:
        """Returns where the active docker may begin its turn."""
        self.progress()
        turn = _Turn(self, still | self.others, self.ends(still, turns))
        return {place: cells & ~turn.taken for place, cells in turn.back(POINTS).items()}

    def ends(self, still: frozenset[Cell], turns: int) -> Sets:
        """Returns where the active docker may end its turn (F-7.2).

        If the crate is stored that is anywhere, else where another docker can go on from.
        """
        ends: dict[Place, int] = defaultdict(int)
        if turns > 1:
            for end in self.stands:
                if end in still:
                    continue
                for following in still:
                    later = self.starts(still - {following} | {end}, turns - 1)
                    for place, cells in later.items():
                        if cells & BIT[following] and place[0] != end:
                            ends[place] |= BIT[end]
        ends[self.depot, SINGLE] = EVERYWHERE
        return ends

    @cached_property
    def stands(self) -> tuple[Cell, ...]:
        """The cells where a docker can end a turn. It cannot enter a depot, but can stay in one."""
        return tuple(
            cell
            for cell in CELLS
            if cell not in self.others and (cell in self.own or not self.board.is_slot(cell))
        )


class _Turn:
    """One turn played backwards, from where it may end to where it may begin."""

    def __init__(self, crate: LoneCrate, standing: frozenset[Cell], ends: Sets) -> None:
        self.crate, self.board, self.standing = crate, crate.board, standing
        self.taken = sum(BIT[cell] for cell in standing)
        self.levels = [{place: cells & ~self.taken for place, cells in ends.items()}]

    def back(self, points: int) -> Sets:
        for left in range(1, points + 1):
            found: dict[Place, int] = defaultdict(int, self.levels[-1])
            self._walk(found)
            self._hand_over(found)
            for cost, act in ((1, self._pushed), (2, self._stacked), (2, self._unstacked)):
                if left >= cost:
                    for place, docker in self._acted(self.levels[left - cost], act):
                        found[place] |= BIT[docker]
            self.levels.append(found)
        return self.levels[points]

    def _walk(self, found: dict[Place, int]) -> None:
        """F-4.1: walks on the floor, across other dockers, around the crate, out of a depot."""
        for place, cells in self.levels[-1].items():
            on_floor = cells & self.crate.floor
            near = on_floor >> 10 | on_floor << 10
            near |= (on_floor & ~_WEST_EDGE) >> 1 | (on_floor & ~_EAST_EDGE) << 1
            found[place] |= near & self.crate.floor
            for depot, door in self.board.entrances.items():
                if on_floor & BIT[door] and depot != place[0]:
                    found[place] |= BIT[depot]
            if place[0] != self.crate.depot:
                found[place] &= ~BIT[place[0]]

    def _hand_over(self, found: dict[Place, int]) -> None:
        """F-4.6: hands over to any cell in the cluster that a chain of helpers reaches."""
        before = self.levels[-1]
        for cluster in self._clusters:
            reached = 0
            for cell in cluster:
                reached |= before.get((cell, SINGLE), 0)
            for cell in cluster:
                for docker in self.board.neighbours(cell):
                    if reached & BIT[docker] & ~self.taken and not self.board.is_slot(cell):
                        found[cell, SINGLE] |= BIT[docker]

    @cached_property
    def _clusters(self) -> list[set[Cell]]:
        clusters: list[set[Cell]] = []
        for helper in self.standing:
            cluster = {
                cell
                for cell in self.board.neighbours(helper)
                if cell not in self.standing
                and (cell == self.crate.depot or not self.board.is_slot(cell))
            }
            for other in [other for other in clusters if other & cluster - {self.crate.depot}]:
                clusters.remove(other)
                cluster |= other
            clusters.append(cluster)
        return clusters

    def _acted(self, after: Sets, act: Act) -> Iterator[tuple[Place, Cell]]:
        """Yields places and dockers from which an action leads to one of these sets."""
        for place, cells in after.items():
            if cells and place[0] not in self.standing:
                for direction in DIRECTIONS:
                    yield from act(place, cells, direction)

    def _is_free(self, cell: Cell | None) -> bool:
        """True for a floor cell without a docker that stands still."""
        return cell is not None and bool(BIT[cell] & self.crate.floor & ~self.taken)

    def _behind(self, cell: Cell, direction: Direction) -> Cell | None:
        """Returns the cell from which the active docker reaches this one in a direction."""
        behind = self.board.step(cell, opposite(direction))
        return None if behind in self.standing else behind

    def _pushed(
        self, place: Place, cells: int, direction: Direction
    ) -> Iterator[tuple[Place, Cell]]:
        """F-4.2: a push brought the crate here; the docker stands where the crate was."""
        target, height = place
        source = self._behind(target, direction)
        if source and height == SINGLE and self._is_free(source) and cells & BIT[source]:
            docker = self._behind(source, direction)
            if docker:
                yield (source, SINGLE), docker

    def _stacked(
        self, place: Place, cells: int, direction: Direction
    ) -> Iterator[tuple[Place, Cell]]:
        """F-4.3: stacking put the crate onto another, or another onto it.

        The docker stands where the moved crate was.
        """
        target, height = place
        source = self._behind(target, direction)
        if source and height != SINGLE and self._is_free(source) and cells & BIT[source]:
            docker = self._behind(source, direction)
            if docker:
                yield (source if height == TOP else target, SINGLE), docker

    def _unstacked(
        self, place: Place, cells: int, direction: Direction
    ) -> Iterator[tuple[Place, Cell]]:
        """F-4.4: the crate fell from a stack, or another fell from it; the docker stayed."""
        target, height = place
        source = self._behind(target, direction)
        if not source or height != SINGLE:
            return
        docker = self._behind(source, direction)
        if docker and self._is_free(source) and cells & BIT[docker]:
            yield (source, TOP), docker
        beyond = self._behind(target, opposite(direction))
        if beyond and self._is_free(target) and cells & BIT[source]:
            yield (target, BOTTOM), source
