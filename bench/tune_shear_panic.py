"""Tunes the weights by which Shear Panic's bots judge a position, by self-play.

    python bench/tune_shear_panic.py --generations 20 --out tuned.toml

A set of weights is as good as the games it wins, seats rotated, among greedy bots and among bots
with the weights it began with, at three players and at four. Games are played on the kernel, where
one takes some hundredths of a second. ``bench/tuning.py`` tells the rest.
"""

from __future__ import annotations

import random
from functools import partial

from tuning import Point, Tuning, Weights, arguments, run, tune

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

KINDS = tuple((players, others) for players in (3, 4) for others in ("greedy", "search"))
"""How many play, and by which weights the others do."""


def named(logs: Point) -> dict[str, float]:
    """The weights a point of the search stands for."""
    start = weights("search")
    tuned = {name: start[name] * 2.0**log for name, log in zip(TUNED, logs, strict=True)}
    tuned["leader"] = min(tuned["leader"], 1.0)
    tuned["ahead"] = min(tuned["ahead"], 1.0)
    return {**start, **tuned}


def play(players: int, styles: list[Weights], seed: int) -> tuple[int, tuple[int, ...]]:
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


def fitness(tuned: Weights, kind: tuple[int, str], number: int) -> float:
    """How one game went for a set of weights: 1 for a win, and a little for the margin."""
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
