"""Editions, JSON, paths and long logs of strangers: bounded before they cost."""

import asyncio
import json
import random
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from websockets.asyncio.client import connect

from attacks_words import ATTACKS, chat_from_sixty_sockets
from house import Running, Start, play_on, seat_two
from strangers import in_loop, refused
from tablee.client import Guest
from tablee.games.shear_panic import standard
from tablee.server import entries as log
from tablee.server.settings import Limits
from tablee.server.storage.journal import Write
from tablee.server.tables import make_plan, new_row
from tablee.server.views import table_view
from tablee.server.wishes import NewTable

pytestmark = pytest.mark.anyio
Attack = Callable[[str], Coroutine[Any, Any, None]]

SHEAR = standard().text


# Editions


@pytest.mark.parametrize(
    "text",
    [
        SHEAR.replace("last = 74", "last = 1000000000"),
        SHEAR.replace("last = 74", "last = 256"),
        SHEAR.replace('["+", "x"]', "[" + '"+", ' * 3000 + "]"),
        SHEAR + "\n[x]\n" + ".".join("a" * 12_000) + " = 1",
        SHEAR + "\nx = " + "[" * 5000,
        SHEAR + "\n[x]\ny = 0x" + "f" * 9000,
        SHEAR + "\n# " + "x" * 20_000,
        SHEAR.replace('name = "standard"', f'name = "{"n" * 5000}"'),
    ],
)
async def test_an_edition_that_would_cost_too_much_is_refused_with_a_sentence(
    text: str, anna: Guest
) -> None:
    found = await refused(anna.create(NewTable("shear-panic", edition=text)))
    assert found.code == "edition"
    assert max(map(len, found.refusal.text.values())) < 400


async def test_the_scenery_of_a_table_is_made_once(running: Running, anna: Guest) -> None:
    made = await anna.create(NewTable("shear-panic", edition=SHEAR + "# once\n"))

    async def look_twice() -> None:
        async with running.server.tables.using(made.table.id) as table:
            views = [table_view(table.id, table.match, table.secret) for _ in range(2)]
        assert views[0].scenery is views[1].scenery

    await in_loop(running, look_twice())


# JSON


@pytest.mark.parametrize(
    "body", ["[" * 30_000, '{"game":' * 8000, '{"options":{"a":' + "[" * 30_000]
)
async def test_json_nested_deep_is_refused_over_http(body: str, anna: Guest) -> None:
    await anna.http.get("/health")
    headers = {
        "x-csrftoken": anna.http.cookies["csrftoken"],
        "content-type": "application/json",
    }
    for path in ("/api/tables", "/api/problems/attempt", "/api/problems/check"):
        answer = await anna.http.post(path, content=body, headers=headers)
        assert answer.status_code == 400
        assert "Traceback" not in answer.text
        assert len(answer.text) < 2000


@pytest.mark.parametrize("body", [b'{"game": "\xff"}', b'{"game": "fragile", "\xc3": 1}'])
async def test_json_that_is_not_utf_8_is_refused(
    body: bytes, anna: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    await anna.http.get("/health")
    headers = {"x-csrftoken": anna.http.cookies["csrftoken"]}
    answer = await anna.http.post("/api/tables", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-message")
    assert not [record for record in caplog.records if record.exc_info]


async def test_json_nested_deep_is_refused_over_the_socket(anna: Guest, bert: Guest) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    address = f"{anna.address.replace('http', 'ws', 1)}/live/{table_id}"
    async with connect(address, additional_headers={"Cookie": anna.cookies()}) as socket:
        await socket.send('{"type": "hello"}')
        await socket.recv()
        for text in ("[" * 8000, '{"type":"chat","x":' + "[" * 8000, '{"a":' * 1600):
            await socket.send(text)
            answer = json.loads(await socket.recv())
            assert answer["code"] == "bad-message"


async def test_a_table_whose_data_nest_too_deep_is_refused_and_hurts_no_other(
    running: Running, anna: Guest
) -> None:
    made = await anna.create(NewTable("fragile"))
    row = new_row("abcdefabcdef", make_plan(NewTable("fragile")), "host")
    row["plan"] = b'{"more":' + b"[" * 30_000

    async def save() -> None:
        await running.server.journal.save(Write(row["id"], created=row))

    await in_loop(running, save())
    assert (await refused(anna.look(row["id"]))).code == "damaged"
    assert (await anna.look(made.table.id)).phase == "waiting"


# Replays and records


async def test_a_long_log_comes_in_parts_and_is_replayed_beside_the_loop(
    anna: Guest, bert: Guest
) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    async with anna.live(table_id) as table:
        for number in range(510):
            await table.chat(f"word {number}")
        await table.play("depot A1")
    path = f"/api/tables/{table_id}/log"
    part = (await anna.http.get(path)).json()
    assert [entry["number"] for entry in part] == list(range(1, 501))
    assert len(await anna.log(table_id)) == 514
    assert (await anna.at_move(table_id, 1)).moves == 1
    assert "depot A1" in await anna.record(table_id)
    assert (await refused(anna.at_move(table_id, 2))).code == "no-move"


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/000000000000",
        "/api/tables/0000000000%0a",
        "/api/tables/000000000000/moves/99999999999999999999",
        "/api/tables/000000000000/record?key=%00",
        "/api/games/%00/rules",
        "/api/games/fragile/figures/%0a",
        "/api/games/fragile/lesson/99",
        "/api/games/fragile/lesson/0?move=%00&move=",
        "/api/games/fragile/lesson/0?" + "&".join(["move=end"] * 300),
        "/api/problems/published/99999",
        "/api/problems/%ff%fe/1",
        "/api/problems/toml?problem=" + "9" * 900,
        "/api/problems/toml?problem=%00",
        "/api/nothing",
    ],
)
async def test_unknown_things_are_answered_without_a_traceback(path: str, anna: Guest) -> None:
    answer = await anna.http.get(path)
    assert 400 <= answer.status_code < 500
    assert "Traceback" not in answer.text
    assert len(answer.text) < 5000


# Attacks


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
async def test_a_table_is_played_on_under_attack(attack: Attack, start_server: Start) -> None:
    limits = Limits(requests_per_minute=10**6)
    running = start_server(limits=limits)
    async with Guest(running.address) as anna, Guest(running.address) as bert:
        table_id = (await seat_two(anna, bert)).table.id
        async with anna.live(table_id) as one, bert.live(table_id) as two:
            attacking = asyncio.create_task(attack(running.address))
            await play_on(one, random.Random(1), 1)
            await play_on(two, random.Random(2), 1)
            await attacking
            await play_on(one, random.Random(3), 1)
        said = [entry for entry in await anna.log(table_id) if isinstance(entry, log.Chatted)]
        assert not said


async def test_sixty_sockets_of_a_guest_do_not_write_more_chat_than_one(
    start_server: Start,
) -> None:
    running = start_server(limits=Limits(requests_per_minute=10**6))
    await chat_from_sixty_sockets(running.address)
    async with Guest(running.address) as bert:
        (found,) = await bert.tables()
        said = [entry for entry in await bert.log(found.id) if isinstance(entry, log.Chatted)]
    assert Limits().chat_burst <= len(said) < Limits().chat_burst + 60
