"""Tunes the weights by which Fragile's bots judge a position, by self-play.

    python -m pip install -r requirements-tune.txt
    python bench/tune_fragile.py --generations 12 --out tuned.jsonl
    python bench/tune_fragile.py --compare --games 240

CMA-ES (the ``cma`` package) varies the logarithms of the weights in ``fragile_by_hand.toml``. A
set of weights is as good as the games it wins against those, seats rotated: at two players, and at
four with two seats each. All in a generation play the same games, so that luck counts less. The
same seed gives the same run, whatever the number of processes. Each set is kept in ``--out`` as
soon as it has played, and a run that was broken off goes on from there.

``--compare`` plays the weights the bots use, or the last ones of a run (``--weights tuned.jsonl``),
against those set by hand.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cma

from tablee.bots import Bot, Budget
from tablee.bots.fragile.levels import FragileBot
from tablee.bots.fragile.search import Style
from tablee.bots.playing import play_game
from tablee.bots.statistics import interval
from tablee.games.fragile import Fragile
from tablee.games.fragile.evaluate import weights

TUNED = (
    *("marker", "chance_1", "chance_2", "chance_3", "chance_4", "half_life"),
    *("tail", "fragile", "obstacle", "rivals", "leader", "full"),
)
"""All but ``points``, which sets the scale, and ``helping``, which is what the rules say."""

STYLE = Style("tuned", "search", firsts=8, turns=6, rounds=1, width=2, replies=(("search", 2),))
"""With a look at the replies: weights that were best without one lost when it was added."""

MARGIN = 0.05
"""What a point more than the best other is worth beside a win: it tells near wins apart."""

START = tomllib.loads(Path(__file__).with_name("fragile_by_hand.toml").read_text("utf-8"))["search"]

Task = tuple[Mapping[str, float], int, int]


def named(logs: tuple[float, ...]) -> dict[str, float]:
    """The weights a point of the search stands for."""
    tuned = {name: START[name] * 2.0**log for name, log in zip(TUNED, logs, strict=True)}
    tuned["leader"] = min(tuned["leader"], 1.0)
    return {**START, **{name: float(f"{value:.4g}") for name, value in tuned.items()}}


def play(task: Task) -> tuple[bool, int]:
    """One game of a set of weights against those set by hand: won? and the points ahead."""
    weighing, players, number = task
    # At four players the two sit side by side: opposite, half the seatings would be alike.
    seats = {number % players, (number + players // 2 - 1) % players}
    bots: list[Bot] = [
        FragileBot(STYLE, weighing if seat in seats else START) for seat in range(players)
    ]
    played = play_game(Fragile(players), bots, Budget(), seed=number // players)
    best = max(played.scores[seat] for seat in seats)
    best_other = max(score for seat, score in enumerate(played.scores) if seat not in seats)
    return not seats.isdisjoint(played.winners), best - best_other


def fitness(tasks: list[Task]) -> float:
    """How the games of one set went: wins, and a little for the margin."""
    got = [play(task) for task in tasks]
    return sum(won + MARGIN * ahead for won, ahead in got) / len(got)


class Log:
    """What a run has found out: what run it is, then a line for each set of weights."""

    def __init__(self, path: Path, run: Mapping[str, Any]) -> None:
        self.path = path
        head = json.dumps({"run": run})
        lines = path.read_text("utf-8").splitlines() if path.exists() else [head]
        if lines[0] != head:
            sys.exit(f"{path} is of another run: {lines[0]}")
        # A last line that was cut off is found out again.
        whole = [line for line in lines if line.endswith("}")]
        path.write_text("".join(line + "\n" for line in whole), "utf-8")
        self.known = {
            (line["generation"], line["candidate"]): line["fitness"]
            for line in map(json.loads, whole[1:])
            if "candidate" in line
        }

    def write(self, line: Mapping[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def tune(options: argparse.Namespace, pool: Any) -> None:
    run = {name: getattr(options, name) for name in ("population", "games", "step", "seed")}
    log = Log(options.out, run)
    settings = {"popsize": options.population, "seed": options.seed, "verbose": -9}
    evolution = cma.CMAEvolutionStrategy([0.0] * len(TUNED), options.step, settings)
    for generation in range(options.generations):
        asked = [tuple(map(float, point)) for point in evolution.ask()]
        first = 1_000_000 * options.seed + 10_000 * generation
        kinds = [(players, first + game) for players in (2, 4) for game in range(options.games)]
        new = [i for i in range(len(asked)) if (generation, i) not in log.known]
        tasks = ([(named(asked[i]), *kind) for kind in kinds] for i in new)
        for i, found in zip(new, pool.imap(fitness, tasks), strict=True):
            log.known[generation, i] = found
            log.write({"generation": generation, "candidate": i, "fitness": found})
        means = [log.known[generation, i] for i in range(len(asked))]
        evolution.tell(asked, [-mean for mean in means])
        if new:
            centre = tuple(map(float, evolution.mean))
            log.write({"generation": generation, "weights": named(centre)})
        told = sum(means) / len(means)
        print(f"generation {generation + 1}: mean {told:.3f}, best {max(means):.3f}", flush=True)


def last_weights(path: Path | None) -> dict[str, float]:
    """What a run came to so far; without one, what the bots use."""
    if path is None:
        return weights("search")
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    found: dict[str, float] = [line["weights"] for line in lines if "weights" in line][-1]
    return found


def compare(options: argparse.Namespace, pool: Any) -> None:
    tuned = last_weights(options.weights)
    for players in (2, 4):
        numbers = range(10_000 * options.seed, 10_000 * options.seed + options.games)
        tasks = [(tuned, players, number) for number in numbers]
        won = sum(won for won, _ in pool.imap(play, tasks))
        sure = interval(won, options.games)
        print(
            f"{players} players: {won} of {options.games} won, {100 * won / options.games:.1f} % "
            f"({100 * sure.low:.1f} … {100 * sure.high:.1f})",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Tune the weights of Fragile's bots.")
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--population", type=int, default=10)
    parser.add_argument("--games", type=int, default=24, help="of each kind, for each candidate")
    parser.add_argument("--step", type=float, default=0.5, help="of the logarithms to base 2")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("tuned.jsonl"))
    parser.add_argument("--compare", action="store_true", help="play those there are, tune nothing")
    parser.add_argument("--weights", type=Path, help="of this run, to compare")
    options = parser.parse_args()
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        (compare if options.compare else tune)(options, pool)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
