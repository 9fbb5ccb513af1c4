"""The headers that make browsers strict, and the guard of the metrics."""

from __future__ import annotations

import hmac
import ipaddress
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders, ResponseHeader
from litestar.exceptions import NotAuthorizedException
from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)

HEADERS = [
    ResponseHeader(name="Content-Security-Policy", value=CONTENT_SECURITY_POLICY),
    ResponseHeader(name="X-Content-Type-Options", value="nosniff"),
    ResponseHeader(name="Referrer-Policy", value="no-referrer"),
    ResponseHeader(name="Cross-Origin-Opener-Policy", value="same-origin"),
    ResponseHeader(name="Cross-Origin-Resource-Policy", value="same-origin"),
    ResponseHeader(name="Permissions-Policy", value="camera=(), microphone=(), geolocation=()"),
]


async def send_strictly(message: Message, _: Scope) -> None:
    """Adds the headers to every answer. Litestar leaves them out of errors."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for header in HEADERS:
            headers.setdefault(header.name, str(header.value))


def is_loopback(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """True if the request comes from this machine, and not through a proxy."""
    if "x-forwarded-for" in connection.headers or "forwarded" in connection.headers:
        return False
    try:
        return connection.client is not None and (
            ipaddress.ip_address(connection.client.host).is_loopback
        )
    except ValueError:
        return False


def metrics_guard(
    connection: ASGIConnection[Any, Any, Any, Any],
    _: BaseRouteHandler,
) -> None:
    """From other machines the metrics need the admin token. Without a token nobody gets them."""
    if is_loopback(connection):
        return
    token = connection.app.state.server.settings.admin_token
    given = connection.headers.get("authorization", "").removeprefix("Bearer ")
    if not token or not hmac.compare_digest(given.encode(), token.encode()):
        raise NotAuthorizedException("the metrics need the admin token")
