"""All tables of a server: made, found, listed, kept open as long as somebody needs them."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec

from tablee.bots import bot
from tablee.core.errors import Invalid
from tablee.core.registry import game_type
from tablee.server import entries as log
from tablee.server.channels import TableChannels
from tablee.server.clock import Clock
from tablee.server.dice import new_secret
from tablee.server.draft import Draft
from tablee.server.match import OVER, WAITING, Match, Plan
from tablee.server.messages import Refused
from tablee.server.metrics import OPEN_TABLES
from tablee.server.seats import BOT, OPEN, PERSON, Seat, free_colour
from tablee.server.storage.journal import Taken, Write
from tablee.server.table import House, Table
from tablee.server.thinking import stand_in
from tablee.server.views import seats_view
from tablee.server.wishes import SeatWish

logger = logging.getLogger(__name__)

OPENING = 8
"""Tables that are read from disk at the same time after a start."""


def make_plan(
    game: str,
    options: dict[str, str],
    edition: str | None,
    wishes: list[SeatWish] | None,
    clock: Clock,
    private: bool,
) -> Plan:
    """A table that can be played, checked. Raises ``Invalid`` or ``Refused``."""
    made = game_type(game).from_options(options)
    if edition is not None:
        try:
            made = game_type(game).from_options(options, edition)
        except Invalid as error:  # the options were in order
            raise Refused("edition", error.message) from None
    wishes = [SeatWish()] * made.players if wishes is None else wishes
    if len(wishes) != made.players or all(wish.bot is not None for wish in wishes):
        raise Refused("seats", players=made.players)
    seats: list[Seat] = []
    for number, wish in enumerate(wishes, 1):
        level = stand_in(game) if wish.bot is None else bot(game, wish.bot).name
        if wish.bot is None:
            seats.append(Seat(level=level))
            continue
        colour = free_colour(tuple(seats))
        seats.append(Seat(kind="bot", name=f"Bot {number}", colour=colour, level=wish.bot))
    return Plan(game, made.rules_version, made.options(), made.edition_text, clock, private, seats)


def by_todays_rules(plan: Plan) -> Plan:
    """The same table for a new game: what was a standard edition is today's. Raises ``Invalid``.

    Options that name a seat (who begins, who has which colour) stay with the seat. People move on
    by one, so another of them begins.
    """
    was = plan.make_game()
    edition = None if was.has_standard_edition else plan.edition
    game = game_type(plan.game).from_options(plan.options, edition)
    return msgspec.structs.replace(
        plan, rules=game.rules_version, options=game.options(), edition=game.edition_text
    )


class Tables:
    def __init__(self, house: House, channels: TableChannels) -> None:
        self.house = house
        self.channels = channels
        self._unfollowing: set[asyncio.Task[None]] = set()
        self._open: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Task[None]] = {}

    @property
    def count(self) -> int:
        return len(self._open)

    async def create(self, plan: Plan, host: str) -> str:
        """A new table, on disk; its id."""
        table_id = secrets.token_hex(6)
        await self.house.journal.save(Write(table_id, created=_row(table_id, plan, host)))
        return table_id

    async def rematch(self, table: Table) -> str:
        """The same people once more, each a seat further; the same table whoever asks first."""
        if table.match.phase != OVER:
            raise Refused("not-over")
        created = table.match.rematch or await self._create_rotated(table)

        def remember(draft: Draft) -> None:
            if not draft.match.rematch:
                draft.add(log.Rematched, table=created)

        await table.write(remember)
        async with self.using(created) as new:
            new.attendant.wake()
        return created

    async def _create_rotated(self, table: Table) -> str:
        seats = table.match.seats
        turned = (*seats[-1:], *seats[:-1])
        planned = [_planned(seat) for seat in turned]
        plan = msgspec.structs.replace(by_todays_rules(table.plan), seats=planned)
        # Two who ask at the same time, at whichever node, make the same table: one of them does.
        table_id = hashlib.sha256(f"rematch {table.secret}".encode()).hexdigest()[:12]
        row = _row(table_id, plan, table.host)
        draft = Draft(Match.begin(plan), row["secret"], round(time.time(), 3))
        for index, seat in enumerate(turned):
            if seat.kind == PERSON:
                salt = secrets.token_hex(8)
                draft.join(seat.owner, index, seat.name, seat.colour, salt)
        bodies = [(entry.number, log.encode(entry)) for entry in draft.entries]
        row["phase"] = draft.match.phase
        row["seats"] = msgspec.json.encode(seats_view(draft.match))
        if draft.match.needs_server:
            row["due_at"] = draft.match.deadline or draft.now
        with suppress(Taken):
            await self.house.journal.save(Write(table_id, bodies, created=row))
        return table_id

    @asynccontextmanager
    async def using(self, table_id: str) -> AsyncIterator[Table]:
        """A table, open as long as the block lasts. Raises ``Refused``."""
        was_open = table_id in self._open
        table = await self._find(table_id)
        table.users += 1
        try:
            if was_open:
                await table.freshen()  # who has just done something elsewhere finds it done here
            yield table
        finally:
            table.users -= 1
            self._forget(table)

    async def listed(self) -> list[dict[str, Any]]:
        rows = await self.house.journal.open_tables()
        return [
            {
                "id": row["id"],
                "phase": row["phase"],
                "created_at": row["created_at"],
                "plan": msgspec.json.decode(row["plan"], type=Plan),
                "seats": msgspec.json.decode(row["seats"], type=list[Seat]),
            }
            for row in rows
        ]

    async def resume_all(self) -> None:
        """After a start: go on where a clock ran or a bot was to play."""
        gate = asyncio.Semaphore(OPENING)

        async def resume(table_id: str) -> None:
            async with gate, self.using(table_id) as table:
                await table.attendant.forgive_downtime()

        waiting = await self.house.journal.needing_server()
        await asyncio.gather(*map(resume, waiting), return_exceptions=True)

    async def close(self) -> None:
        await asyncio.gather(*(table.close() for table in self.open_ones))
        OPEN_TABLES.dec(len(self._open))
        self._open.clear()

    async def _find(self, table_id: str) -> Table:
        while (found := self._open.get(table_id)) is None:
            loading = self._opening.get(table_id)
            if loading is None:  # two openings at once would be two writers
                loading = asyncio.create_task(self._load(table_id))
                self._opening[table_id] = loading
                loading.add_done_callback(lambda _: self._opening.pop(table_id, None))
            await asyncio.shield(loading)
        return found

    async def _load(self, table_id: str) -> None:
        stored = await self.house.journal.load(table_id)
        if stored is None:
            raise Refused("no-table")
        try:
            table = Table(self.house, stored, self._forget)
        except Invalid as error:
            raise Refused("elsewhere", error.message) from None
        except msgspec.ValidationError:
            logger.warning("table %s was written by a version that knows more", table_id)
            raise Refused("elsewhere") from None
        if self.house.shared:
            await self.channels.follow(table_id, table.hear)
            await table.read_on()  # what was written while nobody here listened
        self._open[table_id] = table
        OPEN_TABLES.inc()

    def _forget(self, table: Table) -> None:
        """Close a table nobody needs; its log is on disk."""
        if table.is_idle and self._open.get(table.id) is table:
            del self._open[table.id]
            OPEN_TABLES.dec()
            table.attendant.rest()
            if self.house.shared:
                task = asyncio.create_task(self._unfollow(table.id))
                self._unfollowing.add(task)
                task.add_done_callback(self._unfollowing.discard)

    async def _unfollow(self, table_id: str) -> None:
        if table_id not in self._open and table_id not in self._opening:
            await self.channels.unfollow(table_id)

    @property
    def open_ones(self) -> list[Table]:
        return list(self._open.values())


def _planned(seat: Seat) -> Seat:
    """A seat as it is before anybody sits down; bots are there from the beginning."""
    if seat.kind == BOT:
        return msgspec.structs.replace(seat, stand_in=False)
    return Seat(kind="open", level=seat.level)


def _row(table_id: str, plan: Plan, host: str) -> dict[str, Any]:
    attended = plan.clock.kind != "none" or any(seat.kind != OPEN for seat in plan.seats)
    return {
        "id": table_id,
        "plan": msgspec.json.encode(plan),
        "join_key": secrets.token_urlsafe(9),
        "watch_key": secrets.token_urlsafe(9),
        "secret": new_secret(),
        "host": host,
        "created_at": time.time(),
        "phase": WAITING,
        "private": plan.private,
        "needs_server": attended,
        "rules": f"{plan.game} {plan.rules}",
        "due_at": None,
        "seats": msgspec.json.encode([seat.public() for seat in plan.seats]),
    }
