"""Draws how often the chances of the judges in the package come true, on games they did not see.

    python bench/calibration.py --games 3000 --out docs/images

Each judge plays the games itself, with seeds that no training uses. Prints a line for
each tenth: how many chances, their mean, and the share that was won.
"""

from __future__ import annotations

import argparse
from array import array
from pathlib import Path

from tablee.training.calibration import calibrated, chances
from tablee.training.report import calibration_picture
from tablee.training.subject import games, subject

SEED = 1 << 60
"""Beyond the seeds of every training."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--out", type=Path, required=True, help="a folder for the pictures")
    options = parser.parse_args()
    for game in games():
        learned = subject(game)
        for players in (2, 3, 4):
            judge = learned.shipped(players)
            if judge is None:
                continue
            rows = array("h", learned.self_play(players, SEED, options.games, judge))
            found = calibrated(chances(judge, learned.shape, players, rows))
            print(f"{game}, {players} players: {found.positions} positions, loss {found.loss:.4f}")
            for tenth, one in enumerate(found.bins):
                told = f"{one.count} chances, said {one.said:.3f}, won {one.won:.3f}"
                print(f"    {10 * tenth} to {10 * tenth + 10} %: {told}")
            path = options.out / f"calibration-{game}-{players}.svg"
            path.write_text(calibration_picture(found.bins, "en"), "utf-8")


if __name__ == "__main__":
    main()
