"""Tunes the weights of Shear Panic's bots by self-play.

    python bench/tune_shear_panic.py --generations 20 --out tuned.toml

Weights are rated by the games they win among greedy bots and among bots with the first weights.
Seats rotate, with three players and with four. Games run on the kernel, where one takes some
hundredths of a second. ``bench/tuning.py`` has the rest.
"""

from __future__ import annotations

import random
from functools import partial

from tuning import Point, Tuning, Weights, arguments, run, tune

from tablee.games.shear_panic import ShearPanic
from tablee.games.shear_panic.evaluate import Scout, scout, weights
from tablee.games.shear_panic.packing import pack
from tablee.games.shear_panic.sandbox import Sandbox

TUNED = (
    *("team", "roger", "black", "shear", "sheep", "side", "half_life", "ahead", "trigger"),
    *("lamb_push", "line_push", "diagonal_push", "line_up", "lamb_roll", "leapfrog", "ewe_turn"),
    *("rivals", "leader"),
)
"""All but ``points``, which sets the scale, and those that matter only for chances."""

MARGIN = 0.02
"""The worth of a point more than the best other, compared with a win. It ranks close games."""

KINDS = tuple((players, others) for players in (3, 4) for others in ("greedy", "search"))
"""The number of players, and the weights of the others."""


def named(logs: Point) -> dict[str, float]:
    """Returns the weights for a point of the search."""
    start = weights("search")
    tuned = {name: start[name] * 2.0**log for name, log in zip(TUNED, logs, strict=True)}
    tuned["leader"] = min(tuned["leader"], 1.0)
    tuned["ahead"] = min(tuned["ahead"], 1.0)
    return {**start, **tuned}


def play(players: int, styles: list[Weights], seed: int) -> tuple[int, tuple[int, ...]]:
    """Plays a game in which all play the most valuable move. Returns the winner and the points."""
    rng = random.Random(seed)
    now = Sandbox(pack(ShearPanic(players).initial()))
    scouts: list[Scout] = [scout(now.packed, style) for style in styles]
    while (actor := now.actor()) is not None:
        if actor < 0:
            now.apply(now.draw(rng.getrandbits(63)))
            continue
        ranked = scouts[actor].ranked(now.packed, False)
        best = [move for worth, move in ranked if worth >= ranked[0][0] - 1e-9]
        now.apply(rng.choice(best))
    return now.winners()[0], now.packed.scores()


def fitness(tuned: Weights, kind: tuple[int, str], number: int) -> float:
    """Rates one game of a set of weights: 1 for a win, and a little for the lead."""
    players, others = kind
    seat = number % players
    styles: list[Weights] = [weights(others)] * players
    styles[seat] = tuned
    winner, points = play(players, styles, number // players)
    best_other = max(score for other, score in enumerate(points) if other != seat)
    return (seat == winner) + MARGIN * (points[seat] - best_other)


if __name__ == "__main__":
    tuning = Tuning("shear-panic", weights("search"), TUNED, KINDS, named, fitness)
    run(partial(tune, tuning, arguments(generations=20, population=10, games=24).parse_args()))
