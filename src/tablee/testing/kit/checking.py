"""Holds this program to a kit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tablee.core.errors import Invalid
from tablee.core.record import Record
from tablee.games.fragile import Problem
from tablee.games.fragile.problems import checker
from tablee.games.fragile.problems.certificate import Certificate
from tablee.games.fragile.problems.solver import solve
from tablee.testing.kit import facts
from tablee.testing.kit.facts import Json


def complaints(kit: Json, *, deepest: int = 99, every: int = 1) -> Iterator[str]:
    """Yields a line for each fact of the kit that this program does not share.

    It counts positions up to ``deepest`` moves and looks at one in ``every`` facts of each kind.
    """
    records = {trace["name"]: Record.parse(trace["record"]) for trace in kit["traces"]}
    for trace in kit["traces"][::every]:
        if facts.trace(trace["name"], records[trace["name"]]) != trace:
            yield f"trace {trace['name']!r}"
    for count in kit["perft"][::every]:
        depths = count["depths"][:deepest]
        found = facts.perft(_start(records, count), len(depths))
        expected = {"moves": count["moves"], "state": count["state"], "depths": depths}
        yield from (f"{key} of {_place(count)}" for key in found if found[key] != expected[key])
    for case in kit["refusals"][::every]:
        told = {key: case[key] for key in ("error", "rule", "cells") if key in case}
        if facts.refusal(_start(records, case), case["text"]) != told:
            yield f"refusal of {case['text']!r} in {_place(case)}"
    for problem in kit["problems"][::every]:
        yield from _problem_complaints(problem)


def _start(records: dict[str, Record], fact: Json) -> Any:
    return facts.after(records[fact["trace"]], fact["after"])


def _place(fact: Json) -> str:
    return f"{fact['trace']!r} after {fact['after']}"


def _problem_complaints(problem: Json) -> Iterator[str]:
    solution = solve(Problem.parse(problem["problem"]), all_solutions=True)
    if solution.minimum != problem["minimum"]:
        yield f"fewest turns of {problem['problem']!r}"
    if sorted(map(list, solution.solutions)) != problem["solutions"]:
        yield f"solutions of {problem['problem']!r}"
    try:
        checker.check(Certificate.from_json(json.dumps(problem["certificate"])))
    except Invalid:
        yield f"certificate of {problem['problem']!r}"
