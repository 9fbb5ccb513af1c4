"""What all tunings share: CMA-ES on any engine, which can be interrupted and resumed.

CMA-ES (the ``cma`` package) varies the logarithms of weights. Weights are rated by the games they
win. All weights of a generation play the same games, so that luck counts less. The same seed gives
the same run on every engine. ``--state`` keeps every game, so that an interrupted run can go on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cma

from tablee.core.errors import TableeError
from tablee.engine import Ledger, in_order
from tablee.engine.choice import add_arguments, chosen

Point = tuple[float, ...]
Weights = Mapping[str, float]


@dataclass(frozen=True)
class Tuning:
    """What to tune. ``fitness`` rates one game by weights, kind of game and number.

    ``named`` returns the weights for a point of the search.
    """

    game: str
    start: Weights
    tuned: tuple[str, ...]
    kinds: tuple[Any, ...]
    named: Callable[[Point], dict[str, float]]
    fitness: Callable[[Weights, Any, int], float]


@dataclass(frozen=True)
class Generation:
    """The games of a generation. Every candidate plays the same games of every kind."""

    tuning: Tuning
    points: Sequence[Point]
    games: int
    first: int
    """The number of the first piece of work, counted from the beginning of the run."""
    seeds: int
    """The number of the first game."""

    @property
    def games_each(self) -> int:
        return self.games * len(self.tuning.kinds)

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + self.games_each * len(self.points))

    def __call__(self, number: int) -> float:
        """Plays one game, which is one piece of work."""
        candidate, which = divmod(number - self.first, self.games_each)
        kind, game = divmod(which, self.games)
        weights = self.tuning.named(self.points[candidate])
        return self.tuning.fitness(weights, self.tuning.kinds[kind], self.seeds + game)


def arguments(generations: int, population: int, games: int) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Tune the weights of bots by self-play.")
    parser.add_argument("--generations", type=int, default=generations)
    parser.add_argument("--population", type=int, default=population)
    parser.add_argument("--games", type=int, default=games, help="of each kind, for each candidate")
    parser.add_argument("--step", type=float, default=0.5, help="of the logarithms to base 2")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("tuned.toml"))
    parser.add_argument("--state", type=Path, help="keep each game there, and go on from it")
    add_arguments(parser)
    return parser


def tune(tuning: Tuning, options: argparse.Namespace) -> None:
    settings = {"popsize": options.population, "seed": options.seed, "verbose": -9}
    evolution = cma.CMAEvolutionStrategy([0.0] * len(tuning.tuned), options.step, settings)
    ledger = None if options.state is None else kept(tuning, options)
    with chosen(options) as engine:
        first = 0
        for number in range(options.generations):
            points = [tuple(map(float, point)) for point in evolution.ask()]
            seeds = 1_000_000 * options.seed + 10_000 * number
            generation = Generation(tuning, points, options.games, first, seeds)
            got = list(in_order(engine, generation, generation.numbers, ledger))
            first = generation.numbers.stop
            each = generation.games_each
            means = [sum(got[at : at + each]) / each for at in range(0, len(got), each)]
            evolution.tell(points, [-mean for mean in means])
            write(options.out, tuning.named(tuple(map(float, evolution.mean))))
            told = f"mean {sum(means) / len(means):.3f}, best {max(means):.3f}"
            print(f"generation {number + 1}: {told}", flush=True)
    if ledger is not None:
        ledger.settle(first)


def kept(tuning: Tuning, options: argparse.Namespace) -> Ledger[float]:
    asked = {name: getattr(options, name) for name in ("population", "games", "step", "seed")}
    work = {"tune": tuning.game, **asked, "tuned": tuning.tuned, "start": dict(tuning.start)}
    return Ledger(options.state, {**work, "kinds": tuning.kinds}, float, float)


def write(path: Path, tuned: Weights) -> None:
    lines = [f"{name} = {value:.3g}" for name, value in tuned.items()]
    path.write_text("[search]\n" + "\n".join(lines) + "\n", encoding="utf-8")


def run(do: Callable[[], None]) -> None:
    """Calls ``do``. An error becomes a sentence."""
    try:
        do()
    except TableeError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
