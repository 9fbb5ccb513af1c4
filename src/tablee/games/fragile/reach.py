"""The positions one activation can lead to, by the law. The kernel counts them too."""

from __future__ import annotations

from tablee.games.fragile.actions import act, cost, possible_actions
from tablee.games.fragile.position import Position

NO_FLIPS = 0


def reachable(position: Position, docker: int, points: int) -> dict[Position, int]:
    """Returns the positions a docker can reach, each with the fewest points needed (F-3.4).

    The start is not among them (F-3.3). Nothing is flipped, because problems have no flips (F-4.5).
    """
    fewest = {position: 0}
    by_points: list[list[Position]] = [[position], *([] for _ in range(points))]
    for spent, positions in enumerate(by_points):
        for before in positions:
            if fewest[before] < spent:
                continue
            cell = before.dockers[docker].cell
            for action in possible_actions(before, cell, points - spent, NO_FLIPS):
                after = act(before, action, NO_FLIPS).position
                needed = spent + cost(before, action)
                if needed < fewest.get(after, points + 1):
                    fewest[after] = needed
                    by_points[needed].append(after)
    del fewest[position]
    return fewest


def reach(position: Position, docker: int, points: int = 5) -> list[int]:
    """Returns how many positions a docker can reach with at most 1, 2, … points."""
    needed = reachable(position, docker, points).values()
    return [sum(fewest <= most for fewest in needed) for most in range(1, points + 1)]
