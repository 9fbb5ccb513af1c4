"""The rules, figures and lessons for newcomers."""

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


@pytest.mark.parametrize("game", game_names())
def test_the_lobby_hears_what_a_game_is_and_how_it_looks(client: httpx.Client, game: str) -> None:
    (info,) = [found for found in client.get("/api/games").json() if found["name"] == game]
    for spoken in (info["title"], info["about"], *info["bot_titles"].values()):
        assert spoken.keys() == {"en", "fr", "de"}
    assert info["bot_titles"].keys() == set(info["bots"])
    assert info["lesson"] is True
    drawn = client.get(f"/api/games/{game}/picture")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text.startswith("<svg")


@pytest.mark.parametrize("game", game_names())
def test_no_picture_is_sent_of_a_game_that_the_page_draws(client: httpx.Client, game: str) -> None:
    assert "picture" not in client.get(f"/api/games/{game}/lesson/0").json()["state"]


@pytest.mark.parametrize(
    "path", ["chess/rules", "chess/picture", "chess/figures/go", "fragile/figures/chess"]
)
def test_what_there_is_not_is_said_so(client: httpx.Client, path: str) -> None:
    answer = client.get(f"/api/games/{path}")
    assert answer.status_code == 404
    assert "chess" in answer.json()["text"]["de"]


@pytest.mark.parametrize("game", game_names())
def test_a_lesson_is_followed_without_the_server_keeping_anything(
    client: httpx.Client, game: str
) -> None:
    titles = client.get(f"/api/games/{game}/lesson").json()["titles"]
    begun = client.get(f"/api/games/{game}/lesson/0").json()
    assert not begun["done"]
    assert {preview["move"] for preview in begun["previews"]} == set(begun["state"]["moves"])
    done = client.get(f"/api/games/{game}/lesson/0", params={"move": begun["solution"]}).json()
    assert done["done"]
    assert done["events"][0]["text"]["fr"]
    assert client.get(f"/api/games/{game}/lesson/{len(titles)}").status_code == 404


def test_a_learner_is_refused_with_the_rule(client: httpx.Client) -> None:
    refused = client.get("/api/games/fragile/lesson/0", params={"move": "E3: E4"})
    assert refused.status_code == 400
    assert refused.json()["rule"] == "F-4.1"
    assert refused.json()["cells"] == ["E4"]


@pytest.mark.parametrize("move", [["x" * 500], ["E3: E2"] * 99, [""]])
def test_moves_that_are_too_long_or_too_many_are_refused(
    client: httpx.Client, move: list[str]
) -> None:
    answer = client.get("/api/games/fragile/lesson/0", params={"move": move})
    assert answer.status_code == 400
