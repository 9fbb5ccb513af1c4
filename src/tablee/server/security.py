"""The headers that make browsers strict, and the guard of the metrics."""

from __future__ import annotations

import hmac
from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import NotAuthorizedException
from litestar.handlers import BaseRouteHandler

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
DOCS_POLICY = CONTENT_SECURITY_POLICY.replace(
    "style-src 'self'", "style-src 'self' 'unsafe-inline'"
)
"""For the documents, whose generator writes styles into its pages. Scripts stay in files."""
STRICT_TRANSPORT = {"Strict-Transport-Security": "max-age=31536000"}
"""Keeps browsers from coming back without HTTPS for a year."""


def strict_headers(*, https: bool, docs: bool = False) -> dict[str, str]:
    """Returns the headers of every answer, or of the documents."""
    policy = {"Content-Security-Policy": DOCS_POLICY} if docs else {}
    return HEADERS | policy | (STRICT_TRANSPORT if https else {})


def metrics_guard(
    connection: ASGIConnection[Any, Any, Any, Any],
    _: BaseRouteHandler,
) -> None:
    """The metrics need the admin token. Without a token nobody gets them.

    An address of this machine is not enough: a proxy here may pass on the requests of strangers.
    """
    token = connection.app.state.server.settings.admin_token
    given = connection.headers.get("authorization", "").removeprefix("Bearer ")
    if not token or not hmac.compare_digest(given.encode(), token.encode()):
        raise NotAuthorizedException("the metrics need the admin token")
