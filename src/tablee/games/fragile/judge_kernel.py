"""A learned judge of Fragile: each player's chance to win, and the points at the end.

It sees how many points each player needs to store crates (``survey_kernel``), who holds the marker
and by how much, and on which of the 25 cells of a quarter pieces stand. All this is the same on a
turned board, so that turns need not be learnt. Its spaces are the numbers of loose crates. It knows
positions between two turns; in the middle of a turn it takes the turn for a whole one.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from array import array

if not cython.compiled:  # the build cimports these
    from tablee.core.chances_kernel import SURE
    from tablee.core.judge_kernel import NetworkJudge
    from tablee.core.network_kernel import Network
    from tablee.games.fragile import codes
    from tablee.games.fragile.bits_kernel import count_bits
    from tablee.games.fragile.quay_kernel import PackedState
    from tablee.games.fragile.survey_kernel import NO_TURN, Survey

COMPILED = cython.compiled

# Where each kind of input begins. Rivals' inputs of a kind follow the player's own.
RANK = cython.declare(cython.int, 0)
"""The points for a crate more, by how many come before it and how long the player waits."""
BREAKABLE = cython.declare(cython.int, 720)
"""The points for the two nearest FRAGILE crates, by how long the player waits."""
DEPOT = cython.declare(cython.int, 1080)
"""An open depot: the points for its best and second best crate."""
DOCKER = cython.declare(cython.int, 1752)
"""The points for each docker alone, the nearest first."""
CRATE = cython.declare(cython.int, 2004)
"""A loose crate: the player's points for it and the nearest rival's."""
SCORE = cython.declare(cython.int, 2404)
"""For each rival: the difference in points, who holds the marker, the player's open depots."""
OPEN = cython.declare(cython.int, 2944)
"""For each rival: both players' open depots, and who holds the marker."""
TURN = cython.declare(cython.int, 3244)
"""How long the player waits, who holds the marker, and whether the last turns have begun."""
FLIPS = cython.declare(cython.int, 3284)
"""Flips left, and loose crates with FRAGILE up."""
LOOSE = cython.declare(cython.int, 3314)
"""How many cells have loose crates."""
STACKS = cython.declare(cython.int, 3327)
TURNS = cython.declare(cython.int, 3331)
"""Turns played, and turns since a crate was stored."""
PLACE = cython.declare(cython.int, 3348)
"""The cells of own dockers, rivals' dockers, plain crates, FRAGILE crates and stacks."""

# Scales of points, from fine to rough
_SCALE = cython.declare(cython.uchar[64])
_MIDDLE = cython.declare(cython.uchar[64])
_COARSE = cython.declare(cython.uchar[64])
_ROUGH = cython.declare(cython.uchar[64])
_IN_QUARTER = cython.declare(cython.uchar[100])


def _fill_tables() -> None:
    """Fills the scales of points, and the places of cells in their quarter."""
    for points in range(64):
        _SCALE[points] = _step(points, (*range(1, 13), 14, 16, 19, 23, 30))
        _MIDDLE[points] = _step(points, (*range(1, 10), 11, 13, 16, 21))
        _COARSE[points] = _step(points, (2, 3, 4, 5, 6, 8, 11, 14, 19))
        _ROUGH[points] = _step(points, (4, 6, 8, 11, 14, 18, 25))
    for cell in range(100):
        row, column = divmod(cell, 10)
        while row > 4 or column > 4:
            row, column = column, 9 - row
        _IN_QUARTER[cell] = 5 * row + column


def _step(points: int, steps: tuple[int, ...]) -> int:
    return sum(points >= step for step in steps)


_fill_tables()


@cython.final
@cython.cclass
class Judge(NetworkJudge):
    """Judges positions of Fragile, for one thread."""

    survey: Survey

    def __init__(self, survey: Survey, network: Network, worth: array[int]) -> None:
        NetworkJudge.__init__(self, network, worth)
        self.survey = survey

    def features(self, state: PackedState, player: cython.int) -> list[int]:
        """Returns the inputs that are active when a player looks at a state."""
        self.survey._take(state)
        self._look(state, player)
        return [self.active[i] for i in range(self.count)]

    def chances(self, state: PackedState) -> list[int]:
        """Returns each player's chance to win, in 65536ths."""
        players = state.game.players
        return [self._chance(state, player) for player in range(players)]

    def points(self, state: PackedState) -> list[float]:
        """Returns the points that each player is expected to have at the end."""
        with cython.nogil:
            self._judge(state)
        return [state.score[i] + self.coming[i] / 8192.0 for i in range(state.game.players)]

    def _chance(self, state: PackedState, player: cython.int) -> cython.int:
        if state.ended != codes.GOING_ON:
            return SURE if state.marker == player else 0
        self._judge(state)
        return self.shares._of(self.strength, state.game.players, player)

    def _judge(self, state: PackedState) -> cython.void:
        """Fills ``strength`` and ``coming``."""
        self.survey._take(state)
        loose = loose_crates(state)
        for player in range(state.game.players):
            self._look(state, player)
            self._judge_seat(player, state.score[player], loose)

    def _look(self, state: PackedState, player: cython.int) -> cython.void:
        """Fills ``active`` with the inputs that are active from a player's seat."""
        self.count = 0
        for other in range(state.game.players):
            self._look_at_needs(other, other != player)
            if other != player:
                self._look_at_rival(state, player, other)
        held = _held(state, player, player)
        last = 1 if state.full_player >= 0 else 0
        self._see(TURN + 10 * held + 2 * self.survey.wait[player] + last)
        self._look_at_crates(state, player)
        for docker in range(state.dockers):
            rival = 0 if state.game.docker_player[docker] == player else 25
            self._see(PLACE + rival + _IN_QUARTER[state.docker_cell[docker]])
        self._see(TURNS + min(state.turn if state.turn < 4 else 3 + state.turn // 4, 11))
        self._see(TURNS + 12 + min(state.idle_turns // 4, 4))

    def _look_at_needs(self, player: cython.int, rival: cython.int) -> cython.void:
        """Adds what a player needs to store crates."""
        wait = self.survey.wait[player]
        soon = _soon(wait)
        for i in range(self.survey.depots[player]):
            at = 4 * player + i
            rank = _SCALE[self.survey.rank[at]]
            self._see(RANK + 360 * rival + 90 * i + 18 * wait + rank)
            pair = 8 * _MIDDLE[self.survey.first[at]] + _ROUGH[self.survey.second[at]]
            self._see(DEPOT + 336 * rival + 112 * soon + pair)
        for i in range(self.survey.breakables[player]):
            points = _SCALE[self.survey.breakable[2 * player + i]]
            self._see(BREAKABLE + 180 * rival + 90 * i + 18 * wait + points)
        for i in range(min(self.survey.dockers[player], 3)):
            points = _MIDDLE[self.survey.docker[4 * player + i]]
            self._see(DOCKER + 126 * rival + 42 * i + 14 * soon + points)

    def _look_at_rival(
        self, state: PackedState, player: cython.int, rival: cython.int
    ) -> cython.void:
        """Adds how a player stands against a rival."""
        soon = _soon(self.survey.wait[rival])
        held = _held(state, player, rival)
        more = min(max(state.score[player] - state.score[rival], -4), 4) + 4
        mine = min(state.open_depots[player], 4)
        theirs = min(state.open_depots[rival], 4)
        self._see(SCORE + 180 * soon + 45 * held + 5 * more + mine)
        self._see(OPEN + 100 * soon + 25 * held + 5 * theirs + mine)

    def _look_at_crates(self, state: PackedState, player: cython.int) -> cython.void:
        """Adds the loose crates."""
        stacks = 0
        breakable = 0
        now = 0 if self.survey.wait[player] == 0 else 200
        for number in range(self.survey.evaluator.crates):
            cell = self.survey.evaluator.crate_cell[number]
            kind = 50
            if codes.topmost(state.cells[cell]) != codes.PLAIN:
                kind = 75
                breakable += 1
            mine = self.survey.crate[12 * player + number]
            theirs = 63
            for rival in range(state.game.players):
                if rival != player:
                    theirs = min(theirs, self.survey.crate[12 * rival + number])
            pair = 10 * _COARSE[mine] + _COARSE[theirs]
            self._see(CRATE + now + (100 if kind == 75 else 0) + pair)
            if codes.is_stack(state.cells[cell]):
                stacks += 1
                kind = 100
            self._see(PLACE + kind + _IN_QUARTER[cell])
        self._see(FLIPS + 5 * min(state.flips_left, 5) + min(breakable, 4))
        self._see(LOOSE + loose_crates(state))
        self._see(STACKS + min(stacks, 3))

    def _see(self, feature: cython.int) -> cython.void:
        self.active[self.count] = feature
        self.count += 1


def loose_crates(state: PackedState) -> cython.int:
    """Returns how many cells have crates that can still be stored."""
    return count_bits(state.crates_low & ~state.game.slots_low) + count_bits(
        state.crates_high & ~state.game.slots_high
    )


def _soon(wait: cython.int) -> cython.int:
    """Returns 0 if it is the player's turn, 1 if it comes later, 2 if there is none."""
    return 2 if wait == NO_TURN else min(wait, 1)


def _held(state: PackedState, player: cython.int, rival: cython.int) -> cython.int:
    """Returns who holds the marker: nobody, the player, the rival, or another."""
    if state.marker < 0:
        return 0
    if state.marker == player:
        return 1
    return 2 if state.marker == rival else 3
