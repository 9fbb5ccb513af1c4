"""Killed at any moment of a start, a migration or a backup, the server starts and keeps all."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from house import ServerProcess
from test_faults import kill_often

DRIVER = Path(__file__).parent / "killing.py"

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform == "win32", reason="forks"),
]


def kill(what: str, where: Path, kills: int, seed: int) -> int:
    command = [sys.executable, str(DRIVER), what, str(where), str(kills), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    print(done.stdout)
    return int(json.loads(done.stdout)["kills"])


@pytest.mark.parametrize("what", ["start", "migration", "backup"])
def test_a_few_kills_do_no_harm(what: str, tmp_path: Path) -> None:
    assert kill(what, tmp_path / what, kills=8, seed=1) >= 8


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("what", "kills"), [("start", 400), ("migration", 300), ("backup", 200)])
def test_nine_hundred_kills_do_no_harm(what: str, kills: int, tmp_path: Path) -> None:
    assert kill(what, tmp_path / what, kills, seed=2) >= kills


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_a_hundred_kills_under_play_lose_nothing(server_process: ServerProcess) -> None:
    assert await kill_often(server_process, kills=100, seed=3) >= 500
