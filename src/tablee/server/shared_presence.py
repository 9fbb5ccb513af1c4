"""Which guests are at which table, at all nodes. Redis keeps it while their node lives."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import cast

from redis.asyncio import Redis

from tablee.server.broker import AWAY
from tablee.server.presence import LocalPresence

LONGEST = 86_400
"""Seconds after which Redis forgets a table without arrivals and departures."""


class SharedPresence(LocalPresence):
    """While Redis is away, a node knows only its own guests."""

    def __init__(
        self, redis: Redis, node: str, living: Callable[[], Awaitable[frozenset[str]]]
    ) -> None:
        super().__init__()
        self._redis, self._node, self._living = redis, node, living

    async def came(self, table: str, guest: str) -> None:
        await super().came(table, guest)
        await self._add(table, guest)

    async def went(self, table: str, guest: str) -> None:
        await super().went(table, guest)
        if guest not in await super().here(table):
            with suppress(*AWAY):
                await self._redis.srem(_key(table), f"{guest} {self._node}")

    async def here(self, table: str) -> frozenset[str]:
        mine = await super().here(table)
        with suppress(*AWAY):
            found = await cast("Awaitable[set[bytes]]", self._redis.smembers(_key(table)))
            living = await self._living()
            pairs = (member.decode().split(" ") for member in found)
            return mine | {guest for guest, node in pairs if node in living}
        return mine

    async def repeat(self) -> None:
        """Tells a Redis that has lost its data about all guests again."""
        for table, sockets in list(self._sockets.items()):
            for guest in list(sockets):
                await self._add(table, guest)

    async def _add(self, table: str, guest: str) -> None:
        with suppress(*AWAY):
            async with self._redis.pipeline(transaction=False) as pipe:
                pipe.sadd(_key(table), f"{guest} {self._node}")
                pipe.expire(_key(table), LONGEST)
                await pipe.execute()


def _key(table: str) -> str:
    return f"tablee-here:{table}"
