"""Tables of rules version 1 from an old server are played to their end.

``tests/golden/version_1/database`` holds the files that this server left on disk when it was
stopped, and the record of every table at that moment. Never write any of them again.
"""

import gzip
import random
import tomllib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from house import FREE, Running, play_on, start
from tablee.client import Guest, ServerRefused
from tablee.core import CHANCE, Record
from tablee.server import dice
from tablee.server.guests import COOKIE, Guests
from tablee.server.settings import Settings

pytestmark = pytest.mark.anyio

FOLDER = Path(__file__).parent.parent / "golden" / "version_1" / "database"
STORED: dict[str, Any] = tomllib.loads((FOLDER / "tables.toml").read_text(encoding="utf-8"))
TABLES: dict[str, dict[str, Any]] = STORED["table"]
FINISHED = [name for name, table in TABLES.items() if table["phase"] == "over"]
RUNNING = [name for name in TABLES if name not in FINISHED]


@pytest.fixture
def reopened(tmp_path: Path) -> Iterator[Running]:
    """Starts a server on a copy of the old database."""
    packed = (FOLDER / "tablee.sqlite3.gz").read_bytes()
    (tmp_path / "tablee.sqlite3").write_bytes(gzip.decompress(packed))
    running = start(Settings(data_dir=tmp_path, limits=FREE, think_seconds=0.01))
    yield running
    running.stop()


@pytest.fixture
async def owner(reopened: Running) -> AsyncIterator[Guest]:
    """The guest who sat at all tables. The cookie is signed anew: an old one expires."""
    guests = Guests(reopened.settings.signing_key(), secure=False)
    async with Guest(reopened.address) as guest:
        guest.http.cookies.set(COOKIE, str(guests.cookie(STORED["guest"]).value))
        yield guest


def record_of(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def draws(record: Record) -> int:
    return sum(sitting.state.actor == CHANCE for sitting in record.sittings())


def test_tables_of_both_games_were_finished_and_were_running() -> None:
    for names in (FINISHED, RUNNING):
        assert {name.partition("_")[0] for name in names} == {"fragile", "shear"}


@pytest.mark.parametrize("name", FINISHED)
async def test_a_finished_table_of_version_1_has_its_record_and_its_moves(
    name: str, owner: Guest
) -> None:
    table = TABLES[name]
    text = await owner.record(table["id"])
    assert text == record_of(name)
    assert "\nrules: 1\n" in text
    record = Record.parse(text)
    assert record.final().result is not None
    assert dice.verify(text) == draws(record)
    assert (await owner.look(table["id"])).yours == table["seats"]
    assert len(await owner.log(table["id"])) == table["entries"]
    for number, sitting in list(enumerate(record.sittings()))[::25]:
        shown = await owner.at_move(table["id"], number)
        assert shown.state.position == sitting.state.to_json()


@pytest.mark.parametrize("name", RUNNING)
async def test_a_running_table_of_version_1_is_played_to_its_end(name: str, owner: Guest) -> None:
    table_id = TABLES[name]["id"]
    begun = Record.parse(record_of(name))
    assert await owner.record(table_id) == record_of(name)
    async with owner.live(table_id) as table:
        assert table.yours == TABLES[name]["seats"]
        assert table.number == TABLES[name]["entries"]
        assert table.state.position == begun.final().to_json()
        assert table.state.moves == list(begun.game.sitting(begun.final()).moves)
        await play_on(table, random.Random(name))
        assert table.state.phase == "over"
    text = await owner.record(table_id)
    assert "\nrules: 1\n" in text
    record = Record.parse(text)
    assert record.moves[: len(begun.moves)] == begun.moves
    assert record.final().result is not None
    assert table.state.position == record.final().to_json()
    assert dice.verify(text) == draws(record)


async def test_a_running_table_refuses_what_version_1_refuses(owner: Guest) -> None:
    """S-4.8: of another kind than the command before, but it gives the flock before that."""
    facts = TABLES["shear_panic_running"]
    async with owner.live(facts["id"]) as table:
        with pytest.raises(ServerRefused) as caught:
            await table.play(facts["refused"])
        assert caught.value.refusal.rule == "S-4.8"
        assert table.number == facts["entries"]


async def test_whose_last_depot_a_rival_had_filled_plays_no_more(owner: Guest) -> None:
    """F-5.3, as it was in version 1: a last turn for everybody else."""
    name = "fragile_last_turns"
    begun = Record.parse(record_of(name))
    ends = [event for sitting in begun.sittings() for event in sitting.events]
    (full,) = (event.player for event in ends if event.kind == "end-is-near")
    async with owner.live(TABLES[name]["id"]) as table:
        await play_on(table, random.Random(1))
    record = Record.parse(await owner.record(TABLES[name]["id"]))
    later = [sitting.state.actor for sitting in record.sittings()][len(begun.moves) : -1]
    assert set(later) == {player for player in range(3) if player != full}
