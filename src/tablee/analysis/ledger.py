"""The ledger: splits what each player won or lost into dice, choices, and what nobody foresaw.

The parts are differences of whole numbers, one after the other, so they always add up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from tablee.analysis.report import Account, Chances, Swing
from tablee.core.game import CHANCE


def accounts(swings: Sequence[Swing], players: int) -> tuple[Account, ...]:
    """Returns the account of each player's chances."""
    steps = [(one.actor, one.expected, one.found, one.error) for one in swings]
    return tuple(_account(steps, player) for player in range(players))


def point_accounts(swings: Sequence[Swing], players: int) -> tuple[Account, ...] | None:
    """Returns the account of each player's points, or None if the judge knows of none."""
    if not all(one.expected_points and one.found_points for one in swings):
        return None
    steps = [(one.actor, one.expected_points, one.found_points, one.points_error) for one in swings]
    return tuple(_account(steps, player) for player in range(players))


def _account(steps: Sequence[tuple[int, Chances, Chances, int]], player: int) -> Account:
    dice = own = others = unforeseen = 0
    start = now = steps[0][1][player] if steps else 0
    squares = 0
    for actor, expected, found, error in steps:
        unforeseen += expected[player] - now
        change = found[player] - expected[player]
        now = found[player]
        squares += error**2
        if actor == CHANCE:
            dice += change
        elif actor == player:
            own += change
        else:
            others += change
    return Account(start, now, dice, own, others, unforeseen, math.isqrt(squares))
