"""docs/security.md promises what the server does: its tables are read and tried row by row."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from house import Running, Start
from tablee.client import Guest
from tablee.server.security import HEADERS
from tablee.server.settings import Limits, Settings
from tablee.server.wishes import Joining, NewTable, TableStatus

pytestmark = pytest.mark.anyio

PAGE = (Path(__file__).parents[2] / "docs" / "security.md").read_text("utf-8")
PEOPLE = ("stranger", "guest", "player", "host")


def rows(begin: str, end: str) -> list[list[str]]:
    """The rows of a table of the page, without its heading."""
    block = PAGE.partition(f"<!-- {begin} -->")[2].partition(f"<!-- {end} -->")[0]
    lines = [line for line in block.strip().split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


STATUSES = rows("statuses", "end of statuses")
ORIGINS = rows("origins", "end of origins")
COOKIES = rows("cookies", "end of cookies")


class Scene:
    """A public and a private table of one host at which one player sits, and four who ask."""

    def __init__(self, people: dict[str, Guest], public: TableStatus, private: TableStatus) -> None:
        self.people, self.public, self.private = people, public, private

    async def status(self, who: str, request: str) -> int:
        http = self.people[who].http
        await http.get("/health")
        token = {"x-csrftoken": http.cookies["csrftoken"]}
        public, private = (f"/api/tables/{one.table.id}" for one in (self.public, self.private))
        watching = self.private.watch_key
        seat = {"name": "Eve"}
        asked: dict[str, Callable[[], Awaitable[httpx.Response]]] = {
            "POST /api/tables without the CSRF token": lambda: http.post(
                "/api/tables", json={"game": "fragile"}
            ),
            "GET a public table": lambda: http.get(public),
            "GET the log of a public table": lambda: http.get(f"{public}/log"),
            "GET a private table without its link": lambda: http.get(private),
            "GET the log of a private table without its link": lambda: http.get(f"{private}/log"),
            "GET the record of a private table without its link": lambda: http.get(
                f"{private}/record"
            ),
            "GET a private table with the link for watching": lambda: http.get(
                f"{private}?key={watching}"
            ),
            "POST a seat at a private table without its link": lambda: http.post(
                f"{private}/seats", json=seat, headers=token
            ),
            "POST a seat at a private table with the link for watching": lambda: http.post(
                f"{private}/seats", json={**seat, "key": watching}, headers=token
            ),
            "DELETE the seat of another player": lambda: http.delete(
                f"{public}/seats/1", headers=token
            ),
            "POST a rematch": lambda: http.post(f"{public}/rematch", headers=token),
            "POST to take back across turns": lambda: http.post(
                f"{public}/rewind", json={"version": 0}, headers=token
            ),
            "POST the analysis of a game that goes on": lambda: http.post(
                f"{public}/analysis", headers=token
            ),
            "POST the analysis of a private table without its link": lambda: http.post(
                f"{private}/analysis", headers=token
            ),
            "GET the analysis of a private table without its link": lambda: http.get(
                f"{private}/analysis"
            ),
            "GET /metrics through a proxy": lambda: http.get(
                "/metrics", headers={"X-Forwarded-For": "203.0.113.9"}
            ),
        }
        plain = request.replace("`", "")
        if plain in asked:
            return (await asked[plain]()).status_code
        method, _, path = plain.partition(" ")
        assert path.startswith("/"), f"no test for {plain}"
        return (await http.request(method, path)).status_code


@pytest.fixture
async def scene(running: Running) -> AsyncIterator[Scene]:
    """Four seats at each table: the player on the first, somebody on the second, two open."""
    people = {who: Guest(running.address) for who in PEOPLE}
    stranger, other = people["stranger"], Guest(running.address)
    made = []
    for private in (False, True):
        wish = NewTable("fragile", {"players": "4"}, private=private)
        table = await people["host"].create(wish)
        for guest, name in ((people["player"], "Anna"), (other, "Bert")):
            await guest.join(table.table.id, Joining(name, key=table.join_key))
        made.append(table)
    await people["guest"].create(NewTable("fragile"))
    assert not stranger.http.cookies
    yield Scene(people, *made)
    for guest in (*people.values(), other):
        await guest.http.aclose()


@pytest.mark.parametrize("row", STATUSES, ids=lambda row: row[0].replace("`", ""))
async def test_everybody_reaches_what_the_page_says(scene: Scene, row: list[str]) -> None:
    found = []
    for who in PEOPLE:
        found.append(str(await scene.status(who, row[0])))
        if found[-1] == "201" and "seat" in row[0]:  # the next one finds the seats as they were
            await _stand_up(scene)
    assert found == row[1:]


async def _stand_up(scene: Scene) -> None:
    table = scene.private.table.id
    mine = (await scene.people["host"].look(table)).yours
    for seat in mine:
        await scene.people["host"].leave(table, seat)


async def test_the_page_names_every_limit_with_its_default() -> None:
    named = {
        name.strip("`"): value.replace(" ", "")
        for name, value, _ in rows("table: limits (docs/tables.py)", "end")
    }
    for kind in (Limits(), Settings()):
        for name, value in vars(kind).items():
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if is_number and name != "port":  # which limits nothing
                assert float(named[name]) == value


async def test_no_limit_is_without_an_explanation() -> None:
    for name, _, about in rows("table: limits (docs/tables.py)", "end"):
        assert about.rstrip("|").strip(), name


@pytest.mark.parametrize("path", ["/", "/api/tables", "/health", "/api/tables/000000000000"])
async def test_every_answer_has_the_headers_of_the_page(running: Running, path: str) -> None:
    promised = rows("table: headers (docs/tables.py)", "end")
    assert len(promised) == len(HEADERS)
    async with httpx.AsyncClient(base_url=running.address, timeout=60) as client:
        sent = (await client.get(path)).headers
    for name, value in promised:
        assert sent[name.strip("`")] == value.strip("`")


@pytest.mark.parametrize("https", [False, True])
async def test_cookies_have_the_flags_of_the_page(start_server: Start, https: bool) -> None:
    running = start_server(secure_cookies=https)
    async with httpx.AsyncClient(base_url=running.address, timeout=60) as client:
        first = await client.get("/health")
        token = _value(first, "csrftoken")
        both = {"x-csrftoken": token, "cookie": f"csrftoken={token}"}
        second = await client.post("/api/tables", json={"game": "fragile"}, headers=both)
    assert second.status_code == 201
    sent = {"csrftoken": _flags(first, "csrftoken"), "tablee_guest": _flags(second, "tablee_guest")}
    for name, flags, secure in COOKIES:
        promised = {flag.strip(" `").lower() for flag in flags.split(";")}
        if https:
            promised.add(secure.strip("`").lower())
        assert {flag for flag in sent[name.strip("`")] if "max-age" not in flag} == promised


def _set_cookie(answer: httpx.Response, name: str) -> str:
    return next(one for one in answer.headers.get_list("set-cookie") if one.startswith(f"{name}="))


def _value(answer: httpx.Response, name: str) -> str:
    return re.split("[=;]", _set_cookie(answer, name))[1]


def _flags(answer: httpx.Response, name: str) -> set[str]:
    return {flag.strip().lower() for flag in _set_cookie(answer, name).split(";")[1:]}


@pytest.mark.parametrize("row", ORIGINS, ids=lambda row: row[0].replace("`", ""))
async def test_pages_open_sockets_as_the_page_says(start_server: Start, row: list[str]) -> None:
    running = start_server(origins=("https://friends.example",))
    origins = {
        "none: a program, not a page": None,
        "the server's own address, as in `Host`": running.address,
        "an address given with `--origin`": "https://friends.example",
        "any other": "https://evil.example",
        "`null`": "null",
    }
    origin = origins[row[0]]
    async with Guest(running.address) as anna:
        table_id = (await anna.create(NewTable("fragile"))).table.id
    address = f"{running.address.replace('http', 'ws', 1)}/live/{table_id}"
    headers = {} if origin is None else {"Origin": origin}
    try:
        async with connect(address, additional_headers=headers):
            found = "opens"
    except InvalidStatus as refused:
        found = str(refused.response.status_code)
    assert found == row[1]
