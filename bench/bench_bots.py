"""Measures how fast the top levels think, and whether they keep to their time.

    python bench/bench_bots.py [--seconds-per-turn 0.2] [--repeat 5]

Prints ``name value unit`` lines for each game: the nodes a second on one thread; the ratio of two
threads to one (the median of pairs measured in turn); the slowest turn of whole games between top
levels as a share of its budget, with one thread and with two; and the most memory that the process
had, and how much more that is than before it began to think.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from tablee.bots import Bot, Budget, BudgetClock, bot
from tablee.bots.playing import play_game
from tablee.core.game import Game, State
from tablee.core.registry import game_type
from tablee.testing import random_game

TABLES = (
    ("fragile", 2),
    ("fragile", 3),
    ("fragile", 4),
    ("shear-panic", 2),
    ("shear-panic", 3),
    ("shear-panic", 4),
)
STATES = 4


class Watched(Budget):
    """A budget that shows afterwards how much of it was used."""

    clocks: list[BudgetClock] = []  # noqa: RUF012 - the benchmark's own, read after each choice

    def start(self, usual_nodes: int | None = None) -> BudgetClock:
        self.clocks.append(BudgetClock(self, usual_nodes))
        return self.clocks[-1]


def states(game: Game[Any]) -> list[State[Any]]:
    """Returns some states of a random game in which a player has many moves."""
    met = [
        state
        for state, _ in random_game(game, seed=1)
        if (state.actor or 0) >= 0 and len(state.legal_moves()) > 12
    ]
    step = max(1, len(met) // (STATES + 1))
    return met[step::step][:STATES]


def speed(player: Bot, met: list[State[Any]], seconds: float, threads: int) -> float:
    """Returns the nodes a second for choices in these states."""
    used, began = 0, time.perf_counter()
    for state in met:
        player.choose(state.game.sitting(state), Watched(seconds=seconds, threads=threads), seed=1)
        used += Watched.clocks.pop().nodes
    return used / (time.perf_counter() - began)


def lines(name: str, players: int, seconds: float, repeat: int) -> Iterator[str]:
    game = game_type(name).from_options({"players": str(players)}, None)
    top, met, table = bot(name, "5"), states(game), f"{name}_{players}_players"
    speeds, gains, before = [], [], memory()
    for _ in range(repeat):
        speeds.append(speed(top, met, seconds, threads=1))
        gains.append(speed(top, met, seconds, threads=2) / speeds[-1])
    yield f"{table}_nodes {statistics.median(speeds):.0f} nodes/s"
    yield f"{table}_two_threads {statistics.median(gains):.2f} times"
    for threads in (1, 2):
        budget = Budget(seconds=seconds, threads=threads)
        played = play_game(game, [top] * players, budget, seed=threads)
        share = 100 * max(played.slowest) / seconds
        yield f"{table}_slowest_turn_{threads}_threads {share:.1f} %"
    yield f"{table}_memory {memory():.0f} MB"
    yield f"{table}_memory_to_think {memory() - before:.1f} MB"


def memory() -> float:
    """Returns the most memory that this process has had, in MB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def told(name: str, players: int, seconds: float, repeat: int) -> list[str]:
    return list(lines(name, players, seconds, repeat))


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed and punctuality of the top levels.")
    parser.add_argument("--seconds-per-turn", type=float, default=0.2)
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    for name, players in TABLES:
        # A process of its own for each table, so that memory is that of one bot.
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            table = (name, players, options.seconds_per_turn, options.repeat)
            print(*process.submit(told, *table).result(), sep="\n", flush=True)


if __name__ == "__main__":
    main()
