"""Measures the size of previews, which tell a page what each legal move leads to.

    python bench/weigh_previews.py --games 20

It takes states from the middle of random games, with sentences in one language, as a page does.
It prints ``name value unit``, as the other benchmarks do.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from tablee.core.game import CHANCE
from tablee.core.registry import game_type
from tablee.server.thinking import SentPosition, preview

MIDDLE = {"fragile": range(30, 90), "shear-panic": range(10, 30)}
"""The moves of a game that count as its middle."""


def weigh(name: str, games: int) -> None:
    sizes, moves, took = [], [], 0.0
    for seed in range(games):
        rng = random.Random(seed)
        game = game_type(name).from_options({}, None)
        sitting = game.sitting()
        for number in range(MIDDLE[name].stop):
            if sitting.state.result is not None:
                break
            if sitting.state.actor == CHANCE:
                sitting = sitting.play(rng.choice(sitting.state.outcomes()).move)
                continue
            if number in MIDDLE[name]:
                here = SentPosition.of(game, sitting.state)
                begin = time.process_time()
                sizes.append(len(preview(here, number, "en")))
                took += time.process_time() - begin
                moves.append(len(sitting.moves))
            sitting = sitting.play(rng.choice(list(sitting.moves.values())))
    label = name.replace("-", "_")
    print(f"{label}_previews_moves {statistics.mean(moves):.0f} moves/state")
    print(f"{label}_previews_median {statistics.median(sizes) / 1000:.1f} kB/state")
    print(f"{label}_previews_mean {statistics.mean(sizes) / 1000:.1f} kB/state")
    print(f"{label}_previews_cpu {1000 * took / len(sizes):.2f} ms/state")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures the size of previews.")
    parser.add_argument("--games", type=int, default=8)
    options = parser.parse_args()
    for name in MIDDLE:
        weigh(name, options.games)


if __name__ == "__main__":
    main()
