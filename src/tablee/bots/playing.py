"""One game between bots, watched: every move is checked, every turn timed."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablee.bots.bot import Bot, Budget
from tablee.core.chance import draw
from tablee.core.game import CHANCE, Game


@dataclass(frozen=True, slots=True)
class Played:
    """How a game between bots went. ``slowest``: the longest turn of each seat, in seconds."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    moves: int
    slowest: tuple[float, ...]


class IllegalChoice(Exception):
    """A bot chose a move that a rule forbids. That is a defect of the bot."""


def play_game(game: Game[Any], bots: Sequence[Bot], budget: Budget, seed: int) -> Played:
    """A whole game. The budget is for a turn; a bot asked again in a turn has what is left."""
    rng = random.Random(seed)
    state = game.initial()
    slowest = [0.0] * game.players
    spent, last, moves = 0.0, None, 0
    while (actor := state.actor) is not None:
        if actor == CHANCE:
            state = state.play(draw(state.outcomes(), rng))
            continue
        if actor != last:
            spent, last = 0.0, actor
        began = time.monotonic()
        choice = bots[actor].choose(state, _left(budget, spent), rng.getrandbits(32))
        spent += time.monotonic() - began
        slowest[actor] = max(slowest[actor], spent)
        for move in choice.moves:
            if state.actor != actor:
                break
            if (refusal := state.check(move)) is not None:
                told = f"{bots[actor].name}: {refusal.rule}, {refusal.text()} In {state.to_json()}"
                raise IllegalChoice(told)
            step = state.step(move)
            state = step.state
            moves += 1
            if any(event.closes_turn for event in step.events):
                last = None
    assert state.result is not None
    return Played(state.result.winners, state.scores, moves, tuple(slowest))


def _left(budget: Budget, spent: float) -> Budget:
    if budget.seconds is None:
        return budget
    return replace(budget, seconds=max(budget.seconds - spent, 0.001))
