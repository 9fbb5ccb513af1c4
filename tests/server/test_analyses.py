"""Analyses: in the workers behind the bots, one at a time for a guest, kept with the table."""

import asyncio
import random
from pathlib import Path

import pytest

from attacks_analyses import ten_analyses
from house import Running, Start, play_on
from questions import wait_for
from tablee.client import Guest, ServerRefused
from tablee.core.record import Record
from tablee.games.fragile.kernel import COMPILED
from tablee.server.analyses import desk as desks
from tablee.server.analyses import judging
from tablee.server.analyses.desk import Analyses
from tablee.server.analyses.wishes import AnalysisView
from tablee.server.messages import Refused
from tablee.server.rounds import Whose
from tablee.server.wishes import Joining, NewTable, SeatWish, TableStatus
from tablee.server.workers import Workers

pytestmark = pytest.mark.anyio

ANNA, BERT, CARLA = Whose("here", "anna"), Whose("here", "bert"), Whose("there", "carla")


@pytest.fixture(autouse=True)
def quick(running: Running) -> None:
    running.server.analyses.seconds = 0.01


async def finished(guest: Guest, game: str = "shear-panic") -> TableStatus:
    """A table at which a game has been played."""
    seats = [SeatWish(), SeatWish("random")]
    made = await guest.create(
        NewTable(game, {"players": "2"}, seats=seats, private=True, join=Joining("Anna"))
    )
    async with guest.live(made.table.id) as table:
        await play_on(table, random.Random(4))
    return made


async def ready(guest: Guest, table_id: str, key: str = "") -> AnalysisView:
    while (found := await guest.analysis(table_id, key)).state == "running":
        await asyncio.sleep(0.05)
    return found


async def refusal(work: object) -> str:
    with pytest.raises(ServerRefused) as found:
        await work  # type: ignore[misc]
    assert set(found.value.refusal.text) == {"en", "fr", "de"}
    return found.value.refusal.code


async def test_a_finished_game_is_analysed_and_everybody_with_the_link_sees_it(
    anna: Guest, bert: Guest
) -> None:
    made = await finished(anna)
    table_id = made.table.id
    assert (await anna.analysis(table_id)).state == "none"
    begun = await anna.analyse(table_id)
    assert begun.state == "running"
    assert begun.mine
    found = await ready(anna, table_id)
    assert found.state == "ready", found.why
    assert found.analysis is not None
    record = Record.parse(await anna.record(table_id))
    assert found.analysis.turns[-1].last == len(record.moves) - 1
    assert (await bert.analysis(table_id, made.watch_key)).analysis == found.analysis
    address = f"/api/tables/{table_id}/analysis/record?language=fr&key={made.watch_key}"
    text = (await bert.http.get(address)).text
    assert Record.parse(text) == record
    assert text.count("\n#") > record.text().count("\n#")
    assert await refusal(bert.analysis(table_id)) == "no-table"
    assert (await anna.analyse(table_id)).state == "ready"


async def test_an_analysis_is_kept_over_a_restart(start_server: Start) -> None:
    running = start_server()
    running.server.analyses.seconds = 0.01
    async with Guest(running.address) as anna:
        made = await finished(anna)
        await anna.analyse(made.table.id)
        found = await ready(anna, made.table.id)
    running.stop()
    again = start_server()
    async with Guest(again.address) as bert:
        kept = await bert.analysis(made.table.id, made.watch_key)
        assert kept.analysis == found.analysis


async def test_a_game_that_goes_on_is_not_analysed(anna: Guest) -> None:
    made = await anna.create(NewTable("fragile", join=Joining("Anna")))
    assert await refusal(anna.analyse(made.table.id)) == "not-over"


async def test_a_record_from_anywhere_is_analysed(anna: Guest) -> None:
    record = await anna.record((await finished(anna)).table.id)
    begun = await anna.analyse_record(record)
    while (found := await anna.record_analysis(begun.id)).state == "running":
        await asyncio.sleep(0.05)
    assert found.state == "ready", found.why
    commented = await anna.commented_record(record, "de")
    assert Record.parse(commented) == Record.parse(record)
    assert commented.count("\n#") > record.count("\n#")
    assert await refusal(anna.commented_record("no record")) == "no-analysis"
    bad = await anna.analyse_record("no record")
    while (failed := await anna.record_analysis(bad.id)).state == "running":
        await asyncio.sleep(0.05)
    assert failed.state == "failed"
    assert set(failed.why) == {"en", "fr", "de"}


class Held:
    """Analyses whose questions wait until the gate is open."""

    def __init__(self, gate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gate = gate
        self.workers = Workers(1)
        self.desk = Analyses(self.workers)
        monkeypatch.setattr(self.workers, "ask", self._ask)
        self._asked = Workers.ask

    async def _ask(self, patience: float, *_: object, **settings: bool) -> object:
        settings.pop("whose", None)
        return await self._asked(self.workers, patience, wait_for, str(self.gate), **settings)  # type: ignore[arg-type]


async def test_a_guest_has_one_analysis_at_a_time_and_only_its_owner_cancels_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(tmp_path / "gate", monkeypatch)
    desk = held.desk
    desk.begin("one", "record", ANNA)
    desk.begin("one", "record", BERT)  # the same again
    with pytest.raises(Refused) as second:
        desk.begin("two", "record", ANNA)
    assert second.value.code == "analysis-running"
    desk.begin("two", "record", BERT)
    assert desk.view("one", ANNA).mine
    assert not desk.view("one", BERT).mine
    with pytest.raises(Refused) as not_mine:
        desk.cancel("one", BERT)
    assert not_mine.value.code == "not-your-analysis"
    desk.cancel("one", ANNA)
    assert desk.view("one", ANNA).state == "none"
    desk.begin("two", "record", ANNA)
    await desk.stop()
    held.workers.close()


async def test_a_caller_and_the_house_have_a_limited_number_of_analyses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(tmp_path / "gate", monkeypatch)
    for number in range(desks.MOST_OF_CALLER):
        held.desk.begin(f"here {number}", "record", Whose("here", str(number)))
    with pytest.raises(Refused) as full:
        held.desk.begin("one more", "record", ANNA)
    assert full.value.code == "analysis-busy"
    held.desk.begin("elsewhere", "record", CARLA)
    monkeypatch.setattr(desks, "MOST", desks.MOST_OF_CALLER + 1)
    with pytest.raises(Refused):
        held.desk.begin("yet another", "record", Whose("far", "dora"))
    await held.desk.stop()
    held.workers.close()


@pytest.mark.skipif(not COMPILED, reason="an analysis of Fragile takes a minute in Python")
async def test_analyses_of_many_guests_all_come_to_their_end(running: Running) -> None:
    assert await ten_analyses(running.address, 5) == ["ready"] * 5


async def test_a_record_that_is_too_long_is_refused(
    anna: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = await anna.record((await finished(anna)).table.id)
    monkeypatch.setattr(judging, "MOST_TURNS", 3)
    with pytest.raises(Refused) as long:
        judging.count(record)
    assert long.value.code == "analysis-length"


async def test_bots_play_on_while_an_analysis_runs(anna: Guest, running: Running) -> None:
    """It leaves a worker free, so a game is over before an analysis that began first."""
    first = await finished(anna)
    running.server.analyses.seconds = 600.0  # each turn takes what all of them may take
    await anna.analyse(first.table.id)
    second = await finished(anna)
    assert (await anna.look(second.table.id)).phase == "over"
    assert (await anna.analysis(first.table.id)).state == "running"
    assert await refusal(anna.analyse(second.table.id)) == "analysis-running"
    await anna.cancel_analysis(first.table.id)
    assert (await anna.analysis(first.table.id)).state == "none"
