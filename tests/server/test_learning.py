"""What a newcomer reads and tries."""

from collections.abc import Iterator

import httpx
import pytest

from house import Running
from tablee.core import game_names


@pytest.fixture
def client(running: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=running.address, timeout=60) as client:
        yield client


@pytest.mark.parametrize("game", game_names())
def test_the_rules_come_in_every_language_with_figures_that_are_there(
    client: httpx.Client, game: str
) -> None:
    book = client.get(f"/api/games/{game}/rules").json()
    rules = [rule for chapter in book["chapters"] for rule in (chapter, *chapter["rules"])]
    assert all(rule["text"].keys() == {"en", "fr", "de"} for rule in rules)
    figure = next(rule["figure"] for rule in rules if rule["figure"])
    drawn = client.get(f"/api/games/{game}/figures/{figure}")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text.startswith("<svg")


@pytest.mark.parametrize("path", ["chess/rules", "chess/figures/go", "fragile/figures/chess"])
def test_what_there_is_not_is_said_so(client: httpx.Client, path: str) -> None:
    answer = client.get(f"/api/games/{path}")
    assert answer.status_code == 404
    assert "chess" in answer.json()["text"]["de"]
