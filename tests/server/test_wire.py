"""The socket itself: whole and split messages, binary messages, slow readers.

All of it holds for both kinds of line, the quick one and the plain one.
"""

import asyncio
import gc
import json
import random
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode, Frame, Opcode

from house import FREE, Running, seat_two, start
from tablee.client import Guest
from tablee.server import line, protocol, run
from tablee.server.frames import text_frame
from tablee.server.metrics import SOCKETS
from tablee.server.settings import Limits, Settings
from tablee.server.storage.journal import Unsettled
from tablee.server.table import Table
from tablee.server.wire import Wire

pytestmark = pytest.mark.anyio

LINES = {"wire": (Wire, Wire), "plain": ("websockets-sansio", line.AsgiLine)}
"""How uvicorn speaks to sockets, and which line a client gets then."""

HELLO, PING = '{"type": "hello"}', '{"type": "ping"}'


def chat(number: int) -> str:
    return json.dumps({"type": "chat", "ack": f"c{number}", "text": f"line {number}"})


@pytest.mark.parametrize("size", [0, 1, 125, 126, 2**16 - 1, 2**16, 2**20])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


async def seat(running: Running, guest: Guest) -> Any:
    """A table at which this guest sits on both seats, and how to open a socket there."""
    table_id = (await seat_two(guest, guest)).table.id
    address = f"{running.address.replace('http', 'ws', 1)}/live/{table_id}"
    return table_id, connect(address, additional_headers={"Cookie": guest.cookies()})


async def answer(socket: ClientConnection) -> Any:
    async with asyncio.timeout(20):
        return json.loads(await socket.recv())


def send_at_once(socket: ClientConnection, *messages: bytes) -> None:
    """All in one piece, as far as the network is concerned."""
    for message in messages:
        socket.protocol.send_text(message)
    socket.transport.write(b"".join(socket.protocol.data_to_send()))


async def read_all(socket: ClientConnection) -> None:
    async with asyncio.timeout(20):
        while True:
            await socket.recv()


@pytest.fixture(scope="module", params=LINES)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def running(kind: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Where tables are kept makes no difference here."""
    limits = Limits(**{**FREE.__dict__, "backlog": 4})
    settings = Settings(data_dir=tmp_path_factory.mktemp("server"), limits=limits)
    with pytest.MonkeyPatch.context() as chosen:
        chosen.setattr(run, "SOCKETS", LINES[kind][0])
        found = start(settings)
    yield found
    found.stop()


async def test_what_is_sent_at_once_is_done_one_after_the_other(running: Running) -> None:
    async with Guest(running.address) as anna:
        table_id, opening = await seat(running, anna)
        async with opening as socket:
            lines = [chat(number) for number in range(20)]
            sent = [HELLO, *lines, PING, '{"type": "resume", "last": 0}', chat(20)]
            send_at_once(socket, *[text.encode() for text in sent])
            assert (await answer(socket))["type"] == "snapshot"
            answers = [await answer(socket) for _ in range(23)]
        said = [
            entry["text"]
            for found in answers
            if found["type"] == "update" and len(found["entries"]) == 1
            for entry in found["entries"]
        ]
        assert said == [f"line {number}" for number in range(21)]
        assert sum(found["type"] == "pong" for found in answers) == 1
        assert sum(len(found.get("entries", [])) > 1 for found in answers) == 1
        log = await anna.log(table_id)
        assert [entry.number for entry in log] == list(range(1, len(log) + 1))


async def test_a_message_may_come_in_pieces(running: Running) -> None:
    async with Guest(running.address) as anna:
        _, opening = await seat(running, anna)
        async with opening as socket:
            await socket.send([HELLO[:5], HELLO[5:]])
            assert (await answer(socket))["type"] == "snapshot"
            await socket.send([PING[:3], PING[3:7], PING[7:]])
            assert (await answer(socket))["type"] == "pong"


def frame(text: str, opcode: Opcode = Opcode.TEXT, *, ends: bool = True) -> bytes:
    """As a client writes it."""
    return Frame(opcode, text.encode(), ends).serialize(mask=True)


@pytest.mark.parametrize("seed", range(6))
async def test_frames_may_be_cut_anywhere(running: Running, seed: int) -> None:
    rng = random.Random(seed)
    said = [f"{number} " + "é" * rng.choice((1, 10, 55, 56, 100)) for number in range(40)]
    sent = []
    for number, text in enumerate(said):
        message = json.dumps({"type": "chat", "ack": f"c{number}", "text": text})
        cut = rng.randrange(1, len(message))
        sent += rng.choice(
            (
                [frame(message)],
                [frame(message), frame("", Opcode.PONG)],
                [
                    frame(message[:cut], ends=False),
                    frame("still there", Opcode.PING),
                    frame(message[cut:], Opcode.CONT),
                ],
            )
        )
    data = frame(HELLO) + b"".join(sent)
    async with Guest(running.address) as anna:
        table_id, opening = await seat(running, anna)
        async with opening as socket:
            while data:
                size = rng.choice((1, 2, 3, 7, 50, 500, 5000))
                socket.transport.write(data[:size])
                data = data[size:]
                await asyncio.sleep(rng.choice((0, 0, 0.001)))
            heard: list[str] = []
            while len(heard) < len(said):
                found = await answer(socket)
                if found["type"] == "update":
                    heard += [entry["text"] for entry in found["entries"]]
        assert heard == said
        assert [entry.text for entry in await anna.log(table_id) if hasattr(entry, "text")] == said


async def test_a_short_message_may_tell_its_size_at_length(running: Running) -> None:
    size = len(PING)
    heads = (b"\x81\xfe" + size.to_bytes(2), b"\x81\xff" + size.to_bytes(8))
    async with Guest(running.address) as anna:
        _, opening = await seat(running, anna)
        async with opening as socket:
            await socket.send(HELLO)
            await answer(socket)
            for head in heads:
                socket.transport.write(head + bytes(4) + PING.encode())
                assert (await answer(socket))["type"] == "pong"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (Frame(Opcode.TEXT, b"{}").serialize(mask=False), CloseCode.PROTOCOL_ERROR),
        (b"\x83\x80" + bytes(4), CloseCode.PROTOCOL_ERROR),
        (b"\x91\x80" + bytes(4), CloseCode.PROTOCOL_ERROR),
        (frame("a", ends=False) + frame("b"), CloseCode.PROTOCOL_ERROR),
        (frame("b", Opcode.CONT), CloseCode.PROTOCOL_ERROR),
        (b"\x81\xff" + (1 << 40).to_bytes(8) + bytes(4), CloseCode.MESSAGE_TOO_BIG),
        (b"\x81\xfe\xff\xff" + bytes(4), CloseCode.MESSAGE_TOO_BIG),
    ],
    ids=["no mask", "unknown", "reserved bit", "no end", "no begin", "endless", "too long"],
)
@pytest.mark.parametrize(
    "greeting",
    [b"", frame(HELLO), frame(HELLO) + frame(PING)],
    ids=["at once", "later", "later still"],
)
async def test_bad_frames_are_refused_by_their_head(
    running: Running, greeting: bytes, data: bytes, code: CloseCode
) -> None:
    async with Guest(running.address) as anna:
        _, opening = await seat(running, anna)
        async with opening as socket:
            if greeting:
                socket.transport.write(greeting)
                await answer(socket)
            socket.transport.write(data)
            with pytest.raises(ConnectionClosed):
                await read_all(socket)
            assert socket.close_code == code


async def test_what_is_not_text_is_refused(running: Running) -> None:
    async with Guest(running.address) as anna:
        _, opening = await seat(running, anna)
        async with opening as socket:
            await socket.send(b"\x00\x01")
            assert (await answer(socket))["code"] == "bad-message"
            await socket.send(HELLO)
            assert (await answer(socket))["type"] == "snapshot"
            await socket.send(PING.encode())
            assert (await answer(socket))["code"] == "bad-message"
            send_at_once(socket, b"\xff")
            with pytest.raises(ConnectionClosed):
                await answer(socket)
            assert socket.close_code == 1007


async def test_who_reads_too_late_is_told_to_resume(
    running: Running, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = LINES[kind][1]
    close, closed = used.close, list[int]()

    def note(self: Any, code: int, reason: str = "") -> None:
        closed.append(code)
        close(self, code, reason)

    monkeypatch.setattr(used, "close", note)
    async with Guest(running.address) as anna:
        table_id, opening = await seat(running, anna)
        async with opening as lazy, anna.live(table_id) as table:
            lazy.transport.pause_reading()
            send_at_once(lazy, *[HELLO.encode()] * 20_000)
            async with asyncio.timeout(60):
                while protocol.SLOW not in closed:
                    await table.chat("are you still there?")
            lazy.transport.resume_reading()
            with pytest.raises(ConnectionClosed):
                await read_all(lazy)
            assert lazy.close_code == protocol.SLOW


async def test_who_reads_nothing_at_all_is_given_up(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "SEND_PATIENCE", 0.2)
    async with Guest(running.address) as anna:
        table_id, opening = await seat(running, anna)
        async with opening as silent, anna.live(table_id) as table:
            await silent.send(HELLO)
            await answer(silent)
            before = sockets_open()
            silent.transport.pause_reading()
            async with asyncio.timeout(60):
                while sockets_open() == before:
                    await table.chat("is anybody there? " * 16)
            silent.transport.abort()


def sockets_open() -> float:
    return SOCKETS.collect()[0].samples[0].value


async def test_a_closed_table_leaves_nothing_behind(running: Running) -> None:
    async with Guest(running.address) as anna:
        table_id, opening = await seat(running, anna)
        async with opening as socket:
            send_at_once(socket, HELLO.encode(), chat(1).encode(), PING.encode())
            for _ in range(3):
                await answer(socket)
            table = weakref.ref(running.server.tables._open[table_id])
            assert table() is not None
        await seat(running, anna)  # or the journal would remember its last commit
        async with asyncio.timeout(20):
            while table() is not None:
                await asyncio.sleep(0.05)
                gc.collect()


async def test_a_client_whose_deed_may_not_be_saved_is_sent_away_to_ask_again(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Guest(running.address) as anna:
        table_id, opening = await seat(running, anna)
        async with opening as socket:
            await socket.send(HELLO)
            await answer(socket)
            with monkeypatch.context() as away:
                away.setattr(running.server.journal, "put", lambda _, then: then(Unsettled()))
                send_at_once(socket, chat(1).encode(), chat(2).encode())
                with pytest.raises(ConnectionClosed):
                    await answer(socket)
            assert socket.close_code == protocol.LATER
        async with anna.live(table_id) as table:
            before = table.number
            await table.chat("back again")
            assert table.number == before + 1


async def test_a_client_that_cannot_be_shown_anything_is_not_left_waiting(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise ArithmeticError("not foreseen")

    async with Guest(running.address) as anna:
        _, opening = await seat(running, anna)
        async with opening as socket:
            await socket.send(HELLO)
            await answer(socket)
            with monkeypatch.context() as broken:
                broken.setattr(Table, "since", fail)
                await socket.send('{"type": "resume", "last": 0}')
                with pytest.raises(ConnectionClosed):
                    await answer(socket)
