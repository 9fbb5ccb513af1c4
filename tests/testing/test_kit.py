"""The conformance kit: what other implementations are checked by."""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tablee.core import game_names, game_type
from tablee.core.record import Record
from tablee.testing import kit
from tablee.testing.kit import facts

HOUSE = ("fragile", "shear-panic")
NAMES = [f"{game}-{version}" for game in HOUSE for version in game_type(game).rules_versions]
LARGEST = 450_000
"""Bytes of all kits in the wheel."""


@pytest.fixture(scope="module", params=NAMES)
def shipped(request: pytest.FixtureRequest) -> dict[str, Any]:
    return kit.load(request.param)


def test_each_rules_version_of_each_game_has_a_kit() -> None:
    assert set(NAMES) <= set(kit.names())
    assert {name.rpartition("-")[0] for name in kit.names()} <= set(game_names())


def test_the_kits_are_small_and_plain_json() -> None:
    packed = [
        files("tablee.testing.kit").joinpath(f"{name}.json.gz").read_bytes() for name in NAMES
    ]
    assert sum(map(len, packed)) < LARGEST
    for name, content in zip(NAMES, packed, strict=True):
        told = json.loads(gzip.decompress(content))
        assert f"{told['game']}-{told['rules']}" == name
        assert told["format"] == "tablee conformance kit 1"


def test_this_program_agrees_with_a_sample_of_the_kit(shipped: dict[str, Any]) -> None:
    assert list(kit.complaints(shipped, deepest=2, every=5)) == []


@pytest.mark.long
def test_this_program_agrees_with_the_whole_kit(shipped: dict[str, Any]) -> None:
    assert list(kit.complaints(shipped)) == []


def test_the_kit_has_both_editions_all_numbers_of_players_and_the_first_positions(
    shipped: dict[str, Any],
) -> None:
    records = [trace["record"] for trace in shipped["traces"]]
    assert any("\nedition: own " in record for record in records)
    assert any("\nedition: standard " in record for record in records)
    for players in (3, 4):
        assert any(f"\nplayers: {players}\n" in record for record in records)
    assert any(count["after"] == 0 for count in shipped["perft"])
    assert max(len(count["depths"]) for count in shipped["perft"]) >= 4


def test_refusals_name_many_rules(shipped: dict[str, Any]) -> None:
    rules = {case["rule"] for case in shipped["refusals"] if case["error"] == "illegal"}
    assert len(rules) >= 12
    assert any(case["error"] == "invalid" for case in shipped["refusals"])


def test_the_kit_of_fragile_has_the_published_problems_with_certificates() -> None:
    problems = kit.load("fragile-2")["problems"]
    assert len(problems) == 8
    assert all(problem["certificate"]["problem"] == problem["problem"] for problem in problems)


def _wrong_count(found: dict[str, Any]) -> None:
    found["perft"][0]["depths"][0]["paths"] += 1


def _wrong_event(found: dict[str, Any]) -> None:
    found["traces"][0]["steps"][0]["events"][0]["rule"] = "X-1"


def _wrong_refusal(found: dict[str, Any]) -> None:
    found["refusals"][0]["error"] = "none"


def _wrong_certificate(found: dict[str, Any]) -> None:
    found["problems"][0]["certificate"]["refuted"] += 1


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_wrong_count, "depths of "),
        (_wrong_event, "trace "),
        (_wrong_refusal, "refusal of "),
        (_wrong_certificate, "certificate of "),
    ],
)
def test_a_program_that_differs_is_told_where(
    spoil: Callable[[dict[str, Any]], None], told: str
) -> None:
    parts = ("perft", "refusals", "problems")
    found = copy.deepcopy(kit.load("fragile-2"))
    found |= {part: found[part][:1] for part in parts}
    spoil(found)
    wrong = list(kit.complaints(found, deepest=1, every=99))
    assert len(wrong) == 1
    assert wrong[0].startswith(told)


def test_paths_and_positions_are_counted_as_the_page_says() -> None:
    """Two depots in either order lead to one position, by two paths."""
    game = game_type("fragile").from_options({})
    counts = facts.perft(game.initial(), 3)["depths"]
    assert counts[0] == {"paths": 12, "positions": 12}
    assert counts[1] == {"paths": 12 * 11, "positions": 12 * 11}
    assert counts[2] == {"paths": 12 * 11 * 10, "positions": 12 * 11 * 10 // 2}


def test_a_kit_is_made_from_records_of_its_version_and_from_seeds(tmp_path: Path) -> None:
    trace = kit.load("shear-panic-2")["traces"][0]
    made = kit.packed({"trace": facts.trace(trace["name"], Record.parse(trace["record"]))})
    assert json.loads(gzip.decompress(made))["trace"] == trace
