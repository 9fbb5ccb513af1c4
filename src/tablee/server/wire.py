"""A faster line: messages go straight to and from uvicorn's WebSocket, past ASGI.

With ASGI, each message out wakes a task, and each message in or out passes through several layers
of Litestar. ``bench/price_tags.py`` prints what this file saves. Its price: ``Wire`` extends a
class that uvicorn does not document, so ``pyproject.toml`` allows one minor version of uvicorn.
``SOCKETS`` in ``run.py`` switches it on. Without it every client gets an ``AsgiLine``.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, cast

from litestar.exceptions import WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.http11 import Request
from websockets.protocol import State

from tablee.server import line
from tablee.server.protocol import SLOW


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket as a ``Line``, which it offers to the application."""

    def __init__(self, *settings: Any, **more_settings: Any) -> None:
        super().__init__(*settings, **more_settings)
        self._unsent: deque[bytes] = deque()
        self._backlog = 0
        self._watch: asyncio.TimerHandle | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast("dict[str, Any]", self.scope["extensions"])[line.OFFER] = self._take

    def _take(self, backlog: int) -> Wire:
        self._backlog = backlog
        return self

    async def serve(self, talk: Coroutine[Any, Any, None]) -> None:
        # In a task of its own: else every message would wake a stack of Litestar's coroutines.
        await asyncio.create_task(talk)

    def send_receive_event_to_app(self) -> None:
        """Queue a message. uvicorn stops reading at each; here it goes on until one waits."""
        if self.queue.empty() and self.curr_msg_data_type == "text" and not self.close_sent:
            with suppress(UnicodeDecodeError):  # uvicorn closes the socket then
                text = b"".join(self.frames).decode()
                self.frames = []
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                return
        super().send_receive_event_to_app()

    async def hear(self) -> str:
        if not self.writable.is_set():
            await self.writable.wait()
        event = await self.receive()
        if self.close_sent or event["type"] != "websocket.receive":
            raise WebSocketDisconnect(detail="the line is closed", code=CloseCode.ABNORMAL_CLOSURE)
        return event.get("text") or ""

    def say(self, message: bytes) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        if self.writable.is_set():
            self.conn.send_text(message)
            self.transport.write(b"".join(self.conn.data_to_send()))
        elif len(self._unsent) < self._backlog:
            self._unsent.append(message)
        else:
            self.close(SLOW, "too slow; resume")

    def close(self, code: int, reason: str = "") -> None:
        """Close the socket, without waiting until the client has read what was sent before."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        self._unsent.clear()
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look_again()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_looking()
        while self._unsent and self.writable.is_set():
            self.say(self._unsent.popleft())

    def _look_again(self) -> None:
        size = self.transport.get_write_buffer_size()
        self._watch = self.loop.call_later(line.SEND_PATIENCE, self._look, size)

    def _look(self, size_before: int) -> None:
        """Drop the client if it has taken nothing in the meantime."""
        if self.transport.get_write_buffer_size() < size_before:
            self._look_again()
        else:
            self.transport.abort()

    def _stop_looking(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_looking()
        super().connection_lost(exc)
