"""The gate: what every request and every handshake has to pass before the application.

It refuses paths that are no paths, hosts that are not ours, strangers when the server is nearly
full, and whoever asks too often or holds too much open. Every answer gets the strict headers here,
those of errors and files as well.
"""

from __future__ import annotations

from asyncio import Future, get_running_loop, sleep
from collections import deque
from typing import TYPE_CHECKING, Any

from litestar.config.csrf import CSRFConfig
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send, WebSocketScope

from tablee.server.live import refusal_of
from tablee.server.messages import Refused
from tablee.server.protocol import encoder
from tablee.server.security import strict_headers

if TYPE_CHECKING:
    from tablee.server.app import Server

LATE = 1.0
"""Seconds until an answer to one request too many. To refuse costs as much as to answer."""
CROWDED = "tablee.crowded"
"""Where ``door.py`` says that only known guests are let in."""
LONGEST_PATH, LONGEST_PART = 2000, 255
"""Bytes of a path and of one of its parts. No file has a longer name."""
LONGEST_QUERY = 8000
DOCS, HEALTH = "/docs/", "/health"
STATIC = ("/assets/", DOCS)
STATIC_SHARE = 10
"""A page needs many files, and the balancer asks often: so many times more of them are allowed."""
STATUS = {"bad-path": 404, "host": 421, "crowded": 503, "rate": 429, "too-many-open": 429}

Connection = ASGIConnection[Any, Any, Any, Any]


class Turnstile:
    """Lets one request in during one turn of the event loop, so that moves go between them.

    A stranger may send a hundred requests at once. Without it all of them come before any move.
    Each takes about half a millisecond.
    """

    def __init__(self) -> None:
        self._is_taken = False
        """Whether somebody entered in this turn."""
        self._waiting: deque[Future[None]] = deque()

    async def enter(self) -> None:
        loop = get_running_loop()
        if self._is_taken:
            waiting = loop.create_future()
            self._waiting.append(waiting)
            await waiting
        else:
            self._is_taken = True
            loop.call_soon(self._turn)

    def _turn(self) -> None:
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():  # its client may have hung up
                waiting.set_result(None)
                get_running_loop().call_soon(self._turn)
                return
        self._is_taken = False


class Gate:
    def __init__(self, app: ASGIApp, server: Server) -> None:
        self._app, self._server = app, server
        self._turnstile = Turnstile()
        self._hosts = {host.lower() for host in server.settings.hosts}
        https = server.settings.secure_cookies
        self._headers = _encoded(strict_headers(https=https))
        self._docs_headers = _encoded(strict_headers(https=https, docs=True))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._turnstile.enter()
        connection, server = Connection(scope), self._server
        guest, caller = server.guests.known(connection), server.callers.mark(connection)

        async def strictly(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                is_docs = scope["path"].startswith(DOCS)
                added = self._docs_headers if is_docs else self._headers
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        try:
            with server.budgets.opening(scope["type"], guest, caller):
                await self._let_in(scope, connection, guest, caller)
                # A socket sends many messages; they need no look.
                is_http = scope["type"] == ScopeType.HTTP
                await self._app(scope, receive, strictly if is_http else send)
        except Refused as error:
            await _answer(scope, strictly, error, server.rates.seconds_left())

    async def _let_in(
        self, scope: Scope, connection: Connection, guest: str | None, caller: str
    ) -> None:
        """Raises ``Refused``. Whoever asks too often hears it late, and so cannot go on as fast."""
        try:
            self._check(scope, connection, guest, caller)
        except Refused as error:
            if error.code == "rate":
                await sleep(LATE)
                await self._turnstile.enter()  # as many as came at once have slept as long
            raise

    def _check(self, scope: Scope, connection: Connection, guest: str | None, caller: str) -> None:
        path = scope["path"]
        if not _is_path(path) or len(scope["query_string"]) > LONGEST_QUERY:
            raise Refused("bad-path")
        if not _has_readable_token(connection, self._server.csrf):
            raise Refused("bad-message", problem="the CSRF token is not ASCII")
        is_health = path.startswith(HEALTH)
        if self._hosts and not is_health and _host_of(connection) not in self._hosts:
            raise Refused("host")
        if scope["state"].get(CROWDED) and guest is None and not is_health:
            raise Refused("crowded")
        limit = self._server.settings.limits.requests_per_minute
        keys = [f"caller {caller}"] + ([] if guest is None else [f"guest {guest}"])
        if is_health or path.startswith(STATIC):
            keys, limit = [f"file {key}" for key in keys], limit * STATIC_SHARE
        if not self._server.rates.allow(keys, limit):
            raise Refused("rate")


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def _is_path(path: str) -> bool:
    """Whether this can be the path of anything. Others would make the file system raise errors."""
    parts = path.encode(errors="replace").split(b"/")
    longest = max(len(part) for part in parts)
    return path.isprintable() and len(path) <= LONGEST_PATH and longest <= LONGEST_PART


def _has_readable_token(connection: Connection, csrf: CSRFConfig) -> bool:
    """False if Litestar would fail when it compares the token with the one of the cookie."""
    token = connection.headers.get(csrf.header_name)
    return token is None or (token + connection.cookies.get(csrf.cookie_name, "")).isascii()


def _host_of(connection: Connection) -> str:
    """Returns the name in the Host header, without the port."""
    host = connection.headers.get("host", "").lower()
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdecimal() else host


async def _answer(
    scope: HTTPScope | WebSocketScope, send: Send, error: Refused, later: int
) -> None:
    body = encoder.encode(refusal_of(error))
    kind = "http.response"
    if scope["type"] == ScopeType.WEBSOCKET:
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await send({"type": "websocket.close", "code": 1013, "reason": error.code})
            return
        kind = "websocket.http.response"
    status = STATUS.get(error.code, 400)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if status in (429, 503):
        headers.append((b"retry-after", b"%d" % later))
    await send({"type": f"{kind}.start", "status": status, "headers": headers})  # type: ignore[misc,arg-type]
    await send({"type": f"{kind}.body", "body": body, "more_body": False})  # type: ignore[misc,arg-type]


def asks_the_solver(connection: Connection, _: BaseRouteHandler) -> None:
    """Guards the questions for the solver, which cost more than others."""
    server: Server = connection.app.state.server
    guest = server.guests.known(connection)
    keys = [f"solver {server.callers.mark(connection)}"]
    keys += [] if guest is None else [f"solver {guest}"]
    if not server.rates.allow(keys, server.settings.limits.questions_per_minute):
        raise Refused("rate")
