"""Certificates: best play, replayed by the law against every die."""

import json
from typing import Any

import pytest

from tablee.core import Invalid
from tablee.games.shear_panic.problems import checker
from tablee.games.shear_panic.problems.certificate import Certificate
from tablee.games.shear_panic.problems.problem import Problem
from tablee.games.shear_panic.problems.solver import solve

SURE = "GRB./KYR./G.BY N;Y;32;diagonal push 1;back"
HALF = "..R../.YBYB/GG.KR N;Y;11;line push 1;points 2"


def certificate(text: str, **changes: Any) -> Certificate:
    data = json.loads(solve(Problem.parse(text)).certificate().to_json())
    return Certificate.from_json(json.dumps({**data, **changes}))


@pytest.mark.parametrize("text", [SURE, HALF, "BRG/GKY/YBR N;Y;14;line up 2;points 1"])
def test_a_certificate_holds(text: str) -> None:
    checker.check(certificate(text))


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"chance": "1/2"}, "wrong-chance"),
        ({"chance": "0", "strategy": False}, "better-play"),
        ({"strategy": True}, "wrong-end"),
        ({"strategy": {"regroup +": True}}, "wrong-choice"),
        ({"strategy": ["diagonal push 1 C1 SW", True]}, "wrong-end"),
        ({"strategy": ["diagonal push 1 C1 SW", ["move 1S", True]]}, "wrong-rolls"),
        ({"strategy": ["diagonal push 1 C1 SW", {"regroup +": True}]}, "wrong-rolls"),
        (
            {"strategy": ["diagonal push 1 C1 SW", {"regroup +": True, "panic B": True}]},
            "wrong-end",
        ),
        ({"strategy": ["line push 1 C1 S", True]}, "not-on-menu"),
    ],
)
def test_what_does_not_hold_is_refused(changes: dict[str, Any], key: str) -> None:
    with pytest.raises(Invalid) as refused:
        checker.check(certificate(SURE, **changes))
    assert refused.value.message.key == "wrong-certificate"
    inner = refused.value.message.parameters["problem"]
    assert getattr(inner, "key", "") in (key, "command-used", "wrong-rolls")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": "tablee shear-panic certificate 1"}',
        "[" * 100_000,
        " " * (1 << 23),
    ],
)
def test_other_text_is_no_certificate(text: str) -> None:
    with pytest.raises(Invalid) as refused:
        Certificate.from_json(text)
    assert refused.value.message.key == "not-a-certificate"


@pytest.mark.parametrize(
    "changes",
    [
        {"chance": "2"},
        {"chance": "1/0"},
        {"chance": 1},
        {"chance": "1" * 50},
        {"strategy": 3},
        {"strategy": ["a", "b"]},
        {"problem": 4},
    ],
)
def test_bad_parts_make_no_certificate(changes: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        certificate(SURE, **changes)


def test_a_strategy_is_not_deeper_than_play_can_be() -> None:
    deep: Any = True
    for _ in range(100):
        deep = ["x", deep]
    with pytest.raises(Invalid):
        certificate(SURE, strategy=deep)


def test_a_proof_that_takes_too_long_says_so() -> None:
    with pytest.raises(checker.Unproved):
        checker.check(certificate(HALF), most=5)
