"""Looks ahead in Fragile: plays the best turns of the players who come next."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.core.chances_kernel import SURE
    from tablee.games.fragile import codes
    from tablee.games.fragile.evaluate_kernel import Evaluator
    from tablee.games.fragile.judge_kernel import Judge
    from tablee.games.fragile.plan_kernel import Planner
    from tablee.games.fragile.quay_kernel import PackedState

COMPILED = cython.compiled


@cython.final
@cython.cclass
class Scout:
    """The workspace of one thread: a planner for the player and one for the others.

    With a judge, each player chooses the turn after which their own chance is greatest: the player
    among the ``choices`` that the plan finds best, the others among ``reply_choices``.
    """

    mine: Planner
    theirs: Planner
    judge: Judge
    judged: cython.bint
    state: PackedState
    width: cython.int
    reply_width: cython.int
    choices: cython.int
    reply_choices: cython.int

    def __init__(
        self,
        state: PackedState,
        evaluator: Evaluator,
        others: Evaluator,
        width: cython.int,
        reply_width: cython.int,
        judge: Judge | None = None,
        choices: cython.int = 1,
        reply_choices: cython.int = 1,
    ) -> None:
        self.mine = Planner(state, evaluator, max(width, choices))
        self.theirs = Planner(state, others, max(reply_width, reply_choices))
        self.judge = judge  # type: ignore[assignment]
        self.judged = judge is not None
        self.state = state.copy()
        self.width = width
        self.reply_width = reply_width
        self.choices = choices
        self.reply_choices = reply_choices

    @property
    def nodes(self) -> int:
        return self.mine.explored + self.theirs.explored

    def look(self, state: PackedState, player: cython.int, turns: cython.int) -> float:
        """Returns the value of a state to a player after so many best turns.

        With a judge, it is the player's chance to win: the mean of the chances now and after each
        turn. One line of play is one of many, and the mean errs less than its end.
        """
        with cython.nogil:
            self.state._copy_from(state)
            value = self._mean(player, turns) if self.judged else self._look(player, turns)
        return value

    def _look(self, player: cython.int, turns: cython.int) -> cython.double:
        while turns > 0 and self._play(player):
            turns -= 1
        return self.mine.evaluator._value(self.state, player)

    def _mean(self, player: cython.int, turns: cython.int) -> cython.double:
        """Returns the mean of the chances. After the end of the game they stay what they are."""
        count = turns + 1
        chance: cython.double = self.judge._chance(self.state, player)
        total = chance
        while turns > 0:
            if self._play(player):
                chance = self.judge._chance(self.state, player)
            total += chance
            turns -= 1
        return total / (count * SURE)

    def _play(self, player: cython.int) -> cython.bint:
        """Plays the best turn; False if there is none."""
        if self.state.ended != codes.GOING_ON or not self.state.playing:
            return False
        if self.state.to_play[0] == player:
            return self._play_best(self.mine, self.width, self.choices)
        return self._play_best(self.theirs, self.reply_width, self.reply_choices)

    def _play_best(self, planner: Planner, width: cython.int, choices: cython.int) -> cython.bint:
        """Plays the best of so many turns; False if there is none."""
        if not planner._plan(self.state, width, choices):
            return False
        planner._after(planner._judged_best(self.judge) if choices > 1 else 0)
        self.state._copy_from(planner.trial)
        return True
