"""A match as those at the table see it. Both games are open: everybody sees the same."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from typing import Any

from tablee.core.record import STANDARD, fingerprint
from tablee.core.sitting import Sitting
from tablee.server.dice import commitment
from tablee.server.match import OVER, PLAYING, WAITING, Match, Phase
from tablee.server.messages import Spoken, say, spoken
from tablee.server.protocol import StateView, TableView, UndoView
from tablee.server.seats import Seat

LONGEST_EDITION_NAME = 60
"""Signs of a name that strangers gave."""


def table_view(table_id: str, match: Match, secret: str) -> TableView:
    plan = match.plan
    return TableView(
        id=table_id,
        game=plan.game,
        rules=plan.rules,
        edition=fingerprint(plan.edition),
        edition_name="" if match.game.has_standard_edition else own_name(plan.edition),
        options=match.game.options(),
        scenery=match.game.scenery(),
        clock=plan.clock,
        private=plan.private,
        commitment=commitment(secret),
    )


@lru_cache(maxsize=256)
def own_name(edition: str) -> str:
    """What an edition calls itself; its fingerprint if that is nothing or the standard's name."""
    name = " ".join(str(tomllib.loads(edition).get("name", "")).split())
    if not name.isprintable() or name in ("", STANDARD):
        return fingerprint(edition)
    return name[:LONGEST_EDITION_NAME]


def seats_view(match: Match) -> list[Seat]:
    return [seat.public() for seat in match.seats]


def state_view(match: Match) -> StateView:
    """A table's state."""
    return sitting_view(
        match.sitting,
        number=match.number,
        version=match.version,
        phase=match.phase,
        undo=_undo(match),
        deadline=match.deadline,
        status=spoken(say("refused-not-started")) if match.phase == WAITING else None,
    )


def sitting_view(
    sitting: Sitting[Any],
    *,
    number: int,
    version: int,
    phase: Phase,
    undo: UndoView,
    deadline: float | None = None,
    status: Spoken | None = None,
) -> StateView:
    """A state as a page shows it. ``status`` stands in for what the game says itself."""
    state = sitting.state
    result = state.result
    return StateView(
        number=number,
        version=version,
        phase=phase,
        actor=None if phase == WAITING else state.actor,
        status=spoken(state.status()) if status is None else status,
        scores=list(state.scores),
        position=state.to_json(),
        moves=list(sitting.moves) if phase == PLAYING else [],
        undo=undo,
        deadline=deadline,
        winners=None if result is None else list(result.winners),
        picture=state.svg() if state.shown_by_picture else "",
    )


def line_view(sitting: Sitting[Any], moves: int) -> StateView:
    """The state after a line of so many moves at no table, all of which may be taken back."""
    phase: Phase = PLAYING if sitting.state.result is None else OVER
    return sitting_view(
        sitting,
        number=moves,
        version=moves,
        phase=phase,
        undo=_CAN_UNDO if moves else _cannot_undo("begin"),
    )


_CAN_UNDO = UndoView(True, {})


def _undo(match: Match) -> UndoView:
    if match.sitting.before is not None:
        return _CAN_UNDO
    return _cannot_undo(match.sitting.barrier)


@cache
def _cannot_undo(barrier: str) -> UndoView:
    return UndoView(False, spoken(say(f"refused-undo-{barrier}")))
