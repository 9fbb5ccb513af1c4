"""Sentences that say what the present player can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.core.game import CHANCE
from tablee.core.messages import Message
from tablee.games.shear_panic.extras import owes_extra
from tablee.games.shear_panic.flock import cell_name
from tablee.games.shear_panic.menu import free_entries
from tablee.games.shear_panic.messages import colour_name, say
from tablee.games.shear_panic.regroup import choice_of_groups
from tablee.games.shear_panic.tasks import Task
from tablee.games.shear_panic.turn import present_ways

if TYPE_CHECKING:
    from tablee.games.shear_panic.state import ShearPanicState


def status(state: ShearPanicState) -> Message:
    if state.ended is not None:
        return say("status-over", reason=state.ended.reason)
    if state.actor == CHANCE:
        return say(f"task-{state.task.replace(' ', '-')}")
    colour = colour_name(state.colour)
    return say("status", player=state.player + 1, colour=colour, what=_what_to_do(state))


def how_to_type(_: ShearPanicState) -> Message:
    return say("how-to-type")


def _what_to_do(state: ShearPanicState) -> Message:
    match state.task:
        case Task.COMMAND:
            free = len(free_entries(state, state.player))
            return say("status-command", left=free)
        case Task.PUSH:
            cells = [cell_name(spot) for spot in state.flock.spots(state.face)]
            return say("status-push", cells=_either(cells))
        case Task.GROUP:
            groups = (cell_name(group[0]) for group in choice_of_groups(state.flock))
            return say("status-group", cells=", ".join(groups))
        case Task.LINE:
            count = len(present_ways(state, state.die).shifts)
            return say("status-line", count=count, cell=state.group, face=state.die)
        case Task.EXTRA:
            left = ", ".join(map(str, state.extras[state.player]))
            key = "status-extra-owed" if owes_extra(state) else "status-extra"
            return say(key, number=state.number, extras=left)
        case Task.NAME:
            return say("status-name-first")
    return say("status-turn")


def _either(cells: list[str]) -> Message | str:
    """A colour has two sheep at most."""
    return say("either", one=cells[0], other=cells[1]) if len(cells) > 1 else cells[0]
