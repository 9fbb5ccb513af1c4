"""Says why a bot played a move, by what the move did."""

from __future__ import annotations

from tablee.bots.bot import bot_message
from tablee.core.messages import Message
from tablee.games.shear_panic import moves as mv
from tablee.games.shear_panic import scoring
from tablee.games.shear_panic.menu import free_entries
from tablee.games.shear_panic.moves import ShearPanicMove
from tablee.games.shear_panic.state import ShearPanicState
from tablee.games.shear_panic.track import MEADOWS, FieldKind

FEW = 4
"""How many spaces before a gate count as near."""


def reason(state: ShearPanicState, move: ShearPanicMove, after: ShearPanicState) -> Message:
    """Returns a sentence about the most important thing in a move."""
    player = state.player
    gained = after.points[player] - state.points[player]
    if after.ended is not None and player in after.ended.winners:
        return _say("win")
    if gained and _everybody_scored(state, after):
        return _say("gate", points=gained)
    if gained:
        return _say("points", points=gained)
    if isinstance(move, mv.Command) and after.flock.is_split:
        return _say("split")
    told = _standing(state, after, player) or _timing(after, player)
    if told is not None:
        return told
    match move:
        case mv.PanicPush() | mv.PanicTurn():
            return _say("panic")
        case mv.ChooseGroup() | mv.Regroup():
            return _say("regroup")
        case mv.ExtraSteps(number):
            return _say("extra" if number else "keep")
        case mv.DrawFirst(first):
            return _say("first", player=first + 1)
    return _say("wait")


def _say(key: str, **parameters: int) -> Message:
    return bot_message(f"shear-panic-reason-{key}", **parameters)


def _everybody_scored(state: ShearPanicState, after: ShearPanicState) -> bool:
    fields = list(state.game.track.scorings(state.counter, after.counter))
    return bool(fields) and fields[-1] not in MEADOWS


def _promised(state: ShearPanicState, field: FieldKind) -> dict[str, int]:
    """Returns what each colour would score in a field with the present flock."""
    flock = state.flock
    if field == FieldKind.SHEARER:
        flock = flock.without(scoring.to_be_shorn(flock))
    return scoring.SCORINGS[field](flock)


def _standing(state: ShearPanicState, after: ShearPanicState, player: int) -> Message | None:
    """Says who is better or worse off for the next scoring, or returns None."""
    field = after.game.track.field_at(after.counter + 1)
    if field is None or not state.flock.sheep or not after.flock.sheep:
        return None
    before, now = _promised(state, field.kind), _promised(after, field.kind)
    colours = state.game.colours
    if now[colours[player]] > before[colours[player]]:
        return _say(f"better-{field.kind}")
    rivals = [other for other in range(len(colours)) if other != player]
    worst = max(rivals, key=lambda other: before[colours[other]] - now[colours[other]])
    if now[colours[worst]] < before[colours[worst]]:
        return _say("hinder", player=worst + 1)
    return None


def _timing(after: ShearPanicState, player: int) -> Message | None:
    """Says that the next player cannot reach the near gate, or returns None."""
    gates = [
        space
        for field in after.game.track.fields
        if field.gate is not None
        for space in (field.gate, field.last)
        if space > after.counter
    ]
    following = after.player if after.player != player else (player + 1) % after.game.players
    numbers = [entry.number for entry in free_entries(after, following)]
    reach = max(numbers, default=0) + max(after.extras[following], default=0)
    if gates and numbers and reach < gates[0] - after.counter <= FEW:
        return _say("timing", player=following + 1)
    return None
