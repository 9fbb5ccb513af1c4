"""Redis, over which nodes talk. Nothing in it is needed again: it may be lost at any time.

Whatever goes by Redis also stands in the database or can be asked for once more. While it is away
each node tells its own sockets, and looks into the database for what the others wrote.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import cast

from litestar.stores.redis import RedisStore
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

AWAY = (RedisError, OSError, RuntimeError)
"""What is raised while Redis is away; a subscription without connection is a RuntimeError."""
PAUSE = 0.2
"""Seconds until it is tried again."""
OUTBOX = 10_000
"""Messages that wait to be sent to the other nodes; more are dropped, and read later."""
NODES, NODE_LASTS = "tablee-nodes", 5.0
"""Which nodes there are, each with the time of its last sign of life; and how long that holds."""
TAG = 8
"""Bytes before each message that tell who sent it."""


class Broker:
    def __init__(self, address: str) -> None:
        self.quick: Redis = Redis.from_url(
            address,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=1,
            socket_timeout=2,
        )
        """For what is not worth waiting for."""
        self.patient: Redis = Redis.from_url(
            address,
            retry=Retry(ExponentialBackoff(cap=1, base=0.05), 6),
            socket_connect_timeout=2,
        )
        """For who waits in a queue."""
        self.channels = NodesBackend(self.quick, self.patient)

    async def is_up(self) -> bool:
        with suppress(*AWAY):
            return bool(await self.quick.ping())
        return False

    async def sign_of_life(self, node: str, now: float) -> bool:
        """That this node is there; whether Redis did not know of it."""
        with suppress(*AWAY):
            await self.quick.zremrangebyscore(NODES, "-inf", now - NODE_LASTS)
            return bool(await self.quick.zadd(NODES, {node: now}))
        return False

    async def farewell(self, node: str) -> None:
        with suppress(*AWAY):
            await self.quick.zrem(NODES, node)

    async def living_nodes(self) -> frozenset[str]:
        """Those of which there was a sign of life not long ago."""
        with suppress(*AWAY):
            found = cast("list[bytes]", await self.quick.zrange(NODES, 0, -1))
            return frozenset(node.decode() for node in found)
        return frozenset()

    async def close(self) -> None:
        for client in (self.quick, self.patient):
            with suppress(*AWAY):
                await client.aclose()


class NodesBackend:
    """News from node to node. What a node sends does not come back to itself."""

    def __init__(self, quick: Redis, patient: Redis) -> None:
        self._quick = quick
        self._pub_sub = patient.pubsub()
        self._me = secrets.token_bytes(TAG)
        self._wanted: set[str] = set()
        self.ending = False
        """Looked at, too: the driver may take it for a time-out when it is cancelled."""
        self._outbox: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(OUTBOX)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        sending = asyncio.create_task(self._send_for_ever())
        try:
            yield
        finally:
            sending.cancel()
            await asyncio.wait([sending])
            with suppress(*AWAY):
                await self._pub_sub.aclose()  # type: ignore[no-untyped-call]

    def send(self, channel: str, data: bytes) -> None:
        """To the other nodes, soon."""
        with suppress(asyncio.QueueFull):
            # A node follows a table; what is said beside its moves travels on the same line.
            message = b"%s%s\n%s" % (self._me, channel.encode(), data)
            self._outbox.put_nowait((channel.partition("/")[0], message))

    async def follow(self, channel: str) -> None:
        self._wanted.add(channel)
        with suppress(*AWAY):  # once Redis is back, all that is wanted is subscribed again
            await self._pub_sub.subscribe(channel)

    async def unfollow(self, channel: str) -> None:
        self._wanted.discard(channel)
        with suppress(*AWAY):
            await self._pub_sub.unsubscribe(channel)

    async def stream_events(self) -> AsyncIterator[tuple[str, bytes]]:
        """Yield what other nodes send: channel and message."""
        while not self.ending:
            try:
                if not self._pub_sub.subscribed:
                    await asyncio.sleep(PAUSE / 10)
                    await self._subscribe_again()
                    continue
                message = await self._pub_sub.get_message(
                    ignore_subscribe_messages=True, timeout=1.0
                )
            except AWAY as error:
                logger.warning("the broker is away: %s", type(error).__name__)
                await asyncio.sleep(PAUSE)
                await self._subscribe_again()
                continue
            if message is not None and message["data"][:TAG] != self._me:
                channel, _, data = message["data"][TAG:].partition(b"\n")
                yield channel.decode(), data

    async def _subscribe_again(self) -> None:
        if self._wanted:
            with suppress(*AWAY):
                await self._pub_sub.subscribe(*self._wanted)

    async def _send_for_ever(self) -> None:
        while not self.ending:
            batch = [await self._outbox.get()]
            while not self._outbox.empty() and len(batch) < 100:
                batch.append(self._outbox.get_nowait())
            try:
                async with self._quick.pipeline(transaction=False) as pipe:
                    for channel, data in batch:
                        pipe.publish(channel, data)
                    await pipe.execute()
            except AWAY:
                await asyncio.sleep(PAUSE)  # lost; the others will find it in the database


class PatientStore(RedisStore):
    """Counts requests of an address over all nodes; while Redis is away, nobody is refused."""

    async def get(self, key: str, renew_for: int | timedelta | None = None) -> bytes | None:
        with suppress(*AWAY):
            return await super().get(key, renew_for)
        return None

    async def set(
        self, key: str, value: str | bytes, expires_in: int | timedelta | None = None
    ) -> None:
        with suppress(*AWAY):
            await super().set(key, value, expires_in)
