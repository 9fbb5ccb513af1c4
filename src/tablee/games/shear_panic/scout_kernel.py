# cython: infer_types=True
"""Looking ahead in Shear Panic: what a move is worth, and how the game may go on after it.

A turn is weighed when the flock is one again: the mean of the dice, the best of the choices. Games
are played on with everybody choosing so, the dice falling at random.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.dice_kernel import drawn, sides
    from tablee.games.shear_panic.evaluate_kernel import Evaluator
    from tablee.games.shear_panic.flock_kernel import PackedState
    from tablee.games.shear_panic.grid_kernel import GOLDEN, MASK64, below, mixed
    from tablee.games.shear_panic.kernel import apply, legal_into
    from tablee.games.shear_panic.move_kernel import way_of
else:
    from cython.cimports.tablee.games.shear_panic import codes
    from cython.cimports.tablee.games.shear_panic.dice_kernel import drawn, sides
    from cython.cimports.tablee.games.shear_panic.evaluate_kernel import Evaluator
    from cython.cimports.tablee.games.shear_panic.flock_kernel import PackedState
    from cython.cimports.tablee.games.shear_panic.grid_kernel import GOLDEN, MASK64, below, mixed
    from cython.cimports.tablee.games.shear_panic.kernel import apply, legal_into
    from cython.cimports.tablee.games.shear_panic.move_kernel import way_of

from tablee.games.shear_panic.kernel import legal

COMPILED = cython.compiled

ROOMS = cython.declare(cython.int, 4)
"""How many rolls and choices in a row are looked at."""
LOOKS = cython.declare(cython.int, 2)
"""When games are played on, how many moves are weighed with all their dice."""
FAR_BELOW = cython.declare(cython.double, -1e9)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_unfinished(state: PackedState) -> cython.bint:
    """Is there something to roll or to choose before the flock is one, or a push to make?"""
    if state.ended != codes.GOING_ON or state.task == codes.ASK_COMMAND:
        return False
    return state.task != codes.ASK_PANIC


@cython.final
@cython.cclass
class Scout:
    """One thread's way to look ahead: an evaluator, and states to try things on."""

    evaluator: Evaluator
    glances: cython.int
    """How many of their moves players think of when games are played on."""
    through_panic: cython.bint
    """Is the panic die looked at, too, before a turn is weighed?"""
    weighed: cython.longlong
    rng: cython.ulonglong
    now: PackedState
    tried: PackedState
    room_1: PackedState
    room_2: PackedState
    room_3: PackedState

    def __init__(self, state: PackedState, evaluator: Evaluator, glances: cython.int = 24) -> None:
        self.evaluator = evaluator
        self.glances = glances
        self.through_panic = False
        self.weighed = 0
        self.rng = 0
        self.now = state.copy()
        self.tried = state.copy()
        self.room_1 = state.copy()
        self.room_2 = state.copy()
        self.room_3 = state.copy()

    @property
    def nodes(self) -> int:
        """How many positions were weighed."""
        return self.weighed

    def ranked(
        self, state: PackedState, through_panic: bool, listed: list[int] | None = None
    ) -> list[tuple[float, int]]:
        """The moves of whoever acts, with what they are worth to them, the best first.

        All that are legal, or those listed: what older rules allow, the kernel can play too.
        """
        player = state.player
        move: cython.int
        found: list[tuple[float, int]] = []
        self.through_panic = through_panic
        for move in legal(state) if listed is None else listed:
            with cython.nogil:
                self.tried._copy_from(state)
                apply(self.tried, move)
                worth = self._worth(self.tried, player, 1)
            found.append((worth, move))
        self.through_panic = False
        return sorted(found, key=_best_first)

    def outlook(
        self,
        state: PackedState,
        move: cython.int,
        seed: cython.ulonglong,
        commands: cython.int,
    ) -> float:
        """Play the move, then so many commands of everybody's: how likely the player is to win."""
        player = state.player
        with cython.nogil:
            self.rng = seed
            self.now._copy_from(state)
            apply(self.now, move)
            self._play_on(commands)
            self.weighed += 1
            chance = self.evaluator._chance(self.now, player)
        return chance

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _worth(self, state: PackedState, player: cython.int, depth: cython.int) -> cython.double:
        """What a state will be worth to the player when the flock is one again."""
        finished: cython.bint = not _is_unfinished(state)
        if state.task == codes.ASK_PANIC and state.player == player and self.through_panic:
            finished = False
        if finished or depth == ROOMS:
            self.weighed += 1
            return self.evaluator._value(state, player)
        if depth == 1:
            return self._branches(state, self.room_1, player, depth)
        if depth == 2:
            return self._branches(state, self.room_2, player, depth)
        return self._branches(state, self.room_3, player, depth)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _branches(
        self, state: PackedState, room: PackedState, player: cython.int, depth: cython.int
    ) -> cython.double:
        """The mean of what may be rolled, or the best of what may be chosen."""
        moves: cython.int[512]
        if not cython.compiled:
            moves = [0] * 512
        count = legal_into(state, moves)
        task = state.task
        total = 0
        mean = 0.0
        best = FAR_BELOW
        for i in range(count):
            room._copy_from(state)
            apply(room, moves[i])
            worth = self._worth(room, player, depth + 1)
            if worth > best:
                best = worth
            if task <= codes.ASK_REGROUP:
                odds = sides(state, way_of(moves[i]))
                total += odds
                mean += odds * worth
        return mean / total if task <= codes.ASK_REGROUP else best

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _word(self) -> cython.ulonglong:
        """The next random word."""
        self.rng = (self.rng + GOLDEN) & MASK64
        return mixed(self.rng)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _play_on(self, commands: cython.int) -> cython.void:
        """Everybody plays what seems best, until so many commands and their turns are over."""
        while self.now.ended == codes.GOING_ON:
            if self.now.task <= codes.ASK_REGROUP:
                apply(self.now, drawn(self.now, self._word()))
                continue
            if self.now.task == codes.ASK_COMMAND:
                if commands == 0:
                    return
                commands -= 1
            move = self._seems_best()
            apply(self.now, move)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _seems_best(self) -> cython.int:
        """What whoever acts plays: a glance at some moves, a look at the few that seem best."""
        moves: cython.int[512]
        glances: cython.double[512]
        if not cython.compiled:
            moves = [0] * 512
            glances = [0.0] * 512
        count = legal_into(self.now, moves)
        player = self.now.player
        best = 0
        most = FAR_BELOW
        if count == 1:
            return moves[0]
        if count > self.glances:
            for i in range(self.glances):
                first = i + below(self._word(), count - i)
                moves[i], moves[first] = moves[first], moves[i]
            count = self.glances
        for i in range(count):
            self.tried._copy_from(self.now)
            apply(self.tried, moves[i])
            self._finish_anyhow()
            self.weighed += 1
            glances[i] = self.evaluator._value(self.tried, player)
        for _ in range(LOOKS):
            first = 0
            for i in range(1, count):
                if glances[i] > glances[first]:
                    first = i
            if glances[first] <= most:
                break
            self.tried._copy_from(self.now)
            apply(self.tried, moves[first])
            worth = glances[first]
            if _is_unfinished(self.tried):
                worth = self._worth(self.tried, player, 1)
            glances[first] = FAR_BELOW
            if worth > most:
                most = worth
                best = first
        return moves[best]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _finish_anyhow(self) -> cython.void:
        """The dice roll, and groups come back one way or another, till the flock is one."""
        moves: cython.int[512]
        if not cython.compiled:
            moves = [0] * 512
        while _is_unfinished(self.tried):
            count = legal_into(self.tried, moves)
            if self.tried.task == codes.ASK_EXTRA:  # none, or the least that is owed
                count = 1
            apply(self.tried, moves[below(self._word(), count)])


def _best_first(item: tuple[float, int]) -> float:
    return -item[0]
