"""Shows how much of a game of Shear Panic the dice decide.

    python bench/dice_ceiling.py --players 4 --games 12 --rerolls 16
    python bench/dice_ceiling.py --players 4 --games 80 --times 10 --nodes 8000

Equal bots play games. At four moments of each, the rest of the game is played again and again with
other dice by the same players. ``same_winner`` is how often two such games have the same winner: an
even share if the dice decide everything, always if nothing is left to them. ``favourite`` is how
often the player wins who wins most of the others of these games. Somebody who knew the chances, and
had to name the winner at that moment, would be right so often.

With ``--times``, one player thinks so many times as long as the others, in every seat in turn; the
command prints how often it wins. Prints ``name value unit``.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any

from tablee.bots.bot import Bot, Budget, Choice
from tablee.bots.playing import play_game
from tablee.bots.registry import bot
from tablee.bots.statistics import interval
from tablee.core.sitting import Sitting
from tablee.engine import in_order
from tablee.engine.choice import add_arguments, chosen
from tablee.games.shear_panic import ShearPanic

MOMENTS = (0.0, 0.25, 0.5, 0.75)


class Remembering(Bot):
    """Plays as another bot does, and remembers where it was asked."""

    def __init__(self, bot: Bot, met: list[Sitting[Any]]) -> None:
        self.name, self.bot, self.met = bot.name, bot, met

    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:
        self.met.append(sitting)
        return self.bot.choose(sitting, budget, seed)


class Patient(Bot):
    """Plays as another bot does that thinks so many times as long."""

    def __init__(self, bot: Bot, times: int) -> None:
        self.name, self.bot, self.times = bot.name, bot, times

    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:
        assert budget.nodes is not None
        return self.bot.choose(sitting, replace(budget, nodes=self.times * budget.nodes), seed)


def patience_wins(options: argparse.Namespace, number: int) -> bool:
    """Plays a game in which one player thinks longer. Returns whether that one wins."""
    game, budget = ShearPanic(options.players), Budget(nodes=options.nodes)
    bots = [bot("shear-panic", options.bot)] * game.players
    seat = number % game.players
    bots[seat] = Patient(bots[seat], options.times)
    return seat in play_game(game, bots, budget, number // game.players).winners


def winners(options: argparse.Namespace, number: int) -> list[list[int]]:
    """Plays a game, and its rest from each moment. Returns the winners of those."""
    game, budget = ShearPanic(options.players), Budget(nodes=options.nodes)
    player = bot("shear-panic", options.bot)
    met: list[Sitting[Any]] = []
    play_game(game, [Remembering(player, met)] * game.players, budget, number)
    found = []
    for moment in MOMENTS:
        start = met[int(moment * len(met))]
        seeds = range(1_000 * number, 1_000 * number + options.rerolls)
        again = (play_game(game, [player] * game.players, budget, seed, start) for seed in seeds)
        found.append([played.winners[0] for played in again])
    return found


def same_winner(found: list[int]) -> float:
    """Returns how many of the pairs of games have the same winner."""
    pairs = sum(count * (count - 1) for count in Counter(found).values())
    return pairs / (len(found) * (len(found) - 1))


def favourite(found: list[int]) -> float:
    """Returns how often the player wins who wins most of the other games."""
    counts = Counter(found)
    right = 0.0
    for winner in found:
        others = counts - Counter([winner])
        best = [player for player in others if others[player] == max(others.values())]
        right += (winner in best) / len(best)
    return right / len(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=4)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--rerolls", type=int, default=16, help="of each moment, at most 1000")
    parser.add_argument("--bot", default="classic")
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--times", type=int, help="let one player think so many times as long")
    add_arguments(parser)
    options = parser.parse_args()
    with chosen(options) as engine:
        if options.times is not None:
            won = sum(in_order(engine, partial(patience_wins, options), range(options.games)))
            sure = interval(won, options.games)
            told = f"{100 * won / options.games:.0f} ({100 * sure.low:.0f} … {100 * sure.high:.0f})"
            print(f"{options.players}_players_thinking_{options.times}_times_wins {told} %")
            return
        played = list(in_order(engine, partial(winners, options), range(options.games)))
    for at, moment in enumerate(MOMENTS):
        for measure in (same_winner, favourite):
            mean = sum(measure(found[at]) for found in played) / len(played)
            place = f"{options.players}_players_after_{100 * moment:.0f}_percent"
            print(f"{place}_{measure.__name__} {100 * mean:.0f} %")


if __name__ == "__main__":
    main()
