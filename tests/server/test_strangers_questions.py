"""Strangers who ask: odd tokens, forms, long questions, and progress without an end."""

import json
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar._openapi.plugin import OpenAPIPlugin
from sqlalchemy import Engine, event
from uvicorn.middleware.proxy_headers import _TrustedHosts
from websockets.asyncio.client import connect

from attacks_questions import FORM, Stranger, full_progress, long_record
from house import FREE, Running, Start
from tablee.server import askers, budgets
from tablee.server.callers import mapped_too
from tablee.server.crowd import Crowd
from tablee.server.problems import scores, shelf
from tablee.server.settings import Limits
from tablee.server.whatif import api as what_if

pytestmark = pytest.mark.anyio

FIRST = "2;C6gC3;D6,B9;C2"
SEATED = {"game": "fragile", "join": {"name": "Eve"}}


@pytest.fixture(scope="module")
def store() -> Callable[[], dict[str, str]]:
    """Where tables are kept makes no difference here."""
    return dict


@pytest.fixture
async def stranger(running: Running) -> AsyncIterator[Stranger]:
    async with Stranger(running.address) as found:
        yield found


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# Tokens and forms


@pytest.mark.parametrize("quoted", ["%C3%A9", "\xe9"], ids=["quoted", "as it is"])
async def test_a_token_that_is_not_ascii_is_refused(stranger: Stranger, quoted: str) -> None:
    odd = ("x" * 64 + quoted * 64).encode("latin-1")
    headers = {"x-csrftoken": odd, "cookie": b"csrftoken=" + odd}
    answer = await stranger.post("/api/tables", json={"game": "fragile"}, headers=headers)
    assert code_of(answer) == (400, "bad-message")


async def test_nobody_looks_for_a_token_in_a_form(stranger: Stranger) -> None:
    kinds = (FORM, {"content-type": "multipart/form-data; boundary=x"})
    for kind in kinds:
        answer = await stranger.post("/api/tables", content=b"a=&" * 20_000, headers=kind)
        assert code_of(answer) == (400, "bad-message")


# The first who asks


async def test_what_takes_long_the_first_time_does_not_hold_the_loop(
    start_server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    def note(work: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*about: Any) -> Any:
            threads.append(threading.current_thread())
            return work(*about)

        return noted

    monkeypatch.setattr(OpenAPIPlugin, "_build_openapi", note(OpenAPIPlugin._build_openapi))
    monkeypatch.setattr(shelf, "_shipped_books", note(shelf._shipped_books))
    running = start_server()
    async with Stranger(running.address) as stranger:
        for path in ("/schema/openapi.json", "/api/problems"):
            threads.clear()
            assert (await stranger.get(path)).status_code == 200
            assert threads[0] is not running.thread


# Proxies


def test_a_proxy_is_trusted_however_its_address_is_written() -> None:
    trusted = mapped_too(["10.0.0.0/8", "127.0.0.1", "2001:db8::/32"])
    hosts = _TrustedHosts(trusted)
    for proxy in ("10.1.2.3", "::ffff:10.1.2.3", "::ffff:127.0.0.1", "2001:db8::5"):
        assert proxy in hosts
    for stranger in ("11.1.2.3", "::ffff:11.1.2.3", "2001:db9::5"):
        assert stranger not in hosts
    crowd = Crowd(Limits(connections_per_address=1), trusted, 10_000)
    assert [crowd.enter("::ffff:10.1.2.3") for _ in range(3)] == [True] * 3


# Questions that take long


def sleep_beside(wish: Any) -> None:
    """Goes on for ever, and leaves a mark for each time it begins."""
    folder = Path(wish.typed)
    (folder / f"{time.time_ns()}").touch()
    time.sleep(600)


async def test_a_question_that_takes_too_long_is_dropped_once_and_for_all(
    start_server: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(what_if, "looked", sleep_beside)
    monkeypatch.setattr(askers, "LONGEST", 0.2)
    folder = tmp_path / "marks"
    folder.mkdir()
    async with Stranger(start_server().address) as stranger:
        wish = {"start": {"type": "problem", "problem": FIRST}, "typed": str(folder)}
        assert code_of(await stranger.ask("/api/what-if", wish)) == (503, "busy")
    assert len(list(folder.iterdir())) == 1


async def test_who_asks_for_a_long_log_again_and_again_gets_its_end(start_server: Start) -> None:
    limits = replace(FREE, messages_per_second=0.0, message_burst=60)
    async with Stranger(start_server(limits=limits).address) as stranger:
        start = {"type": "record", "text": long_record(600)}
        wish = {"seats": [{}, {"bot": "random"}], "join": {"name": "Eve"}, "private": False}
        made = await stranger.ask("/api/what-if/table", {**wish, "start": start})
        live = f"/live/{made.json()['table']['id']}"
    kinds = []
    async with connect(str(stranger.base_url).replace("http", "ws", 1).rstrip("/") + live) as eve:
        await eve.send('{"type": "hello"}')
        number = json.loads(await eve.recv())["state"]["number"]
        for _ in range(3):
            await eve.send(f'{{"type": "resume", "last": {number - 500}}}')
            kinds.append(json.loads(await eve.recv())["type"])
    assert kinds == ["update", "update", "snapshot"]


# What stays on the disk


async def test_a_table_that_goes_on_pays_for_the_moves_it_begins_with(
    start_server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budgets, "DEED_BURST", 100)
    running = start_server(limits=replace(FREE, messages_per_second=0.0, guests_per_caller=3))
    wish = {"seats": [{}, {"bot": "random"}], "join": {"name": "Eve"}}

    async def play_on(moves: int) -> httpx.Response:
        async with Stranger(running.address) as stranger:  # a new guest each time
            start = {"type": "record", "text": long_record(moves)}
            return await stranger.ask("/api/what-if/table", {**wish, "start": start})

    assert code_of(await play_on(200)) == (429, "rate")
    for _ in range(3):
        assert (await play_on(80)).status_code == 201
    assert code_of(await play_on(80)) == (429, "rate")  # the whole address has used its share


async def test_progress_does_not_grow_for_ever(
    start_server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scores, "PROGRESS_BYTES", 50_000)
    monkeypatch.setattr(scores, "PROGRESS_RATE", 0)
    async with Stranger(start_server().address) as stranger:
        await stranger.ask("/api/tables", SEATED)
        first, second, *_ = full_progress()
        assert (await stranger.ask("/api/problems/progress", first)).status_code == 200
        refused = await stranger.ask("/api/problems/progress", second)
        assert code_of(refused) == (429, "rate")
        # What is kept already costs nothing.
        kept = (await stranger.ask("/api/problems/progress", first)).json()["problems"]
        assert kept == first["problems"]


async def test_the_progress_of_a_hundred_problems_is_written_at_once(stranger: Stranger) -> None:
    """From its first statement on, SQLite saves nobody's moves."""
    await stranger.ask("/api/tables", SEATED)
    seen: list[str] = []

    def note(_: Any, __: Any, sql: str, *___: Any) -> None:
        seen.append(sql)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        answer = await stranger.ask("/api/problems/progress", full_progress()[1])
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    assert len(answer.json()["problems"]) == 100
    assert sum(sql.startswith("INSERT INTO progress") for sql in seen) == 1


async def test_a_solution_to_keep_has_a_longest_size(stranger: Stranger) -> None:
    await stranger.ask("/api/tables", SEATED)
    best = {"turns": 9, "hints": 0, "moves": ["x" * 200] * 300}
    answer = await stranger.ask("/api/problems/progress", {"problems": {FIRST: {"best": best}}})
    assert code_of(answer) == (400, "bad-message")
