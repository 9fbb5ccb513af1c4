"""The tables of docs/problems.md about the problems of Shear Panic, for ``tables.py``."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from tablee.cli.flock_problems import written
from tablee.core.problem_book import grade_name
from tablee.games.shear_panic.drawing import text
from tablee.games.shear_panic.messages import colour_name
from tablee.games.shear_panic.problems.book import SHIPPED, BookEntry, shipped
from tablee.games.shear_panic.problems.difficulty import grade_of
from tablee.games.shear_panic.problems.goals import GOALS
from tablee.games.shear_panic.problems.motifs import MOTIFS, motif_name
from tablee.games.shear_panic.problems.problem import command_text
from tablee.games.shear_panic.problems.solver import solve

FLOCKS = Path(__file__).parent / "flocks.toml"
EXAMPLES = 6
Table = Callable[..., str]


def motifs(table: Table) -> str:
    rows = [
        (motif_name(name).text(), " ".join((found.__doc__ or "").split()))
        for name, found in MOTIFS.items()
    ]
    return table(("motif", "best play shows it if"), *rows)


def counts(table: Table) -> str:
    """How many problems have a grade, a motif, a goal, a number of commands, and are sure."""
    found = Counter(feature for name in SHIPPED for feature in _features(name))
    names = [
        "problems",
        *(grade_name(grade).text() for grade in range(1, 6)),
        *(f"goal: {goal}" for goal in GOALS),
        *(f"motif: {motif_name(motif).text()}" for motif in MOTIFS),
        *("1 command", "2 commands", "3 commands"),
        *("sure", "a chance"),
    ]
    return table(("", "`first-hundred`"), *((name, found[name]) for name in names), align="lr")


def _features(book: str) -> Iterator[str]:
    for entry in shipped(book).entries:
        commands = len(entry.problem.commands)
        yield "problems"
        yield grade_name(grade_of(entry.difficulty or 1)).text()
        yield f"goal: {entry.problem.goal.kind}"
        yield from (f"motif: {motif_name(motif).text()}" for motif in entry.motifs)
        yield f"{commands} command{'s' * (commands > 1)}"
        yield "sure" if entry.chance == 1 else "a chance"


def examples() -> str:
    """Problems by a fixed seed, one of each number of commands and more, with their best play."""
    good = tomllib.loads(FLOCKS.read_text("utf-8"))
    chosen = Random("flocks").sample(shipped(SHIPPED[0]).entries, EXAMPLES)
    ordered = sorted(chosen, key=lambda entry: entry.id)
    return "".join(_example(entry, good[entry.problem.text]) for entry in ordered) + "\n"


def _example(entry: BookEntry, good: str) -> str:
    problem = entry.problem
    grade = grade_name(grade_of(entry.difficulty or 1)).text()
    names = ", ".join(motif_name(motif).text() for motif in entry.motifs)
    commands = " and ".join(map(command_text, problem.commands))
    task = f"{colour_name(problem.colour).text().capitalize()}, {commands}, counter on"
    play = "\n".join(written(solve(problem).strategy, 0))
    chance = "sure" if entry.chance == 1 else f"chance {entry.chance}"
    return (
        f"\n### Flock {entry.id}: {entry.difficulty}, {grade}; {names}\n\n"
        f"{task} {problem.space}. {problem.goal.message.text()} ({chance})\n\n{good}\n\n"
        f"```\n{text(problem.flock)}\n\n{play}\n```\n"
    )
