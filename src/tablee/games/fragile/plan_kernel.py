"""Plans whole turns of Fragile: the best ends of two activations, one after the other.

The planner weighs all ends of the first activation. It continues the best with every other docker.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.core.splitmix_kernel import MASK64, mixed
    from tablee.games.fragile import codes
    from tablee.games.fragile.actions_kernel import is_origin
    from tablee.games.fragile.activation_kernel import Activation, reach_word
    from tablee.games.fragile.bits_kernel import first_cell
    from tablee.games.fragile.ends_kernel import Ends
    from tablee.games.fragile.evaluate_kernel import Evaluator
    from tablee.games.fragile.judge_kernel import Judge
    from tablee.games.fragile.kernel import apply, store, turn_points
    from tablee.games.fragile.quay_kernel import PackedState, crates_key, move_docker, put

COMPILED = cython.compiled

MARGIN = cython.declare(cython.double, 3.0)
"""The most that a docker's walk after its last action adds to the value, as an estimate."""


@cython.final
@cython.cclass
class Planner:
    """The workspace in which one thread plans a turn."""

    evaluator: Evaluator
    activation: Activation
    firsts: Ends
    turns: Ends
    base: PackedState
    middle: PackedState
    trial: PackedState
    player: cython.int
    continued: cython.int
    explored: cython.longlong

    def __init__(self, state: PackedState, evaluator: Evaluator, capacity: cython.int) -> None:
        self.evaluator = evaluator
        self.activation = Activation(2048)
        self.activation.state = state.copy()
        self.firsts = Ends(capacity)
        self.turns = Ends(capacity)
        self.base = state.copy()
        self.middle = state.copy()
        self.trial = state.copy()
        self.player = 0
        self.continued = 0
        self.explored = 0

    @property
    def nodes(self) -> int:
        """How many activations the planner has explored."""
        return self.explored

    def begin(self, state: PackedState, firsts: cython.int, turns: cython.int) -> int:
        """Weighs the first activation of a turn from this state; returns how many ends it keeps.

        It keeps at most ``firsts`` ends to continue and ``turns`` turns.
        """
        self.base._copy_from(state)
        with cython.nogil:
            self._begin(firsts, turns)
        return self.firsts.count

    def widen(self, count: cython.int) -> int:
        """Continues so many more ends of the first activation; returns how many are left."""
        with cython.nogil:
            self._widen(count)
        return self.firsts.count - self.continued

    def found(self) -> int:
        """Returns how many turns there are to choose from."""
        return self.turns.count

    def value(self, rank: cython.int) -> float:
        """Returns the value of the position after the turn of this rank."""
        return self.turns.value[self.turns.order[rank]]

    def ends(self, rank: cython.int) -> list[tuple[int, int, bytes]]:
        """Returns the activations of a turn: docker, its last cell, all crates after it."""
        place = self.turns.order[rank]
        parent = self.turns.parent[place]
        found = [_end(self.turns, place)]
        if parent >= 0:
            found.insert(0, _end(self.firsts, parent))
        return found

    def after(self, rank: cython.int) -> PackedState:
        """Returns the state after the turn of this rank."""
        with cython.nogil:
            self._after(rank)
        return self.trial.copy()

    def played(self, state: PackedState, width: cython.int, judge: Judge) -> PackedState:
        """Returns the state after the turn that a judge finds best, or the same if there is none.

        It continues ``width`` ends of the first activation.
        """
        with cython.nogil:
            self.trial._copy_from(state)
            if self._plan(state, width, self.turns.capacity):
                self._after(self._judged_best(judge))
        return self.trial.copy()

    def _plan(self, state: PackedState, width: cython.int, turns: cython.int) -> cython.int:
        """Plans turns; returns how many it keeps, which are at most ``turns``.

        It continues ``width`` ends of the first activation.
        """
        self.base._copy_from(state)
        self._begin(width, turns)
        self._widen(width)
        return self.turns.count

    def _judged_best(self, judge: Judge) -> cython.int:
        """Returns the rank of the turn after which the player is most likely to win."""
        best = 0
        most = -1
        for rank in range(self.turns.count):
            self._after(rank)
            chance = judge._chance(self.trial, self.player)
            if chance > most:
                most = chance
                best = rank
        return best

    def _begin(self, firsts: cython.int, turns: cython.int) -> cython.void:
        ends = 1 if self.base.game.goals else 2
        self.player = self.base.to_play[0]
        self.firsts._begin(firsts)
        self.turns._begin(turns)
        self.continued = 0
        if self.base.active >= 0:
            # In mid-turn the active docker goes on, or stops where it is.
            self._explore(self.base, self.base.active, self.base.points)
            if self.base.activations < ends:
                self._weigh_ends(self.base, self.firsts, -1)
            else:
                self._weigh_ends(self.base, self.turns, -1)
            return
        for docker in range(self.base.dockers):
            if self.base.game.docker_player[docker] == self.player and docker != self.base.barred:
                self._explore(self.base, docker, turn_points(self.base))
                if ends == 1:
                    self._weigh_ends(self.base, self.turns, -1)
                else:
                    self._weigh_ends(self.base, self.firsts, -1)

    def _widen(self, count: cython.int) -> cython.void:
        while count > 0 and self.continued < self.firsts.count:
            place = self.firsts.order[self.continued]
            self._take(self.base, self.firsts.crates, place, self.firsts.docker[place])
            move_docker(self.trial, self.firsts.docker[place], self.firsts.cell[place])
            self.middle._copy_from(self.trial)
            alone = True
            if self.middle.ended == codes.GOING_ON:
                for docker in range(self.base.dockers):
                    if (
                        self.base.game.docker_player[docker] == self.player
                        and docker != self.middle.active
                    ):
                        self._explore(self.middle, docker, turn_points(self.base))
                        if self._weigh_ends(self.middle, self.turns, place):
                            alone = False
            if alone:
                # F-3.3: no other docker can act, or the game is over.
                self._keep(self.turns, self.firsts.value[place], self.middle, -1)
            self.continued += 1
            count -= 1

    def _explore(self, state: PackedState, docker: cython.int, points: cython.int) -> cython.void:
        """Explores an activation, as far as there is room."""
        self.activation.state._copy_from(state)
        self.activation.docker = docker
        self.activation.points = points
        self.activation.start = state.docker_cell[docker]
        self.activation._explore()
        self.explored += 1

    def _weigh_ends(self, state: PackedState, ends: Ends, parent: cython.int) -> cython.bint:
        """Offers every end of the activation explored; tells whether there was one."""
        docker = self.activation.docker
        any_end = False
        # F-3.3: a docker that goes on may stay where it is if it has done something.
        stays: cython.bint = docker == state.active and not is_origin(state)
        # This weighs the others' strength, which ends below the floor will use.
        self.evaluator._value(state, self.player)
        for layout in range(self.activation.count):
            self._take(state, self.activation.cells, layout, docker)
            self.evaluator._lay_out(self.trial)
            low = 0
            high = 0
            weighed = False
            for spent in range(self.activation.points + 1):
                new_low = self.activation.words[reach_word(layout, spent, 0)] & ~low
                new_high = self.activation.words[reach_word(layout, spent, 1)] & ~high
                new_low &= ~self.activation.others_low
                new_high &= ~self.activation.others_high
                low |= new_low
                high |= new_high
                while new_low | new_high:
                    cell = first_cell(new_low, new_high)
                    if new_low:
                        new_low &= new_low - 1
                    else:
                        new_high &= new_high - 1
                    if layout == 0 and cell == self.activation.start and not stays:
                        continue
                    move_docker(self.trial, docker, cell)
                    if docker == state.active and is_origin(self.trial):
                        continue
                    any_end = True
                    value = self.evaluator._weigh(self.trial, self.player, ends._floor())
                    if ends._wants(value):
                        self._keep(ends, value, self.trial, parent)
                    elif layout and not weighed and not ends._wants(value + MARGIN):
                        # A walk after the action cannot make up for this.
                        new_low = new_high = 0
                        low = high = MASK64
                    weighed = True
        return any_end

    def _keep(
        self, ends: Ends, value: cython.double, state: PackedState, parent: cython.int
    ) -> cython.void:
        place = ends._offer(value, _key(state))
        if place < 0:
            return
        ends.docker[place] = state.active
        ends.cell[place] = state.docker_cell[state.active]
        ends.parent[place] = parent
        for cell in range(100):
            ends.crates[codes.crates_at(place, cell)] = state.cells[cell]

    def _take(
        self,
        state: PackedState,
        crates: cython.uchar[:],
        layout: cython.int,
        docker: cython.int,
    ) -> cython.void:
        """Makes ``trial`` the state with the crates of a layout, after an activation."""
        self.trial._copy_from(state)
        if docker != state.active:
            if state.active >= 0:
                self.trial.barred = state.active
            self.trial.active = docker
            self.trial.activations += 1
        self.trial.points = 0
        for cell in range(100):
            here = crates[codes.crates_at(layout, cell)]
            if here != state.cells[cell]:
                put(self.trial, cell, here)
                if codes.lower(here) == codes.JUST_FLIPPED:
                    self.trial.flipped_this_turn = 1
                if codes.upper(here) == codes.JUST_FLIPPED:
                    self.trial.flipped_this_turn = 1
        self.trial.flips_left -= _just_flipped(self.trial) - _just_flipped(state)
        # Own depots first: the player may choose the order.
        for turn in range(2):
            for slot in range(12):
                if (state.owner[slot] == self.player) == (turn == 0):
                    cell = state.game.cell_of_slot[slot]
                    if self.trial.cells[cell] and not state.cells[cell]:
                        store(self.trial, slot)
        if not _has_crates(self.trial):
            self.trial.ended = codes.END_NO_CRATE

    def _after(self, rank: cython.int) -> cython.void:
        """Makes ``trial`` the state after the turn of this rank."""
        place = self.turns.order[rank]
        first = self.turns.parent[place]
        self.middle._copy_from(self.base)
        if first >= 0:
            self._take(self.base, self.firsts.crates, first, self.firsts.docker[first])
            move_docker(self.trial, self.firsts.docker[first], self.firsts.cell[first])
            self.middle._copy_from(self.trial)
        self._take(self.middle, self.turns.crates, place, self.turns.docker[place])
        move_docker(self.trial, self.turns.docker[place], self.turns.cell[place])
        if self.trial.ended == codes.GOING_ON:
            apply(self.trial, codes.END_TURN)


def _has_crates(state: PackedState) -> cython.bint:
    """F-5.4: tells whether a crate is left; it ignores stacks that cannot be taken apart."""
    low = state.crates_low & ~state.game.slots_low
    high = state.crates_high & ~state.game.slots_high
    return (low | high) != 0


def _just_flipped(state: PackedState) -> cython.int:
    """Counts the crates flipped in this turn."""
    count = 0
    if state.flipped_this_turn:
        for cell in range(100):
            if codes.lower(state.cells[cell]) == codes.JUST_FLIPPED:
                count += 1
            if codes.upper(state.cells[cell]) == codes.JUST_FLIPPED:
                count += 1
    return count


def _key(state: PackedState) -> cython.ulonglong:
    """Returns a hash of crates and dockers."""
    key = crates_key(state)
    for docker in range(state.dockers):
        key ^= mixed(
            cython.cast(cython.ulonglong, 30000 + 128 * docker + state.docker_cell[docker])
        )
    return key


def _end(ends: Ends, place: cython.int) -> tuple[int, int, bytes]:
    crates = bytes(ends.crates[codes.crates_at(place, 0) : codes.crates_at(place + 1, 0)])
    return ends.docker[place], ends.cell[place], crates
