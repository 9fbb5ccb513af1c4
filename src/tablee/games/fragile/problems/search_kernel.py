"""Plays one turn in every way: the solver's search on packed memory."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.games.fragile import codes
    from tablee.games.fragile.activation_kernel import (
        Activation,
        crate_word,
        limit_word,
        reach_word,
    )
    from tablee.games.fragile.bits_kernel import FIFTY, bit, first_cell, half
    from tablee.games.fragile.game_kernel import PackedGame
    from tablee.games.fragile.problems.bound_kernel import Bound, Shelf
    from tablee.games.fragile.problems.key_kernel import NOWHERE, Key
    from tablee.games.fragile.problems.positions_kernel import Positions
    from tablee.games.fragile.quay_kernel import PackedState

COMPILED = cython.compiled

_POINTS = cython.declare(cython.int, 5)


@cython.final
@cython.cclass
class Turn:
    """Plays one turn from positions, in every way. Every thread has its own."""

    game: PackedGame
    bound: Bound
    state: PackedState
    activation: Activation
    key: Key
    own: cython.int
    guarded: cython.int
    goal_state: cython.int[12]
    seeking: cython.bint
    hit: cython.bint
    explored: cython.longlong
    stop: cython.bint

    def __init__(
        self,
        game: PackedGame,
        bound: Bound,
        own: cython.int,
        others: list[int],
        guarded: cython.int,
    ) -> None:
        """``own`` is how many dockers may move, ``guarded`` how many goals the bound looks at."""
        if not cython.compiled:
            self.goal_state = [0] * 12
        self.game = game
        self.bound = bound
        self.own = own
        self.guarded = guarded
        self.key = Key(game.goals, own, others)
        self.state = PackedState(game)
        self.state.dockers = own
        self.activation = Activation()
        self.activation.state = PackedState(game)
        self.explored = 0
        self.seeking = self.hit = False
        self.stop = False

    def new_set(self, memory: cython.longlong) -> Positions:
        """Returns an empty set for positions of this problem, of at most so many bytes."""
        return Positions(self.key.width, memory)

    def start(self, cells: list[int], dockers: list[int]) -> tuple[int, ...]:
        """Returns the key of a position in which nobody is barred yet."""
        low: cython.ulonglong = 0
        high: cython.ulonglong = 0
        for i in range(100):
            self.activation.cells[i] = cells[i]
            if cells[i] and half(i):
                high |= bit(i)
            elif cells[i]:
                low |= bit(i)
        placed = sorted(dockers)
        self.key.pack_crates(self.activation.cells, 0, low, high)
        self.key.pack_dockers(
            placed[0] if self.own > 1 else NOWHERE,
            placed[1] if self.own > 2 else NOWHERE,
            placed[self.own - 1],
        )
        self.key.bar_nobody()
        return tuple([self.key.word[i] for i in range(self.key.width)])

    def contents(self, key: tuple[int, ...]) -> tuple[list[int], list[int], bool]:
        """Returns the crates by cell, own dockers with the barred one last, if one is barred."""
        for i in range(self.key.width):
            self.key.word[i] = key[i]
        self.key.unpack(self.state)
        cells = [0] * 100
        for i in range(100):
            cells[i] = self.state.cells[i]
        return cells, [self.key.docker[i] for i in range(self.own)], not self.key.nobody_barred

    # One turn

    def _load(self, positions: Positions, index: cython.int) -> cython.int:
        """Loads a position into ``state``; returns how many of its dockers may move."""
        for i in range(self.key.width):
            self.key.word[i] = positions.words[self.key.width * index + i]
        self.key.unpack(self.state)
        for i in range(self.guarded):
            # The ends of the first docker overwrite the key, so the states are kept here.
            self.goal_state[i] = self.key.state_of_goal(i)
        return self.own if self.key.nobody_barred else self.own - 1

    def _still(self, docker: cython.int, which: cython.int) -> cython.int:
        """Returns the cell of the first (0) or second (1) own docker that is not this one."""
        i = which + 1 if which >= docker else which
        return self.key.docker[i] if i < self.own else NOWHERE

    def _explore(self, docker: cython.int) -> cython.void:
        """Explores all that a docker of ``state`` can do."""
        self.explored += 1
        self.activation.docker = docker
        self.activation.points = _POINTS
        self.activation.start = self.key.docker[docker]
        self.activation.state._copy_from(self.state)
        while not self.activation._explore():
            with cython.gil:
                self.activation._make_room(2 * self.activation.room)
            self.activation.state._copy_from(self.state)

    def require(
        self, positions: Positions, first: cython.int, last: cython.int, turns: cython.int
    ) -> None:
        """Makes the tables of the bound that ``expand`` and ``finish`` need.

        No other thread may use them meanwhile.
        """
        for i in range(first, last):
            movers = self._load(positions, i)
            for docker in range(movers):
                for goal in range(self.guarded):
                    self.bound.require(turns, goal, self._still(docker, 0), self._still(docker, 1))

    def _limit(self, docker: cython.int, steps: Shelf) -> cython.bint:
        """Sets the limits of a docker's activation; False if the bound refutes it at once."""
        cell = self.key.docker[docker]
        self.activation.goals = self.guarded
        for goal in range(self.guarded):
            place = self.bound._table(goal, self._still(docker, 0), self._still(docker, 1))
            place = steps.place[place]
            self.activation.limit[goal] = place
            state = self.goal_state[goal]
            if state < 100:
                place += limit_word(_POINTS, state, half(cell))
                if not steps.words[place] & bit(cell):
                    return False
        return True

    def expand(
        self,
        positions: Positions,
        first: cython.int,
        last: cython.int,
        turns: cython.int,
        into: Positions,
    ) -> None:
        """Adds all ends of a turn from the positions first … last - 1.

        ``turns`` is how many turns remain after this one. The bound leaves out ends that cannot
        meet the goals in them. With 0 turns it leaves out none.
        """
        shelf: Shelf = self.bound.ends_for(turns)
        steps: Shelf = self.bound.steps_for(turns)
        self.activation.limits = steps.words
        self.activation.goals = 0
        with cython.nogil:
            for i in range(first, last):
                if self.stop or into.full:
                    break
                self._expand_one(positions, i, turns, shelf, steps, into)

    def _expand_one(
        self,
        positions: Positions,
        index: cython.int,
        turns: cython.int,
        shelf: Shelf,
        steps: Shelf,
        into: Positions,
    ) -> cython.void:
        movers = self._load(positions, index)
        for docker in range(movers):
            if turns == 0 or self._limit(docker, steps):
                self._explore(docker)
                self._keep_ends(docker, turns, shelf, into)

    def _keep_ends(
        self, docker: cython.int, turns: cython.int, shelf: Shelf, into: Positions
    ) -> cython.void:
        first = self._still(docker, 0)
        second = self._still(docker, 1)
        for layout in range(self.activation.count):
            low = self._ends(layout, 0)
            high = self._ends(layout, 1)
            if not (low | high):
                continue
            self._pack_layout(layout)
            if turns:
                low &= self._promising(layout, 0, shelf, first, second)
                high &= self._promising(layout, 1, shelf, first, second)
            self._take_ends(low, high, first, second, into)

    def _keep_layout(self, docker: cython.int, layout: cython.int, into: Positions) -> cython.void:
        low = self._ends(layout, 0)
        self._pack_layout(layout)
        self._take_ends(
            low, self._ends(layout, 1), self._still(docker, 0), self._still(docker, 1), into
        )

    def _take_ends(
        self,
        low: cython.ulonglong,
        high: cython.ulonglong,
        first: cython.int,
        second: cython.int,
        into: Positions,
    ) -> cython.void:
        """Takes the layout just packed, with the active docker on each of these cells."""
        while low | high:
            self.key.pack_dockers(first, second, first_cell(low, high))
            self._take(into)
            if low:
                low &= low - 1
            else:
                high &= high - 1

    def _take(self, into: Positions) -> cython.void:
        """Adds the position in ``key``, or looks it up when ``seeking``."""
        if not self.seeking:
            into._add(self.key.word)
        elif into.table[into._place(self.key.word)]:
            self.hit = True

    def _pack_layout(self, layout: cython.int) -> cython.void:
        low = self.activation.words[crate_word(layout, 0)]
        high = self.activation.words[crate_word(layout, 1)]
        self.key.pack_crates(self.activation.cells, layout, low, high)

    def _ends(self, layout: cython.int, side: cython.int) -> cython.ulonglong:
        """F-3.3: returns one half of the cells where the docker can end with this layout."""
        found: cython.ulonglong = 0
        for i in range(_POINTS + 1):
            found |= self.activation.words[reach_word(layout, i, side)]
        found &= ~(self.activation.others_high if side else self.activation.others_low)
        if layout == 0 and half(self.activation.start) == side:
            found &= ~bit(self.activation.start)
        return found

    def _promising(
        self,
        layout: cython.int,
        half: cython.int,
        shelf: Shelf,
        first: cython.int,
        second: cython.int,
    ) -> cython.ulonglong:
        """Returns one half of the cells for which the bound does not refute the packed layout."""
        found = FIFTY
        for goal in range(self.game.goals):
            depot = self.game.cell_of_slot[self.game.goal_slot[goal]]
            if self.key.goal_state[goal] == depot:
                continue
            if self.activation.cells[codes.crates_at(layout, depot)]:
                return 0
            if goal >= self.guarded:
                continue
            place = shelf.place[self.bound._table(goal, first, second)]
            found &= shelf.words[place + codes.set_word(self.key.goal_state[goal], half)]
        return found

    def lead_to(
        self,
        positions: Positions,
        first: cython.int,
        last: cython.int,
        turns: cython.int,
        targets: Positions,
        every: cython.bint,
    ) -> list[int]:
        """Returns which of the positions first … last - 1 lead to a target in one turn."""
        shelf: Shelf = self.bound.ends_for(turns)
        steps: Shelf = self.bound.steps_for(turns)
        found: list[int] = []
        self.activation.limits = steps.words
        self.activation.goals = 0
        self.seeking = True
        for i in range(first, last):
            if self.stop or (found and not every):
                break
            self.hit = False
            with cython.nogil:
                self._expand_one(positions, i, turns, shelf, steps, targets)
            if self.hit:
                found.append(i)
        self.seeking = False
        return found

    # The last turn

    def finish(
        self, positions: Positions, first: cython.int, last: cython.int, every: cython.bint
    ) -> list[int]:
        """Returns which of the positions first … last - 1 one turn solves: one, or every one."""
        steps: Shelf = self.bound.steps_for(1)
        self.activation.limits = steps.words
        found: list[int] = []
        i = first
        while i < last:
            with cython.nogil:
                while i < last and not self.stop and not self._is_won(positions, i, steps):
                    i += 1
            if i == last or self.stop:
                break
            found.append(i)
            if not every:
                break
            i += 1
        return found

    def _is_won(self, positions: Positions, index: cython.int, steps: Shelf) -> cython.bint:
        movers = self._load(positions, index)
        for docker in range(movers):
            if self._limit(docker, steps):
                self._explore(docker)
                if self._has_solution():
                    return True
        return False

    def _has_solution(self) -> cython.bint:
        """Tells whether a layout just explored meets all goals."""
        for layout in range(self.activation.count):
            if self.activation._is_solved(layout):
                return True
        return False

    def endings(self, positions: Positions, index: cython.int, into: Positions) -> None:
        """F-7.3: adds every end of a turn from this position that meets all goals."""
        steps: Shelf = self.bound.steps_for(1)
        movers = self._load(positions, index)
        self.activation.limits = steps.words
        for docker in range(movers):
            if not self._limit(docker, steps):
                continue
            self._explore(docker)
            for layout in range(self.activation.count):
                if self.activation._is_solved(layout):
                    self._keep_layout(docker, layout, into)

    def halt(self, stop: cython.bint) -> None:
        """Makes the search of another thread stop, or allows it to begin again."""
        self.stop = stop

    def count_explored(self) -> int:
        """Returns how many activations it has explored."""
        return self.explored
