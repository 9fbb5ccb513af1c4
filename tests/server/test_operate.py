"""The promises of docs/operate.md to operators: backups, upgrades, metrics, logs, health."""

import asyncio
import json
import re
import shutil
import sqlite3
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from house import FREE, ServerProcess, Start, start
from services import Postgres, Redis
from tablee.cli import main
from tablee.client import Guest, LiveTable, ServerRefused
from tablee.server import protocol
from tablee.server.settings import Settings
from tablee.server.wishes import Joining, NewTable, SeatWish

pytestmark = pytest.mark.anyio

ADMIN = {"Authorization": "Bearer right"}
ROOT = Path(__file__).parent.parent.parent
ENDLESS = {"idle": "off"}


@pytest.fixture
def process(tmp_path: Path, postgres: Postgres, redis: Redis) -> Iterator[ServerProcess]:
    """A node in a process of its own."""
    node = ServerProcess(tmp_path, postgres.new_database(), redis.new_space())
    node.errors = tmp_path / "errors"
    yield node
    if node.process is not None and node.process.poll() is None:
        node.process.kill()
        node.process.wait()


async def against_a_bot(guest: Guest) -> str:
    seats = [SeatWish(), SeatWish(bot="random")]
    plan = NewTable("fragile", ENDLESS, seats=seats, join=Joining("Anna"))
    return (await guest.create(plan)).table.id


async def play(table: LiveTable, moves: int) -> None:
    for _ in range(moves):
        await table.until(lambda t: t.is_my_turn, timeout=60)
        await table.play(table.state.moves[0])


# Backup


async def test_a_copy_of_sqlite_made_during_play_is_a_whole_house(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    second.mkdir()
    running = start(Settings(data_dir=first, limits=FREE, think_seconds=0.01))
    async with Guest(running.address) as anna:
        table_id = await against_a_bot(anna)
        async with anna.live(table_id) as table:
            await play(table, 5)
            with (
                sqlite3.connect(first / "tablee.sqlite3") as source,
                sqlite3.connect(second / "tablee.sqlite3") as target,
            ):
                source.backup(target)
            source.close()
            target.close()
            shutil.copy(first / "signing.key", second)
            await play(table, 2)  # what comes after a backup is not in it
        before = await anna.log(table_id)
        running.stop()
        restored = start(Settings(data_dir=second, limits=FREE, think_seconds=0.01))
        try:
            await goes_on_from(restored.address, anna, table_id, before)
        finally:
            restored.stop()


async def test_a_dump_of_postgresql_made_during_play_is_a_whole_house(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    database = postgres.new_database()
    shared = {"data_dir": tmp_path, "limits": FREE, "think_seconds": 0.01}
    running = start(Settings(**shared, database=database, broker=redis.new_space()))
    async with Guest(running.address) as anna:
        table_id = await against_a_bot(anna)
        async with anna.live(table_id) as table:
            await play(table, 5)
            dumped = await asyncio.to_thread(postgres.dump, name_of(database))
            await play(table, 2)
        before = await anna.log(table_id)
        running.stop()
        other = postgres.new_database()
        postgres.restore(dumped, name_of(other))
        restored = start(Settings(**shared, database=other, broker=redis.new_space()))
        try:
            await goes_on_from(restored.address, anna, table_id, before)
        finally:
            restored.stop()


def name_of(address: str) -> str:
    found = re.search(r"/(\w+)\?", address)
    assert found is not None
    return found[1]


async def goes_on_from(address: str, anna: Guest, table_id: str, before: list[Any]) -> None:
    """Checks that the table is as it was in the backup, and that its guest still has the seat."""
    async with Guest(address) as again:
        again.http.cookies.update(anna.http.cookies)
        async with again.live(table_id) as table:
            await table.until(lambda t: t.is_my_turn, timeout=60)
            log = await again.log(table_id)
            common = [entry for entry, old in zip(log, before, strict=False) if entry == old]
            assert len(common) >= 8
            await play(table, 2)


# Upgrade


async def test_old_and_new_versions_serve_side_by_side(
    start_server: Start, process: ServerProcess, postgres: Postgres, store: Any
) -> None:
    old = start_server(database=process.database, broker=process.broker)
    postgres.run_sql("ALTER TABLE tables ADD COLUMN shade int", name_of(process.database))
    postgres.run_sql("UPDATE alembic_version SET version_num = 'next'", name_of(process.database))
    process.program = (str(Path(__file__).parent / "next_version.py"),)
    async with Guest(old.address) as anna:
        of_old = await against_a_bot(anna)
        async with anna.live(of_old) as table:
            process.start()
            await process.is_up()
            async with Guest(process.address) as bert:
                bert.http.cookies.update(anna.http.cookies)
                of_new = await against_a_bot(bert)
                await play(table, 5)
                async with bert.live(of_new) as other:
                    await play(other, 5)
                for guest, table_id in ((anna, of_new), (bert, of_old)):
                    await is_left_to_others(guest, table_id)
                await play(table, 1)
                assert len(await anna.tables()) == len(await bert.tables()) == 2
    assert process.end() == 0


@pytest.fixture
def store(postgres: Postgres, redis: Redis) -> Any:
    """In this file ``start_server`` gets the address of its database."""
    return dict


async def is_left_to_others(guest: Guest, table_id: str) -> None:
    with pytest.raises(ServerRefused) as refusal:
        await guest.look(table_id)
    assert refusal.value.code == "elsewhere"
    address = f"{guest.address.replace('http', 'ws', 1)}/live/{table_id}"
    async with connect(address, additional_headers={"Cookie": guest.cookies()}) as socket:
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == protocol.LATER


# Several processes


async def test_several_workers_at_one_address_are_one_house(
    process: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_ADMIN_TOKEN", "right")
    process.options = ("--workers", "2")
    process.start()
    await process.is_up()
    async with Guest(process.address) as anna:
        table_id = await against_a_bot(anna)
        async with anna.live(table_id) as one, anna.live(table_id) as two:
            await play(one, 3)
            await two.until(lambda t: t.number >= one.number, timeout=60)
        metrics = (await anna.http.get("/metrics", headers=ADMIN)).text
        assert 'tablee_moves_total{by="person",game="fragile"} 3.0' in metrics
    assert process.end() == 0


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        (["--workers", "2"], "--broker"),
        (["--broker", "redis://127.0.0.1:1/0"], "--database"),
    ],
)
def test_what_needs_more_says_what(
    options: list[str],
    missing: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    assert main(["serve", "--port", "0", "--data-dir", str(tmp_path), *options]) != 0
    assert missing in capsys.readouterr().err


def test_without_its_packages_a_node_says_how_to_get_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setitem(sys.modules, "tablee.server.storage.postgresql", None)
    where = ["--data-dir", str(tmp_path), "--database", "postgresql://nobody@127.0.0.1:1/none"]
    assert main(["serve", "--port", "0", *where]) != 0
    assert "tablee[nodes]" in capsys.readouterr().err


# Watching


async def test_a_node_without_its_database_lives_but_is_not_ready(
    start_server: Start, postgres: Postgres, redis: Redis
) -> None:
    node = start_server(database=postgres.new_database(), broker=redis.new_space())
    async with httpx.AsyncClient(base_url=node.address, timeout=30) as client:
        async with asyncio.timeout(60):
            while (await client.get("/health/ready")).json()["broker"] is not True:
                await asyncio.sleep(0.1)
        await asyncio.to_thread(postgres.stop)
        try:
            assert (await client.get("/health/ready")).status_code == 503
            assert (await client.get("/health/live")).status_code == 200
        finally:
            await asyncio.to_thread(postgres.start)
        async with asyncio.timeout(60):
            while (await client.get("/health/ready")).status_code != 200:
                await asyncio.sleep(0.1)


async def test_the_dashboard_shows_what_is_measured(start_server: Start) -> None:
    running = start_server(admin_token="right")
    board = json.loads((ROOT / "deploy" / "grafana.json").read_text())
    asked = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    async with Guest(running.address) as anna:
        table_id = await against_a_bot(anna)
        async with anna.live(table_id) as table:
            await play(table, 1)
            with pytest.raises(ServerRefused):
                await table.play("nonsense")
            await table.until(lambda t: t.is_my_turn, timeout=60)
        metrics = (await anna.http.get("/metrics", headers=ADMIN)).text
    names = set(re.findall(r"\b(?:tablee|litestar)_\w+", asked))
    assert len(names) >= 10
    assert {name for name in names if f"\n{name}" not in metrics} == set()


async def test_logs_tell_each_request_by_an_id_and_no_secret(process: ServerProcess) -> None:
    assert process.errors is not None
    process.options = ("--log-format", "json")
    process.start()
    await process.is_up()
    async with Guest(process.address) as anna:
        made = await anna.create(NewTable("fragile", private=True, join=Joining("Anna")))
        answer = await anna.http.get(
            f"/api/tables/{made.table.id}?key={made.join_key}", headers={"X-Request-ID": "mine-1"}
        )
        assert answer.headers["x-request-id"] == "mine-1"
        async with anna.live(made.table.id, made.join_key) as table:
            await table.chat("a word among friends")
        cookie = anna.http.cookies["tablee_guest"]
        key = made.join_key
    assert process.end() == 0
    written = process.errors.read_text()
    lines = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    requests = [line for line in lines if line["message"] == "request"]
    assert any(line["request"] == "mine-1" and line["status"] == 200 for line in requests)
    assert {"/api/tables", "/live/{table_id}"} <= {line["route"] for line in requests}
    assert len({line["request"] for line in requests}) == len(requests)
    for secret in (cookie, key, "a word among friends", process.database):
        assert secret not in written


# Containers, as far as they can be checked without an engine


def options_of_serve(capsys: pytest.CaptureFixture[str]) -> set[str]:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    return set(re.findall(r"--[a-z-]+", capsys.readouterr().out))


def test_the_compose_file_starts_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    from tablee.cli.serve import ADMIN_TOKEN, BROKER, DATABASE

    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    services = compose["services"]
    nodes = [service for name, service in services.items() if name.startswith("node")]
    assert len(nodes) == 3
    for node in nodes:
        assert set(node["environment"]) == {ADMIN_TOKEN, BROKER, DATABASE}
        used = {word for word in node["command"] if word.startswith("--")}
        assert used <= options_of_serve(capsys)
        assert (ROOT / "deploy" / node["build"]["context"] / node["build"]["dockerfile"]).is_file()
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or (ROOT / "deploy" / source).exists()
    balanced = set(re.findall(r"node\d", (ROOT / "deploy" / "Caddyfile").read_text()))
    assert balanced == {name for name in services if name.startswith("node")}


def test_the_container_file_uses_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "Containerfile").read_text()
    entry = json.loads(re.findall(r"^ENTRYPOINT (.*)$", text, re.MULTILINE)[0])
    assert entry[:2] == ["tablee", "serve"]
    assert {word for word in entry if word.startswith("--")} <= options_of_serve(capsys)
    for name in re.findall(r"-r (\S+)", text):
        assert (ROOT / name).is_file()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for version in re.findall(r"python:([\d.]+)-slim", text):
        assert f">={version}" == project["requires-python"]
    assert "nodes" in project["optional-dependencies"]
    check = re.findall(r"^HEALTHCHECK .*CMD \\\n\s*(\[.*\])$", text, re.MULTILINE)[0]
    assert "/health/ready" in json.loads(check)[2]
