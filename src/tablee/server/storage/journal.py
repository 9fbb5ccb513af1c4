"""The journal saves the writes of all tables. A write is on disk before its caller hears of it.

Writes that arrive during a commit share the next one, so two hundred busy tables wait for the same
commit. ``sqlite`` and ``postgresql`` make the commits.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets as random
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Self, TypeVar

import msgspec
from sqlalchemy import Connection, bindparam, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablee.server.messages import Refused
from tablee.server.metrics import COMMIT_SECONDS
from tablee.server.storage.database import make_engine, migrate
from tablee.server.storage.questions import Questions
from tablee.server.storage.schema import entries, secrets, snapshots, tables

logger = logging.getLogger(__name__)
T = TypeVar("T")

SPACING = 0.008
"""Seconds between the commits of a busy journal, because each flushes the disk."""
MEMORY = 0.05
"""Seconds over which the rate of writes is averaged."""
READY_WITHIN = 3.0
"""Seconds after which a database that does not answer counts as away."""
TRUSTED = 2.0
"""Seconds for which a commit, or a failed one, tells whether the next can be saved."""


class Taken(Refused):
    """Another node wrote an entry with this number first."""

    def __init__(self) -> None:
        super().__init__("busy")


class Gone(Refused):
    """The table was deleted: it had expired."""

    def __init__(self) -> None:
        super().__init__("no-table")


class Unsettled(Refused):
    """The database went away. It is not known whether it saved the write."""

    def __init__(self) -> None:
        super().__init__("storage")


class Write(msgspec.Struct, frozen=True):
    """What one table saves, all of it or nothing."""

    table_id: str
    entries: Sequence[tuple[int, bytes]] = ()
    created: dict[str, Any] | None = None
    listing: dict[str, Any] | None = None
    """The columns of the table's row that changed."""
    snapshot: tuple[int, bytes] | None = None


Then = Callable[[Refused | None], None]
"""Called when a write is on disk, or with the reason why it is not."""


@dataclass
class Journal(Questions, ABC):
    address: str
    _waiting: list[tuple[Write, Then]] = field(default_factory=list)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _closing: bool = False
    _saves: tuple[float, bool] = (-math.inf, False)
    """When something was last saved or failed to be, and whether it was saved."""
    _trying: asyncio.Lock = field(default_factory=asyncio.Lock)

    busy: ClassVar[float] = 1000.0
    """Writes a second above which the journal waits to collect more of them."""
    away: ClassVar[tuple[type[Exception], ...]] = (OSError, SQLAlchemyError)
    """The errors of a database that does not answer."""

    async def open(self) -> None:
        self._engine = make_engine(self.address)
        await migrate(self._engine)
        await self._connect()
        self._committer = asyncio.create_task(self._commit_for_ever())

    @asynccontextmanager
    async def looking(self) -> AsyncIterator[Self]:
        """Opens the journal without its writer. A server may use the same database meanwhile."""
        self._engine = make_engine(self.address)
        try:
            yield self
        finally:
            await self._engine.dispose()

    async def close(self) -> None:
        """Saves what waits, then closes."""
        self._closing = True
        self._wake.set()
        await self._committer
        await self._disconnect()
        await self._engine.dispose()

    @abstractmethod
    async def _connect(self) -> None:
        """Prepares for writing."""

    @abstractmethod
    async def _disconnect(self) -> None: ...

    @abstractmethod
    async def _write(self, writes: list[Write]) -> None:
        """Commits all writes, or raises and commits none."""

    def put(self, write: Write, then: Then) -> None:
        """Saves the write with the next commit, then calls ``then``."""
        if self._closing:
            raise Refused("storage")
        self._waiting.append((write, then))
        self._wake.set()

    def save(self, write: Write) -> asyncio.Future[None]:
        """Returns a future that is done when the write is on disk. It raises ``Refused``."""
        saved: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.put(write, partial(settle, saved, None))
        return saved

    async def signing_key(self) -> str:
        """Returns the key for cookies that nodes share, or "" if a file holds it."""
        return ""

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction for what belongs to no table. Raises ``Refused`` if it cannot be saved."""
        try:
            async with self._engine.begin() as connection:
                yield connection
        except self.away as error:
            logger.error("not saved: %s", type(error).__name__)
            raise Refused("storage") from error

    async def saves(self) -> bool:
        """True if the database answers and can save. However many ask, it saves now and then."""
        try:
            async with asyncio.timeout(READY_WITHIN), self.reading() as connection:
                await connection.execute(select(1))
        except (Refused, SQLAlchemyError, TimeoutError):
            return False
        loop = asyncio.get_running_loop()
        async with self._trying:
            at, saved = self._saves
            if loop.time() - at > TRUSTED:
                saved = await self._try_to_save()
                self._saves = loop.time(), saved
            return saved

    async def _try_to_save(self) -> bool:
        """Commits a row that is gone again. Unlike a question, this needs room on the disk."""
        row = {"name": f"probe {random.token_hex(4)}", "value": ""}
        try:
            async with asyncio.timeout(READY_WITHIN), self._engine.begin() as connection:
                await connection.execute(secrets.insert(), row)
                await connection.execute(secrets.delete().where(secrets.c.name == row["name"]))
        except (OSError, SQLAlchemyError, TimeoutError) as error:
            logger.warning("nothing can be saved: %s", type(error).__name__)
            return False
        return True

    # Tidying

    async def remove(self, table_ids: Sequence[str]) -> None:
        """Deletes tables with all that belongs to them."""
        async with self._engine.begin() as connection:
            for kept in (snapshots, entries):
                await connection.execute(kept.delete().where(kept.c.table_id.in_(table_ids)))
            await connection.execute(tables.delete().where(tables.c.id.in_(table_ids)))

    async def shrink(self) -> None:
        """Gives free room back to the disk, if the database does not do that itself."""

    async def rewrite(self) -> None:
        """Writes the database anew in as little room as possible, if that is of use."""

    async def drop_snapshots(self, table_id: str) -> None:
        """Deletes the snapshots of a table. It reopens from its log all the same."""
        async with self._engine.begin() as connection:
            await connection.execute(snapshots.delete().where(snapshots.c.table_id == table_id))

    async def list_again(self, table_id: str, listing: dict[str, Any]) -> None:
        async with self._engine.begin() as connection:
            mine = tables.update().where(tables.c.id == table_id)
            await connection.execute(mine.values(**listing))

    # Writing

    async def _commit_for_ever(self) -> None:
        """Makes one commit after the other. A busy journal waits a little to collect writes."""
        loop = asyncio.get_running_loop()
        rate, last = 0.0, loop.time()
        while True:
            await self._wake.wait()
            if rate > self.busy and not self._closing:
                await asyncio.sleep(SPACING)
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            now = loop.time()
            rate = rate * math.exp((last - now) / MEMORY) + len(batch) / MEMORY
            last = now
            if batch:
                await self._commit(batch)
            if self._closing:
                if not self._waiting:
                    return
                self._wake.set()

    async def _commit(self, batch: list[tuple[Write, Then]]) -> None:
        problem: Refused | None = None
        try:
            with COMMIT_SECONDS.time():
                await self._write([write for write, _ in batch])
            self._saves = asyncio.get_running_loop().time(), True
        except SQLAlchemyError as error:
            if len(batch) > 1:  # one bad write must not spoil the others
                for pending in batch:
                    await self._commit([pending])
                return
            problem = await self._explained(batch[0][0], error)
        except Unsettled as unsettled:
            self._saves = asyncio.get_running_loop().time(), False
            problem = unsettled
        for write, then in batch:
            try:
                then(problem)
            except Exception:  # a bug at one table must not stop the others
                logger.exception("table %s failed", write.table_id)

    async def _explained(self, write: Write, error: SQLAlchemyError) -> Refused | None:
        """Returns why a write failed, or None if an earlier attempt had saved it."""
        if isinstance(error, IntegrityError):
            try:
                if await self._has(write):
                    return None
                return Taken() if write.created or await self._exists(write.table_id) else Gone()
            except (Refused, SQLAlchemyError, OSError):
                return Unsettled()  # the database went away before it could say whose entry it is
        self._saves = asyncio.get_running_loop().time(), False
        logger.error("table %s: not saved: %s", write.table_id, type(error).__name__)
        return Refused("storage")

    async def _exists(self, table_id: str) -> bool:
        async with self.reading() as connection:
            found = await connection.execute(select(tables.c.id).where(tables.c.id == table_id))
            return found.scalar() is not None

    async def _has(self, write: Write) -> bool:
        """True if this write is on disk, and not that of another node."""
        if write.created:
            mine = select(tables.c.secret).where(tables.c.id == write.table_id)
            async with self.reading() as connection:
                if (await connection.execute(mine)).scalar() != write.created["secret"]:
                    return False
        if not write.entries:
            return True
        found = await self.entries_after(write.table_id, write.entries[0][0] - 1)
        return found[: len(write.entries)] == [body for _, body in write.entries]


def settle(waiting: asyncio.Future[T], result: T, problem: Exception | None) -> None:
    """Sets the result of a future, or its exception. Does nothing if nobody waits any more."""
    if waiting.done():
        return
    if problem is None:
        waiting.set_result(result)
    else:
        waiting.set_exception(problem)


Rows = list[tuple[str, int, bytes]]


def put_all(
    connection: Connection, writes: list[Write], put_entries: Callable[[Connection, Rows], None]
) -> None:
    """Puts the writes into the open transaction."""
    created = [write.created for write in writes if write.created]
    if created:
        connection.execute(tables.insert(), created)
    rows = [(write.table_id, *entry) for write in writes for entry in write.entries]
    if rows:
        put_entries(connection, rows)
    for alike in _listings(writes):
        connection.execute(_LISTED, alike)
    taken = [
        {"table_id": write.table_id, "number": write.snapshot[0], "body": write.snapshot[1]}
        for write in writes
        if write.snapshot
    ]
    if taken:
        connection.execute(snapshots.insert(), taken)


_LISTED = tables.update().where(tables.c.id == bindparam("mine"))


def _listings(writes: list[Write]) -> Iterable[list[dict[str, Any]]]:
    """Returns the changed columns of the tables' rows. One statement serves those of the same."""
    alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for write in writes:
        if write.listing:
            row = {**write.listing, "mine": write.table_id}
            alike.setdefault(tuple(row), []).append(row)
    return alike.values()
