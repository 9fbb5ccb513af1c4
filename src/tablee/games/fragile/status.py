"""Sentences that say what the present player can do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tablee.core.game import CHANCE
from tablee.core.messages import Message
from tablee.games.fragile import rules, setup
from tablee.games.fragile.messages import say

if TYPE_CHECKING:
    from tablee.games.fragile.state import FragileState


def status(state: FragileState) -> Message:
    problem = state.game.problem
    if state.ended is not None:
        return state.ended.reason if problem else say("status-over", reason=state.ended.reason)
    if state.actor == CHANCE:
        return say("status-first" if setup.draws_first(state) else "status-straws")
    what = _what_to_do(state)
    if problem is not None:
        return say("status-problem", turn=state.turn + 1, turns=problem.turns, what=what)
    return say("status", player=state.player + 1, what=what)


def how_to_type(state: FragileState) -> Message:
    key = "how-to-place" if setup.is_setup(state) else "how-to-act"
    return say(key, legend=say("drawing-legend"))


def _what_to_do(state: FragileState) -> Message:
    if state.active is None and setup.places_depots(state):
        return say("status-depot", cells=_listed(move.slot for move in setup.depot_moves(state)))
    if state.active is None and setup.places_dockers(state):
        return say("status-docker", cells=_listed(move.depot for move in setup.docker_moves(state)))
    return _act(state)


def _act(state: FragileState) -> Message:
    """F-3.1: asks the player to go on, to begin with another docker, or to end the turn."""
    dockers = state.position.dockers
    able = [dockers[docker].cell for docker in rules.able_dockers(state)]
    if state.active is None:
        points = state.game.points(state.turn)
        return say("status-choose", dockers=_listed(able), points=points)
    docker = dockers[state.active].cell
    others = _listed(cell for cell in able if cell != docker)
    if docker in able and others:
        return say("status-act-or-next", docker=docker, points=state.points, dockers=others)
    may_end = rules.check_end_turn(state) is None
    if docker not in able:
        return say("status-end") if may_end else say("status-next", dockers=others)
    key = "status-act-or-end" if may_end else "status-act"
    return say(key, docker=docker, points=state.points)


def _listed(cells: Iterable[str]) -> str:
    return ", ".join(cells)
