"""The walks through the code in docs/architecture.md."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WALK = re.compile(r"<!-- walk: (\w+) -->\n(.*?)<!-- end -->", flags=re.DOTALL)
WALKS = dict(WALK.findall((ROOT / "docs" / "architecture.md").read_text("utf-8")))


def test_a_push_a_bots_turn_and_a_solution_are_walked_through() -> None:
    assert WALKS.keys() == {"push", "bot", "solve"}


@pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)
def test_every_step_of_a_walk_is_in_a_file_of_its_own(walk: str) -> None:
    steps = re.findall(r"^\d+\. `([\w/.]+)`", walk, flags=re.MULTILINE)
    assert len(steps) == len(re.findall(r"^\d+\.", walk, flags=re.MULTILINE)) > 5
    assert [file for file in steps if not (ROOT / file).is_file()] == []
    assert sorted(set(steps)) == sorted(steps)
