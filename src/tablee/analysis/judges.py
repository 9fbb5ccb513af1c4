"""The judge of each game, and what it says of a single moment."""

from __future__ import annotations

from typing import Any

from tablee.analysis.fragile import FragileJudge
from tablee.analysis.looks import FEWEST, Judge, looks_for
from tablee.analysis.play_outs import PlayOutJudge
from tablee.analysis.report import Chances, Effort, FoundTurn, say
from tablee.analysis.shear_panic import ShearPanicJudge
from tablee.core.errors import Invalid
from tablee.core.game import Game, State
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.judge import judge_of as taught_fragile
from tablee.games.shear_panic.game import ShearPanic


def judge_of(game: Game[Any]) -> Judge:
    """Returns the judge of a game. Raises ``Invalid`` for a problem, which has one player."""
    if game.players < 2:
        raise Invalid(say("one-player"))
    if isinstance(game, Fragile):
        return FragileJudge(game, taught_fragile(game))
    if isinstance(game, ShearPanic):
        return ShearPanicJudge(game)
    return PlayOutJudge(game)


def best_turns(
    game: Game[Any], state: State[Any], effort: Effort, most: int = 3, seed: int = 0
) -> tuple[FoundTurn, ...]:
    """Returns the best turns found where a player acts, the best first."""
    return tuple(judge_of(game).best_turns(game.sitting(state), effort, most, seed))


def chances_of(game: Game[Any], state: State[Any], effort: Effort | None = None) -> Chances:
    """Returns each player's chance to win. With an effort it is as sure as that of a found turn."""
    count = FEWEST if effort is None else looks_for(effort)
    return judge_of(game).looks(state, count).mean()
