"""Rewards: the end of the game alone, or points on the way that change no best policy."""

from __future__ import annotations

from typing import Any, Literal

from tablee.core.simulation_kernel import Simulation

Reward = Literal["end", "potential"]
"""``end``: 1 for the winner, -1 shared by the others, 0 if nobody wins; for one player 1 or 0.

``potential`` adds the difference of a potential, the lead in points, between two moments. Such a
reward changes no optimal policy, because what it adds on the way it takes back at the end: Ng,
Harada and Russell, "Policy invariance under reward transformations", 1999.
"""

SCALE = 20.0
"""A lead of so many points is a potential of 1."""


def end_rewards(simulation: Simulation) -> list[float]:
    """Returns the reward of each player at the end of a game, and zeros before."""
    players = simulation.layout.players
    winners = simulation.winners()
    if players == 1 or not winners:
        return [float(player in winners) for player in range(players)]
    share = -len(winners) / (players - len(winners))
    return [1.0 if player in winners else share for player in range(players)]


def potentials(simulation: Simulation) -> list[float]:
    """Returns the lead of each player over the mean of the others. It is 0 at the end."""
    scores = simulation.scores()
    if simulation.actor is None:
        return [0.0] * len(scores)
    if len(scores) == 1:
        return [scores[0] / SCALE]
    total, others = sum(scores), len(scores) - 1
    return [(score - (total - score) / others) / SCALE for score in scores]


class Rewards:
    """Tells the rewards of each step of a game."""

    def __init__(self, kind: Reward, discount: float = 1.0) -> None:
        if kind not in ("end", "potential"):
            raise ValueError(f"rewards are “end” or “potential”, not “{kind}”")
        self._shaped = kind == "potential"
        self._discount = discount
        self._before: list[float] = []

    def begin(self, simulation: Simulation) -> None:
        if self._shaped:
            self._before = potentials(simulation)

    def after_step(self, simulation: Simulation) -> list[float]:
        """Returns the reward of each player for the step just played."""
        over = simulation.actor is None
        found = end_rewards(simulation) if over else [0.0] * simulation.layout.players
        if self._shaped:
            now = potentials(simulation)
            found = [
                reward + self._discount * after - before
                for reward, after, before in zip(found, now, self._before, strict=True)
            ]
            self._before = now
        return found


def replayed(game: Any, start: Any, seed: int, actions: list[int]) -> Any:
    """Returns the law's state after these actions, with the luck of a seed."""
    state = game.initial() if start is None else start
    twin = game.simulation(start, seed=seed, rolls=False)
    left = iter(actions)
    while (actor := twin.actor) is not None:
        before = twin.copy()
        if actor < 0:
            action = twin.roll()
        else:
            chosen = next(left, None)
            if chosen is None:
                break
            twin.step(chosen)
            action = chosen
        state = state.play(state.parse(before.text(action)))
    return state
