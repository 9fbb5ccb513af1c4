"""uvicorn's WebSocket, with messages handed over by a call.

ASGI passes every message through a queue and a task on its way in, and through a task of its
own for each socket on its way out. To spare a move all that, the socket offers itself to the
application as an extension of ASGI.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, Protocol, cast

from litestar import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.http11 import Request
from websockets.protocol import State

from tablee.server.frames import LONG_HEAD, frame_size, is_short_text, unmasked
from tablee.server.protocol import SLOW

EXTENSION = "tablee.wire"
SEND_PATIENCE = 10.0
"""Seconds without one byte getting through, after which a client is given up."""


class Hearer(Protocol):
    def hear(self, text: str) -> None:
        """A message has come, and there is room for an answer."""

    def go_on(self) -> None:
        """There is room for answers again."""


class Wire(WebSocketsSansIOProtocol):
    def __init__(self, *settings: Any, **more_settings: Any) -> None:
        super().__init__(*settings, **more_settings)
        self._hearer: Hearer | None = None
        self._splits = False
        """Whether frames are told apart here."""
        self._begun = b""
        """The frame that is coming, as far as it has."""
        self._unheard: deque[str] = deque()
        self._unsent: deque[bytes] = deque()
        self._watch: asyncio.TimerHandle | None = None
        self.backlog = 0
        """Messages kept for a client that does not read them."""
        self.is_full = False
        """Whether the client has yet to take what was written before."""

    @classmethod
    def take_from(cls, socket: WebSocket[Any, Any, Any]) -> Wire:
        """Once: left there, it would be in a ring that only the collector undoes."""
        wire: Wire = cast("dict[str, Any]", socket.scope["extensions"]).pop(EXTENSION)
        return wire

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast("dict[str, Any]", self.scope["extensions"])[EXTENSION] = self
            self._splits = True

    # In

    def listen(self, hearer: Hearer) -> None:
        """Have all messages from now on heard, and first those that wait already.

        ASGI's ``receive`` gives nothing but the end then.
        """
        self._hearer = hearer
        for event in [self.queue.get_nowait() for _ in range(self.queue.qsize())]:
            if event["type"] == "websocket.receive":
                self._unheard.append(event.get("text") or "")
            else:
                self.queue.put_nowait(event)
        self._hand_over(hearer)

    def stop_listening(self) -> None:
        """Let the application's ``receive`` end, as if the client had gone."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.ABNORMAL_CLOSURE})

    def stop_reading(self) -> None:
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def read_on(self) -> None:
        if self.read_paused and not self._unheard and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        """A short text in one frame, as nearly all are, is read here, all else by websockets.

        That one is given frame after frame, and so is never in the middle of one.
        """
        if self._begun:
            data, self._begun = self._begun + data, b""
        while data:
            size = frame_size(data)
            if size > self.config.ws_max_size + LONG_HEAD:
                self._splits = False  # it need not be waited for to be refused
            if not self._splits:
                super().data_received(data)
                return
            if size > len(data):
                self._begun = data
                return
            self._receive(data[:size])
            data = data[size:]

    def _receive(self, frame: bytes) -> None:
        hearer = None if self.close_sent else self._hearer
        # Frames are kept of a message whose end has yet to come.
        if hearer is None or self.frames or not is_short_text(frame):
            super().data_received(frame)
            return
        try:
            text = unmasked(frame).decode()
        except UnicodeDecodeError:
            super().data_received(frame)  # which closes
        else:
            self._take(hearer, text)

    def send_receive_event_to_app(self) -> None:
        if self._hearer is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        text = ""  # of a message that is none
        if self.curr_msg_data_type == "text":
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                super().send_receive_event_to_app()  # which closes
                return
        self.frames = []
        self._take(self._hearer, text)

    def _take(self, hearer: Hearer, text: str) -> None:
        if self.is_full or self._unheard:  # who does not read is not heard, either
            self._unheard.append(text)
            self.stop_reading()
        else:
            hearer.hear(text)

    def _hand_over(self, hearer: Hearer) -> None:
        while self._unheard and not self.is_full and not self.close_sent:
            hearer.hear(self._unheard.popleft())
        hearer.go_on()

    # Out

    def send_text(self, frame: bytes) -> None:
        """Send a message, or keep it until others have been taken. Who is gone will resume."""
        if self.close_sent or self.transport.is_closing():
            return
        if not self.is_full:
            self.transport.write(frame)
        elif len(self._unsent) < self.backlog:
            self._unsent.append(frame)
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
        self._unheard.clear()
        self.read_on()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
        self.stop_listening()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.is_full = True
        self._look_again()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.is_full = False
        self._stop_looking()
        while self._unsent and not self.is_full:
            self.send_text(self._unsent.popleft())
        if self._hearer is not None:
            self._hand_over(self._hearer)

    def _look_again(self) -> None:
        size = self.transport.get_write_buffer_size()
        self._watch = self.loop.call_later(SEND_PATIENCE, self._look, size)

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
        self._hearer = None  # with all it holds
        super().connection_lost(exc)
