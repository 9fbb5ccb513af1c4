"""Problems of Shear Panic over HTTP: dice that nobody can choose, best play, hints, solutions."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from house import Running
from tablee.core import Illegal, Invalid
from tablee.games.shear_panic.problems.book import shipped
from tablee.server.messages import Refused
from tablee.server.problems import flocks
from tablee.server.problems.wishes import AttemptView, AttemptWish

SURE = "GRB./KYR./G.BY N;Y;32;diagonal push 1;back"
KEY = "diagonal push 1 C1 SW"
HALF = "..R../.YBYB/GG.KR N;Y;11;line push 1;points 2"


def attempt(problem: str, *moves: str, typed: str = "") -> AttemptView:
    return flocks.attempt(AttemptWish(problem=problem, moves=moves, typed=typed))


def played(view: AttemptView) -> tuple[str, ...]:
    return tuple(entry.move for entry in view.entries)


def test_an_attempt_shows_the_task_and_the_commands_left() -> None:
    view = attempt(SURE)
    assert (view.game, view.turns, view.used, view.over) == ("shear-panic", 1, 0, False)
    assert set(view.task) == {"en", "fr", "de"}
    assert KEY in view.state.moves
    assert len(view.previews) == len(view.state.moves)


def test_a_roll_follows_from_the_moves_before_it() -> None:
    first, again = (attempt(SURE, typed=KEY) for _ in range(2))
    assert played(first) == played(again)
    assert played(first)[0] == KEY
    assert played(first)[1].startswith("regroup ")
    assert [entry.seat for entry in first.entries[:2]] == [0, flocks.NOBODY]
    assert played(attempt(SURE, KEY))[:2] == played(first)[:2]


def test_the_turn_comes_back_without_a_word_about_others() -> None:
    problem = "BRG/GKY/YBR N;Y;4;lamb push 2,line up 3;front"
    view = attempt(problem, typed="line up 3 left")
    kinds = [event["kind"] for entry in view.entries for event in entry.events]
    assert kinds[0] == "command-played"
    assert "turn-began" not in kinds
    assert all(move.startswith("lamb push") for move in view.state.moves)
    assert view.used == 1


def test_best_play_solves_it_whatever_the_dice_say() -> None:
    line = flocks.solution(SURE, 10.0)
    verdict = flocks.judge(SURE, tuple(line.moves), 10.0)
    assert verdict.best
    assert "no die" in verdict.text["en"]
    half = flocks.solution(HALF, 10.0)
    assert flocks.judge(HALF, tuple(half.moves), 10.0).best


def test_luck_solves_nothing() -> None:
    view = attempt(HALF, typed="line push 1 A3 E")
    while not view.over:
        view = attempt(HALF, *played(view), typed=view.state.moves[0])
    verdict = flocks.judge(HALF, played(view), 10.0)
    assert not verdict.best
    assert "1/2" in verdict.text["en"]


def test_what_comes_after_the_end_is_refused() -> None:
    line = flocks.solution(SURE, 10.0)
    with pytest.raises(Refused):
        attempt(SURE, *line.moves, KEY)


def test_bad_lines_are_refused() -> None:
    with pytest.raises(Invalid):
        attempt("GRB./KYR./G.BY N;Y;32;diagonal push 9;back")
    with pytest.raises(Illegal):
        attempt(SURE, typed="diagonal push 1 b2 sw")


def test_the_solver_stops_at_its_limit() -> None:
    with pytest.raises(Refused) as refused:
        flocks.advise("BRG/GKY/YBR N;Y;19;lamb push 2,line push 1;front", (), 0.1)
    assert refused.value.code == "solver-limits"


@pytest.fixture
def http(running: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=running.address, timeout=120) as client:
        client.get("/health")
        client.headers["x-csrftoken"] = client.cookies["csrftoken"]
        yield client


def ask(http: httpx.Client, what: str, **wish: Any) -> Any:
    answer = http.post(f"/api/problems/{what}", json=wish)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_problem_of_the_book_is_played_to_its_end(http: httpx.Client) -> None:
    book = next(book for book in http.get("/api/problems").json() if book["game"] != "fragile")
    assert (book["name"], len(book["problems"])) == ("first-hundred", 100)
    entry = shipped("first-hundred").entry(16)
    text = entry.problem.text
    assert http.get("/api/problems/first-hundred/16").json()["problem"] == text
    hint = ask(http, "hint", problem=text, step=4)
    assert hint["text"]["en"] == f"The best move: {entry.solution}"
    view = ask(http, "attempt", problem=text, typed=entry.solution)
    line = [played["move"] for played in view["entries"]]
    if not view["over"]:
        best = ask(http, "hint", problem=text, moves=line, step=4)["text"]["en"]
        view = ask(http, "attempt", problem=text, moves=line, typed=best.split(": ")[1])
    assert view["solved"]
    assert view["verdict"]["en"] == "Best play: no die could spoil it."
    moves = [played["move"] for played in view["entries"]]
    solution = ask(http, "solution", problem=text, moves=moves)
    assert solution["lines"][0]["moves"] == moves
