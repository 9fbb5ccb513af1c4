"""The search for a shortest solution, in layers of positions, one for each turn.

To see whether a problem can be solved in T turns, the search makes all distinct positions after 1,
2, … turns, each layer from the one before. It drops a position that the bound refutes for the turns
left (``bound_kernel``). It tries the last two turns together, so that it never keeps the largest
layer. It leaves out nothing else: a length without a solution is exhausted.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TypeVar

from tablee._build import warn_if_pure
from tablee.games.fragile import codes
from tablee.games.fragile.board import CELLS, Cell
from tablee.games.fragile.edition import Edition
from tablee.games.fragile.game import Fragile, problem_dockers
from tablee.games.fragile.packing import NUMBER, board_numbers, crate_byte, goals, packed_game
from tablee.games.fragile.position import PLAIN, Crate, Crates, Position
from tablee.games.fragile.problems.bound_kernel import Bound
from tablee.games.fragile.problems.positions_kernel import Positions
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.search_kernel import Turn

Key = tuple[int, ...]
"""A position as the kernel packs it."""

CHUNK = 128
"""Positions that a thread takes at a time."""
BATCH = 16 * CHUNK
"""Positions whose last two turns are tried at a time."""
GOAL_TABLES = 256 << 20
"""Bytes of the bound for a goal crate when there are three dockers."""

T = TypeVar("T")


@dataclass(frozen=True)
class SearchProgress:
    """How far a search has come."""

    turns: int
    """The length it tries."""
    layer: int
    """The turn it has reached."""
    done: int
    of: int
    """The positions of that layer done, and all of them."""
    positions: int
    """The positions examined so far, with those of shorter lengths."""
    seconds: float


@dataclass(frozen=True)
class Standing:
    """A readable position: what stands where, and who had the last turn (F-7.2)."""

    position: Position
    own: tuple[Cell, ...]
    barred: Cell | None


class OutOfMemory(Exception):
    """The positions do not fit in the allowed memory."""


class ProblemSearch:
    """The search of one problem. Threads share the work; what it finds does not depend on them."""

    def __init__(
        self,
        problem: Problem,
        edition: Edition,
        workers: int,
        memory: int,
        progress: Callable[[SearchProgress], None] | None = None,
    ) -> None:
        warn_if_pure()
        game = Fragile.of_problem(problem, edition)
        position = game.initial().position
        own, others = problem.dockers, problem.others
        self.board, self.others = position.board, others
        self.memory, self.progress = memory, progress
        self.goals = goals(game)
        self.positions = 0
        self.began = time.perf_counter()
        neighbours, slots = board_numbers(self.board)
        numbers = [NUMBER[cell] for cell in others]
        dockers = [NUMBER[cell] for cell in own]
        depots = [NUMBER[cell] for cell in self.goals]
        self.bound = Bound(neighbours, slots, depots, dockers, numbers)
        packed = packed_game(game, position.dockers[: len(own)])
        guarded = len(depots) if len(own) < 3 else min(len(depots), 1 + memory // GOAL_TABLES)
        self.workers = [
            Turn(packed, self.bound, len(own), numbers, guarded) for _ in range(max(1, workers))
        ]
        self.turn = self.workers[0]
        cells = [crate_byte(position.crates_at(cell), self.goals) for cell in CELLS]
        self.start = self.set_of(self.turn.start(cells, dockers))

    # Layers

    def new_set(self, *beside: Positions) -> Positions:
        """Returns an empty set that may fill the memory left by these sets and the bound."""
        taken = self.bound.memory() + sum(positions.memory() for positions in beside)
        return self.turn.new_set(max(0, self.memory - taken))

    def set_of(self, key: Key) -> Positions:
        """Returns a set with this position alone."""
        one = self.new_set()
        one.add(key)
        return one

    def bounded(self, turns: int, depth: int) -> int:
        """Returns the turns left for which to ask the bound, or 0 not to ask.

        The first turn leads to few positions: tables for many turns cost more than they save.
        """
        left = turns - depth
        return 0 if depth == 0 and left > 2 else left

    def layers(self, turns: int, last: int, *, bound_all: bool = False) -> list[Positions]:
        """Returns the positions after 0 … ``last`` turns that the bound does not refute.

        Raises ``OutOfMemory``.
        """
        layers = [self.start]
        for depth in range(last):
            left = turns - depth if bound_all else self.bounded(turns, depth)
            layers.append(self._next(layers, left, turns))
        return layers

    def _next(self, layers: list[Positions], left: int, turns: int) -> Positions:
        layer = layers[-1]
        self.require(layer, left)
        following = self.new_set(*layers)
        expand = self._expand(layers, left)
        for done, found in self._in_order(0, len(layer), expand):
            self.positions += following.add_all(found)
            if found.is_full() or following.is_full():
                raise OutOfMemory
            self._tell(turns, len(layers), done, len(layer))
        return following

    def _expand(
        self, layers: list[Positions], left: int, *beside: Positions
    ) -> Callable[[Turn, int, int], Positions]:
        """Returns a task: make the positions that follow a part of the last layer."""

        def expand(turn: Turn, first: int, last: int) -> Positions:
            found = self.new_set(*layers, *beside)
            turn.expand(layers[-1], first, last, left, found)
            return found

        return expand

    def require(self, layer: Positions, turns: int) -> None:
        """Makes the tables of the bound for this layer, where Ctrl-C can still interrupt."""
        if turns:
            for first in range(0, len(layer), CHUNK):
                self.turn.require(layer, first, min(first + CHUNK, len(layer)), turns)

    # Last turns

    def winners(self, layers: list[Positions], turns: int, *, every: bool) -> Positions:
        """Returns the positions after ``turns`` - 1 turns that one turn solves.

        Unless ``every``, it returns only one.
        """
        layer = layers[-1]
        winners = self.new_set(*layers)
        if turns == 1:
            self.require(layer, 1)
            if self.turn.finish(layer, 0, 1, every):
                winners.add(layer.key(0))
            return winners
        left = self.bounded(turns, turns - 2)
        self.require(layer, left)
        expand = self._expand(layers, left, winners)
        tried, before = self.new_set(*layers, winners), 0
        for start in range(0, len(layer), BATCH):
            stop = min(start + BATCH, len(layer))
            for _, found in self._in_order(start, stop, expand):
                tried.add_all(found)
                if tried.is_full():
                    # The search forgets what it tried. It may try some again, but misses none.
                    self._finish(tried, before, winners, every)
                    tried, before = self.new_set(*layers, winners), 0
                    tried.add_all(found)
                if found.is_full() or tried.is_full():
                    raise OutOfMemory
            self._finish(tried, before, winners, every)
            before = len(tried)
            self._tell(turns, turns - 1, stop, len(layer))
            if winners and not every:
                break
        return winners

    def _finish(self, tried: Positions, first: int, winners: Positions, every: bool) -> None:
        """Adds the positions from ``first`` on that one turn solves. Unless ``every``, only one."""

        def finish(turn: Turn, first: int, last: int) -> list[int]:
            return turn.finish(tried, first, last, every)

        self.positions += len(tried) - first
        for _, won in self._in_order(first, len(tried), finish):
            for index in won:
                winners.add(tried.key(index))
            if winners.is_full():
                raise OutOfMemory
            if winners and not every:
                break

    def leading_to(
        self, layers: list[Positions], depth: int, turns: int, targets: Positions, *, every: bool
    ) -> Positions:
        """Returns the positions after ``depth`` turns from which one turn leads to a target.

        Unless ``every``, it returns only the first.
        """
        layer, left = layers[depth], self.bounded(turns, depth)
        leading = self.new_set(*layers, targets)

        def seek(turn: Turn, first: int, last: int) -> list[int]:
            return turn.lead_to(layer, first, last, left, targets, every)

        for _, found in self._in_order(0, len(layer), seek):
            for index in found:
                leading.add(layer.key(index))
            if found and not every:
                break
        return leading

    def following(self, key: Key) -> list[Key]:
        """Returns all positions that one turn leads to from this one."""
        found = self.new_set()
        self.turn.expand(self.set_of(key), 0, 1, 0, found)
        return keys_in(found)

    def endings(self, key: Key) -> list[Key]:
        """Returns the positions that meet the goals within one turn from this one."""
        one, found = self.set_of(key), self.new_set()
        self.require(one, 1)
        self.turn.endings(one, 0, found)
        return keys_in(found)

    # Threads

    def _in_order(
        self, start: int, stop: int, task: Callable[[Turn, int, int], T]
    ) -> Iterator[tuple[int, T]]:
        """Yields the results of each chunk of positions in order, with the number done."""
        chunks = [(first, min(first + CHUNK, stop)) for first in range(start, stop, CHUNK)]
        if len(chunks) <= 1 or len(self.workers) == 1:
            for first, last in chunks:
                yield last, task(self.turn, first, last)
            return
        idle: SimpleQueue[Turn] = SimpleQueue()
        for turn in self.workers:
            idle.put(turn)

        def run(first: int, last: int) -> T:
            turn = idle.get()
            try:
                return task(turn, first, last)
            finally:
                idle.put(turn)

        waiting: deque[tuple[int, Future[T]]] = deque()
        with ThreadPoolExecutor(len(self.workers)) as pool:
            try:
                for first, last in chunks:
                    waiting.append((last, pool.submit(run, first, last)))
                    if len(waiting) > 2 * len(self.workers):
                        done, future = waiting.popleft()
                        yield done, future.result()
                while waiting:
                    done, future = waiting.popleft()
                    yield done, future.result()
            finally:
                for turn in self.workers:
                    turn.halt(True)
                pool.shutdown(cancel_futures=True)
                for turn in self.workers:
                    turn.halt(False)

    def _tell(self, turns: int, layer: int, done: int, of: int) -> None:
        if self.progress is not None:
            self.progress(SearchProgress(turns, layer, done, of, self.positions, self.seconds))

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.began

    # Readable positions

    def standing(self, key: Key) -> Standing:
        cells, dockers, is_barred = self.turn.contents(key)
        crates = {CELLS[i]: self._crates(byte) for i, byte in enumerate(cells) if byte}
        own = tuple(CELLS[cell] for cell in dockers)
        position = Position(self.board, crates, problem_dockers(own, self.others))
        return Standing(position, own, own[-1] if is_barred else None)

    def _crates(self, byte: int) -> Crates:
        return tuple(
            PLAIN if crate == codes.PLAIN else Crate(goal=self.goals[crate - codes.GOAL])
            for crate in (byte & 15, byte >> 4)
            if crate
        )


def keys_in(positions: Positions) -> list[Key]:
    return [positions.key(index) for index in range(len(positions))]
