"""Fits the scale by which Fragile's weights become chances (``tablee.analysis.fragile.HEAT``).

    python bench/fit_fragile_chances.py --players 2 --games 60

Level 4 plays against itself. Positions of these games are looked at as an analysis does. For each
scale it prints the log loss of the chance that the winner had. The scale with the least is best.
"""

from __future__ import annotations

import argparse
import math
import random

from tablee.analysis import SURE, fragile
from tablee.analysis.fragile import FragileJudge
from tablee.bots import Budget, bot
from tablee.games.fragile import Fragile

SCALES = (5, 6, 7, 8, 10, 12, 13, 15, 18, 22, 27)
POSITIONS = 5
"""How many positions of a game count. Neighbours are much alike."""
LOOKS = 8


def positions(game: Fragile, seed: int) -> tuple[list, int | None]:
    """Plays a game; returns some of its positions, and the winner if there is one."""
    rng, sitting, found = random.Random(seed), game.sitting(), []
    player = bot("fragile", "4")
    while sitting.state.actor is not None:
        choice = player.choose(sitting, Budget(nodes=1500), rng.getrandbits(32))
        sitting = sitting.after(choice.moves)
        if any(event.closes_turn for event in sitting.events) and sitting.state.result is None:
            found.append(sitting.state)
    winners = sitting.state.result.winners
    chosen = rng.sample(found, min(POSITIONS, len(found)))
    return chosen, winners[0] if len(winners) == 1 else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--games", type=int, default=60)
    options = parser.parse_args()
    game = Fragile(options.players)
    losses = dict.fromkeys(SCALES, 0.0)
    count = 0
    for seed in range(options.games):
        states, winner = positions(game, seed)
        if winner is None:
            continue
        count += len(states)
        for scale in SCALES:
            fragile.HEAT[options.players] = float(scale)
            judge = FragileJudge(game)
            for state in states:
                chance = judge.looks(state, LOOKS).mean()[winner] / SURE
                losses[scale] -= math.log(min(max(chance, 0.003), 1.0))
    print(f"{options.players} players, {count} positions of {options.games} games")
    for scale, loss in losses.items():
        print(f"scale {scale:2}: log loss {loss / count:.4f}")


if __name__ == "__main__":
    main()
