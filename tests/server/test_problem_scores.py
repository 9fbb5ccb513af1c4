"""The server's own book, progress that is kept for guests, and ratings that all share."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from house import Running
from tablee.server.problems import scores
from tablee.server.problems.glicko import NEWCOMER, Strength, after, prior
from tablee.server.problems.progress import (
    Best,
    Diary,
    First,
    Kept,
    diaries_together,
    standing_of,
    together,
)

FIRST = "2;C6gC3;D6,B9;C2"
"""Problem 1 of the booklet."""
SOLVED = ["D6: C6>B6", "B3", "end", "B9: B7", "B6>B4", "B4~C3"]
GOOD = "3;C6gC3;D6,A6;-"
"""A problem of no book, with exactly one shortest solution."""


LOST = "2;E5gH7,G5c;C5,I6;-"
"""Problem 12 of the composed ones."""


class Visitor:
    """A browser. With a seat it has a cookie."""

    def __init__(self, address: str, *, seated: bool = False) -> None:
        self.http = httpx.Client(base_url=address, timeout=120)
        self.http.get("/health")
        self.http.headers["x-csrftoken"] = self.http.cookies["csrftoken"]
        if seated:
            new = {"game": "fragile", "seats": [{}, {}], "join": {"name": "Ada"}}
            assert self.http.post("/api/tables", json=new).status_code == 201

    def ask(self, what: str, status: int = 200, **wish: Any) -> Any:
        answer = self.http.post(f"/api/problems/{what}", json=wish)
        assert answer.status_code == status, answer.text
        return answer.json()

    def rating(self, problem: str = FIRST) -> int:
        books = self.http.get("/api/problems").json()
        listed = [one for book in books for one in book["problems"]]
        return next(int(one["rating"]) for one in listed if one["problem"] == problem)


Seat = Callable[[], Visitor]


@pytest.fixture
def seat(running: Running) -> Iterator[Callable[[], Visitor]]:
    """Seats people at tables of their own."""
    made: list[Visitor] = []

    def one() -> Visitor:
        made.append(Visitor(running.address, seated=True))
        return made[-1]

    yield one
    for visitor in made:
        visitor.http.close()


@pytest.fixture
def anna(seat: Seat) -> Visitor:
    return seat()


# Glicko-2


def test_ratings_move_as_glickmans_formulas_say() -> None:
    """By hand: g = 0.9955, E = 0.6395, v = 4.377, phi' = 1.0097, mu' = phi'² g (1 - E) = 0.3659."""
    found = after(Strength(1500, 200, 0.06), Strength(1400, 30, 0.06), 1.0)
    assert found.rating == pytest.approx(1563.56, abs=0.1)
    assert found.rd == pytest.approx(175.4, abs=0.1)
    assert found.vol == pytest.approx(0.06, abs=1e-4)


def test_a_great_surprise_moves_the_volatility_too() -> None:
    surprised = after(Strength(1500, 50, 0.06), Strength(2800, 30, 0.06), 1.0)
    expected = after(Strength(1500, 50, 0.06), Strength(2800, 30, 0.06), 0.0)
    assert surprised.vol > 0.06 >= expected.vol


# Progress


def test_progress_put_together_loses_nothing_in_any_order() -> None:
    short = Kept(best=Best(turns=2, hints=3, moves=("b",)), hints=3, minimum=2)
    clean = Kept(best=Best(turns=3, hints=0, moves=("a",)), gave_up=True)
    early = Kept(first=First(at=1.0, won=False, rating=1000.0, rd=120.0))
    late = Kept(first=First(at=2.0, won=True, rating=1000.0, rd=120.0))
    all_of = together(together(short, clean), together(early, late))
    assert all_of == together(late, together(clean, together(early, short)))
    assert all_of == together(all_of, clean)
    assert all_of.best == short.best
    assert (all_of.first, all_of.gave_up, all_of.hints) == (early.first, True, 3)
    one, other = Diary(days=("2026-01-02",), rush=4), Diary(days=("2026-01-01",), rush=2)
    assert diaries_together(one, other) == Diary(days=("2026-01-01", "2026-01-02"), rush=4)


def test_a_rating_follows_from_the_first_attempts_whatever_the_order_they_arrive_in() -> None:
    firsts = [First(at=float(n), won=n % 3 > 0, rating=1000.0 + n, rd=120.0) for n in range(20)]
    assert standing_of(firsts) == standing_of(reversed(firsts))
    assert len(standing_of(firsts).curve) == 20


def test_progress_is_kept_for_whoever_has_a_seat_and_merged_between_browsers(
    anna: Visitor, seat: Seat
) -> None:
    best = {"turns": 2, "hints": 0, "moves": SOLVED}
    kept = anna.ask("progress", problems={FIRST: {"best": best}}, days=["2026-11-18"], rush=3)
    assert kept["kept"]
    other = anna.ask("progress", problems={FIRST: {"gave_up": True, "hints": 2}})
    assert other["problems"][FIRST] == {"hints": 2, "best": best, "gave_up": True}
    assert (other["days"], other["rush"]) == (["2026-11-18"], 3)
    assert seat().ask("progress", problems={})["problems"] == {}


def test_of_a_stranger_nothing_is_kept(running: Running) -> None:
    stranger = Visitor(running.address)
    answer = stranger.ask("progress", problems={FIRST: {"hints": 2}})
    assert (answer["kept"], answer["problems"]) == (False, {})
    before = stranger.rating()
    result = stranger.ask("result", problem=FIRST, won=True, moves=SOLVED, rating=1500, rd=100)
    assert not result["kept"]
    assert result["standing"]["rating"] > 1500
    assert stranger.rating() == before
    stranger.http.close()


def test_only_problems_of_the_books_are_kept(anna: Visitor) -> None:
    answer = anna.ask("progress", problems={"2;A2gA1;B3;-": {"hints": 1}, "x": {}})
    assert answer["problems"] == {}


@pytest.mark.parametrize(
    "wish",
    [
        {"problems": {str(number): {} for number in range(101)}},
        {"problems": {FIRST: {"hints": -1}}},
        {"problems": {FIRST: {"best": {"turns": 2, "hints": 0, "moves": ["x"] * 401}}}},
        {"problems": {}, "days": ["yesterday"]},
        {"problems": {}, "rush": 10**9},
        {"problems": {"x" * 701: {}}},
    ],
)
def test_progress_that_is_too_much_is_refused(anna: Visitor, wish: Any) -> None:
    anna.ask("progress", 400, **wish)


# Ratings


def test_a_first_attempt_moves_both_ratings_and_only_once(anna: Visitor, seat: Seat) -> None:
    before = anna.rating()
    won = anna.ask("result", problem=FIRST, won=True, moves=SOLVED)
    assert won["standing"]["rating"] > NEWCOMER.rating
    moved = anna.rating()
    assert moved < before
    again = anna.ask("result", problem=FIRST, won=False)
    assert again["first"] == won["first"]
    assert again["standing"] == won["standing"]
    assert anna.rating() == moved
    seat().ask("result", problem=FIRST, won=False)
    assert anna.rating() > moved


def test_who_says_they_solved_it_shows_the_moves(anna: Visitor) -> None:
    assert anna.ask("result", 403, problem=FIRST, won=True)["code"] == "not-solved"
    assert anna.ask("result", 404, problem=GOOD, won=False)["code"] == "not-rated"


def test_one_household_moves_a_problem_only_so_far(seat: Seat) -> None:
    ratings = []
    for _ in range(scores.OF_CALLER + 2):
        visitor = seat()
        visitor.ask("result", problem=LOST, won=False)
        ratings.append(visitor.rating(LOST))
    assert ratings == sorted(ratings)
    assert len(set(ratings)) == scores.OF_CALLER


def test_a_rating_never_goes_far_from_the_difficulty() -> None:
    strong, problem = Strength(3900, 30, 0.06), prior(1.2)
    for _ in range(3):
        problem = after(problem, strong, 0.0)
    assert problem.rating > prior(1.2).rating - scores.FARTHEST


# Proposals


def test_a_proposal_waits_for_the_operator_and_then_stands_in_the_servers_book(
    running: Running, anna: Visitor
) -> None:
    assert anna.ask("propose", problem=GOOD, name="  Ada  ") == {"waiting": 1}
    assert "house" not in [book["name"] for book in anna.http.get("/api/problems").json()]
    assert anna.ask("propose", 409, problem=GOOD, name="Ada")["code"] == "proposed-before"
    store = running.server.problems
    (row,) = _in(running, store.proposals("waiting"))
    assert (row["name"], row["problem"]) == ("Ada", GOOD)
    assert _in(running, store.decide([row["id"], 99], "accepted")) == [row["id"]]
    running.server.desk.shelf.forget()
    book = anna.http.get("/api/problems").json()[-1]
    assert (book["name"], [one["problem"] for one in book["problems"]]) == ("house", [GOOD])
    place = f"/api/problems/house/{row['id']}"
    assert anna.http.get(place).json()["problem"] == GOOD
    assert len(anna.http.get("/api/problems/house/solutions").json()) == 1
    assert anna.ask("solution", problem=GOOD, give_up=True)["minimum"] == 3
    assert anna.http.get("/api/problems/daily").json()["book"] != "house"


@pytest.mark.parametrize(
    ("problem", "name", "code"),
    [
        (FIRST, "Ada", "not-for-a-book"),
        ("1;C6gC3;D6,B9;C2", "Ada", "not-for-a-book"),
        (LOST, "Ada", "in-a-book"),
        (GOOD, "\u200b", "bad-name"),
        (GOOD, "Bot 1", "bot-name"),
    ],
)
def test_what_is_no_proposal_is_refused(anna: Visitor, problem: str, name: str, code: str) -> None:
    answer = anna.http.post("/api/problems/propose", json={"problem": problem, "name": name})
    assert answer.status_code in (400, 409)
    assert answer.json()["code"] == code


def _in(running: Running, work: Any) -> Any:
    """Runs something in the loop of the server."""
    loop = running.server.journal._committer.get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop).result(60)
