"""Killed at any moment of a start, a migration or a backup, the server starts and keeps all."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from house import ServerProcess
from services import Postgres, Redis
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
    moves = await kill_often(server_process, kills=100, seed=3)
    print(json.dumps({"what": "play", "kills": 100, "moves": moves}))
    assert moves >= 500


async def kill_database(postgres: Postgres, redis: Redis, where: Path, kills: int) -> int:
    """Has PostgreSQL itself end at random moments of play, without any order."""

    async def strike() -> None:
        await asyncio.to_thread(postgres.stop, signal.SIGQUIT)
        await asyncio.to_thread(postgres.start)

    server = ServerProcess(where, postgres.new_database(), redis.new_space())
    try:
        return await kill_often(server, kills, 4, strike)
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()


async def test_kills_of_the_database_lose_nothing(
    postgres: Postgres, redis: Redis, tmp_path: Path
) -> None:
    assert await kill_database(postgres, redis, tmp_path, kills=2) >= 15


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_fifty_kills_of_the_database_lose_nothing(
    postgres: Postgres, redis: Redis, tmp_path: Path
) -> None:
    moves = await kill_database(postgres, redis, tmp_path, kills=50)
    print(json.dumps({"what": "database", "kills": 50, "moves": moves}))
    assert moves >= 250
