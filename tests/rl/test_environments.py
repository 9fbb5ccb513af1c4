"""The environments pass the tests of their own libraries."""

import itertools
import random
import time
from typing import Any

import pytest

pytest.importorskip("pettingzoo")
np = pytest.importorskip("numpy")

import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    performance_benchmark,
    render_test,
    seed_test,
)

from tablee.core import Game
from tablee.core.simulation_kernel import COMPILED
from tablee.games.fragile import Book, Fragile
from tablee.games.shear_panic import ShearPanic
from tablee.rl import pettingzoo
from tablee.rl.gymnasium import ProblemEnv
from tablee.rl.rewards import Rewards, end_rewards, potentials

# PettingZoo knows by name which of its own environments have a dictionary with a mask.
pytestmark = pytest.mark.filterwarnings("ignore:Observation:UserWarning")
# Games of Fragile end soon, so that the tests see the end of some.
GAMES = [
    Fragile(2, idle_limit=3),
    Fragile(3, straws=True, idle_limit=3),
    ShearPanic(2),
    ShearPanic(4),
]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.players}")
REWARDS = ["end", "potential", "potential", "end"]
CYCLES = 30 if COMPILED else 5


@pytest.mark.parametrize(("game", "rewards"), list(zip(GAMES, REWARDS, strict=True)))
def test_a_game_in_turns_passes_the_tests_of_pettingzoo(game: Game[Any], rewards: Any) -> None:
    api_test(pettingzoo.env(game, rewards=rewards), CYCLES)


@every_game
def test_the_benchmark_of_pettingzoo_runs(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It plays for five seconds, so its clock is fast here: bench/bench_research.py measures."""
    seconds = itertools.count()
    monkeypatch.setattr(time, "time", lambda: next(seconds) / (10 if COMPILED else 1))
    performance_benchmark(pettingzoo.env(game))
    assert "turns per second" in capsys.readouterr().out


@every_game
def test_the_same_seed_gives_the_same_game_in_turns(game: Game[Any]) -> None:
    seed_test(lambda: pettingzoo.env(game), CYCLES)


@every_game
def test_a_game_in_turns_can_be_drawn(game: Game[Any]) -> None:
    def make(render_mode: str | None = None) -> Any:
        return pettingzoo.env(game, render_mode=render_mode)

    render_test(make, {"ansi": lambda text: len(text.splitlines()) > 5})


@every_game
def test_a_batch_passes_the_tests_of_pettingzoo(game: Game[Any]) -> None:
    parallel_api_test(pettingzoo.parallel_env(game, 3), CYCLES)


def test_a_batch_tells_each_game_who_acts_and_how_it_ended() -> None:
    env = pettingzoo.parallel_env(GAMES[0], 2)
    seen, infos = env.reset(seed=5)
    ended = 0
    luck = random.Random(1)
    for _ in range(400 if COMPILED else 3):
        assert all(infos[agent]["actor"] in (0, 1) for agent in env.agents)
        actions = {
            agent: luck.choice(np.flatnonzero(seen[agent]["action_mask"]).tolist())
            for agent in env.agents
        }
        seen, rewards, over, _, infos = env.step(actions)
        for agent in actions:
            if over[agent]:
                ended += 1
                assert rewards[agent] in infos[agent]["players"]
                assert sum(infos[agent]["players"]) == 0
        if not env.agents:
            break
    env.close()
    assert ended == (2 if COMPILED else 0)


@pytest.mark.parametrize("number", range(1, 9))
def test_a_problem_passes_the_tests_of_gymnasium(number: int) -> None:
    env = gymnasium.make("tablee/FragileProblem-v0", number=number, render_mode="ansi")
    check_env(env.unwrapped)
    assert "A" in str(env.unwrapped.render())


def test_the_published_solution_of_a_problem_is_worth_one() -> None:
    entry = Book.published().entry(1)
    env = ProblemEnv(1, rewards="end")
    state = Fragile.of_problem(entry.problem).initial()
    env.reset(seed=1)
    total, over = 0.0, False
    for turn in entry.solution:
        for move in state.parse_line(turn):
            action = env.simulation.action(state.notation(move))
            state = state.play(move)
            _, reward, over, late, info = env.step(action)
            assert info["legal"]
            assert not late
            total += reward
    assert over
    assert total == 1


def test_an_action_that_is_not_legal_changes_nothing_in_a_problem() -> None:
    env = ProblemEnv(1, most_steps=2)
    env.reset(seed=1)
    before = env.simulation.copy()
    _, reward, over, late, info = env.step(0)
    assert (reward, over, late, info) == (0, False, False, {"legal": False})
    assert env.simulation == before
    assert env.step(0)[3]


@pytest.mark.parametrize("game", [Fragile(3), ShearPanic(2), ShearPanic(4)], ids=str)
def test_a_potential_adds_up_to_nothing(game: Game[Any]) -> None:
    """So it changes no optimal policy: the sum over a game differs only by its first potential."""
    shaped = any(adds_up_to_nothing(game, seed) for seed in range(12 if COMPILED else 1))
    assert shaped or not COMPILED


def adds_up_to_nothing(game: Game[Any], seed: int) -> bool:
    """Plays a random game; returns whether there were rewards before its end."""
    simulation = game.simulation(seed=seed)
    luck, rewards = random.Random(seed), Rewards("potential")
    first = potentials(simulation)
    rewards.begin(simulation)
    totals = [0.0] * game.players
    shaped = False
    while simulation.actor is not None:
        legal = simulation.legal_actions()
        pushes = [a for a in legal if "push" in simulation.layout.place_of(a)[0].name]
        simulation.step(luck.choice(pushes or legal))
        found = rewards.after_step(simulation)
        shaped = shaped or (simulation.actor is not None and any(found))
        totals = [total + more for total, more in zip(totals, found, strict=True)]
    plain = end_rewards(simulation)
    for total, end, start in zip(totals, plain, first, strict=True):
        assert total == pytest.approx(end - start)
    return shaped


def test_there_are_two_kinds_of_rewards() -> None:
    with pytest.raises(ValueError, match="“end” or “potential”"):
        Rewards("points")  # type: ignore[arg-type]
