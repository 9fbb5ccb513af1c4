"""Fits the scale by which Fragile's weights become chances (``tablee.analysis.fragile.HEAT``).

    python bench/fit_fragile_chances.py --players 2 --games 60

Level 4 plays against itself. Positions of these games are looked at as an analysis does. For each
scale it prints the log loss of the chance that the winner had; the scale with the least is best.
With that one it prints the same for the learned judge alone and for the mean of both, if there is a
judge. Then it prints how often the chances of an analysis come true: for each fifth their number,
their mean, and the share that was won.
"""

from __future__ import annotations

import argparse
import math
import random
from typing import Any

from tablee.analysis import SURE, fragile
from tablee.analysis.fragile import FragileJudge
from tablee.bots import Budget, bot
from tablee.games.fragile import Fragile
from tablee.games.fragile.judge import judge_of
from tablee.games.fragile.state import FragileState

SCALES = (5.0, 6.0, 7.0, 8.0, 10.0, 12.0, 13.0, 15.0, 18.0, 22.0, 27.0)
POSITIONS = 5
"""How many positions of a game count. Neighbours are much alike."""
LOOKS = 8
FIFTHS = 5
LEAST = 0.003
"""A chance that is said to be less counts as this much."""


Position = tuple[FragileState, int]
"""A state, and who won."""


def positions(game: Fragile, seed: int) -> list[Position]:
    """Plays a game; returns some of its positions, or none if nobody wins alone."""
    rng, sitting, found = random.Random(seed), game.sitting(), list[Any]()
    player = bot("fragile", "4")
    while sitting.state.actor is not None:
        choice = player.choose(sitting, Budget(nodes=1500), rng.getrandbits(32))
        sitting = sitting.after(choice.moves)
        if any(event.closes_turn for event in sitting.events) and sitting.state.result is None:
            found.append(sitting.state)
    winners = sitting.state.result.winners
    chosen = rng.sample(found, min(POSITIONS, len(found)))
    return [(state, winners[0]) for state in chosen if len(winners) == 1]


def looked_at(judge: FragileJudge, found: list[Position]) -> list[list[float]]:
    return [[one / SURE for one in judge.looks(state, LOOKS).mean()] for state, _ in found]


def log_loss(chances: list[list[float]], found: list[Position]) -> float:
    said = (chance[winner] for chance, (_, winner) in zip(chances, found, strict=True))
    return -sum(math.log(max(chance, LEAST)) for chance in said) / len(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--games", type=int, default=60)
    options = parser.parse_args()
    game, taught = Fragile(options.players), judge_of(Fragile(options.players))
    found = [one for seed in range(options.games) for one in positions(game, seed)]
    print(f"{options.players} players, {len(found)} positions of {options.games} games")
    losses = {}
    for scale in SCALES:
        fragile.HEAT[options.players] = scale
        losses[scale] = log_loss(looked_at(FragileJudge(game, None), found), found)
        print(f"scale {scale:4.1f}: log loss {losses[scale]:.4f}")
    fragile.HEAT[options.players] = min(SCALES, key=lambda scale: losses[scale])
    if taught is not None:
        fragile.SHARE, share = 1.0, fragile.SHARE
        chances = looked_at(FragileJudge(game, taught), found)
        print(f"judge alone: log loss {log_loss(chances, found):.4f}")
        fragile.SHARE = share
    chances = looked_at(FragileJudge(game, taught), found)
    print(f"analysis: log loss {log_loss(chances, found):.4f}")
    said = [
        (chance, seat == winner)
        for all_chances, (_, winner) in zip(chances, found, strict=True)
        for seat, chance in enumerate(all_chances)
    ]
    for fifth in range(FIFTHS):
        here = [one for one in said if min(int(FIFTHS * one[0]), FIFTHS - 1) == fifth]
        mean, won = (sum(one[i] for one in here) / max(1, len(here)) for i in (0, 1))
        print(f"{len(here)} chances, said {mean:.3f}, won {won:.3f}")


if __name__ == "__main__":
    main()
