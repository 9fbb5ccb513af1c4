"""Measures what level 5 of Fragile should assume about the others, among bots `classic`.

    python bench/assumptions.py [--players 3] [--games 60] [--nodes 500]

In its look ahead the others play the best turn by the weights, or the one of eight that the judge
finds best for them (max^n). All choices have the same nodes, so that the figures do not depend on
the machine. Prints how many games each assumption won, of one seat among bots ``classic``.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

from tablee.bots import Budget
from tablee.bots.fragile.levels import CLASSIC, LEVELS, FragileBot
from tablee.bots.playing import play_game
from tablee.bots.statistics import interval
from tablee.games.fragile import Fragile

ASSUMED = {"by_the_weights": 1, "by_the_judge": 8}
"""Among how many turns of their plan the judge chooses for the others."""


def won(players: int, game: int, choices: int, budget: Budget) -> bool:
    """Tells whether level 5 wins a game. Seats rotate, and all seats have the same seed."""
    seat = game % players
    bots = [FragileBot(CLASSIC)] * players
    bots[seat] = FragileBot(replace(LEVELS[-1], judged_replies=(choices,) * 3))
    return seat in play_game(Fragile(players), bots, budget, game // players).winners


def main() -> None:
    parser = argparse.ArgumentParser(description="Assumptions about the others, measured.")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=500)
    options = parser.parse_args()
    budget = Budget(nodes=options.nodes)
    for name, choices in ASSUMED.items():
        wins = sum(won(options.players, game, choices, budget) for game in range(options.games))
        sure = interval(wins, options.games)
        rate = f"{100 * wins / options.games:.0f} ({100 * sure.low:.0f} … {100 * sure.high:.0f}) %"
        print(f"{options.players}_players_{name} {rate} of {options.games}", flush=True)


if __name__ == "__main__":
    main()
