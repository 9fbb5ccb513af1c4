"""What the database answers about tables: what is stored of one, and which there are."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablee.server.storage.database import current_revision
from tablee.server.storage.schema import entries, snapshots, tables

FIRST_OF_A_CALLER = 3
"""Tables of one caller that the list of open tables shows before those of the others."""
PAGE = 50
"""Tables to look at in one step of tidying."""


@dataclass(frozen=True, slots=True)
class Stored:
    """The data from which a table reopens."""

    row: RowMapping
    snapshot: bytes | None
    bodies: list[bytes]
    """The entries after the snapshot."""


@dataclass
class Sizes:
    """How much the database holds."""

    tables: dict[str, int]
    """By phase."""
    entries: int
    bytes: int = 0
    free: int | None = None
    """Bytes that are free on its disk, if it is known."""


class Questions:
    """The part of a journal that only reads."""

    _engine: AsyncEngine

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with. Raises ``Refused`` if the database does not answer."""
        async with self._engine.connect() as connection:
            yield connection

    # One table

    async def load(self, table_id: str, *, whole: bool = False) -> Stored | None:
        """Returns what is stored of a table, without a snapshot if the ``whole`` log is wanted."""
        async with self.reading() as connection:
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
            snapshot = None if whole else (await connection.execute(latest)).one_or_none()
            if snapshot is None:
                return Stored(row, None, await _bodies(connection, table_id, 0))
            bodies = await _bodies(connection, table_id, snapshot.number - 1)
            if not bodies:  # the entry of the snapshot is lost, and who knows which before it
                return Stored(row, None, await _bodies(connection, table_id, 0))
            return Stored(row, snapshot.body, bodies[1:])

    async def entries_after(
        self, table_id: str, number: int, most: int | None = None
    ) -> list[bytes]:
        async with self.reading() as connection:
            return await _bodies(connection, table_id, number, most)

    async def analysis_of(self, table_id: str) -> bytes | None:
        """Returns the analysis that is kept with a table, or None."""
        wanted = select(tables.c.analysis).where(tables.c.id == table_id)
        async with self.reading() as connection:
            body: bytes | None = (await connection.execute(wanted)).scalar()
            return body

    async def snapshots_of(self, table_id: str) -> dict[int, bytes]:
        mine = select(snapshots.c.number, snapshots.c.body)
        async with self.reading() as connection:
            found = await connection.execute(mine.where(snapshots.c.table_id == table_id))
            return {row.number: row.body for row in found}

    # All tables

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
        return await self.rows(wanted)

    async def unfinished(self, host: str, since: float) -> list[RowMapping]:
        """Returns the unfinished tables of this guest at which something happened ``since``."""
        wanted = select(tables.c.phase, tables.c.seats).where(tables.c.host == host)
        return await self.rows(wanted.where(*_live(since)))

    async def counted(self, caller: str, since: float) -> tuple[int, int]:
        """Returns how many unfinished tables this caller has, and how many it made ``since``.

        The database counts them: a caller may have thousands.
        """
        wanted = select(
            func.count().filter(*_live(since)).label("unfinished"),
            func.count().filter(tables.c.created_at >= since).label("made"),
        )
        parts = await self.rows(wanted.where(tables.c.made_by == caller))
        return sum(part["unfinished"] for part in parts), sum(part["made"] for part in parts)

    async def needing_server(self) -> list[tuple[float | None, str]]:
        """Returns the tables in play that have a clock or a bot, and when something is due."""
        wanted = select(tables.c.due_at, tables.c.id)
        wanted = wanted.where(tables.c.phase == "playing", tables.c.needs_server)
        return [(row["due_at"], row["id"]) for row in await self.rows(wanted)]

    async def rows(self, wanted: Select[*tuple[Any, ...]]) -> list[RowMapping]:
        """Returns rows of tables. Leaves those out that are damaged."""
        async with self.reading() as connection:
            return list((await connection.execute(wanted)).mappings())

    async def untouched(self, phases: Sequence[str], before: float, after: str) -> list[RowMapping]:
        """Returns tables at which nothing seems to have happened since ``before``, by their ids."""
        seen = func.coalesce(tables.c.touched_at, tables.c.created_at)
        wanted = select(tables.c.id, tables.c.phase, seen.label("seen"), tables.c.due_at)
        wanted = wanted.where(tables.c.phase.in_(phases), seen < before, tables.c.id > after)
        return await self.rows(wanted.order_by(tables.c.id).limit(PAGE))

    async def all_ids(self) -> list[str]:
        return [row["id"] for row in await self.rows(select(tables.c.id).order_by(tables.c.id))]

    async def measure(self) -> Sizes:
        by_phase = select(tables.c.phase, func.count()).group_by(tables.c.phase)
        async with self.reading() as connection:
            counted = {phase: int(count) for phase, count in await connection.execute(by_phase)}
            rows = await connection.execute(select(func.count()).select_from(entries))
            return Sizes(counted, int(rows.scalar_one()))

    async def revision(self) -> tuple[str | None, bool]:
        """Returns the version of the schema, and whether it is the one of this program."""
        async with self.reading() as connection:
            return await connection.run_sync(current_revision)


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


def _live(since: float) -> tuple[ColumnElement[bool], ...]:
    """Selects the unfinished tables at which something happened ``since``."""
    return tables.c.phase != "over", func.coalesce(tables.c.touched_at, 0.0) >= since
