"""All tables of a server. A table stays in memory as long as somebody needs it."""

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
from tablee.server.dice import new_secret
from tablee.server.draft import Draft
from tablee.server.match import OVER, Match, Plan
from tablee.server.messages import Refused
from tablee.server.metrics import OPEN_TABLES
from tablee.server.seats import BOT, PERSON, Seat, free_colour
from tablee.server.storage.journal import Taken, Write
from tablee.server.table import House, Table, listing_of
from tablee.server.thinking import stand_in
from tablee.server.wishes import Listed, NewTable, SeatWish

logger = logging.getLogger(__name__)

OPENING = 8
"""Tables to read from disk at the same time after a start."""


def make_plan(wish: NewTable) -> Plan:
    """Checks a wish and returns the plan of the table. Raises ``Invalid`` or ``Refused``."""
    kind = game_type(wish.game)
    game = kind.from_options(wish.options)
    if wish.edition is not None:
        try:
            game = kind.from_options(wish.options, wish.edition)
        except Invalid as error:  # not because of the options: they are good
            raise Refused("edition", error.message) from None
    wanted = [SeatWish()] * game.players if wish.seats is None else wish.seats
    if len(wanted) != game.players or all(seat.bot is not None for seat in wanted):
        raise Refused("seats", players=game.players)
    seats: list[Seat] = []
    for number, seat in enumerate(wanted, 1):
        if seat.bot is None:
            seats.append(Seat(level=stand_in(wish.game)))
        else:
            bot(wish.game, seat.bot)  # raises ``Invalid`` if there is none of this name
            colour = free_colour(tuple(seats))
            seats.append(Seat(kind="bot", name=f"Bot {number}", colour=colour, level=seat.bot))
    return Plan(
        game=wish.game,
        rules=game.rules_version,
        options=game.options(),
        edition=game.edition_text,
        clock=wish.clock,
        private=wish.private,
        seats=seats,
    )


def by_todays_rules(plan: Plan) -> Plan:
    """Returns the plan for a new game by today's rules. Raises ``Invalid``.

    A standard edition becomes today's. Options that name a seat stay with the seat: people move on
    by one seat, so another player begins.
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

    async def create(self, plan: Plan, host: str, caller: str = "") -> str:
        """Saves a new table and returns its id."""
        table_id = secrets.token_hex(6)
        row = new_row(table_id, plan, host, caller)
        await self.house.journal.save(Write(table_id, created=row))
        return table_id

    async def rematch(self, table: Table) -> str:
        """Returns the table of the rematch, at which everybody sits one seat further.

        Everybody who asks gets the same table.
        """
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
        # All nodes make the same id. If two people ask at once, the journal refuses the second.
        table_id = hashlib.sha256(f"rematch {table.secret}".encode()).hexdigest()[:12]
        row = new_row(table_id, plan, table.host, table.made_by)
        draft = Draft(Match.begin(plan), row["secret"], round(time.time(), 3))
        for index, seat in enumerate(turned):
            if seat.kind == PERSON:
                salt = secrets.token_hex(8)
                draft.join(seat.owner, index, seat.name, seat.colour, salt)
        bodies = [(entry.number, log.encode(entry)) for entry in draft.entries]
        row |= listing_of(draft.match)
        if draft.match.needs_server:
            row["due_at"] = draft.match.deadline or draft.now
        with suppress(Taken):
            await self.house.journal.save(Write(table_id, bodies, created=row))
        return table_id

    @asynccontextmanager
    async def using(self, table_id: str) -> AsyncIterator[Table]:
        """Keeps a table open during the block. Raises ``Refused``."""
        was_open = table_id in self._open
        table = await self._find(table_id)
        table.users += 1
        try:
            if was_open:
                await table.freshen()  # the guest may have written at another node just now
            yield table
        finally:
            table.users -= 1
            self._forget(table)

    async def listed(self) -> list[Listed]:
        found = []
        for row in await self.house.journal.open_tables():
            plan = msgspec.json.decode(row["plan"], type=Plan)
            seats = msgspec.json.decode(row["seats"], type=list[Seat])
            at = row["created_at"]
            found.append(
                Listed(row["id"], plan.game, plan.options, plan.clock, row["phase"], seats, at)
            )
        return found

    async def resume_all(self) -> None:
        """After a start, opens the tables where a clock runs or a bot is to play."""
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
            if loading is None:  # a table has one writer, so it is opened only once
                loading = asyncio.create_task(self._open_one(table_id))
                self._opening[table_id] = loading
            await asyncio.shield(loading)
        return found

    async def _open_one(self, table_id: str) -> None:
        try:
            await self._load(table_id)
        finally:
            del self._opening[table_id]  # before anybody who waits for it goes on

    async def _load(self, table_id: str) -> None:
        stored = await self.house.journal.load(table_id)
        if stored is None:
            raise Refused("no-table")
        try:
            table = Table(self.house, stored, self._forget)
        except Invalid as error:
            raise Refused("elsewhere", error.message) from None
        except msgspec.ValidationError:
            logger.warning("table %s was written by a newer version", table_id)
            raise Refused("elsewhere") from None
        if self.house.shared:
            await self.channels.follow(table_id, table.hear)
            await table.read_on()  # entries from before this node listened
        self._open[table_id] = table
        OPEN_TABLES.inc()

    def _forget(self, table: Table) -> None:
        """Closes a table that nobody needs. Its log is on disk."""
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
    """Returns the seat as it is before people sit down. Bots sit there from the start."""
    if seat.kind == BOT:
        return msgspec.structs.replace(seat, stand_in=False)
    return Seat(kind="open", level=seat.level)


def new_row(table_id: str, plan: Plan, host: str, caller: str) -> dict[str, Any]:
    """Returns the row of a new table in the database."""
    now = time.time()
    return {
        "id": table_id,
        "plan": msgspec.json.encode(plan),
        "join_key": secrets.token_urlsafe(9),
        "watch_key": secrets.token_urlsafe(9),
        "secret": new_secret(),
        "host": host,
        "created_at": now,
        "touched_at": now,
        "made_by": caller,
        "private": plan.private,
        "rules": f"{plan.game} {plan.rules}",
        "due_at": None,
        **listing_of(Match.begin(plan)),
    }
