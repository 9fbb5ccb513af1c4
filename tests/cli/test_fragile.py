"""``tablee fragile reach | check | show | daily``."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tablee.games.fragile import Book, Fragile, standard
from tablee.games.fragile.problems.daily import daily
from tablee.games.fragile.reach import reach

Run = Callable[..., Any]
Refused = Callable[..., str]

GOLDEN = Path(__file__).parents[1] / "golden" / "fragile_problems.toml"
BOOK = Book.parse(GOLDEN.read_text(encoding="utf-8"), standard().board)
POINTS = {
    1: [5, 5],
    2: [5, 5],
    3: [5, 5],
    4: [5, 5, 5],
    5: [5, 4, 5],
    6: [5, 5, 4],
    7: [5, 5],
    8: [2, 4, 5, 5],
}
"""The points that the booklet prints beside its solutions."""
ONE_CRATE = b'[[problem]]\nid = 1\nturns = 2\ncrates = ["C1"]\n'
FIRST, SECOND = "D6: C6>B6 B3", "B9: B7 B6>B4 B4~C3"


@pytest.mark.parametrize(
    ("problem", "docker", "counts"),
    [
        (entry.id, docker, counts)
        for entry in BOOK.entries
        for docker, counts in entry.facts.get("reach", {}).items()
    ],
)
def test_reach_gives_the_golden_numbers(
    run: Run, problem: int, docker: str, counts: list[int]
) -> None:
    answer = run("fragile", "reach", GOLDEN, "--problem", problem, "--docker", docker, "--json")
    assert answer.code == 0
    assert answer.json == {"reach": counts}


def test_a_crowd_of_helpers_is_counted_too(run: Run, tmp_path: Path) -> None:
    crowd = [f"{column}{row}" for column in "ABDEF" for row in (4, 5, 6, 7)]
    book = tmp_path / "crowd.toml"
    goal = b'dockers = ["D1"]\ngoals = { "C1/1" = "A1" }\n'
    book.write_bytes(ONE_CRATE + goal + f"others = {crowd}".encode())
    answer = run("fragile", "reach", book, "--docker", "D1", "--json")
    problem = Book.parse(book.read_text(encoding="utf-8"), standard().board).entries[0].problem
    position = Fragile.of_problem(problem).initial().position
    assert answer.json["reach"] == reach(position, 0)


def test_reach_speaks_to_people(run: Run) -> None:
    answer = run("fragile", "reach", GOLDEN, "--problem", 1, "--docker", "d6", "--lang", "fr")
    assert answer.out.splitlines()[0] == "jusqu'à 1 point\u00a0: 4 positions"
    assert len(answer.out.splitlines()) == 5


@pytest.mark.parametrize("problem", POINTS)
def test_the_published_solutions_are_legal_and_cost_what_the_booklet_says(
    run: Run, problem: int
) -> None:
    turns = BOOK.entry(problem).published
    answer = run("fragile", "check", GOLDEN, "--problem", problem, *turns, "--json")
    assert answer.code == 0
    assert answer.json == {"legal": True, "points": POINTS[problem], "goal": True}


def test_a_solution_that_stops_short_is_legal_without_the_goal(run: Run) -> None:
    answer = run("fragile", "check", GOLDEN, "--problem", 1, FIRST, "--json")
    assert (answer.code, answer.json) == (0, {"legal": True, "points": [5], "goal": False})


@pytest.mark.parametrize(
    ("turns", "turn", "rule"),
    [
        (("D6: C6>A6 A6>A7",), 1, "F-4.2"),
        ((FIRST, "B3: B2"), 2, "F-7.2"),
        (("C2: C1",), 1, "F-7.1"),
        (("D6: D7", "E4: E5"), 2, "F-3.1"),
        (("D6: D7 D6",), 1, "F-3.3"),
        (("D6: D7 / B9: B8",), 1, "F-7.2"),
        ((FIRST, SECOND, "B3: B2"), 3, "F-7.3"),
        (("D6: D7", "B9: A9", "D7: D6"), 3, "F-7.3"),
        (("D6: C6!",), 1, "F-4.5"),
    ],
)
def test_a_refusal_names_turn_and_rule(
    run: Run, turns: tuple[str, ...], turn: int, rule: str
) -> None:
    answer = run("fragile", "check", GOLDEN, "--problem", 1, *turns, "--json")
    assert answer.code == 1
    found = answer.json
    assert list(found) == ["legal", "turn", "rule", "message"]
    assert (found["legal"], found["turn"], found["rule"]) == (False, turn, rule)
    assert found["message"].endswith(".")


def test_check_speaks_to_people(run: Run) -> None:
    answer = run("fragile", "check", GOLDEN, "--problem", 1, FIRST, SECOND)
    assert answer.out == "Turn 1: points 5\nTurn 2: points 5\nAll goals are met.\n"
    answer = run("fragile", "check", GOLDEN, "--problem", 1, FIRST, "B3: B2", "--lang", "de")
    assert "Zug 2 ist nicht erlaubt: F-7.2: " in answer.out


def test_check_says_which_turn_is_no_notation(refused: Refused) -> None:
    assert "Turn 2: " in refused("fragile", "check", GOLDEN, "--problem", 1, FIRST, "hello")


@pytest.mark.parametrize("turn", ["D6:\nB3", "\x1b[2J", "", " ", "D6: B3\r"])
def test_what_is_quoted_stays_on_its_line(refused: Refused, turn: str) -> None:
    assert refused("fragile", "check", GOLDEN, "--problem", 1, turn).rstrip("\n").isprintable()


def test_show_draws_the_problem(run: Run) -> None:
    answer = run("fragile", "show", GOLDEN, "--problem", 3)
    assert "3 │" in answer.out
    assert "[b#]" in answer.out
    assert "Crate a belongs in depot J1" in answer.out


def test_show_writes_a_picture(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "p.svg"
    answer = run("fragile", "show", GOLDEN, "--problem", 3, "--svg", out)
    assert answer.code == 0
    assert out.read_text(encoding="utf-8").startswith("<svg ")
    assert [file.name for file in tmp_path.iterdir()] == ["p.svg"]


def test_show_gives_the_problem_as_data_that_makes_a_book_again(run: Run) -> None:
    found = run("fragile", "show", GOLDEN, "--problem", 3, "--json").json
    assert found["goals"] == {"I3/1": "H3", "J2/2": "J1"}
    assert found["crates"] == ["I3", "I3", "J2", "J2"]
    assert found["text"] == BOOK.entry(3).problem.text


def test_a_book_of_one_problem_needs_no_number(run: Run, tmp_path: Path) -> None:
    book = tmp_path / "one.toml"
    book.write_text(
        '[[problem]]\nid = 7\nturns = 1\ncrates = ["C1"]\ndockers = ["D1"]\n'
        'goals = { "C1/1" = "A1" }\n',
        encoding="utf-8",
    )
    answer = run("fragile", "check", book, "D1: C1>A1", "--json")
    assert answer.json == {"legal": True, "points": [2], "goal": True}


def test_problems_are_played_on_an_edition_of_ones_own(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(
        standard().text.replace('slot = "C3"\nopens = "C2"', 'slot = "C3"\nopens = "D3"'),
        encoding="utf-8",
    )
    # The docker on C2 passes the last crate into C3, which now has its door on another side.
    command = ("fragile", "check", GOLDEN, "--problem", 1, FIRST, SECOND, "--json")
    assert run(*command).json["goal"]
    answer = run(*command, "--edition", other)
    assert (answer.json["turn"], answer.json["rule"]) == (2, "F-4.6")


class TestBadInput:
    def test_no_such_problem(self, refused: Refused) -> None:
        assert "99" in refused("fragile", "show", GOLDEN, "--problem", 99)

    def test_several_problems_and_none_chosen(self, refused: Refused) -> None:
        assert "--problem" in refused("fragile", "show", GOLDEN)

    def test_a_number_that_is_none(self, refused: Refused) -> None:
        refused("fragile", "show", GOLDEN, "--problem", "one")

    @pytest.mark.parametrize("docker", ["E5", "C2", "K4", "", "D6,B9"])
    def test_a_docker_that_is_not_there_or_not_ones_own(
        self, refused: Refused, docker: str
    ) -> None:
        refused("fragile", "reach", GOLDEN, "--problem", 1, "--docker", docker)

    def test_no_such_file(self, refused: Refused, tmp_path: Path) -> None:
        refused("fragile", "show", tmp_path / "nothing.toml")
        refused("fragile", "show", GOLDEN, "--problem", 1, "--edition", tmp_path / "nothing.toml")

    def test_a_folder(self, refused: Refused, tmp_path: Path) -> None:
        refused("fragile", "show", tmp_path)
        refused("fragile", "show", GOLDEN, "--problem", 1, "--svg", tmp_path)

    def test_nowhere_to_write(self, refused: Refused, tmp_path: Path) -> None:
        refused("fragile", "show", GOLDEN, "--problem", 1, "--svg", tmp_path / "no" / "p.svg")

    @pytest.mark.parametrize(
        "content",
        [
            b"\x00\xff\xfe garbage \x80",
            b"",
            b"problem = 3",
            b"[[problem]]",
            b"problem = [1]",
            b"[[problem]\nid = 1",
            b"a = " + b"[" * 5000,
            b"a = " + b"9" * 5000,
            b'[[problem]]\nid = 1\nturns = 2\ncrates = ["Z9"]\n',
            ONE_CRATE + b'dockers = ["C1"]\ngoals = { "C1/1" = "A1" }\n',
            ONE_CRATE + b'dockers = [3]\ngoals = { "C1/1" = "A1" }\n',
            ONE_CRATE + b'dockers = ["D1"]\ngoals = { "C1/2" = "A1" }\n',
        ],
    )
    def test_a_file_that_is_no_book(self, refused: Refused, tmp_path: Path, content: bytes) -> None:
        book = tmp_path / "bad.toml"
        book.write_bytes(content)
        refused("fragile", "show", book)


def test_the_problem_of_a_day_is_drawn_and_told(run: Run, refused: Refused) -> None:
    book, entry = daily(date(2026, 11, 18))
    told = run("fragile", "daily", "--date", "2026-11-18", "--json").json
    assert (told["date"], told["book"], told["id"]) == ("2026-11-18", book, entry.id)
    assert told["text"] == entry.problem.text
    drawn = run("fragile", "daily", "--date", "2026-11-18").out
    assert drawn.startswith(f"The problem of 2026-11-18: {book} {entry.id}, {entry.problem.text}")
    assert run("fragile", "daily", "--json").code == 0
    assert "2026-13-01" in refused("fragile", "daily", "--date", "2026-13-01")
