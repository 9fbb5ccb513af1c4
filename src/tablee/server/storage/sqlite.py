"""The journal in a SQLite file. One thread writes, a whole commit at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import NullPool

from tablee.server.messages import Refused
from tablee.server.storage.database import database_url, make_durable
from tablee.server.storage.folder import alone, make_database_private
from tablee.server.storage.journal import Journal, Rows, Write, put_all

logger = logging.getLogger(__name__)
T = TypeVar("T")

MOST_ROWS = 128
"""Rows of one statement. SQLite keeps a prepared statement for each number of rows."""


class SqliteJournal(Journal):
    """Writes without the asynchronous driver, which would change threads for every statement.
    That costs more than the statement."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
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
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with super()._reading() as connection:
                yield connection
        except OperationalError as error:  # the disk does not answer
            logger.warning("the database cannot be read: %s", error.orig)
            raise Refused("storage") from error
        except DatabaseError as error:
            logger.error("the database is damaged: %s", error.orig)
            raise Refused("damaged") from error

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
        await self._in_thread(self._commit_now, writes)

    def _commit_now(self, writes: list[Write]) -> None:
        with self._connection.begin():
            put_all(self._connection, writes, _put_entries)

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
