"""What the server does for tables that nobody has open: it wakes those where something is due, and
deletes those that have expired."""

from __future__ import annotations

import asyncio
import heapq
import logging
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy.engine import RowMapping

from tablee.server import entries as log
from tablee.server.guests import YEAR
from tablee.server.messages import Refused
from tablee.server.metrics import DATABASE_BYTES, DISK_FREE, EXPIRED, ROWS
from tablee.server.problems.store import ProblemStore
from tablee.server.storage.journal import Journal
from tablee.server.storage.kinds import journal_at

if TYPE_CHECKING:
    from tablee.server.settings import Settings
    from tablee.server.tables import Tables

logger = logging.getLogger(__name__)

AHEAD = 2.0
"""Seconds before a table is due at which it is opened."""
LONGEST_SLEEP = 60.0
"""Seconds. Longer waits are split, because the clock may be set."""
RETRY = 1.0
"""Seconds until a table that could not be read is opened again."""
ROUND = 3600.0
"""Seconds between two rounds of tidying."""
MEASURED = 300.0
"""Seconds between two looks at the size of the database."""
DAY = 86_400.0
PASSING = ("storage", "busy")
"""Refusals that may pass."""


class Upkeep:
    def __init__(self, tables: Tables, settings: Settings) -> None:
        self.tables = tables
        self.settings = settings
        self._tasks: list[asyncio.Task[None]] = []

    def wake(self) -> None:
        """Begins to open the tables where a clock runs or a bot is to play."""
        self._tasks.append(asyncio.create_task(self._wake_all()))

    def tidy(self) -> None:
        """Begins to tidy and measure now and then."""
        self._tasks += [
            asyncio.create_task(self._for_ever(self._tidy, ROUND)),
            asyncio.create_task(self._for_ever(self._measure, MEASURED)),
        ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Waking

    async def _wake_all(self) -> None:
        journal = self.tables.house.journal
        while True:
            with suppress(Refused):
                waiting = await journal.needing_server()
                break
            await asyncio.sleep(RETRY)
        timed = [(at, one) for at, one in waiting if at is not None]
        # An early version has not written down when something is due. It must be looked up.
        unknown = [(-math.inf, one) for at, one in waiting if at is None]
        await asyncio.gather(self._wake(timed), self._wake(unknown))

    async def _wake(self, due: list[tuple[float, str]]) -> None:
        """Opens tables when they are due, and never for more than half of the time."""
        now = self.tables.house.now
        heapq.heapify(due)
        while due:
            while (early := due[0][0] - AHEAD - now()) > 0:
                await asyncio.sleep(min(early, LONGEST_SLEEP))
            _, table_id = heapq.heappop(due)
            begin = time.perf_counter()
            if not await self._opened(table_id):
                heapq.heappush(due, (now() + AHEAD + RETRY, table_id))
            await asyncio.sleep(time.perf_counter() - begin)

    async def _opened(self, table_id: str) -> bool:
        """Opens a table, which then does what is due. False if this must be tried again."""
        try:
            async with self.tables.using(table_id):
                return True
        except Refused as refusal:
            logger.warning("table %s: %s", table_id, refusal)
            return refusal.code not in PASSING
        except Exception:  # a bug at one table must not stop the others
            logger.exception("table %s failed", table_id)
            return True

    # Tidying

    async def _for_ever(self, work: Callable[[], Awaitable[None]], pause: float) -> None:
        while True:
            try:
                await work()
            except Exception as error:  # noqa: BLE001  # the next round may succeed
                logger.warning("upkeep: %r", error)
            await asyncio.sleep(pause)

    async def _tidy(self) -> None:
        removed = 0
        async for lot in Expired(self.tables.house.journal, self.settings, time.time()).lots():
            removed += len(await self.tables.remove(lot))
        if removed:
            EXPIRED.inc(removed)
            logger.warning("%d tables have expired", removed)
            await self.tables.house.journal.shrink()
        await ProblemStore(self.tables.house.journal).forget_progress(time.time() - YEAR)

    async def _measure(self) -> None:
        sizes = await self.tables.house.journal.measure()
        DATABASE_BYTES.set(sizes.bytes)
        if sizes.free is not None:
            DISK_FREE.set(sizes.free)
        ROWS.labels("entries").set(sizes.entries)
        for phase in ("waiting", "playing", "over"):
            ROWS.labels(phase).set(sizes.tables.get(phase, 0))


async def tidy_once(settings: Settings, *, dry_run: bool = False) -> list[str]:
    """Deletes what has expired and gives the room back. Returns the ids of the tables.

    A server that uses a SQLite file tidies it itself, so this is refused meanwhile.
    """
    journal = journal_at(settings.database_address)
    expired = Expired(journal, settings, time.time())
    if dry_run:
        async with journal.looking():
            return [one async for lot in expired.lots() for one in lot]
    await journal.open()
    try:
        removed: list[str] = []
        async for lot in expired.lots():
            await journal.remove(lot)
            removed += lot
        await journal.rewrite()
        return removed
    finally:
        await journal.close()


class Expired:
    """Finds the tables that the settings allow to delete."""

    def __init__(self, journal: Journal, settings: Settings, now: float) -> None:
        self.journal = journal
        self.open_before = now - settings.expire_open * DAY if settings.expire_open else -math.inf
        kept = settings.keep_finished
        self.any_before = now - kept * DAY if kept else -math.inf
        self.now = now

    async def lots(self) -> AsyncIterator[list[str]]:
        """Yields the ids of expired tables, a few at a time."""
        wanted = [
            (("waiting", "playing"), max(self.open_before, self.any_before)),
            (("over",), self.any_before),
        ]
        for phases, before in wanted:
            after = ""
            while found := await self.journal.untouched(phases, before, after):
                after = max(row["id"] for row in found)
                lot = [row["id"] for row in found if await self._is_expired(row)]
                if lot:
                    yield lot
                await asyncio.sleep(0)

    async def _is_expired(self, row: RowMapping) -> bool:
        """Looks into the log: the row does not tell of every entry."""
        try:
            bodies = await self.journal.entries_after(row["id"], 0)
            entries = [log.decode(body) for body in bodies]
        except (Refused, msgspec.DecodeError):
            return False  # damaged, or of another version: an operator decides
        seen = max([row["seen"], *(entry.at for entry in entries[-1:])])
        if row["due_at"] is not None and row["due_at"] > self.now:
            return False  # a clock of many days runs
        if seen < self.any_before:
            return True
        if row["phase"] == "over" or seen >= self.open_before:
            return False
        played = any(isinstance(entry, log.Played) and not entry.bot for entry in entries)
        return row["phase"] == "waiting" or not played
