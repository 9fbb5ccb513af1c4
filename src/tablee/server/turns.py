"""Bots' turns are jobs in queues. Each is claimed by one of the nodes.

A queue (SAQ, on Redis) holds a job once, however often it is added, and gives it to another node
if the first one died. The watch finds lost jobs in the database.

There are three queues, so that nobody waits for the many turns of another: one for the first turn
that a guest has waiting, one for such turns of a caller who has many, one for all others. A node
takes from each of them; its workers serve what it took in turn.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from redis.asyncio import Redis
from saq import Job, Worker
from saq.queue.redis import RedisQueue
from saq.utils import now

from tablee.core.errors import TableeError
from tablee.server.broker import AWAY, SILENT_FOR
from tablee.server.rounds import Whose
from tablee.server.tables import Tables

logger = logging.getLogger(__name__)

HEARTBEAT = 4
"""Seconds without a sign of life after which a job goes to another node."""
LONGEST_TURN = 300
"""Seconds. A turn takes less, even if its worker is lost three times."""
FIRST, CROWDED, OTHERS = range(3)
"""The queues."""
FEW = 8
"""Turns that a caller may have waiting before the next ones are in the second queue."""


class _Queue(RedisQueue):
    async def sweep(self, lock: int = 60, abort: float = 0.0) -> list[str]:  # noqa: ARG002
        """Gives the jobs of a dead worker to others.

        SAQ's own sweep also takes jobs that a living worker has just claimed, and waits for dead
        workers to answer.
        """
        if not await self.redis.set(self._sweep, 1, nx=True, ex=lock):
            return []
        swept = []
        for job_id in await self.redis.lrange(self._active, 0, -1):
            name = job_id.decode() if isinstance(job_id, bytes) else job_id
            job = self.deserialize(await self.redis.get(name))
            if job is None:
                await self.redis.lrem(self._active, 0, name)
                await self.redis.zrem(self._incomplete, name)
            elif now() - max(job.queued, job.started, job.touched) > HEARTBEAT * 1000:
                job.retry_delay = 0.0
                await self.retry(job, "its worker is gone")
                swept.append(name)
        return swept


class _Worker(Worker[Any]):
    SIGNALS = ()  # type: ignore[assignment]  # the web server handles them


class Turns:
    def __init__(self, redis: Redis, tables: Tables, at_once: int) -> None:
        logging.getLogger("saq").setLevel(logging.CRITICAL)  # this module logs what matters
        self.redis, self.tables = redis, tables
        self.queues = [_Queue(redis, name=f"tablee-bots-{n}") for n in (FIRST, CROWDED, OTHERS)]
        self.workers = [
            _Worker(
                queue,
                functions=[("play", self._play)],
                concurrency=at_once,
                dequeue_timeout=SILENT_FOR / 2,  # or a silent Redis would be waited for for ever
                timers={"sweep": 1, "schedule": 1, "worker_info": 10, "abort": 1},
            )
            for queue in self.queues
        ]
        self._asking: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._working = [asyncio.create_task(worker.start()) for worker in self.workers]

    async def stop(self) -> None:
        """Stops. Turns that are being played go back into the queue."""
        for worker in self.workers:
            with suppress(*AWAY):
                await worker.stop()
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, *self._asking, return_exceptions=True)

    def call(self, table_id: str, version: int, whose: Whose) -> None:
        """Has the bot's turn played, once."""
        task = asyncio.create_task(self._enqueue(table_id, version, whose))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _enqueue(self, table_id: str, version: int, whose: Whose) -> None:
        key = f"{table_id}.{version}"
        job = Job(
            "play",
            kwargs={"table_id": table_id, "version": version, "whose": whose},
            key=key,
            timeout=LONGEST_TURN,
            retries=5,
            retry_delay=0.5,
            ttl=-1,
        )
        with suppress(*AWAY):  # the watch will call again
            await self.queues[await self._place(key, whose)].enqueue(job)

    async def _place(self, key: str, whose: Whose) -> int:
        """Returns the queue of a turn. It stays the same, however often it is asked for."""
        caller, guest = _owed(whose)
        async with self.redis.pipeline(transaction=False) as pipe:
            pipe.hget(guest, key)
            pipe.hlen(guest)
            pipe.hlen(caller)
            known, of_guest, of_caller = await pipe.execute()
        if known is not None:
            return int(known)
        place = OTHERS if of_guest else CROWDED if of_caller >= FEW else FIRST
        async with self.redis.pipeline(transaction=False) as pipe:
            for name in (caller, guest):
                pipe.hset(name, key, str(place))
                pipe.expire(name, LONGEST_TURN)
            await pipe.execute()
        return place

    async def depth(self) -> int:
        """Returns the number of turns that wait or are being played."""
        with suppress(*AWAY):
            return sum([int(await queue.count("incomplete")) for queue in self.queues])
        return 0

    async def waiting(self) -> int:
        """Returns the number of turns that no node has claimed yet."""
        with suppress(*AWAY):
            return sum([int(await queue.count("queued")) for queue in self.queues])
        return 0

    async def _play(
        self, context: dict[str, Any], *, table_id: str, version: int, whose: list[str]
    ) -> None:
        try:
            async with _alive(context["job"]), self.tables.using(table_id) as table:
                await table.attendant.play_bot(version)
        except TableeError as error:
            logger.warning("table %s: its bot could not play: %s", table_id, error)
            raise
        with suppress(*AWAY):
            for name in _owed(Whose(*whose)):
                await self.redis.hdel(name, f"{table_id}.{version}")


def _owed(whose: Whose) -> tuple[str, str]:
    """Returns the names of the hashes with the turns that a caller and a guest have waiting."""
    return f"tablee-owed:{whose.caller}", f"tablee-owed:{whose.caller}:{whose.guest}"


@asynccontextmanager
async def _alive(job: Job) -> AsyncIterator[None]:
    """Gives signs of life while a bot thinks."""

    async def beat() -> None:
        while True:
            await asyncio.sleep(HEARTBEAT / 4)
            with suppress(*AWAY):
                await job.update()

    beating = asyncio.create_task(beat())
    try:
        yield
    finally:
        beating.cancel()
