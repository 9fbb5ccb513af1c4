"""Plays one game between bots. It checks every move and times every turn."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablee.bots.bot import Bot, Budget
from tablee.core.errors import Illegal, TableeError
from tablee.core.game import CHANCE, Game, State


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """How a game between bots went. ``slowest``: the longest turn of each seat, in seconds."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    moves: int
    slowest: tuple[float, ...]


class IllegalChoice(Exception):
    """A bot chose a move that a rule forbids. This is a defect of the bot."""


def play_game(game: Game[Any], bots: Sequence[Bot], budget: Budget, seed: int) -> PlayedGame:
    """A whole game. The budget is for a turn; a bot asked again in a turn has what is left."""
    rng = random.Random(seed)
    sitting = game.sitting()
    slowest = [0.0] * game.players
    spent, last, moves = 0.0, None, 0
    while (actor := sitting.state.actor) is not None:
        if actor == CHANCE:
            sitting = sitting.draw(rng.randrange)
            continue
        if actor != last:
            spent, last = 0.0, actor
        began = time.monotonic()
        choice = bots[actor].choose(sitting, _left(budget, spent), rng.getrandbits(32))
        spent += time.monotonic() - began
        slowest[actor] = max(slowest[actor], spent)
        for text in choice.moves:
            move = sitting.moves.get(text)
            if move is None or sitting.state.actor != actor:
                raise IllegalChoice(_told(bots[actor].name, sitting.state, text))
            sitting = sitting.play(move, text)
            moves += 1
            if any(event.closes_turn for event in sitting.events):
                last = None
    assert sitting.state.result is not None
    return PlayedGame(sitting.state.result.winners, sitting.state.scores, moves, tuple(slowest))


def _told(name: str, state: State[Any], text: str) -> str:
    """Returns a message that names the bot, the move, the rule and the state."""
    try:
        state.parse(text)
        problem = "it is another's turn"
    except TableeError as error:
        rule = f"{error.refusal.rule}, " if isinstance(error, Illegal) else ""
        problem = f"{rule}{error.text()}"
    return f"{name}: {text}: {problem} In {state.to_json()}"


def _left(budget: Budget, spent: float) -> Budget:
    if budget.seconds is None:
        return budget
    return replace(budget, seconds=max(budget.seconds - spent, 0.001))
