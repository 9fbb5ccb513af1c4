"""What the gate refuses: paths, hosts, deep data, and whoever asks too often."""

import asyncio
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import httpx
import pytest

from attacks_edge import (
    UPGRADE,
    begin,
)
from house import Start
from strangers import WAIT, answer_of, gone, status_of
from tablee.client import Guest
from tablee.server import gate
from tablee.server.gate import Turnstile
from tablee.server.rates import MOST_KEYS, THE_REST, Rates
from tablee.server.settings import Limits
from tablee.server.tables import Tables
from tablee.server.wishes import Joining, NewTable

pytestmark = pytest.mark.anyio


@pytest.fixture
def store() -> Callable[[], dict[str, str]]:
    """Where tables are kept makes no difference here."""
    return dict


async def test_paths_that_are_no_paths_lead_nowhere(
    start_server: Start, caplog: pytest.LogCaptureFixture
) -> None:
    running = start_server()
    bad = [
        "/index.html%00.js",
        "/assets/%00",
        "/assets/x%00.js",
        "/%0a",
        "/" + "a" * 300,
        "/assets/" + "a" * 5000,
        "/" + "a/" * 3000,
        "/..%2f..%2f..%2fetc/passwd",
        "/%ff%fe",
        "/%ed%a0%80",
        "//",
        "/api/tables/%00",
        "/api/tables/..",
        "/api/problems/%00/1",
        "/assets/../../app.py",
    ]
    for path in bad:
        answer = await answer_of(
            running.address,
            f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode(),
        )
        assert status_of(answer) in ((200,) if path == "//" else (400, 404)), path
        assert b"traceback" not in answer.lower()
        handshake = UPGRADE.replace(b"/live/000000000000", path.encode())
        key = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
        reader, writer = await begin(running.address, handshake + key)
        found = await asyncio.wait_for(reader.read(100), WAIT)
        assert status_of(found) in (0, 400, 403, 404), path
        await gone(writer)
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("depth", [2000, 30_000])
async def test_data_that_is_nested_too_deeply_is_refused(
    start_server: Start, caplog: pytest.LogCaptureFixture, depth: int
) -> None:
    running = start_server()
    async with Guest(running.address) as anna:
        table_id = (await anna.create(NewTable("fragile"))).table.id
        token = {"x-csrftoken": anna.http.cookies["csrftoken"]}
        paths = [
            "/api/tables",
            f"/api/tables/{table_id}/seats",
            "/api/problems/attempt",
            "/api/problems/check",
            "/api/problems/hint",
        ]
        for path in paths:
            for deep in ("[" * depth + "]" * depth, '{"a":' * (depth // 3) + "[" * depth):
                answer = await anna.http.post(path, content=deep[:65_000], headers=token)
                assert answer.status_code == 400, (path, answer.text)
        extra = '{"game": "fragile", "options": ' + "[" * depth + "]" * depth + "}"
        assert (
            await anna.http.post("/api/tables", content=extra[:65_000], headers=token)
        ).status_code == 400
    assert not [record for record in caplog.records if record.exc_info]


async def test_one_of_many_requests_begins_in_one_turn_of_the_loop() -> None:
    turnstile, begun = Turnstile(), []

    async def ask(number: int) -> None:
        await turnstile.enter()
        begun.append(number)

    asking = [asyncio.create_task(ask(number)) for number in range(20)]
    counts = [0]
    while not all(task.done() for task in asking):
        await asyncio.sleep(0)
        counts.append(len(begun))
    assert max(after - before for before, after in pairwise(counts)) <= 1
    assert begun == list(range(20))


async def test_a_bug_of_ours_does_not_look_like_their_deep_data(
    start_server: Start, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def listed(_: Tables) -> list[Any]:
        raise RecursionError

    monkeypatch.setattr(Tables, "listed", listed)
    async with httpx.AsyncClient(base_url=start_server().address, timeout=WAIT) as client:
        answer = await client.get("/api/tables")
    assert answer.status_code == 500
    assert "RecursionError" not in answer.text
    assert [record for record in caplog.records if record.exc_info]


async def test_the_metrics_do_not_grow_with_the_paths(start_server: Start) -> None:
    running = start_server(admin_token="right")
    admin = {"Authorization": "Bearer right"}
    async with httpx.AsyncClient(base_url=running.address, timeout=WAIT) as client:
        for path in ("/none/of/these", "/api/tables/000000000000"):
            await client.get(path)
        await client.get("/metrics", headers=admin)
        before = (await client.get("/metrics", headers=admin)).text.count("\n")
        for number in range(50):
            await client.get(f"/none/of/these/{number}")
            await client.get(f"/api/tables/{number:012}")
            await client.get(f"/api/tables/{number:012}/record?key={number}")
            await client.request("PROPFIND", f"/other/{number}")
        after = (await client.get("/metrics", headers=admin)).text
    assert "/none/of/these" not in after
    assert after.count("\n") < before + 200


async def test_a_host_that_is_not_ours_is_refused(start_server: Start) -> None:
    running = start_server(hosts=("Table.Example", "127.0.0.1"))
    async with Guest(running.address) as anna:
        table_id = (await anna.create(NewTable("fragile"))).table.id
        for host, status in (
            ("table.example", 200),
            ("TABLE.example:8443", 200),
            ("evil.example", 421),
            ("table.example.evil", 421),
            ("", 421),
        ):
            answer = await anna.http.get("/api/tables", headers={"Host": host})
            assert answer.status_code == status, host
        evil = {"Host": "evil.example"}
        assert (await anna.http.get("/health/ready", headers=evil)).status_code == 200
    head = UPGRADE.replace(b"000000000000", table_id.encode()).replace(b"Host: x", b"Host: evil.x")
    key = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
    assert status_of(await answer_of(running.address, head + key)) == 421


async def test_behind_https_browsers_are_told_to_stay_there(start_server: Start) -> None:
    running = start_server(secure_cookies=True)
    async with httpx.AsyncClient(base_url=running.address, timeout=WAIT) as client:
        for path in ("/", "/health", "/nowhere", "/api/tables"):
            headers = (await client.get(path)).headers
            assert headers["strict-transport-security"] == "max-age=31536000"
        cookies = (await client.get("/health")).headers.get_list("set-cookie")
    assert cookies
    assert all("secure" in cookie.lower() for cookie in cookies)


async def test_without_https_nothing_is_said_of_it(start_server: Start) -> None:
    running = start_server()
    async with httpx.AsyncClient(base_url=running.address, timeout=WAIT) as client:
        assert "strict-transport-security" not in (await client.get("/health")).headers


# Rates


async def test_a_header_of_their_own_gives_strangers_no_new_budget(
    start_server: Start, one_minute: None
) -> None:
    running = start_server(limits=Limits(requests_per_minute=10))
    async with httpx.AsyncClient(base_url=running.address, timeout=WAIT) as client:
        codes = []
        for number in range(40):
            headers = {
                "X-Forwarded-For": f"203.0.113.{number}",
                "Forwarded": f"for=10.0.0.{number}",
            }
            codes.append((await client.get("/api/games", headers=headers)).status_code)
        refused = await client.get("/api/games")
    assert codes.count(200) <= 10
    assert refused.status_code == 429
    assert refused.json()["code"] == "rate"
    assert int(refused.headers["retry-after"]) <= 60


async def test_a_trusted_proxy_tells_visitors_apart(start_server: Start, one_minute: None) -> None:
    limits = Limits(requests_per_minute=10)
    running = start_server(limits=limits, trusted_proxies=("127.0.0.0/8",))
    async with httpx.AsyncClient(base_url=running.address, timeout=WAIT) as client:

        async def ask(forwarded: str) -> int:
            headers = {"X-Forwarded-For": forwarded}
            return (await client.get("/api/games", headers=headers)).status_code

        assert [await ask(f"203.0.113.{number}") for number in range(30)] == [200] * 30
        # What the visitor has written stands further left than what the proxy has added.
        codes = [await ask(f"198.51.100.{number}, 203.0.113.99") for number in range(40)]
        assert codes == [200] * 10 + [429] * 30


async def test_a_guest_has_one_budget_at_all_addresses(
    start_server: Start, one_minute: None
) -> None:
    limits = Limits(requests_per_minute=10)
    running = start_server(limits=limits, trusted_proxies=("127.0.0.1",))
    async with Guest(running.address) as anna:
        await anna.create(NewTable("fragile", join=Joining("Anna")))
        codes = [
            (
                await anna.http.get("/api/games", headers={"X-Forwarded-For": f"203.0.113.{n}"})
            ).status_code
            for n in range(40)
        ]
    assert codes.count(200) <= 10


async def test_the_rates_of_nodes_add_up_and_none_waits_for_them() -> None:
    shared: dict[str, int] = {}

    async def add_up(_: int, counts: dict[str, int]) -> dict[str, int]:
        for key, count in counts.items():
            shared[key] = shared.get(key, 0) + count
        return {key: shared[key] for key in counts}

    async def away(_: int, __: dict[str, int]) -> dict[str, int]:
        raise ConnectionResetError

    now = [120.0]
    one, two = Rates(lambda: now[0]), Rates(lambda: now[0])
    assert [one.allow(["a"], 3), one.allow(["a"], 3), two.allow(["a"], 3)] == [True] * 3
    with pytest.raises(ConnectionResetError):
        await one.exchange(away)
    await one.exchange(add_up)
    await two.exchange(add_up)
    assert not two.allow(["a"], 3)
    assert two.allow(["b"], 3)
    assert one.allow(["a"], 3)  # it has not heard of the other yet
    assert one.seconds_left() == 60
    now[0] += 60
    assert two.allow(["a"], 3)


def test_counts_take_bounded_memory() -> None:
    rates = Rates(lambda: 0.0)
    for number in range(MOST_KEYS + 1000):
        rates.allow([str(number)], 10)
    assert len(rates._known) <= MOST_KEYS + 1
    assert rates._known[THE_REST] == 10


async def test_who_asks_too_often_hears_it_late_and_so_cannot_go_on_as_fast(
    start_server: Start, one_minute: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start_server(limits=Limits(requests_per_minute=1))
    held: list[float] = []

    async def wait(seconds: float) -> None:
        held.append(seconds)

    monkeypatch.setattr(gate, "LATE", 123.0)
    monkeypatch.setattr(gate, "sleep", wait)
    async with httpx.AsyncClient(base_url=running.address, timeout=WAIT) as client:
        codes = [(await client.get("/api/games")).status_code for _ in range(3)]
    assert codes == [200, 429, 429]
    assert held.count(123.0) == 2


@pytest.mark.parametrize(
    ("query", "cookie", "status"),
    [("a&" * 4100, "", 404), ("", "a=b; " * 2000, 431), ("a=" + "b" * 500, "a=b", 200)],
)
async def test_long_queries_and_many_cookies_are_not_taken_apart(
    start_server: Start, query: str, cookie: str, status: int
) -> None:
    head = f"GET /health?{query} HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nConnection: close"
    answer = await answer_of(start_server().address, f"{head}\r\n\r\n".encode())
    assert status_of(answer) == status
