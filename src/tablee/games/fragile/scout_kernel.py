"""Looks ahead in Fragile: plays the best turns of the players who come next."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.games.fragile import codes
    from tablee.games.fragile.evaluate_kernel import Evaluator
    from tablee.games.fragile.plan_kernel import Planner
    from tablee.games.fragile.quay_kernel import PackedState

COMPILED = cython.compiled


@cython.final
@cython.cclass
class Scout:
    """The workspace of one thread: a planner for the player and one for the others."""

    mine: Planner
    theirs: Planner
    state: PackedState
    width: cython.int
    reply_width: cython.int

    def __init__(
        self,
        state: PackedState,
        evaluator: Evaluator,
        others: Evaluator,
        width: cython.int,
        reply_width: cython.int,
    ) -> None:
        self.mine = Planner(state, evaluator, width)
        self.theirs = Planner(state, others, reply_width)
        self.state = state.copy()
        self.width = width
        self.reply_width = reply_width

    @property
    def nodes(self) -> int:
        return self.mine.explored + self.theirs.explored

    def look(self, state: PackedState, player: cython.int, turns: cython.int) -> float:
        """Returns the value of a state to a player after so many best turns."""
        with cython.nogil:
            self.state._copy_from(state)
            value = self._look(player, turns)
        return value

    def _look(self, player: cython.int, turns: cython.int) -> cython.double:
        while turns > 0 and self.state.ended == codes.GOING_ON and self.state.playing:
            if self.state.to_play[0] == player:
                if not self.mine._play_best(self.state, self.width):
                    break
                self.state._copy_from(self.mine.trial)
            else:
                if not self.theirs._play_best(self.state, self.reply_width):
                    break
                self.state._copy_from(self.theirs.trial)
            turns -= 1
        return self.mine.evaluator._value(self.state, player)
