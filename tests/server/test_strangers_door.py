"""Strangers at the door: half requests, long ones, and too many."""

import asyncio
import json
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from attacks_edge import (
    CSRF,
    HALVES,
    HEAD,
    begin,
    half_requests,
    send_for_long,
    with_token,
)
from house import FREE, Running, ServerProcess, Start
from strangers import WAIT, answer_of, gone, status_of
from tablee.client import Guest
from tablee.server import crowd, door, line
from tablee.server.crowd import Crowd
from tablee.server.settings import Limits
from tablee.server.wishes import Joining, NewTable

pytestmark = pytest.mark.anyio


@pytest.fixture
def store() -> Callable[[], dict[str, str]]:
    """Where tables are kept makes no difference here."""
    return dict


def open_connections(running: Running) -> int:
    return len(running.uvicorn.server_state.connections)


async def nobody_left(running: Running) -> None:
    async with asyncio.timeout(WAIT):
        while open_connections(running):
            await asyncio.sleep(0.01)


# Time


@pytest.mark.parametrize("half", HALVES)
async def test_half_a_request_is_not_waited_for(
    start_server: Start, monkeypatch: pytest.MonkeyPatch, half: str
) -> None:
    monkeypatch.setattr(door, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(door, "BODY_SECONDS", 0.3)
    running = start_server()
    data = await with_token(running.address, HALVES[half])
    assert status_of(await answer_of(running.address, data)) == 408
    await nobody_left(running)


async def test_a_body_that_comes_byte_by_byte_has_to_end_in_time(
    start_server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "BODY_SECONDS", 0.3)
    running = start_server()
    head = await with_token(running.address, HEAD + CSRF + b"Content-Length: 60000\r\n\r\n")
    reader, writer = await begin(running.address, head)
    answering = asyncio.create_task(reader.read())
    async with asyncio.timeout(WAIT):
        while not answering.done():
            writer.write(b" ")
            await asyncio.sleep(0.02)
    await gone(writer)
    await nobody_left(running)


async def test_a_second_request_has_to_be_whole_in_time_as_well(
    start_server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "HEAD_SECONDS", 0.3)
    running = start_server()
    reader, writer = await begin(running.address, b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    await reader.readuntil(b"}")
    writer.write(b"GET /health HTTP/1.1\r\nX-")
    rest = await asyncio.wait_for(reader.read(), WAIT)
    assert status_of(rest[rest.find(b"HTTP/1.1 4") :]) == 408
    await gone(writer)


async def test_who_reads_no_answer_is_given_up(
    start_server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "SEND_PATIENCE", 0.2)
    running = start_server()
    _, writer = await begin(running.address, b"")
    transport: Any = writer.transport
    transport.pause_reading()
    request = b"GET /schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
    async with asyncio.timeout(WAIT):
        while open_connections(running) == 0:
            await asyncio.sleep(0.01)
        while open_connections(running):
            writer.write(request)
            await asyncio.sleep(0.01)
    await gone(writer)


# Size


async def test_endless_headers_are_refused_early(start_server: Start) -> None:
    running = start_server()
    begins = b"GET /health HTTP/1.1\r\nHost: x\r\n"
    for line_of_head in (b"X-Long: " + b"x" * 65_000, b"X: y\r\n" * 10_000):
        sent, answer = await send_for_long(running.address, begins, line_of_head, 20_000_000)
        assert sent < 20_000_000
        assert status_of(answer) in (431, 0)  # the answer may be lost when the server hangs up


@pytest.mark.parametrize(
    ("request_head", "status"),
    [
        (b"GET /health HTTP/1.1\r\n" + b"X: y\r\n" * 101 + b"\r\n", 431),
        (b"GET /health HTTP/1.1\r\nX: " + b"y" * door.HEAD_BYTES + b"\r\n\r\n", 431),
        (b"GET /" + b"y" * door.HEAD_BYTES + b" HTTP/1.1\r\n\r\n", 431),
        (b"GET /health HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 90 + b"\r\n", 200),
        (b"nonsense\r\n\r\n", 400),
        (b"GET /h\xe9 HTTP/1.1\r\n\r\n", 400),
    ],
    ids=["many headers", "long header", "long address", "enough headers", "nonsense", "not ASCII"],
)
async def test_a_head_has_a_longest_size(
    start_server: Start, request_head: bytes, status: int
) -> None:
    running = start_server()
    reader, writer = await begin(running.address, request_head)
    assert status_of(await asyncio.wait_for(reader.read(100), WAIT)) == status
    await gone(writer)


async def test_a_long_body_is_refused_and_no_longer_read(start_server: Start) -> None:
    running = start_server()
    head = await with_token(running.address, HEAD + CSRF + b"Content-Length: 90000000\r\n\r\n")
    sent, _ = await send_for_long(running.address, head, b" " * 65_536, 90_000_000)
    assert sent < 90_000_000


async def test_a_body_comes_in_so_many_pieces_and_no_more(start_server: Start) -> None:
    running = start_server()
    head = await with_token(running.address, HEAD + CSRF + b"Transfer-Encoding: chunked\r\n\r\n")
    for pieces, status in ((door.CHUNKS - 1, 400), (door.CHUNKS + 1, 413)):
        reader, writer = await begin(running.address, head + b"1\r\n \r\n" * pieces + b"0\r\n\r\n")
        assert status_of(await asyncio.wait_for(reader.read(100), WAIT)) == status
        await gone(writer)


async def test_requests_without_waiting_for_answers_are_few(start_server: Start) -> None:
    running = start_server()
    many = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 500
    answer = await answer_of(running.address, many)
    assert answer.count(b" 200 OK") <= door.PIPELINE + 1
    await nobody_left(running)


# Number


async def test_an_address_has_so_many_connections_and_no_more(start_server: Start) -> None:
    limits = Limits(**{**FREE.__dict__, "connections_per_address": 5})
    running = start_server(limits=limits)
    async with AsyncExitStack() as stack:
        for _ in range(5):
            writer = (await begin(running.address, b"GET"))[1]
            stack.push_async_callback(gone, writer)
        async with asyncio.timeout(WAIT):
            while open_connections(running) < 5:
                await asyncio.sleep(0.01)
        assert status_of(await answer_of(running.address, b"")) == 503
    await nobody_left(running)
    async with Guest(running.address) as anna:
        assert (await anna.http.get("/health")).status_code == 200


async def test_an_address_has_so_many_sockets_and_no_more(start_server: Start) -> None:
    limits = Limits(**{**FREE.__dict__, "connections_per_address": 4})
    running = start_server(limits=limits)
    async with Guest(running.address) as anna:
        table_id = (await anna.create(NewTable("fragile"))).table.id
    address = f"{running.address.replace('http', 'ws', 1)}/live/{table_id}"
    async with AsyncExitStack() as stack:
        for _ in range(4):
            await stack.enter_async_context(connect(address))
        with pytest.raises(InvalidStatus) as refused:
            await connect(address)
        assert refused.value.response.status_code == 429
        assert json.loads(refused.value.response.body)["code"] == "too-many-open"
    async with asyncio.timeout(WAIT):
        while True:
            with suppress(InvalidStatus):
                await (await connect(address)).close()
                break


async def test_a_full_server_drops_who_keeps_it_waiting_longest(start_server: Start) -> None:
    limits = Limits(**{**FREE.__dict__, "connections": 6})
    running = start_server(limits=limits)
    async with Guest(running.address) as anna:
        table_id = (await anna.create(NewTable("fragile", join=Joining("Anna")))).table.id
        waiting = [await begin(running.address, b"GET /") for _ in range(7)]
        assert await asyncio.wait_for(waiting[0][0].read(), WAIT) == b""
        async with anna.live(table_id) as table:
            more = [await begin(running.address, b"GET /") for _ in range(20)]
            await table.chat("still here")
    await gone(*[writer for _, writer in (*waiting, *more)])


async def test_when_it_is_nearly_full_only_known_guests_are_let_in(start_server: Start) -> None:
    limits = Limits(**{**FREE.__dict__, "connections": 8})
    running = start_server(limits=limits)
    async with Guest(running.address) as anna, httpx.AsyncClient() as stranger:
        table_id = (await anna.create(NewTable("fragile", join=Joining("Anna")))).table.id
        held = [await begin(running.address, b"GET /") for _ in range(6)]
        async with asyncio.timeout(WAIT):
            while open_connections(running) < 7:
                await asyncio.sleep(0.01)
        answer = await stranger.get(f"{running.address}/api/tables", timeout=WAIT)
        assert answer.status_code == 503
        assert answer.json()["code"] == "crowded"
        assert int(answer.headers["retry-after"]) <= 60
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"{running.address.replace('http', 'ws', 1)}/live/{table_id}")
        assert refused.value.response.status_code == 503
        assert (await anna.http.get("/api/tables")).status_code == 200
        async with anna.live(table_id) as table:
            await table.chat("there is a seat for me")
    await gone(*[writer for _, writer in held])


def test_connections_are_fewer_than_descriptors() -> None:
    assert Crowd(Limits(connections=10**6), (), 1024).most == 1024 - crowd.OWN_DESCRIPTORS
    assert Crowd(Limits(connections=10**6), (), 100).most == 50
    assert Crowd(Limits(connections=100), (), 10**6).most == 100


def test_the_addresses_of_one_household_count_together_and_proxies_not_at_all() -> None:
    found = Crowd(Limits(connections_per_address=2), ("10.0.0.0/8", "::1"), 10_000)
    home = [f"2001:db8:1:2::{number}" for number in range(3)]
    assert [found.enter(address) for address in home] == [True, True, False]
    found.leave(home[0])
    assert found.enter(home[2])
    assert all(found.enter("10.1.2.3") and found.enter("::1") for _ in range(10))


# The end


async def test_the_end_is_quiet_though_requests_are_half_open(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path)
    process.errors = tmp_path / "errors"
    process.start()
    await process.is_up()
    half = asyncio.create_task(half_requests(process.address, 120, WAIT))
    async with Guest(process.address) as anna:
        table_id = (await anna.create(NewTable("fragile", join=Joining("Anna")))).table.id
        async with anna.live(table_id):
            await asyncio.sleep(1)  # so that some of them are there; the end is quiet in any case
            ended = await asyncio.to_thread(process.end)
    half.cancel()
    await asyncio.wait([half])
    assert ended == 0
    assert process.errors.read_text() == ""
