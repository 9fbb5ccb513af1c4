"""The journal on PostgreSQL. Other nodes write too, and the database may go away for a while.

The unique key of the entries decides which node wrote one; the other gets ``Taken``. A write whose
connection broke is tried again. If the first try was saved, it is found and not written twice.
"""

from __future__ import annotations

import asyncio
import logging
import secrets as random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import ClassVar

import asyncpg
from sqlalchemy import Connection, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablee.server.messages import Refused
from tablee.server.storage.folder import is_whole
from tablee.server.storage.journal import Journal, Rows, Unsettled, Write, put_all
from tablee.server.storage.questions import Sizes
from tablee.server.storage.schema import entries, secrets, tables

logger = logging.getLogger(__name__)

PATIENCE = 15.0
"""Seconds a write waits for a database that is away."""
PAUSE = 0.2
AWAY = (OSError, SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""The errors while the database is away. SQLAlchemy does not wrap all of them."""
SIGNING = "signing"
DISK_FULL = "53100"
_INSERT = "INSERT INTO entries (table_id, number, body) VALUES ($1, $2, $3)"


class PostgresJournal(Journal):
    away = AWAY
    busy: ClassVar[float] = 100.0  # all nodes share the database, and commits are expensive

    async def open(self) -> None:
        """Opens the journal. Waits for a database that starts at the same time."""
        until = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                await super().open()
                return
            except AWAY as error:
                if asyncio.get_running_loop().time() > until:
                    raise
                logger.warning("no database yet: %s", type(error).__name__)
            await self._engine.dispose()
            await asyncio.sleep(PAUSE)

    async def signing_key(self) -> str:
        """Returns the key for cookies, which the first node makes for all."""
        mine = insert(secrets).values(name=SIGNING, value=random.token_hex(32))
        async with self._engine.begin() as connection:
            await connection.execute(mine.on_conflict_do_nothing())
            wanted = select(secrets.c.value).where(secrets.c.name == SIGNING)
            key = str((await connection.execute(wanted)).scalar_one())
        if not is_whole(key):
            raise Refused("bad-secret")
        return key

    async def measure(self) -> Sizes:
        sizes = await super().measure()
        async with self.reading() as connection:
            asked = await connection.execute(text("SELECT pg_database_size(current_database())"))
            sizes.bytes = int(asked.scalar_one())
        return sizes

    async def now(self) -> float:
        """Returns the time by the database's clock, which all nodes use."""
        async with self.reading() as connection:
            asked = await connection.execute(
                text("SELECT extract(epoch FROM clock_timestamp())::float8")
            )
            return float(asked.scalar_one())

    async def last_numbers(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Returns the number of the last entry of each table."""
        last = (
            select(func.max(entries.c.number))
            .where(entries.c.table_id == tables.c.id)
            .scalar_subquery()
        )
        wanted = select(tables.c.id, last.label("number")).where(tables.c.id.in_(table_ids))
        async with self.reading() as connection:
            return {row.id: row.number or 0 for row in await connection.execute(wanted)}

    async def claim_due(self, now: float, lease: float, rules: Sequence[str]) -> list[str]:
        """Returns tables where something is due. For ``lease`` seconds no other node gets them."""
        due = (
            select(tables.c.id)
            .where(tables.c.due_at <= now, tables.c.phase == "playing", tables.c.rules.in_(rules))
            .order_by(tables.c.due_at)
            .limit(50)
            .with_for_update(skip_locked=True)
        )
        claim = (
            tables.update()
            .where(tables.c.id.in_(due))
            .values(due_at=now + lease)
            .returning(tables.c.id)
        )
        try:
            async with self._engine.begin() as connection:
                return list((await connection.execute(claim)).scalars())
        except AWAY:
            raise Refused("storage") from None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with super().reading() as connection:
                yield connection
        except AWAY as error:
            logger.warning("the database cannot be read: %s", type(error).__name__)
            raise Refused("storage") from None

    async def _connect(self) -> None:
        self._connection = await self._engine.connect()

    async def _disconnect(self) -> None:
        await self._connection.close()

    async def _write(self, writes: list[Write]) -> None:
        # All nodes lock in the same order, so there is no deadlock.
        writes = sorted(writes, key=lambda write: write.table_id)
        until = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                await self._commit_now(writes)
                return
            except AWAY as error:
                if not _may_pass(error):
                    raise
                logger.warning("the database is away: %s", type(error).__name__)
            if asyncio.get_running_loop().time() > until:
                raise Unsettled
            await asyncio.sleep(PAUSE)
            await self._reconnect()

    async def _commit_now(self, writes: list[Write]) -> None:
        try:
            await self._connection.run_sync(put_all, writes, _put_entries)
            await self._connection.commit()
        except BaseException:
            with suppress(SQLAlchemyError):
                await self._connection.rollback()
            raise

    async def _reconnect(self) -> None:
        with suppress(*AWAY):
            await self._connection.invalidate()
            await self._connection.close()
        with suppress(*AWAY):
            await self._connect()

    async def _explained(self, write: Write, error: SQLAlchemyError) -> Refused | None:
        until = asyncio.get_running_loop().time() + PATIENCE
        while asyncio.get_running_loop().time() < until:
            with suppress(Refused):  # the database is away again
                return await super()._explained(write, error)
            await asyncio.sleep(PAUSE)
        return Unsettled()


def _put_entries(connection: Connection, rows: Rows) -> None:
    """Gives plain rows to the driver: named parameters cost more than sending the row."""
    connection.exec_driver_sql(_INSERT, rows)


def _may_pass(error: Exception) -> bool:
    """True if the same write may succeed later: the database has not rejected it."""
    if isinstance(error, IntegrityError):
        return False
    if not isinstance(error, DBAPIError):
        return True
    state = str(getattr(error.orig, "sqlstate", "") or "")
    if state == DISK_FULL:  # the player should hear of it at once
        return False
    # Connection gone, shutting down or starting, a deadlock, too many connections.
    return error.connection_invalidated or state[:2] in ("", "08", "40", "53", "57")
