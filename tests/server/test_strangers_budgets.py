"""What one guest or one caller may use, and how much of the lobby is theirs."""

import gc
import json
import random
from dataclasses import replace
from functools import partial

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from house import FREE, Running, Start, play_on, seat_two
from strangers import in_loop, refused
from tablee.client import Guest
from tablee.server import budgets, draft
from tablee.server.budgets import Budget, Budgets
from tablee.server.messages import Refused
from tablee.server.settings import Limits
from tablee.server.storage.journal import Write
from tablee.server.tables import make_plan, new_row
from tablee.server.wishes import Joining, NewTable, TableStatus

pytestmark = pytest.mark.anyio


# Budgets


def test_a_budget_counts_by_guest_and_by_caller() -> None:
    budget = Budget(0.0, 2, 3)
    assert [budget.purse("anna", "home").take() for _ in range(3)] == [True, True, False]
    assert [budget.purse("bert", "home").take() for _ in range(3)] == [True, True, False]
    assert [budget.purse(f"guest {n}", "home").take() for n in range(3)] == [True, True, False]
    assert budget.purse("carl", "elsewhere").take()
    assert [budget.purse(None, "away").take() for _ in range(3)] == [True, True, False]


def test_budgets_do_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.budgets.MOST_BUCKETS", 10)
    budget = Budget(1.0, 2, 3)
    for number in range(100):
        budget.purse(f"guest {number}", f"caller {number}").take()
    gc.collect()  # another Python may keep them a little longer
    assert len(budget._buckets) == len(budget._kept) == 10


def test_an_open_purse_is_never_doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.budgets.MOST_BUCKETS", 10)
    budget = Budget(0.0, 2, 3)
    first = budget.purse("anna", "home")
    for number in range(100):
        budget.purse(f"guest {number}", f"caller {number}")
    assert [first.take(), budget.purse("anna", "home").take(), first.take()] == [True, True, False]


def test_sockets_are_counted_while_they_are_open() -> None:
    budgets = Budgets(Limits(sockets_per_guest=1, connections_per_address=2))
    opening = partial(budgets.opening, "websocket")
    with opening("anna", "home"):
        with pytest.raises(Refused), opening("anna", "work"):
            pass
        with opening("bert", "home"), pytest.raises(Refused), opening(None, "home"):
            pass
        with budgets.opening("http", "anna", "home"):  # requests count apart
            pass
    with opening("anna", "home"):
        pass
    assert not budgets._open


async def test_many_sockets_of_one_guest_share_one_budget_of_chat(start_server: Start) -> None:
    limits = replace(FREE, chats_per_minute=0.001, chat_burst=5)
    running = start_server(limits=limits)
    async with Guest(running.address) as anna, Guest(running.address) as bert:
        table_id = (await seat_two(anna, bert)).table.id
        address = f"{anna.address.replace('http', 'ws', 1)}/live/{table_id}"
        codes = []
        for number in range(10):
            async with connect(address, additional_headers={"Cookie": anna.cookies()}) as socket:
                await socket.send('{"type": "hello"}')
                await socket.recv()
                await socket.send(f'{{"type": "chat", "ack": "{number}", "text": "spam"}}')
                codes.append(json.loads(await socket.recv()).get("code", "saved"))
        assert codes == ["saved"] * 5 + ["chat-rate"] * 5
        async with bert.live(table_id) as table:
            await table.chat("I may still talk")
        async with anna.live(table_id) as table:
            await table.play(table.state.moves[0])  # moves are not chat


async def test_a_guest_has_a_ceiling_of_sockets(start_server: Start) -> None:
    running = start_server(limits=replace(FREE, sockets_per_guest=3))
    async with Guest(running.address) as anna, Guest(running.address) as bert:
        table_id = (await seat_two(anna, bert)).table.id
        address = f"{anna.address.replace('http', 'ws', 1)}/live/{table_id}"
        headers = {"Cookie": anna.cookies()}
        opened = [await connect(address, additional_headers=headers) for _ in range(3)]
        with pytest.raises(InvalidStatus):
            await connect(address, additional_headers=headers)
        async with bert.live(table_id):  # another guest is still served
            pass
        for socket in opened:
            await socket.close()
        async with anna.live(table_id) as table:
            await table.chat("back again")


# The list of open tables


async def test_a_hundred_tables_of_one_caller_do_not_hide_the_others(running: Running) -> None:
    plan = make_plan(NewTable("fragile"))
    journal = running.server.journal

    async def fill() -> tuple[list[str], list[str]]:
        rows = [new_row(f"a{n:011x}", plan, "host", "spammer", 2e9 + n) for n in range(150)]
        rows += [new_row(f"b{n:011x}", plan, "host", f"caller {n}", 1e9 + n) for n in range(5)]
        for row in rows:
            await journal.save(Write(row["id"], created=row))
        found = [row["id"] for row in await journal.open_tables()]
        return found, [row["id"] for row in rows]

    found, made = await in_loop(running, fill())
    assert len(found) == len(set(found)) == 100
    assert set(made[150:]) <= set(found)
    assert found[:3] == [made[149], made[148], made[147]]  # the newest, but only a few of them
    assert found.index(made[146]) > found.index(made[150])


# What stays on the disk


async def test_moves_without_end_are_refused_before_they_fill_the_disk(
    start_server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budgets, "DEED_BURST", 5)
    running = start_server(limits=replace(FREE, messages_per_second=0.001, message_burst=1000))
    async with Guest(running.address) as anna, Guest(running.address) as bert:
        table_id = (await seat_two(anna, bert)).table.id
        async with anna.live(table_id) as table:
            await table.play(table.state.moves[0])
            for number in range(4):
                await table.chat(f"word {number}")
            assert (await refused(table.chat("one more"))).code == "rate"
        async with bert.live(table_id) as table:
            await table.chat("others go on")


async def test_a_log_has_an_end(start_server: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft, "LONGEST_LOG", 5)
    running = start_server()
    async with Guest(running.address) as anna, Guest(running.address) as bert:
        table_id = (await seat_two(anna, bert)).table.id
        async with anna.live(table_id) as table:
            for number in range(2):
                await table.chat(f"word {number}")
            assert (await refused(table.chat("one more"))).code == "log-full"
            assert (await refused(table.play(table.state.moves[0]))).code == "log-full"
        await anna.leave(table_id, 0)


async def test_rematches_count_as_new_tables(start_server: Start) -> None:
    running = start_server(limits=replace(FREE, new_tables_per_day=2))
    problem = {"problem": "1;C6gC3;D6;-"}
    async with Guest(running.address) as anna:
        made = await anna.create(NewTable("fragile", problem, join=Joining("Anna")))
        again = await to_the_end(anna, made.table.id)
        assert again.table.id != made.table.id
        asked = to_the_end(anna, again.table.id)
        assert (await refused(asked)).code == "too-many-new-tables"


async def to_the_end(guest: Guest, table_id: str) -> TableStatus:
    """Ends the only turn of a problem, and asks for a rematch."""
    async with guest.live(table_id) as table:
        await play_on(table, random.Random(1))
    return await guest.rematch(table_id)
