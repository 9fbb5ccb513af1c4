"""``--engine``: a sentence says what is not available."""

import socket
import sys
from collections.abc import Callable

import pytest

Refused = Callable[..., str]

ARENA = ("arena", "fragile", "--bots", "random,random", "--nodes", 1, "--games", 2)
COMPOSE = ("fragile", "compose")


@pytest.mark.parametrize("command", [ARENA, COMPOSE])
def test_without_ray_there_is_a_hint_how_to_get_it(
    refused: Refused, monkeypatch: pytest.MonkeyPatch, command: tuple[object, ...]
) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "pip install 'tablee[cluster]'" in refused(*command, "--engine", "ray")
    assert "nicht installiert" in refused(*command, "--engine", "ray", "--lang", "de")


def test_a_cluster_that_is_not_there_is_named(
    refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{deaf.getsockname()[1]}"
        assert address in refused(*ARENA, "--engine", "ray", "--ray-address", address)
        monkeypatch.setenv("RAY_ADDRESS", address)
        assert address in refused(*COMPOSE, "--engine", "ray")


def test_an_engine_or_number_of_workers_that_does_not_exist_is_refused(refused: Refused) -> None:
    assert "local" in refused(*ARENA, "--engine", "steam")
    assert "between 1 and" in refused(*ARENA, "--workers", 0)
