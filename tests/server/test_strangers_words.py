"""Names and chat of strangers: readable, nobody else's, and saved once."""

import pytest

from house import Start, seat_two
from strangers import refused
from tablee.client import Guest
from tablee.server import entries as log
from tablee.server.match import REMEMBERED_WORDS
from tablee.server.messages import Refused
from tablee.server.names import check_alone, clean_name, is_readable
from tablee.server.protocol import Chat
from tablee.server.wishes import Joining, NewTable

pytestmark = pytest.mark.anyio


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
        "\ufdfa" * 4,
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
