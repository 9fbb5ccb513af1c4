"""The door: every connection comes in here, and has to send a whole request in time.

``Door`` extends uvicorn's HTTP, which waits for ever and reads headers of any size. It sees each
byte first. Once a request has become a WebSocket, ``wire.py`` takes over. Like ``wire.py`` it
extends a class that uvicorn does not document. Windows has no httptools and so no door: there
uvicorn's own HTTP serves, without these limits.
"""

from __future__ import annotations

import asyncio
import http
from typing import Any

from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from tablee.server.crowd import Crowd
from tablee.server.gate import CROWDED
from tablee.server.logs import transport
from tablee.server.patience import Patience

HEAD_SECONDS = 10.0
"""Seconds for a request up to the end of its headers, or for a handshake."""
BODY_SECONDS = 20.0
"""Seconds for the body of a request."""
HEAD_BYTES = 32_768
HEADER_BYTES = 8192
"""Bytes of one header. Cookies are taken apart before anything else is known of a request."""
HEADERS = 100
"""Headers of a request."""
BODY_BYTES = 1_000_000
"""Bytes of a body after which a connection is cut off. The application refuses less, politely."""
CHUNKS = 1000
"""Pieces of a body. Each costs the server time, however small it is."""
PIPELINE = 8
"""Requests that may wait for the answer to the one before."""


class Refuse(Exception):
    """Raised while a request is parsed, so that the parser stops."""


class Door(HttpToolsProtocol):
    def __init__(self, crowd: Crowd, *settings: Any, **more_settings: Any) -> None:
        super().__init__(*settings, **more_settings)
        self.logger = transport
        self.crowd = crowd
        self._entered = ""
        self._due: asyncio.TimerHandle | None = None
        self._in_head = True
        self._size = 0
        """Bytes of the head or of the body so far."""
        self._status = 400

    # Coming and going

    def connection_made(self, given: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(given)
        self._patience = Patience(self.loop, given)
        host = self.client[0] if self.client else "local"
        if not self.crowd.enter(host):
            self._refuse(503)
            return
        self._entered = host
        self.crowd.begin_waiting(self)
        self._wait(HEAD_SECONDS)
        if len(self.connections) > self.crowd.most:
            longest = self.crowd.longest_waiting()
            assert longest is not None  # this one at least
            longest.transport.abort()
            self.crowd.end_waiting(longest)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        self._patience.end()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        self.app_state = {**self.app_state, CROWDED: self._is_crowded()}
        super().handle_websocket_upgrade()

    def shutdown(self) -> None:
        """End at once what is only half asked for. What is asked for gets its answer."""
        super().shutdown()
        if not self._is_idle() and self.cycle.more_body:
            self.transport.abort()

    def _leave(self) -> None:
        self._stop_waiting()
        self.crowd.end_waiting(self)
        if self._entered:
            self.crowd.leave(self._entered)
            self._entered = ""

    def _is_crowded(self) -> bool:
        return len(self.connections) > self.crowd.most_unknown

    def _is_idle(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    # Time

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._due = self.loop.call_later(seconds, self._refuse, 408)

    def _stop_waiting(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._patience.begin()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._patience.end()

    # Requests

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._size > (HEAD_BYTES if self._in_head else BODY_BYTES):
            self._refuse(431 if self._in_head else 413)
            return
        self._size += len(data)
        if self._due is None and self._in_head and self._is_idle():
            self._wait(HEAD_SECONDS)
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head_size = 0
        self.scope["state"][CROWDED] = self._is_crowded()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._measure(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._measure(len(name) + len(value))
        if len(value) > HEADER_BYTES:
            self._status = 431
            raise Refuse

    def _measure(self, size: int) -> None:
        self._head_size += size
        if self._head_size > HEAD_BYTES or len(self.headers) > HEADERS:
            self._status = 431
            raise Refuse

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= PIPELINE:
            raise Refuse
        super().on_headers_complete()
        self.crowd.end_waiting(self)
        self._in_head, self._size, self._chunks = False, 0, 0
        self._wait(BODY_SECONDS)

    def on_body(self, body: bytes) -> None:
        self._chunks += 1
        if self._chunks > CHUNKS:
            self._status = 413
            raise Refuse
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head, self._size = True, 0
        self._stop_waiting()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.timeout_keep_alive_task is not None:
            self.crowd.begin_waiting(self)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        self._refuse(self._status)

    def _refuse(self, status: int) -> None:
        """Answer with this status if nothing has been answered yet, and hang up."""
        if self._in_head or not self.cycle.response_started:
            text = http.HTTPStatus(status).phrase.encode()
            head = b"content-type: text/plain\r\nconnection: close\r\ncontent-length: "
            self.transport.write(b"%s%s%d\r\n\r\n%s" % (STATUS_LINE[status], head, len(text), text))
        self.transport.close()
        self.loop.call_later(1.0, self.transport.abort)
