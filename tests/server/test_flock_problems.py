"""Problems of Shear Panic over HTTP: dice that nobody can choose, best play, hints, solutions."""

import asyncio
from collections.abc import Iterator
from datetime import date
from typing import Any

import httpx
import pytest

from house import Running
from tablee.core import Illegal, Invalid
from tablee.games.shear_panic.problems.book import Book, shipped
from tablee.games.shear_panic.problems.daily import daily
from tablee.games.shear_panic.problems.difficulty import grade_of as flock_grade
from tablee.games.shear_panic.problems.solver import solve
from tablee.server.messages import Refused
from tablee.server.problems import flock_solving, flocks
from tablee.server.problems.flocks import problem_of
from tablee.server.problems.wishes import AttemptView, AttemptWish
from tablee.server.whatif.branches import advise, look
from tablee.server.whatif.opening import Host, opened
from tablee.server.whatif.wishes import Branch, BranchWish, PlayOnWish, ProblemStart
from tablee.server.wishes import Joining, SeatWish

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
    line = flock_solving.solution(SURE, 10.0)
    verdict = flock_solving.judge(SURE, tuple(line.moves), 10.0)
    assert verdict.best
    assert "no die" in verdict.text["en"]
    half = flock_solving.solution(HALF, 10.0)
    assert flock_solving.judge(HALF, tuple(half.moves), 10.0).best


def test_luck_solves_nothing() -> None:
    view = attempt(HALF, typed="line push 1 A3 E")
    while not view.over:
        view = attempt(HALF, *played(view), typed=view.state.moves[0])
    verdict = flock_solving.judge(HALF, played(view), 10.0)
    assert not verdict.best
    assert "1/2" in verdict.text["en"]


def test_what_comes_after_the_end_is_refused() -> None:
    line = flock_solving.solution(SURE, 10.0)
    with pytest.raises(Refused):
        attempt(SURE, *line.moves, KEY)


def test_bad_lines_are_refused() -> None:
    with pytest.raises(Invalid):
        attempt("GRB./KYR./G.BY N;Y;32;diagonal push 9;back")
    with pytest.raises(Illegal):
        attempt(SURE, typed="diagonal push 1 b2 sw")


def test_the_solver_stops_at_its_limit() -> None:
    with pytest.raises(Refused) as refused:
        flock_solving.advise("BRG/GKY/YBR N;Y;19;lamb push 2,line push 1;front", (), 0.1)
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


# What an author asks


SPARE = "R..B/Y.RG/GBKY N;Y;32;line push 1,ewe turn 1;back"
"""Problem 16 of the book with a command too many."""
NEVER = "BRG/GKY/YBR N;Y;4;ewe turn 1;together"
FRESH = "KR./GB./YGB/RY. N;Y;15;line up 2;together"
"""A problem of no book, with exactly one best first command."""


def test_the_solver_tells_the_best_chance_and_best_play(http: httpx.Client) -> None:
    found = ask(http, "check", problem=HALF)
    assert (found["chance"], found["proved"], found["certified"]) == ("1/2", True, True)
    assert len(found["lines"]) == found["solutions"]
    assert all(line["moves"] for line in found["lines"])
    assert found["difficulty"] > 1
    assert found["minimum"] is None


def test_a_command_that_is_not_needed_is_named() -> None:
    examined = flock_solving.examine(SPARE, 10.0)
    (spare,) = examined.spare
    assert (spare.piece, spare.cell) == ("command", "ewe turn 1")
    assert spare.without == shipped("first-hundred").entry(16).problem.text
    assert not examined.is_for_a_book
    assert flock_solving.examine(spare.without, 10.0).is_for_a_book


def test_a_problem_without_a_solution_is_an_answer(http: httpx.Client) -> None:
    found = ask(http, "check", problem=NEVER)
    assert (found["chance"], found["solutions"], found["lines"]) == ("0", 0, [])
    assert found["difficulty"] is None
    assert not found["for_a_book"]


def test_a_check_that_takes_too_much_work_says_so() -> None:
    view = flock_solving.settle("BRG/GKY/YBR N;Y;19;lamb push 2,line push 1,leapfrog 3;front", 0.1)
    assert (view.chance, view.proved, view.out_of_time) == (None, False, True)


def test_a_problem_is_exported_as_a_book_of_one(http: httpx.Client) -> None:
    text = http.get("/api/problems/toml", params={"problem": SURE}).text
    assert Book.parse(text).entry(1).problem.text == SURE


def test_each_game_has_its_board_and_its_problem_of_the_day(http: httpx.Client) -> None:
    board = http.get("/api/problems/board", params={"game": "shear-panic"}).json()
    assert len(board["menu"]) == 12
    today = http.get("/api/problems/daily", params={"game": "shear-panic"}).json()
    book, entry = daily(date.fromisoformat(today["date"]))
    assert (today["book"], today["number"], today["game"]) == (book, entry.id, "shear-panic")
    assert http.get("/api/problems/daily").json()["game"] == "fragile"
    assert http.get("/api/problems/daily", params={"game": "chess"}).status_code == 400


def test_a_proposal_is_accepted_into_the_servers_book_of_flocks(
    http: httpx.Client, running: Running
) -> None:
    def do(work: Any) -> Any:
        loop = running.server.journal._committer.get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(60)

    store = running.server.problems
    assert ask(http, "propose", problem=FRESH, name="Ada") == {"waiting": 1}
    (row,) = do(store.proposals("waiting"))
    assert row["game"] == "shear-panic"
    do(store.decide([row["id"]], "accepted"))
    running.server.desk.shelf.forget()
    book = http.get("/api/problems").json()[-1]
    assert (book["name"], book["game"]) == ("flock-house", "shear-panic")
    (listed,) = book["problems"]
    assert (listed["problem"], listed["grade"]) == (FRESH, flock_grade(listed["difficulty"]))
    assert listed["themes"]
    assert set(book["themes"]) == {*listed["themes"]}
    (printed,) = http.get("/api/problems/flock-house/solutions").json()
    assert printed["turns"][0].startswith(solve(problem_of(FRESH)).first[0])
    again = http.post("/api/problems/propose", json={"problem": FRESH, "name": "Bert"})
    assert again.json()["code"] == "in-a-book"


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        (SPARE, "flock-not-for-a-book"),
        (NEVER, "flock-not-for-a-book"),
        ("R..B/Y.RG/GBKY N;Y;32;line push 1;back", "in-a-book"),
        ("G..Y/R.GB/BYKR N;R;32;line push 1;back", "in-a-book"),  # in other colours
    ],
)
def test_what_is_not_for_the_book_is_refused(http: httpx.Client, problem: str, code: str) -> None:
    answer = http.post("/api/problems/propose", json={"problem": problem, "name": "Ada"})
    assert answer.status_code in (400, 409)
    assert answer.json()["code"] == code


def test_a_sketch_of_a_flock_is_finished() -> None:
    found = flock_solving.compose("RB/YK N;B;9;line up 2;front", 1, 60.0).view
    assert found.problem is not None
    assert found.line is not None
    checked = flock_solving.settle(found.problem, 10.0)
    assert (checked.solutions, checked.difficulty) == (1, found.difficulty)
    assert found.line.moves == checked.lines[0].moves
    with pytest.raises(Invalid):
        flock_solving.compose("a;b;c;d;e", 1, 1.0)


# What if?


def test_what_if_keeps_the_turn_and_lets_the_dice_be_chosen() -> None:
    start = ProblemStart(SURE)
    view = look(BranchWish(start=start, typed=KEY))
    assert [odds.move for odds in view.odds] == ["regroup +", "regroup x"]
    assert not view.goes_on
    rolled = look(BranchWish(start=start, moves=(KEY,), typed="regroup x"))
    assert [entry.move for entry in rolled.entries] == [KEY, "regroup x"]
    assert rolled.state.actor == problem_of(SURE).player
    two = "BRG/GKY/YBR N;Y;4;lamb push 2,line up 3;front"
    after = look(BranchWish(start=ProblemStart(two), moves=("line up 3 left",)))
    assert after.state.actor == problem_of(two).player
    assert all(move.startswith("lamb push") for move in after.state.moves)


def test_the_bots_have_no_advice_in_a_problem() -> None:
    with pytest.raises(Invalid):
        advise(Branch(start=ProblemStart(SURE)), 0.1)


def test_no_table_begins_in_a_problem_of_shear_panic() -> None:
    seats = (SeatWish(), *(SeatWish(bot="1") for _ in range(3)))
    wish = PlayOnWish(start=ProblemStart(SURE), seats=seats, join=Joining("Ada"))
    with pytest.raises(Refused) as refused:
        opened(wish, Host("g", "c", "Ada", "salt"), "t", 0.0)
    assert refused.value.code == "no-opening"
