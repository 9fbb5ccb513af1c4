"""What each player needs to store crates: by depot, by crate and by docker.

The points come from the evaluator's estimate, by pushing or by hand-over. All lists are sorted, so
that a turned board gives the same lists.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.games.fragile import codes
    from tablee.games.fragile.evaluate_kernel import Evaluator
    from tablee.games.fragile.game_kernel import FAR
    from tablee.games.fragile.quay_kernel import PackedState
    from tablee.games.fragile.terrain_kernel import push_at, walk_at

COMPILED = cython.compiled

NO_TURN = cython.declare(cython.int, 4)
"""How long a player waits who has no turn left (F-5.3)."""


@cython.final
@cython.cclass
class Survey:
    """The workspace of one thread. Arrays have rows of four for each player, or of twelve."""

    evaluator: Evaluator
    wait: cython.int[4]
    """How many turns come before the player's next."""
    depots: cython.int[4]
    """How many open depots have a crate to hope for."""
    first: cython.int[16]
    """By open depot, the nearest first: the points for its best crate."""
    second: cython.int[16]
    """The points for its second best crate."""
    crate: cython.int[48]
    """By crate as the evaluator numbers them: the points to the owner's best depot."""
    rank: cython.int[16]
    """The points for one crate more, with a crate and a depot of its own: an estimate."""
    breakables: cython.int[4]
    breakable: cython.int[8]
    """The points for the two nearest crates with FRAGILE up, in rows of two."""
    dockers: cython.int[4]
    docker: cython.int[16]
    """By docker, the nearest first: the points to store a crate with this docker alone."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        if not cython.compiled:
            self.wait, self.depots, self.breakables, self.dockers = ([0] * 4 for _ in range(4))
            self.first, self.second, self.rank, self.docker = ([0] * 16 for _ in range(4))
            self.crate, self.breakable = [0] * 48, [0] * 8

    def _take(self, state: PackedState) -> cython.void:
        """Surveys a state."""
        self.evaluator._lay_out(state)
        self.evaluator._find_helpers(state)
        for player in range(state.game.players):
            self.wait[player] = waiting(state, player)
            self.evaluator._walk_up(state, player)
            self._of_depots(state, player)
            self._of_crates(state, player)
            self._of_dockers(state, player)

    def _of_depots(self, state: PackedState, player: cython.int) -> cython.void:
        """Fills ``first``, ``second`` and ``crate``."""
        count = 0
        for number in range(12):
            self.crate[12 * player + number] = FAR
        for slot in range(12):
            if state.owner[slot] != player or state.cells[state.game.cell_of_slot[slot]]:
                continue
            self.evaluator._cost_row(state, slot, 0)
            best = FAR
            second = FAR
            for number in range(self.evaluator.crates):
                cost: cython.int = self.evaluator.cost[number]
                if cost > FAR:
                    cost = FAR
                if cost < self.crate[12 * player + number]:
                    self.crate[12 * player + number] = cost
                if cost < best:
                    second = best
                    best = cost
                elif cost < second:
                    second = cost
            if count == 4:
                break
            place = 4 * player + count
            while place > 4 * player and (
                self.first[place - 1] > best
                or (self.first[place - 1] == best and self.second[place - 1] > second)
            ):
                self.first[place] = self.first[place - 1]
                self.second[place] = self.second[place - 1]
                place -= 1
            self.first[place] = best
            self.second[place] = second
            count += 1
        self.depots[player] = count

    def _of_crates(self, state: PackedState, player: cython.int) -> cython.void:
        """Fills ``rank`` and ``breakable``."""
        nearest = cython.declare(cython.int[4])
        for i in range(4):
            nearest[i] = FAR
        self.breakable[2 * player] = self.breakable[2 * player + 1] = FAR
        breakables = 0
        for number in range(self.evaluator.crates):
            cost = self.crate[12 * player + number]
            i = 4
            while i > 0 and nearest[i - 1] > cost:
                i -= 1
                if i < 3:
                    nearest[i + 1] = nearest[i]
            if i < 4:
                nearest[i] = cost
            crates = state.cells[self.evaluator.crate_cell[number]]
            if codes.topmost(crates) != codes.PLAIN:
                breakables += 1
                if cost < self.breakable[2 * player]:
                    self.breakable[2 * player + 1] = self.breakable[2 * player]
                    self.breakable[2 * player] = cost
                elif cost < self.breakable[2 * player + 1]:
                    self.breakable[2 * player + 1] = cost
        if breakables > 2:
            breakables = 2
        self.breakables[player] = breakables if self.depots[player] else 0
        for i in range(self.depots[player]):
            more = self.first[4 * player + i]
            self.rank[4 * player + i] = more if more > nearest[i] else nearest[i]

    def _of_dockers(self, state: PackedState, player: cython.int) -> cython.void:
        """Fills ``docker``."""
        onwards = cython.declare(cython.int[48])
        crates = self.evaluator.crates
        for side in range(4 * crates):
            best = FAR
            cell = self.evaluator.crate_cell[side >> 2]
            if self.evaluator.behind[side] >= 0:
                for slot in range(12):
                    if state.owner[slot] == player:
                        if not state.cells[state.game.cell_of_slot[slot]]:
                            cost = self.evaluator.terrain.push[push_at(slot, cell, side & 3)]
                            if cost < best:
                                best = cost
                best += self.evaluator.hindered[side] + self.evaluator.crate_extra[side >> 2]
            onwards[side] = best
        count = 0
        for docker in range(state.dockers):
            if state.game.docker_player[docker] != player or count == 4:
                continue
            best = self._handing(state, player, docker)
            here = state.docker_cell[docker]
            for side in range(4 * crates):
                stand = self.evaluator.behind[side]
                if stand >= 0:
                    cost = onwards[side] + self.evaluator.terrain.walk[walk_at(here, stand)]
                    if cost < best:
                        best = cost
            place = 4 * player + count
            while place > 4 * player and self.docker[place - 1] > best:
                self.docker[place] = self.docker[place - 1]
                place -= 1
            self.docker[place] = best
            count += 1
        self.dockers[player] = count

    def _handing(self, state: PackedState, player: cython.int, docker: cython.int) -> cython.int:
        """Returns the points to store a crate that this docker hands to another (F-4.6)."""
        best = FAR
        for pair in range(self.evaluator.helpers):
            helper = self.evaluator.helper[pair]
            if helper == docker:
                continue
            cell = self.evaluator.crate_cell[self.evaluator.helped[pair]]
            steps = self.evaluator.terrain.walk[walk_at(state.docker_cell[docker], cell)]
            for slot in range(12):
                if state.owner[slot] == player:
                    if not state.cells[state.game.cell_of_slot[slot]]:
                        cost = steps + self.evaluator.helper_cost[12 * helper + slot]
                        if cost < best:
                            best = cost
        return best


def waiting(state: PackedState, player: cython.int) -> cython.int:
    """Returns how many turns come before the player's next, or ``NO_TURN``."""
    for i in range(state.playing):
        if state.to_play[i] == player:
            return i
    if state.last_turns:
        return NO_TURN
    players = state.game.players
    return (player - state.to_play[0] + players) % players
