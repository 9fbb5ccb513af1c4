"""A table that goes on where a branch ends: its moves are the first entries of the log."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from tablee.server.draft import Draft
from tablee.server.match import OVER, Match, Plan
from tablee.server.messages import Refused
from tablee.server.names import check_alone
from tablee.server.snapshot import Snapshot
from tablee.server.storage.journal import Write
from tablee.server.tables import first_write, make_plan, new_row
from tablee.server.whatif.branches import line_of
from tablee.server.whatif.wishes import PlayOnWish
from tablee.server.wishes import NewTable


@dataclass(frozen=True)
class Host:
    """The person who plays on."""

    guest: str
    caller: str
    name: str
    salt: str


def opened(wish: PlayOnWish, host: Host, table_id: str, now: float) -> Write:
    """Returns the write that makes the table. Runs in a worker. Raises ``TableeError``.

    The write has a snapshot, so nobody has to play the moves again.
    """
    source, line = line_of(wish)
    if not source.from_initial:
        raise Refused("no-opening")
    plan = _plan(wish, source.game.options(), source.game.name)
    game = source.game
    plan = msgspec.structs.replace(plan, rules=game.rules_version, edition=game.edition_text)
    row = new_row(table_id, plan, host.guest, host.caller, now)
    draft = Draft(Match.begin(plan), row["secret"], round(now, 3))
    draft.opening = [sitting.text for sitting in line[1:]]
    check_alone(host.name, [seat.name for seat in plan.seats])
    draft.join(host.guest, None, host.name, "", host.salt)
    if draft.match.phase == OVER:
        raise Refused("over")
    snapshot = (draft.match.number, msgspec.json.encode(Snapshot.of(draft.match)))
    return msgspec.structs.replace(first_write(row, draft), snapshot=snapshot)


def _plan(wish: PlayOnWish, options: dict[str, str], game: str) -> Plan:
    if sum(seat.bot is None for seat in wish.seats) != 1:
        raise Refused("practice-seats")
    seats, practice = list(wish.seats), wish.practice
    table = NewTable(game, options, seats=seats, practice=practice, private=wish.private)
    return make_plan(table)
