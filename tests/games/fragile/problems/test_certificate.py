"""Certificates: what the solver writes is accepted, what is wrong is refused."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tablee.core.errors import Invalid
from tablee.games.fragile import Book, Problem
from tablee.games.fragile.problems.bound_kernel import COMPILED
from tablee.games.fragile.problems.certificate import Certificate
from tablee.games.fragile.problems.checker import check
from tablee.games.fragile.problems.solver import solve

# Two dockers, two crates, and a layer that is not empty: two turns are not enough.
PROBLEM = "3;E5gA1,D5c;E6,F6;-"


@pytest.fixture(scope="module")
def text() -> str:
    return solve(Problem.parse(PROBLEM), max_turns=2).certificate().to_json()


def changed(text: str, change: Callable[[dict[str, Any]], None]) -> Certificate:
    data = json.loads(text)
    change(data)
    return Certificate.from_json(json.dumps(data))


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


def refusal(certificate: Certificate) -> str:
    with pytest.raises(Invalid) as error:
        check(certificate)
    return error.value.message.key


def test_a_position_left_out_is_noticed(golden: Book) -> None:
    problem = LAYERED
    certificate = solve(problem, max_turns=2).certificate()
    assert certificate.layers[0]
    check(certificate)
    for index in range(len(certificate.layers[0])):
        layer = list(certificate.layers[0])
        del layer[index]
        shorter = changed(
            certificate.to_json(), lambda data, layer=layer: data.update(layers=[layer])
        )
        assert refusal(shorter) == "certificate-missing"


LAYERED = Problem.parse("3;B4gA1,B3c,B2c;A2,C6;-")
