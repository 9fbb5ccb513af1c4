"""The engine of this machine: order, lost workers, interruptions."""

import signal
import subprocess
from functools import partial
from itertools import count, islice
from pathlib import Path

import pytest

from pieces import (
    is_invalid,
    kills_its_worker_always,
    kills_its_worker_once,
    square,
    waits_for_the_ledger,
)
from running import (
    command,
    descendants,
    finished,
    half_way,
    is_running,
    kill_a_worker,
    lines,
    results,
    started,
    until,
)
from tablee.core import Invalid
from tablee.engine import Ledger, LocalEngine, in_order
from tablee.engine.engine import EngineError
from tablee.games.fragile.problems.search_kernel import COMPILED

GAMES = 24
WORKER = "spawn_main"
SQUARES = [number * number for number in range(9)]
MATCH = ("arena", "fragile", "--bots", "random,random", "--nodes", 1, "--games", GAMES, "--all")
COMPOSE = ("fragile", "compose", "--count", 3, "--seed", 5)

on_linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")


@pytest.mark.parametrize("workers", [1, 3])
def test_results_come_in_the_order_of_their_numbers(workers: int) -> None:
    with LocalEngine(workers) as engine:
        assert list(in_order(engine, square, range(9))) == SQUARES


def test_what_is_finished_first_is_on_disk_first_and_counts_in_order(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "state", {}, int, int)
    work = partial(waits_for_the_ledger, str(tmp_path / "state"))
    with LocalEngine(2) as engine:
        got = list(in_order(engine, work, range(9), ledger))
    assert got == SQUARES
    assert '"number": 0' not in lines(tmp_path / "state")[1]
    ledger.settle(9)
    assert '"number": 0' in lines(tmp_path / "state")[1]


def test_numbers_may_be_without_end() -> None:
    with LocalEngine(2) as engine:
        got = dict(islice(engine.as_done(square, count()), 20))
    assert all(result == number * number for number, result in got.items())


def test_a_piece_whose_worker_is_killed_is_done_again(tmp_path: Path) -> None:
    with LocalEngine(2) as engine:
        work = partial(kills_its_worker_once, str(tmp_path), 4)
        assert list(in_order(engine, work, range(9))) == SQUARES
        assert (tmp_path / "killed").exists()
        assert list(in_order(engine, square, range(9))) == SQUARES


def test_a_piece_that_always_kills_its_worker_is_given_up() -> None:
    with LocalEngine(2) as engine, pytest.raises(EngineError, match="lost its worker 5 times"):
        list(in_order(engine, partial(kills_its_worker_always, 0), range(3)))


def test_an_error_of_the_work_is_told_as_it_is() -> None:
    with LocalEngine(2) as engine, pytest.raises(Invalid, match="Line 0"):
        list(in_order(engine, is_invalid, range(1)))


# Whole commands


@pytest.fixture(scope="module")
def whole_match(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The ledger of the match, played without a break by one process."""
    folder = tmp_path_factory.mktemp("whole")
    state = folder / "match.jsonl"
    with started(command(folder, *MATCH, "--workers", 1, "--state", state)) as process:
        finished(process)
    assert len(lines(state)) == 1 + GAMES
    return results(state)


@on_linux
def test_a_match_survives_the_kill_of_a_worker(tmp_path: Path, whole_match: list[str]) -> None:
    state = tmp_path / "match.jsonl"
    arguments = command(tmp_path, *MATCH, "--workers", 2, "--state", state)
    half_way(arguments, state, lambda run: kill_a_worker(run.pid, WORKER), whole=1 + GAMES)
    assert results(state) == whole_match


@on_linux
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_a_match_that_was_broken_off_goes_on(
    tmp_path: Path, whole_match: list[str], end: signal.Signals
) -> None:
    state = tmp_path / "match.jsonl"
    arguments = command(tmp_path, *MATCH, "--workers", 2, "--state", state)
    workers: set[int] = set()

    def break_off(run: subprocess.Popen[str]) -> bool:
        workers.update(descendants(run.pid))
        run.send_signal(end)
        return True

    half_way(arguments, state, break_off, whole=1 + GAMES)
    until(lambda: not any(is_running(pid) for pid in workers))
    kept = results(state)
    assert len(kept) < 1 + GAMES
    with started(arguments) as process:
        finished(process)
    assert results(state) == whole_match
    assert set(kept) <= set(whole_match)


@on_linux
@pytest.mark.skipif(not COMPILED, reason="an attempt takes half a minute in Python")
def test_a_composition_survives_the_kill_of_a_worker_and_of_itself(tmp_path: Path) -> None:
    out, other = tmp_path / "new.toml", tmp_path / "other.toml"
    state = tmp_path / "new.toml.state"
    arguments = command(tmp_path, *COMPOSE, "--workers", 2, "--out", out)

    def kill(run: subprocess.Popen[str]) -> bool:
        run.kill()
        return True

    half_way(arguments, state, kill)
    kept = lines(state)
    assert len(kept) > 1
    half_way(arguments, state, lambda run: kill_a_worker(run.pid, WORKER))
    with started(command(tmp_path, *COMPOSE, "--workers", 1, "--out", other)) as process:
        finished(process)
    assert out.read_bytes() == other.read_bytes()
    state.write_text("\n".join(kept) + "\n", encoding="utf-8")
    with started(arguments) as process:
        finished(process)
    assert not state.exists()
    assert out.read_bytes() == other.read_bytes()
