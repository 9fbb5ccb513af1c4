"""Tables that nobody has open: woken when due, forgiven, expired, and damaged ones."""

import asyncio
import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from house import FREE, Running, Start, start
from tablee.client import Guest, ServerRefused
from tablee.server import protocol, upkeep
from tablee.server.clock import Clock
from tablee.server.entries import Extended, TimedOut
from tablee.server.settings import Limits, Settings
from tablee.server.storage import folder
from tablee.server.tables import Tables
from tablee.server.wishes import Joining, NewTable, SeatWish

pytestmark = pytest.mark.anyio

BOT = [SeatWish(), SeatWish(bot="random")]
BOTH = [SeatWish(), SeatWish()]
DAY = 86_400.0


def serve(where: Path, **changes: Any) -> Running:
    settings: dict[str, Any] = {"limits": FREE, "think_seconds": 0.01, **changes}
    return start(Settings(data_dir=where, **settings))


def change(where: Path, *commands: str) -> list[Any]:
    with closing(sqlite3.connect(where / folder.DATABASE)) as database:
        for command in commands:
            found = database.execute(command).fetchall()
        database.commit()
        return found


async def two_seats(guest: Guest, **fields: Any) -> str:
    made = await guest.create(NewTable("fragile", seats=BOTH, join=Joining("Anna"), **fields))
    await guest.join(made.table.id, Joining("Bert"))
    return made.table.id


# Waking


async def test_a_server_answers_before_its_tables_are_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = serve(tmp_path)
    async with Guest(running.address) as anna:
        table_id = await two_seats(anna, clock=Clock("turn", 3600))
    running.stop()
    asked: list[str] = []

    async def stuck(_: Tables, one: str, **__: bool) -> Any:
        asked.append(one)
        await asyncio.Event().wait()

    monkeypatch.setattr(Tables, "_read", stuck)
    change(tmp_path, "UPDATE tables SET due_at = 1")
    running = serve(tmp_path)  # would wait for ever if it opened the table first
    async with httpx.AsyncClient(base_url=running.address) as client:
        assert (await client.get("/health/ready")).status_code == 200
        async with asyncio.timeout(60):
            while asked != [table_id]:
                await asyncio.sleep(0.02)
        assert (await client.get("/api/tables")).status_code == 200
    running.stop()


async def test_a_table_that_is_due_much_later_stays_on_disk(tmp_path: Path) -> None:
    running = serve(tmp_path)
    async with Guest(running.address) as anna:
        later = await two_seats(anna, clock=Clock("days", 3))
        soon = await two_seats(anna, clock=Clock("turn", 1))
    running.stop()
    running = serve(tmp_path)
    async with Guest(running.address) as anna:
        async with asyncio.timeout(60):
            # On a slow machine it ran out meanwhile, and is forgiven.
            while not any(isinstance(one, TimedOut | Extended) for one in await anna.log(soon)):
                await asyncio.sleep(0.05)
        assert later not in {table.id for table in running.server.tables.open_ones}
    running.stop()


@pytest.mark.parametrize("known", [True, False])
async def test_a_clock_that_ran_out_while_the_server_was_down_is_forgiven(
    tmp_path: Path, known: bool
) -> None:
    """Also where an early version has not written down when it is due."""
    running = serve(tmp_path)
    async with Guest(running.address) as anna:
        table_id = await two_seats(anna, clock=Clock("turn", 1))
        running.stop()
    if not known:
        change(tmp_path, "UPDATE tables SET due_at = NULL")
    log = [json.loads(row[0]) for row in change(tmp_path, "SELECT body FROM entries")]
    assert not any(entry["kind"] == "timed-out" for entry in log)
    await asyncio.sleep(max(0.0, log[-1]["at"] + 1.1 - time.time()))
    running = serve(tmp_path)
    async with Guest(running.address) as anna:
        async with asyncio.timeout(60):
            while not any(isinstance(one, Extended) for one in await anna.log(table_id)):
                await asyncio.sleep(0.05)
        log_now = await anna.log(table_id)
        assert not any(isinstance(one, TimedOut) for one in log_now)
    running.stop()


async def test_a_bots_turn_that_was_owed_at_the_end_is_played_after_a_start(
    tmp_path: Path,
) -> None:
    running = serve(tmp_path, think_seconds=30.0)
    async with Guest(running.address) as anna:
        seats = [SeatWish(bot="random"), SeatWish()]
        made = await anna.create(NewTable("fragile", seats=seats, join=Joining("Anna")))
        table_id = made.table.id
    running.stop()
    change(
        tmp_path,
        "DELETE FROM entries WHERE number > (SELECT min(number) FROM entries"
        " WHERE body LIKE '%\"started\"%')",
        "UPDATE tables SET due_at = NULL",
    )
    running = serve(tmp_path)
    async with Guest(running.address) as anna:
        async with asyncio.timeout(60):
            while not any(getattr(one, "bot", False) for one in await anna.log(table_id)):
                await asyncio.sleep(0.05)
    running.stop()


# Limits


async def test_an_address_makes_so_many_tables_in_a_day(start_server: Start) -> None:
    limits = Limits(**{**FREE.__dict__, "new_tables_per_day": 3})
    running = start_server(limits=limits)
    async with Guest(running.address) as anna:
        for _ in range(3):
            await anna.create(NewTable("fragile"))
        with pytest.raises(ServerRefused) as refusal:
            await anna.create(NewTable("fragile"))
        assert refusal.value.code == "too-many-new-tables"


async def test_abandoned_tables_lock_nobody_out(tmp_path: Path) -> None:
    limits = Limits(**{**FREE.__dict__, "tables_per_guest": 2, "tables_per_caller": 2})
    running = serve(tmp_path, limits=limits)
    async with Guest(running.address) as anna:
        for _ in range(2):
            await anna.create(NewTable("fragile"))
        with pytest.raises(ServerRefused):
            await anna.create(NewTable("fragile"))
        change(tmp_path, f"UPDATE tables SET touched_at = {time.time() - 2 * DAY}")
        await anna.create(NewTable("fragile"))
    running.stop()


# Expiry


class Rounds:
    """Counts the rounds of tidying."""

    def __init__(self) -> None:
        self.done = 0

    async def two_more(self) -> None:
        """Waits until a whole round has been done from now on."""
        wanted = self.done + 2
        async with asyncio.timeout(60):
            while self.done < wanted:
                await asyncio.sleep(0.01)


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> Rounds:
    """Rounds follow each other at once."""
    monkeypatch.setattr(upkeep, "ROUND", 0.05)
    monkeypatch.setattr(upkeep, "MEASURED", 0.05)
    counted, tidy = Rounds(), upkeep.Upkeep._tidy

    async def tidy_and_count(self: upkeep.Upkeep) -> None:
        await tidy(self)
        counted.done += 1

    monkeypatch.setattr(upkeep.Upkeep, "_tidy", tidy_and_count)
    return counted


def age(where: Path, days: float) -> None:
    past = time.time() - days * DAY
    change(where, f"UPDATE tables SET created_at = {past}, touched_at = {past}")
    for table_id, number, body in change(where, "SELECT table_id, number, body FROM entries"):
        entry = {**json.loads(body), "at": past}
        with closing(sqlite3.connect(where / folder.DATABASE)) as database:
            database.execute(
                "UPDATE entries SET body = ? WHERE table_id = ? AND number = ?",
                (json.dumps(entry, separators=(",", ":")).encode(), table_id, number),
            )
            database.commit()


async def ids_left(where: Path, left: set[str]) -> None:
    async with asyncio.timeout(60):
        while {row[0] for row in change(where, "SELECT id FROM tables")} != left:
            await asyncio.sleep(0.05)
    assert {row[0] for row in change(where, "SELECT table_id FROM entries")} <= left


async def test_tables_that_nobody_played_expire_and_others_stay(
    tmp_path: Path, rounds: Rounds
) -> None:
    running = serve(tmp_path, expire_open=0.0)
    async with Guest(running.address) as anna:
        await anna.create(NewTable("fragile"))
        await anna.create(NewTable("fragile", seats=BOT, join=Joining("Anna")))
        played = await two_seats(anna)
        async with anna.live(played) as table:
            await table.play(table.state.moves[0])
    running.stop()
    age(tmp_path, 8)
    running = serve(tmp_path, expire_open=0.0)
    async with Guest(running.address) as anna:
        new = (await anna.create(NewTable("fragile"))).table.id
    running.stop()
    size = (tmp_path / folder.DATABASE).stat().st_size
    running = serve(tmp_path, admin_token="token")
    try:
        await ids_left(tmp_path, {played, new})
        allowed = {"Authorization": "Bearer token"}
        async with httpx.AsyncClient(base_url=running.address, headers=allowed) as client:
            async with asyncio.timeout(60):
                while 'tablee_rows{of="waiting"} 1.0' not in (await client.get("/metrics")).text:
                    await asyncio.sleep(0.05)
    finally:
        running.stop()
    assert (tmp_path / folder.DATABASE).stat().st_size <= size


async def test_finished_and_abandoned_tables_are_kept_as_the_operator_says(
    tmp_path: Path, rounds: Rounds
) -> None:
    running = serve(tmp_path)
    async with Guest(running.address) as anna:
        over = await two_seats(anna)
        change(tmp_path, "UPDATE tables SET phase = 'over'")
    running.stop()
    age(tmp_path, 400)
    running = serve(tmp_path)
    async with Guest(running.address) as anna:
        await rounds.two_more()
        await ids_left(tmp_path, {over})  # for ever
    running.stop()
    running = serve(tmp_path, keep_finished=365.0)
    await ids_left(tmp_path, set())
    running.stop()


async def test_a_table_with_somebody_at_it_does_not_expire(tmp_path: Path, rounds: Rounds) -> None:
    running = serve(tmp_path)
    async with Guest(running.address) as anna:
        table_id = (await anna.create(NewTable("fragile", join=Joining("Anna")))).table.id
        async with anna.live(table_id) as table:
            age(tmp_path, 30)
            await rounds.two_more()
            await table.chat("still here")
            await ids_left(tmp_path, {table_id})
    running.stop()


async def test_a_file_gives_its_room_back(tmp_path: Path, rounds: Rounds) -> None:
    running = serve(tmp_path, expire_open=0.0)
    async with Guest(running.address) as anna:
        await asyncio.gather(*(anna.create(NewTable("fragile")) for _ in range(100)))
    running.stop()
    age(tmp_path, 8)
    before = (tmp_path / folder.DATABASE).stat().st_size
    running = serve(tmp_path)
    await ids_left(tmp_path, set())
    async with asyncio.timeout(60):
        while change(tmp_path, "PRAGMA freelist_count") != [(0,)]:
            await asyncio.sleep(0.05)
    running.stop()
    assert (tmp_path / folder.DATABASE).stat().st_size < before / 2


# Damage


DAMAGE = {
    "bad JSON": "UPDATE entries SET body = '{\"kind' WHERE table_id = '{id}' AND number = 2",
    "gap": "DELETE FROM entries WHERE table_id = '{id}' AND number = 2",
    "not a move": (
        "UPDATE entries SET body = replace(body, 'depot A1', 'depot Z9') WHERE table_id = '{id}'"
    ),
    "bad plan": "UPDATE tables SET plan = '{{' WHERE id = '{id}'",
    "bad bytes": "UPDATE tables SET seats = x'ff00', plan = x'ff00' WHERE id = '{id}'",
    "changed draws": (
        "UPDATE entries SET body = replace(body, '\"seat\":0', '\"seat\":7')"
        " WHERE table_id = '{id}'"
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_damaged_table_says_so_and_hurts_no_other(tmp_path: Path, damage: str) -> None:
    running = serve(tmp_path)
    async with Guest(running.address) as anna:
        ids = [await two_seats(anna) for _ in range(3)]
        for table_id in ids:
            async with anna.live(table_id) as table:
                await table.play("depot A1")
        cookies = anna.http.cookies
        running.stop()
        bad, *good = ids
        change(tmp_path, DAMAGE[damage].replace("{id}", bad).replace("{{", "{"))
        running = serve(tmp_path)
    async with Guest(running.address) as anna:
        anna.http.cookies.update(cookies)
        assert {one.id for one in await anna.tables()} >= set(good)
        for path in ("", "/record", "/log", "/moves/1"):
            answer = await anna.http.get(f"/api/tables/{bad}{path}")
            assert answer.status_code == 410
            assert answer.json()["code"] == "damaged"
            assert answer.json()["text"]["de"]
        address = f"{running.address.replace('http', 'ws', 1)}/live/{bad}"
        async with connect(address) as socket:
            assert json.loads(await socket.recv())["code"] == "damaged"
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            assert socket.close_code == protocol.NO_TABLE
        for table_id in good:
            async with anna.live(table_id) as table:
                await table.play("depot J1")
    running.stop()


async def test_a_bad_snapshot_costs_nothing_but_time(tmp_path: Path) -> None:
    running = serve(tmp_path)
    async with Guest(running.address) as anna:
        table_id = await two_seats(anna)
        async with anna.live(table_id) as table:
            for number in range(60):
                await table.chat(f"{number}")
            before = table.state
        running.stop()
        assert change(tmp_path, "SELECT count(*) FROM snapshots") == [(1,)]
        change(tmp_path, "UPDATE snapshots SET body = '{\"state'")
        running = serve(tmp_path)
        async with Guest(running.address) as again:
            again.http.cookies.update(anna.http.cookies)
            async with again.live(table_id) as table:
                assert table.state.position == before.position
                assert table.number == 63
    running.stop()


async def test_damaged_pages_spoil_only_the_tables_on_them(tmp_path: Path) -> None:
    running = serve(tmp_path)
    async with Guest(running.address) as anna:
        ids = [await two_seats(anna) for _ in range(40)]
    running.stop()
    file = tmp_path / folder.DATABASE
    content = bytearray(file.read_bytes())
    pages = range(10, len(content) // 4096, 9)
    for page in pages:
        content[page * 4096 : page * 4096 + 600] = b"\x55" * 600
    file.write_bytes(content)
    running = serve(tmp_path)
    async with httpx.AsyncClient(base_url=running.address, timeout=60) as client:
        listed = await client.get("/api/tables")
        assert listed.status_code == 200
        found = [(await client.get(f"/api/tables/{one}")).status_code for one in ids]
        assert set(found) <= {200, 410, 404}, found
        assert found.count(200) >= len(ids) // 4
        assert found.count(200) < len(ids)
        assert len(listed.json()) > 0
    running.stop()
