"""``tablee fragile rate | hint | compose``, and the books that come with the program."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee.games.fragile import Book, Problem, standard
from tablee.games.fragile.problems import composing
from tablee.games.fragile.problems.composer import Composed, Order

Run = Callable[..., Any]
Refused = Callable[..., str]

LINE = "2;C6gC3;D6,B9;C2"
FIRST, SECOND = "D6: C6>B6 B3", "B9: B7 B6>B4 B4~C3"


# Books


def test_the_published_book_needs_no_file(run: Run) -> None:
    answer = run("fragile", "check", "published", "--problem", 1, FIRST, SECOND, "--json")
    assert answer.json["goal"] is True
    assert run("fragile", "show", "composed", "--problem", 1).code == 0


def test_a_file_of_that_name_comes_first(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("published").write_text(
        '[[problem]]\nid = 9\nturns = 1\ncrates = ["C2"]\ndockers = ["C1"]\n'
        'goals = { "C2/1" = "C3" }\n',
        encoding="utf-8",
    )
    assert run("fragile", "show", "published", "--json").json["id"] == 9


def test_every_command_takes_a_problem_as_a_line(run: Run) -> None:
    assert run("fragile", "show", LINE, "--json").json["text"] == LINE
    assert run("fragile", "check", LINE, FIRST, SECOND).code == 0


# rate


def test_rate_tells_a_number_and_why(run: Run) -> None:
    answer = run("fragile", "rate", LINE)
    assert answer.code == 0
    first, *parts = answer.out.splitlines()
    assert first == "Problem 1: difficulty 1.2 of 10, very easy"
    assert parts[0] == "  -1.0  shortest solutions: 9"
    assert parts[-1] == "  motifs: relay"


def test_rate_as_json(run: Run) -> None:
    told = run("fragile", "rate", LINE, "--json").json
    assert (told["problem"], told["difficulty"], told["grade"]) == (1, 1.2, 1)
    assert (told["motifs"], told["ideas"]) == (["relay"], [3, 1])
    assert told["drivers"][0]["what"] == "solutions"


def test_without_a_solution_there_is_no_rating(run: Run) -> None:
    answer = run("fragile", "rate", "1;D5gC3;D6;-")
    assert answer.code == 1
    assert "no rating" in answer.out
    assert run("fragile", "rate", "1;D5gC3;D6;-", "--json").json["difficulty"] is None


# hint


def test_a_hint_begins_with_the_crate(run: Run) -> None:
    answer = run("fragile", "hint", LINE)
    assert answer.code == 0
    assert answer.out == (
        "It can still be solved. Turns needed: 2, turns left: 2.\nLook at the crate on C6.\n"
    )


@pytest.mark.parametrize(
    ("step", "hint"),
    [
        (1, "Look at the crate on B6."),
        (2, "It is the turn of docker B9."),
        (3, "What to do: push a crate."),
        (4, "The turn begins with B9: B7"),
        (5, f"The whole turn: {SECOND}"),
    ],
)
def test_each_step_tells_more(run: Run, step: int, hint: str) -> None:
    told = run("fragile", "hint", LINE, "--step", step, FIRST, "--json").json
    assert (told["step"], told["hint"], told["needed"]) == (step, hint, 1)


def test_a_wrong_turn_is_named(run: Run) -> None:
    answer = run("fragile", "hint", LINE, "D6: C6>B6", "--json")
    assert answer.code == 1
    told = answer.json
    assert (told["reachable"], told["lost_in"], told["hint"]) == (False, 1, None)
    assert "Zug 1" in run("fragile", "hint", LINE, "D6: C6>B6", "--lang", "de").out


def test_a_turn_against_the_rules_is_refused_with_its_rule(run: Run) -> None:
    answer = run("fragile", "hint", LINE, "D6: C6>A6 B1", "--json")
    assert answer.code == 1
    assert (answer.json["legal"], answer.json["rule"]) == (False, "F-3.2")
    assert run("fragile", "hint", LINE, "D6: C6>A6 B1").out.startswith("F-3.2: ")


def test_a_hint_is_for_one_problem(refused: Refused) -> None:
    assert "1, 2, 3" in refused("fragile", "hint", "published")
    refused("fragile", "hint", LINE, "--step", 6)
    refused("fragile", "hint", LINE, "nonsense")


# compose


@pytest.fixture
def attempts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Makes every second attempt succeed at once. Returns the list of attempts."""
    made: list[int] = []

    def attempt(order: Order, number: int, edition: object) -> Composed | None:
        made.append(number)
        if number == 7:
            raise KeyboardInterrupt
        problem = Problem.parse(f"{order.turns[0]};C6gC3;D6,B9;{'ABDEF'[number // 2]}1")
        composed = Composed(problem, (FIRST,), 9.5 - number, ("relay",), 3.0, order.seed, number)
        return composed if number % 2 else None

    monkeypatch.setattr(composing, "compose_one", attempt)
    return made


COMPOSE = ("fragile", "compose", "--workers", 1, "--turns", 3, "--motif", "relay", "--seed", 5)


def test_compose_prints_a_book(run: Run, attempts: list[int]) -> None:
    answer = run(*COMPOSE, "--count", 2)
    book = Book.parse(answer.out, standard().board)
    assert [entry.facts["attempt"] for entry in book.entries] == [3, 1]
    assert {entry.motifs for entry in book.entries} == {("relay",)}
    assert [entry["difficulty"] for entry in run(*COMPOSE, "--count", 2, "--json").json] == [
        6.5,
        8.5,
    ]


def test_compose_writes_a_book_and_leaves_no_state(
    run: Run, attempts: list[int], tmp_path: Path
) -> None:
    out = tmp_path / "new.toml"
    answer = run(*COMPOSE, "--count", 2, "--out", out)
    assert answer.out == f"Written: {out}\n"
    assert len(Book.parse(out.read_text(encoding="utf-8"), standard().board).entries) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["new.toml"]


def test_compose_goes_on_where_it_was_broken_off(
    run: Run, attempts: list[int], tmp_path: Path
) -> None:
    out = tmp_path / "new.toml"
    assert run(*COMPOSE, "--count", 4, "--out", out).code == 130
    assert not out.exists()
    assert len((tmp_path / "new.toml.state").read_text().splitlines()) == 1 + 7
    attempts.clear()
    assert run(*COMPOSE, "--count", 3, "--out", out).code == 0
    assert attempts == []
    assert len(Book.parse(out.read_text(encoding="utf-8"), standard().board).entries) == 3


def test_the_state_of_another_composition_is_left_alone(
    run: Run, refused: Refused, attempts: list[int], tmp_path: Path
) -> None:
    out = tmp_path / "new.toml"
    run(*COMPOSE, "--count", 4, "--out", out)
    assert "state of something else" in refused(*COMPOSE[:-1], 6, "--count", 4, "--out", out)
    state = tmp_path / "new.toml.state"
    head = state.read_text(encoding="utf-8").splitlines()[0]
    state.write_text(f"{head}\nnonsense\n", encoding="utf-8")
    assert "cannot go on from this" in refused(*COMPOSE, "--count", 4, "--out", out)
    assert state.read_text(encoding="utf-8") == f"{head}\nnonsense\n"


def test_compose_refuses_what_it_cannot_do(refused: Refused, tmp_path: Path) -> None:
    refused("fragile", "compose", "--turns", 6)
    refused("fragile", "compose", "--motif", "chess")
    refused("fragile", "compose", "--count", 0)
    assert "folder" in refused("fragile", "compose", "--out", tmp_path / "nowhere" / "x.toml")
    assert "folder" in refused("fragile", "compose", "--out", tmp_path)
