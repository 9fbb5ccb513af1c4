"""Problems over HTTP: books, lines of play, hints, solutions, and the solver within its limits."""

import asyncio
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import Any

import httpx
import pytest

from house import FREE, Running, Start
from tablee.games.fragile import Problem, standard
from tablee.games.fragile.problems.book import Book
from tablee.games.fragile.problems.daily import daily
from tablee.server.messages import Refused
from tablee.server.problems import desk as desks
from tablee.server.problems.desk import Desk
from tablee.server.problems.wishes import LineWish
from tablee.server.rounds import Whose
from tablee.server.workers import Workers

FIRST = "2;C6gC3;D6,B9;C2"
"""Problem 1 of the booklet."""
SOLVED = ["D6: C6>B6", "B3", "end", "B9: B7", "B6>B4", "B4~C3"]
SPOILED = ["D6: C6>A6", "end"]


class Visitor:
    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=120)
        self.http.get("/health")
        self.http.headers["x-csrftoken"] = self.http.cookies["csrftoken"]

    def ask(self, what: str, status: int = 200, **wish: Any) -> Any:
        answer = self.http.post(f"/api/problems/{what}", json=wish)
        assert answer.status_code == status, answer.text
        return answer.json()

    def refused(self, what: str, status: int, **wish: Any) -> tuple[str, str]:
        """Returns the code and the sentence, which must be there in each language."""
        answer = self.ask(what, status, **wish)
        assert set(answer["text"]) == {"en", "fr", "de"}
        return answer["code"], answer["text"]["en"]


@contextmanager
def visiting(address: str) -> Iterator[Visitor]:
    visitor = Visitor(address)
    try:
        yield visitor
    finally:
        visitor.http.close()


@pytest.fixture
def visitor(running: Running) -> Iterator[Visitor]:
    with visiting(running.address) as found:
        yield found


def test_the_books_tell_how_hard_their_problems_are_but_not_how_they_are_solved(
    visitor: Visitor,
) -> None:
    books = visitor.http.get("/api/problems").json()
    assert [(book["name"], len(book["problems"])) for book in books] == [
        ("published", 8),
        ("composed", len(Book.composed().entries)),
        ("collection", len(Book.collection().entries)),
        ("first-hundred", 100),
    ]
    for book in books:
        for listed in book["problems"]:
            assert "solution" not in listed
            assert listed["rating"] == round(600 + 200 * listed["difficulty"])
            if book["game"] == "fragile":
                Problem.parse(listed["problem"]).check(standard().board)
            assert 1 <= listed["difficulty"] <= 10
            assert 1 <= listed["grade"] <= 5
            assert set(listed["themes"]) <= set(book["themes"])
    one = visitor.http.get("/api/problems/published/1").json()
    assert (one["number"], one["problem"], one["turns"]) == (1, FIRST, 2)
    assert one["difficulty"] == Book.published().entry(1).difficulty


def test_the_problem_of_the_day_is_that_of_the_date(visitor: Visitor) -> None:
    found = visitor.http.get("/api/problems/daily").json()
    book, entry = daily(date.fromisoformat(found["date"]))
    assert (found["book"], found["number"]) == (book, entry.id)


@pytest.mark.parametrize("place", ["published/9", "unknown/1", "published/-1"])
def test_a_problem_that_is_in_no_book_is_not_found(visitor: Visitor, place: str) -> None:
    assert visitor.http.get(f"/api/problems/{place}").status_code in (400, 404)


def test_an_attempt_brings_all_that_a_page_without_rules_needs(visitor: Visitor) -> None:
    start = visitor.ask("attempt", problem=FIRST)
    assert start["state"]["actor"] == 0
    assert start["state"]["position"]["position"] == "C6gC3 1D6,1B9,2C2"
    assert {preview["move"] for preview in start["previews"]} == set(start["state"]["moves"])
    assert "D6: C6>B6" in start["state"]["moves"]
    assert start["scenery"]["slots"]["C3"]
    assert start["scenery"] == visitor.http.get("/api/problems/board").json()
    assert (start["used"], start["turns"], start["solved"]) == (0, 2, False)

    played = visitor.ask("attempt", problem=FIRST, moves=SOLVED[:1], typed="b3", previews=False)
    assert [entry["move"] for entry in played["entries"]] == SOLVED[:2]
    assert played["entries"][1]["events"][0]["target"] == "B3"
    assert played["used"] == 1
    assert played["previews"] == []


def test_any_way_to_solve_it_within_the_turns_counts(visitor: Visitor) -> None:
    whole = "B9: B7 B6>B4 B4~C3"
    end = visitor.ask("attempt", problem=FIRST, moves=SOLVED[:3], typed=whole)
    assert end["solved"]
    assert end["state"]["phase"] == "over"
    assert [entry["move"] for entry in end["entries"]] == SOLVED
    longer = "3" + FIRST[1:]
    line = ["D6: E6", "end", "B9: B8", "end"]
    assert not visitor.ask("attempt", problem=longer, moves=line)["solved"]


def test_turns_that_are_used_up_end_it_unsolved(visitor: Visitor) -> None:
    end = visitor.ask("attempt", problem=FIRST, moves=[*SPOILED, "B9: B8", "end"])
    assert not end["solved"]
    assert end["state"]["phase"] == "over"
    assert end["state"]["winners"] == []


def test_a_move_against_a_rule_is_refused_with_the_rule_and_the_cells(visitor: Visitor) -> None:
    answer = visitor.ask("attempt", 400, problem=FIRST, moves=[], typed="C2: C1")
    assert (answer["code"], answer["rule"], answer["cells"]) == ("illegal", "F-7.1", ["C2"])
    assert set(answer["text"]) == {"en", "fr", "de"}


@pytest.mark.parametrize(
    ("problem", "code", "told"),
    [
        ("", "invalid", "is not a valid problem"),
        ("nonsense", "invalid", "is not a valid problem"),
        ("0;C6gC3;D6;-", "invalid", "at least one turn"),
        ("10;C6gC3;D6;-", "problem-turns", "at most 9 turns"),
        ("2;C6gC3;D6;" + "A1," * 400, "problem-length", "at most"),
        ("2;C6gC3;-;C2", "invalid", "dockers that you play"),
        ("2;C6c;D6;-", "invalid", "No crate has a goal"),
        ("2;C6gD4;D6;-", "invalid", "D4 is not a depot"),
        ("2;C6gC3;C6;-", "invalid", "Two pieces stand on C6"),
        ("2;C6f,D5gC3;D6;-", "invalid", "flipped"),
        ("2;C6gC3,D5gC3;D6;-", "invalid", "Two crates"),
        ("2;Z6gC3;D6;-", "invalid", "Z6"),
        ("2;C6gC3;D6;-\x00", "invalid", ""),
        ("²;C6gC3;D6;-", "invalid", ""),
    ],
)
@pytest.mark.parametrize("what", ["attempt", "check"])
def test_what_is_no_problem_is_refused_with_the_reason(
    visitor: Visitor, what: str, problem: str, code: str, told: str
) -> None:
    found, text = visitor.refused(what, 400, problem=problem)
    assert found == code
    assert told in text


@pytest.mark.parametrize(
    "wish",
    [
        {"problem": FIRST, "extra": 1},
        {"problem": 3},
        {"moves": []},
        {"problem": FIRST, "moves": "D6: B3"},
        {"problem": FIRST, "moves": [None]},
    ],
)
def test_fields_that_are_unknown_or_of_another_kind_are_refused(
    visitor: Visitor, wish: dict[str, Any]
) -> None:
    visitor.ask("attempt", 400, **wish)


def test_a_request_beyond_its_size_is_refused(visitor: Visitor) -> None:
    visitor.ask("attempt", 413, problem=FIRST, moves=["end"] * 20_000)


def test_moves_that_were_never_possible_are_refused(visitor: Visitor) -> None:
    assert visitor.refused("attempt", 400, problem=FIRST, moves=["nonsense"])[0] == "invalid"
    assert visitor.refused("hint", 400, problem=FIRST, moves=["D6: A1"], step=1)[0] == "illegal"
    over = [*SOLVED, "end"]
    assert visitor.refused("attempt", 400, problem=FIRST, moves=over)[0] == "illegal"


def test_five_hints_tell_more_and_more(visitor: Visitor) -> None:
    told = [visitor.ask("hint", problem=FIRST, step=step)["text"]["en"] for step in range(1, 6)]
    assert len(set(told)) == 5
    assert "C6" in told[0]
    assert "D6" in told[1]
    assert "D6: C6>B6 B3" in told[4]
    visitor.ask("hint", 400, problem=FIRST, step=6)
    visitor.ask("hint", 400, problem=FIRST, step=0)


def test_a_hint_in_the_middle_of_a_turn_goes_on_from_there(visitor: Visitor) -> None:
    hint = visitor.ask("hint", problem=FIRST, moves=SOLVED[:1], step=5)
    assert "C6: B3" in hint["text"]["en"]
    assert hint["outlook"]["needed"] == 2


def test_the_outlook_tells_which_turn_spoiled_it(visitor: Visitor) -> None:
    assert visitor.ask("outlook", problem=FIRST)["reachable"]
    lost = visitor.ask("outlook", problem=FIRST, moves=SPOILED)
    assert (lost["reachable"], lost["lost_in"]) == (False, 1)
    assert "turn 1 spoiled it" in lost["text"]["en"]
    assert visitor.ask("hint", problem=FIRST, moves=SPOILED, step=1)["text"] == {}
    assert visitor.ask("outlook", problem=FIRST, moves=SOLVED)["solved"]


def test_solutions_are_for_those_who_solved_it_or_give_up(visitor: Visitor) -> None:
    six = visitor.http.get("/api/problems/published/6").json()["problem"]
    assert visitor.refused("solution", 403, problem=six)[0] == "not-solved"
    found = visitor.ask("solution", problem=six, give_up=True)
    assert (found["minimum"], found["proved"]) == (2, True)
    assert [(line["source"], len(line["turns"])) for line in found["lines"]] == [
        ("booklet", 3),
        ("shortest", 2),
    ]
    for line in found["lines"]:
        assert visitor.ask("attempt", problem=six, moves=line["moves"])["solved"]
    own = visitor.ask("solution", problem=FIRST, moves=SOLVED)
    assert [line["source"] for line in own["lines"]] == ["booklet"]


def test_the_solution_of_a_problem_in_no_book_is_searched_for(visitor: Visitor) -> None:
    found = visitor.ask("solution", problem="4;C6gC3;D6,B9;C2", give_up=True)
    assert (found["minimum"], found["proved"]) == (2, True)
    assert [line["source"] for line in found["lines"]] == ["shortest"]


def test_the_solver_checks_a_problem_of_ones_own(visitor: Visitor) -> None:
    entry = Book.composed().entry(1)
    found = visitor.ask("check", problem=entry.problem.text)
    assert (found["minimum"], found["refuted"], found["proved"]) == (2, 1, True)
    assert (found["certified"], found["solutions"]) == (True, 1)
    assert found["difficulty"] == entry.difficulty
    several = visitor.ask("check", problem=FIRST)
    assert several["minimum"] == 2
    assert several["solutions"] > 1
    none = visitor.ask("check", problem="1;C6gJ1;D6;-")
    assert (none["minimum"], none["proved"], none["solutions"]) == (None, True, None)


def test_the_solutions_of_a_book_come_together_for_its_last_pages(visitor: Visitor) -> None:
    found = visitor.http.get("/api/problems/published/solutions").json()
    assert [line["number"] for line in found] == list(range(1, 9))
    assert found[0]["turns"] == ["D6: C6>B6 B3", "B9: B7 B6>B4 B4~C3"]
    assert len(found[5]["turns"]) == 2  # the booklet needs three
    assert visitor.http.get("/api/problems/unknown/solutions").status_code == 404


def test_a_minimum_above_the_turns_allowed_is_an_answer(visitor: Visitor) -> None:
    tight = "1" + FIRST[1:]
    found = visitor.ask("check", problem=tight)
    assert (found["turns"], found["minimum"], found["refuted"]) == (1, 2, 1)
    assert found["solutions"] == 9
    assert found["difficulty"] is not None
    given_up = visitor.ask("solution", problem=tight, give_up=True)
    assert (given_up["minimum"], given_up["lines"]) == (2, [])


def test_the_solver_shows_other_solutions_and_how_they_differ(visitor: Visitor) -> None:
    first, *others = visitor.ask("check", problem=FIRST)["lines"]
    assert first["differs"] == {}
    assert len(others) == 7
    for line in (first, *others):
        assert visitor.ask("attempt", problem=FIRST, moves=line["moves"])["solved"]
    assert all(set(line["differs"]) == {"en", "fr", "de"} for line in others)
    assert "stand elsewhere" in " ".join(line["differs"]["en"] for line in others)
    assert "another way" in " ".join(line["differs"]["en"] for line in others)


def test_the_solver_names_the_pieces_that_are_not_needed_and_the_motifs(visitor: Visitor) -> None:
    found = visitor.ask("check", problem="2;E7cgD8;C7,D9,J5;J8")
    assert found["solutions"] == 1
    assert found["spare"] == [
        {"piece": "docker", "cell": "J5", "without": "2;E7cgD8;C7,D9;J8"},
        {"piece": "helper", "cell": "J8", "without": "2;E7cgD8;C7,D9,J5;-"},
    ]
    relay = visitor.ask("check", problem="2;B4gA10;B7,C2;-")
    assert [theme["en"] for theme in relay["themes"]] == ["relay"]
    assert relay["spare"] == []


def test_a_problem_is_exported_as_a_book_of_one(visitor: Visitor) -> None:
    text = visitor.http.get("/api/problems/toml", params={"problem": FIRST}).text
    assert Book.parse(text, standard().board).entry(1).problem == Problem.parse(FIRST)
    assert tomllib.loads(text)["problem"][0]["goals"] == {"C6/1": "C3"}
    assert visitor.http.get("/api/problems/toml", params={"problem": "x"}).status_code == 400


def test_the_solver_stops_when_its_time_is_over(start_server: Start) -> None:
    eight = Book.published().entry(8).problem
    harder = Problem(9, eight.crates, eight.dockers[:1], eight.others).text
    with visiting(start_server(solve_seconds=0.0).address) as found:
        checked = found.ask("check", problem=harder)
        assert (checked["minimum"], checked["proved"]) == (None, False)
        assert checked["out_of_time"]
        code, text = found.refused("outlook", 503, problem=harder)
        assert code == "solver-limits"
        assert "limits" in text


def test_questions_for_the_solver_are_fewer_than_others(start_server: Start) -> None:
    limits = replace(FREE, requests_per_minute=20)
    with visiting(start_server(limits=limits).address) as found:
        for _ in range(4):
            found.ask("outlook", problem=FIRST)
        # One more is allowed every 15 seconds, so a slow machine gets a few more.
        more = (found.http.post("/api/problems/outlook", json={"problem": FIRST}) for _ in range(9))
        assert any(answer.status_code == 429 for answer in more)
        found.ask("attempt", problem=FIRST)


@pytest.mark.anyio
async def test_more_questions_than_can_wait_are_turned_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(desks, "MOST_WAITING", 3)
    workers = Workers(1)
    desk = Desk(workers, workers, 20)
    wish = LineWish(problem=FIRST)
    async with workers.turn(Whose("elsewhere", "dora")):
        waiting = [asyncio.create_task(desk.advice(wish, Whose(name))) for name in "abc"]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as error:
            await desk.advice(wish, Whose("d"))
        assert error.value.code == "solver-busy"
    assert len({str(advice) for advice in await asyncio.gather(*waiting)}) == 1
    workers.close()


@pytest.mark.anyio
async def test_of_one_caller_fewer_questions_may_wait() -> None:
    workers = Workers(1)
    desk = Desk(workers, workers, 20)
    wish = LineWish(problem=FIRST)
    async with workers.turn(Whose()):
        guests = [Whose("here", f"guest {number}") for number in range(desks.MOST_OF_CALLER)]
        waiting = [asyncio.create_task(desk.advice(wish, guest)) for guest in guests]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="solver"):
            await desk.advice(wish, Whose("here", "another guest"))
        waiting.append(asyncio.create_task(desk.advice(wish, Whose("there"))))
        await asyncio.sleep(0)
        assert not waiting[-1].done()
    await asyncio.gather(*waiting)
    workers.close()


# Compose from here


def test_the_solver_finishes_a_sketch(visitor: Visitor) -> None:
    found: Any = {"problem": None}
    while found["problem"] is None:  # a busy machine may need more than one answer
        found = visitor.ask("compose", problem="1;C6gC3;D6,B9;C2", seed=2)
    checked = visitor.ask("check", problem=found["problem"])
    assert (checked["minimum"], checked["solutions"], checked["spare"]) == (2, 1, [])
    assert checked["difficulty"] == found["difficulty"]
    assert found["line"]["turns"] == checked["lines"][0]["turns"]
    visitor.ask("compose", 400, problem="nothing")
