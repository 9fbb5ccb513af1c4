"""Channels: what is said of a table goes to everybody who listens, here and at other nodes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablee.server.broker import OtherNodes

Listener = Callable[[bytes], None]


class TableChannels:
    """The listeners of each channel. A channel without listeners is not kept."""

    def __init__(self, nodes: OtherNodes | None = None) -> None:
        self._nodes = nodes
        self._listeners: dict[str, dict[Listener, None]] = {}
        """Each in the order in which they came, so that the same game is told the same way."""
        self._hearers: dict[str, Listener] = {}

    @contextmanager
    def listening(self, channels: Iterable[str], listener: Listener) -> Iterator[None]:
        """Call ``listener`` with every message to these channels."""
        names = list(channels)
        for name in names:
            self._listeners.setdefault(name, {})[listener] = None
        try:
            yield
        finally:
            for name in names:
                listeners = self._listeners[name]
                listeners.pop(listener, None)
                if not listeners:
                    del self._listeners[name]

    def publish_here(self, channel: str, data: bytes) -> None:
        """Send to all listeners at this node."""
        for listener in self._listeners.get(channel, ()):
            listener(data)

    def publish_now(self, channel: str, data: bytes) -> None:
        """Send to all listeners at all nodes."""
        self.publish_here(channel, data)
        if self._nodes is not None:
            self._nodes.send(channel, data)

    # Other nodes

    async def follow(self, channel: str, hear: Listener) -> None:
        """Call ``hear`` with what other nodes send, before any listener here gets it."""
        if self._nodes is not None:
            self._hearers[channel] = hear
            await self._nodes.follow(channel)

    async def unfollow(self, channel: str) -> None:
        if self._nodes is not None and self._hearers.pop(channel, None) is not None:
            await self._nodes.unfollow(channel)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Exchange messages with other nodes until the block ends."""
        if self._nodes is None:
            yield
            return
        async with self._nodes.running():
            hearing = asyncio.create_task(self._hear_nodes(self._nodes))
            try:
                yield
            finally:
                self._nodes.ending = True
                hearing.cancel()
                await asyncio.wait([hearing])

    async def _hear_nodes(self, nodes: OtherNodes) -> None:
        async for channel, data in nodes.stream_events():
            hear = self._hearers.get(channel)
            if hear is not None:
                hear(data)
            self.publish_here(channel, data)
