"""A simulated database, and journals that write to it as to SQLite and as to PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import IntegrityError, OperationalError

from tablee.server.messages import Refused
from tablee.server.storage.journal import Journal, Then, Write
from tablee.server.storage.postgresql import PostgresJournal
from tablee.server.storage.questions import Sizes, Stored

if TYPE_CHECKING:
    from simulated.world import World


class Disk:
    """The data that survives. A commit is saved whole, or not at all."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.rows: dict[str, dict[str, Any]] = {}
        self.logs: dict[str, list[bytes]] = {}
        self.snapshots: dict[str, tuple[int, bytes]] = {}

    def commit(self, writes: list[Write]) -> None:
        for write in writes:
            stored = len(self.logs.get(write.table_id, ()))
            taken = any(number <= stored for number, _ in write.entries)
            if taken or (write.created and write.table_id in self.rows):
                raise IntegrityError("INSERT", None, ValueError("taken"))
        for write in writes:
            self.world.truth.stored(write, self.world.now)
            if write.created:
                self.rows[write.table_id] = dict(write.created)
            self.logs.setdefault(write.table_id, []).extend(body for _, body in write.entries)
            self.rows[write.table_id].update(write.listing or {})
            if write.snapshot:
                self.snapshots[write.table_id] = write.snapshot


class Simulated(Journal):
    """What both journals share: they read from memory, after a while."""

    world: World

    def _set_up(self, world: World) -> None:
        self.world, self.disk = world, world.disk

    async def open(self) -> None:
        self._committer = asyncio.create_task(self._commit_for_ever())

    async def close(self) -> None:
        self._closing = True
        self._wake.set()
        await self._committer

    async def _connect(self) -> None: ...

    async def _disconnect(self) -> None: ...

    def put(self, write: Write, then: Then) -> None:
        for _, body in write.entries:
            self.world.truth.written[body] = self.world.now
        super().put(write, then)

    async def _wait_to_read(self) -> None:
        await asyncio.sleep(self.world.delay(0.003))

    async def load(self, table_id: str, **_: object) -> Stored | None:
        await self._wait_to_read()
        row = self.disk.rows.get(table_id)
        if row is None:
            return None
        number, snapshot = self.disk.snapshots.get(table_id, (0, None))
        return Stored(dict(row), snapshot, self.disk.logs[table_id][number:])  # type: ignore[arg-type]

    async def entries_after(
        self, table_id: str, number: int, most: int | None = None
    ) -> list[bytes]:
        await self._wait_to_read()
        return self.disk.logs[table_id][number:][:most]

    async def needing_server(self) -> list[tuple[float | None, str]]:
        await self._wait_to_read()
        return [
            (row["due_at"], row["id"])
            for row in self.disk.rows.values()
            if row["phase"] == "playing" and row["needs_server"]
        ]

    async def untouched(self, *_: object) -> list[Any]:
        return []  # a simulated day is short

    async def measure(self) -> Sizes:
        return Sizes({}, 0)

    async def _exists(self, table_id: str) -> bool:
        await self._wait_to_read()
        return table_id in self.disk.rows

    async def _has(self, write: Write) -> bool:
        await self._wait_to_read()
        if write.created and self.disk.rows[write.table_id]["secret"] != write.created["secret"]:
            return False
        if not write.entries:
            return True
        begin = write.entries[0][0] - 1
        found = self.disk.logs.get(write.table_id, [])[begin : begin + len(write.entries)]
        return found == [body for _, body in write.entries]


class LocalJournal(Simulated):
    """The disk of one machine. Commits are slow at times, and fail while the disk is full.

    A crash before the commit loses it, and a crash after it loses only the answer.
    """

    def __init__(self, world: World) -> None:
        super().__init__("simulated")
        self._set_up(world)

    async def _write(self, writes: list[Write]) -> None:
        world = self.world
        await asyncio.sleep(world.delay(0.01))
        if world.disk_is_full or world.happens(world.plan.disk_fails):
            world.truth.note("full", world.now)
            raise OperationalError("COMMIT", None, OSError("no space left"))
        self.disk.commit(writes)
        await asyncio.sleep(world.delay(0.005))


class SharedJournal(Simulated, PostgresJournal):
    """A database that several nodes share. It is reached over a network.

    A commit on its way is made even if its node is dead meanwhile, and its answer may get lost.
    """

    def __init__(self, world: World, name: str) -> None:
        super().__init__("simulated")
        self._set_up(world)
        self.name = name

    async def open(self) -> None:
        await Simulated.open(self)

    async def _wait_to_read(self) -> None:
        await asyncio.sleep(self.world.delay(0.003))
        if self.world.is_cut_off(self.name):
            await asyncio.sleep(self.world.delay(1.0))
            raise Refused("storage")

    async def _commit_now(self, writes: list[Write]) -> None:
        world, answer = self.world, asyncio.get_running_loop().create_future()
        if not world.is_cut_off(self.name):
            world.outside(world.delay(0.01), self._commit_there, writes, answer)
        try:
            await asyncio.wait_for(answer, 2.0)
        except TimeoutError:
            raise OSError("the connection is gone") from None

    def _commit_there(self, writes: list[Write], answer: asyncio.Future[None]) -> None:
        """Runs in the database, whatever became of the node."""
        problem: Exception | None = None
        try:
            self.disk.commit(writes)
        except IntegrityError as error:
            problem = error
        if not self.world.is_cut_off(self.name):
            self.world.outside(self.world.delay(0.005), _tell, answer, problem)

    async def _reconnect(self) -> None:
        await asyncio.sleep(self.world.delay(0.1))

    async def now(self) -> float:
        await self._wait_to_read()
        return self.world.wall()

    async def last_numbers(self, table_ids: Sequence[str]) -> dict[str, int]:
        await self._wait_to_read()
        return {name: len(self.disk.logs[name]) for name in table_ids}

    async def claim_due(self, now: float, lease: float, rules: Sequence[str]) -> list[str]:
        await self._wait_to_read()
        due = [
            row["id"]
            for row in self.disk.rows.values()
            if row["phase"] == "playing"
            and row["due_at"] is not None
            and row["due_at"] <= now
            and row["rules"] in rules
        ]
        for name in due:
            self.disk.rows[name]["due_at"] = now + lease
        return due


def _tell(answer: asyncio.Future[None], problem: Exception | None) -> None:
    if answer.done():
        return
    if problem is None:
        answer.set_result(None)
    else:
        answer.set_exception(problem)
