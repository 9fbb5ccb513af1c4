"""Simulated lines between people and a server. Messages keep their order and take their time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from litestar.exceptions import WebSocketDisconnect
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

from tablee.server.protocol import SLOW

if TYPE_CHECKING:
    from simulated.world import World


KEEPALIVE = 20.0
"""Seconds after which a silent line counts as lost, as in ``websockets``."""


class Pipe:
    """One direction of a line. The end of it is None, or a code."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._arrived: deque[str | bytes | Close | None] = deque()
        self._news = asyncio.Event()
        self._last = 0.0
        self.is_cut = False
        self.on_the_way = 0

    def put(self, item: str | bytes | Close | None) -> None:
        if self.is_cut:
            return
        loop = self._world.loop
        self._last = max(self._last, loop.time() + self._world.delay(0.02))
        self.on_the_way += 1
        self._world.outside(self._last - loop.time(), self._arrive, item)

    def _arrive(self, item: str | bytes | Close | None) -> None:
        self.on_the_way -= 1
        if not self.is_cut:
            self._arrived.append(item)
            self._news.set()

    def cut(self) -> None:
        """Loses what is on the way. The reader learns of it after a while."""
        if not self.is_cut:
            self.is_cut = True
            self._world.outside(min(self._world.delay(0.5), KEEPALIVE), self._end)

    def _end(self) -> None:
        self._arrived.append(None)
        self._news.set()

    async def get(self) -> str | bytes | Close | None:
        while not self._arrived:
            self._news.clear()
            await self._news.wait()
        item = self._arrived[0]
        if item is not None and not isinstance(item, Close):
            self._arrived.popleft()  # an end stays
        return item


class SimulatedLine:
    """The server's end: a ``Line`` of ``tablee.server.line``."""

    def __init__(self, up: Pipe, down: Pipe, backlog: int) -> None:
        self._up, self._down, self._backlog = up, down, backlog
        self._closed = False

    async def serve(self, talk: Coroutine[Any, Any, None]) -> None:
        try:
            await talk
        finally:
            self._closed = True
            self._down.put(None)

    async def hear(self) -> str:
        item = await self._up.get()
        if self._closed or not isinstance(item, str):
            raise WebSocketDisconnect(detail="the line is closed")
        return item

    def say(self, message: bytes) -> None:
        if self._closed:
            return
        if self._down.on_the_way >= self._backlog:
            self.close(SLOW)
            return
        self._down.put(bytes(message))

    def close(self, code: int, reason: str = "") -> None:
        if not self._closed:
            self._closed = True
            self._down.put(Close(code, reason))


class ClientSocket:
    """The client's end, as far as ``LiveTable`` uses a socket of ``websockets``."""

    def __init__(self, up: Pipe, down: Pipe) -> None:
        self._up, self._down = up, down

    async def send(self, text: str) -> None:
        self._up.put(text)

    async def recv(self) -> bytes:
        item = await self._down.get()
        if isinstance(item, bytes):
            return item
        self._up.cut()
        raise ConnectionClosedError(item if isinstance(item, Close) else None, None)

    def __aiter__(self) -> ClientSocket:
        return self

    async def __anext__(self) -> bytes:
        return await self.recv()

    @property
    def is_cut(self) -> bool:
        return self._up.is_cut

    def cut(self) -> None:
        self._up.cut()
        self._down.cut()
