"""Nobody acts for another, and the headers restrict browsers."""

import json
import logging
from typing import Any

import httpx
import pytest
from itsdangerous import URLSafeTimedSerializer
from sqlalchemy import select
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from house import FREE, Running, Start, seat_two
from tablee.client import Guest, ServerRefused
from tablee.server.guests import COOKIE
from tablee.server.settings import Limits, Settings
from tablee.server.storage.database import make_engine
from tablee.server.storage.schema import tables
from tablee.server.wishes import Joining, NewTable

pytestmark = pytest.mark.anyio


def live_address(guest: Guest, table_id: str) -> str:
    return f"{guest.address.replace('http', 'ws', 1)}/live/{table_id}"


async def say(socket: ClientConnection, **message: Any) -> Any:
    """Returns the server's answer to a message."""
    await socket.send(json.dumps(message))
    return json.loads(await socket.recv())


async def try_to_play(guest: Guest, table_id: str, cookie: str) -> str:
    """Sends a move with this cookie and returns the code of the refusal."""
    headers = {"Cookie": f"{COOKIE}={cookie}"}
    async with connect(live_address(guest, table_id), additional_headers=headers) as socket:
        seen = await say(socket, type="hello")
        version = seen["state"]["version"]
        answer = await say(socket, type="play", ack="a", version=version, move="depot A1")
        return str(answer.get("code", answer["type"]))


async def test_only_a_cookie_signed_by_the_server_acts(anna: Guest, bert: Guest) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    mine = anna.http.cookies[COOKIE]
    payload, stamp, signature = mine.split(".")
    others = bert.http.cookies[COOKIE].split(".")
    forged = [
        "",
        "x",
        f"{payload}.{stamp}.{signature[:-2]}",
        f"{payload}.{stamp}.{others[2]}",
        f"{others[0]}.{stamp}.{signature}",
        URLSafeTimedSerializer("another key", salt="tablee guest").dumps("anna"),
    ]
    for cookie in forged:
        assert await try_to_play(anna, table_id, cookie) == "not-your-seat"
    assert await try_to_play(anna, table_id, mine) == "update"


async def test_a_cookie_of_the_server_is_of_no_use_at_the_tables_of_others(
    running: Running, anna: Guest, bert: Guest
) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    async with Guest(running.address) as carla:
        await carla.create(NewTable("fragile", join=Joining("Carla")))
        assert await try_to_play(anna, table_id, carla.http.cookies[COOKIE]) == "not-your-seat"


async def test_the_cookie_of_one_who_left_is_of_no_use_any_more(anna: Guest, bert: Guest) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    await anna.leave(table_id, 0)
    assert await try_to_play(anna, table_id, anna.http.cookies[COOKIE]) == "not-your-seat"
    with pytest.raises(ServerRefused, match="not yours"):
        await anna.leave(table_id, 0)


async def test_nobody_stands_up_for_another(anna: Guest, bert: Guest) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    with pytest.raises(ServerRefused, match="not yours"):
        await anna.leave(table_id, 1)
    with pytest.raises(ServerRefused, match="not yours"):
        await anna.leave(table_id, 7)


async def test_a_page_of_another_site_opens_no_socket(
    anna: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = (await anna.create(NewTable("fragile"))).table.id
    address = live_address(anna, table_id)
    evil = ("http://evil.example", "null", f"{anna.address}.evil.example", "http://[", "http://[x]")
    for origin in evil:
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, additional_headers={"Origin": origin})
        assert refused.value.response.status_code == 403
    assert not [record for record in caplog.records if record.exc_info]
    async with connect(address, additional_headers={"Origin": anna.address}) as socket:
        assert (await say(socket, type="hello"))["type"] == "snapshot"


async def test_a_table_that_is_not_there_or_hidden_closes_the_socket(anna: Guest) -> None:
    hidden = await anna.create(NewTable("fragile", private=True))
    for table_id in ("0" * 12, "x", hidden.table.id):
        async with connect(live_address(anna, table_id)) as socket:
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4004


async def test_what_changes_something_needs_the_csrf_token(running: Running) -> None:
    async with httpx.AsyncClient(base_url=running.address, timeout=60) as client:
        answer = await client.post("/api/tables", json={"game": "fragile"})
        assert answer.status_code == 403
        await client.get("/health")
        answer = await client.post(
            "/api/tables", json={"game": "fragile"}, headers={"x-csrftoken": "wrong"}
        )
        assert answer.status_code == 403


async def test_the_seat_cookie_is_kept_from_scripts_and_other_sites(running: Running) -> None:
    async with Guest(running.address) as anna:
        await anna.http.get("/health")
        token = {"x-csrftoken": anna.http.cookies["csrftoken"]}
        answer = await anna.http.post("/api/tables", json={"game": "fragile"}, headers=token)
    cookie = next(value for value in answer.headers.get_list("set-cookie") if COOKIE in value)
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()


async def test_every_answer_carries_the_strict_headers(running: Running) -> None:
    async with httpx.AsyncClient(base_url=running.address, timeout=60) as client:
        for path in ("/health", "/api/tables", "/schema/openapi.json", "/", "/api/no", "/%00"):
            headers = (await client.get(path)).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "unsafe" not in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"


async def test_unknown_fields_are_refused_everywhere(anna: Guest, bert: Guest) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    headers = {"Cookie": anna.cookies()}
    async with connect(live_address(anna, table_id), additional_headers=headers) as socket:
        assert (await say(socket, type="hello", extra=1))["code"] == "bad-message"
        assert (await say(socket, type="ping"))["code"] == "bad-message"
        assert (await say(socket, type="hello"))["type"] == "snapshot"
        assert (await say(socket, type="ping", seat=1))["code"] == "bad-message"
        assert (await say(socket, type="ping"))["type"] == "pong"
    token = {"x-csrftoken": anna.http.cookies["csrftoken"]}
    wish = {"game": "fragile", "admin": True}
    answer = await anna.http.post("/api/tables", json=wish, headers=token)
    assert answer.status_code == 400
    assert "admin" in answer.text


async def test_messages_have_a_longest_size_and_a_rate(start_server: Start) -> None:
    limits = Limits(messages_per_second=0.001, message_burst=5, requests_per_minute=20)
    running = start_server(limits=limits)
    async with Guest(running.address) as anna:
        table_id = (await anna.create(NewTable("fragile"))).table.id
        async with connect(live_address(anna, table_id)) as socket:
            await say(socket, type="hello")
            answers = [(await say(socket, type="ping")) for _ in range(6)]
            assert [answer.get("code", "") for answer in answers] == [
                "",
                "",
                "",
                "",
                "rate",
                "rate",
            ]
        async with connect(live_address(anna, table_id)) as socket:
            await socket.send("x" * 10_000)
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        big = {"game": "fragile", "edition": "x" * 200_000}
        token = {"x-csrftoken": anna.http.cookies["csrftoken"]}
        answer = await anna.http.post("/api/tables", json=big, headers=token)
        assert answer.status_code == 413
        for _ in range(100):  # a minute may end meanwhile
            if (await anna.http.get("/api/games")).status_code == 429:
                break
        else:
            pytest.fail("nothing is too often")


async def test_the_metrics_need_the_admin_token_even_from_this_machine(start_server: Start) -> None:
    """A proxy on this machine that sets no header looks like somebody who sits at it."""
    running = start_server(admin_token="right", limits=FREE)
    async with httpx.AsyncClient(base_url=running.address, timeout=60) as client:
        assert (await client.get("/metrics")).status_code == 401
        for token, status in (("wrong", 401), ("-", 401), ("right", 200)):
            headers = {"Authorization": f"Bearer {token}"}
            answer = await client.get("/metrics", headers=headers)
            assert answer.status_code == status
        assert "tablee_open_tables" in answer.text


async def test_without_an_admin_token_nobody_gets_the_metrics(running: Running) -> None:
    async with httpx.AsyncClient(base_url=running.address, timeout=60) as client:
        for headers in ({}, {"Authorization": ""}, {"Authorization": "Bearer"}):
            assert (await client.get("/metrics", headers=headers)).status_code == 401


def test_secrets_are_not_shown(tmp_path: Any) -> None:
    settings = Settings(data_dir=tmp_path, admin_token="hidden")
    assert "hidden" not in repr(settings)
    key = settings.signing_key()
    assert settings.signing_key() == key
    assert (tmp_path / "signing.key").stat().st_mode & 0o077 == 0


async def test_secrets_are_not_logged(
    start_server: Start, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    running = start_server(admin_token="hidden-token")
    async with Guest(running.address) as anna, Guest(running.address) as bert:
        made = await seat_two(anna, bert, private=True)
        async with anna.live(made.table.id) as table, bert.live(made.table.id, made.watch_key):
            await table.play("depot A1")
            with pytest.raises(ServerRefused):
                await table.play("depot A1")
            opened = running.server.tables._open[made.table.id]
            secrets = [opened.secret, opened.join_key, opened.watch_key, "hidden-token"]
        await anna.http.get("/metrics", headers={"Authorization": "Bearer hidden-token"})
    secrets += [running.settings.signing_key(), anna.http.cookies[COOKIE]]
    logged = [
        record.getMessage()
        for record in caplog.records
        if not record.name.startswith(("httpx", "httpcore", "websockets.client"))  # the guests' own
    ]
    assert not [secret for secret in secrets for text in logged if secret in text]


async def test_the_secret_of_the_dice_stays_hidden_until_the_end(
    running: Running, anna: Guest, bert: Guest
) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    engine = make_engine(running.settings.database_address)
    async with engine.connect() as connection:
        found = await connection.execute(select(tables.c.secret).where(tables.c.id == table_id))
        secret = found.scalar_one()
    await engine.dispose()
    paths = ["", "/record", "/log", "/moves/0"]
    shown = [(await anna.http.get(f"/api/tables/{table_id}{path}")).text for path in paths]
    assert all(secret not in text for text in shown)
