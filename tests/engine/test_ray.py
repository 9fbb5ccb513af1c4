"""A Ray cluster gives the same results as this machine, also when a worker is killed.

All tests share one cluster of two processors on 127.0.0.1. Commands find it by its address.
"""

import json
import os
import secrets
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from running import command, finished, half_way, kill_a_worker, lines, results, started
from tablee.games.fragile.problems.search_kernel import COMPILED

pytestmark = [
    pytest.mark.xdist_group("ray"),  # one cluster is enough
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc"),
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
]

HERE = Path(__file__).parent
BENCH = HERE.parents[1] / "bench"

MATCH = ("arena", "fragile", "--bots", "2,random", "--nodes", 5, "--games", 24, "--all")
COMPOSE = ("fragile", "compose", "--count", 3, "--seed", 5)
TUNE = ("--generations", 2, "--population", 3, "--games", 1, "--seed", 2)

START = """
import sys
from tablee.engine.cluster import RayEngine
with RayEngine(2) as engine:
    import ray
    print(ray.get_runtime_context().gcs_address, flush=True)
    sys.stdin.read()
"""


class Cluster:
    """The cluster's address, and how to run commands on it."""

    def __init__(self, pid: int, address: str, environment: dict[str, str]) -> None:
        self.pid, self.environment = pid, environment
        self.address = address
        self.options = ("--engine", "ray", "--ray-address", address)

    def kill_half_way(self, arguments: list[str], state: Path, whole: int = 10**9) -> None:
        """Runs a command, and kills a worker of the cluster in the middle of a piece."""
        half_way(
            arguments,
            state,
            lambda _: kill_a_worker(self.pid, "ray::_checked"),
            self.environment,
            whole,
        )


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("RAY_")},
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
    }
    with started([sys.executable, "-c", START], environment) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("127.0.0.1:"), process.communicate()
        yield Cluster(process.pid, address, environment)
        finished(process)


def test_pieces_come_in_order_are_done_again_and_tell_their_errors(
    cluster: Cluster, tmp_path: Path
) -> None:
    arguments = [sys.executable, str(HERE / "pieces.py"), cluster.address, str(tmp_path)]
    with started(arguments, cluster.environment) as process:
        told = json.loads(finished(process))
    squares = [number * number for number in range(9)]
    assert told["in order"] == told["killed"] == squares
    assert (tmp_path / "killed").exists()
    assert told["always"].startswith("EngineError: Piece 1 of the work lost its worker 5 times")
    assert told["invalid"].startswith("Invalid: Line ")


def test_a_match_on_ray_is_the_match_of_this_machine_also_after_a_kill(
    cluster: Cluster, tmp_path: Path
) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    with started(command(tmp_path, *MATCH, "--workers", 2, "--state", here)) as process:
        finished(process)
    arguments = command(tmp_path, *MATCH, *cluster.options, "--state", there)
    cluster.kill_half_way(arguments, there, 25)
    assert len(lines(there)) == 25
    assert results(there) == results(here)


@pytest.mark.skipif(not COMPILED, reason="an attempt takes half a minute in Python")
def test_a_composition_on_ray_is_that_of_this_machine_also_after_a_kill(
    cluster: Cluster, tmp_path: Path
) -> None:
    here, there = tmp_path / "here.toml", tmp_path / "there.toml"
    with started(command(tmp_path, *COMPOSE, "--workers", 2, "--out", here)) as process:
        finished(process)
    arguments = command(tmp_path, *COMPOSE, *cluster.options, "--out", there)
    cluster.kill_half_way(arguments, tmp_path / "there.toml.state")
    assert there.read_bytes() == here.read_bytes()


@pytest.mark.skipif(find_spec("cma") is None, reason="cma is not installed")
def test_tuning_on_ray_is_tuning_on_this_machine(cluster: Cluster, tmp_path: Path) -> None:
    for name, where in (("here", ("--workers", 2)), ("there", cluster.options)):
        files = ("--out", tmp_path / f"{name}.toml", "--state", tmp_path / f"{name}.state")
        script = (BENCH / "tune_shear_panic.py", *TUNE, *where, *files)
        with started([sys.executable, *map(str, script)], cluster.environment) as process:
            assert finished(process).startswith("generation 1: ")
    for kind in ("toml", "state"):
        here, there = tmp_path / f"here.{kind}", tmp_path / f"there.{kind}"
        assert there.read_bytes() == here.read_bytes()
