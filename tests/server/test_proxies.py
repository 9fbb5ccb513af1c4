"""Behind real proxies, with the configurations of ``deploy/``: Caddy and nginx."""

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from house import FREE, Running, Start, seat_two
from services import Proxy, program
from tablee.client import Guest
from tablee.server.settings import Limits

pytestmark = pytest.mark.anyio

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
PROXIES = ("caddy", "nginx")
HERE = "127.0.0.1"
"""The address of the proxy. Visitors come from other addresses of this machine."""


@pytest.fixture
def store() -> Callable[[], dict[str, str]]:
    """Where tables are kept makes no difference here."""
    return dict


def replaced(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def caddy(path: str, port: int, server: str) -> tuple[list[str], str]:
    text = (DEPLOY / "Caddyfile").read_text()
    text = replaced(text, "\n:8000 {", f"\nhttp://{HERE}:{port}, http://evil.example:{port} {{")
    text = replaced(text, "node1:8000 node2:8000 node3:8000", server)
    options = "{\n\tadmin off\n}\n"
    command = [path, "run", "--adapter", "caddyfile", "--config", "{file}"]
    return ["env", "HOME={folder}", "XDG_CONFIG_HOME={folder}", *command], options + text


def nginx(path: str, port: int, server: str) -> tuple[list[str], str]:
    text = (DEPLOY / "nginx.conf").read_text()
    text = replaced(text, "listen 80;", f"listen {HERE}:{port};")
    text = replaced(text, "server 127.0.0.1:8000;", f"server {server};")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {kind};\n" for kind in kinds)
    user = "user root;\n" if os.geteuid() == 0 else ""
    own = f"{user}daemon off;\npid nginx.pid;\nerror_log stderr;\nevents {{}}\n"
    text = f"{own}http {{\naccess_log off;\n{paths}{text}}}\n"
    return [path, "-p", "{folder}", "-c", "{file}", "-e", "stderr"], text


@pytest.fixture(params=PROXIES)
def behind(
    request: pytest.FixtureRequest, start_server: Start
) -> Iterator[Callable[..., tuple[Running, str]]]:
    """Starts a server behind a proxy, and returns it with the address of the proxy."""
    path = program(request.param, request.param)
    if path is None:
        reason = f"no {request.param}: as root, apt-get install {request.param}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    started: list[Proxy] = []

    def start_both(**settings: object) -> tuple[Running, str]:
        running = start_server(trusted_proxies=(HERE,), **settings)
        with socket.socket() as free:
            free.bind((HERE, 0))
            port = free.getsockname()[1]
        make = {"caddy": caddy, "nginx": nginx}[request.param]
        server = running.address.removeprefix("http://")
        started.append(Proxy(*make(path, port, server), port))
        return running, started[-1].address

    yield start_both
    for proxy in started:
        proxy.remove()


def visitor(address: str, number: int) -> httpx.AsyncClient:
    """Somebody with an address of their own."""
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{number}")
    return httpx.AsyncClient(base_url=address, transport=transport, timeout=60)


Behind = Callable[..., tuple[Running, str]]


async def test_each_visitor_has_a_budget_of_their_own(behind: Behind, one_minute: None) -> None:
    _, address = behind(limits=Limits(requests_per_minute=10))
    async with visitor(address, 2) as anna, visitor(address, 3) as bert:
        codes = [(await anna.get("/api/games")).status_code for _ in range(40)]
        assert codes == [200] * 10 + [429] * 30
        assert (await bert.get("/api/games")).status_code == 200


async def test_a_header_of_their_own_gives_visitors_no_other_budget(
    behind: Behind, one_minute: None
) -> None:
    _, address = behind(limits=Limits(requests_per_minute=10))
    async with visitor(address, 4) as anna:
        codes = []
        for number in range(40):
            headers = {"X-Forwarded-For": f"203.0.113.{number}", "X-Real-IP": f"10.0.0.{number}"}
            codes.append((await anna.get("/api/games", headers=headers)).status_code)
    assert codes == [200] * 10 + [429] * 30


async def test_people_play_through_it_and_other_sites_do_not(behind: Behind) -> None:
    _, address = behind(limits=FREE, hosts=(HERE,))
    async with Guest(address) as anna, Guest(address) as bert:
        table_id = (await seat_two(anna, bert)).table.id
        async with anna.live(table_id) as left, bert.live(table_id) as right:
            await left.play("depot A1")
            await right.until(lambda t: t.number >= left.number, timeout=60)
        live = f"{address.replace('http', 'ws', 1)}/live/{table_id}"
        async with connect(live, additional_headers={"Origin": address}):
            pass
        with pytest.raises(InvalidStatus) as refused:
            await connect(live, additional_headers={"Origin": "http://evil.example"})
        assert refused.value.response.status_code == 403


async def test_a_name_that_is_not_ours_is_refused(behind: Behind) -> None:
    _, address = behind(limits=FREE, hosts=(HERE,))
    port = address.rpartition(":")[2]
    async with visitor(address, 5) as anna:
        assert (await anna.get("/api/games")).status_code == 200
        answer = await anna.get("/api/games", headers={"Host": f"evil.example:{port}"})
    assert answer.status_code == 421


async def test_the_metrics_do_not_answer_through_it(behind: Behind) -> None:
    running, address = behind(limits=FREE, admin_token="right")
    async with visitor(address, 6) as anna, visitor(running.address, 1) as local:
        assert (await anna.get("/metrics")).status_code == 401
        assert (await local.get("/metrics")).status_code == 401
        token = {"Authorization": "Bearer right"}
        assert (await local.get("/metrics", headers=token)).status_code == 200
