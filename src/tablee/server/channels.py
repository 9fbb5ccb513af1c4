"""Litestar's channels with two manners of our own: full queues are noticed, empty channels go."""

from __future__ import annotations

from collections.abc import Iterable

from litestar.channels import ChannelsPlugin, Subscriber
from litestar.channels.backends.memory import MemoryChannelsBackend


class BoundedSubscriber(Subscriber):
    """Remembers that it missed something, so that its client can be sent away to resume."""

    overflowed = False

    def put_nowait(self, item: bytes | None) -> bool:
        taken = super().put_nowait(item)
        self.overflowed |= not taken
        return taken

    async def put(self, item: bytes | None) -> None:
        """Called at the end of a subscription; a full queue must not hold that up."""
        self.put_nowait(item)


class TableChannels(ChannelsPlugin):
    """A channel a table. Thousands come and go; what nobody listens to is forgotten."""

    def __init__(self, backlog: int) -> None:
        super().__init__(
            MemoryChannelsBackend(),
            arbitrary_channels_allowed=True,
            subscriber_max_backlog=backlog,
            subscriber_class=BoundedSubscriber,
        )

    async def unsubscribe(
        self, subscriber: Subscriber, channels: str | Iterable[str] | None = None
    ) -> None:
        names = [channels] if isinstance(channels, str) else list(channels or self._channels)
        await super().unsubscribe(subscriber, names)
        for name in names:
            if not self._channels.get(name):
                self._channels.pop(name, None)

    def publish_now(self, channel: str, data: bytes) -> None:
        """To everybody who listens, without the detour through the backend's own queue."""
        for subscriber in self._channels.get(channel, ()):
            subscriber.put_nowait(data)
