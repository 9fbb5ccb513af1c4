"""Compresses answers beside the event loop, and those that stay the same only once.

The script of the page takes six milliseconds, in which nobody could play.
"""

from __future__ import annotations

import asyncio
import gzip
from functools import lru_cache

from litestar.datastructures import MutableScopeHeaders
from litestar.middleware.compression import CompressionMiddleware
from litestar.types import HTTPResponseStartEvent, Message, Scope, Send

LEVEL = 6
SHORT = 4096
"""Bytes that may be compressed at once. They take a tenth of a millisecond."""
KEPT, LONGEST_KEPT = 64, 400_000
"""Long answers to keep compressed, such as the files of the page, and their bytes."""


def packed(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)


kept = lru_cache(maxsize=KEPT)(packed)


async def _packed(body: bytes) -> bytes:
    if len(body) <= SHORT:
        return packed(body)
    return await asyncio.to_thread(kept if len(body) <= LONGEST_KEPT else packed, body)


class Packing(CompressionMiddleware):
    """Litestar's own compresses in the event loop, again for each request."""

    def create_compression_send_wrapper(
        self,
        send: Send,
        compression_encoding: str,
        scope: Scope,  # noqa: ARG002
    ) -> Send:
        start: HTTPResponseStartEvent | None = None

        async def pack_and_send(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None and message["type"] == "http.response.body":
                body = message["body"]
                # Files of more than a megabyte come in pieces. They are sent as they are.
                if not message["more_body"] and len(body) >= self.config.minimum_size:
                    body = message["body"] = await _packed(body)
                    headers = MutableScopeHeaders(start)
                    headers["Content-Encoding"] = compression_encoding
                    headers["Content-Length"] = str(len(body))
                    headers.extend_header_value("vary", "Accept-Encoding")
                await send(start)
                start = None
            await send(message)

        return pack_and_send
