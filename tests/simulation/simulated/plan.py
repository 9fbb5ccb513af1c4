"""The kind of a world: its servers, its tables, and how often each fault happens."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

REAL_GAMES = ("fragile", "shear-panic")


@dataclass(frozen=True)
class Plan:
    """Chosen by the seed, or by a test."""

    nodes: int = 1
    """1: one server with its own disk. More: nodes that share a database."""
    game: str = "dash"
    goal: int = 5
    tables: int = 1
    clock: int | None = None
    """Seconds for a turn."""
    seconds: float = 30.0
    """How long the faults go on."""
    pace: float = 0.7
    """Seconds between two deeds of a person."""
    shuffled: bool = True
    slow: float = 1.0
    """A factor for all delays."""
    crashes: float = 0.0
    """Crashes a second; likewise the next three."""
    cuts: float = 0.0
    jumps: float = 0.0
    """Jumps of the wall clock; with several nodes, of the database's clock as well."""
    outages: float = 0.0
    """The disk is full, or a node is cut off, for some seconds."""
    disk_fails: float = 0.0
    """The probability that a commit fails; likewise the next three."""
    workers_lost: float = 0.0
    bots_raise: float = 0.0
    messages_lost: float = 0.0

    @classmethod
    def of(cls, rng: Random) -> Plan:
        nodes = rng.choice((1, 1, 1, 1, 2, 2, 3))

        def some(most: float) -> float:
            return rng.choice((0.0, rng.uniform(0, most)))

        return cls(
            nodes=nodes,
            game=rng.choice(REAL_GAMES) if rng.random() < 0.03 else "dash",
            goal=rng.choice((3, 4, 5, 5, 5, 6, 8, 40)),
            tables=rng.choice((1, 1, 2)),
            clock=rng.choice((None, 2, 5, 20)),
            seconds=rng.uniform(3, 15),
            pace=rng.choice((0.2, 0.7, 2.0)),
            shuffled=rng.random() < 0.8,
            slow=rng.choice((0.2, 1.0, 1.0, 5.0)),
            crashes=some(0.3),
            cuts=some(0.5),
            jumps=some(0.3),
            outages=some(0.2),
            disk_fails=some(0.2),
            workers_lost=some(0.5),
            bots_raise=some(0.5),
            messages_lost=some(0.5),
        )


CALM = {
    "crashes": 0.0,
    "cuts": 0.0,
    "jumps": 0.0,
    "outages": 0.0,
    "disk_fails": 0.0,
    "workers_lost": 0.0,
    "bots_raise": 0.0,
    "messages_lost": 0.0,
    "slow": 1.0,
}
"""What changes once the faults are over."""
