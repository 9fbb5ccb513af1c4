"""Plays our bots of Fragile against OpenSpiel's MCTSBot, with equal seconds a turn.

    PYTHONPATH=src python bench/openspiel_match.py --bot 5 --games 20 --seconds-per-turn 0.5

Needs an environment with ``open_spiel``. OpenSpiel sees Fragile as a game of its own, with the
states and action numbers of our kernel. MCTSBot searches single actions. Its rollouts also run on
our kernel, which is many times faster than its own. It shares out the seconds of a turn over the
actions as our UCT does. It is the MCTSBot in Python: the one in C++ crashes on every game that is
not in C++ (open_spiel 2.0.2, with python_tic_tac_toe too).
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from tablee.bots import Bot, Budget, Choice, bot
from tablee.bots.bot import bot_message
from tablee.bots.playing import play_game
from tablee.bots.statistics import elo, interval
from tablee.bots.uct import SHARE
from tablee.core.sitting import Sitting
from tablee.games.fragile import Fragile
from tablee.games.fragile.sandbox import Sandbox, sandbox_of

UCT_C = 2.0
LONGEST = 20_000
"""A limit of actions above that of any game (F-5.6)."""


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """Fragile for two, which can start from a state of ours."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        kind = pyspiel.GameType(
            short_name="tablee_fragile",
            long_name="Fragile",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=1 << 25,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, params or {})
        self.start = Held(sandbox_of(Fragile(2).initial()).copy())

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self, self.start)


class Held:
    """A sandbox that ``copy.deepcopy`` can copy. OpenSpiel clones states that way."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        return Held(self.sandbox.copy())


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A state of our kernel with OpenSpiel's interface."""

    def __init__(self, game: OpenSpielGame, held: Held) -> None:
        super().__init__(game)
        self.held = held

    @property
    def sandbox(self) -> Sandbox:
        return self.held.sandbox

    def current_player(self) -> int:
        actor = self.sandbox.actor()
        return int(pyspiel.PlayerId.TERMINAL) if actor is None else actor

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return sorted(self.sandbox.legal())

    def _apply_action(self, action: int) -> None:
        self.sandbox.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return str(action)

    def is_terminal(self) -> bool:
        return self.sandbox.actor() is None

    def returns(self) -> list[float]:
        winners = self.sandbox.winners() if self.is_terminal() else ()
        return [0.0 if not winners else 1.0 if player in winners else -1.0 for player in range(2)]

    def __str__(self) -> str:
        return str(self.sandbox.packed.fields())


class Rollout(mcts.Evaluator):  # type: ignore[misc]
    """Plays one random game on our kernel."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def evaluate(self, state: OpenSpielState) -> np.ndarray[Any, Any]:
        end = OpenSpielState(state.get_game(), Held(state.sandbox.copy()))
        end.sandbox.play_out(self.random.getrandbits(63))
        return np.array(end.returns())

    def prior(self, state: OpenSpielState) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


class OpenSpielBot(Bot):
    """OpenSpiel's MCTSBot as a player at our table."""

    name = "openspiel"

    def __init__(self) -> None:
        self.game = OpenSpielGame()
        self.speed = 500.0
        """Measured simulations a second. MCTSBot has a limit of simulations, not of time."""

    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:
        assert budget.seconds is not None
        began = time.monotonic()
        sandbox = sandbox_of(sitting.state)  # type: ignore[arg-type]
        player, moves = sandbox.actor(), list[str]()
        while sandbox.actor() == player:
            left = budget.seconds - (time.monotonic() - began)
            number = self._search(sandbox, max(SHARE * left, 0.001), seed)
            sitting = sitting.play(sandbox.move(number, sitting.state))
            moves.append(sitting.text)
            sandbox.apply(number)
        return Choice(tuple(moves), bot_message("reason-uct", playouts=0))

    def _search(self, sandbox: Sandbox, seconds: float, seed: int) -> int:
        state = OpenSpielState(self.game, Held(sandbox.copy()))
        legal = state.legal_actions()
        if len(legal) == 1:
            return int(legal[0])
        count = max(2, round(self.speed * seconds))
        searcher = mcts.MCTSBot(
            self.game, UCT_C, count, Rollout(seed), False, np.random.RandomState(seed % 2**32)
        )
        began = time.monotonic()
        action = int(searcher.step(state))
        self.speed = count / max(time.monotonic() - began, 1e-6)
        return action


def main() -> None:
    parser = argparse.ArgumentParser(description="Our bots against OpenSpiel's MCTSBot.")
    parser.add_argument("--bot", default="5")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds-per-turn", type=float, default=0.5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ours, theirs, wins = bot("fragile", options.bot), OpenSpielBot(), 0
    budget = Budget(seconds=options.seconds_per_turn)
    for number in range(options.games):
        seats: list[Bot] = [ours, theirs] if number % 2 == 0 else [theirs, ours]
        played = play_game(Fragile(2), seats, budget, options.seed * 1000 + number // 2)
        wins += seats.index(ours) in played.winners
        sure = interval(wins, number + 1)
        print(
            f"{options.bot} against OpenSpiel's MCTSBot: {wins} of {number + 1} won, "
            f"{100 * wins / (number + 1):.0f} % ({100 * sure.low:.0f} … {100 * sure.high:.0f}), "
            f"Elo {elo(wins / (number + 1)):+.0f}; slowest turns {played.slowest}",
            flush=True,
        )


if __name__ == "__main__":
    main()
