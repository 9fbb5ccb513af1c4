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
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from tablee.core.errors import TableeError
from tablee.core.registry import game_names, game_type
from tablee.server.broker import AWAY, Broker
from tablee.server.clock import seconds_since_boot, steady_now
from tablee.server.metrics import BOT_QUEUE, NODES
from tablee.server.rates import Rates
from tablee.server.rounds import Whose
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
SLEW = 0.01
"""Seconds by which the time of a node may follow the database's clock in a second."""
APART = 5.0
"""Seconds between the database and the other nodes. If it is more, a new node goes by the nodes."""


class Node:
    def __init__(self, settings: Settings, journal: PostgresJournal) -> None:
        self.id = secrets.token_hex(4)
        self.journal = journal
        self.steady = steady_now
        self.broker = Broker(settings.broker)
        self.at_once = settings.bot_workers
        self.rates = Rates(self.now)
        self.presence = SharedPresence(self.broker.quick, self.id, self.broker.living_nodes)
        self.turns: Turns | None = None
        self._watching: list[asyncio.Task[None]] = []
        self._ahead = 0.0
        self._read_at = 0.0
        self._ending = False
        """Needed beside ``cancel``: a driver may take a cancellation for a time-out."""
        self.rules = [
            f"{name} {version}"
            for name in game_names()
            for version in game_type(name).rules_versions
        ]

    def now(self) -> float:
        """Returns the time by the database's clock, because the clocks of nodes may differ."""
        return self.steady() + self._ahead

    async def _read_time(self) -> None:
        """Takes the time at the start: the database's, or that of nodes it has jumped away from."""
        self._ahead = await self.journal.now() - self.steady()
        self._read_at = seconds_since_boot()
        before = await self.broker.last_sign()
        if before is None or abs(before - self.now()) <= APART:
            return
        for _ in range(30):  # nodes that live will give another sign; dead ones will not
            await asyncio.sleep(0.1)
            sign = await self.broker.last_sign()
            if sign is not None and sign != before:
                self._ahead = sign - self.steady()
                return

    async def _follow_time(self) -> None:
        """Follows the database's clock slowly, so that no deadline passes because it jumps."""
        apart = await self.journal.now() - self.now()
        read_at = seconds_since_boot()
        most = SLEW * (read_at - self._read_at)
        self._ahead += min(most, max(-most, apart))
        self._read_at = read_at

    def call_bot(self, table_id: str, version: int, whose: Whose) -> None:
        if self.turns is not None:
            self.turns.call(table_id, version, whose)

    async def start(self, tables: Tables) -> None:
        self.tables = tables
        await self._read_time()
        self.turns = self.make_turns(tables)
        self.turns.start()
        await self.broker.sign_of_life(self.id, self.now())
        # What ran out before there was a node is forgiven, by whichever node sees to it.
        tables.house = replace(tables.house, down_until=await self.broker.up_since(self.now()))
        # Apart, so that a broker that hangs does not keep anybody from looking into the database,
        # and that many tables which are due at a start do not, either.
        looks = (self._look_round, self._see_to_due, self._meet_others)
        self._watching = [asyncio.create_task(self._watch(look)) for look in looks]

    def make_turns(self, tables: Tables) -> Turns:
        return Turns(self.broker.patient, tables, self.at_once)

    async def stop(self) -> None:
        """Stops, even if the start failed on its way."""
        self._ending = True
        for watching in self._watching:
            watching.cancel()
        if self._watching:
            await asyncio.wait(self._watching)
        if self.turns is not None:
            await self.turns.stop()
        await self.broker.farewell(self.id)

    async def close(self) -> None:
        await self.broker.close()

    async def _watch(self, look: Callable[[], Awaitable[None]]) -> None:
        # Nodes that started together look at different times.
        pace = random.Random(self.id)
        while not self._ending:
            await asyncio.sleep(ROUND * pace.uniform(0.8, 1.2))
            try:
                await look()
            except TableeError as error:
                logger.warning("the watch: %s", error)
            except Exception:
                logger.exception("the watch failed")

    async def _meet_others(self) -> None:
        """Tell the other nodes that this one is there and what it has counted."""
        if await self.broker.sign_of_life(self.id, self.now()):
            await self.presence.repeat()
        nodes = max(1, len(await self.broker.living_nodes()))
        NODES.set(nodes)
        if self.turns is not None:
            BOT_QUEUE.set(await self.turns.depth())
            self.tables.house.bots.waiting_elsewhere = await self.turns.waiting() / nodes
        with suppress(*AWAY):
            await self.rates.exchange(self.broker.add_up)

    async def _look_round(self) -> None:
        await self._follow_time()
        tables = {table.id: table for table in self.tables.open_ones}
        if tables:
            last = await self.journal.last_numbers(list(tables))
            for table_id, table in tables.items():
                if last.get(table_id, 0) > table.match.number:
                    await table.freshen()

    async def _see_to_due(self) -> None:
        """Ends turns whose time has run out, and calls bots whose turn was forgotten."""
        while due := await self.journal.claim_due(self.now(), LEASE, self.rules):
            for table_id in due:
                with suppress(TableeError):
                    async with self.tables.using(table_id) as table:
                        await table.attendant.time_out()
