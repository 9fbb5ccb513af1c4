"""The gate: a new judge replaces the old one only if it wins a match.

The new judge has one seat and the old one has the others. The new one wins if the confidence
sequence of ``bots.statistics`` is clear: it wins more than an even share.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablee.bots.arena import MatchPlan, MatchStanding, run
from tablee.bots.bot import Bot
from tablee.core.game import Game
from tablee.core.judge_file import JudgeFile
from tablee.engine import Engine
from tablee.training.plan import TrainingPlan
from tablee.training.subject import subject

NEW, OLD = "new", "old"


@dataclass(frozen=True, slots=True)
class Judged:
    """Makes the players of a gate, on whatever machine a game is played."""

    new: JudgeFile
    old: JudgeFile | None

    def __call__(self, game: Game[Any], name: str) -> Bot:
        return subject(game.name).bot(self.new if name == NEW else self.old)


def match_of(plan: TrainingPlan, generation: int) -> MatchPlan:
    return MatchPlan(
        plan.game,
        (NEW, *[OLD] * (plan.players - 1)),
        plan.gate_games,
        nodes=plan.gate_nodes,
        seed=plan.first_seed(generation),
        options=(("players", str(plan.players)),),
    )


def held(
    plan: TrainingPlan,
    generation: int,
    players: Judged,
    engine: Engine,
    file: Path,
) -> Iterator[MatchStanding]:
    """Plays the match of a generation. Yields the standing after each game."""
    yield from run(match_of(plan, generation), engine, file, players)


def passed(standing: MatchStanding) -> bool:
    """Tells whether the new judge has clearly won."""
    return standing.decided and standing.lines()[0].rate > standing.match.par
