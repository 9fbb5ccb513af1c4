"""Tunes the weights by which Fragile's bots judge a position, by self-play.

    python -m pip install -r requirements-tune.txt
    python bench/tune_fragile.py --generations 12 --out tuned.toml

CMA-ES (the ``cma`` package) varies the logarithms of the weights in ``weights.toml``. A set of
weights is as good as the games it wins, seats rotated: against the weights it began with at two
players, and against three greedy bots at four. All in a generation play the same games, so that
luck counts less. The same seed gives the same run, whatever the number of processes; Ctrl-C ends
it with the best so far.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Mapping
from pathlib import Path

import cma

from tablee.bots import Bot, Budget
from tablee.bots.fragile.levels import GREEDY, FragileBot
from tablee.bots.fragile.search import Style
from tablee.bots.playing import play_game
from tablee.games.fragile import Fragile
from tablee.games.fragile.evaluate import weights

TUNED = (
    *("marker", "chance_1", "chance_2", "chance_3", "chance_4", "half_life"),
    *("tail", "fragile", "obstacle", "rivals", "leader", "full"),
)
"""All but ``points``, which sets the scale, and ``helping``, which is what the rules say."""

STYLE = Style("tuned", "search", firsts=8, turns=6, rounds=1, width=2)
"""With a look at the replies: weights that were best without one lost when it was added."""

MARGIN = 0.05
"""What a point more than the best other is worth beside a win: it tells near wins apart."""

Task = tuple[tuple[float, ...], int, int]


def named(logs: tuple[float, ...], start: Mapping[str, float]) -> dict[str, float]:
    """The weights a point of the search stands for."""
    tuned = {name: start[name] * 2.0**log for name, log in zip(TUNED, logs, strict=True)}
    tuned["leader"] = min(tuned["leader"], 1.0)
    return {**start, **tuned}


def fitness(task: Task) -> float:
    """How one game went for a set of weights: 1 for a win, and a little for the margin."""
    logs, players, number = task
    start = weights("search")
    seat = number % players
    bots: list[Bot] = [
        FragileBot(GREEDY) if players > 2 else FragileBot(STYLE, start) for _ in range(players)
    ]
    bots[seat] = FragileBot(STYLE, named(logs, start))
    played = play_game(Fragile(players), bots, Budget(), seed=number // players)
    best_other = max(score for other, score in enumerate(played.scores) if other != seat)
    return (seat in played.winners) + MARGIN * (played.scores[seat] - best_other)


def write(path: Path, tuned: Mapping[str, float]) -> None:
    lines = [f"{name} = {value:.3g}" for name, value in tuned.items()]
    path.write_text("[search]\n" + "\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Tune the weights of Fragile's bots.")
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--population", type=int, default=8)
    parser.add_argument("--games", type=int, default=12, help="of each kind, for each candidate")
    parser.add_argument("--step", type=float, default=0.5, help="of the logarithms to base 2")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("tuned.toml"))
    options = parser.parse_args()
    settings = {"popsize": options.population, "seed": options.seed, "verbose": -9}
    evolution = cma.CMAEvolutionStrategy([0.0] * len(TUNED), options.step, settings)
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for generation in range(options.generations):
            asked = [tuple(map(float, point)) for point in evolution.ask()]
            first = 1_000_000 * options.seed + 10_000 * generation
            kinds = [(players, first + game) for players in (2, 4) for game in range(options.games)]
            tasks = [(point, players, number) for point in asked for players, number in kinds]
            got = pool.map(fitness, tasks, chunksize=2)
            means = [
                sum(got[start : start + len(kinds)]) / len(kinds)
                for start in range(0, len(got), len(kinds))
            ]
            evolution.tell(asked, [-mean for mean in means])
            centre = tuple(map(float, evolution.mean))
            write(options.out, named(centre, weights("search")))
            told = sum(means) / len(means)
            print(
                f"generation {generation + 1}: mean {told:.3f}, best {max(means):.3f}", flush=True
            )


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
