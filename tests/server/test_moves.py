"""Moves and undo over the live socket, and the refusals."""

import asyncio
import threading
from typing import Any

import pytest

from house import Start, seat_two
from tablee.client import Guest, LiveTable, ServerRefused
from tablee.core.messages import LANGUAGES
from tablee.server.entries import Played, Undone
from tablee.server.protocol import Play, RefusedMessage
from tablee.server.wishes import Joining, NewTable

pytestmark = pytest.mark.anyio

SETUP = ("A1", "J1", "C3", "H3", "H8", "C8", "A10", "C4", "A1", "J1", "C3", "H3", "H8", "C8")


async def refused(work: object) -> RefusedMessage:
    with pytest.raises(ServerRefused) as refusal:
        await work  # type: ignore[misc]
    return refusal.value.refusal


async def set_up(guest: Guest) -> str:
    """A table of Fragile at which one guest plays both seats, ready for the first turn."""
    made = await guest.create(NewTable("fragile", join=Joining("Anna")))
    await guest.join(made.table.id, Joining("Bert"))
    async with guest.live(made.table.id) as table:
        for cell in SETUP:
            await table.play(cell)
    return made.table.id


async def test_a_refusal_names_rule_cells_and_sentence_to_the_one_who_acted(
    anna: Guest, bert: Guest
) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    async with anna.live(table_id) as one, bert.live(table_id) as two:
        before = one.state
        answer = await refused(one.play("depot E5"))
        assert answer.code == "illegal"
        assert answer.rule == "F-1.3"
        assert answer.cells == ["E5"]
        assert set(answer.text) == set(LANGUAGES)
        assert (await refused(one.play("what?"))).code == "invalid"
        await one.play("depot A1")
        await two.until(lambda t: t.state.version > before.version, timeout=60)
        assert [entry.number for entry in two.entries] == [entry.number for entry in one.entries]
        assert two.state == one.state


async def test_moves_out_of_turn_and_of_others_are_refused(anna: Guest, bert: Guest) -> None:
    made = await seat_two(anna, bert)
    async with (
        Guest(anna.address) as carla,
        bert.live(made.table.id) as two,
        carla.live(made.table.id) as watching,
    ):
        assert (await refused(two.play("depot A1"))).code == "not-your-turn"
        assert (await refused(watching.play("depot A1"))).code == "not-your-seat"
        assert (await refused(watching.chat("hi"))).code == "not-your-seat"


async def test_a_move_for_a_position_that_has_passed_is_stale(anna: Guest, bert: Guest) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    async with anna.live(table_id) as one, bert.live(table_id) as two:
        old = one.state.version
        await one.play("depot A1")
        await two.until(lambda t: t.is_my_turn)
        assert (await refused(two.play("depot J1", version=old))).code == "stale"


async def test_chat_does_not_make_a_move_stale(anna: Guest, bert: Guest) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    async with anna.live(table_id) as one, bert.live(table_id) as two:
        version = one.state.version
        await two.chat("hello <b>you</b>")
        await two.chat(phrase="good-game")
        assert (await refused(two.chat("\x07"))).code == "chat-signs"
        assert (await refused(two.chat(phrase="rude-words"))).code == "bad-chat"
        await one.play("depot A1", version=version)
        assert [message.text or message.phrase for message in one.messages] == [
            "hello <b>you</b>",
            "good-game",
        ]
        one.muted.add(1)
        assert one.messages == []


async def test_a_request_sent_twice_is_done_once(anna: Guest, bert: Guest) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    async with anna.live(table_id) as one:
        deed = Play("the same", one.state.version, "depot A1")
        first = await one.do(deed)
        assert await one.do(deed) == first
        assert one.number == first


async def test_of_two_clients_that_play_at_once_one_is_stale(anna: Guest, bert: Guest) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    async with anna.live(table_id) as here, anna.live(table_id) as there:
        version = here.state.version
        answers = await asyncio.gather(
            here.play("depot A1", version), there.play("depot C3", version), return_exceptions=True
        )
        refusals = [answer for answer in answers if isinstance(answer, ServerRefused)]
        assert len(refusals) == 1
        assert refusals[0].code in ("stale", "not-your-turn")
        await there.until(lambda t: t.number == here.number)
        assert sum(isinstance(entry, Played) for entry in here.entries) == 1


async def first_turn(table: LiveTable) -> None:
    await table.play(next(move for move in table.state.moves if move != "end"))


async def test_undo_goes_back_to_the_start_of_the_turn_and_no_further(anna: Guest) -> None:
    table_id = await set_up(anna)
    async with anna.live(table_id) as table:
        await first_turn(table)
        await table.play(next(move for move in table.state.moves if ":" in move))
        await table.play("end")
        start = table.state
        assert not start.undo.possible
        assert set(start.undo.reason) == set(LANGUAGES)
        assert (await refused(table.undo())).code == "undo-start"
        await first_turn(table)
        await first_turn(table)
        assert table.state.undo.possible
        await table.undo()
        await table.undo()
        assert table.state.position == start.position
        assert table.state.moves == start.moves
        assert isinstance(table.entries[-1], Undone)
        assert (await refused(table.undo())).code == "undo-start"


async def test_a_placed_depot_is_taken_back_by_its_player_until_the_next_one_acts(
    anna: Guest, bert: Guest
) -> None:
    table_id = (await seat_two(anna, bert)).table.id
    async with anna.live(table_id) as one, bert.live(table_id) as two:
        start = one.state
        await one.play("depot A1")
        await two.until(lambda t: t.is_my_turn)
        assert (one.state.undo.possible, one.state.undo.seat) == (True, 0)
        assert (await refused(two.undo())).code == "undo-start"
        await one.undo()
        assert one.state.position == start.position
        assert one.is_my_turn
        await one.play("depot C3")
        await two.until(lambda t: t.is_my_turn)
        await two.play("depot J1")
        await one.until(lambda t: t.is_my_turn)
        assert (await refused(one.undo())).code == "undo-start"
        assert one.state.undo.seat == 1


async def test_what_chance_has_shown_is_not_taken_back(anna: Guest) -> None:
    options = {"players": "3", "first": "draw"}
    made = await anna.create(NewTable("shear-panic", options, join=Joining("Anna")))
    for name in ("Bert", "Carla"):
        await anna.join(made.table.id, Joining(name))
    async with anna.live(made.table.id) as table:
        assert (await refused(table.undo())).code == "undo-roll"
        assert "chance" in table.state.undo.reason["en"]


async def test_previews_tell_what_each_move_leads_to(anna: Guest) -> None:
    table_id = await set_up(anna)
    async with anna.live(table_id, previews=True) as table:
        version = table.state.version
        await table.until(
            lambda t: t.previews is not None and t.previews.version == version, timeout=60
        )
        assert table.previews is not None
        assert [preview.move for preview in table.previews.moves] == table.state.moves
        chosen = table.previews.moves[3]
        await table.play(chosen.move)
        assert table.state.scores == chosen.scores
        played = table.entries[-1]
        assert isinstance(played, Played)
        # The log adds the causes, which need what came before.
        told = [{key: event[key] for key in event if key != "cause"} for event in played.events]
        assert told == chosen.events


async def test_previews_come_in_the_language_of_each_who_listens(anna: Guest) -> None:
    table_id = await set_up(anna)
    async with (
        anna.live(table_id, previews=True, language="fr") as french,
        anna.live(table_id, previews=True, language="de") as german,
        anna.live(table_id, previews=True) as every,
    ):
        for table, languages in ((french, {"fr"}), (german, {"de"}), (every, {"en", "fr", "de"})):
            await table.until(lambda t: t.previews is not None, timeout=60)
            assert table.previews is not None
            for preview in table.previews.moves:
                assert all(set(event["text"]) == languages for event in preview.events)


async def test_previews_reach_one_who_is_slow_to_listen(
    start_server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start_server()
    presence, workers = running.server.presence, running.server.previews
    arrive, ask = presence.came, workers.ask
    german_sent = threading.Event()

    async def arrive_slowly(table: str, guest: str) -> None:
        await asyncio.to_thread(german_sent.wait, 3.0)
        await arrive(table, guest)

    async def ask_and_note(*question: Any, **options: Any) -> Any:
        answer = await ask(*question, **options)
        if question[-1] == "de":
            german_sent.set()
        return answer

    async with Guest(running.address) as anna:
        table_id = await set_up(anna)
        async with anna.live(table_id, previews=True, language="fr") as first:
            monkeypatch.setattr(presence, "came", arrive_slowly)
            monkeypatch.setattr(workers, "ask", ask_and_note)
            async with (
                anna.live(table_id, previews=True, language="de") as slow,
                anna.live(table_id, previews=True, language="fr") as slow_too,
            ):
                for table in (first, slow, slow_too):
                    await table.until(lambda t: t.previews is not None, timeout=60)


async def test_a_client_far_behind_gets_a_snapshot_and_one_a_little_behind_what_it_missed(
    anna: Guest,
) -> None:
    table_id = await set_up(anna)
    async with anna.live(table_id) as table:
        seen = list(table.entries)
    later = anna.live(table_id)
    later.number, later.entries = seen[4].number, seen[:5]
    later.seats, later.yours = table.seats, table.yours
    async with later:
        await later.until(lambda t: t.number == seen[-1].number, timeout=60)
        assert later.entries == seen
        assert later.snapshots == 0
    ahead = anna.live(table_id)
    ahead.number = 10**6
    async with ahead:
        await ahead.until(lambda t: t.snapshots == 1, timeout=60)
        assert ahead.number == seen[-1].number
