"""``tablee fragile solve | verify-certificate`` proves the fewest turns of a problem (F-7)."""

from __future__ import annotations

import argparse
import os
from typing import Any

from tablee.cli.books import FRAGILE
from tablee.cli.console import INTERRUPTED, Console, say, sentence
from tablee.cli.files import check_target, read_text, write_text
from tablee.cli.help import Help
from tablee.cli.numbers import up_to
from tablee.cli.problem_commands import add_verify
from tablee.cli.status_line import StatusLine
from tablee.core.errors import Invalid
from tablee.games.fragile.problems.certificate import Certificate
from tablee.games.fragile.problems.checker import check
from tablee.games.fragile.problems.search import OutOfMemory, SearchProgress
from tablee.games.fragile.problems.solver import MEMORY, Solution, solve

SETTLED, UNSETTLED, REFUSED = 0, 1, 1
MEGABYTE = 1 << 20


def add_actions(
    actions: Any, common: argparse.ArgumentParser, anywhere: argparse.ArgumentParser, tell: Help
) -> None:
    parser = actions.add_parser(
        "solve",
        parents=[common],
        help=tell("solve"),
        description=tell("solve-about"),
        epilog=tell("solve-codes"),
    )
    parser.add_argument("--max-turns", type=up_to(100), metavar="T", help=tell("solve-turns"))
    parser.add_argument("--all", action="store_true", help=tell("solve-all"))
    parser.add_argument("--certificate", metavar="OUT", help=tell("solve-certificate"))
    parser.add_argument("--force", action="store_true", help=tell("force"))
    parser.add_argument("--workers", type=up_to(256), metavar="N", help=tell("solve-workers"))
    parser.add_argument(
        "--memory",
        type=up_to(1 << 20, MEGABYTE),
        metavar="MB",
        help=tell("solve-memory", memory=MEMORY // MEGABYTE),
    )
    parser.set_defaults(run=run_solve)
    add_verify(actions, [anywhere], tell).set_defaults(run=run_verify)


# solve


def run_solve(options: argparse.Namespace, console: Console) -> int:
    if options.certificate is not None:
        check_target(options.certificate, force=options.force)
    workers = options.workers or os.cpu_count() or 1
    memory = options.memory or MEMORY
    edition = FRAGILE.edition(options)
    entries = FRAGILE.entries(options, edition)
    if options.certificate is not None and len(entries) > 1:
        known = ", ".join(str(entry.id) for entry in entries)
        raise Invalid(say("which-problem", file=options.file, known=known))
    many = options.problem is None and len(entries) > 1
    told: list[dict[str, object]] = []
    code = SETTLED
    for entry in entries:
        line = SearchLine(console)
        solution = solve(
            entry.problem,
            edition,
            max_turns=options.max_turns,
            all_solutions=options.all,
            progress=line.search,
            workers=workers,
            memory=memory,
        )
        line.clear()
        if options.certificate is not None and solution.proved:
            write_text(options.certificate, _certificate(solution, workers, memory))
        told.append({"problem": entry.id, **_described(solution)} if many else _described(solution))
        if not options.json:
            if many:
                console.print(say("solve-title", number=entry.id))
            _print(solution, options, memory, console)
        if solution.interrupted:
            code = INTERRUPTED
            break
        if solution.out_of_memory:
            code = UNSETTLED
    if options.json:
        console.print_json(told if many else told[0])
    return code


def _certificate(solution: Solution, workers: int, memory: int) -> str:
    try:
        certificate = solution.certificate(workers=workers, memory=memory)
    except OutOfMemory:
        raise Invalid(say("solve-memory", memory=memory // MEGABYTE)) from None
    return certificate.to_json()


def _described(solution: Solution) -> dict[str, object]:
    data: dict[str, object] = {
        "minimum": solution.minimum,
        "proved": solution.proved,
        "solutions": [list(turns) for turns in solution.solutions],
        "positions": solution.positions,
        "seconds": round(solution.seconds, 3),
        "exhausted": solution.exhausted,
    }
    if solution.minimum is None:
        data["max_turns"] = solution.max_turns
    return data


def _print(solution: Solution, options: argparse.Namespace, memory: int, console: Console) -> None:
    figures: dict[str, str | int] = {
        "positions": solution.positions,
        "seconds": f"{solution.seconds:.2f}",
    }
    if solution.minimum is not None:
        console.print(say("solve-found", turns=solution.minimum, **figures))
        if solution.minimum < solution.problem.turns:
            console.print(say("solve-beaten", turns=solution.problem.turns))
    elif solution.proved:
        console.print(say("solve-none", turns=solution.max_turns, **figures))
    else:
        console.print(say("solve-open", turns=solution.exhausted, **figures))
    if solution.out_of_memory:
        console.print(say("solve-memory", memory=memory // MEGABYTE))
    if options.all and solution.minimum is not None:
        key = "solve-number" if solution.complete else "solve-too-many"
        console.print(say(key, count=len(solution.solutions)))
    for number, turns in enumerate(solution.solutions, 1):
        if options.all:
            console.print(f"{number}.")
        for turn in turns:
            console.print(f"  {turn}")
    if options.certificate is not None and solution.proved:
        console.print(say("written", file=options.certificate))


# verify-certificate


def run_verify(options: argparse.Namespace, console: Console) -> int:
    certificate = Certificate.from_json(read_text(options.file))
    line = SearchLine(console)
    problem: str | None = None
    try:
        check(certificate, line.layers)
    except Invalid as error:
        problem = sentence(error, console.language)
    line.clear()
    if options.json:
        told: dict[str, object] = {"holds": problem is None, "refuted": certificate.refuted}
        console.print_json(told if problem is None else {**told, "message": problem})
    elif problem is not None:
        console.print(say("verify-refused", problem=problem))
    elif certificate.solution:
        console.print(say("verify-minimum", turns=len(certificate.solution)))
    else:
        console.print(say("verify-good", refuted=certificate.refuted))
    return SETTLED if problem is None else REFUSED


class SearchLine(StatusLine):
    """Shows the progress of a search, or of the check of a certificate."""

    def search(self, progress: SearchProgress) -> None:
        self.show(
            lambda: say(
                "solve-progress",
                turns=progress.turns,
                layer=progress.layer,
                percent=100 * progress.done // max(1, progress.of),
                positions=progress.positions,
                rate=round(progress.positions / max(progress.seconds, 0.001)),
            )
        )

    def layers(self, layer: int, done: int, of: int) -> None:
        self.show(lambda: say("verify-progress", layer=layer, done=done, of=of))
