"""Attacks on the transport, each a function of the server's address.

They stay on this machine, and are bounded in count and time. Tests and ``bench/attacks.py`` use
them. An attack ends when the server has cut it off, or when it has sent everything.
"""

from __future__ import annotations

import asyncio
import socket as sockets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tablee.client import Guest
from tablee.server.wishes import NewTable

Attack = Callable[[str], Awaitable[None]]

FLOOD = 5_000_000
"""Bytes of a flood."""
ENDS = 60.0
"""Seconds after which an attack gives up."""
MASK = bytes(4)
HELLO = '{"type": "hello"}'


async def watch(address: str) -> ClientConnection:
    """Opens a socket at a public table, as a stranger without a cookie."""
    async with Guest(address) as anna:
        table_id = (await anna.create(NewTable("fragile"))).table.id
    parts = urlsplit(address)
    plain = sockets.create_connection((str(parts.hostname), parts.port or 80))
    plain.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 65_536)  # a deaf client is soon full
    plain.setblocking(False)
    socket = await connect(f"ws://{parts.netloc}/live/{table_id}", sock=plain)
    await socket.send(HELLO)
    await socket.recv()
    return socket


async def flood(address: str, first: bytes, again: bytes, *, deaf: bool = False) -> None:
    """Sends 5 MB of ``again``, then a few more until the server hangs up."""
    socket = await watch(address)
    raw = socket.transport
    if deaf:
        raw.pause_reading()
    piece = again * (65_536 // len(again))
    sent = len(first)
    raw.write(first)
    with suppress(TimeoutError, ConnectionClosed, OSError):
        async with asyncio.timeout(ENDS):
            while sent < FLOOD and not raw.is_closing():
                raw.write(piece)
                sent += len(piece)
                while raw.get_write_buffer_size() > 1_000_000 and not raw.is_closing():
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0)
            while not raw.is_closing():
                raw.write(again)  # a deaf client learns only so that the server has hung up
                await asyncio.sleep(0.02)
    raw.abort()


async def pings(address: str) -> None:
    await flood(address, b"", b"\x89\x80" + MASK)


async def pongs(address: str) -> None:
    await flood(address, b"", b"\x8a\x80" + MASK)


async def tiny_texts(address: str) -> None:
    await flood(address, b"", b"\x81\x80" + MASK)


async def tiny_binaries(address: str) -> None:
    await flood(address, b"", b"\x82\x80" + MASK)


async def continuations(address: str) -> None:
    """A message in empty pieces that never ends."""
    await flood(address, b"\x01\x81" + MASK + b"x", b"\x00\x80" + MASK)


async def pings_by_a_deaf_client(address: str) -> None:
    """Long pings from a client that reads no answer."""
    await flood(address, b"", b"\x89\xfd" + MASK + bytes(125), deaf=True)


async def long_texts(address: str) -> None:
    await flood(address, b"", b"\x81\xfe" + (8000).to_bytes(2) + MASK + b"x" * 8000)


FLOODS: dict[str, Attack] = {
    "pings": pings,
    "pongs": pongs,
    "tiny_texts": tiny_texts,
    "tiny_binaries": tiny_binaries,
    "continuations": continuations,
    "deaf_pings": pings_by_a_deaf_client,
    "long_texts": long_texts,
}


# Requests


async def begin(address: str, data: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Opens a connection and sends these bytes."""
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    writer.write(data)
    return reader, writer


HEAD = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
TOKEN = b"{token}"
"""Where the token belongs without which the server does not even read a body."""
CSRF = b"Cookie: csrftoken={token}\r\nX-CSRFToken: {token}\r\n"
UPGRADE = (
    b"GET /live/000000000000 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
)
HALVES = {
    "no_byte": b"",
    "half_head": b"GET /health HTTP/1.1\r\nHost: x\r\nX-",
    "half_body": HEAD + CSRF + b"Content-Length: 100\r\n\r\n{",
    "half_chunk": HEAD + CSRF + b"Transfer-Encoding: chunked\r\n\r\nff\r\n{",
    "half_handshake": UPGRADE + b"Sec-WebSocket-Version: 13\r\n",
    "blank_lines": b"\r\n\r\n",
}
"""Beginnings of requests whose rest never comes."""


async def with_token(address: str, data: bytes) -> bytes:
    # Certificates take long to read, and nobody needs them here.
    async with httpx.AsyncClient(base_url=address, timeout=ENDS, verify=False) as client:
        token = (await client.get("/health")).cookies["csrftoken"]
    return data.replace(TOKEN, token.encode())


async def half_requests(address: str, many: int = 300, seconds: float = 5.0) -> None:
    """Opens many connections of each kind, and holds those that the server lets in."""
    opened: list[asyncio.StreamWriter] = []
    # Tokens first: with many connections open nobody gets one any more.
    for data in [await with_token(address, half) for half in HALVES.values()]:
        for _ in range(many // len(HALVES)):
            with suppress(OSError):
                opened.append((await begin(address, data))[1])
    try:
        await asyncio.sleep(seconds)
    finally:
        for writer in opened:
            writer.transport.abort()


async def slow_bodies(address: str, many: int = 50, seconds: float = 5.0) -> None:
    """Sends bodies byte by byte."""
    head = await with_token(address, HEAD + CSRF + b"Content-Length: 60000\r\n\r\n")
    opened = [(await begin(address, head))[1] for _ in range(many)]
    for _ in range(int(seconds * 10)):
        for writer in opened:
            writer.write(b" ")
        await asyncio.sleep(0.1)
    for writer in opened:
        writer.transport.abort()


async def long_heads(address: str) -> None:
    """Sends 20 MB of headers, once in one line and once in many."""
    for line in (b"X-Long: " + b"x" * 65_000, b"X: y\r\n" * 10_000):
        await send_for_long(address, b"GET /health HTTP/1.1\r\nHost: x\r\n", line, 20_000_000)


async def pipelines(address: str) -> None:
    """Sends 5 MB of requests without waiting for an answer."""
    await send_for_long(address, b"", b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 1000, FLOOD)


async def long_bodies(address: str) -> None:
    """Sends a body of 20 MB, which is refused, and goes on sending."""
    head = await with_token(address, HEAD + CSRF + b"Content-Length: 20000000\r\n\r\n")
    await send_for_long(address, head, b" " * 65_536, 20_000_000)


async def tiny_chunks(address: str) -> None:
    """Sends bodies in chunks of one byte."""
    head = HEAD + CSRF + b"Transfer-Encoding: chunked\r\n\r\n"
    await send_for_long(address, await with_token(address, head), b"1\r\n \r\n" * 10_000, FLOOD)


async def send_for_long(address: str, first: bytes, again: bytes, most: int) -> tuple[int, bytes]:
    """Sends until so many bytes are sent or the server hangs up; returns them and the answer."""
    reader, writer = await begin(address, first)
    answering = asyncio.create_task(reader.read())
    sent = 0
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(ENDS):
            while sent < most and not answering.done():
                writer.write(again)
                sent += len(again)
                await writer.drain()
                await asyncio.sleep(0)
    answer = b""
    with suppress(OSError, TimeoutError):
        answer = await asyncio.wait_for(answering, 1.0)
    writer.transport.abort()
    return sent, answer


async def many_paths(address: str, many: int = 500) -> None:
    async with httpx.AsyncClient(base_url=address, timeout=ENDS) as client:
        for number in range(many):
            with suppress(httpx.HTTPError):
                await client.get(f"/no/such/page/{number}")


async def deep_json(address: str, many: int = 50) -> None:
    async with httpx.AsyncClient(base_url=address, timeout=ENDS) as client:
        token = {"x-csrftoken": (await client.get("/health")).cookies["csrftoken"]}
        for _ in range(many):
            with suppress(httpx.HTTPError):
                await client.post("/api/tables", content=b"[" * 60_000, headers=token)


async def hammering(address: str, at_once: int = 50, seconds: float = 5.0) -> None:
    """Asks as fast as it can over many connections, long after being told that it is too much."""

    async def hammer(client: httpx.AsyncClient) -> None:
        with suppress(httpx.HTTPError):
            while True:
                await client.get("/api/games")

    limits = httpx.Limits(max_connections=at_once)
    async with httpx.AsyncClient(base_url=address, timeout=ENDS, limits=limits) as client:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(hammer(client) for _ in range(at_once)))


async def crumbs(address: str, many: int = 200) -> None:
    """Sends thousands of tiny cookies and questions with each request."""
    async with httpx.AsyncClient(base_url=address, timeout=ENDS) as client:
        for _ in range(many):
            with suppress(httpx.HTTPError):
                await client.get("/api/games", headers={"Cookie": "a=b; " * 6000})
                await client.get("/api/games?" + "a&" * 15_000)


REQUESTS: dict[str, Attack] = {
    "hammering": hammering,
    "crumbs": crumbs,
    "half_requests": half_requests,
    "slow_bodies": slow_bodies,
    "long_heads": long_heads,
    "pipelines": pipelines,
    "long_bodies": long_bodies,
    "tiny_chunks": tiny_chunks,
    "many_paths": many_paths,
    "deep_json": deep_json,
}

ATTACKS = FLOODS | REQUESTS
