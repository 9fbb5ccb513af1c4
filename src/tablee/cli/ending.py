"""Prints how a game ended."""

from __future__ import annotations

from typing import Any

from tablee.cli.console import Console, say
from tablee.core.game import Result, State
from tablee.core.messages import Message


def print_result(state: State[Any], console: Console) -> None:
    """Prints scores and winners if the game is over."""
    if state.result is None:
        return
    console.print()
    for player, points in enumerate(state.scores, 1):
        console.print(say("play-points", player=player, points=points))
    console.print(outcome(state.result))


def outcome(result: Result) -> Message:
    winners = [player + 1 for player in result.winners]
    if not winners:
        return say("play-nobody", reason=result.reason)
    if len(winners) == 1:
        return say("play-winner", reason=result.reason, player=winners[0])
    return say("play-winners", reason=result.reason, players=", ".join(map(str, winners)))
