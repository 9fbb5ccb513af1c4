"""The simulation of many nodes repeats for a seed, and agrees with formulas."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "bench" / "simulate_scale.py"
MEASURED = """memory_base 100 MB
memory_table_played 100 kB
cpu_socket_second 0 us
cpu_move_of_10 9999 us
cpu_move_of_20 1000 us
flush 5 ms
db_cpu_row 100 us
db_cpu_commit 900 us
db_disk_move 300 B
took_bot_fragile_3 500 ms
"""


@pytest.fixture
def measured(tmp_path: Path) -> Path:
    path = tmp_path / "measured.txt"
    path.write_text(MEASURED, encoding="utf-8")
    return path


def simulated(measured: Path, *arguments: object) -> dict[str, float]:
    command = [sys.executable, str(SCRIPT), str(measured), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    return {name: float(value) for name, value, _ in lines}


def test_a_move_that_meets_no_other_takes_the_sum_of_its_parts(measured: Path) -> None:
    told = simulated(measured, "--tables", 10, "--nodes", 10, "--pace", 100, "--seconds", 2000)
    assert told["move_p50"] == 1 + 0.9 + 0.1 + 5
    assert told["moves_a_commit"] == pytest.approx(1, abs=0.01)


def test_the_same_seed_gives_the_same_numbers(measured: Path) -> None:
    busy = ("--tables", 2000, "--nodes", 2, "--pace", 2, "--seconds", 1, "--bots", 0.01)
    assert simulated(measured, *busy) == simulated(measured, *busy)
    assert simulated(measured, *busy) != simulated(measured, *busy, "--seed", 2)


def test_busy_nodes_share_commits_and_take_longer(measured: Path) -> None:
    load = ("--tables", 900, "--pace", 1, "--seconds", 2)
    one, three = simulated(measured, *load, "--nodes", 1), simulated(measured, *load, "--nodes", 3)
    assert one["moves_a_commit"] > three["moves_a_commit"] > 1
    assert one["move_p99"] > three["move_p99"]
    assert one["node_busy"] == pytest.approx(90, abs=5)


def test_as_many_nodes_as_it_takes_are_found(measured: Path) -> None:
    load = ("--tables", 3000, "--pace", 1, "--seconds", 1)
    found = simulated(measured, *load, "--find", 40)
    assert found["nodes"] > 3
    assert found["move_p99"] <= 40
    fewer = simulated(measured, *load, "--nodes", int(found["nodes"]) - 1)
    assert fewer["move_p99"] > 40


def test_bots_wait_for_each_other(measured: Path) -> None:
    load = ("--tables", 100, "--nodes", 1, "--pace", 10, "--seconds", 20)
    few, many = simulated(measured, *load, "--bots", 0.1), simulated(measured, *load, "--bots", 0.9)
    assert many["bot_wait_p99"] > few["bot_wait_p99"]
    assert many["bot_cores"] == pytest.approx(4.5)


def test_the_limits_of_a_node_follow_from_what_was_measured(measured: Path) -> None:
    told = simulated(measured, "--limits", "--pace", 10, "--files", 1000, "--bots", 0.5)
    assert told["tables_by_processor"] == 10_000
    assert told["tables_by_files"] == 500
    assert told["tables_by_bots"] == 80
