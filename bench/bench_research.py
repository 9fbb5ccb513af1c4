"""Measures steps a second of one thread beside OpenSpiel, PettingZoo and pgx, in one run.

    python -m pip install --requirement requirements-bench.txt
    python bench/bench_research.py [--seconds 0.5] [--repeat 3]

Prints ``name value unit`` lines, in seconds of the processor, and then ratios. All games are for
two, with random legal actions. What chance does is not counted as a step, except in ``play_out``,
where the rules play alone. Ours and theirs are measured in turn, and the median counts. A library
that is not installed is left out.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from array import array
from collections.abc import Callable
from typing import Any

from tablee.core.batch import Batch
from tablee.core.game import Game
from tablee.games.fragile import Fragile
from tablee.games.shear_panic import ShearPanic

Play = Callable[[float], float]
"""Plays for so many seconds; returns steps a second."""
BATCH = 1024
CHOSEN = 30
"""Games in which legal actions are counted."""


def simulation(game: Game[Any]) -> Play:
    """Random games of a ``Simulation``, with its buffer of legal actions."""

    def play(seconds: float) -> float:
        one, luck, steps = game.simulation(), random.Random(1).random, 0
        legal = one.actions
        began = time.process_time()
        while time.process_time() - began < seconds:
            one.reset(steps)
            while one.actor is not None:
                one.step(legal[int(luck() * one.count)])
                steps += 1
        return steps / (time.process_time() - began)

    return play


def play_out(game: Game[Any]) -> Play:
    """Random games without Python between the steps: the speed of the rules."""

    def play(seconds: float) -> float:
        one, games, steps = game.simulation(), 0, 0
        began = time.process_time()
        while time.process_time() - began < seconds:
            one.reset(games)
            steps += one.play_out(games)
            games += 1
        return steps / (time.process_time() - began)

    return play


def batch(game: Game[Any], *, masks: bool = True, observations: bool = False) -> Play:
    """Random games of a ``Batch`` on one thread, with rewards and ends."""
    layout = game.simulation().layout
    actions = array("i", bytes(4 * BATCH))
    games = Batch(
        game,
        BATCH,
        threads=1,
        masks=bytearray(BATCH * layout.actions) if masks else None,
        observations=bytearray(BATCH * layout.size) if observations else None,
        rewards=array("f", bytes(4 * BATCH * layout.players)),
        done=bytearray(BATCH),
    )

    def play(seconds: float) -> float:
        steps = 0
        began = time.process_time()
        while time.process_time() - began < seconds:
            games.sample(actions, steps)
            games.step(actions)
            steps += BATCH
        return steps / (time.process_time() - began)

    return play


def openspiel(name: str) -> Play:
    """Random games through the Python interface of OpenSpiel."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(seconds: float) -> float:
        luck, steps = random.Random(1), 0
        began = time.process_time()
        while time.process_time() - began < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    [action] = luck.choices([a for a, _ in outcomes], [p for _, p in outcomes])
                else:
                    legal = state.legal_actions()
                    action = legal[int(luck.random() * len(legal))]
                    steps += 1
                state.apply_action(action)
        return steps / (time.process_time() - began)

    return play


def pettingzoo(env: Any) -> Play:
    """Random games of an environment in turns."""
    import numpy as np

    def play(seconds: float) -> float:
        luck, steps = random.Random(1), 0
        began = time.process_time()
        while time.process_time() - began < seconds:
            env.reset(seed=1)
            for _ in env.agent_iter():
                seen, _, over, late, _ = env.last()
                if over or late or time.process_time() - began > 2 * seconds:
                    break
                env.step(luck.choice(np.flatnonzero(seen["action_mask"]).tolist()))
                steps += 1
        return steps / (time.process_time() - began)

    return play


def our_env() -> Play:
    from tablee.rl import pettingzoo as environments

    return pettingzoo(environments.env(Fragile(2)))


def their_chess() -> Play:
    from pettingzoo.classic import chess_v6

    return pettingzoo(chess_v6.env())


def pgx_backgammon() -> Play:
    """Batches of pgx's backgammon on the processor, with random legal actions."""
    import jax
    import pgx

    env = pgx.make("backgammon")
    step = jax.vmap(pgx.experimental.auto_reset(env.step, env.init))

    @jax.jit
    def many(state: Any, key: Any) -> Any:
        def one(state: Any, key: Any) -> Any:
            luck, dice = jax.random.split(key)
            odds = jax.numpy.log(state.legal_action_mask.astype(float))
            action = jax.random.categorical(luck, odds)
            return step(state, action, jax.random.split(dice, BATCH)), None

        return jax.lax.scan(one, state, jax.random.split(key, 20))[0]

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), BATCH))
    many(state, jax.random.key(1)).current_player.block_until_ready()

    def play(seconds: float) -> float:
        now, steps = state, 0
        began = time.process_time()
        while time.process_time() - began < seconds:
            now = many(now, jax.random.key(steps))
            now.current_player.block_until_ready()
            steps += 20 * BATCH
        return steps / (time.process_time() - began)

    return play


def choices(game: Game[Any]) -> float:
    """Returns how many actions are legal in a step of random games, on average."""
    one, luck, found = game.simulation(), random.Random(1), []
    for seed in range(CHOSEN):
        one.reset(seed)
        while one.actor is not None:
            found.append(one.count)
            one.step(luck.choice(one.legal_actions()))
    return statistics.mean(found)


def openspiel_choices(name: str) -> float:
    import pyspiel

    game, luck, found = pyspiel.load_game(name), random.Random(1), []
    for _ in range(CHOSEN):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                found.append(len(legal))
            state.apply_action(luck.choice(legal))
    return statistics.mean(found)


FRAGILE, SHEAR_PANIC = Fragile(2), ShearPanic(2)
CHOICES: dict[str, Callable[[], float]] = {
    "fragile": lambda: choices(FRAGILE),
    "shear_panic": lambda: choices(SHEAR_PANIC),
    "openspiel/amazons": lambda: openspiel_choices("amazons"),
    "openspiel/backgammon": lambda: openspiel_choices("backgammon"),
    "openspiel/chess": lambda: openspiel_choices("chess"),
}
PLAYS: dict[str, Callable[[], Play]] = {
    "play_out/fragile": lambda: play_out(FRAGILE),
    "play_out/shear_panic": lambda: play_out(SHEAR_PANIC),
    "simulation/fragile": lambda: simulation(FRAGILE),
    "simulation/shear_panic": lambda: simulation(SHEAR_PANIC),
    "batch_without_masks/fragile": lambda: batch(FRAGILE, masks=False),
    "batch_without_masks/shear_panic": lambda: batch(SHEAR_PANIC, masks=False),
    "batch/fragile": lambda: batch(FRAGILE),
    "batch/shear_panic": lambda: batch(SHEAR_PANIC),
    "batch_with_observations/fragile": lambda: batch(FRAGILE, observations=True),
    "batch_with_observations/shear_panic": lambda: batch(SHEAR_PANIC, observations=True),
    "pettingzoo/fragile": our_env,
    "openspiel/amazons": lambda: openspiel("amazons"),
    "openspiel/backgammon": lambda: openspiel("backgammon"),
    "openspiel/chess": lambda: openspiel("chess"),
    "pettingzoo/chess": their_chess,
    "pgx/backgammon": pgx_backgammon,
}
RATIOS = (
    ("simulation/fragile", "openspiel/amazons"),
    ("simulation/fragile", "openspiel/chess"),
    ("simulation/shear_panic", "openspiel/backgammon"),
    ("batch/fragile", "openspiel/amazons"),
    ("batch/fragile", "openspiel/chess"),
    ("batch/fragile", "openspiel/backgammon"),
    ("batch/shear_panic", "openspiel/backgammon"),
    ("batch_with_observations/shear_panic", "pgx/backgammon"),
    ("pettingzoo/fragile", "pettingzoo/chess"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description="measures steps a second beside other libraries")
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    for name, count in CHOICES.items():
        try:
            print(f"{name} {count():.1f} legal_actions/step")
        except ImportError as missing:
            print(f"# {name}: {missing}")
    plays: dict[str, Play] = {}
    for name, make in PLAYS.items():
        try:
            plays[name] = make()
        except ImportError as missing:
            print(f"# {name}: {missing}")
    found: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(options.repeat):
        for name, play in plays.items():
            found[name].append(play(options.seconds))
    for name, rates in found.items():
        print(f"{name} {statistics.median(rates):.0f} steps/s")
    for ours, theirs in RATIOS:
        if ours in found and theirs in found:
            pairs = zip(found[ours], found[theirs], strict=True)
            print(f"{ours}:{theirs} {statistics.median(a / b for a, b in pairs):.1f} times")


if __name__ == "__main__":
    main()
