"""What a position of Fragile is worth to each player.

Strength is points, the marker, and the crates that may still be stored. For each open depot of a
player it looks for the crate that takes the fewest points to bring there, by pushing
(``terrain_kernel``) or by hand-over. ``weights.toml`` says how much each counts.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.games.fragile import codes
    from tablee.games.fragile.bits_kernel import bit, first_cell, half
    from tablee.games.fragile.game_kernel import FAR, behind, neighbour
    from tablee.games.fragile.quay_kernel import PackedState, has_docker
    from tablee.games.fragile.terrain_kernel import Terrain, nearest_at, push_at, walk_at

COMPILED = cython.compiled

WON = cython.declare(cython.double, 1000.0)
"""The value of a game won; a game lost has the negative."""
SLACK = cython.declare(cython.double, 2.5)
"""The most by which an activation changes the others' strength, as an estimate."""


@cython.final
@cython.cclass
class Evaluator:
    """The weights, the distances, and the workspace of one thread."""

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
    others: cython.double
    crates: cython.int
    crate_cell: cython.schar[12]
    crate_worth: cython.double[12]
    crate_extra: cython.schar[12]
    crate_at: cython.schar[100]
    behind: cython.schar[48]
    blocked: cython.uchar[48]
    hindered: cython.uchar[48]
    helpers: cython.int
    helped: cython.schar[64]
    helper: cython.schar[64]
    around_low: cython.ulonglong[16]
    around_high: cython.ulonglong[16]
    helper_cost: cython.uchar[192]
    ready: cython.uchar[48]
    touching: cython.uchar[64]
    cost: cython.uchar[48]

    def __init__(self, terrain: Terrain, weights: dict[str, float]) -> None:
        """``weights`` are named as in ``weights.toml``."""
        if not cython.compiled:
            self._clear()
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
        self.others = 0.0
        self.crates = 0
        self.helpers = 0
        for i in range(100):
            self.crate_at[i] = -1
        far: cython.double = FAR
        for i in range(256):
            # A far crate is worth little, but a step towards it must still count.
            self.worth[i] = 0.0
            if i < FAR:
                self.worth[i] = 2.0 ** (-i / weights["half_life"])
                self.worth[i] += weights["tail"] * (1.0 - i / far)

    def _clear(self) -> None:
        """Does what C does when it makes an object."""
        self.chance, self.worth, self.crate_worth = [0.0] * 4, [0.0] * 256, [0.0] * 12
        self.crate_cell, self.crate_extra, self.crate_at = [0] * 12, [0] * 12, [0] * 100
        self.helped, self.helper, self.helper_cost = [0] * 64, [0] * 64, [0] * 192
        self.around_low, self.around_high = [0] * 16, [0] * 16
        self.ready, self.cost, self.touching = [0] * 48, [0] * 48, [0] * 64
        self.behind, self.blocked, self.hindered = [0] * 48, [0] * 48, [0] * 48

    def value(self, state: PackedState, player: cython.int) -> float:
        return self._value(state, player)

    def costs(self, state: PackedState) -> dict[int, int]:
        """Returns, by the cell of each open depot, the points its owner needs to fill it."""
        self._lay_out(state)
        self._find_helpers(state)
        found = {}
        for slot in range(12):
            if state.owner[slot] >= 0 and not state.cells[state.game.cell_of_slot[slot]]:
                self._walk_up(state, state.owner[slot])
                self._cost_row(state, slot, 0)
                costs = [self.cost[number] for number in range(self.crates)]
                found[state.game.cell_of_slot[slot]] = min(costs, default=FAR)
        return found

    def _value(self, state: PackedState, player: cython.int) -> cython.double:
        """Returns how much stronger a player is than the others; the best of them counts most."""
        self._lay_out(state)
        return self._weigh(state, player, -2.0 * WON)

    def _weigh(self, state: PackedState, player: cython.int, floor: cython.double) -> cython.double:
        """Returns the value after ``_lay_out``; a value below the floor is not exact.

        The planner keeps few of many ends. If the player's own strength is too little for that,
        the others' strength is taken from the last weighing, within ``SLACK``.
        """
        best: cython.double = -WON
        total: cython.double = 0.0
        if state.ended != codes.GOING_ON:
            # Nobody wins a game without a score, which is no better than losing it.
            return WON if state.marker == player else -WON
        self._find_helpers(state)
        own = self._strength(state, player)
        if self.rivals == 0.0 or own - self.others + SLACK < floor:
            return own - self.others
        for other in range(state.game.players):
            if other != player:
                strength = self._strength(state, other)
                total += strength
                if strength > best:
                    best = strength
        total /= state.game.players - 1
        self.others = self.rivals * (self.leader * best + (1.0 - self.leader) * total)
        return own - self.others

    def _strength(self, state: PackedState, player: cython.int) -> cython.double:
        strength: cython.double = self.points * state.score[player]
        if state.marker == player:
            strength += self.marker
            if state.full_player >= 0:
                strength += self.full
        if state.open_depots[player]:
            self._walk_up(state, player)
            strength += self._chances(state, player)
        return strength

    def _lay_out(self, state: PackedState) -> cython.void:
        """Lists the crates that can be moved: single ones, and the upper ones of stacks."""
        low = state.crates_low & ~state.game.slots_low
        high = state.crates_high & ~state.game.slots_high
        for count in range(self.crates):
            self.crate_at[self.crate_cell[count]] = -1
        count = 0
        while low | high:
            cell = first_cell(low, high)
            if low:
                low &= low - 1
            else:
                high &= high - 1
            crates = state.cells[cell]
            self.crate_cell[count] = cell
            self.crate_at[cell] = count
            # Two points bring it down, and it is not known where to.
            self.crate_extra[count] = 3 if codes.is_stack(crates) else 0
            plain: cython.bint = codes.topmost(crates) == codes.PLAIN
            self.crate_worth[count] = 1.0 if plain else self.fragile
            self._look_round(state, cell, count)
            count += 1
        self.crates = count

    def _look_round(self, state: PackedState, cell: cython.int, number: cython.int) -> cython.void:
        """Finds where to stand to push a crate each way, or -1, and the crate in its way."""
        for d in range(4):
            stand = behind(state.game, cell, d)
            ahead = neighbour(state.game, cell, d)
            if stand < 0 or ahead < 0 or state.cells[stand]:
                stand = -1
            self.behind[_side(number, d)] = stand
            taken: cython.bint = ahead >= 0 and state.cells[ahead] != 0
            self.blocked[_side(number, d)] = self.obstacle if taken else 0

    def _find_helpers(self, state: PackedState) -> cython.void:
        """Finds which dockers stand in the way of a crate, or can take it over (F-4.6)."""
        for side in range(_side(self.crates, 0)):
            self.hindered[side] = self.blocked[side]
        self.helpers = 0
        for docker in range(state.dockers):
            low = 0
            high = 0
            for d in range(4):
                cell = neighbour(state.game, state.docker_cell[docker], d)
                if cell < 0:
                    continue
                if state.cells[cell]:
                    number = self.crate_at[cell]
                    if number >= 0:
                        self.hindered[_side(number, (d + 2) % 4)] = self.obstacle
                        if not codes.is_stack(state.cells[cell]):
                            self.helped[self.helpers] = number
                            self.helper[self.helpers] = docker
                            self.helpers += 1
                elif not has_docker(state, cell):
                    if half(cell):
                        high |= bit(cell)
                    else:
                        low |= bit(cell)
            self.around_low[docker] = low
            self.around_high[docker] = high
        docker = -1
        for number in range(self.helpers):
            if self.helper[number] != docker:
                docker = self.helper[number]
                self._pass_on(state, docker)

    def _pass_on(self, state: PackedState, docker: cython.int) -> cython.void:
        """Finds the points left to each depot after this docker took a crate over.

        This is an estimate for all crates of the docker at once, so it is not the law's search
        (F-4.6): chains join dockers with a free cell in common, and may pass a depot or the giver.
        """
        low = self.around_low[docker]
        high = self.around_high[docker]
        linked = 1 << docker
        grown = True
        least = cython.declare(cython.uchar[12])
        while grown:
            grown = False
            for other in range(state.dockers):
                if not (linked >> other) & 1 and (
                    (low & self.around_low[other]) | (high & self.around_high[other])
                ):
                    linked |= 1 << other
                    low |= self.around_low[other]
                    high |= self.around_high[other]
                    grown = True
        for slot in range(12):
            least[slot] = FAR
        while low | high:
            cell = first_cell(low, high)
            if low:
                low &= low - 1
            else:
                high &= high - 1
            if state.game.slot[cell] >= 0:
                least[state.game.slot[cell]] = 0
                continue
            for slot in range(12):
                cost = self.terrain.nearest[nearest_at(cell, slot)] + 2
                if cost < least[slot]:
                    least[slot] = cost
        for slot in range(12):
            self.helper_cost[_pair(docker, slot)] = least[slot]

    def _walk_up(self, state: PackedState, player: cython.int) -> cython.void:
        """Fills ``ready`` and ``touching``.

        ``ready`` has the points until a docker of the player can push a crate in a direction,
        ``touching`` those until one stands next to a crate that another docker can take over.
        """
        own = cython.declare(cython.int[16])
        count = 0
        for docker in range(state.dockers):
            if state.game.docker_player[docker] == player:
                own[count] = docker
                count += 1
        for side in range(_side(self.crates, 0)):
            stand = self.behind[side]
            best = FAR
            if stand >= 0:
                for docker in range(count):
                    steps = self.terrain.walk[walk_at(state.docker_cell[own[docker]], stand)]
                    if steps < best:
                        best = steps
                best += self.hindered[side]
            self.ready[side] = best
        for pair in range(self.helpers):
            cell = self.crate_cell[self.helped[pair]]
            best = FAR
            for docker in range(count):
                if own[docker] != self.helper[pair]:
                    steps = self.terrain.walk[walk_at(state.docker_cell[own[docker]], cell)]
                    if 0 < steps and steps - 1 < best:
                        best = steps - 1
            self.touching[pair] = best

    def _chances(self, state: PackedState, player: cython.int) -> cython.double:
        """Returns the worth of a player's open depots, the best first, with one crate for each."""
        promise = cython.declare(cython.double[48])
        best = cython.declare(cython.double[4])
        which = cython.declare(cython.int[4])
        rows = 0
        for slot in range(12):
            if state.owner[slot] == player and not state.cells[state.game.cell_of_slot[slot]]:
                self._cost_row(state, slot, rows)
                which[rows] = -1
                for number in range(self.crates):
                    pair = _pair(rows, number)
                    promise[pair] = self.worth[self.cost[pair]] * self.crate_worth[number]
                rows += 1
                if rows == 4:
                    break
        total: cython.double = 0.0
        gone = 0
        used = 0
        for taken in range(rows):
            top = -1
            for row in range(rows):
                if (used >> row) & 1:
                    continue
                if which[row] < 0 or (gone >> which[row]) & 1:
                    which[row] = 0
                    best[row] = 0.0
                    for number in range(self.crates):
                        pair = _pair(row, number)
                        if promise[pair] > best[row] and not (gone >> number) & 1:
                            best[row] = promise[pair]
                            which[row] = number
                if best[row] > 0.0 and (top < 0 or best[row] > best[top]):
                    top = row
            if top < 0:
                break
            total += self.chance[taken] * best[top]
            used |= 1 << top
            gone |= 1 << which[top]
        return total

    def _cost_row(self, state: PackedState, slot: cython.int, row: cython.int) -> cython.void:
        """Finds the points to bring each crate into a depot, after ``_walk_up``."""
        closed = 0
        if has_docker(state, self.terrain.door[slot]):
            # A docker before a depot blocks pushes into it, but it can hand over.
            closed = self.obstacle
        for number in range(self.crates):
            best = FAR
            for d in range(4):
                cost = (
                    self.ready[_side(number, d)]
                    + self.terrain.push[push_at(slot, self.crate_cell[number], d)]
                    + closed
                )
                if cost < best:
                    best = cost
            self.cost[_pair(row, number)] = best + self.crate_extra[number]
        for pair in range(self.helpers):
            number = self.helped[pair]
            cost = (
                1
                + self.helping
                + self.helper_cost[_pair(self.helper[pair], slot)]
                + self.touching[pair]
            )
            if cost < self.cost[_pair(row, number)]:
                self.cost[_pair(row, number)] = cost


def _side(number: cython.int, d: cython.int) -> cython.int:
    """Returns where a direction of a crate is in an array of four for each crate."""
    return 4 * number + d


def _pair(row: cython.int, column: cython.int) -> cython.int:
    """Returns where a pair is in an array with rows of twelve."""
    return 12 * row + column
