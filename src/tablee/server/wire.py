"""The quick way to a line: what is said goes straight to uvicorn's WebSocket.

By ASGI each socket needs a task that writes, which every message wakes, and every message passes
through layers of the framework. ``bench/price_tags.py`` prints what it saves to go without. The
price: this is a subclass of a class that uvicorn does not document, so uvicorn is held to one minor
version. ``SOCKETS`` in ``run.py`` switches it on; without it clients get plain lines.
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
    """uvicorn's WebSocket, which is a ``Line``, too, and offers itself as one."""

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
        # In a task of its own, for every message would wake all layers of the framework above.
        await asyncio.create_task(talk)

    def send_receive_event_to_app(self) -> None:
        """uvicorn stops reading at each message. A single one needs no such care."""
        if self.queue.empty() and self.curr_msg_data_type == "text" and not self.close_sent:
            with suppress(UnicodeDecodeError):  # which is left to uvicorn
                text = b"".join(self.frames).decode()
                self.frames = []
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                return
        super().send_receive_event_to_app()

    async def hear(self) -> str:
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
        """As ASGI's, but without waiting for a client that does not read."""
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
        """While the client is waited for, what was written can only become less."""
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
