"""The games as environments of PettingZoo: one game in turns (AEC), or a batch in parallel.

from tablee.rl import pettingzoo

env = pettingzoo.env(ShearPanic(3), render_mode="ansi")
games = pettingzoo.parallel_env(Fragile(2), 64)
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from tablee.core import Game
from tablee.core.batch import Batch
from tablee.core.layout import Layout
from tablee.rl.rewards import Reward, Rewards, replayed

Observation = dict[str, Any]


def env(game: Game[Any], **options: Any) -> AECEnv[str, Observation, int]:
    """Returns a ``TurnEnv`` that checks the order of calls and the actions, as PettingZoo's do."""
    turns = wrappers.AssertOutOfBoundsWrapper(TurnEnv(game, **options))
    return wrappers.OrderEnforcingWrapper(turns)


def parallel_env(game: Game[Any], games: int, **options: Any) -> BatchEnv:
    return BatchEnv(game, games, **options)


def _space(layout: Layout) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(-128, 127, (layout.size,), np.int8),
            "action_mask": spaces.Box(0, 1, (layout.actions,), np.int8),
        }
    )


class TurnEnv(AECEnv[str, Observation, int]):
    """One game. The agents are its players, ``player_0`` and on, who act as the rules say.

    Chance acts by itself, decided by the seed of ``reset``. ``rewards`` is one of
    ``tablee.rl.rewards.Reward``.
    """

    metadata = {  # noqa: RUF012 (as PettingZoo has it)
        "render_modes": ["human", "ansi"],
        "name": "tablee_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game[Any],
        render_mode: str | None = None,
        rewards: Reward = "end",
        discount: float = 1.0,
    ) -> None:
        super().__init__()
        self.game = game
        self.render_mode = render_mode
        self.simulation = game.simulation()
        self.possible_agents = [f"player_{player}" for player in range(game.players)]
        self.agents = self.possible_agents[:]
        layout = self.simulation.layout
        self.observation_spaces = {agent: _space(layout) for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(layout.actions) for agent in self.agents}
        self._layout = layout
        self._numbers = {agent: player for player, agent in enumerate(self.possible_agents)}
        self._rewards = Rewards(rewards, discount)
        self._luck = random.Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begins a game. The same seed gives the same luck."""
        if seed is not None:
            self._luck = random.Random(seed)
        self._seed = self._luck.getrandbits(63)
        self._played: list[int] = []
        self.simulation.reset(self._seed)
        self._rewards.begin(self.simulation)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.simulation.actor or 0]

    def observe(self, agent: str) -> Observation:
        observation = np.empty(self._layout.size, np.int8)
        mask = np.zeros(self._layout.actions, np.int8)
        self.simulation.observe_into(self._numbers[agent], observation)
        if agent == self.agent_selection:
            self.simulation.mask_into(mask)
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.simulation.step(action)
        self._played.append(int(action))
        self._cumulative_rewards[agent] = 0.0
        found = self._rewards.after_step(self.simulation)
        self.rewards = dict(zip(self.agents, found, strict=True))
        self._accumulate_rewards()
        actor = self.simulation.actor
        if actor is None:
            self.terminations = dict.fromkeys(self.agents, True)
            actor = (self._numbers[agent] + 1) % len(self.agents)
        self.agent_selection = self.agents[actor]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Draws the board as text: printed, or returned."""
        state = replayed(self.game, None, self._seed, self._played)
        text: str = state.draw()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""


class BatchEnv(ParallelEnv[str, Observation, int]):
    """Many games in parallel. The agents are the games, ``game_0`` and on.

    In each step every game that goes on plays one action for the player who acts there, which is
    what self-play needs. An agent's reward is that of the player who acted. ``infos`` has the
    present ``actor`` and the rewards of all ``players``.
    """

    metadata = {"render_modes": [], "name": "tablee_batch_v0"}  # noqa: RUF012

    def __init__(self, game: Game[Any], games: int, threads: int | None = None) -> None:
        layout = game.simulation().layout
        self.possible_agents = [f"game_{number}" for number in range(games)]
        self.agents: list[str] = []
        self.render_mode = None
        self._observations = np.zeros((games, layout.size), np.int8)
        self._masks = np.zeros((games, layout.actions), np.int8)
        self._rewards = np.zeros((games, layout.players), np.float32)
        self._actors = np.zeros(games, np.int32)
        self._actions = np.zeros(games, np.int32)
        self._luck = random.Random()
        self.batch = Batch(
            game,
            games,
            threads=threads,
            auto_reset=False,
            observations=self._observations,
            masks=self._masks,
            rewards=self._rewards,
            actors=self._actors,
        )
        self.observation_spaces = {agent: _space(layout) for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(layout.actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        if seed is not None:
            self._luck = random.Random(seed)
        self.batch.reset([self._luck.getrandbits(63) for _ in self.possible_agents])
        self.agents = self.possible_agents[:]
        self._rewards[:] = 0
        self._acted = self._actors.copy()
        return self._seen(self.agents), self._infos(self.agents)

    def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
        agents = self.agents
        self._acted[:] = self._actors
        for number, agent in enumerate(self.possible_agents):
            self._actions[number] = actions.get(agent, -1)
        self.batch.step(self._actions)
        numbers = {agent: int(agent.removeprefix("game_")) for agent in agents}
        over = {agent: bool(self._actors[number] < -1) for agent, number in numbers.items()}
        rewards = {
            agent: float(self._rewards[number, self._acted[number]])
            for agent, number in numbers.items()
        }
        self.agents = [agent for agent in agents if not over[agent]]
        going = dict.fromkeys(agents, False)
        return self._seen(agents), rewards, over, going, self._infos(agents)

    def _seen(self, agents: list[str]) -> dict[str, Observation]:
        return {
            agent: {
                "observation": self._observations[number].copy(),
                "action_mask": self._masks[number].copy(),
            }
            for agent in agents
            for number in [int(agent.removeprefix("game_"))]
        }

    def _infos(self, agents: list[str]) -> dict[str, dict[str, Any]]:
        return {
            agent: {"actor": int(self._actors[number]), "players": self._rewards[number].tolist()}
            for agent in agents
            for number in [int(agent.removeprefix("game_"))]
        }

    def render(self) -> None:
        """A batch is not drawn."""

    def close(self) -> None:
        self.batch.close()
