"""Logs for machines: one JSON object a line, with the id of its request.

No line holds a full address, a cookie or a body, because addresses carry keys.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

logger = logging.getLogger(__name__)

request_id: ContextVar[str] = ContextVar("request_id", default="")
HEADER = "x-request-id"
_GIVEN = re.compile(rb"[0-9A-Za-z_.-]{1,64}")
_encoder = msgspec.json.Encoder()


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := request_id.get():
            line["request"] = request
        line.update(getattr(record, "fields", {}))
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return _encoder.encode(line).decode()


JSON_LOGS: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "tablee.server.logs.JsonFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {"tablee": {"level": "INFO"}, "tablee.transport": {"level": "ERROR"}},
}


class _NotCancelled(logging.Filter):
    """Drops the failures of requests that were cut off because the server ends."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        return not isinstance(error, asyncio.CancelledError)


transport = logging.getLogger("tablee.transport")
"""For what uvicorn says of a connection. It logs addresses, and warns of each bad request."""
transport.setLevel(logging.ERROR)
transport.addFilter(_NotCancelled())


class RequestIds(ASGIMiddleware):
    """Gives each request and each socket an id. An id from the balancer is kept."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        given = next((value for name, value in scope["headers"] if name == HEADER.encode()), b"")
        mine = given.decode() if _GIVEN.fullmatch(given) else secrets.token_hex(8)
        request_id.set(mine)
        begin, status = time.perf_counter(), 0

        async def tell(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (HEADER.encode(), mine.encode())]
            await send(message)

        try:
            # A socket sends many messages; they need no look.
            await next_app(scope, receive, tell if scope["type"] == ScopeType.HTTP else send)
        finally:
            if logger.isEnabledFor(logging.INFO):
                fields = {
                    "method": scope.get("method", "SOCKET"),
                    "route": scope.get("path_template", ""),
                    "status": status,
                    "ms": round((time.perf_counter() - begin) * 1000, 2),
                }
                logger.info("request", extra={"fields": fields})
