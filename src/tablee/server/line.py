"""The line to one client: what the server needs of a socket, and a line made of ASGI alone.

Every line keeps a bounded number of messages for a client that reads slowly. When there are more,
the line closes with SLOW, and the client resumes. The server does not listen to a client that does
not read. When nothing has got through for ``SEND_PATIENCE`` seconds, the line drops the client.

A line over ASGI sees whole messages only. It cannot count pings, pongs and pieces of messages, and
uvicorn parses them for it whatever they cost. ``wire.py`` sees every byte and cuts floods off.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol, cast

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from litestar.types import WebSocketCloseEvent, WebSocketSendEvent

from tablee.server.protocol import SLOW
from tablee.server.settings import Limits

Socket = WebSocket[Any, Any, Any]

OFFER = "tablee.line"
"""The ASGI extension under which ``wire.py`` offers its own line."""
SEND_PATIENCE = 10.0
"""Seconds a client may take nothing of what is sent."""
FLOOD = 200
"""Messages above the allowed rate after which the client is cut off."""
GONE = (WebSocketDisconnect, OSError, RuntimeError)
"""Sending raises these when the client has left; RuntimeError when uvicorn closed the socket."""


class Line(Protocol):
    async def serve(self, talk: Coroutine[Any, Any, None]) -> None:
        """Run ``talk`` until it ends or the client has left. It calls ``hear`` and ``say``."""

    async def hear(self) -> str:
        """Wait until there is room for an answer, and return the next message.

        A binary message is returned as an empty text. Raises ``WebSocketDisconnect`` when the line
        is closed.
        """

    def say(self, message: bytes) -> None:
        """Send a message, now or soon. Does nothing when the client has left."""

    def close(self, code: int, reason: str = "") -> None:
        """Close the socket with this code."""


def line_to(socket: Socket, limits: Limits) -> Line:
    """Return the line that uvicorn offers, or a plain one if it offers none."""
    extensions = cast("dict[str, Any]", socket.scope.get("extensions") or {})
    offered: Callable[[Limits], Line] | None = extensions.pop(OFFER, None)
    return AsgiLine(socket, limits.backlog) if offered is None else offered(limits)


class AsgiLine:
    """A line over plain ASGI. A task of its own sends, because ``say`` must not wait."""

    def __init__(self, socket: Socket, backlog: int) -> None:
        self._socket = socket
        self._unsent: asyncio.Queue[WebSocketSendEvent | WebSocketCloseEvent | None]
        self._unsent = asyncio.Queue(backlog)
        """Events for ASGI; None ends the writing task."""
        self._closed = False

    async def serve(self, talk: Coroutine[Any, Any, None]) -> None:
        self._writing = asyncio.create_task(self._write())
        talking = asyncio.create_task(talk)
        try:
            await asyncio.wait({talking, self._writing}, return_when=asyncio.FIRST_COMPLETED)
            self._put_last(None)
            await asyncio.wait({self._writing}, timeout=SEND_PATIENCE)
        finally:
            talking.cancel()
            self._writing.cancel()
            await asyncio.wait({talking, self._writing})
        if not talking.cancelled():
            talking.result()

    async def hear(self) -> str:
        if not self._unsent.empty():
            try:
                await asyncio.wait_for(self._unsent.join(), SEND_PATIENCE)
            except TimeoutError:
                raise WebSocketDisconnect(detail="nothing gets through") from None
        if self._closed:
            raise WebSocketDisconnect(detail="the line is closed")
        return await self._socket.receive_data(mode="text")

    def say(self, message: bytes) -> None:
        if self._closed:
            return
        if self._unsent.full():
            self.close(SLOW, "too slow; resume")
            return
        text = message.decode()
        self._unsent.put_nowait({"type": "websocket.send", "text": text, "bytes": None})

    def close(self, code: int, reason: str = "") -> None:
        self._put_last({"type": "websocket.close", "code": code, "reason": reason})
        asyncio.get_running_loop().call_later(SEND_PATIENCE, self._writing.cancel)

    def _put_last(self, event: WebSocketCloseEvent | None) -> None:
        """Queue the last event. If the queue is full, drop the oldest messages to make room."""
        if self._closed:
            return
        self._closed = True
        while self._unsent.full():
            self._unsent.get_nowait()
            self._unsent.task_done()
        self._unsent.put_nowait(event)

    async def _write(self) -> None:
        with suppress(*GONE):
            while (event := await self._unsent.get()) is not None:
                await self._socket.send(event)
                self._unsent.task_done()
                if event["type"] == "websocket.close":
                    break
