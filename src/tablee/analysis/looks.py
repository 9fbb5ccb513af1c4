"""Looks: what a judge sees when the game is played on from a position.

A judge looks at each position several times, always with the same random numbers. So a difference
between two positions comes from the positions, and its error can be told.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from tablee.analysis.report import SURE, Chances, Effort, FoundTurn, Method
from tablee.bots.bot import Budget
from tablee.core.game import State
from tablee.core.sitting import Sitting

LOOKS_A_SECOND = 64
"""How often to look at a position for each second of effort."""
NODES_A_LOOK = 100
FEWEST, MOST = 8, 64

Vector = list[float]
"""A number for each player."""


@dataclass(frozen=True, slots=True)
class Looks:
    """The looks at a position: each player's chances, and the points at the end if known."""

    chances: list[Vector]
    points: list[Vector] = field(default_factory=list)

    def mean(self) -> Chances:
        """Returns the mean chances as whole numbers that sum to ``SURE``, or to 0."""
        return whole(mean(self.chances))

    def mean_points(self) -> Chances:
        return tuple(round(SURE * points) for points in mean(self.points)) if self.points else ()

    def error(self, other: Looks) -> int:
        """Returns the standard error of the difference of two means: the largest of all players."""
        return _error(self.chances, other.chances)

    def points_error(self, other: Looks) -> int:
        return _error(self.points, other.points)


def looks_for(effort: Effort) -> int:
    """Returns how often to look at a position."""
    if effort.seconds is not None:
        return min(max(round(LOOKS_A_SECOND * effort.seconds), FEWEST), MOST)
    return min(max((effort.nodes or 0) // NODES_A_LOOK, 1), MOST)


def budget_of(effort: Effort) -> Budget:
    """Returns how long a bot may search for a better turn."""
    return Budget(seconds=effort.seconds, nodes=effort.nodes)


class Judge(Protocol):
    """Knows the chances in one game."""

    method: Method
    plans_turns: bool
    """True if the bot plans whole turns, so that a turn is one decision."""

    def looks(self, state: State[Any], count: int) -> Looks:
        """Looks so many times. The same count always uses the same random numbers."""

    def best(self, sitting: Sitting[Any], effort: Effort, seed: int) -> tuple[str, ...]:
        """Returns the best moves found for the player to act, in notation."""

    def best_turns(
        self, sitting: Sitting[Any], effort: Effort, most: int, seed: int
    ) -> list[FoundTurn]:
        """Returns the best turns found, the best first."""


def finished(state: State[Any]) -> Vector | None:
    """Returns the chances of a game that is over, else None."""
    if state.result is None:
        return None
    return shared(state.result.winners, len(state.scores))


def shared(winners: Sequence[int], players: int) -> Vector:
    """Returns the chances after a game: the winners share the victory."""
    return [1 / len(winners) if player in winners else 0.0 for player in range(players)]


def weighted(looks: Sequence[tuple[Fraction, Looks]]) -> Looks:
    """Returns the mean of looks with these weights, look by look."""
    return Looks(
        _weighted([(float(weight), one.chances) for weight, one in looks]),
        _weighted([(float(weight), one.points) for weight, one in looks]),
    )


def whole(chances: Vector) -> Chances:
    """Returns chances as whole numbers that sum to ``SURE``. The largest takes what is left."""
    found = [round(SURE * chance) for chance in chances]
    if sum(found):
        found[found.index(max(found))] += SURE - sum(found)
    return tuple(found)


def _error(mine: list[Vector], theirs: list[Vector]) -> int:
    """Returns the standard error of the mean of paired differences, in 65536ths."""
    count = len(mine)
    if count < 2:
        return 0
    errors = []
    for player in range(len(mine[0])):
        differences = [one[player] - two[player] for one, two in zip(mine, theirs, strict=True)]
        middle = sum(differences) / count
        spread = sum((one - middle) ** 2 for one in differences) / (count - 1)
        errors.append(round(SURE * math.sqrt(spread / count)))
    return max(errors)


def _weighted(parts: list[tuple[float, list[Vector]]]) -> list[Vector]:
    return [
        [
            sum(weight * rows[number][player] for weight, rows in parts)
            for player in range(len(parts[0][1][number]))
        ]
        for number in range(len(parts[0][1]))
    ]


def mean(rows: list[Vector]) -> Vector:
    """Returns the mean for each player."""
    return [sum(row[player] for row in rows) / len(rows) for player in range(len(rows[0]))]
