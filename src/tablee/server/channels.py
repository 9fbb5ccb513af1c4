"""Litestar's channels with manners of our own: full queues are noticed, empty channels go."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from litestar.channels import ChannelsPlugin, Subscriber
from litestar.channels.backends.memory import MemoryChannelsBackend

if TYPE_CHECKING:
    from tablee.server.broker import NodesBackend


class BoundedSubscriber(Subscriber):
    """Remembers that it missed something, so that its client can be sent away to resume.

    It has one reader, and needs less to wake it than a queue made for many.
    """

    def __init__(self, plugin: ChannelsPlugin, max_backlog: int, **_: object) -> None:
        super().__init__(plugin)
        self._most = max_backlog
        self._waiting: deque[bytes | None] = deque()
        self._reader: asyncio.Future[None] | None = None
        self._has_room = asyncio.Event()
        self._has_room.set()
        self.overflowed = False

    def put_nowait(self, item: bytes | None) -> bool:
        if len(self._waiting) >= self._most:
            self.overflowed = True
            return False
        self._waiting.append(item)
        if 2 * len(self._waiting) > self._most:
            self._has_room.clear()
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)
        return True

    async def put(self, item: bytes | None) -> None:
        """Called at the end of a subscription; a full queue must not hold that up."""
        self.put_nowait(item)

    async def take(self) -> bytes | None:
        """The next item; None at the end of the subscription."""
        while not self._waiting:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        item = self._waiting.popleft()
        if 2 * len(self._waiting) <= self._most:
            self._has_room.set()
        return item

    async def room(self) -> None:
        """Wait until half of it is free: who is answered here may ask faster than they read."""
        await self._has_room.wait()


class TableChannels(ChannelsPlugin):
    """A channel a table. Thousands come and go; what nobody listens to is forgotten."""

    def __init__(self, backlog: int, nodes: NodesBackend | None = None) -> None:
        super().__init__(
            nodes or MemoryChannelsBackend(),
            arbitrary_channels_allowed=True,
            subscriber_max_backlog=backlog,
            subscriber_class=BoundedSubscriber,
        )
        self._nodes = nodes
        self._hearers: dict[str, Callable[[bytes], None]] = {}

    async def follow(self, channel: str, hear: Callable[[bytes], None]) -> None:
        """Have ``hear`` called with what other nodes say, before any socket is told."""
        if self._nodes is not None:
            self._hearers[channel] = hear
            await self._nodes.follow(channel)

    async def unfollow(self, channel: str) -> None:
        if self._nodes is not None and self._hearers.pop(channel, None) is not None:
            await self._nodes.unfollow(channel)

    async def _on_shutdown(self) -> None:
        if self._nodes is not None:
            self._nodes.ending = True
        await super()._on_shutdown()

    async def _sub_worker(self) -> None:
        async for channel, data in self._backend.stream_events():
            hear = self._hearers.get(channel)
            if hear is not None:
                hear(data)
            self.publish_here(channel, data)

    async def unsubscribe(
        self, subscriber: Subscriber, channels: str | Iterable[str] | None = None
    ) -> None:
        names = [channels] if isinstance(channels, str) else list(channels or self._channels)
        await super().unsubscribe(subscriber, names)
        for name in names:
            if not self._channels.get(name):
                self._channels.pop(name, None)

    def publish_here(self, channel: str, data: bytes) -> None:
        """To everybody who listens, without the detour through the backend's own queue."""
        for subscriber in self._channels.get(channel, ()):
            subscriber.put_nowait(data)

    def publish_now(self, channel: str, data: bytes) -> None:
        """To everybody who listens, at all nodes."""
        self.publish_here(channel, data)
        if self._nodes is not None:
            self._nodes.send(channel, data)
