"""Holds the chances that a judge gives against the games that followed.

The judge is the one that ships, in whole numbers, and not the model that training rounds.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, log

from tablee.core.judge_file import JudgeFile, JudgeShape
from tablee.core.network_kernel import Network

TENTHS = 10
UNIT = 8192.0
"""The unit of a strength. In these, chances are in proportion to the exponentials of strengths."""


@dataclass(frozen=True, slots=True)
class Bin:
    """The chances in one tenth: how many, their mean, and the share of them that was won."""

    count: int
    said: float
    won: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """How a judge does on positions of games."""

    positions: int
    loss: float
    """The mean cross entropy, in nats. A judge that knows nothing has log(players)."""
    bins: tuple[Bin, ...]


def chances(
    file: JudgeFile, shape: JudgeShape, players: int, rows: array[int]
) -> Iterator[tuple[list[float], int]]:
    """Yields the chances that a judge gives at each position, and the winner."""
    network = Network(file.weights, file.biases)
    size, part = shape.row_size(players), shape.slots + 1
    for at in range(0, len(rows), size):
        space = min(rows[at + size - 2], shape.spaces - 1)
        strengths = []
        for seat in range(at, at + players * part, part):
            active = [feature for feature in rows[seat : seat + shape.slots] if feature >= 0]
            strength, _ = network.outputs(active)
            strengths.append((strength + rows[seat + shape.slots] * file.worth[space]) / UNIT)
        best = max(strengths)
        shares = [exp(strength - best) for strength in strengths]
        total = sum(shares)
        yield [share / total for share in shares], rows[at + size - 1]


def calibrated(given: Iterable[tuple[Sequence[float], int]]) -> Calibration:
    """Sorts chances by tenths."""
    counts, said, won = [0] * TENTHS, [0.0] * TENTHS, [0] * TENTHS
    positions, loss = 0, 0.0
    for shares, winner in given:
        positions += 1
        loss -= log(max(shares[winner], 1e-9))
        for player, share in enumerate(shares):
            tenth = min(int(share * TENTHS), TENTHS - 1)
            counts[tenth] += 1
            said[tenth] += share
            won[tenth] += player == winner
    bins = tuple(
        Bin(count, round(total / count, 4), round(wins / count, 4)) if count else Bin(0, 0.0, 0.0)
        for count, total, wins in zip(counts, said, won, strict=True)
    )
    return Calibration(positions, round(loss / max(positions, 1), 5), bins)
