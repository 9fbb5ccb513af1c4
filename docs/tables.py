"""Fills in the tables of README.md and docs/*.md that the program knows: `make docs-rules`.

A table stands between ``<!-- table: NAME (docs/tables.py) -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import flock_tables

from tablee.cli.arguments import build_parser
from tablee.core import Game
from tablee.core.difficulty import EASIEST
from tablee.core.layout import Part
from tablee.core.problem_book import grade_name
from tablee.games.fragile import Book, Fragile
from tablee.games.fragile.problems.book import SHIPPED, shipped
from tablee.games.fragile.problems.difficulty import SCALE, grade_of
from tablee.games.fragile.problems.motifs import MOTIFS, motif_name
from tablee.games.fragile.problems.solver import solve
from tablee.games.shear_panic import ShearPanic
from tablee.games.shear_panic.problems.difficulty import SCALE as FLOCK_SCALE
from tablee.server import metrics, security
from tablee.server.settings import Limits, Settings
from tablee.testing import kit

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "tablee"
FRAGILE, SHEAR_PANIC = SOURCE / "games" / "fragile", SOURCE / "games" / "shear_panic"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(
    r"(<!-- table: ([\w-]+) \(docs/tables\.py\) -->\n).*?(<!-- end -->)", flags=re.DOTALL
)


def table(*rows: Iterable[object], align: str = "") -> str:
    """The first row is the heading; ``align`` has an ``r`` for each column of numbers."""
    head, *body = [f"| {' | '.join(map(str, row))} |\n" for row in rows]
    columns = head.count("|") - 1
    rule = "|".join("---:" if side == "r" else "---" for side in align.ljust(columns))
    return f"{head}|{rule}|\n{''.join(body)}"


# Commands


def commands() -> str:
    rows = [(f"`{name}`", about) for name, about, _ in _commands(build_parser("en"), "tablee")]
    return table(("command", "what it does"), *rows)


def serve_options() -> str:
    parsers = {name: parser for name, _, parser in _commands(build_parser("en"), "tablee")}
    rows = []
    for action in parsers["tablee serve"]._actions:
        if action.dest not in ("help", "lang"):
            value = action.metavar or " or ".join(action.choices or ())
            rows.append((f"`{action.option_strings[0]} {value}".rstrip() + "`", action.help))
    return table(("option", "what it does"), *rows)


def command_reference() -> str:
    """Each command with its help, an example and its arguments."""
    examples = tomllib.loads((ROOT / "docs" / "commands.toml").read_text("utf-8"))
    parts = []
    for name, about, parser in _commands(build_parser("en"), "tablee"):
        example = examples.get(name, {"example": f"{name} --help"})["example"]
        text = about[:1].upper() + about[1:].rstrip(".") + "."
        parts.append(f"\n## {name}\n\n{text}\n\n```sh\n{example}\n```\n")
        rows = [
            (f"`{_shown(action)}`", (action.help or "").replace("|", "\\|"))
            for action in parser._actions
            if action.dest not in ("help", "lang") and action.help != argparse.SUPPRESS
        ]
        if rows:
            parts.append("\n" + table(("argument", "what it is"), *rows))
    return "".join(parts) + "\n"


def _shown(action: argparse.Action) -> str:
    """An argument as its user writes it."""
    value = str(action.metavar or "|".join(map(str, action.choices or ())))
    value = value or ("" if action.nargs == 0 else action.dest.upper())
    name = action.option_strings[-1] if action.option_strings else ""
    return f"{name} {value}".strip().replace("|", "\\|")


def _commands(
    parser: argparse.ArgumentParser, name: str
) -> Iterator[tuple[str, str, argparse.ArgumentParser]]:
    """Each command with its line of help; one that only leads to others is left out."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for choice in action._choices_actions:
                full, below = f"{name} {choice.dest}", action.choices[choice.dest]
                yield from [*_commands(below, full)] or [(full, choice.help or "", below)]


# Source files


def summary(module: Path) -> str:
    """The first line of a module's docstring, or of a package's."""
    file = module / "__init__.py" if module.is_dir() else module
    text = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return text.partition("\n")[0].replace("``", "`").replace("|", "\\|")


def parts(folder: Path) -> dict[str, Path]:
    """The modules and packages in a folder by the name a table gives them."""
    modules = {file.name: file for file in folder.glob("*.py") if file.stem != "__init__"}
    packages = {f"{file.parent.name}/": file.parent for file in folder.glob("*/__init__.py")}
    return dict(sorted({**modules, **packages}.items()))


def files(folder: Path, without: Iterable[str] = ()) -> str:
    rows = [
        (f"`{name}`", summary(path)) for name, path in parts(folder).items() if name not in without
    ]
    return table(("file", "holds"), *rows)


def files_of_both_games() -> str:
    ours, theirs = parts(FRAGILE), parts(SHEAR_PANIC)
    shared = [name for name in ours if name in theirs]
    rows = [(f"`{name}`", summary(ours[name]), summary(theirs[name])) for name in shared]
    return table(("file", "Fragile", "Shear Panic"), *rows)


# Problems


def books() -> str:
    rows = []
    for name in SHIPPED:
        book = shipped(name)
        turns = Counter(entry.problem.turns for entry in book.entries)
        rated = [entry.difficulty for entry in book.entries if entry.difficulty is not None]
        counts = (turns[number] for number in (2, 3, 4, 5))
        rows.append((f"`{name}`", len(book.entries), *counts, f"{min(rated)} to {max(rated)}"))
    heading = ("book", "problems", "in 2 turns", "in 3", "in 4", "in 5", "difficulty")
    return table(heading, *rows, align="lrrrrrr")


def published() -> str:
    rows = []
    for entry in Book.published().entries:
        asked, found = entry.problem.turns, solve(entry.problem, all_solutions=True)
        fewest = found.minimum if found.minimum == asked else f"**{found.minimum}**"
        rows.append((entry.id, asked, fewest, len(found.solutions), entry.difficulty))
    heading = ("problem", "asks for", "fewest turns", "shortest solutions", "difficulty")
    return table(heading, *rows, align="rrrrr")


def motifs() -> str:
    rows = [
        (motif_name(name).text(), " ".join((found.__doc__ or "").split()))
        for name, found in MOTIFS.items()
    ]
    return table(("motif", "the solution shows it if"), *rows)


def problem_counts() -> str:
    """How many problems of each book have a grade, a motif, a number of turns and of goals."""
    counts = {name: Counter(_features(shipped(name))) for name in SHIPPED}
    turns, goals = (
        sorted({feature for found in counts.values() for feature in found if kind in feature})
        for kind in (" turns", " goal crate")
    )
    grades = [grade_name(grade).text() for grade in range(1, 6)]
    ideas = [*map(_theme, MOTIFS), *map(_motif, MOTIFS)]
    names = ["problems", *grades, *ideas, *turns, *goals]
    rows = [(name, *(counts[book][name] for book in SHIPPED)) for name in names]
    return table(("", *(f"`{book}`" for book in SHIPPED)), *rows, align="lrrr")


def grades() -> str:
    """The difficulties at which the grades begin."""
    names = [grade_name(grade).text() for grade in range(1, 6)]
    rows = (
        (game, *(f"from {begin:g}" for begin in (EASIEST, *scale.begins)))
        for game, scale in (("Fragile", SCALE), ("Shear Panic", FLOCK_SCALE))
    )
    return table(("", *names), *rows)


def _features(book: Book) -> Iterator[str]:
    for entry in book.entries:
        assert entry.difficulty is not None
        goals = len(entry.problem.goals)
        yield "problems"
        yield grade_name(grade_of(entry.difficulty)).text()
        yield from map(_theme, entry.motifs[:1])
        yield from map(_motif, entry.motifs)
        yield f"{entry.problem.turns} turns"
        yield f"{goals} goal crate{'s' * (goals > 1)}"


def _theme(name: str) -> str:
    return f"theme: {motif_name(name).text()}"


def _motif(name: str) -> str:
    return f"motif: {motif_name(name).text()}"


def twelve() -> str:
    """Twelve problems of the collection by a fixed seed, with what is good about each."""
    good = tomllib.loads((ROOT / "docs" / "twelve.toml").read_text("utf-8"))
    chosen = Random("twelve").sample(Book.collection().entries, 12)
    parts = []
    for entry in sorted(chosen, key=lambda entry: entry.id):
        board = Fragile.of_problem(entry.problem).initial().draw().rpartition("\n\n")[0]
        grade = grade_name(grade_of(entry.difficulty or 1)).text()
        motifs = ", ".join(motif_name(motif).text() for motif in entry.motifs)
        solution = "\n".join(entry.solution)
        parts.append(
            f"\n### {entry.id}: {entry.difficulty}, {grade}; {motifs}\n\n"
            f"{good[entry.problem.text]}\n\n```\n{board}\n\n{solution}\n```\n"
        )
    return "".join(parts) + "\n"


# The conformance kit


def kits() -> str:
    rows = []
    for name in kit.names():
        found, size = kit.load(name), kit.packed_size(name)
        depths = max(len(count["depths"]) for count in found["perft"])
        parts = (len(found[part]) for part in ("traces", "perft", "refusals", "problems"))
        rows.append((f"`{name}`", *parts, depths, f"{size / 1000:.0f} kB"))
    heading = ("kit", "traces", "counts", "refusals", "problems", "deepest", "in the wheel")
    return table(heading, *rows, align="lrrrrrr")


def refusals() -> str:
    """The rules by which the kits refuse, and how often."""
    rows = []
    for name in kit.names():
        rules = Counter(case.get("rule", "invalid") for case in kit.load(name)["refusals"])
        rows.append((f"`{name}`", ", ".join(f"{rule} ({n})" for rule, n in sorted(rules.items()))))
    return table(("kit", "rules that refuse"), *rows)


# Metrics


def measured() -> str:
    rows = []
    for value in vars(metrics).values():
        if isinstance(value, metrics.Counter | metrics.Gauge | metrics.Histogram):
            metric = next(iter(value.describe()))
            name = f"{metric.name}_total" if metric.type == "counter" else metric.name
            rows.append((f"`{name}`", metric.type, metric.documentation))
    return table(("metric", "kind", "tells"), *rows)


# Security


def limits() -> str:
    """The numbers of ``Limits`` and ``Settings`` with their defaults and docstrings."""
    rows = []
    for kind in (Limits, Settings):
        for name, about in field_texts(SOURCE / "server" / "settings.py", kind.__name__).items():
            default = getattr(kind, name, None)
            is_number = isinstance(default, int | float) and not isinstance(default, bool)
            if is_number and name != "port":
                rows.append((f"`{name}`", f"{default:,}".replace(",", " "), about))
    return table(("limit", "default", "counts"), *rows, align="lr")


def field_texts(module: Path, name: str) -> dict[str, str]:
    """The fields of a class, each with the docstring below it as one line."""
    [found] = (
        node
        for node in ast.parse(module.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef) and node.name == name
    )
    texts: dict[str, str] = {}
    for node, after in zip(found.body, [*found.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            text = " ".join(str(after.value.value).split()) if is_text else ""
            texts[node.target.id] = text.replace("``", "`")
    return texts


def headers() -> str:
    rows = [(f"`{name}`", f"`{value}`") for name, value in security.HEADERS.items()]
    return table(("header", "value"), *rows)


# Simulations


def actions(game: Game[Any]) -> str:
    rows = [
        (part.first, part.name, _shape(part), part.about)
        for part in game.simulation().layout.action_parts
        if not re.match(r"docker [1-9]", part.name)
    ]
    return table(("first id", "action", "shape", "the numbers of its place"), *rows, align="r")


def observations(game: Game[Any]) -> str:
    rows = [
        (part.first, part.name, _shape(part), part.about)
        for part in game.simulation().layout.observation_parts
    ]
    return table(("from", "part", "shape", "holds"), *rows, align="r")


def _shape(part: Part) -> str:
    return " × ".join(map(str, part.shape))


TABLES = {
    "fragile-actions": lambda: actions(Fragile(2)),
    "fragile-observations": lambda: observations(Fragile(2)),
    "shear-panic-actions": lambda: actions(ShearPanic(4)),
    "shear-panic-observations": lambda: observations(ShearPanic(4)),
    "commands": commands,
    "command-reference": command_reference,
    "serve-options": serve_options,
    "packages": lambda: files(SOURCE, without=["__main__.py"]),
    "engine": lambda: files(SOURCE / "engine"),
    "server": lambda: files(SOURCE / "server"),
    "both-games": files_of_both_games,
    "fragile": lambda: files(FRAGILE, without=parts(SHEAR_PANIC)),
    "shear-panic": lambda: files(SHEAR_PANIC, without=parts(FRAGILE)),
    "books": books,
    "published": published,
    "motifs": motifs,
    "grades": grades,
    "problem-counts": problem_counts,
    "twelve": twelve,
    "flock-counts": lambda: flock_tables.counts(table),
    "flock-motifs": lambda: flock_tables.motifs(table),
    "flocks": flock_tables.examples,
    "kits": kits,
    "refusals": refusals,
    "metrics": measured,
    "limits": limits,
    "headers": headers,
}


def main() -> None:
    for page in PAGES:
        text = page.read_text("utf-8")
        filled = BLOCK.sub(lambda found: found[1] + TABLES[found[2]]() + found[3], text)
        if filled != text:
            page.write_text(filled, encoding="utf-8")
            print(page.relative_to(ROOT), file=sys.stderr)


if __name__ == "__main__":
    main()
