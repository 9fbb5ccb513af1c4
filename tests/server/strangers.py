"""What the tests of strangers share."""

import asyncio
import re
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import pytest

from attacks_edge import begin
from house import Running
from tablee.client import ServerRefused
from tablee.core import LANGUAGES

WAIT = 60.0
"""Seconds a test waits for what must happen. It happens much earlier."""


async def refused(asked: Any) -> ServerRefused:
    with pytest.raises(ServerRefused) as caught:
        await asked
    texts = caught.value.refusal.text
    assert len({texts[language] for language in LANGUAGES}) == len(LANGUAGES)
    return caught.value


async def in_loop(running: Running, work: Coroutine[Any, Any, Any]) -> Any:
    """Does some work in the loop of the server."""
    loop = running.server.journal._committer.get_loop()
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))


async def answer_of(address: str, data: bytes) -> bytes:
    """Sends these bytes and returns all that the server says until it hangs up."""
    reader, writer = await begin(address, data)
    try:
        return await asyncio.wait_for(reader.read(), WAIT)
    except ConnectionResetError:
        return b""
    finally:
        await gone(writer)


async def gone(*writers: asyncio.StreamWriter) -> None:
    """Hangs up."""
    for writer in writers:
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()


def status_of(answer: bytes) -> int:
    found = re.match(rb"HTTP/1.1 (\d+)", answer)
    return int(found[1]) if found else 0
