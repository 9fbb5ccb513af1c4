"""What a position of Shear Panic is worth to each player, in points.

Strength is the points of a player and what the player may still get: contacts and rows, which count
more when the spaces that score them are near; sheep that may be shorn; commands and extra steps
left; and the counter, for the player who will lead it to the next gate. ``weights.toml`` says how
much each counts.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from math import exp

    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.extras_kernel import extras_left, highest_extra
    from tablee.games.shear_panic.flock_kernel import PackedState, has_sheep
    from tablee.games.shear_panic.game_kernel import PackedGame
    from tablee.games.shear_panic.scoring_kernel import (
        black_points,
        row_from,
        row_points,
        team_points,
    )

COMPILED = cython.compiled

WON = cython.declare(cython.double, 1000.0)
"""The value of a game won, more than any points; a game lost has the negative."""

KINDS = (
    *("lamb_push", "line_push", "diagonal_push", "line_up"),
    *("lamb_roll", "leapfrog", "ewe_turn"),
)
"""The commands as ``weights.toml`` names them, in the order of ``moves.KINDS``."""


def _near(here: int, goal: int, before: int, weights: dict[str, float]) -> float:
    """Returns how much a scoring ahead counts: less so before its field is entered."""
    if here >= goal:
        return 0.0
    ahead = 1.0 if here >= before else weights["ahead"]
    return ahead * 2.0 ** (-(goal - here - 1) / weights["half_life"])


def _turns(left: int, round_: int) -> float:
    """Returns how much of a player's own turn is left in a meadow, at most one."""
    return max(0.0, min(1.0, left / round_))


@cython.final
@cython.cclass
class Evaluator:
    """The weights for the track of one game, and the workspace of one thread."""

    points: cython.double
    sheep: cython.double
    side: cython.double
    trigger: cython.double
    rivals: cython.double
    leader: cython.double
    # By space of the track: what a point of each kind is worth there
    team: cython.double[256]
    roger: cython.double[256]
    black: cython.double[256]
    shear: cython.double[256]
    loss: cython.double[256]
    """What a sheep in front may lose besides its rows."""
    kept: cython.double[256]
    extra: cython.double[256]
    """What an extra step is worth: what it may do, less what it may cost at the end (S-9.6)."""
    heat: cython.double[256]
    gate: cython.short[256]
    """The next gate or pen where everybody scores."""
    # By the commands used: what the others are worth, and the highest number among them
    keeping: cython.double[4096]
    highest: cython.schar[4096]
    strength: cython.double[4]

    def __init__(self, state: PackedState, weights: dict[str, float]) -> None:
        """Prepares for the game of a state; ``weights`` are named as in ``weights.toml``."""
        if not cython.compiled:
            self.team, self.roger, self.black = [0.0] * 256, [0.0] * 256, [0.0] * 256
            self.shear, self.loss, self.kept = [0.0] * 256, [0.0] * 256, [0.0] * 256
            self.heat, self.gate, self.strength = [0.0] * 256, [0] * 256, [0.0] * 4
            self.extra = [0.0] * 256
            self.keeping, self.highest = [0.0] * 4096, [0] * 4096
        self.points = weights["points"]
        self.sheep = weights["sheep"]
        self.side = weights["side"]
        self.trigger = weights["trigger"]
        self.rivals = weights["rivals"]
        self.leader = weights["leader"]
        self._fill_track(state.game, weights)
        self._fill_menu(state.game, weights)

    def _fill_track(self, game: PackedGame, weights: dict[str, float]) -> None:
        gate, rogers = game.rogers_gate, game.rogers_last
        shears, end = game.shearers_gate, game.shearers_last
        round_ = 2 * game.players
        for space in range(end + 1):
            row = _near(space, gate, game.team_last, weights)
            row += _near(space, rogers, game.team_last, weights)
            self.roger[space] = weights["roger"] * row
            shorn = _near(space, shears, game.black_last, weights)
            row = shorn + _near(space, end, game.black_last, weights)
            self.shear[space] = weights["shear"] * row
            self.loss[space] = weights["sheep"] * shorn
            self.team[space] = weights["team"] * _turns(game.team_last - space, round_)
            soon = 1.0 if space >= rogers else _near(space, rogers + 1, rogers, weights)
            turns = _turns(game.black_last - max(space, rogers), round_)
            self.black[space] = weights["black"] * soon * turns
            ahead: cython.double = end - space
            self.kept[space] = ahead / end
            self.extra[space] = weights["extra_step"] * self.kept[space]
            self.extra[space] -= weights["extra_cost"] * game.extra_cost * space / end
            self.heat[space] = weights["cool"] + weights["heat"] * self.kept[space] ** 0.5
            gates = (gate, rogers, shears, end, 999)
            self.gate[space] = min(goal for goal in gates if goal > space)

    def _fill_menu(self, game: PackedGame, weights: dict[str, float]) -> None:
        worth = [weights[KINDS[game.menu_kinds[place]]] for place in range(codes.MENU)]
        self.keeping[4095] = 0.0
        self.highest[4095] = 0
        for used in range(4094, -1, -1):
            place = 0
            while used >> place & 1:
                place += 1
            more = used | 1 << place
            self.keeping[used] = self.keeping[more] + worth[place]
            self.highest[used] = max(self.highest[more], game.menu_numbers[place])

    def strengths(self, state: PackedState) -> list[float]:
        """Returns the strength of each player."""
        with cython.nogil:
            self._weigh(state)
        return [self.strength[player] for player in range(state.game.players)]

    def value(self, state: PackedState, player: cython.int) -> float:
        return self._value(state, player)

    def chance(self, state: PackedState, player: cython.int) -> float:
        return self._chance(state, player)

    def _value(self, state: PackedState, player: cython.int) -> cython.double:
        """Returns how much stronger a player is than the others; the best of them counts most."""
        best: cython.double = -WON
        total: cython.double = 0.0
        self._weigh(state)
        worth = self.strength[player]
        if self.rivals:
            for other in range(state.game.players):
                if other != player:
                    total += self.strength[other]
                    if self.strength[other] > best:
                        best = self.strength[other]
            total /= state.game.players - 1
            worth -= self.rivals * (self.leader * best + (1.0 - self.leader) * total)
            if state.ended != codes.GOING_ON:
                worth += WON if state.winner == player else -WON
        return worth

    def _chance(self, state: PackedState, player: cython.int) -> cython.double:
        """Returns the probability that the player wins."""
        total: cython.double = 0.0
        heat: cython.double = self.heat[state.counter]
        if state.ended != codes.GOING_ON:
            return 1.0 if state.winner == player else 0.0
        self._weigh(state)
        for other in range(state.game.players):
            total += exp((self.strength[other] - self.strength[player]) / heat)
        return 1.0 / total

    def _weigh(self, state: PackedState) -> cython.void:
        """Fills ``strength``."""
        space = state.counter
        for player in range(state.game.players):
            worth = self.points * state.points[player]
            if state.ended == codes.GOING_ON:
                colour = state.game.colours[player]
                if self.team[space] > 0.0:
                    worth += self.team[space] * team_points(state, colour)
                if self.black[space] > 0.0:
                    worth += self.black[space] * black_points(state, colour)
                if self.roger[space] > 0.0:
                    worth += self.roger[space] * self._rows(state, colour)
                worth += self._at_the_shears(state, colour)
                worth += self.kept[space] * self.keeping[state.used[player]]
                if state.extras[player]:
                    worth += self.extra[space] * extras_left(state, player)
            self.strength[player] = worth
        if self.trigger and state.ended == codes.GOING_ON:
            self._find_trigger(state)

    def _find_trigger(self, state: PackedState) -> cython.void:
        """Adds to the player who leads the counter to the next gate if all play a 2 until then."""
        left = self.gate[state.counter] - state.counter
        player = state.player
        if left > 2 * state.game.players + 1:
            return
        if state.task != codes.ASK_COMMAND:
            player = (player + 1) % state.game.players
        for _ in range(2 * state.game.players):
            if has_sheep(state, player):
                if self._reach(state, player) >= left:
                    self.strength[player] += self.trigger
                    return
                if self.highest[state.used[player]]:
                    left -= 2 if self.highest[state.used[player]] > 1 else 1
            player = (player + 1) % state.game.players

    def _reach(self, state: PackedState, player: cython.int) -> cython.int:
        """Returns how far a player can move the counter in one turn, with an extra step."""
        reach = self.highest[state.used[player]]
        return reach + highest_extra(state, player) if reach else 0

    def _rows(self, state: PackedState, colour: cython.int) -> cython.double:
        """S-6.4: the points for rows, and a share of those if the flock turned (S-4.7)."""
        points: cython.double = 0.0
        for sheep in range(2):
            cell = state.cells[codes.first_place(colour) + sheep]
            if cell:
                points += row_points(state, cell, state.facing)
                if self.side:
                    points += self.side * (
                        row_points(state, cell, state.facing + 1)
                        + row_points(state, cell, state.facing + 3)
                    )
        return points

    def _at_the_shears(self, state: PackedState, colour: cython.int) -> cython.double:
        """S-6.6: the worth of the sheep, of their rows from behind, and the risk in front."""
        worth: cython.double = 0.0
        space = state.counter
        for sheep in range(2):
            cell = state.cells[codes.first_place(colour) + sheep]
            if cell == 0:
                continue
            worth += self.sheep
            if self.shear[space] > 0.0:
                worth += self._shearing(state, cell, state.facing, 1.0)
                if self.side:
                    worth += self._shearing(state, cell, state.facing + 1, self.side)
                    worth += self._shearing(state, cell, state.facing + 3, self.side)
        return worth

    def _shearing(
        self, state: PackedState, cell: cython.int, facing: cython.int, share: cython.double
    ) -> cython.double:
        """Returns what a shearing gives a sheep if the flock faces this way, times a share."""
        space = state.counter
        if row_from(state, cell, facing) == 0:
            return -share * self.loss[space]
        return share * self.shear[space] * row_points(state, cell, facing + 2)
