"""What a position of Fragile is worth to each player.

Strength is points, the marker, and what may still be stored: for each open depot of a player the
points it takes to bring the best crate there, by pushing (``terrain_kernel``) or by hand-over
through whoever stands about. How much each counts is data: ``weights.toml``.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:
    from tablee.games.fragile import codes
    from tablee.games.fragile.bits_kernel import lowest
    from tablee.games.fragile.quay_kernel import PackedState, has_docker
    from tablee.games.fragile.terrain_kernel import Terrain
else:
    from cython.cimports.tablee.games.fragile import codes
    from cython.cimports.tablee.games.fragile.bits_kernel import lowest
    from cython.cimports.tablee.games.fragile.quay_kernel import PackedState, has_docker
    from cython.cimports.tablee.games.fragile.terrain_kernel import Terrain

COMPILED = cython.compiled

FAR = cython.declare(cython.int, 60)
WON = cython.declare(cython.double, 1000.0)
"""The value of a game won; lost is as far below zero."""


@cython.final
@cython.cclass
class Evaluator:
    """Weights and distances, and the workspace of one thread."""

    terrain: Terrain
    points: cython.double
    marker: cython.double
    chance: cython.double[4]
    fragile: cython.double
    rivals: cython.double
    leader: cython.double
    full: cython.double
    obstacle: cython.int
    helping: cython.int
    worth: cython.double[256]
    crates: cython.int
    crate_cell: cython.schar[12]
    crate_worth: cython.double[12]
    crate_extra: cython.schar[12]
    crate_at: cython.schar[100]
    behind: cython.schar[48]
    hindered: cython.schar[48]
    helpers: cython.int
    helped: cython.schar[64]
    helper: cython.schar[64]
    helper_cost: cython.uchar[192]
    ready: cython.uchar[48]
    cost: cython.uchar[48]
    strength: cython.double[4]
    least: cython.uchar[12]

    def __init__(self, terrain: Terrain, weights: dict[str, float]) -> None:
        """``weights`` as ``weights.toml`` names them."""
        if not cython.compiled:
            self._clear()
        i: cython.int
        self.terrain = terrain
        self.points = weights["points"]
        self.marker = weights["marker"]
        for i in range(4):
            self.chance[i] = weights[f"chance_{i + 1}"]
        self.fragile = weights["fragile"]
        self.rivals = weights["rivals"]
        self.leader = weights["leader"]
        self.full = weights["full"]
        self.obstacle = round(weights["obstacle"])
        self.helping = round(weights["helping"])
        for i in range(256):
            # What is far off is worth little, but a step towards it must still count.
            self.worth[i] = 0.0
            if i < FAR:
                self.worth[i] = 2.0 ** (-i / weights["half_life"]) + weights["tail"] * (1 - i / FAR)

    def _clear(self) -> None:
        """What creation does in the compiled build."""
        self.chance, self.worth, self.crate_worth = [0.0] * 4, [0.0] * 256, [0.0] * 12
        self.crate_cell, self.crate_extra, self.crate_at = [0] * 12, [0] * 12, [0] * 100
        self.helped, self.helper, self.helper_cost = [0] * 64, [0] * 64, [0] * 192
        self.ready, self.cost, self.strength = [0] * 48, [0] * 48, [0.0] * 4
        self.least, self.behind, self.hindered = [0] * 12, [0] * 48, [0] * 48

    def value(self, state: PackedState, player: cython.int) -> float:
        return self._value(state, player)

    def costs(self, state: PackedState) -> dict[int, int]:
        """By the cell of each open depot of a player: points its owner needs to fill it."""
        with cython.nogil:
            self._weigh(state)
        return {
            state.game.cell_of_slot[slot]: self.least[slot]
            for slot in range(12)
            if state.owner[slot] >= 0 and not state.cells[state.game.cell_of_slot[slot]]
        }

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _value(self, state: PackedState, player: cython.int) -> cython.double:
        """How much better a player stands than the others, the best of them above all."""
        other: cython.int
        best: cython.double = -WON
        total: cython.double = 0.0
        if state.ended != codes.GOING_ON:
            if state.marker == player:
                return WON
            # Nobody wins a game without a score: no better than losing it.
            return -WON
        self._weigh(state)
        for other in range(state.game.players):
            if other != player:
                total += self.strength[other]
                if self.strength[other] > best:
                    best = self.strength[other]
        total /= state.game.players - 1
        best = self.leader * best + (1.0 - self.leader) * total
        return self.strength[player] - self.rivals * best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _weigh(self, state: PackedState) -> cython.void:
        """Fills ``strength`` and ``least``."""
        player: cython.int
        self._gather(state)
        self._find_helpers(state)
        for player in range(state.game.players):
            self.strength[player] = self.points * state.score[player]
            if state.marker == player:
                self.strength[player] += self.marker
                if state.full_player >= 0:
                    self.strength[player] += self.full
            if state.open_depots[player]:
                self._walk_up(state, player)
                self.strength[player] += self._chances(state, player)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _gather(self, state: PackedState) -> cython.void:
        """Lists the crates that can be moved: single ones, and the upper ones of stacks."""
        low: cython.ulonglong = state.crates_low & ~state.game.slots_low
        high: cython.ulonglong = state.crates_high & ~state.game.slots_high
        cell: cython.int
        upper: cython.int
        count: cython.int = 0
        for cell in range(100):
            self.crate_at[cell] = -1
        while low | high:
            if low:
                cell = lowest(low)
                low &= low - 1
            else:
                cell = 50 + lowest(high)
                high &= high - 1
            upper = state.cells[cell] >> 4
            self.crate_cell[count] = cell
            self.crate_at[cell] = count
            # Two points bring it down, and nobody knows yet where to.
            self.crate_extra[count] = 3 if upper else 0
            if not upper:
                upper = state.cells[cell]
            self.crate_worth[count] = 1.0 if upper == codes.PLAIN else self.fragile
            self._look_round(state, cell, count)
            count += 1
        self.crates = count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_round(self, state: PackedState, cell: cython.int, number: cython.int) -> cython.void:
        """Where to stand to push a crate each way, -1 if nowhere, and what is before it."""
        d: cython.int
        behind: cython.int
        ahead: cython.int
        for d in range(4):
            behind = state.game.next[4 * cell + (d + 2) % 4]
            ahead = state.game.next[4 * cell + d]
            if behind < 0 or ahead < 0 or state.cells[behind]:
                self.behind[4 * number + d] = -1
                continue
            self.behind[4 * number + d] = behind
            self.hindered[4 * number + d] = 0
            if state.cells[ahead] or has_docker(state, ahead):
                self.hindered[4 * number + d] = self.obstacle

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_helpers(self, state: PackedState) -> cython.void:
        """F-4.6: which docker can take over which crate, and what is left to do from there."""
        docker: cython.int
        other: cython.int
        d: cython.int
        cell: cython.int
        slot: cython.int
        cost: cython.int
        number: cython.int
        _: cython.int
        self.helpers = 0
        for docker in range(state.dockers):
            for slot in range(12):
                self.helper_cost[12 * docker + slot] = FAR
            for d in range(4):
                cell = state.game.next[4 * state.docker_cell[docker] + d]
                if cell < 0:
                    continue
                if state.cells[cell]:
                    number = self.crate_at[cell]
                    if number >= 0 and state.cells[cell] < 16:
                        self.helped[self.helpers] = number
                        self.helper[self.helpers] = docker
                        self.helpers += 1
                    continue
                if has_docker(state, cell):
                    continue
                if state.game.slot[cell] >= 0:
                    self.helper_cost[12 * docker + state.game.slot[cell]] = 0
                    continue
                for slot in range(12):
                    cost = self.terrain.nearest[12 * cell + slot] + 2
                    if cost < self.helper_cost[12 * docker + slot]:
                        self.helper_cost[12 * docker + slot] = cost
        for _ in range(2):
            for docker in range(state.dockers):
                for other in range(state.dockers):
                    if docker != other and self._reach_each_other(state, docker, other):
                        for slot in range(12):
                            cost = self.helper_cost[12 * other + slot]
                            if cost < self.helper_cost[12 * docker + slot]:
                                self.helper_cost[12 * docker + slot] = cost

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _reach_each_other(
        self, state: PackedState, docker: cython.int, other: cython.int
    ) -> cython.bint:
        """Is there a free cell next to both?"""
        here: cython.int = state.docker_cell[docker]
        there: cython.int = state.docker_cell[other]
        d: cython.int
        e: cython.int
        cell: cython.int
        if self.terrain.walk[100 * here + there] != 2:
            return False
        for d in range(4):
            cell = state.game.next[4 * here + d]
            if cell < 0 or state.cells[cell] or has_docker(state, cell):
                continue
            for e in range(4):
                if state.game.next[4 * there + e] == cell:
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _walk_up(self, state: PackedState, player: cython.int) -> cython.void:
        """Fills ``ready``: points until a docker of the player can push each crate each way."""
        own: cython.int[16]
        if not cython.compiled:
            own = [0] * 16
        count: cython.int = 0
        docker: cython.int
        side: cython.int
        behind: cython.int
        best: cython.int
        steps: cython.int
        for docker in range(state.dockers):
            if state.game.docker_player[docker] == player:
                own[count] = 100 * state.docker_cell[docker]
                count += 1
        for side in range(4 * self.crates):
            behind = self.behind[side]
            best = FAR
            if behind >= 0:
                for docker in range(count):
                    steps = self.terrain.walk[own[docker] + behind]
                    if steps < best:
                        best = steps
                best += self.hindered[side]
            self.ready[side] = best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _touching(
        self, state: PackedState, player: cython.int, number: cython.int, helper: cython.int
    ) -> cython.int:
        """Points until a docker of the player other than the helper stands next to a crate."""
        docker: cython.int
        steps: cython.int
        best: cython.int = FAR
        for docker in range(state.dockers):
            if docker != helper and state.game.docker_player[docker] == player:
                steps = self.terrain.walk[100 * state.docker_cell[docker] + self.crate_cell[number]]
                if 0 < steps and steps - 1 < best:
                    best = steps - 1
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _chances(self, state: PackedState, player: cython.int) -> cython.double:
        """What the open depots of a player promise, the nearest first, a crate to each."""
        slots: cython.schar[12]
        if not cython.compiled:
            slots = [0] * 12
        slot: cython.int
        rows: cython.int = 0
        for slot in range(12):
            if state.owner[slot] == player and not state.cells[state.game.cell_of_slot[slot]]:
                self._cost_row(state, player, slot, rows)
                slots[rows] = slot
                rows += 1
                if rows == 4:
                    break
        total: cython.double = 0.0
        promise: cython.double
        best: cython.double
        taken: cython.int
        row: cython.int
        number: cython.int
        best_row: cython.int
        best_number: cython.int
        for taken in range(rows):
            best = 0.0
            best_row = -1
            best_number = 0
            for row in range(rows):
                if slots[row] < 0:
                    continue
                for number in range(self.crates):
                    promise = self.worth[self.cost[12 * row + number]] * self.crate_worth[number]
                    if promise > best:
                        best, best_row, best_number = promise, row, number
            if best_row < 0:
                break
            total += self.chance[taken] * best
            slots[best_row] = -1
            for row in range(rows):
                self.cost[12 * row + best_number] = FAR
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cost_row(
        self, state: PackedState, player: cython.int, slot: cython.int, row: cython.int
    ) -> cython.void:
        """Points the player needs to bring each crate into a depot."""
        number: cython.int
        d: cython.int
        cost: cython.int
        best: cython.int
        pair: cython.int
        least: cython.int = FAR
        closed: cython.int = 0
        if has_docker(state, self.terrain.door[slot]):
            # Nothing is pushed in past a docker, though it may hand over.
            closed = self.obstacle
        for number in range(self.crates):
            best = FAR
            for d in range(4):
                cost = (
                    self.ready[4 * number + d]
                    + self.terrain.push[400 * slot + 4 * self.crate_cell[number] + d]
                    + closed
                )
                if cost < best:
                    best = cost
            self.cost[12 * row + number] = best + self.crate_extra[number]
        for pair in range(self.helpers):
            number = self.helped[pair]
            cost = (
                1
                + self.helping
                + self.helper_cost[12 * self.helper[pair] + slot]
                + self._touching(state, player, number, self.helper[pair])
            )
            if cost < self.cost[12 * row + number]:
                self.cost[12 * row + number] = cost
        for number in range(self.crates):
            if self.cost[12 * row + number] < least:
                least = self.cost[12 * row + number]
        self.least[slot] = least
