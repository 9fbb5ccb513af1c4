"""The games in OpenSpiel. Importing this module registers them; chance has nodes of its own.

    game = pyspiel.load_game("tablee_shear_panic", {"players": 3})
    game = pyspiel.load_game("tablee_fragile", {"options": "order=straws players=3"})

``options`` are those of the game, as in docs/options.md. ``position`` begins elsewhere: what
``position`` makes of a state.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from json import dumps, loads
from typing import Any
from zlib import compress, decompress

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from tablee.core import CHANCE, Game, State
from tablee.games.fragile import Fragile
from tablee.games.shear_panic import ShearPanic
from tablee.rl.rewards import end_rewards

_CHANCE = {"fragile": ("straws", "straws"), "shear-panic": ("first", "regroup")}
"""The first and the last block of actions that are chance's."""
_LONGEST = {"fragile": 20_000, "shear-panic": 5_000}
"""More moves than a game can have."""
_REMEMBERED = 8


def position(state: State[Any]) -> str:
    """Returns a state as one word, for the parameter ``position``."""
    return urlsafe_b64encode(compress(dumps(state.to_json()).encode())).decode().rstrip("=")


def _state(game: Game[Any], text: str) -> State[Any] | None:
    if not text:
        return None
    data = loads(decompress(urlsafe_b64decode(text + "=" * (-len(text) % 4))))
    return game.state_from_json(data)


def _type(game: type[Game[Any]]) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"tablee_{game.name.replace('-', '_')}",
        long_name=game.title().text(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.player_counts),
        min_num_players=min(game.player_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.usual_players,
            "options": "",
            "position": "",
        },
    )


class TableeGame(pyspiel.Game):
    """A game of tablee."""

    kind: type[Game[Any]]
    type: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        options = dict(option.split("=", 1) for option in params.get("options", "").split())
        options.setdefault("players", str(params.get("players", self.kind.usual_players)))
        self.law = self.kind.from_options(options)
        self.start = _state(self.law, params.get("position", ""))
        self.first = self.law.simulation(self.start, rolls=False)
        self._drawn: dict[tuple[str, ...], State[Any]] = {}
        self.layout = self.first.layout
        names = {part.name: part for part in self.layout.action_parts}
        first, last = _CHANCE[self.kind.name]
        self.chance = names[first].first
        info = pyspiel.GameInfo(
            num_distinct_actions=self.layout.actions,
            max_chance_outcomes=names[last].last + 1 - self.chance,
            num_players=self.law.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LONGEST[self.kind.name],
        )
        super().__init__(self.type, info, params)

    def new_initial_state(self) -> TableeState:
        return TableeState(self)

    def law_after(self, texts: tuple[str, ...]) -> State[Any]:
        """Returns the law's state after these moves, going on from one that was asked for lately.

        OpenSpiel's tests draw each state of a game, so playing all of it again would cost minutes.
        """
        known = max(
            (found for found in self._drawn if texts[: len(found)] == found), default=(), key=len
        )
        state = self._drawn.get(known) or self.start or self.law.initial()
        for text in texts[len(known) :]:
            state = state.play(state.read(text))
        while len(self._drawn) >= _REMEMBERED:
            del self._drawn[next(iter(self._drawn))]
        self._drawn[texts] = state
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class TableeState(pyspiel.State):
    """A moment of a game. The actions of chance count from 0, as OpenSpiel wants them."""

    def __init__(self, game: TableeGame) -> None:
        super().__init__(game)
        self._simulation = game.first.copy()
        self._chance = game.chance
        self._texts: tuple[str, ...] = ()

    def current_player(self) -> int:
        actor = self._simulation.actor
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        if player == self._simulation.actor:
            return sorted(self._simulation.legal_actions())
        return []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        found = self._simulation.chances()
        return sorted((action - self._chance, probability) for action, probability in found)

    def _apply_action(self, action: int) -> None:
        action = self._number(action)
        self._texts += (self._simulation.text(action),)
        self._simulation.step(action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return self._simulation.text(self._number(action))

    def _number(self, action: int) -> int:
        return action + self._chance if self._simulation.actor == CHANCE else action

    def is_terminal(self) -> bool:
        return self._simulation.actor is None

    def returns(self) -> list[float]:
        return end_rewards(self._simulation)

    def __str__(self) -> str:
        text: str = self.get_game().law_after(self._texts).draw()
        return text


class Observer:
    """Observes a state for a player, in the parts of the layout."""

    def __init__(self, game: TableeGame) -> None:
        self._bytes = np.zeros(game.layout.size, np.int8)
        self.tensor = np.zeros(game.layout.size, np.float32)
        self.dict = {
            part.name: self.tensor[part.first : part.first + part.size].reshape(part.shape)
            for part in game.layout.observation_parts
        }

    def set_from(self, state: TableeState, player: int) -> None:
        state._simulation.observe_into(player, self._bytes)
        self.tensor[:] = self._bytes

    def string_from(self, state: TableeState, player: int) -> str:  # noqa: ARG002
        return str(state)


class FragileGame(TableeGame):
    kind = Fragile
    type = _type(Fragile)


class ShearPanicGame(TableeGame):
    kind = ShearPanic
    type = _type(ShearPanic)


for _game in (FragileGame, ShearPanicGame):
    pyspiel.register_game(_game.type, _game)
