"""``tablee shear-panic`` on problems for one: the same shape as ``tablee fragile``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee.games.shear_panic.problems import composing
from tablee.games.shear_panic.problems.book import Book
from tablee.games.shear_panic.problems.composer import Composed, Order
from tablee.games.shear_panic.problems.problem import Problem
from tablee.games.shear_panic.problems.solver import SURE

Run = Callable[..., Any]
Refused = Callable[..., str]

LINE = "GRB./KYR./G.BY N;Y;32;diagonal push 1;back"
KEY = "diagonal push 1 C1 SW"
HALF = "..R../.YBYB/GG.KR N;Y;11;line push 1;points 2"


def test_show_draws_the_flock_the_goal_and_the_commands(run: Run) -> None:
    shown = run("shear-panic", "show", LINE).out
    assert shown.startswith(f"Problem 1: {LINE}\nBring both of your sheep into the back row.\n")
    assert "left: diagonal push 1" in shown
    assert "blue" not in shown


def test_show_writes_a_picture(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "flock.svg"
    assert run("shear-panic", "show", LINE, "--svg", picture).code == 0
    assert picture.read_text("utf-8").startswith("<svg")
    assert run("shear-panic", "show", LINE, "--svg", picture).code == 2


def test_show_as_json(run: Run) -> None:
    told = run("shear-panic", "show", LINE, "--json").json
    assert told["text"] == LINE
    assert told["commands"] == ["diagonal push 1"]
    assert told["goal"] == "back"


def test_solve_prints_the_chance_and_best_play(run: Run) -> None:
    sure = run("shear-panic", "solve", LINE).out.splitlines()
    assert sure[0].startswith("It can be done whatever the dice show (proved).")
    assert sure[1:3] == ["Best first commands: 1", f"  {KEY}"]
    half = run("shear-panic", "solve", HALF, "--all").out
    assert half.startswith("The best chance is 1/2 (proved).")
    assert "      1/2  line push 1 C2 N\n        0  " in half


def test_solve_as_json(run: Run) -> None:
    told = run("shear-panic", "solve", LINE, "--json").json
    assert (told["chance"], told["sure"], told["unique"]) == ("1", True, True)
    assert told["first"] == [KEY]
    assert told["strategy"][0] == KEY


def test_solve_says_what_cannot_be_done(run: Run) -> None:
    line = "BRG/GKY/YBR N;Y;14;lamb push 2;points 1"
    assert run("shear-panic", "solve", line).out.startswith("It cannot be done (proved).")
    assert run("shear-panic", "rate", line).code == 1
    assert run("shear-panic", "hint", line).code == 1


def test_a_certificate_is_written_and_verified(run: Run, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    assert run("shear-panic", "solve", LINE, "--certificate", proof).code == 0
    verified = run("shear-panic", "verify-certificate", proof)
    assert verified.out == "The certificate holds: the best chance is 1.\n"
    wrong = json.loads(proof.read_text("utf-8")) | {"chance": "1/2"}
    proof.write_text(json.dumps(wrong), encoding="utf-8")
    refused = run("shear-panic", "verify-certificate", proof, "--json")
    assert refused.code == 1
    assert refused.json["holds"] is False


def test_check_replays_turns_with_their_rolls(run: Run) -> None:
    answer = run("shear-panic", "check", LINE, f"{KEY}; regroup x; move 1E", "--json")
    assert answer.json["legal"] is True
    unfinished = run("shear-panic", "check", LINE, KEY)
    assert "The goal is not reached." in unfinished.out
    bad = run("shear-panic", "check", LINE, "diagonal push 1 B2 SW")
    assert bad.code == 1
    assert bad.out.startswith("S-4.3: ")


def test_hint_climbs_a_ladder(run: Run) -> None:
    assert run("shear-panic", "hint", LINE, "--step", 4).out.endswith(f"The best move: {KEY}\n")
    told = run("shear-panic", "hint", HALF, "line push 1 A3 E", "--json").json
    assert told["best_so_far"] is False
    assert told["chance"] == "0"
    assert "from 1/2 to 0" in told["slip"]


def test_rate_names_the_motifs(run: Run) -> None:
    rated = run("shear-panic", "rate", LINE).out
    assert rated.splitlines()[-1] == "  motifs: retreat, proof against dice, split on purpose"
    assert run("shear-panic", "rate", LINE, "--json").json["grade"] in range(1, 6)


def test_too_much_work_is_refused_with_a_way_out(
    refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.cli.flock_problems.MILLION", 1)
    line = "BRG/GKY/YBR N;Y;19;lamb push 2,line push 1;front"
    assert "--positions" in refused("shear-panic", "solve", line, "--positions", 500)


@pytest.mark.parametrize(
    "line",
    ["BRG;Y;5;lamb push 2;front", "BRG N;Y;5;lamb push 2;win", "BRG N;Y;x;lamb push 2;front"],
)
def test_a_line_that_is_no_problem_is_refused(refused: Refused, line: str) -> None:
    assert refused("shear-panic", "show", line)


def test_a_book_that_is_wrong_is_refused_by_its_line(refused: Refused, tmp_path: Path) -> None:
    book = tmp_path / "mine.toml"
    good = 'id = 1\nflock = "GRB./KYR./G.BY N"\ncolour = "Y"\nspace = 32\ngoal = "back"\n'
    book.write_text(f"[[problem]]\n{good}commands = [3]\n", encoding="utf-8")
    assert "line 7" in refused("shear-panic", "show", book)
    book.write_text(
        f'[[problem]]\n{good}commands = ["lamb push 2"]\nchance = "7"\n', encoding="utf-8"
    )
    assert "line 8" in refused("shear-panic", "show", book)
    twice = f'[[problem]]\n{good}commands = ["lamb push 2"]\n'
    book.write_text(twice * 2, encoding="utf-8")
    assert "problem 1 is there twice" in refused("shear-panic", "show", book)


def test_compose_writes_a_book(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def attempt(order: Order, number: int, _: object) -> Composed:
        problem = Problem.parse(LINE.replace("32", str(30 + number)))
        return Composed(problem, SURE, KEY, 4.0, ("split",), order.seed, number)

    monkeypatch.setattr(composing, "compose_one", attempt)
    out = tmp_path / "new.toml"
    arguments = ("--count", 2, "--seed", 5, "--workers", 1, "--out", out)
    assert run("shear-panic", "compose", *arguments).code == 0
    book = Book.parse(out.read_text("utf-8"))
    assert [entry.solution for entry in book.entries] == [KEY, KEY]
    assert book.entry(1).chance == SURE
    assert not Path(f"{out}.state").exists()


def test_the_problem_of_the_day_is_the_same_for_all(run: Run) -> None:
    one = run("shear-panic", "daily", "--date", "2026-11-18", "--json").json
    two = run("shear-panic", "daily", "--date", "2026-11-18", "--json").json
    other = run("shear-panic", "daily", "--date", "2026-11-19", "--json").json
    assert one == two
    assert one["text"] != other["text"]
    assert run("shear-panic", "daily").out.startswith("The problem of ")


def test_the_shipped_book_needs_no_file(run: Run) -> None:
    shown = run("shear-panic", "show", "first-hundred", "--problem", 100, "--json")
    assert shown.json["id"] == 100
