"""A faster line: messages go straight to and from uvicorn's WebSocket, past ASGI.

With ASGI, each message out wakes a task, and each message in or out passes through several layers
of Litestar. ``bench/price_tags.py`` prints what this file saves. Its price: ``Wire`` extends a
class that uvicorn does not document, so ``pyproject.toml`` allows one minor version of uvicorn.
``SOCKETS`` in ``run.py`` switches it on. Without it every client gets an ``AsgiLine``.

It is also where floods end. Every frame counts, before it is parsed, whether it says anything or
not. Bytes are parsed in slices, and the loop has a turn after each. A client that floods is cut off
and no longer read.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine
from typing import Any, cast

from litestar.exceptions import WebSocketDisconnect
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.protocol import State

from tablee.server import line
from tablee.server.bucket import Bucket
from tablee.server.frames import FrameCounter, text_frame
from tablee.server.logs import transport
from tablee.server.metrics import REFUSALS
from tablee.server.patience import Patience
from tablee.server.protocol import SLOW, TOO_MUCH
from tablee.server.settings import Limits

SLICE = 1024
"""Bytes that are parsed at once: 170 empty frames, which take about a millisecond."""
CONTROL_RATE, CONTROL_BURST = 2, 64
"""Frames that may come beside messages, such as pongs: so many a second, and so many at once."""
MOST_PIECES = 64
"""Frames that one message may consist of."""
LAST_WORD = 1.0
"""Seconds for a client that is cut off to take the code that tells why."""


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket as a ``Line``, which it offers to the application."""

    def __init__(self, *settings: Any, **more_settings: Any) -> None:
        super().__init__(*settings, **more_settings)
        self.logger = transport
        self._unsent: deque[bytes] = deque()
        self._backlog = 0
        self._counter = FrameCounter()
        self._allowed = _allowance(Limits())
        self._slices: deque[bytes] = deque()
        self._is_next = False
        """Whether the loop will call ``_parse_next``."""

    def connection_made(self, given: asyncio.BaseTransport) -> None:
        super().connection_made(given)
        self._patience = Patience(self.loop, self.transport)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast("dict[str, Any]", self.scope["extensions"])[line.OFFER] = self._take

    def _take(self, limits: Limits) -> Wire:
        self._backlog = limits.backlog
        self._allowed = _allowance(limits)
        return self

    async def serve(self, talk: Coroutine[Any, Any, None]) -> None:
        # In a task of its own: else every message would wake a stack of Litestar's coroutines.
        await asyncio.create_task(talk)

    # Reading

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)  # the handshake, whose size ``door.py`` has limited
        elif self._slices or len(data) > SLICE:
            self._slices.extend(data[at : at + SLICE] for at in range(0, len(data), SLICE))
            self.transport.pause_reading()
            self._read_on()
        else:
            self._parse(data)

    def _parse(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._allowed.take(self._counter.count(data)):
            super().data_received(data)
        else:
            self._cut_off()

    def _parse_next(self) -> None:
        """Parse a slice, unless a message or an answer still waits. Then give the loop a turn."""
        self._is_next = False
        if self._slices and self._may_read():
            self._parse(self._slices.popleft())
            self._read_on()

    def _may_read(self) -> bool:
        return not self.read_paused and (self.writable.is_set() or self.close_sent)

    def _read_on(self) -> None:
        if self.transport.is_closing():
            self._slices.clear()
        elif self._slices:
            if not self._is_next:
                self._is_next = True
                self.loop.call_soon(self._parse_next)
        elif self._may_read():
            self.transport.resume_reading()

    def _cut_off(self) -> None:
        """Drop a client that floods, after a last word. Nothing of it is read any more."""
        REFUSALS.labels("flood").inc()
        self._slices.clear()
        if self.conn.state is State.OPEN:
            self.conn.send_close(TOO_MUCH)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self._leave()

    def _leave(self) -> None:
        """Close the transport, even if the client never takes what is still to be sent."""
        self.transport.close()
        self.loop.call_later(LAST_WORD, self.transport.abort)

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        if len(self.frames) > MOST_PIECES:
            self._cut_off()

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message, and read on once none waits. uvicorn would read in any case."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._read_on()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # or uvicorn would log that it never was

    def send_receive_event_to_app(self) -> None:
        """Queue a message. uvicorn stops reading at each; here it goes on until one waits."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:  # uvicorn would log it, with a traceback
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
            if self.queue.empty():
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
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        if self.writable.is_set():
            self.transport.write(text_frame(message))
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
        self.read_paused = False
        self._read_on()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})

    def shutdown(self) -> None:
        super().shutdown()
        self._leave()

    # Writing

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()  # or answers to pings would pile up
        self._patience.begin()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._patience.end()
        while self._unsent and self.writable.is_set():
            self.say(self._unsent.popleft())
        self._read_on()

    def connection_lost(self, exc: Exception | None) -> None:
        self._patience.end()
        super().connection_lost(exc)


def _allowance(limits: Limits) -> Bucket:
    """Return the bucket for all frames of a socket. Messages above the rate are refused first."""
    return Bucket(
        limits.messages_per_second + CONTROL_RATE,
        limits.message_burst + line.FLOOD + CONTROL_BURST,
    )
