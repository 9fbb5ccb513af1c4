"""Redis, through which nodes talk. It may be lost at any time.

Everything sent through Redis is also in the database, or can be asked for again. While Redis is
away, each node serves its own sockets and reads in the database what other nodes wrote.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

from redis import exceptions
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import RedisError

from tablee.server.rates import MINUTE

logger = logging.getLogger(__name__)

AWAY = (RedisError, OSError, RuntimeError)
"""Errors while Redis is away; a subscription without a connection raises RuntimeError."""
PAUSE = 0.2
"""Seconds until the next try."""
ANSWERS_WITHIN = 1.0
"""Seconds for an answer of Redis that nobody should wait for."""
AWAY_FOR = 2.0
"""Seconds without a call after one that failed."""
SILENT_FOR = 5.0
"""Seconds without a word after which a connection counts as lost."""
OUTBOX = 10_000
"""Messages that may wait for sending. More are dropped; other nodes read them in the database."""
NODES, NODE_LASTS = "tablee-nodes", 5.0
"""The set of nodes with the times of their last signs of life, and the seconds a sign counts."""
UP_SINCE = "tablee-up-since"
"""The time since which there has always been a node. It is forgotten when there is none."""
TAG = 8
"""Bytes before each message that name the node that sent it."""


class Breaker(Retry):
    """After a failure all calls fail at once for a while. Then one call tries again.

    So when Redis hangs without a word, one call waits for it, and not all of them in turn.
    """

    def __init__(self) -> None:
        super().__init__(NoBackoff(), 0)
        self._until = 0.0

    def __deepcopy__(self, _: object) -> Breaker:
        return self  # the driver copies it for each connection

    async def call_with_retry(self, *how: Any, **more: Any) -> Any:
        now = time.monotonic()
        if now < self._until:
            raise exceptions.ConnectionError("the broker does not answer")
        if self._until:
            self._until = now + AWAY_FOR
        try:
            answer = await super().call_with_retry(*how, **more)
        except (exceptions.ConnectionError, exceptions.TimeoutError, OSError):
            self._until = time.monotonic() + AWAY_FOR
            raise
        self._until = 0.0
        return answer


class Broker:
    def __init__(self, address: str) -> None:
        self.quick: Redis = Redis.from_url(
            address,
            retry=Breaker(),
            socket_connect_timeout=ANSWERS_WITHIN,
            socket_timeout=ANSWERS_WITHIN,
        )
        """Gives up at once: for what nobody should wait for."""
        self.patient: Redis = Redis.from_url(
            address,
            retry=Retry(ExponentialBackoff(cap=1, base=0.05), 6),
            socket_connect_timeout=2,
            socket_timeout=SILENT_FOR,
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
            await self.quick.expire(UP_SINCE, round(NODE_LASTS))
            return bool(await self.quick.zadd(NODES, {node: now}))
        return False

    async def last_sign(self) -> float | None:
        """Return the time of the last sign of life of any node, by the nodes' clock."""
        with suppress(*AWAY):
            found = await self.quick.zrange(NODES, -1, -1, withscores=True)
            return float(found[0][1]) if found else None
        return None

    async def up_since(self, now: float) -> float:
        """Return when the first of the nodes that live has started. That may be just now."""
        with suppress(*AWAY):
            await self.quick.set(UP_SINCE, now, nx=True, ex=round(NODE_LASTS))
            found = await self.quick.get(UP_SINCE)
            return now if found is None else float(found)
        return now

    async def farewell(self, node: str) -> None:
        with suppress(*AWAY):
            await self.quick.zrem(NODES, node)
            if not await self.quick.zcard(NODES):
                await self.quick.delete(UP_SINCE)

    async def living_nodes(self) -> frozenset[str]:
        """Return the nodes that have given a sign of life within ``NODE_LASTS`` seconds."""
        with suppress(*AWAY):
            found = cast("list[bytes]", await self.quick.zrange(NODES, 0, -1))
            return frozenset(node.decode() for node in found)
        return frozenset()

    async def add_up(self, minute: int, counts: dict[str, int]) -> dict[str, int]:
        """Add counts of requests to those of all nodes, and return the sums."""
        async with self.quick.pipeline(transaction=False) as pipe:
            for key, count in counts.items():
                name = f"tablee-rates:{minute}:{key}"
                pipe.incrby(name, count)
                pipe.expire(name, 2 * MINUTE)
            sums = await pipe.execute()
        return dict(zip(counts, sums[::2], strict=True))

    async def close(self) -> None:
        for client in (self.quick, self.patient):
            with suppress(*AWAY):
                await client.aclose()


class OtherNodes:
    """Messages to and from the other nodes. A node does not get its own messages back."""

    def __init__(self, quick: Redis, patient: Redis) -> None:
        self._quick = quick
        self._patient = patient
        self._pub_sub = patient.pubsub()
        self._heard = 0.0
        """When Redis last said anything to the subscription. Zero while it is away."""
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
        """Subscribe. While Redis is away nobody waits: ``stream_events`` subscribes later."""
        self._wanted.add(channel)
        if self._heard or len(self._wanted) == 1:
            await self._soon(self._pub_sub.subscribe(channel))

    async def unfollow(self, channel: str) -> None:
        self._wanted.discard(channel)
        await self._soon(self._pub_sub.unsubscribe(channel))

    async def _soon(self, doing: Awaitable[object]) -> None:
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                await doing
        except (*AWAY, TimeoutError):
            self._heard = 0.0

    async def stream_events(self) -> AsyncIterator[tuple[str, bytes]]:
        """Yield what other nodes send, as channel and message."""
        while not self.ending:
            try:
                if not self._pub_sub.subscribed:
                    await asyncio.sleep(PAUSE / 10)
                    await self._subscribe_again()
                    continue
                message = await self._pub_sub.get_message(timeout=1.0)
                if message is None:
                    await self._ask_whether_alive()
            except AWAY as error:
                logger.warning("the broker is away: %s", type(error).__name__)
                await asyncio.sleep(PAUSE)
                await self._subscribe_again()
                continue
            if message is None:
                continue
            self._heard = time.monotonic()
            if message["type"] == "message" and message["data"][:TAG] != self._me:
                channel, _, data = message["data"][TAG:].partition(b"\n")
                yield channel.decode(), data

    async def _ask_whether_alive(self) -> None:
        """Have Redis say something, or begin again if it has not for long."""
        if self._heard and time.monotonic() - self._heard > SILENT_FOR:
            self._heard = 0.0
            with suppress(*AWAY):
                await self._pub_sub.aclose()  # type: ignore[no-untyped-call]
            self._pub_sub = self._patient.pubsub()
            raise exceptions.ConnectionError("silent")
        await self._pub_sub.ping()

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
