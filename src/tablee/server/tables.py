"""All tables of a server. A table stays in memory as long as somebody needs it."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from sqlalchemy.engine import RowMapping

from tablee.bots import bot
from tablee.core.errors import Invalid
from tablee.core.registry import game_type
from tablee.server import entries as log
from tablee.server.channels import TableChannels
from tablee.server.dice import MOST_REMATCHES, link, new_secret
from tablee.server.draft import Draft
from tablee.server.match import OVER, WAITING, Match, Plan
from tablee.server.messages import Refused
from tablee.server.metrics import OPEN_TABLES
from tablee.server.names import skeleton
from tablee.server.rounds import Places, Whose
from tablee.server.seats import BOT, PERSON, Seat, colours_of, free_colour, has_colour_option
from tablee.server.settings import Limits
from tablee.server.storage.journal import Taken, Write
from tablee.server.table import House, Table, listing_of
from tablee.server.thinking import stand_in
from tablee.server.wishes import Listed, NewTable, SeatWish

logger = logging.getLogger(__name__)

MADE_AT_ONCE = 8
"""Tables that are made at one time. Other guests wait for their turn."""
DAY = 86_400.0
"""Seconds after which a table at which nothing happens no longer counts for the limits."""


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
    if len(wanted) != game.players:
        raise Refused("seats", players=game.players)
    if wish.practice and sum(seat.bot is None for seat in wanted) != 1:
        raise Refused("practice-seats")
    looks = () if has_colour_option(wish.game) else colours_of(wish.game)
    seats: list[Seat] = []
    for number, seat in enumerate(wanted):
        if seat.bot is None:
            seats.append(Seat(level=stand_in(wish.game)))
        else:
            name = bot_seat_name(wish.game, seat.bot, [other.name for other in seats])
            colour = free_colour(seats, number, looks)
            seats.append(Seat(kind="bot", name=name, colour=colour, level=seat.bot))
    return Plan(
        game=wish.game,
        rules=game.rules_version,
        options=game.options(),
        edition=game.edition_text,
        clock=wish.clock,
        private=wish.private,
        seats=seats,
        practice=wish.practice,
    )


def bot_seat_name(game: str, level: str, others: list[str]) -> str:
    """Returns a name for a bot at a table. Raises ``Invalid`` if there is no such bot."""
    name = bot(game, level).nickname or "Bot"
    looks = {skeleton(other) for other in others}
    numbered = (f"{name} {number}" for number in range(2, len(others) + 3))
    return next(one for one in (name, *numbered) if skeleton(one) not in looks)


def make_own(wish: NewTable) -> Plan:
    """Does the same for an edition of one's own, beside the event loop: it takes milliseconds."""
    plan = make_plan(wish)
    plan.make_game().sitting()  # kept, so that the table need not read it again
    return plan


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
        self._removing: set[str] = set()
        self._making: Counter[str] = Counter()
        """The tables that guests and callers are making now."""
        self._makers = Places(MADE_AT_ONCE)

    @property
    def count(self) -> int:
        return len(self._open)

    async def create(self, plan: Plan, host: str, caller: str = "") -> str:
        """Saves a new table and returns its id."""
        table_id = secrets.token_hex(6)
        row = new_row(table_id, plan, host, caller, self.house.now())
        draft = Draft(Match.begin(plan), row["secret"], round(row["created_at"], 3))
        draft.begin_if_full()  # with bots on all seats
        await self.house.journal.save(first_write(row, draft))
        return table_id

    @asynccontextmanager
    async def making(self, guest: str, caller: str, limits: Limits) -> AsyncIterator[None]:
        """Waits for its turn. Raises ``Refused`` if the guest or caller may not make one more."""
        by_guest, by_caller = f"guest {guest}", f"caller {caller}"
        async with self._makers.taken(Whose(caller, guest)):
            self._making.update((by_guest, by_caller))
            try:
                await self._check_limits(guest, caller, limits)
                yield
            finally:
                self._making.subtract((by_guest, by_caller))
                self._making += Counter()  # forgets those who make none

    async def _check_limits(self, guest: str, caller: str, limits: Limits) -> None:
        since = self.house.now() - DAY
        of_guest = sum(map(_is_a_burden, await self.house.journal.unfinished(guest, since)))
        of_caller, made = await self.house.journal.counted(caller, since)
        more_of_caller = self._making[f"caller {caller}"]
        if of_guest + self._making[f"guest {guest}"] > limits.tables_per_guest:
            raise Refused("too-many-tables", limit=limits.tables_per_guest)
        if of_caller + more_of_caller > limits.tables_per_caller:
            raise Refused("too-many-tables-here", limit=limits.tables_per_caller)
        if made + more_of_caller > limits.new_tables_per_day:
            raise Refused("too-many-new-tables", limit=limits.new_tables_per_day)

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

        async with self.using(created) as new:
            new.attendant.wake()  # its bot may begin, even if the first table cannot be written
            await table.write(remember)
        return created

    async def _create_rotated(self, table: Table) -> str:
        seats = table.match.seats
        turned = (*seats[-1:], *seats[:-1])
        planned = [_planned(seat) for seat in turned]
        plan = msgspec.structs.replace(_next_link(by_todays_rules(table.plan)), seats=planned)
        table_id = rematch_id(table.secret)
        row = new_row(table_id, plan, table.host, table.made_by, self.house.now())
        draft = Draft(Match.begin(plan), row["secret"], round(row["created_at"], 3))
        for index, seat in enumerate(turned):
            if seat.kind == PERSON:
                # Tables of an older version have not kept the salts.
                salt = seat.salt or secrets.token_hex(8)
                draft.join(seat.owner, index, seat.name, seat.colour, salt)
        with suppress(Taken):
            await self.house.journal.save(first_write(row, draft))
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
            try:
                plan = msgspec.json.decode(row["plan"], type=Plan)
                seats = msgspec.json.decode(row["seats"], type=list[Seat])
            except (msgspec.DecodeError, UnicodeDecodeError):
                logger.warning("table %s cannot be listed", row["id"])
                continue
            at = row["created_at"]
            found.append(
                Listed(row["id"], plan.game, plan.options, plan.clock, row["phase"], seats, at)
            )
        return found

    async def remove(self, table_ids: list[str]) -> list[str]:
        """Deletes those of the tables that nobody has open. Returns their ids."""
        free = [one for one in table_ids if one not in self._open and one not in self._opening]
        self._removing.update(free)
        try:
            if free:
                await self.house.journal.remove(free)
        finally:
            self._removing.difference_update(free)
        return free

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
        if table_id in self._removing:
            raise Refused("no-table")
        try:
            table = await self._read(table_id)
        except log.Damaged as damage:  # a table without its snapshot only takes longer to read
            logger.error("table %s is damaged: %s", table_id, damage.problem)
            table = await self._read(table_id, whole=True)
        if self.house.shared:
            await self.channels.follow(table_id, table.hear)
            await table.read_on()  # entries from before this node listened
        if not self.house.shared:  # no other node looks after it
            with suppress(Refused):  # it is tried again
                await table.attendant.time_out()
            table.attendant.wake()
        self._open[table_id] = table
        OPEN_TABLES.inc()

    async def _read(self, table_id: str, *, whole: bool = False) -> Table:
        stored = await self.house.journal.load(table_id, whole=whole)
        if stored is None:
            raise Refused("no-table")
        try:
            return Table(self.house, stored, self._forget)
        except Invalid as error:
            raise Refused("elsewhere", error.message) from None
        except msgspec.ValidationError:
            logger.warning("table %s was written by a newer version", table_id)
            raise Refused("elsewhere") from None
        except (msgspec.DecodeError, RecursionError):
            raise log.Damaged("its plan is not JSON") from None

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


def first_write(row: dict[str, Any], draft: Draft) -> Write:
    """Returns what saves a new table together with its first entries."""
    bodies = [(entry.number, log.encode(entry)) for entry in draft.entries]
    row |= listing_of(draft.match)
    if draft.match.needs_server:
        row["due_at"] = draft.match.deadline or draft.now
    return Write(row["id"], bodies, created=row)


def _is_a_burden(row: RowMapping) -> bool:
    """True if an unfinished table counts for its host: it waits for players, or bots play there.

    A game among people does not, since it may be the others' turn for days. Nor does one that the
    host has left: nothing happens at it until somebody comes back.
    """
    if row["phase"] == WAITING:
        return True
    try:
        seats = msgspec.json.decode(row["seats"], type=list[Seat])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    people = sum(seat.kind == PERSON for seat in seats)
    is_left = any(seat.stand_in for seat in seats) and all(seat.is_played_by_bot for seat in seats)
    return people < 2 and not is_left


def rematch_id(secret: str) -> str:
    """All nodes make the same id. If two people ask at once, the journal refuses the second."""
    return hashlib.sha256(f"rematch {secret}".encode()).hexdigest()[:12]


def _planned(seat: Seat) -> Seat:
    """Returns the seat as it is before people sit down. Bots sit there from the start."""
    if seat.kind == BOT:
        return msgspec.structs.replace(seat, stand_in=False)
    return Seat(kind="open", level=seat.level)


def _next_link(plan: Plan) -> Plan:
    """Returns the plan of the next game with the next secret, or without a chain after the last."""
    more = plan.rematches - 1
    chain = plan.chain if more >= 0 else ""
    return msgspec.structs.replace(plan, chain=chain, rematches=max(0, more))


def new_row(
    table_id: str, plan: Plan, host: str, caller: str = "", now: float = 0.0
) -> dict[str, Any]:
    """Returns the row of a new table in the database."""
    if not plan.chain:
        plan = msgspec.structs.replace(plan, chain=new_secret(), rematches=MOST_REMATCHES)
    return {
        "id": table_id,
        "plan": msgspec.json.encode(plan),
        "join_key": secrets.token_urlsafe(9),
        "watch_key": secrets.token_urlsafe(9),
        "secret": link(plan.chain, plan.rematches),
        "host": host,
        "created_at": now,
        "touched_at": now,
        "made_by": caller,
        "private": plan.private,
        "rules": f"{plan.game} {plan.rules}",
        "due_at": None,
        **listing_of(Match.begin(plan)),
    }
