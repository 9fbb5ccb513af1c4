"""Redis, through which nodes talk. It may be lost at any time.

Everything sent through Redis is also in the database, or can be asked for again. While Redis is
away, each node serves its own sockets and reads in the database what other nodes wrote.
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
"""Errors while Redis is away; a subscription without a connection raises RuntimeError."""
PAUSE = 0.2
"""Seconds until the next try."""
OUTBOX = 10_000
"""Messages that may wait for sending. More are dropped; other nodes read them in the database."""
NODES, NODE_LASTS = "tablee-nodes", 5.0
"""The set of nodes with the times of their last signs of life, and the seconds a sign counts."""
TAG = 8
"""Bytes before each message that name the node that sent it."""


class Broker:
    def __init__(self, address: str) -> None:
        self.quick: Redis = Redis.from_url(
            address,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=1,
            socket_timeout=2,
        )
        """Gives up at once: for what nobody should wait for."""
        self.patient: Redis = Redis.from_url(
            address,
            retry=Retry(ExponentialBackoff(cap=1, base=0.05), 6),
            socket_connect_timeout=2,
        )
        """Tries again: for subscriptions and the queue of bots' turns."""
        self.channels = OtherNodes(self.quick, self.patient)

    async def is_up(self) -> bool:
        with suppress(*AWAY):
            return bool(await self.quick.ping())
        return False

    async def sign_of_life(self, node: str, now: float) -> bool:
        """Say that this node is there. Returns whether Redis did not know it yet."""
        with suppress(*AWAY):
            await self.quick.zremrangebyscore(NODES, "-inf", now - NODE_LASTS)
            return bool(await self.quick.zadd(NODES, {node: now}))
        return False

    async def last_sign(self) -> float | None:
        """Return the time of the last sign of life of any node, by the nodes' clock."""
        with suppress(*AWAY):
            found = await self.quick.zrange(NODES, -1, -1, withscores=True)
            return float(found[0][1]) if found else None
        return None

    async def farewell(self, node: str) -> None:
        with suppress(*AWAY):
            await self.quick.zrem(NODES, node)

    async def living_nodes(self) -> frozenset[str]:
        """Return the nodes that have given a sign of life within ``NODE_LASTS`` seconds."""
        with suppress(*AWAY):
            found = cast("list[bytes]", await self.quick.zrange(NODES, 0, -1))
            return frozenset(node.decode() for node in found)
        return frozenset()

    async def close(self) -> None:
        for client in (self.quick, self.patient):
            with suppress(*AWAY):
                await client.aclose()


class OtherNodes:
    """Messages to and from the other nodes. A node does not get its own messages back."""

    def __init__(self, quick: Redis, patient: Redis) -> None:
        self._quick = quick
        self._pub_sub = patient.pubsub()
        self._me = secrets.token_bytes(TAG)
        self._wanted: set[str] = set()
        self.ending = False
        """Ends the loops, because the driver may take a cancellation for a time-out."""
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
        """Send to the other nodes, soon."""
        with suppress(asyncio.QueueFull):
            # Nodes subscribe to tables: all channels of a table go through one of Redis.
            message = b"%s%s\n%s" % (self._me, channel.encode(), data)
            self._outbox.put_nowait((channel.partition("/")[0], message))

    async def follow(self, channel: str) -> None:
        self._wanted.add(channel)
        with suppress(*AWAY):  # when Redis is back, ``stream_events`` subscribes again
            await self._pub_sub.subscribe(channel)

    async def unfollow(self, channel: str) -> None:
        self._wanted.discard(channel)
        with suppress(*AWAY):
            await self._pub_sub.unsubscribe(channel)

    async def stream_events(self) -> AsyncIterator[tuple[str, bytes]]:
        """Yield what other nodes send, as channel and message."""
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
                await asyncio.sleep(PAUSE)  # lost; the other nodes will read it in the database


class PatientStore(RedisStore):
    """Counts an address's requests at all nodes. While Redis is away, none is refused."""

    async def get(self, key: str, renew_for: int | timedelta | None = None) -> bytes | None:
        with suppress(*AWAY):
            return await super().get(key, renew_for)
        return None

    async def set(
        self, key: str, value: str | bytes, expires_in: int | timedelta | None = None
    ) -> None:
        with suppress(*AWAY):
            await super().set(key, value, expires_in)
