"""A node is a server that shares its tables with others.

The database holds the truth. Redis makes it fast: it carries messages between nodes and the bots'
turns. The watch looks in the database for what got lost, and for tables at which something is due
although no node has them open.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from contextlib import suppress

from tablee.core.errors import TableeError
from tablee.core.registry import game_names, game_type
from tablee.server.broker import Broker, PatientStore
from tablee.server.metrics import BOT_QUEUE, NODES
from tablee.server.settings import Settings
from tablee.server.shared_presence import SharedPresence
from tablee.server.storage.postgresql import PostgresJournal
from tablee.server.tables import Tables
from tablee.server.turns import Turns

logger = logging.getLogger(__name__)

ROUND = 1.0
"""Seconds between two rounds of the watch."""
LEASE = 10.0
"""Seconds for which one node alone looks after a table that is due."""


class Node:
    def __init__(self, settings: Settings, journal: PostgresJournal) -> None:
        self.id = secrets.token_hex(4)
        self.journal = journal
        self.broker = Broker(settings.broker)
        self.at_once = settings.bot_workers
        self.rate_limits = PatientStore(self.broker.quick, namespace="tablee-rates")
        self.presence = SharedPresence(self.broker.quick, self.id, self.broker.living_nodes)
        self.turns: Turns | None = None
        self._watching: asyncio.Task[None] | None = None
        self._ahead = 0.0
        self._ending = False
        """Needed beside ``cancel``: a driver may take a cancellation for a time-out."""
        self.rules = [
            f"{name} {version}"
            for name in game_names()
            for version in game_type(name).rules_versions
        ]

    def now(self) -> float:
        """Returns the time by the database's clock, because the clocks of nodes may differ."""
        return time.time() + self._ahead

    def call_bot(self, table_id: str, version: int) -> None:
        if self.turns is not None:
            self.turns.call(table_id, version)

    async def start(self, tables: Tables) -> None:
        self.tables = tables
        self._ahead = await self.journal.now() - time.time()
        self.turns = self.make_turns(tables)
        self.turns.start()
        await self.broker.sign_of_life(self.id, self.now())
        if not await self.broker.living_nodes() - {self.id}:
            await self._forgive_downtime()
        self._watching = asyncio.create_task(self._watch())

    def make_turns(self, tables: Tables) -> Turns:
        return Turns(self.broker.patient, tables, self.at_once)

    async def stop(self) -> None:
        """Stops, even if the start failed on its way."""
        self._ending = True
        if self._watching is not None:
            self._watching.cancel()
            with suppress(asyncio.CancelledError):
                await self._watching
        if self.turns is not None:
            await self.turns.stop()
        await self.broker.farewell(self.id)

    async def close(self) -> None:
        await self.broker.close()

    async def _forgive_downtime(self) -> None:
        """The first node after a time without nodes gives that time back to the players."""
        while due := await self.journal.claim_due(self.now(), LEASE, self.rules):
            for table_id in due:
                with suppress(TableeError):
                    async with self.tables.using(table_id) as table:
                        await table.attendant.forgive_downtime()

    async def _watch(self) -> None:
        pace = random.Random(self.id)  # nodes that started together look at different times
        while not self._ending:
            await asyncio.sleep(ROUND * pace.uniform(0.8, 1.2))
            try:
                await self._look_round()
            except TableeError as error:
                logger.warning("the watch: %s", error)
            except Exception:
                logger.exception("the watch failed")

    async def _look_round(self) -> None:
        self._ahead = await self.journal.now() - time.time()
        if await self.broker.sign_of_life(self.id, self.now()):
            await self.presence.repeat()
        NODES.set(len(await self.broker.living_nodes()))
        if self.turns is not None:
            BOT_QUEUE.set(await self.turns.depth())
        tables = {table.id: table for table in self.tables.open_ones}
        if tables:
            last = await self.journal.last_numbers(list(tables))
            for table_id, table in tables.items():
                if last.get(table_id, 0) > table.match.number:
                    await table.freshen()
        for table_id in await self.journal.claim_due(self.now(), LEASE, self.rules):
            with suppress(TableeError):
                async with self.tables.using(table_id) as table:
                    await table.attendant.time_out()
