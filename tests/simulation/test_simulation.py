"""The server in a simulated world: crashes, full disks, cut lines, lost workers, several nodes.

A world that breaks a promise prints the command that repeats it.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from simulated import Broken, Plan, World, run
from simulated.__main__ import command
from simulated.dash import Dash, offered
from simulated.disk import LocalJournal

from tablee.engine.processes import Lost
from tablee.server.attendant import Attendant
from tablee.server.node import Node
from tablee.server.storage.journal import Journal, Then, Write
from tablee.server.thinking import SentPosition, thought
from tablee.testing import check_game

LOTS, LOT = 40, 50
"""Together these are the seeds of ``make test``. A lot takes two seconds or three."""
LONG = 10_000
SEARCH = 60
"""Seeds to try until a planted bug is found. Each is found within a few."""

pytestmark = pytest.mark.skipif(
    os.environ.get("TABLEE_EXPECT_BUILD") == "pure",
    reason="does not depend on the build; tested on the compiled one",
)


@pytest.fixture(autouse=True)
def _dash_is_offered() -> Iterator[None]:
    with offered():
        yield


def insist_on(seeds: range) -> None:
    for seed in seeds:
        try:
            run(seed)
        except Exception as error:  # noqa: BLE001  # whatever broke, say how to repeat it
            pytest.fail(f"{type(error).__name__}: {error}\nto repeat it: {command(seed)}")


@pytest.mark.parametrize("lot", range(LOTS))
def test_no_world_breaks_a_promise(lot: int) -> None:
    insist_on(range(lot * LOT, (lot + 1) * LOT))


@pytest.mark.long
@pytest.mark.parametrize("lot", range(LONG // 100))
def test_no_world_of_many_breaks_a_promise(lot: int) -> None:
    begin = LOTS * LOT + lot * 100
    insist_on(range(begin, begin + 100))


@pytest.mark.parametrize("seed", range(0, 70, 10))
def test_a_seed_always_makes_the_same_world(seed: int) -> None:
    assert run(seed) == run(seed)


def test_a_seed_makes_the_same_world_in_another_process() -> None:
    here = Path(__file__).parent
    environment = {**os.environ, "PYTHONPATH": str(here), "PYTHONHASHSEED": "7"}
    line = [sys.executable, "-m", "simulated", "--seed", "3"]
    said = subprocess.run(line, env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == str(run(3))


def test_other_seeds_make_other_worlds() -> None:
    assert len({run(seed).digest for seed in range(5)}) == 5


def test_a_broken_promise_prints_the_command_that_repeats_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Journal, "put", answer_before_saving)
    with pytest.raises(pytest.fail.Exception, match=r"python -m simulated --seed \d+"):
        insist_on(range(SEARCH))


def test_the_small_game_of_the_simulation_keeps_the_contract() -> None:
    check_game(Dash())


# Faults that the simulation found


def test_a_clock_whose_end_cannot_be_saved_ends_later() -> None:
    """It was forgotten until somebody played or chatted."""
    plan = Plan(clock=2, outages=0.3, goal=40, seconds=8.0)
    for seed in range(10):
        run(seed, plan)


def test_after_a_start_with_a_full_disk_clocks_and_bots_go_on() -> None:
    """They were forgotten if the time of the downtime could not be given back."""
    plan = Plan(clock=2, outages=0.5, crashes=0.3, goal=40, seconds=8.0)
    for seed in range(10):
        run(seed, plan)


def test_a_rematch_that_the_first_table_cannot_note_goes_on() -> None:
    """Its bot was to begin, and waited until somebody asked for the rematch again."""
    plan = Plan(goal=3, disk_fails=0.5, pace=0.2, seconds=15.0)
    for seed in range(50, 60):
        run(seed, plan)


def test_a_node_whose_database_goes_away_while_it_starts_ends_in_order() -> None:
    """Its end failed, so nobody heard why, and nothing was closed."""
    plan = Plan(nodes=2, outages=0.5, crashes=0.5, seconds=15.0)
    for seed in range(10):
        run(seed, plan)


# Bugs planted on purpose


def first_broken(plan: Plan, world: type[World] = World) -> tuple[int, str]:
    """Returns the first seed that shows the bug, and what it broke. The seed shows it again."""
    for seed in range(SEARCH):
        try:
            run(seed, plan, world)
        except Broken as broken:
            with pytest.raises(Broken, match="^" + str(broken)[:20]):
                run(seed, plan, world)
            print(f"seed {seed}: {broken}")
            return seed, str(broken)
    pytest.fail(f"{SEARCH} worlds did not show the bug")


def answer_before_saving(self: Journal, write: Write, then: Then) -> None:
    """Says at once that the write is saved."""
    if isinstance(self, LocalJournal):
        for _, body in write.entries:
            self.world.truth.written[body] = self.world.now
    self._waiting.append((write, lambda _: None))
    self._wake.set()
    asyncio.get_running_loop().call_soon(then, None)


def test_an_answer_before_the_save_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(crashes=0.1)
    run(0, plan)
    monkeypatch.setattr(LocalJournal, "put", answer_before_saving)
    _, broken = first_broken(plan)
    assert "not stored" in broken


def test_a_turn_forgotten_on_a_lost_worker_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(workers_lost=0.3, goal=40, pace=2.0)
    run(0, plan)

    async def play_or_give_up(self: Attendant) -> None:
        while self._owes_turn:
            match, bots = self.table.match, self.table.house.bots
            position = SentPosition.of(match.game, match.state)
            try:
                found = await thought(bots, position, "random", 1.0, self.table.whose)
            except Lost:
                return
            version = match.version
            for text in found.moves:
                play = partial(self._play, version=version, text=text, found=found)
                version = await self.table.write(play)
                if not version:
                    break

    monkeypatch.setattr(Attendant, "_let_bot_play", play_or_give_up)
    _, broken = first_broken(plan)
    assert "a bot owes its turn" in broken


def test_a_node_that_follows_a_clock_that_jumps_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(nodes=2, clock=20, jumps=0.2, pace=2.0)
    run(0, plan)

    async def follow(self: Node) -> None:
        self._ahead = await self.journal.now() - self.steady()

    monkeypatch.setattr(Node, "_follow_time", follow)
    _, broken = first_broken(plan)
    assert "too early" in broken or "a clock is over" in broken


def test_a_rematch_made_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(nodes=2, goal=3, tables=3, pace=0.2, slow=5.0, seconds=60.0)
    run(0, plan)
    ids = (f"{number:012x}" for number in count(100))
    monkeypatch.setattr("tablee.server.tables.rematch_id", lambda _: next(ids))
    _, broken = first_broken(plan)
    assert "two rematches" in broken


class ByTheWall(World):
    """Its servers go by the wall clock."""

    def make_clock(self) -> Callable[[], float]:
        return self.wall


def test_a_clock_by_wall_time_is_found() -> None:
    plan = Plan(clock=20, jumps=0.2, pace=2.0)
    run(0, plan)
    _, broken = first_broken(plan, ByTheWall)
    assert "too early" in broken or "a clock is over" in broken
