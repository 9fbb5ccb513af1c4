"""The line to one client, and the plain way to have one: ASGI alone.

Whatever a line is made of, it keeps a bounded number of messages for a client that is slow to read.
Overflow: the client is closed with SLOW, and resumes. A client that does not read is not heard
either, and is given up once nothing gets through to it for a while.
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

Socket = WebSocket[Any, Any, Any]

OFFER = "tablee.line"
"""The ASGI extension by which a server offers a line of its own; see ``wire.py``."""
SEND_PATIENCE = 10.0
"""Seconds without anything getting through, after which a client is given up."""
GONE = (WebSocketDisconnect, OSError, RuntimeError)
"""What sending raises once a client has left; RuntimeError, if uvicorn itself sent it away."""


class Line(Protocol):
    async def serve(self, talk: Coroutine[Any, Any, None]) -> None:
        """Run ``talk``, which hears and says, until it ends or the client is gone."""

    async def hear(self) -> str:
        """Return the next message, once there is room for an answer.

        What is not text counts as an empty message. Raises ``WebSocketDisconnect`` at the end.
        """

    def say(self, message: bytes) -> None:
        """Send a message, now or soon. Nothing happens if the client is gone."""

    def close(self, code: int, reason: str = "") -> None:
        """Send the client away."""


def line_to(socket: Socket, backlog: int) -> Line:
    """Return the line the server offers, if it does, or else a plain one."""
    extensions = cast("dict[str, Any]", socket.scope.get("extensions") or {})
    offered: Callable[[int], Line] | None = extensions.pop(OFFER, None)
    return AsgiLine(socket, backlog) if offered is None else offered(backlog)


class AsgiLine:
    """A task writes what is said, so that nobody who says something has to wait."""

    def __init__(self, socket: Socket, backlog: int) -> None:
        self._socket = socket
        self._unsent: asyncio.Queue[WebSocketSendEvent | WebSocketCloseEvent | None]
        self._unsent = asyncio.Queue(backlog)
        """None is the end."""
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
        """What waits is sent before it, unless that is too much already."""
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
