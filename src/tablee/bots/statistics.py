"""Win rates, Elo and confidence for results of the arena.

The interval is a *confidence sequence*: it holds at every number of games at once. So a match may
stop as soon as the interval is clear, and the interval stays valid. It comes from Robbins' mixture
(1970). To test a win rate p, bet on the wins with all other rates at once, weighted by Jeffreys'
prior. If p were true, the stake would rarely grow twentyfold (Ville's inequality). So every p at
which it does is ruled out at 95 %. The logarithm of the stake is linear in a result between 0 and
1, so shared wins are covered too (Waudby-Smith and Ramdas 2024).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

CONFIDENCE = 0.95
_PRIOR = 0.5


@dataclass(frozen=True, slots=True)
class Interval:
    low: float
    high: float


def log_stake(wins: float, games: int, rate: float) -> float:
    """Returns the logarithm of what a stake of 1 against this win rate has grown to."""
    losses = games - wins
    if (rate <= 0 and wins > 0) or (rate >= 1 and losses > 0):
        return math.inf
    mixture = (
        math.lgamma(wins + _PRIOR)
        + math.lgamma(losses + _PRIOR)
        - math.lgamma(games + 2 * _PRIOR)
        - 2 * math.lgamma(_PRIOR)
        + math.lgamma(2 * _PRIOR)
    )
    likelihood = (wins * math.log(rate) if wins else 0.0) + (
        losses * math.log(1 - rate) if losses else 0.0
    )
    return mixture - likelihood


def ruled_out(wins: float, games: int, rate: float, confidence: float = CONFIDENCE) -> bool:
    """True if the results rule out this win rate."""
    return log_stake(wins, games, rate) >= -math.log(1 - confidence)


def interval(wins: float, games: int, confidence: float = CONFIDENCE) -> Interval:
    """Returns the interval of win rates that are not ruled out."""
    if not games:
        return Interval(0.0, 1.0)
    rate = wins / games
    return Interval(
        _edge(wins, games, confidence, rate, 0.0), _edge(wins, games, confidence, rate, 1.0)
    )


def _edge(wins: float, games: int, confidence: float, inside: float, outside: float) -> float:
    """Returns the border of the ruled-out rates between these two, found by bisection."""
    if not ruled_out(wins, games, outside, confidence):
        return outside
    for _ in range(60):
        middle = (inside + outside) / 2
        if ruled_out(wins, games, middle, confidence):
            outside = middle
        else:
            inside = middle
    return inside


def elo(rate: float, players: int = 2) -> float:
    """Returns the Elo above the other players.

    Assumes that the others are equal and that wins are proportional to 10 ** (Elo / 400).
    """
    if rate <= 0:
        return -math.inf
    if rate >= 1:
        return math.inf
    return 400 * math.log10((players - 1) * rate / (1 - rate))
