"""The journal in a SQLite file. One thread writes, a whole commit at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain
from typing import TypeVar

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.pool import NullPool

from tablee.server.messages import Refused
from tablee.server.storage.database import database_url, make_durable
from tablee.server.storage.journal import Journal, Rows, Write, put_all

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
