"""A match as those at the table see it. Both games are open: everybody sees the same."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache

import msgspec

from tablee.core.record import STANDARD, fingerprint
from tablee.server.dice import commitment
from tablee.server.match import PLAYING, WAITING, Match
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
        clock=msgspec.to_builtins(plan.clock),
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
    state = match.state
    playing = match.phase == PLAYING
    result = state.result
    return StateView(
        number=match.number,
        version=match.version,
        phase=match.phase,
        actor=match.actor,
        status=_status(match),
        scores=list(state.scores),
        position=state.to_json(),
        moves=state.notations() if playing else [],
        undo=_undo(match),
        deadline=match.deadline,
        winners=None if result is None else list(result.winners),
    )


def _status(match: Match) -> Spoken:
    if match.phase == WAITING:
        return spoken(say("refused-not-started"))
    return spoken(match.state.status())


_CAN_UNDO = UndoView(True, {})


def _undo(match: Match) -> UndoView:
    if match.back:
        return _CAN_UNDO
    return _cannot_undo("start" if match.phase == WAITING else match.barrier)


@cache
def _cannot_undo(barrier: str) -> UndoView:
    return UndoView(False, spoken(say(f"refused-undo-{barrier}")))
