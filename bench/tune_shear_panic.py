"""Tunes the weights by which Shear Panic's bots judge a position, by self-play.

    python bench/tune_shear_panic.py --generations 20 --out tuned.toml

CMA-ES (the ``cma`` package) varies the logarithms of the weights in ``weights.toml``. A set of
weights is as good as the games it wins, seats rotated, among greedy bots and among bots with the
weights it began with, at three players and at four. All in a generation play the same games, so
that luck counts less; games are played on the kernel, where one takes some hundredths of a second.
The same seed gives the same run, whatever the number of processes; Ctrl-C ends it with the best so
far.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
from collections.abc import Mapping
from pathlib import Path

import cma

from tablee.games.shear_panic import ShearPanic
from tablee.games.shear_panic.evaluate import Scout, scout, weights
from tablee.games.shear_panic.packing import pack
from tablee.games.shear_panic.simulate import Simulation

TUNED = (
    *("team", "roger", "black", "shear", "sheep", "side", "half_life", "ahead", "trigger"),
    *("lamb_push", "line_push", "diagonal_push", "line_up", "lamb_roll", "leapfrog", "ewe_turn"),
    *("rivals", "leader"),
)
"""All but ``points``, which sets the scale, and what only chances are told by."""

MARGIN = 0.02
"""What a point more than the best other is worth beside a win: it tells near wins apart."""

Task = tuple[tuple[float, ...], int, str, int]


def named(logs: tuple[float, ...], start: Mapping[str, float]) -> dict[str, float]:
    """The weights a point of the search stands for."""
    tuned = {name: start[name] * 2.0**log for name, log in zip(TUNED, logs, strict=True)}
    tuned["leader"] = min(tuned["leader"], 1.0)
    tuned["ahead"] = min(tuned["ahead"], 1.0)
    return {**start, **tuned}


def play(players: int, styles: list[dict[str, float]], seed: int) -> tuple[int, tuple[int, ...]]:
    """A game in which everybody plays what is worth most to them: who won, and the points."""
    rng = random.Random(seed)
    now = Simulation(pack(ShearPanic(players).initial()))
    scouts: list[Scout] = [scout(now.packed, style) for style in styles]
    while (actor := now.actor()) is not None:
        if actor < 0:
            now.apply(now.draw(rng.getrandbits(63)))
            continue
        ranked = scouts[actor].ranked(now.packed, False)
        best = [move for worth, move in ranked if worth >= ranked[0][0] - 1e-9]
        now.apply(rng.choice(best))
    return now.winners()[0], now.packed.scores()


def fitness(task: Task) -> float:
    """How one game went for a set of weights: 1 for a win, and a little for the margin."""
    logs, players, others, number = task
    seat = number % players
    styles = [weights(others)] * players
    styles[seat] = named(logs, weights("search"))
    winner, points = play(players, styles, number // players)
    best_other = max(score for other, score in enumerate(points) if other != seat)
    return (seat == winner) + MARGIN * (points[seat] - best_other)


def write(path: Path, tuned: Mapping[str, float]) -> None:
    lines = [f"{name} = {value:.3g}" for name, value in tuned.items()]
    path.write_text("[search]\n" + "\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Tune the weights of Shear Panic's bots.")
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--population", type=int, default=10)
    parser.add_argument("--games", type=int, default=24, help="of each kind, for each candidate")
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
            kinds = [
                (players, others, first + game)
                for players in (3, 4)
                for others in ("greedy", "search")
                for game in range(options.games)
            ]
            tasks = [(point, *kind) for point in asked for kind in kinds]
            got = pool.map(fitness, tasks, chunksize=16)
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
