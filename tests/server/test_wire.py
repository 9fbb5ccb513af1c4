"""The socket itself: whole and split messages, binary messages, slow readers."""

import asyncio
import gc
import json
import random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode, Frame, Opcode

from house import FREE, Running, Start, seat_two
from tablee.client import Guest
from tablee.server import protocol
from tablee.server.frames import frame_size, text_frame
from tablee.server.live import Connection
from tablee.server.settings import Limits
from tablee.server.storage.journal import Unsettled
from tablee.server.table import Table
from tablee.server.wire import Wire

pytestmark = pytest.mark.anyio

HELLO, PING = '{"type": "hello"}', '{"type": "ping"}'


def chat(number: int) -> str:
    return json.dumps({"type": "chat", "ack": f"c{number}", "text": f"line {number}"})


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


def wires(running: Running) -> list[Wire]:
    """Open sockets, as the server holds them."""
    connections = list(running.uvicorn.server_state.connections)
    return [wire for wire in connections if isinstance(wire, Wire)]


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


SIZES = (0, 1, 125, 126, 127, 65_535, 65_536)


@pytest.mark.parametrize("size", SIZES)
def test_a_message_is_framed_as_the_library_does(size: int) -> None:
    data = b"x" * size
    assert text_frame(data) == Frame(Opcode.TEXT, data).serialize(mask=False)


@pytest.mark.parametrize("size", SIZES)
def test_the_size_of_a_frame_is_known_once_its_head_is_there(size: int) -> None:
    whole = frame("x" * size)
    head = len(whole) - size
    for known in range(head):
        assert known < frame_size(whole[:known]) <= len(whole)
    for known in range(head, min(head + 3, len(whole))):
        assert frame_size(whole[:known]) == len(whole)
    assert frame_size(whole + b"more") == len(whole)


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


async def test_who_reads_too_late_is_told_to_resume(start_server: Start) -> None:
    running = start_server(limits=Limits(**{**FREE.__dict__, "backlog": 4}))
    async with Guest(running.address) as anna:
        table_id, opening = await seat(running, anna)
        async with opening as lazy, anna.live(table_id) as table:
            lazy.transport.pause_reading()
            send_at_once(lazy, *[HELLO.encode()] * 20_000)
            async with asyncio.timeout(20):
                while not any(wire.is_full for wire in wires(running)):
                    await asyncio.sleep(0.01)
            for number in range(8):
                await table.chat(f"line {number}")
            lazy.transport.resume_reading()
            with pytest.raises(ConnectionClosed):
                await read_all(lazy)
            assert lazy.close_code == protocol.SLOW


async def test_what_a_closed_socket_held_is_gone_without_the_collector(running: Running) -> None:
    async with Guest(running.address) as anna:
        table_id, opening = await seat(running, anna)

        def held() -> list[object]:
            found = gc.get_objects()
            tables = [item for item in found if type(item) is Table and item.id == table_id]
            return tables + [item for item in found if type(item) in (Connection, Wire)]

        gc.collect()
        gc.disable()
        try:
            async with opening as socket:
                send_at_once(socket, HELLO.encode(), chat(1).encode(), PING.encode())
                for _ in range(3):
                    await answer(socket)
                assert len(held()) >= 3
            await seat(running, anna)  # or the journal would remember its last commit
            async with asyncio.timeout(20):
                while held():
                    await asyncio.sleep(0.05)
        finally:
            gc.enable()


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
