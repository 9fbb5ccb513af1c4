"""Says why a bot played a turn, by what the turn did."""

from __future__ import annotations

from tablee.bots.bot import bot_message
from tablee.core.messages import Message
from tablee.games.fragile import packing
from tablee.games.fragile.board import CELLS
from tablee.games.fragile.evaluate import evaluator, weights
from tablee.games.fragile.state import FragileState


def reason(state: FragileState, after: FragileState, flips: bool) -> Message:
    """Returns a sentence about the most important thing in a turn.

    ``after`` is the state after the turn but before its end.
    """
    player = state.player
    gained = after.scores[player] - state.scores[player]
    if after.ended is not None and after.marker == player:
        return bot_message("fragile-reason-win")
    if after.marker == player != state.marker:
        return bot_message("fragile-reason-marker")
    if gained and after.full_player == player != state.full_player:
        return bot_message("fragile-reason-full", points=after.scores[player])
    if gained:
        return bot_message("fragile-reason-store", points=gained)
    if flips:
        return bot_message("fragile-reason-flip")
    return _towards(state, after, player)


def _towards(state: FragileState, after: FragileState, player: int) -> Message:
    """Says what a turn without points brings nearer, or whom it hinders."""
    before, now = _costs(state), _costs(after)
    rivals = {
        depot: now.get(depot, 0) - before[depot]
        for depot in before
        if after.depots[depot] != player
    }
    mine = {
        depot: cost
        for depot, cost in now.items()
        if after.depots[depot] == player and cost < before.get(depot, cost)
    }
    if mine:
        depot = min(mine, key=lambda one: (mine[one], one))
        return bot_message("fragile-reason-towards", depot=depot, points=mine[depot])
    hindered = max(rivals, key=lambda one: (rivals[one], one), default=None)
    if hindered is not None and rivals[hindered] > 0:
        owner = after.depots[hindered]
        assert owner is not None
        return bot_message("fragile-reason-hinder", depot=hindered, player=owner + 1)
    return bot_message("fragile-reason-wait")


def _costs(state: FragileState) -> dict[str, int]:
    """Returns the action points that the owner of each open depot needs to fill it."""
    costs = evaluator(state, weights("search")).costs(packing.pack(state))
    return {CELLS[cell]: cost for cell, cost in costs.items()}
