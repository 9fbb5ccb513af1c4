"""``tablee bench``: how fast the games run here, as ``name value unit`` lines."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from tablee.cli.console import Console, say
from tablee.cli.help import Help
from tablee.cli.numbers import seconds
from tablee.core.benchmark import Benchmark
from tablee.core.errors import Invalid
from tablee.core.registry import game_names, game_type

TIME_EACH, TIME_A_CELL = 1.0, 60.0
"""The default seconds for each benchmark, and the most for a cell of the solver's table."""


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    parser = commands.add_parser("bench", parents=[anywhere], help=tell("bench"))
    parser.add_argument("name", nargs="*", metavar="NAME", help=tell("bench-name"))
    parser.add_argument("--list", action="store_true", help=tell("bench-list"))
    parser.add_argument("--solver", action="store_true", help=tell("bench-solver"))
    times = tell("bench-seconds", each=f"{TIME_EACH:g}", cell=f"{TIME_A_CELL:g}")
    parser.add_argument("--seconds", type=seconds, metavar="S", help=times)
    parser.add_argument("--json", action="store_true", help=tell("json"))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, console: Console) -> int:
    if options.solver:
        return _run_solver(options, console)
    chosen = _chosen(options.name)
    if options.list:
        for benchmark in chosen:
            console.print(f"{benchmark.name} {benchmark.unit}")
        return 0
    results = []
    for benchmark in chosen:
        value = float(f"{benchmark.measure(options.seconds or TIME_EACH):.4g}")
        if options.json:
            results.append({"name": benchmark.name, "value": value, "unit": benchmark.unit})
        else:
            # Printed at once, so that an interrupted run keeps its values.
            print(f"{benchmark.name} {value:.10g} {benchmark.unit}", flush=True)
    if options.json:
        console.print_json(results)
    return 0


def _run_solver(options: argparse.Namespace, console: Console) -> int:
    from tablee.games.fragile.problems.growth import growth

    costs = growth(options.seconds or TIME_A_CELL)
    if options.json:
        console.print_json([asdict(cost) for cost in costs])
        return 0
    print("| crates | turns | positions | seconds |")
    print("|---:|---:|---:|---:|")
    for cost in costs:
        # Printed at once, as above.
        positions = "-" if cost.positions is None else f"{cost.positions:,}".replace(",", " ")
        time = f"{'> ' if cost.positions is None else ''}{cost.seconds:.2f}"
        print(f"| {cost.crates} | {cost.turns} | {positions} | {time} |", flush=True)
    return 0


def _chosen(names: list[str]) -> list[Benchmark]:
    known = {
        benchmark.name: benchmark
        for game in game_names()
        for benchmark in game_type(game).benchmarks()
    }
    for name in names:
        if name not in known:
            raise Invalid(say("bench-unknown", name=name, known=", ".join(known)))
    return [known[name] for name in names] or list(known.values())
