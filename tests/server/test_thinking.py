"""Bots think in other processes. A process that crashes is replaced and asked again."""

import os
import time
from pathlib import Path

import pytest

from tablee.games.fragile import Fragile
from tablee.server import thinking
from tablee.server.thinking import SentPosition, Workers, thought

pytestmark = pytest.mark.anyio


def crash_once(marker: str) -> str:
    """Ends its process the first time."""
    path = Path(marker)
    if not path.exists():
        path.touch()
        os._exit(1)
    return "answered"


def sleep_once(marker: str) -> str:
    path = Path(marker)
    if not path.exists():
        path.touch()
        time.sleep(60)
    return "answered"


def crash(*_: object) -> None:
    os._exit(1)


def start_position() -> SentPosition:
    game = Fragile(2)
    return SentPosition.of(game, game.initial())


async def test_a_crashed_worker_is_replaced_and_asked_again(tmp_path: Path) -> None:
    workers = Workers(1)
    assert await workers.ask(60, crash_once, str(tmp_path / "crashed")) == "answered"
    workers.close()


async def test_a_worker_that_does_not_come_back_is_replaced(tmp_path: Path) -> None:
    workers = Workers(1)
    await workers.ask(60, os.getpid)  # started, so that the wait below is for the sleeper
    assert await workers.ask(5, sleep_once, str(tmp_path / "slept")) == "answered"
    workers.close()


async def test_the_game_goes_on_when_a_bot_always_crashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "think", crash)
    workers = Workers(1)
    found = await thought(workers, start_position(), "random", 0.01)
    assert Fragile(2).initial().parse(found.moves[0])
    assert found.reason.key == "reason-lost"
    workers.close()
