"""Problems of Fragile as environments of Gymnasium.

env = gymnasium.make("tablee/FragileProblem-v0", number=3)     # after importing this module
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from tablee.games.fragile import Book, Fragile
from tablee.games.fragile.problems.problem import Problem
from tablee.rl.rewards import Reward, Rewards, replayed

MOST_STEPS = 200


class ProblemEnv(gymnasium.Env[dict[str, Any], Any]):
    """A problem, or one of several, drawn at each reset. Solving it is worth 1.

    An action that is not legal changes nothing, and ``info["legal"]`` says so; the mask shows which
    are. After ``most_steps`` steps an episode is truncated.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        number: int = 1,
        problems: Sequence[Problem] | None = None,
        rewards: Reward = "end",
        discount: float = 1.0,
        most_steps: int = MOST_STEPS,
        render_mode: str | None = None,
    ) -> None:
        """``number`` is of the published book; ``problems`` are others to draw from."""
        found = problems or [Book.published().entry(number).problem]
        self._simulations = [Fragile.of_problem(problem).simulation() for problem in found]
        self._most_steps = most_steps
        self._rewards = Rewards(rewards, discount)
        self.render_mode = render_mode
        layout = self._simulations[0].layout
        self._layout = layout
        self.action_space = spaces.Discrete(layout.actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-128, 127, (layout.size,), np.int8),
                "action_mask": spaces.Box(0, 1, (layout.actions,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self.simulation = self._simulations[self.np_random.integers(len(self._simulations))]
        self.simulation.reset(0)
        self._rewards.begin(self.simulation)
        self._played: list[int] = []
        self._steps = 0
        return self._seen(), {"legal": True}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        self._steps += 1
        legal = int(action) in self.simulation.legal_actions()
        reward = 0.0
        if legal:
            self.simulation.step(action)
            self._played.append(int(action))
            [reward] = self._rewards.after_step(self.simulation)
        over = self.simulation.actor is None
        if self.render_mode == "human":
            self.render()
        late = not over and self._steps >= self._most_steps
        return self._seen(), reward, over, late, {"legal": legal}

    def render(self) -> Any:
        """Draws the board as text: printed, or returned."""
        text: str = replayed(self.simulation.game, None, 0, self._played).draw()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _seen(self) -> dict[str, Any]:
        observation = np.empty(self._layout.size, np.int8)
        mask = np.empty(self._layout.actions, np.int8)
        self.simulation.observe_into(0, observation)
        self.simulation.mask_into(mask)
        return {"observation": observation, "action_mask": mask}


gymnasium.register("tablee/FragileProblem-v0", entry_point="tablee.rl.gymnasium:ProblemEnv")
