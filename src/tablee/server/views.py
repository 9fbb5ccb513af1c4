"""What people see of a match. The games have no secrets: everybody sees the same."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from tablee.core.game import State
from tablee.core.record import STANDARD, fingerprint
from tablee.core.sitting import Sitting
from tablee.server.dice import commitment
from tablee.server.entries import Ended
from tablee.server.match import OVER, PLAYING, WAITING, Match, Phase, shared_game
from tablee.server.messages import Spoken, say, spoken
from tablee.server.protocol import StateView, TableView, UndoView
from tablee.server.seats import Seat

LONGEST_EDITION_NAME = 60
"""Characters of a name that strangers chose."""


def table_view(table_id: str, match: Match, secret: str) -> TableView:
    plan = match.plan
    return TableView(
        id=table_id,
        game=plan.game,
        rules=plan.rules,
        edition=fingerprint(plan.edition),
        edition_name="" if match.game.has_standard_edition else own_name(plan.edition),
        options=match.game.options(),
        scenery=_scenery(plan.game, plan.rules, tuple(plan.options.items()), plan.edition),
        clock=plan.clock,
        private=plan.private,
        commitment=commitment(secret),
        practice=plan.practice,
    )


@lru_cache(maxsize=256)
def _scenery(
    game: str, rules: int, options: tuple[tuple[str, str], ...], edition: str
) -> dict[str, Any]:
    """Everybody who looks at a table gets it. Making it takes longer than all the rest."""
    return shared_game(game, rules, options, edition).scenery()


@lru_cache(maxsize=256)
def own_name(edition: str) -> str:
    """Returns the name of an own edition, or its fingerprint if the name is empty or misleading."""
    name = " ".join(str(tomllib.loads(edition).get("name", "")).split())
    if not name.isprintable() or name in ("", STANDARD):
        return fingerprint(edition)
    return name[:LONGEST_EDITION_NAME]


def seats_view(match: Match) -> list[Seat]:
    return [seat.public() for seat in match.seats]


def state_view(match: Match) -> StateView:
    return _sitting_view(
        match.sitting,
        number=match.number,
        version=match.version,
        phase=match.phase,
        barrier="" if match.sitting.before is not None else match.sitting.barrier,
        may_undo=match.sitting.may_undo,
        deadline=match.deadline,
        left=match.left,
        votes=match.votes,
        ended=match.ended,
    )


def line_view(sitting: Sitting[Any], moves: int) -> StateView:
    """Returns the state after a line of moves at no table. All of them may be taken back."""
    return _sitting_view(
        sitting,
        number=moves,
        version=moves,
        phase=PLAYING if sitting.state.result is None else OVER,
        barrier="" if moves else "begin",
    )


def _sitting_view(
    sitting: Sitting[Any],
    *,
    number: int,
    version: int,
    phase: Phase,
    barrier: str,
    may_undo: int | None = None,
    deadline: float | None = None,
    left: Sequence[float] = (),
    votes: Sequence[int] = (),
    ended: Ended | None = None,
) -> StateView:
    state = sitting.state
    result = state.result or ended
    return StateView(
        number=number,
        version=version,
        phase=phase,
        actor=state.actor if phase == PLAYING else None,
        status=ended.reason if ended is not None and ended.how else _status(state, phase),
        scores=list(state.scores),
        position=state.to_json(),
        moves=list(sitting.moves) if phase == PLAYING else [],
        undo=_undo_view(barrier, may_undo),
        deadline=deadline,
        left=list(left),
        votes=list(votes),
        winners=None if result is None else list(result.winners),
        picture=state.svg() if state.shown_by_picture else "",
    )


def _status(state: State[Any], phase: Phase) -> Spoken:
    return spoken(say("refused-not-started") if phase == WAITING else state.status())


@cache
def _undo_view(barrier: str, seat: int | None) -> UndoView:
    reason = spoken(say(f"refused-undo-{barrier}")) if barrier else {}
    return UndoView(not barrier, reason, seat)
