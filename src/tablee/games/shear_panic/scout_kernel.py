"""Looks ahead in Shear Panic: what a move is worth, and how the game may go on after it.

The scout weighs a turn when the flock is together again: it takes the mean over the dice and the
best of the choices. When it plays a game on, everybody chooses like this and the dice are random.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.core.splitmix_kernel import below, mixed, next_seed
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.dice_kernel import drawn, sides
    from tablee.games.shear_panic.evaluate_kernel import Evaluator
    from tablee.games.shear_panic.flock_kernel import PackedState
    from tablee.games.shear_panic.judge_kernel import Judge
    from tablee.games.shear_panic.kernel import apply, legal_into

from tablee.games.shear_panic.kernel import legal

COMPILED = cython.compiled

ROOMS = cython.declare(cython.int, 4)
"""How many rolls and choices in a row the scout looks at."""
LOOKS = cython.declare(cython.int, 2)
"""How many moves it weighs with all their dice when it plays a game on."""
FAR_BELOW = cython.declare(cython.double, -1e9)
SURE = cython.declare(cython.double, 65536.0)
"""The judge's number for a game won."""
POINT = cython.declare(cython.double, 0.04)
"""How much a point adds to the probability to win."""


def _is_unfinished(state: PackedState) -> cython.bint:
    """Tells whether a roll or a choice remains before the turn can be weighed."""
    if state.ended != codes.GOING_ON or state.task == codes.ASK_COMMAND:
        return False
    return state.task != codes.ASK_PANIC


@cython.final
@cython.cclass
class Scout:
    """Looks ahead for one thread: an evaluator, and states to try moves on."""

    evaluator: Evaluator
    judge: Judge
    judged: cython.bint
    """Whether the learned judge weighs positions, and not the evaluator."""
    glances: cython.int
    """How many of their moves players consider when a game is played on."""
    through_panic: cython.bint
    """Whether to roll the panic die, too, before a turn is weighed."""
    weighed: cython.longlong
    rng: cython.ulonglong
    now: PackedState
    tried: PackedState
    room_1: PackedState
    room_2: PackedState
    room_3: PackedState

    def __init__(
        self,
        state: PackedState,
        evaluator: Evaluator,
        glances: cython.int = 24,
        judge: Judge | None = None,
    ) -> None:
        self.evaluator = evaluator
        self.judge = judge  # type: ignore[assignment]
        self.judged = judge is not None
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
        """How many positions the scout has weighed."""
        return self.weighed

    def ranked(
        self, state: PackedState, through_panic: bool, listed: list[int] | None = None
    ) -> list[tuple[float, int]]:
        """Returns the moves of the player to act with their worth, the best first.

        These are all legal moves, or those listed. The kernel can play moves of older rules, too.
        """
        player = state.player
        found: list[tuple[float, int]] = []
        move: cython.int
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
        """Plays the move, then so many commands; returns the probability that the player wins."""
        player = state.player
        with cython.nogil:
            self.rng = seed
            self.now._copy_from(state)
            apply(self.now, move)
            self._play_on(commands)
            self.weighed += 1
            chance = self._chance(self.now, player)
        return chance

    def prospects(
        self, state: PackedState, seed: cython.ulonglong, commands: cython.int
    ) -> tuple[list[float], list[float]]:
        """Plays on for so many commands; returns each player's chance, and the points at the end.

        Only a learned judge knows of points.
        """
        with cython.nogil:
            self.rng = seed
            self.now._copy_from(state)
            self._play_on(commands)
            self.weighed += 1
        chances = [self._chance(self.now, player) for player in range(state.game.players)]
        if not self.judged:
            return chances, []
        if self.now.ended != codes.GOING_ON:
            return chances, [1.0 * self.now.points[i] for i in range(state.game.players)]
        return chances, self.judge.points(self.now)

    def _chance(self, state: PackedState, player: cython.int) -> cython.double:
        """Returns the probability that the player wins."""
        if self.judged:
            return self.judge._chance(state, player) / SURE
        return self.evaluator._chance(state, player)

    def _value(self, state: PackedState, player: cython.int) -> cython.double:
        """Returns the value of a position in points. To a judge, so much more chance is a point."""
        if self.judged:
            return self._chance(state, player) / POINT
        return self.evaluator._value(state, player)

    def _worth(self, state: PackedState, player: cython.int, depth: cython.int) -> cython.double:
        """Returns the worth of a state to the player when the flock is together again."""
        finished = not _is_unfinished(state)
        if state.task == codes.ASK_PANIC and state.player == player and self.through_panic:
            finished = False
        if finished or depth == ROOMS:
            self.weighed += 1
            return self._value(state, player)
        if depth == 1:
            return self._branches(state, self.room_1, player, depth)
        if depth == 2:
            return self._branches(state, self.room_2, player, depth)
        return self._branches(state, self.room_3, player, depth)

    def _branches(
        self, state: PackedState, room: PackedState, player: cython.int, depth: cython.int
    ) -> cython.double:
        """Returns the mean over the rolls, or the best of the choices."""
        moves = cython.declare(cython.int[512])
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
                odds = sides(state, codes.way_of(moves[i]))
                total += odds
                mean += odds * worth
        return mean / total if task <= codes.ASK_REGROUP else best

    def _word(self) -> cython.ulonglong:
        """Returns the next random word."""
        self.rng = next_seed(self.rng)
        return mixed(self.rng)

    def _play_on(self, commands: cython.int) -> cython.void:
        """Everybody plays the move that seems best, until so many commands are over."""
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

    def _seems_best(self) -> cython.int:
        """Returns a good move: it glances at some moves, and weighs the few that seem best."""
        moves = cython.declare(cython.int[512])
        glances = cython.declare(cython.double[512])
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
            glances[i] = self._value(self.tried, player)
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

    def _finish_anyhow(self) -> cython.void:
        """Plays random moves until the flock is together."""
        moves = cython.declare(cython.int[512])
        while _is_unfinished(self.tried):
            count = legal_into(self.tried, moves)
            if self.tried.task == codes.ASK_EXTRA:  # none, or the least that is due
                count = 1
            apply(self.tried, moves[below(self._word(), count)])


def _best_first(item: tuple[float, int]) -> float:
    return -item[0]
