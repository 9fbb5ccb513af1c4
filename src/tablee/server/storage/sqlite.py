"""The journal in a SQLite file. One thread writes, a whole commit at a time."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, create_engine, event, text
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import NullPool

from tablee.server.messages import Refused
from tablee.server.storage.database import database_url, make_durable
from tablee.server.storage.folder import alone, files_of, make_database_private
from tablee.server.storage.journal import Journal, Rows, Write, put_all
from tablee.server.storage.questions import Sizes
from tablee.server.storage.schema import tables

logger = logging.getLogger(__name__)
T = TypeVar("T")

MOST_ROWS = 128
"""Rows of one statement. SQLite keeps a prepared statement for each number of rows."""


MOST_TABLES = 2**32
HALVES, HALVES_IN_VAIN = 10_000, 64
"""The number of damaged ranges to halve, if some are good, and if none is."""
FREED_AT_ONCE = 256
"""Pages to give back to the disk in one step."""


class SqliteJournal(Journal):
    """Writes without the asynchronous driver, which would change threads for every statement.
    That costs more than the statement."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        # SQLite has one writer, and lets others try again after ever longer pauses.
        self._writing = asyncio.Lock()
        if database_url(address).database in (None, "", ":memory:"):
            raise Refused("no-file")

    @property
    def file(self) -> Path:
        return Path(str(database_url(self.address).database))

    async def open(self) -> None:
        """Opens the file. Raises ``Refused`` if another server has it, or if it is no database."""
        with ExitStack() as held:
            held.enter_context(alone(self.file))
            make_database_private(self.file)
            try:
                await super().open()
            except SQLAlchemyError as error:
                await self._engine.dispose()
                problem = str(getattr(error, "orig", error))
                raise Refused("no-database", file=str(self.file), problem=problem) from error
            self._held = held.pop_all()

    async def close(self) -> None:
        await super().close()
        self._held.close()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with super().reading() as connection:
                yield connection
        except OperationalError as error:  # the disk does not answer
            logger.warning("the database cannot be read: %s", error.orig)
            raise Refused("storage") from error
        except DatabaseError as error:
            if type(error) is not DatabaseError:  # a bug of ours, not of the disk
                raise
            logger.error("the database is damaged: %s", error.orig)
            raise Refused("damaged") from error

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[AsyncConnection]:
        async with self._writing, super().changing() as connection:
            yield connection

    async def rows(self, wanted: Select[*tuple[Any, ...]]) -> list[RowMapping]:
        """Finds the good rows if a page is damaged, by halves."""
        try:
            return await super().rows(wanted)
        except Refused as refusal:
            if refusal.code != "damaged":
                raise
        some = wanted.where(text("tables.rowid BETWEEN :first AND :last")).order_by(None)
        some = some.with_hint(tables, "NOT INDEXED", "sqlite")  # indexes may be damaged, too
        found: list[RowMapping] = []
        ranges, failures, answers = [(0, MOST_TABLES)], 0, 0
        # If the first pages are damaged, nothing is found however often it is halved.
        while ranges and (failures < HALVES if answers else failures < HALVES_IN_VAIN):
            first, last = ranges.pop()
            try:
                async with self.reading() as connection:
                    read = await connection.execute(some, {"first": first, "last": last})
                    found += read.mappings()
                    answers += 1
            except Refused as refusal:
                if refusal.code != "damaged":
                    raise
                failures += 1
                if first < last:
                    middle = (first + last) // 2
                    ranges += [(first, middle), (middle + 1, last)]
        return found

    async def _connect(self) -> None:
        self._thread = ThreadPoolExecutor(1, "journal")
        self._connection = await self._in_thread(self._connected)

    def _connected(self) -> Connection:
        file = database_url(self.address).set(drivername="sqlite+pysqlite")
        kept = {"cached_statements": 2 * MOST_ROWS}
        engine = create_engine(file, poolclass=NullPool, connect_args=kept)
        event.listen(engine, "connect", make_durable)
        return engine.connect()

    async def _disconnect(self) -> None:
        await self._in_thread(self._connection.close)
        self._thread.shutdown()

    async def _write(self, writes: list[Write]) -> None:
        async with self._writing:
            await self._in_thread(self._commit_now, writes)

    def _commit_now(self, writes: list[Write]) -> None:
        with self._connection.begin():
            put_all(self._connection, writes, _put_entries)

    async def shrink(self) -> None:
        """Gives free pages back to the disk, a few at a time. Others can write in between.

        A file of an early version cannot do that. ``tablee tidy`` writes it anew.
        """
        while await self._in_thread(self._shrink_a_little):
            await asyncio.sleep(0)

    def _shrink_a_little(self) -> bool:
        with self._connection.begin():
            kept = self._connection.exec_driver_sql("PRAGMA auto_vacuum").scalar()
            free = self._connection.exec_driver_sql("PRAGMA freelist_count").scalar()
            if not kept or not free:
                return False
            # SQLAlchemy sees no columns and would stop after the first page.
            driver: Any = self._connection.connection.driver_connection
            driver.execute(f"PRAGMA incremental_vacuum({FREED_AT_ONCE})").fetchall()
        return True

    async def rewrite(self) -> None:
        """Writes the file anew without free pages. This needs as much room again."""
        await self._in_thread(self._rewrite)

    def _rewrite(self) -> None:
        for command in (
            "PRAGMA auto_vacuum=INCREMENTAL",
            "VACUUM",
            "PRAGMA wal_checkpoint(TRUNCATE)",
        ):
            with self._connection.begin():
                self._connection.exec_driver_sql(command)

    async def measure(self) -> Sizes:
        sizes = await super().measure()
        sizes.bytes = sum(file.stat().st_size for file in files_of(self.file))
        sizes.free = shutil.disk_usage(self.file.parent).free
        return sizes

    def _in_thread(self, do: Callable[..., T], *arguments: object) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._thread, do, *arguments)


def _put_entries(connection: Connection, rows: Rows) -> None:
    """Puts many rows in one statement, because the thread waits after each statement."""
    for begin in range(0, len(rows), MOST_ROWS):
        lot = rows[begin : begin + MOST_ROWS]
        connection.exec_driver_sql(_insert(len(lot)), tuple(chain.from_iterable(lot)))


@cache
def _insert(rows: int) -> str:
    return f"INSERT INTO entries (table_id, number, body) VALUES {', '.join(['(?, ?, ?)'] * rows)}"
