"""What strangers write: texts, names, chat, salts. It is bounded, readable, and done once."""

import asyncio
import json
import random
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from attacks_words import ATTACKS, chat_from_sixty_sockets
from house import FREE, Running, Start, play_on, seat_two
from tablee.client import Guest, ServerRefused
from tablee.core import LANGUAGES
from tablee.games.shear_panic import standard
from tablee.server import entries as log
from tablee.server.budgets import Budget, Budgets
from tablee.server.clock import Clock, SteadyClock
from tablee.server.dice import commitment, link, verify, verify_all
from tablee.server.match import REMEMBERED_WORDS
from tablee.server.messages import Refused
from tablee.server.names import check_alone, clean_name, is_readable
from tablee.server.protocol import Chat
from tablee.server.settings import Limits, Settings
from tablee.server.storage.journal import Write
from tablee.server.tables import make_plan, new_row
from tablee.server.views import table_view
from tablee.server.wishes import Joining, NewTable, SeatWish

pytestmark = pytest.mark.anyio
Attack = Callable[[str], Coroutine[Any, Any, None]]

SHEAR = standard().text
SOLO = NewTable("fragile", join=Joining("Anna"), seats=[SeatWish(), SeatWish(bot="random")])


async def refused(asked: Any) -> ServerRefused:
    with pytest.raises(ServerRefused) as caught:
        await asked
    texts = caught.value.refusal.text
    assert len({texts[language] for language in LANGUAGES}) == len(LANGUAGES)
    return caught.value


# Editions


@pytest.mark.parametrize(
    "text",
    [
        SHEAR.replace("last = 74", "last = 1000000000"),
        SHEAR.replace("last = 74", "last = 256"),
        SHEAR.replace('["+", "x"]', "[" + '"+", ' * 3000 + "]"),
        SHEAR + "\n[x]\n" + ".".join("a" * 12_000) + " = 1",
        SHEAR + "\nx = " + "[" * 5000,
        SHEAR + "\n[x]\ny = 0x" + "f" * 9000,
        SHEAR + "\n# " + "x" * 20_000,
        SHEAR.replace('name = "standard"', f'name = "{"n" * 5000}"'),
    ],
)
async def test_an_edition_that_would_cost_too_much_is_refused_with_a_sentence(
    text: str, anna: Guest
) -> None:
    found = await refused(anna.create(NewTable("shear-panic", edition=text)))
    assert found.code == "edition"
    assert max(map(len, found.refusal.text.values())) < 400


async def test_the_scenery_of_a_table_is_made_once(running: Running, anna: Guest) -> None:
    made = await anna.create(NewTable("shear-panic", edition=SHEAR + "# once\n"))

    async def look_twice() -> None:
        async with running.server.tables.using(made.table.id) as table:
            views = [table_view(table.id, table.match, table.secret) for _ in range(2)]
        assert views[0].scenery is views[1].scenery

    await in_loop(running, look_twice())


# JSON


@pytest.mark.parametrize(
    "body", ["[" * 30_000, '{"game":' * 8000, '{"options":{"a":' + "[" * 30_000]
)
async def test_json_nested_deep_is_refused_over_http(body: str, anna: Guest) -> None:
    await anna.http.get("/health")
    headers = {
        "x-csrftoken": anna.http.cookies["csrftoken"],
        "content-type": "application/json",
    }
    for path in ("/api/tables", "/api/problems/attempt", "/api/problems/check"):
        answer = await anna.http.post(path, content=body, headers=headers)
        assert answer.status_code == 400
        assert "Traceback" not in answer.text
        assert len(answer.text) < 2000


async def test_json_nested_deep_is_refused_over_the_socket(anna: Guest, bert: Guest) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    address = f"{anna.address.replace('http', 'ws', 1)}/live/{table_id}"
    async with connect(address, additional_headers={"Cookie": anna.cookies()}) as socket:
        await socket.send('{"type": "hello"}')
        await socket.recv()
        for text in ("[" * 8000, '{"type":"chat","x":' + "[" * 8000, '{"a":' * 1600):
            await socket.send(text)
            answer = json.loads(await socket.recv())
            assert answer["code"] == "bad-message"


async def test_a_table_whose_data_nest_too_deep_is_refused_and_hurts_no_other(
    running: Running, anna: Guest
) -> None:
    made = await anna.create(NewTable("fragile"))
    row = new_row("abcdefabcdef", make_plan(NewTable("fragile")), "host")
    row["plan"] = b'{"more":' + b"[" * 30_000

    async def save() -> None:
        await running.server.journal.save(Write(row["id"], created=row))

    await in_loop(running, save())
    assert (await refused(anna.look(row["id"]))).code == "damaged"
    assert (await anna.look(made.table.id)).phase == "waiting"


async def in_loop(running: Running, work: Coroutine[Any, Any, Any]) -> Any:
    """Does some work in the loop of the server."""
    loop = running.server.journal._committer.get_loop()
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))


# Names


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\u3164",
        "\u2800\u2800",
        "\u115f",
        "a\u200b",
        "\u202eannA",
        "An\u2066na",
        "A" + "\u0301" * 23,
        "\u0301",
        "An\u034fna",
        "Anna\ufe0f",
        "a\x00",
        "\U000e0041\U000e0042",
        "\ud800",
    ],
)
def test_a_name_that_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(Refused) as caught:
        clean_name(name, 24)
    assert caught.value.code == "bad-name"


@pytest.mark.parametrize(
    "name",
    ["Anna", "Ελένη", "Łukasz", "Nguyễn Thị", "李雷", "אַנָּה", "สมชาย", "नेहा", "O'Neil-2", "🐑", "❤️"],
)
def test_names_of_all_languages_are_taken(name: str) -> None:
    assert clean_name(name, 24)


@pytest.mark.parametrize(
    "name",
    [
        "Bot 1",
        "bot2",
        "BOT",
        "Вот 1",
        "B0t 3",
        "Ｂｏｔ 4",
        "B o t 1",
        "Bót 2",
        "Robot",
        "𝐁𝐨𝐭 1",
        "Bot-1",
    ],
)
def test_a_name_like_that_of_a_bot_is_refused(name: str) -> None:
    with pytest.raises(Refused) as caught:
        clean_name(name, 24)
    assert caught.value.code == "bot-name"


@pytest.mark.parametrize("name", ["Anna", "anna", "АnnА", "Ann a", "Ｏtto", "0tto", "Ánna", "𝒜nna"])
def test_a_name_like_that_of_another_player_is_refused(name: str) -> None:
    with pytest.raises(Refused) as caught:
        check_alone(name, ["Bert", "Anna", "Otto"])
    assert caught.value.code == "name-taken"


def test_other_names_are_not_alike() -> None:
    for name in ("Hanna", "Ann", "Anne", "Botho", "李雷", "🐑", "🐺"):
        check_alone(clean_name(name, 24), ["Bert", "Anna", "Bot 2", "李", "🐏"])


async def test_two_players_at_a_table_do_not_have_the_same_name(anna: Guest, bert: Guest) -> None:
    made = await anna.create(NewTable("fragile", {"players": "3"}, join=Joining("Anna")))
    table_id = made.table.id
    assert (await refused(bert.join(table_id, Joining("ANNА")))).code == "name-taken"
    assert (await refused(bert.join(table_id, Joining("Bot 2")))).code == "bot-name"
    assert (await refused(bert.join(table_id, Joining("\u202eBert")))).code == "bad-name"
    await anna.join(table_id, Joining("Anna"))  # one guest may sit on two seats
    await bert.join(table_id, Joining("Bert"))


# Chat


def test_chat_is_readable() -> None:
    for text in ("Hi!", "👨\u200d👩\u200d👧 ❤️", "می\u200cخواهم", "é" * 300):
        assert is_readable(text, joined="\u200c\u200d")
    for text in ("\u202eevil", "a\u2067b", "Z" + "\u0335" * 40, "\u200d", "\u3164", "a\tb", "a\nb"):
        assert not is_readable(text, joined="\u200c\u200d")


async def test_chat_that_cannot_be_read_is_refused(anna: Guest, bert: Guest) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    async with anna.live(table_id) as table:
        for text in ("\u202eevil", "Z" + "\u0335" * 40, "\u2800"):
            assert (await refused(table.chat(text))).code == "chat-signs"
        await table.chat("👨\u200d👩\u200d👧")


@pytest.mark.parametrize("others", [0, 17, 60])
async def test_a_chat_sent_again_after_many_others_is_not_saved_twice(
    others: int, anna: Guest, bert: Guest
) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    async with anna.live(table_id) as table:
        number = await table.do(Chat("first", "only once"))
        for said in range(others):
            await table.chat(f"other {said}")
        assert await table.do(Chat("first", "only once")) == number
    said = [entry for entry in await anna.log(table_id) if isinstance(entry, log.Chatted)]
    assert sum(entry.text == "only once" for entry in said) == 1


async def test_a_chat_too_old_to_be_remembered_is_refused_and_not_saved_twice(
    anna: Guest, bert: Guest
) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    async with anna.live(table_id) as table:
        old = Chat("first", "only once", last=table.number)
        await table.do(old)
        for said in range(REMEMBERED_WORDS):
            await table.chat(f"other {said}")
        assert (await refused(table.do(old))).code == "too-old"
        await table.chat("a new one")
    said = [entry for entry in await anna.log(table_id) if isinstance(entry, log.Chatted)]
    assert sum(entry.text == "only once" for entry in said) == 1


async def test_what_was_said_is_remembered_over_a_restart(start_server: Start) -> None:
    first = start_server()
    async with Guest(first.address) as anna, Guest(first.address) as bert:
        table_id = (await seat_two(anna, bert)).table.id
        async with anna.live(table_id) as table:
            number = await table.do(Chat("first", "only once"))
            for said in range(70):  # more than a snapshot is apart
                await table.chat(f"other {said}")
        first.stop()
        anna.address = start_server().address
        async with anna.live(table_id) as table:
            assert await table.do(Chat("first", "only once")) == number


# Budgets


def test_a_budget_counts_by_guest_and_by_caller() -> None:
    budget = Budget(0.0, 2, 3)
    assert [budget.take("anna", "home") for _ in range(3)] == [True, True, False]
    assert [budget.take("bert", "home") for _ in range(3)] == [True, True, False]
    assert [budget.take(f"guest {n}", "home") for n in range(3)] == [True, True, False]
    assert budget.take("carl", "elsewhere")
    assert [budget.take(None, "away") for _ in range(3)] == [True, True, False]


def test_budgets_do_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.budgets.MOST_BUCKETS", 10)
    budget = Budget(1.0, 2, 3)
    for number in range(100):
        budget.take(f"guest {number}", f"caller {number}")
    assert len(budget._buckets) == 10


def test_sockets_are_counted_while_they_are_open() -> None:
    budgets = Budgets(Limits(sockets_per_guest=1, guests_per_caller=2))
    with budgets.socket("anna", "home"):
        with pytest.raises(Refused), budgets.socket("anna", "work"):
            pass
        with budgets.socket("bert", "home"), pytest.raises(Refused), budgets.socket(None, "home"):
            pass
    with budgets.socket("anna", "home"):
        pass
    assert not budgets._sockets


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
    running = start_server(limits=replace(FREE, sockets_per_guest=3, guests_per_caller=2))
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


# Salts and rematches


@pytest.mark.parametrize("salt", ["abc\n", "a\nb", "a b", "ä", "x" * 65, "\n"])
async def test_a_salt_that_would_break_the_record_is_refused(salt: str, anna: Guest) -> None:
    with pytest.raises(ServerRefused) as caught:
        await anna.create(NewTable("fragile", join=Joining("Anna", salt=salt)))
    assert caught.value.code == "http-400"


async def test_an_ack_with_a_line_feed_is_refused(anna: Guest, bert: Guest) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    address = f"{anna.address.replace('http', 'ws', 1)}/live/{table_id}"
    async with connect(address, additional_headers={"Cookie": anna.cookies()}) as socket:
        await socket.send('{"type": "hello"}')
        await socket.recv()
        await socket.send('{"type": "chat", "ack": "a\\n", "text": "hello"}')
        assert json.loads(await socket.recv())["code"] == "bad-message"


def test_each_secret_of_a_chain_is_the_commitment_to_the_next() -> None:
    end = "ab" * 32
    assert link(end, 0) == end
    for before in range(5):
        assert link(end, before + 1) == commitment(link(end, before))


async def _played_to_the_end(anna: Guest, bert: Guest, table_id: str) -> str:
    async with anna.live(table_id) as one, bert.live(table_id) as two:
        rng = random.Random(1)
        await asyncio.gather(play_on(one, rng), play_on(two, rng))
    return await anna.record(table_id)


async def test_in_a_rematch_the_players_own_salts_meet_a_secret_committed_to_before(
    anna: Guest, bert: Guest
) -> None:
    made = await anna.create(NewTable("fragile", join=Joining("Anna", salt="from-anna")))
    first = await bert.join(made.table.id, Joining("Bert", key=made.join_key, salt="from-bert"))
    records = [await _played_to_the_end(anna, bert, first.table.id)]
    table_id = first.table.id
    for _ in range(2):
        await bert.rematch(table_id)
        table_id = (await anna.rematch(table_id)).table.id
        joined = [entry for entry in await anna.log(table_id) if isinstance(entry, log.Joined)]
        assert {(entry.name, entry.salt) for entry in joined} == {
            ("Anna", "from-anna"),
            ("Bert", "from-bert"),
        }
        shown = next(line for line in records[-1].split("\n") if line.startswith("# secret: "))
        assert (await anna.look(table_id)).table.commitment == shown.removeprefix("# secret: ")
        records.append(await _played_to_the_end(anna, bert, table_id))
    assert verify_all(records) == sum(map(verify, records))
    with pytest.raises(Exception, match="Record 2 is not a rematch"):
        verify_all([records[0], records[2]])


# Time


class Hands:
    """A wall clock and a steady clock to set by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.steady = 1_000_000.0, 50.0
        monkeypatch.setattr("tablee.server.clock.time.time", lambda: self.wall)

    def pass_(self, seconds: float, *, drift: float = 0.0) -> None:
        self.wall += seconds * (1 + drift)
        self.steady += seconds


@pytest.mark.parametrize("jump", [3600.0, -3600.0, 5.0, -86_400.0])
def test_the_clock_of_the_house_does_not_jump(jump: float, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = Hands(monkeypatch)
    clock = SteadyClock(lambda: hands.steady)
    for _ in range(10):
        hands.pass_(7)
        assert clock.now() == hands.wall
    hands.wall += jump
    for _ in range(10):
        hands.pass_(7)
        assert clock.now() == pytest.approx(hands.wall - jump, abs=1e-6)


def test_the_clock_of_the_house_follows_a_wall_clock_that_runs_a_little_faster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands = Hands(monkeypatch)
    clock = SteadyClock(lambda: hands.steady)
    for _ in range(24 * 60):
        hands.pass_(60, drift=2e-4)
        clock.now()
    assert clock.now() == pytest.approx(hands.wall, abs=0.5)


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
async def test_a_jump_of_the_wall_clock_moves_no_deadline(
    jump: float, anna: Guest, bert: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = (await seat_two(anna, bert, clock=Clock("turn", 300))).table.id
    real = time.time
    async with anna.live(table_id) as one:
        before = one.state.deadline
        assert before is not None
        monkeypatch.setattr("tablee.server.clock.time.time", lambda: real() + jump)
        await asyncio.sleep(1.1)  # the clock looks at the wall once a second
        await one.chat("tick")
        assert not one.seats[0].stand_in
        await one.play(one.state.moves[0])
        assert one.entries[-1].at < before
        assert abs(one.entries[-1].at - real()) < 200


class DatabaseClock:
    """The clock of a database that others share, beside a steady one of this machine."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead, self.steady = 100.0, 1000.0
        for name in ("steady_now", "seconds_since_boot"):
            monkeypatch.setattr(f"tablee.server.node.{name}", lambda: self.steady)

    async def now(self) -> float:
        return self.steady + self.ahead


def a_node(journal: Any, signs: list[float | None], monkeypatch: pytest.MonkeyPatch) -> Any:
    node = pytest.importorskip("tablee.server.node").Node(Settings(broker="redis://-"), journal)

    async def last_sign() -> float | None:
        return signs.pop(0) if len(signs) > 1 else signs[0]

    monkeypatch.setattr(node.broker, "last_sign", last_sign)
    return node


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
async def test_nodes_follow_a_jump_of_the_databases_clock_only_slowly(
    jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = DatabaseClock(monkeypatch)
    node = a_node(clock, [None], monkeypatch)
    await node._read_time()
    assert node.now() == 1100
    clock.ahead += jump
    for _ in range(60):
        clock.steady += 1
        await node._follow_time()
    assert abs(node.now() - 1160) <= 0.6 + 1e-6
    clock.ahead -= jump  # it was a mistake: all is as it was
    for _ in range(60):
        clock.steady += 1
        await node._follow_time()
    assert node.now() == pytest.approx(1220)


async def test_a_new_node_goes_by_the_nodes_that_live_where_the_database_jumped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = DatabaseClock(monkeypatch)
    clock.ahead += 3600
    node = a_node(clock, [1100.0, 1100.0, 1101.0], monkeypatch)
    await node._read_time()
    assert node.now() == 1101
    dead = a_node(clock, [1100.0], monkeypatch)  # its last sign stays as it is
    await dead._read_time()
    assert dead.now() == 4700


# Replays and records


async def test_a_long_log_comes_in_parts_and_is_replayed_beside_the_loop(
    anna: Guest, bert: Guest
) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    async with anna.live(table_id) as table:
        for number in range(510):
            await table.chat(f"word {number}")
        await table.play("depot A1")
    path = f"/api/tables/{table_id}/log"
    part = (await anna.http.get(path)).json()
    assert [entry["number"] for entry in part] == list(range(1, 501))
    assert len(await anna.log(table_id)) == 514
    assert (await anna.at_move(table_id, 1)).moves == 1
    assert "depot A1" in await anna.record(table_id)
    assert (await refused(anna.at_move(table_id, 2))).code == "no-move"


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/000000000000",
        "/api/tables/0000000000%0a",
        "/api/tables/000000000000/moves/99999999999999999999",
        "/api/tables/000000000000/record?key=%00",
        "/api/games/%00/rules",
        "/api/games/fragile/figures/%0a",
        "/api/games/fragile/lesson/99",
        "/api/games/fragile/lesson/0?move=%00&move=",
        "/api/games/fragile/lesson/0?" + "&".join(["move=end"] * 300),
        "/api/problems/published/99999",
        "/api/problems/%ff%fe/1",
        "/api/problems/toml?problem=" + "9" * 900,
        "/api/problems/toml?problem=%00",
        "/api/nothing",
    ],
)
async def test_unknown_things_are_answered_without_a_traceback(path: str, anna: Guest) -> None:
    answer = await anna.http.get(path)
    assert 400 <= answer.status_code < 500
    assert "Traceback" not in answer.text
    assert len(answer.text) < 5000


# Attacks


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
async def test_a_table_is_played_on_under_attack(attack: Attack, start_server: Start) -> None:
    limits = Limits(requests_per_minute=10**6)
    running = start_server(limits=limits)
    async with Guest(running.address) as anna, Guest(running.address) as bert:
        table_id = (await seat_two(anna, bert)).table.id
        async with anna.live(table_id) as one, bert.live(table_id) as two:
            attacking = asyncio.create_task(attack(running.address))
            await play_on(one, random.Random(1), 1)
            await play_on(two, random.Random(2), 1)
            await attacking
            await play_on(one, random.Random(3), 1)
        said = [entry for entry in await anna.log(table_id) if isinstance(entry, log.Chatted)]
        assert not said


async def test_sixty_sockets_of_a_guest_do_not_write_more_chat_than_one(
    start_server: Start,
) -> None:
    running = start_server(limits=Limits(requests_per_minute=10**6))
    await chat_from_sixty_sockets(running.address)
    async with Guest(running.address) as bert:
        (found,) = await bert.tables()
        said = [entry for entry in await bert.log(found.id) if isinstance(entry, log.Chatted)]
    assert Limits().chat_burst <= len(said) < Limits().chat_burst + 60
