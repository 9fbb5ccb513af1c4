"""Certificates: the checker accepts what the solver writes and refuses what is wrong."""

import json
from typing import Any

import pytest

from tablee.core.errors import Invalid
from tablee.games.fragile import Book, Problem
from tablee.games.fragile.problems.bound_kernel import COMPILED
from tablee.games.fragile.problems.certificate import Certificate
from tablee.games.fragile.problems.checker import check
from tablee.games.fragile.problems.solver import solve

LAYERED = Problem.parse("3;B4gA1,B3c,B2c;A2,C6;-")
"""Two turns are not enough, and the bound alone does not see it: a layer has to be listed."""


@pytest.fixture(scope="module")
def text() -> str:
    certificate = solve(LAYERED, max_turns=2).certificate()
    assert certificate.layers[0]
    return certificate.to_json()


@pytest.fixture(scope="module")
def solved(golden: Book) -> str:
    return solve(golden.entry(1).problem).certificate().to_json()


def changed(text: str, **changes: Any) -> Certificate:
    return Certificate.from_json(json.dumps(json.loads(text) | changes))


def refusal(certificate: Certificate) -> str:
    with pytest.raises(Invalid) as error:
        check(certificate)
    return error.value.message.key


@pytest.mark.parametrize("number", range(1, 9) if COMPILED else (1, 2, 3))
def test_the_certificate_of_a_published_problem_is_accepted(golden: Book, number: int) -> None:
    found = solve(golden.entry(number).problem)
    certificate = Certificate.from_json(found.certificate().to_json())
    assert certificate == found.certificate()
    assert len(certificate.solution) == found.minimum
    check(certificate)


def test_that_there_is_no_solution_is_certified(text: str) -> None:
    certificate = Certificate.from_json(text)
    assert certificate.refuted == 2
    assert certificate.solution == ()
    check(certificate)


# What is wrong


def test_every_position_left_out_is_missed(text: str) -> None:
    (layer,) = json.loads(text)["layers"]
    for position in layer:
        rest = [other for other in layer if other != position]
        assert refusal(changed(text, layers=[rest])) == "certificate-missing"


def test_a_layer_too_few_or_too_many_is_refused(text: str) -> None:
    (layer,) = json.loads(text)["layers"]
    assert refusal(changed(text, layers=[])) == "certificate-layers"
    assert refusal(changed(text, layers=[layer, layer])) == "certificate-layers"


def test_a_claim_that_goes_too_far_is_refused(golden: Book, solved: str) -> None:
    """Problem 1 has a solution of two turns, so two turns cannot be refuted."""
    layers = [[]]
    assert refusal(changed(solved, refuted=2, solution=[], layers=layers)) == "certificate-missing"
    assert refusal(changed(solved, refuted=2, layers=layers)) == "certificate-length"
    one_turn = solve(Problem.parse("1;C2gC3;C1;-"), max_turns=1).certificate().to_json()
    assert refusal(changed(one_turn, refuted=1, solution=[])) == "certificate-shorter"


def test_a_certificate_of_another_problem_is_refused(text: str) -> None:
    """Without the crate on B3 the listed positions do not follow from the start."""
    other = "3;B4gA1,B2c;A2,C6;-"
    assert refusal(changed(text, problem=other)) == "certificate-missing"


def test_a_solution_that_is_no_solution_is_refused(solved: str) -> None:
    first, second = json.loads(solved)["solution"]
    assert refusal(changed(solved, solution=[second, first])) == "certificate-turn"
    assert refusal(changed(solved, solution=[first, "B9: B7"])) == "certificate-unsolved"
    assert refusal(changed(solved, solution=[first])) == "certificate-length"
    assert refusal(changed(solved, solution=[first, "nonsense"])) == "certificate-turn"


@pytest.mark.parametrize("line", ["C6gC3", "C6gC3;A1", "-;A1;B1,B2", "what;A1;B1", "-;A1;B1"])
def test_a_line_that_is_no_position_is_refused(text: str, line: str) -> None:
    with pytest.raises(Invalid):
        check(changed(text, layers=[[*json.loads(text)["layers"][0], line]]))


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "{}", '{"format": "tablee fragile certificate 1"}', "[" * 5000],
)
def test_what_is_no_certificate_is_refused(content: str) -> None:
    with pytest.raises(Invalid) as error:
        Certificate.from_json(content)
    assert error.value.message.key == "not-a-certificate"


@pytest.mark.parametrize(
    "changes",
    [{"refuted": "2"}, {"refuted": True}, {"layers": 1}, {"layers": [1]}, {"solution": [1]}],
)
def test_a_field_of_another_kind_is_refused(text: str, changes: dict[str, Any]) -> None:
    with pytest.raises(Invalid) as error:
        changed(text, **changes)
    assert error.value.message.key == "not-a-certificate"


def test_a_checker_that_takes_long_over_one_position_can_be_stopped_there() -> None:
    """Two dockers and nine turns: the bound of the first position takes half a minute."""
    crates = "H9gA1,I9c,G1c,E6c,F9c,I5c,A9c,B5c,B8c,G4c,F1c,F5c"
    found = solve(Problem.parse(f"9;{crates};B1,B2;F2,G9,I8"))
    told = 0

    def stop(*_: int) -> None:
        nonlocal told
        told += 1
        if told == 3:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        check(found.certificate(), stop)
