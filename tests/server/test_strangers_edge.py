"""Strangers at the edge of the server: floods, half requests, bad hosts and paths."""

import asyncio
import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol

from attacks_edge import FLOODS, Attack, flood, watch
from house import Running, Start, seat_two
from tablee.client import Guest
from tablee.server import line, wire
from tablee.server.frames import FrameCounter
from tablee.server.protocol import TOO_MUCH
from tablee.server.settings import Limits

pytestmark = pytest.mark.anyio

HOUSE = Limits(requests_per_minute=10**6, tables_per_guest=1000)
"""The limits of a real server, but for the requests that the tests themselves send."""


@pytest.fixture
def store() -> Callable[[], dict[str, str]]:
    """Where tables are kept makes no difference here."""
    return dict


@pytest.fixture
def house(start_server: Start) -> Running:
    return start_server(limits=HOUSE)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[Frame]:
    """The frames that the server parses."""
    frames: list[Frame] = []
    receive = Protocol.recv_frame

    def note(self: Any, frame: Frame) -> None:
        if self.side.name == "SERVER":
            frames.append(frame)
        receive(self, frame)

    monkeypatch.setattr(Protocol, "recv_frame", note)
    return frames


# Floods


@pytest.mark.parametrize("attack", FLOODS.values(), ids=FLOODS)
async def test_a_flood_is_cut_off_before_it_is_parsed(
    house: Running, parsed: list[Frame], attack: Attack
) -> None:
    most = HOUSE.message_burst + line.FLOOD + wire.CONTROL_BURST + 2
    await attack(house.address)
    async with Guest(house.address) as anna, Guest(house.address) as bert:
        table_id = (await seat_two(anna, bert)).table.id
        async with anna.live(table_id) as table:
            await table.play("depot A1")
    # The slack is what the bucket earns while a busy machine sends, and Anna's own frames.
    assert len(parsed) < most + 200


async def test_a_client_that_floods_is_told_so(house: Running) -> None:
    socket = await watch(house.address)
    socket.transport.write((b"\x8a\x80" + bytes(4)) * 400)
    with pytest.raises(ConnectionClosed):
        async with asyncio.timeout(20):
            await socket.recv()
    assert socket.close_code == TOO_MUCH


async def test_a_message_has_a_bounded_number_of_pieces(house: Running) -> None:
    socket = await watch(house.address)
    socket.transport.write(b"\x01\x80" + bytes(4))
    socket.transport.write((b"\x00\x80" + bytes(4)) * wire.MOST_PIECES)
    with pytest.raises(ConnectionClosed):
        async with asyncio.timeout(20):
            await socket.recv()
    assert socket.close_code == TOO_MUCH


async def test_a_quiet_client_may_stay_and_answer_pings(house: Running) -> None:
    socket = await watch(house.address)
    for _ in range(wire.CONTROL_BURST):
        await (await socket.ping())
    await socket.send('{"type": "ping"}')
    assert "pong" in str(await socket.recv())
    await socket.close()


async def test_answers_to_pings_do_not_pile_up(
    start_server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where frames are not limited, a client that does not read is still not listened to."""
    monkeypatch.setattr(line, "SEND_PATIENCE", 0.5)
    sizes: list[int] = []
    answer = wire.Wire.handle_ping

    def note(self: Any) -> None:
        answer(self)
        sizes.append(self.transport.get_write_buffer_size())

    monkeypatch.setattr(wire.Wire, "handle_ping", note)
    running = start_server()
    await flood(running.address, b"", b"\x89\xfd" + bytes(4) + bytes(125), deaf=True)
    assert 0 < max(sizes) < 200_000


def test_frames_are_counted_wherever_the_stream_is_cut() -> None:
    rng = random.Random(7)
    sizes = [rng.choice((0, 1, 125, 126, 300, 65_535, 65_536, 70_000)) for _ in range(200)]
    stream = b"".join(
        Frame(Opcode.BINARY, bytes(size)).serialize(mask=rng.random() < 0.5) for size in sizes
    )
    for pieces in (1, 7, 1000, 20_000):
        cuts = [0, *sorted(rng.randrange(len(stream)) for _ in range(pieces)), len(stream)]
        counter = FrameCounter()
        found = [counter.count(stream[a:b]) for a, b in itertools.pairwise(cuts)]
        assert sum(found) == len(sizes)
