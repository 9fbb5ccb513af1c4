"""Drops clients that take nothing of what is sent to them."""

from __future__ import annotations

import asyncio

from tablee.server import line


class Patience:
    """Watches a transport while it cannot write. Both kinds of connections have one."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self._loop, self._transport = loop, transport
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        size = self._transport.get_write_buffer_size()
        self._timer = self._loop.call_later(line.SEND_PATIENCE, self._look, size)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self, size_before: int) -> None:
        if self._transport.get_write_buffer_size() < size_before:
            self.begin()
        else:
            self._transport.abort()
