"""Bad input gets a clear error and leaves the table unchanged."""

import json
import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from websockets.asyncio.client import ClientConnection, connect

from house import Running, seat_two
from tablee.client import Guest
from tablee.server.app import create_app
from tablee.server.entries import Chatted
from tablee.server.settings import Settings

MESSAGES = int(os.environ.get("TABLEE_FUZZ", "1500"))
"""The number of mutated messages. The long run sends a hundred thousand."""

SEEDS: list[dict[str, Any]] = [
    {"type": "hello"},
    {"type": "hello", "last": 3, "previews": False},
    {"type": "play", "ack": "a", "version": 3, "move": "depot A1"},
    {"type": "undo", "ack": "b", "version": 3},
    {"type": "extend", "ack": "c"},
    {"type": "take-back", "ack": "d", "seat": 0},
    {"type": "chat", "ack": "e", "text": "", "phrase": ""},
    {"type": "resume", "last": 0},
    {"type": "ping"},
]
ODD = [None, -1, 2**63, 1e308, True, "", "\x00", "\ud800", "é" * 300, [], {}, [[]] * 50, "F-1.3"]


def mutated(rng: random.Random) -> str:
    """Returns a broken message: odd values, lost and new fields, broken text."""
    message = dict(rng.choice(SEEDS))
    for _ in range(rng.randint(1, 3)):
        key = rng.choice([*message, "type", "seat", "extra"])
        match rng.randrange(3):
            case 0:
                message[key] = rng.choice(ODD)
            case 1:
                message.pop(key, None)
            case 2:
                message["version"] = rng.randrange(-2, 2**40)
    text = json.dumps(message)
    if rng.random() < 0.3:
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(["{", '"', "\x00", "[" * 2000, "9" * 500]) + text[at:]
    return text


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


async def send_many(socket: ClientConnection, rng: random.Random, count: int) -> None:
    """Sends messages and reads all answers."""
    for _ in range(count):
        await socket.send(mutated(rng))
    await socket.send('{"type": "ping"}')
    await socket.send('{"type": "ping", "the": "last"}')
    while True:
        answer = json.loads(await socket.recv())
        assert answer["type"] in {"snapshot", "update", "done", "refused", "pong"}
        if answer["type"] == "refused":
            assert answer["code"] != "storage"
            assert answer["text"]["en"]
            if "`the`" in answer["text"]["en"]:
                return


async def fuzz(running: Running, count: int, seed: int) -> None:
    rng = random.Random(seed)
    async with Guest(running.address) as anna, Guest(running.address) as bert:
        table_id = (await seat_two(anna, bert)).table.id
        before = await anna.log(table_id)
        address = f"{running.address.replace('http', 'ws', 1)}/live/{table_id}"
        async with connect(
            address, additional_headers={"Cookie": bert.cookies()}, max_size=2**24
        ) as socket:
            await socket.send('{"type": "hello"}')
            await send_many(socket, rng, count // 4)
            memory = resident_bytes()
            for _ in range(3):
                await send_many(socket, rng, count // 4)
            assert resident_bytes() - memory < 20_000_000
        # A message may have gone wrong into a proper one: Bert may chat, though he may not play.
        after = await anna.log(table_id)
        assert [entry for entry in after if not isinstance(entry, Chatted)] == before
        async with anna.live(table_id) as table:
            await table.play("depot A1")


@pytest.mark.anyio
async def test_who_asks_faster_than_they_read_gets_every_answer(running: Running) -> None:
    async with Guest(running.address) as anna, Guest(running.address) as bert:
        table_id = (await seat_two(anna, bert)).table.id
        address = f"{running.address.replace('http', 'ws', 1)}/live/{table_id}"
        async with connect(address, additional_headers={"Cookie": bert.cookies()}) as socket:
            await socket.send('{"type": "hello"}')
            await socket.recv()
            for number in range(1000):
                await socket.send(f'{{"type": "undo", "ack": "{number}", "version": 3}}')
            answers = [json.loads(await socket.recv()) for _ in range(1000)]
    assert [answer["ack"] for answer in answers] == [str(number) for number in range(1000)]
    assert {answer["code"] for answer in answers} == {"not-your-turn"}


@pytest.mark.anyio
async def test_mutated_messages_change_nothing(running: Running) -> None:
    await fuzz(running, MESSAGES, seed=1)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.anyio
async def test_a_hundred_thousand_mutated_messages_change_nothing(running: Running) -> None:
    await fuzz(running, 100_000, seed=2)


@pytest.fixture(scope="module")
def visitor(running: Running) -> Iterator[httpx.Client]:
    """A browser that has looked at the server once and sits at a table."""
    with httpx.Client(base_url=running.address, timeout=60) as client:
        client.get("/health")
        client.headers["x-csrftoken"] = client.cookies["csrftoken"]
        wish = {"game": "fragile", "join": {"name": "Anna"}}
        client.headers["table"] = client.post("/api/tables", json=wish).json()["table"]["id"]
        yield client


with tempfile.TemporaryDirectory() as folder:
    app = create_app(Settings(data_dir=Path(folder)))
    OPENAPI = msgspec.json.decode(msgspec.json.encode(app.openapi_schema.to_schema()))
described = schemathesis.openapi.from_dict(OPENAPI)


@described.parametrize()
@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_nothing_the_api_describes_or_forbids_is_a_server_error(
    case: Any, visitor: httpx.Client
) -> None:
    how = {
        "base_url": str(visitor.base_url),
        "headers": {"x-csrftoken": visitor.headers["x-csrftoken"]},
        "cookies": dict(visitor.cookies),
        "checks": [not_a_server_error],
        "timeout": 60,
    }
    case.call_and_validate(**how)
    if "table_id" in (case.path_parameters or {}):
        case.path_parameters["table_id"] = visitor.headers["table"]
        case.call_and_validate(**how)


def test_the_description_names_every_way_in(running: Running) -> None:
    paths = httpx.get(f"{running.address}/schema/openapi.json", timeout=60).json()["paths"]
    assert paths == OPENAPI["paths"]
    assert {
        "/health",
        "/api/games",
        "/api/phrases",
        "/api/tables",
        "/api/tables/{table_id}",
        "/api/tables/{table_id}/seats",
        "/api/tables/{table_id}/seats/{seat}",
        "/api/tables/{table_id}/rematch",
        "/api/tables/{table_id}/record",
        "/api/tables/{table_id}/edition",
        "/api/tables/{table_id}/log",
        "/api/tables/{table_id}/moves/{move}",
        "/api/problems",
        "/api/problems/{book}/{number}",
        "/api/problems/board",
        "/api/problems/toml",
        "/api/problems/attempt",
        "/api/problems/outlook",
        "/api/problems/hint",
        "/api/problems/solution",
        "/api/problems/check",
    } <= set(paths)
