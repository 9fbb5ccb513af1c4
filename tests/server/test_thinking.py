"""Bots think in other processes. A process that crashes is replaced alone and asked again."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from questions import crash_once, fail, same, sleep_once, sleep_with_mark, take_memory, wait_for
from tablee.bots import Choice
from tablee.core.messages import Message
from tablee.engine.processes import NotStarted, Process
from tablee.games.fragile import Fragile
from tablee.server import thinking, workers
from tablee.server.rounds import Rounds, Whose
from tablee.server.thinking import LEAST_SECONDS, SentPosition, thought
from tablee.server.workers import Workers

pytestmark = pytest.mark.anyio

ANNA, BERT = Whose("here", "anna"), Whose("here", "bert")


@pytest.fixture
async def one() -> AsyncIterator[Workers]:
    found = Workers(1)
    yield found
    found.close()


async def until(path: Path) -> None:
    while not path.exists():
        await asyncio.sleep(0.01)


async def test_a_crashed_worker_is_replaced_and_asked_again(one: Workers, tmp_path: Path) -> None:
    assert await one.ask(60, crash_once, str(tmp_path / "crashed")) == "answered"


async def test_a_worker_that_does_not_come_back_is_replaced(one: Workers, tmp_path: Path) -> None:
    assert await one.ask(1, sleep_once, str(tmp_path / "slept")) == "answered"


async def test_a_worker_killed_while_it_had_nothing_to_do_is_replaced(one: Workers) -> None:
    os.kill(await one.ask(60, os.getpid), signal.SIGKILL)
    assert await one.ask(60, same, 1) == 1


async def test_patience_begins_with_the_question_and_not_while_it_waits(
    one: Workers, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    first = asyncio.create_task(one.ask(600, wait_for, str(gate)))
    waiting = [asyncio.create_task(one.ask(5, same, n, attempts=1)) for n in range(5)]
    await asyncio.sleep(6)  # longer than their patience; what they wait for is no fault of theirs
    gate.touch()
    assert await first == "answered"
    assert await asyncio.gather(*waiting) == [0, 1, 2, 3, 4]


async def test_a_lost_worker_takes_nothing_with_it_that_waits(tmp_path: Path) -> None:
    two = Workers(2)
    mark = tmp_path / "mark"
    stuck = asyncio.create_task(two.ask(600, sleep_with_mark, str(mark)))
    await until(mark)
    gate = tmp_path / "gate"
    held = asyncio.create_task(two.ask(600, wait_for, str(gate), attempts=1))
    waiting = [asyncio.create_task(two.ask(60, same, n, attempts=1)) for n in range(9)]
    await asyncio.sleep(0)
    stuck.cancel()
    gate.touch()
    assert await held == "answered"
    assert await asyncio.gather(*waiting) == list(range(9))
    two.close()


async def test_what_can_wait_comes_after_all_that_cannot(one: Workers, tmp_path: Path) -> None:
    gate, order = tmp_path / "gate", []

    async def asked(name: str, *, behind: bool) -> None:
        await one.ask(60, same, name, behind=behind)
        order.append(name)

    first = asyncio.create_task(one.ask(600, wait_for, str(gate)))
    await asyncio.sleep(0)
    spare = [asyncio.create_task(asked(f"analysis {n}", behind=True)) for n in range(2)]
    await asyncio.sleep(0)
    turns = [asyncio.create_task(asked(f"bot {n}", behind=False)) for n in range(2)]
    await asyncio.sleep(0)
    gate.touch()
    await asyncio.gather(first, *spare, *turns)
    assert order == ["bot 0", "bot 1", "analysis 0", "analysis 1"]


async def test_what_can_wait_leaves_a_worker_free(tmp_path: Path) -> None:
    two, gate = Workers(2), tmp_path / "gate"
    slow = [asyncio.create_task(two.ask(600, wait_for, str(gate), behind=True)) for _ in range(10)]
    await asyncio.sleep(0)
    assert await two.ask(60, same, "the bot's turn") == "the bot's turn"
    gate.touch()
    await asyncio.gather(*slow)
    two.close()


async def test_a_question_whose_asker_has_gone_is_dropped_while_it_waits_and_while_it_runs(
    one: Workers, tmp_path: Path
) -> None:
    running, waiting = tmp_path / "running", tmp_path / "waiting"
    first = asyncio.create_task(one.ask(600, sleep_with_mark, str(running)))
    await until(running)
    second = asyncio.create_task(one.ask(600, sleep_with_mark, str(waiting)))
    await asyncio.sleep(0)
    second.cancel()
    first.cancel()
    assert await one.ask(60, same, 1) == 1
    assert not waiting.exists()


async def test_an_error_of_the_question_reaches_the_asker_and_the_worker_goes_on(
    one: Workers,
) -> None:
    process = await one.ask(60, os.getpid)
    with pytest.raises(ZeroDivisionError, match="a bot with a bug"):
        await one.ask(60, fail)
    assert await one.ask(60, os.getpid) == process


async def test_an_answer_that_cannot_be_sent_is_an_error(one: Workers) -> None:
    with pytest.raises(RuntimeError, match="pickle"):
        await one.ask(60, eval, "lambda: 0")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="not every system limits memory")
async def test_a_worker_has_a_limit_of_memory(one: Workers) -> None:
    with pytest.raises(MemoryError):
        await one.ask(60, take_memory, workers.MEMORY)
    assert await one.ask(60, take_memory, 1 << 20) == 1 << 20


async def test_a_machine_that_cannot_start_a_process_says_so_and_recovers(
    one: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_pipe() -> None:
        raise OSError(24, "Too many open files")

    with monkeypatch.context() as patched:
        patched.setattr("tablee.engine.processes._context.Pipe", no_pipe)
        with pytest.raises(NotStarted, match="Too many"):
            async with one.turn(ANNA) as worker:
                await worker.ask(60, same, 1)
    assert await one.ask(60, same, 1) == 1


async def test_workers_that_close_refuse_what_waits(tmp_path: Path) -> None:
    one = Workers(1)
    mark = tmp_path / "mark"
    running = asyncio.create_task(one.ask(600, sleep_with_mark, str(mark), attempts=1))
    await until(mark)
    waiting = asyncio.create_task(one.ask(600, same, 1))
    await asyncio.sleep(0)
    one.close()
    found = await asyncio.gather(running, waiting, return_exceptions=True)
    assert [type(error).__name__ for error in found] == ["Refused", "Refused"]


# Fairness


def served(rounds: Rounds[str]) -> list[str]:
    return [rounds.take() for _ in range(len(rounds))]


async def test_guests_are_served_in_turn_however_much_one_has_waiting() -> None:
    rounds: Rounds[str] = Rounds()
    for number in range(4):
        rounds.put(ANNA, f"a{number}")
    rounds.put(BERT, "b0")
    rounds.put(BERT, "b1")
    assert served(rounds) == ["a0", "b0", "a1", "b1", "a2", "a3"]


async def test_callers_are_served_in_turn_however_many_guests_one_pretends_to_be() -> None:
    rounds: Rounds[str] = Rounds()
    for number in range(3):
        rounds.put(Whose("crowd", f"guest {number}"), f"c{number}")
    rounds.put(Whose("alone", "anna"), "a0")
    rounds.put(Whose("alone", "anna"), "a1")
    assert served(rounds) == ["c0", "a0", "c1", "a1", "c2"]


async def test_a_newcomer_comes_before_all_who_have_been_served() -> None:
    rounds: Rounds[str] = Rounds()
    for guest in "abc":
        for number in range(3):
            rounds.put(Whose("here", guest), f"{guest}{number}")
    assert [rounds.take() for _ in range(4)] == ["a0", "b0", "c0", "a1"]
    rounds.put(Whose("here", "new"), "new")
    assert rounds.take() == "new"


async def test_what_is_removed_is_not_served() -> None:
    rounds: Rounds[str] = Rounds()
    rounds.put(ANNA, "a0")
    rounds.put(BERT, "b0")
    rounds.remove(ANNA, "a0")
    rounds.remove(ANNA, "a0")
    assert served(rounds) == ["b0"]


async def test_one_shares_with_others_and_with_what_is_ones_own() -> None:
    rounds: Rounds[str] = Rounds()
    for number in range(40):
        rounds.put(ANNA, f"a{number}")
    rounds.put(Whose("there", "carla"), "c0")
    assert rounds.crowd(ANNA) == 41
    assert rounds.crowd(BERT) == 2, "the 40 things of Anna count as one for Bert"
    assert rounds.crowd(Whose("third", "dora")) == 2


async def test_bots_think_for_a_shorter_time_in_a_crowd_and_never_less_than_the_least(
    one: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "think", budget)
    game = Fragile(2)
    position = SentPosition.of(game, game.initial())
    gate = tmp_path / "gate"
    held = asyncio.create_task(one.ask(600, wait_for, str(gate)))
    await asyncio.sleep(0)
    asked = [asyncio.create_task(thought(one, position, "2", 1.0, ANNA)) for _ in range(40)]
    other = asyncio.create_task(thought(one, position, "2", 1.0, BERT))
    await asyncio.sleep(0)
    gate.touch()
    found = [float(choice.moves[0]) for choice in await asyncio.gather(*asked)]
    await held
    assert found[0] == LEAST_SECONDS
    assert found == sorted(found)
    assert found[-1] == 1.0
    assert float((await other).moves[0]) == 0.5


def budget(position: SentPosition, name: str, seconds: float, seed: int) -> Choice:
    return Choice((str(seconds),), Message("tablee.server", "reason-lost", {}))


def test_a_process_ends_with_the_one_who_started_it() -> None:
    process = Process()
    process.give(same, 3)
    assert process.answer(60) == 3
    process.close()
