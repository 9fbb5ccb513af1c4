"""``tablee fragile solve | verify-certificate``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee.cli import main, status_line
from tablee.cli import solve as command
from tablee.games.fragile.problems.search import SearchProgress
from tablee.games.fragile.problems.solver import Solution, solve

GOLDEN = Path(__file__).parents[1] / "golden" / "fragile_problems.toml"
LINE = "2;C6gC3;D6,B9;C2"
TWO_BOOKS = """[[problem]]
id = 1
turns = 2
crates = ["C6"]
dockers = ["D6", "B9"]
others = ["C2"]
goals = { "C6/1" = "C3" }

[[problem]]
id = 4
turns = 1
crates = ["C2"]
dockers = ["C1"]
goals = { "C2/1" = "C3" }
"""

Output = pytest.CaptureFixture[str]


@pytest.fixture
def printed(capsys: Output) -> Callable[..., tuple[int, str, str]]:
    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["--lang", "en", "fragile", *arguments])
        output = capsys.readouterr()
        return code, output.out, output.err

    return run


Printed = Callable[..., tuple[int, str, str]]


def test_a_problem_of_a_book_is_solved(printed: Printed) -> None:
    code, out, _ = printed("solve", str(GOLDEN), "--problem", "1")
    assert code == 0
    assert out.startswith("Turns: 2, the fewest possible (proved")
    assert out.splitlines()[1:] == ["  D6: C6>B6 B3", "  B9: B7 B6>B4 B4~C3"]


def test_json_tells_what_was_found(printed: Printed) -> None:
    code, out, _ = printed("solve", LINE, "--json")
    found: dict[str, Any] = json.loads(out)
    assert code == 0
    assert (found["minimum"], found["proved"]) == (2, True)
    assert found["solutions"] == [["D6: C6>B6 B3", "B9: B7 B6>B4 B4~C3"]]
    assert found["positions"] > 0
    assert found["seconds"] >= 0


def test_a_whole_book_is_solved_problem_by_problem(printed: Printed, tmp_path: Path) -> None:
    book = tmp_path / "book.toml"
    book.write_text(TWO_BOOKS)
    code, out, _ = printed("solve", str(book), "--json")
    assert code == 0
    assert [(found["problem"], found["minimum"]) for found in json.loads(out)] == [(1, 2), (4, 1)]
    code, out, _ = printed("solve", str(book))
    assert [line for line in out.splitlines() if line.startswith("Problem")] == [
        "Problem 1",
        "Problem 4",
    ]


def test_no_solution_within_the_turns_is_proved_too(printed: Printed) -> None:
    code, out, _ = printed("solve", LINE, "--max-turns", "1", "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["minimum"], found["proved"], found["solutions"]) == (None, True, [])
    code, out, _ = printed("solve", LINE, "--max-turns", "1")
    assert out.startswith("No solution within 1 turn (proved).")


def test_a_target_that_is_beaten_is_named(printed: Printed) -> None:
    _, out, _ = printed("solve", "5" + LINE[1:])
    assert "The problem asks for 5." in out


def test_all_solutions_are_numbered(printed: Printed) -> None:
    code, out, _ = printed("solve", str(GOLDEN), "--problem", "2", "--all")
    assert code == 0
    assert "Shortest solutions, up to the order of independent turns: 3" in out
    assert [line for line in out.splitlines() if line[:1].isdigit()] == ["1.", "2.", "3."]


def test_a_certificate_is_written_and_holds(printed: Printed, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    code, out, _ = printed("solve", LINE, "--certificate", str(proof))
    assert code == 0
    assert out.splitlines()[-1] == f"Written: {proof}"
    code, out, _ = printed("verify-certificate", str(proof))
    assert (code, out) == (0, "The certificate holds: the minimum is 2 turns.\n")
    proof.write_text(proof.read_text().replace('"refuted": 1', '"refuted": 0'))
    code, out, _ = printed("verify-certificate", str(proof))
    assert code == 1
    assert out.startswith("The certificate is refused: ")
    code, out, _ = printed("verify-certificate", str(proof), "--json")
    assert (code, json.loads(out)["holds"]) == (1, False)


def test_a_certificate_that_there_is_no_solution(printed: Printed, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    printed("solve", LINE, "--max-turns", "1", "--certificate", str(proof))
    code, out, _ = printed("verify-certificate", str(proof))
    assert (code, out) == (0, "The certificate holds: no solution has 1 turn or fewer.\n")


def test_ctrl_c_prints_what_is_known_so_far(
    printed: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any, **options: Any) -> Solution:
        def stop(_progress: SearchProgress) -> None:
            raise KeyboardInterrupt

        return solve(*arguments, **{**options, "progress": stop})

    monkeypatch.setattr(command, "solve", interrupted)
    code, out, _ = printed("solve", LINE)
    assert code == 130
    assert out.startswith("Not settled. Known so far: no solution has 1 turn or fewer.")
    code, out, _ = printed("solve", LINE, "--json")
    found = json.loads(out)
    assert (code, found["minimum"], found["proved"], found["exhausted"]) == (130, None, False, 1)


def test_too_little_memory_is_said(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    def cramped(*arguments: Any, **options: Any) -> Solution:
        return solve(*arguments, **{**options, "memory": 1000})

    monkeypatch.setattr(command, "solve", cramped)
    code, out, _ = printed("solve", "3;E5gA1,D5c;E6,F6;-", "--memory", "1")
    assert code == 1
    assert "The memory allowed (1 MB) is full; allow more with --memory." in out


def test_a_long_search_tells_how_far_it_is(
    printed: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status_line, "PATIENCE", 0.0)
    _, _, err = printed("solve", LINE)
    assert err.startswith("trying ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("solve", "no-such-file"), "no-such-file: there is no such file."),
        (("solve", "2;C6gC3;D6"), '"2;C6gC3;D6" is not a valid problem'),
        (("solve", "2;C6gC5;D6;-"), "C5"),
        (("solve", str(GOLDEN), "--certificate", "x"), "several problems"),
        (("solve", LINE, "--max-turns", "0"), "between 1 and 100"),
        (("solve", str(GOLDEN), "--problem", "9"), "9"),
        (("verify-certificate", str(GOLDEN)), "This is not a certificate of Fragile's solver."),
    ],
)
def test_bad_input_is_told_in_one_sentence(
    printed: Printed, arguments: tuple[str, ...], sentence: str
) -> None:
    code, out, err = printed(*arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
