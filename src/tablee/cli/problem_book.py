"""``tablee fragile rate | hint | compose``: ratings, hints and new problems (F-7)."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablee._build import warn_if_pure
from tablee.cli.books import read_edition, read_entries, read_entry
from tablee.cli.console import Console, say, sentence
from tablee.cli.files import check_target, write_text
from tablee.cli.help import Help
from tablee.cli.numbers import up_to
from tablee.cli.solve import SearchLine
from tablee.cli.status_line import StatusLine
from tablee.core.errors import Illegal, Invalid
from tablee.engine.choice import add_arguments, chosen
from tablee.games.fragile.problems.book import BookEntry, problem_facts
from tablee.games.fragile.problems.composer import Order
from tablee.games.fragile.problems.composing import Composition
from tablee.games.fragile.problems.difficulty import Difficulty, grade_name, rate
from tablee.games.fragile.problems.finisher import finish
from tablee.games.fragile.problems.hints import STEPS, Guide, Outlook
from tablee.games.fragile.problems.motifs import MOTIFS, motif_name, motifs_in
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.search import OutOfMemory
from tablee.games.fragile.problems.solver import MEMORY, Solution, solve

GOOD, UNSETTLED, REFUSED = 0, 1, 1
TURNS, GOALS = (2, 3, 4, 5), (1, 2, 3)


def add_actions(
    actions: Any, common: argparse.ArgumentParser, anywhere: argparse.ArgumentParser, tell: Help
) -> None:
    rate_parser = actions.add_parser(
        "rate", parents=[common], help=tell("rate"), epilog=tell("rate-codes")
    )
    rate_parser.set_defaults(run=run_rate)

    hint_parser = actions.add_parser(
        "hint",
        parents=[common],
        help=tell("hint"),
        description=tell("hint-about"),
        epilog=tell("hint-codes"),
    )
    turns = hint_parser.add_argument(
        "turn", nargs="+", default=[], metavar="TURN", help=tell("hint-turn")
    )
    turns.required = False  # "*" would match nothing before the options and refuse turns
    hint_parser.add_argument(
        "--step", type=int, choices=range(1, STEPS + 1), help=tell("hint-step")
    )
    hint_parser.set_defaults(run=run_hint)

    compose_parser = actions.add_parser(
        "compose", parents=[anywhere], help=tell("compose"), epilog=tell("compose-again")
    )
    _compose_arguments(compose_parser, tell)
    compose_parser.set_defaults(run=run_compose)


def _compose_arguments(parser: argparse.ArgumentParser, tell: Help) -> None:
    for name, numbers in (("turns", TURNS), ("goals", GOALS)):
        parser.add_argument(
            f"--{name}",
            type=int,
            nargs="+",
            choices=numbers,
            default=numbers[:1],
            help=tell(f"compose-{name}"),
        )
    parser.add_argument("--from", dest="sketch", metavar="LINE", help=tell("compose-from"))
    parser.add_argument("--motif", choices=MOTIFS, help=tell("compose-motif"))
    parser.add_argument("--even", action="store_true", help=tell("compose-even"))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=tell("compose-seed"))
    parser.add_argument(
        "--count", type=up_to(100_000), default=1, metavar="N", help=tell("compose-count")
    )
    parser.add_argument("--out", metavar="FILE", help=tell("compose-out"))
    parser.add_argument("--force", action="store_true", help=tell("force"))
    parser.add_argument("--edition", metavar="FILE", help=tell("compose-edition"))
    parser.add_argument("--json", action="store_true", help=tell("json"))
    add_arguments(parser, tell.language)


# rate


def run_rate(options: argparse.Namespace, console: Console) -> int:
    edition = read_edition(options)
    entries = read_entries(options, edition)
    line = SearchLine(console)
    told: list[dict[str, object]] = []
    code = GOOD
    for entry in entries:
        solution = solve(
            entry.problem,
            edition,
            max_turns=entry.problem.turns,
            all_solutions=True,
            progress=line.search,
        )
        line.clear()
        if solution.interrupted:
            raise KeyboardInterrupt
        rating = _rated(solution)
        code = code if rating else UNSETTLED
        told.append({"problem": entry.id, **_facts(rating, console.language)})
        if not options.json:
            _print_rating(entry, rating, console)
    if options.json:
        console.print_json(told if options.problem is None and len(told) > 1 else told[0])
    return code


@dataclass(frozen=True)
class _Rating:
    difficulty: Difficulty
    motifs: tuple[str, ...]


def _rated(solution: Solution) -> _Rating | None:
    difficulty = rate(solution)
    if difficulty is None:
        return None
    motifs = motifs_in(solution.problem, solution.solutions[0], solution.edition)
    return _Rating(difficulty, motifs)


def _facts(rating: _Rating | None, language: str) -> dict[str, object]:
    if rating is None:
        return {"difficulty": None}
    difficulty = rating.difficulty
    parts = [
        {
            "what": part.key,
            "count": part.count,
            "points": round(part.points, 2),
            "message": part.message.text(language),
        }
        for part in difficulty.parts
    ]
    return {
        "difficulty": difficulty.value,
        "grade": difficulty.grade,
        "motifs": list(rating.motifs),
        "ideas": list(difficulty.ideas),
        "drivers": parts,
    }


def _print_rating(entry: BookEntry, rating: _Rating | None, console: Console) -> None:
    if rating is None:
        console.print(say("rate-none", number=entry.id, turns=entry.problem.turns))
        return
    value, grade = rating.difficulty.value, grade_name(rating.difficulty.grade)
    console.print(say("rate-value", number=entry.id, value=f"{value:.1f}", grade=grade))
    for part in rating.difficulty.parts:
        console.print(f"  {part.points:+.1f}  {part.message.text(console.language)}")
    if rating.motifs:
        names = [motif_name(motif).text(console.language) for motif in rating.motifs]
        console.print(say("rate-motifs", motifs=", ".join(names)))


# hint


def run_hint(options: argparse.Namespace, console: Console) -> int:
    edition = read_edition(options)
    entry = read_entry(options, edition)
    try:
        outlook = Guide(entry.problem, edition).outlook(options.turn)
    except Illegal as error:
        return _refused(error, options.json, console)
    except OutOfMemory:
        raise Invalid(say("solve-memory", memory=MEMORY >> 20)) from None
    step = options.step or 1
    hint = outlook.hint(step)
    if options.json:
        console.print_json(_told(outlook, step, console.language))
    else:
        console.print(outlook.message)
        if hint is not None:
            console.print(hint)
    return GOOD if outlook.solution is not None else UNSETTLED


def _refused(error: Illegal, as_json: bool, console: Console) -> int:
    if as_json:
        message = error.refusal.text(console.language)
        console.print_json({"legal": False, "rule": error.refusal.rule, "message": message})
    else:
        console.print(sentence(error, console.language))
    return REFUSED


def _told(outlook: Outlook, step: int, language: str) -> dict[str, object]:
    hint = outlook.hint(step)
    return {
        "legal": True,
        "solved": outlook.is_solved,
        "reachable": outlook.solution is not None,
        "turns_left": outlook.turns_left,
        "needed": outlook.needed,
        "lost_in": outlook.lost_in,
        "message": outlook.message.text(language),
        "step": step,
        "hint": None if hint is None else hint.text(language),
    }


# compose


def run_compose(options: argparse.Namespace, console: Console) -> int:
    if options.sketch is not None:
        return _finish(options, console)
    order = Order(tuple(options.turns), tuple(options.goals), options.seed, options.motif)
    composition = Composition(order, read_edition(options), options.even)
    state = None
    if options.out is not None:
        state = Path(f"{options.out}.state")
        # A run that goes on replaces what it wrote itself.
        check_target(options.out, force=options.force or state.exists())
    warn_if_pure()
    line = StatusLine(console)

    def tell(now: Composition) -> None:
        line.show(
            lambda: say(
                "compose-progress",
                found=len(now.found),
                count=options.count,
                attempts=now.attempts,
            )
        )

    try:
        with chosen(options) as engine:
            composition.run(options.count, engine, state, tell)
    finally:
        line.clear()
    if state is not None:
        write_text(options.out, composition.text(options.count))
        state.unlink(missing_ok=True)
    _print_composed(composition, options, console)
    return GOOD


def _finish(options: argparse.Namespace, console: Console) -> int:
    """Prints the finished sketch, as a line or as JSON."""
    found = finish(Problem.parse(options.sketch), read_edition(options), options.seed)
    if found is None:
        console.print(say("compose-nothing"))
        return UNSETTLED
    if options.json:
        facts = problem_facts(1, found.problem)
        value = {"difficulty": found.difficulty.value, "motifs": list(found.motifs)}
        line = {"problem": found.problem.text, "solution": list(found.solution)}
        console.print_json({**line, **value, "beauty": found.beauty, "facts": facts})
    else:
        console.print(found.problem.text)
        for turn in found.solution:
            console.print(f"  {turn}")
    return GOOD


def _print_composed(
    composition: Composition, options: argparse.Namespace, console: Console
) -> None:
    if options.json:
        console.print_json(composition.entries(options.count))
    elif options.out is not None:
        console.print(say("written", file=options.out))
    else:
        console.print(composition.text(options.count).rstrip("\n"))
