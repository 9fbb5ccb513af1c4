"""Plays one game between bots. It checks every move and times every turn."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablee.bots.bot import Bot, Budget, bot_message
from tablee.core.errors import Illegal, TableeError
from tablee.core.game import CHANCE, Actor, Game, Move
from tablee.core.sitting import Sitting


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """How a game between bots went. ``slowest``: the longest turn of each seat, in seconds."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    moves: int
    slowest: tuple[float, ...]


class BotFailed(TableeError):
    """A bot does not play as agreed. This is a defect of the bot."""


def play_game(
    game: Game[Any],
    bots: Sequence[Bot],
    budget: Budget,
    seed: int,
    sitting: Sitting[Any] | None = None,
) -> PlayedGame:
    """Plays a whole game, or the rest of one from a sitting.

    The budget is for a turn; a bot asked again in a turn has what is left.
    """
    rng = random.Random(seed)
    sitting = game.sitting() if sitting is None else sitting
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
        if not choice.moves:
            raise BotFailed(bot_message("bot-no-move", name=bots[actor].name))
        for text in choice.moves:
            sitting = sitting.play(_checked(bots[actor].name, sitting, actor, text), text)
            moves += 1
            if any(event.closes_turn for event in sitting.events):
                last = None
    assert sitting.state.result is not None
    return PlayedGame(sitting.state.result.winners, sitting.state.scores, moves, tuple(slowest))


def check_choice(name: str, sitting: Sitting[Any], moves: Sequence[str]) -> None:
    """Raises ``BotFailed`` if the bot of this name may not play so."""
    if not moves:
        raise BotFailed(bot_message("bot-no-move", name=name))
    actor = sitting.state.actor
    for text in moves:
        sitting = sitting.play(_checked(name, sitting, actor, text))


def _checked(name: str, sitting: Sitting[Any], actor: Actor, text: str) -> Move:
    """Returns the move of this text. Raises ``BotFailed``: the checked door says why."""
    if sitting.state.actor != actor:
        raise BotFailed(bot_message("bot-too-much", name=name, move=text[:80]))
    try:
        move: Move = sitting.parse(text)
        return move
    except TableeError as error:
        rule = f"{error.refusal.rule}: " if isinstance(error, Illegal) else ""
        told = bot_message("bot-refusal", rule=rule, problem=error.message)
        failed = BotFailed(bot_message("bot-refused", name=name, move=text[:80], problem=told))
        failed.add_note(f"in {sitting.state.to_json()}")
        raise failed from None


def _left(budget: Budget, spent: float) -> Budget:
    if budget.seconds is None:
        return budget
    return replace(budget, seconds=max(budget.seconds - spent, 0.001))
