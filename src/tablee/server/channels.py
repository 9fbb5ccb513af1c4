"""Litestar's channels with manners of our own: no queues in between, and empty channels go."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from litestar.channels import ChannelsPlugin, Subscriber
from litestar.channels.backends.memory import MemoryChannelsBackend

from tablee.server.frames import text_frame

if TYPE_CHECKING:
    from tablee.server.broker import NodesBackend


class DirectSubscriber(Subscriber):
    """Keeps what comes until it is told where to deliver it, and from then on does so at once.

    If it cannot keep all, its client will notice the gap and resume.
    """

    def __init__(self, plugin: ChannelsPlugin, max_backlog: int, **_: object) -> None:
        super().__init__(plugin)
        self._kept: deque[bytes] = deque(maxlen=max_backlog)
        self.deliver: Callable[[bytes], None] = self._kept.append

    def put_nowait(self, item: bytes | None) -> bool:
        if item is not None:  # which is what the end of a subscription is told by
            self.deliver(item)
        return True

    async def put(self, item: bytes | None) -> None:
        self.put_nowait(item)

    def deliver_to(self, deliver: Callable[[bytes], None]) -> None:
        self.deliver = deliver
        for item in self._kept:
            deliver(item)
        self._kept.clear()


class TableChannels(ChannelsPlugin):
    """A channel a table. Thousands come and go; what nobody listens to is forgotten."""

    def __init__(self, backlog: int, nodes: NodesBackend | None = None) -> None:
        super().__init__(
            nodes or MemoryChannelsBackend(),
            arbitrary_channels_allowed=True,
            subscriber_max_backlog=backlog,
            subscriber_class=DirectSubscriber,
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
        subscribers = self._channels.get(channel)
        if subscribers:
            frame = text_frame(data)
            for subscriber in subscribers:
                subscriber.deliver(frame)  # type: ignore[attr-defined]

    def publish_now(self, channel: str, data: bytes) -> None:
        """To everybody who listens, at all nodes."""
        self.publish_here(channel, data)
        if self._nodes is not None:
            self._nodes.send(channel, data)
