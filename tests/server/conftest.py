"""A real server on a free port of this machine, and guests who visit it."""

import os
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from house import FREE, Running, ServerProcess, Start, start
from services import Postgres, Redis, why_not
from tablee.client import Guest
from tablee.server import gate
from tablee.server.rates import Rates
from tablee.server.settings import Settings

PURE = os.environ.get("TABLEE_EXPECT_BUILD") == "pure"
PLAY = ("test_whole_game", "test_moves")
"""Tests that play games. A pure build does this in another way."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = "does not depend on the build; tested on the compiled one"
    for item in items:
        if PURE and Path(__file__).parent in item.path.parents and item.path.stem not in PLAY:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    _services_or_skip()
    service = Postgres()
    yield service
    service.remove()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    _services_or_skip()
    service = Redis()
    yield service
    service.remove()


def _services_or_skip() -> None:
    if reason := why_not():
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)


Store = Callable[[], dict[str, str]]
"""The settings of a server with a database of its own."""


KEEP_NOTHING = ("test_page", "test_problems", "test_learning", "test_strangers_solver")
"""Tests without tables. They are the same on every database."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test runs on both: SQLite for one machine, PostgreSQL and Redis for several nodes."""
    own = "store" in vars(metafunc.module)
    if "store" in metafunc.fixturenames and not own:
        name = metafunc.module.__name__.rpartition(".")[2]
        kinds = ["sqlite"] if PURE or name in KEEP_NOTHING else ["sqlite", "postgresql"]
        metafunc.parametrize("store", kinds, indirect=True, scope="module")


@pytest.fixture(scope="module")
def store(request: pytest.FixtureRequest) -> Store:
    if request.param == "sqlite":
        return dict
    postgres: Postgres = request.getfixturevalue("postgres")
    redis: Redis = request.getfixturevalue("redis")
    return lambda: {"database": postgres.new_database(), "broker": redis.new_space()}


@pytest.fixture
def start_server(tmp_path: Path, store: Store) -> Iterator[Start]:
    """Starts a server, with the same tables each time."""
    started: list[Running] = []
    where = store()

    def start_one(**changes: Any) -> Running:
        limits = changes.pop("limits", FREE)
        settings = Settings(
            **{"data_dir": tmp_path, "limits": limits, "think_seconds": 0.01, **where, **changes}
        )
        started.append(start(settings))
        return started[-1]

    yield start_one
    for running in started:
        running.stop()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, store: Store) -> Iterator[Running]:
    """One server for the tests of a module that do not stop it."""
    folder = tmp_path_factory.mktemp("server")
    found = start(Settings(data_dir=folder, limits=FREE, think_seconds=0.01, **store()))
    yield found
    found.stop()


@pytest.fixture
async def anna(running: Running) -> AsyncIterator[Guest]:
    async with Guest(running.address) as guest:
        yield guest


@pytest.fixture
async def bert(running: Running) -> AsyncIterator[Guest]:
    async with Guest(running.address) as guest:
        yield guest


@pytest.fixture
def one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has all of a test happen in one minute, in which requests are counted together."""
    monkeypatch.setattr(Rates, "_turn", lambda _: None)
    monkeypatch.setattr(gate, "LATE", 0.0)


@pytest.fixture
def server_process(tmp_path: Path, store: Store) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path, **store())
    yield process
    if process.process is not None and process.process.poll() is None:
        process.process.kill()
        process.process.wait()
