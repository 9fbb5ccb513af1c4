"""The journal saves the writes of all tables. A write is on disk before its caller hears of it.

Writes that arrive during a commit share the next one, so two hundred busy tables wait for the same
commit. ``sqlite`` and ``postgresql`` make the commits.
"""

from __future__ import annotations

import asyncio
import logging
import math
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, TypeVar

import msgspec
from sqlalchemy import Connection, func, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablee.server.messages import Refused
from tablee.server.metrics import COMMIT_SECONDS
from tablee.server.storage.database import make_engine, migrate
from tablee.server.storage.schema import entries, snapshots, tables

logger = logging.getLogger(__name__)
T = TypeVar("T")

SPACING = 0.008
"""Seconds between the commits of a busy journal, because each flushes the disk."""
MEMORY = 0.05
"""Seconds over which the rate of writes is averaged."""
FIRST_OF_A_CALLER = 3
"""Tables of one caller that the list of open tables shows before those of the others."""
READY_WITHIN = 3.0
"""Seconds after which a database that does not answer counts as away."""


class Taken(Refused):
    """Another node wrote an entry with this number first."""

    def __init__(self) -> None:
        super().__init__("busy")


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


@dataclass(frozen=True, slots=True)
class Stored:
    """The data from which a table reopens."""

    row: RowMapping
    snapshot: bytes | None
    bodies: list[bytes]
    """The entries after the snapshot."""


@dataclass
class Journal(ABC):
    address: str
    _waiting: list[tuple[Write, Then]] = field(default_factory=list)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _closing: bool = False

    busy: ClassVar[float] = 1000.0
    """Writes a second above which the journal waits to collect more of them."""

    async def open(self) -> None:
        self._engine = make_engine(self.address)
        await migrate(self._engine)
        await self._connect()
        self._committer = asyncio.create_task(self._commit_for_ever())

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

    # Reading

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        async with self._engine.connect() as connection:
            yield connection

    async def answers(self) -> bool:
        """True if the database answers."""
        try:
            async with asyncio.timeout(READY_WITHIN), self._reading() as connection:
                return (await connection.execute(select(1))).scalar() == 1
        except (Refused, SQLAlchemyError, TimeoutError):
            return False

    async def load(self, table_id: str) -> Stored | None:
        async with self._reading() as connection:
            found = await connection.execute(select(tables).where(tables.c.id == table_id))
            row = found.mappings().one_or_none()
            if row is None:
                return None
            latest = (
                select(snapshots.c.number, snapshots.c.body)
                .where(snapshots.c.table_id == table_id)
                .order_by(snapshots.c.number.desc())
                .limit(1)
            )
            snapshot = (await connection.execute(latest)).one_or_none()
            after = 0 if snapshot is None else snapshot.number
            bodies = await _bodies(connection, table_id, after)
            return Stored(row, None if snapshot is None else snapshot.body, bodies)

    async def entries_after(
        self, table_id: str, number: int, most: int | None = None
    ) -> list[bytes]:
        async with self._reading() as connection:
            return await _bodies(connection, table_id, number, most)

    async def open_tables(self, limit: int = 100) -> list[RowMapping]:
        """Returns the public tables that are not over: waiting ones, then the newest, first.

        The first few tables of every caller come before the rest, so that nobody fills the list.
        """
        order = tables.c.phase.desc(), tables.c.created_at.desc()
        caller = func.coalesce(func.nullif(tables.c.made_by, ""), tables.c.host)
        place = func.row_number().over(partition_by=caller, order_by=order)
        open_ones = (
            select(tables.c.id, place.label("place"))
            .where(tables.c.phase.in_(("waiting", "playing")), ~tables.c.private)
            .subquery()
        )
        wanted = (
            select(tables)
            .join(open_ones, open_ones.c.id == tables.c.id)
            .order_by(open_ones.c.place > FIRST_OF_A_CALLER, *order)
            .limit(limit)
        )
        async with self._reading() as connection:
            return list((await connection.execute(wanted)).mappings())

    async def unfinished_of(self, guest: str, caller: str) -> tuple[int, int]:
        """Returns how many tables the guest and the caller have that are not over."""
        async with self._reading() as connection:
            counts = []
            for mine in (tables.c.host == guest, tables.c.made_by == caller):
                wanted = select(func.count()).where(mine, tables.c.phase != "over")
                counts.append(int((await connection.execute(wanted)).scalar_one()))
            return counts[0], counts[1]

    async def needing_server(self) -> list[str]:
        """Returns the ids of tables in play that have a clock or a bot."""
        wanted = select(tables.c.id).where(tables.c.phase == "playing", tables.c.needs_server)
        async with self._reading() as connection:
            return list((await connection.execute(wanted)).scalars())

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
        except SQLAlchemyError as error:
            if len(batch) > 1:  # one bad write must not spoil the others
                for pending in batch:
                    await self._commit([pending])
                return
            problem = await self._explained(batch[0][0], error)
        except Unsettled as unsettled:
            problem = unsettled
        for write, then in batch:
            try:
                then(problem)
            except Exception:  # a bug at one table must not stop the others
                logger.exception("table %s failed", write.table_id)

    async def _explained(self, write: Write, error: SQLAlchemyError) -> Refused | None:
        """Returns why a write failed, or None if an earlier attempt had saved it."""
        if isinstance(error, IntegrityError):
            return None if await self._has(write) else Taken()
        logger.error("table %s: not saved: %s", write.table_id, type(error).__name__)
        return Refused("storage")

    async def _has(self, write: Write) -> bool:
        """True if this write is on disk, and not that of another node."""
        if write.created:
            mine = select(tables.c.secret).where(tables.c.id == write.table_id)
            async with self._reading() as connection:
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
    for write in writes:
        if write.listing:
            mine = tables.update().where(tables.c.id == write.table_id)
            connection.execute(mine.values(**write.listing))
    taken = [
        {"table_id": write.table_id, "number": write.snapshot[0], "body": write.snapshot[1]}
        for write in writes
        if write.snapshot
    ]
    if taken:
        connection.execute(snapshots.insert(), taken)


async def _bodies(
    connection: AsyncConnection, table_id: str, after: int, most: int | None = None
) -> list[bytes]:
    wanted = (
        select(entries.c.body)
        .where(entries.c.table_id == table_id, entries.c.number > after)
        .order_by(entries.c.number)
        .limit(most)
    )
    return list((await connection.execute(wanted)).scalars())
