"""``tablee shear-panic``, as people and programs call it."""

import json

import pytest

from tablee.cli import main

START = "BRG/GKY/YBR N"


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["--lang", "en", "shear-panic", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_moves_lists_the_distinct_flocks_of_each_command(capsys) -> None:
    code, out, _ = run(capsys, "moves", START, "--player", "Y", "--json")
    found = json.loads(out)
    assert code == 0
    assert {kind: len(flocks) for kind, flocks in found.items()} == {
        "lamb_push": 16,
        "line_push": 12,
        "diagonal_push": 20,
        "line_up": 1,
        "lamb_roll": 4,
        "leapfrog": 5,
        "ewe_turn": 2,
    }
    assert found["ewe_turn"] == ["BRG/GKY/YBR W", "BRG/GKY/YBR E"]


def test_moves_speaks_to_people_too(capsys) -> None:
    _, out, _ = run(capsys, "moves", START, "--player", "y")
    assert "lamb push: 16, flock split: 5" in out
    assert "diagonal push: 20, flock split: 4" in out


def test_regroup_counts_ties_lines_and_slides(capsys) -> None:
    """S-5.1, S-5.3"""
    _, out, _ = run(capsys, "regroup", "B../.KY/.GG N", "--die", "x", "--json")
    assert sorted(json.loads(out)["flocks"]) == ["B./KY/GG N", "BKY/.GG N"]
    _, out, _ = run(capsys, "regroup", "B.RGK.Y N", "--die", "+", "--json")
    assert sorted(json.loads(out)["flocks"]) == ["B.RGKY N", "BRGK.Y N"]


def test_a_flock_that_is_one_has_nothing_to_regroup(capsys) -> None:
    _, out, _ = run(capsys, "regroup", START, "--die", "+", "--json")
    assert json.loads(out) == {"flocks": []}
    _, out, _ = run(capsys, "regroup", START, "--die", "+")
    assert "nothing to regroup" in out


def test_score_tells_what_a_flock_is_worth(capsys) -> None:
    """S-6.8"""
    flock = ".G./.RB/RGY/.YK/.B. N"
    _, out, _ = run(capsys, "score", flock, "--field", "shearer", "--json")
    assert json.loads(out) == {
        "field": "shearer",
        "scores": {"B": 5, "G": 2, "R": 3, "Y": 5},
        "shorn": ["G"],
        "flock": ".RB/RGY/.YK/.B. N",
    }
    _, out, _ = run(capsys, "score", flock, "--field", "black", "--player", "Y", "--json")
    answer = json.loads(out)
    assert (answer["player"], answer["points"]) == ("Y", 4)
    _, out, _ = run(capsys, "score", flock, "--field", "team", "--player", "Y")
    assert out == "yellow: 1\n"
    _, out, _ = run(capsys, "score", flock, "--field", "roger")
    assert out == "blue: 3\ngreen: 6\nred: 5\nyellow: 3\n"
    _, out, _ = run(capsys, "score", flock, "--field", "shearer")
    assert out.startswith("Flock after the shearing: .RB/RGY/.YK/.B. N\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["moves", "BRG/GK N", "--player", "Y"],
        ["moves", START, "--player", "K"],
        ["moves", START],
        ["moves", "- N", "--player", "Y"],
        ["regroup", START, "--die", "?"],
        ["regroup", "", "--die", "+"],
        ["score", START, "--field", "moon"],
        ["score", START, "--field", "team", "--player", "Q"],
        ["shear", START],
        [],
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(capsys, arguments: list[str]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("tablee: ")
    assert err.count("\n") == 1
