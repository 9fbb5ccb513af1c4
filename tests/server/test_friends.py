"""Hosting for friends: over TLS behind a real Caddy and a real nginx, by the files of the guide."""

import os
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from house import FREE, Start, seat_two
from services import Proxy, program
from tablee.cli.arguments import build_parser
from tablee.client import Guest

pytestmark = pytest.mark.anyio

FRIENDS = Path(__file__).parents[2] / "deploy" / "friends"
HERE = "127.0.0.1"


@pytest.fixture
def store() -> Callable[[], dict[str, str]]:
    """Where tables are kept makes no difference here."""
    return dict


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Makes a certificate for this machine, signed by itself, with the key beside it."""
    folder = tmp_path_factory.mktemp("certificate")
    path = program("openssl", "openssl")
    if path is None:
        pytest.skip("no openssl: as root, apt-get install openssl")
    made = f"-keyout {folder}/key.pem -out {folder}/chain.pem -subj /CN=localhost".split()
    names = ["-addext", f"subjectAltName=DNS:localhost,IP:{HERE}"]
    command = [path, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *made, *names]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def free_port() -> int:
    with socket.socket() as free:
        free.bind((HERE, 0))
        port: int = free.getsockname()[1]
        return port


def replaced(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def caddy(path: str, port: int, server: str, made: Path) -> tuple[list[str], str]:
    text = replaced(
        (FRIENDS / "Caddyfile").read_text(),
        ("table.example {", f"https://localhost:{port} {{\n\ttls {made}/chain.pem {made}/key.pem"),
        ("127.0.0.1:8000", server),
    )
    options = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
    command = [path, "run", "--adapter", "caddyfile", "--config", "{file}"]
    return ["env", "HOME={folder}", "XDG_CONFIG_HOME={folder}", *command], options + text


def nginx(path: str, port: int, server: str, made: Path) -> tuple[list[str], str]:
    live = "/etc/letsencrypt/live/table.example"
    text = replaced(
        (FRIENDS / "nginx.conf").read_text(),
        ("listen 80;", f"listen {HERE}:{free_port()};"),
        ("listen 443 ssl;", f"listen {HERE}:{port} ssl;"),
        ("table.example;", "localhost;"),
        (f"{live}/fullchain.pem", f"{made}/chain.pem"),
        (f"{live}/privkey.pem", f"{made}/key.pem"),
        ("127.0.0.1:8000", server),
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {kind};\n" for kind in kinds)
    user = "user root;\n" if os.geteuid() == 0 else ""
    own = f"{user}daemon off;\npid nginx.pid;\nerror_log stderr;\nevents {{}}\n"
    text = f"{own}http {{\naccess_log off;\n{paths}{text}}}\n"
    return [path, "-p", "{folder}", "-c", "{file}", "-e", "stderr"], text


@pytest.fixture(params=("caddy", "nginx"))
def address(
    request: pytest.FixtureRequest, start_server: Start, certificate: Path
) -> Iterator[str]:
    """The address of a server behind a proxy that speaks TLS."""
    path = program(request.param, request.param)
    if path is None:
        pytest.skip(f"no {request.param}: as root, apt-get install {request.param}")
    running = start_server(
        trusted_proxies=(HERE,), hosts=("localhost",), secure_cookies=True, limits=FREE
    )
    port = free_port()
    make = {"caddy": caddy, "nginx": nginx}[request.param]
    server = running.address.removeprefix("http://")
    proxy = Proxy(*make(path, port, server, certificate), port)
    yield f"https://localhost:{port}"
    proxy.remove()


async def test_friends_play_over_tls(address: str, certificate: Path) -> None:
    trusted = ssl.create_default_context(cafile=certificate / "chain.pem")
    async with Guest(address, trusted=trusted) as anna, Guest(address, trusted=trusted) as bert:
        table_id = (await seat_two(anna, bert, private=True)).table.id
        async with anna.live(table_id) as left, bert.live(table_id) as right:
            await left.play("depot A1")
            await right.until(lambda t: t.number >= left.number, timeout=60)
        page = await anna.http.get("/api/games")
        assert page.headers["strict-transport-security"].startswith("max-age=")
        assert all(cookie.secure for cookie in anna.http.cookies.jar)
    with pytest.raises(httpx.ConnectError):
        async with Guest(address) as stranger:  # who does not trust this certificate
            await stranger.games()


def test_the_service_starts_the_server_with_options_that_exist() -> None:
    unit = (FRIENDS / "tablee.service").read_text()
    [started] = [line for line in unit.splitlines() if line.startswith("ExecStart=")]
    options = build_parser("en").parse_args(started.split()[1:])
    assert options.https
    assert options.host is None or options.host.startswith("127.")
