"""What is on disk is enough: a table reopens from it exactly as it was."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from tablee.server import entries as log
from tablee.server.clock import Clock
from tablee.server.dice import new_secret
from tablee.server.draft import Draft
from tablee.server.match import Match, Snapshot, fold
from tablee.server.messages import Refused
from tablee.server.storage.database import make_engine, migrate
from tablee.server.storage.journal import Journal, Write
from tablee.server.storage.schema import metadata
from tablee.server.tables import _row, make_plan

pytestmark = pytest.mark.anyio


async def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite+aiosqlite:///{tmp_path / 'db'}")
    await migrate(engine)
    await migrate(engine)  # nothing left to do

    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


def play(draft: Draft, rng: random.Random) -> None:
    """One random thing a player may do, undo included."""
    match = draft.match
    if match.back and rng.random() < 0.3:
        draft.undo("guest", match.version, "")
    else:
        move = rng.choice(match.state.legal_moves())
        draft.play("guest", match.version, match.state.notation(move), f"{match.number}")


@pytest.mark.parametrize("game", ["fragile", "shear-panic"])
def test_a_match_folded_from_its_log_is_the_match_that_was_played(game: str) -> None:
    rng = random.Random(game)
    plan = make_plan(game, {"players": "3"}, None, None, Clock("turn", 60), False)
    draft = Draft(Match.begin(plan), new_secret(), 1000.0)
    for number in range(3):
        draft.join("guest", None, f"Player {number}", "", "salt")
    snapshot = None
    for _ in range(150):
        if draft.match.actor is None:
            break
        draft.now += 1
        play(draft, rng)
        if snapshot is None and draft.match.number > 60 and not draft.match.back:
            snapshot = msgspec.json.encode(Snapshot.of(draft.match))
    stored = [log.decode(log.encode(entry)) for entry in draft.entries]
    replayed = Match.begin(plan)
    for entry in stored:
        replayed = fold(replayed, entry)
    assert replayed == draft.match
    assert snapshot is not None
    reopened = msgspec.json.decode(snapshot, type=Snapshot).restore(plan)
    for entry in stored[reopened.number :]:
        reopened = fold(reopened, entry)
    assert reopened == draft.match


async def test_an_entry_cannot_be_saved_twice_and_takes_no_other_down(tmp_path: Path) -> None:
    import asyncio

    journal = Journal(f"sqlite+aiosqlite:///{tmp_path / 'db'}")
    await journal.open()
    plan = make_plan("fragile", {}, None, None, Clock(), False)
    for name in ("one", "two"):
        await journal.save(Write(name, created=_row(name, plan, "host")))
    await journal.save(Write("one", [(1, b"a")]))
    answers = await asyncio.gather(
        journal.save(Write("one", [(1, b"b")])),
        journal.save(Write("two", [(1, b"c")])),
        return_exceptions=True,
    )
    assert isinstance(answers[0], Refused)
    assert answers[1] is None
    assert await journal.entries_after("one", 0) == [b"a"]
    assert await journal.entries_after("two", 0) == [b"c"]
    await journal.close()
    with pytest.raises(Refused):
        await journal.save(Write("one", [(2, b"d")]))
