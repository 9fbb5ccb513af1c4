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

    With a judge, each player chooses the turn after which their own chance is greatest, among the
    ``choices`` that the plan finds best.
    """

    mine: Planner
    theirs: Planner
    judge: Judge
    judged: cython.bint
    state: PackedState
    width: cython.int
    reply_width: cython.int
    choices: cython.int

    def __init__(
        self,
        state: PackedState,
        evaluator: Evaluator,
        others: Evaluator,
        width: cython.int,
        reply_width: cython.int,
        judge: Judge | None = None,
        choices: cython.int = 1,
    ) -> None:
        self.mine = Planner(state, evaluator, max(width, choices))
        self.theirs = Planner(state, others, max(reply_width, choices))
        self.judge = judge  # type: ignore[assignment]
        self.judged = judge is not None
        self.state = state.copy()
        self.width = width
        self.reply_width = reply_width
        self.choices = choices

    @property
    def nodes(self) -> int:
        return self.mine.explored + self.theirs.explored

    def look(self, state: PackedState, player: cython.int, turns: cython.int) -> float:
        """Returns the value of a state to a player after so many best turns.

        With a judge, it is the player's chance to win.
        """
        with cython.nogil:
            self.state._copy_from(state)
            value = self._look(player, turns)
        return value

    def _look(self, player: cython.int, turns: cython.int) -> cython.double:
        while turns > 0 and self.state.ended == codes.GOING_ON and self.state.playing:
            if self.state.to_play[0] == player:
                if not self._play(self.mine, self.width):
                    break
            elif not self._play(self.theirs, self.reply_width):
                break
            turns -= 1
        if self.judged:
            return self.judge._chance(self.state, player) / SURE
        return self.mine.evaluator._value(self.state, player)

    def _play(self, planner: Planner, width: cython.int) -> cython.bint:
        """Plays the best turn; False if there is none."""
        if not planner._plan(self.state, width, self.choices):
            return False
        planner._after(planner._judged_best(self.judge) if self.judged else 0)
        self.state._copy_from(planner.trial)
        return True
