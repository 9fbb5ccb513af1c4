"""``tablee shear-panic show | solve | check | hint | rate | compose | daily``: problems for one."""

from __future__ import annotations

import argparse
import time
from typing import Any

from tablee.cli.books import SHEAR_PANIC
from tablee.cli.console import Console, say, sentence
from tablee.cli.files import check_target, read_text, write_text
from tablee.cli.help import Help
from tablee.cli.numbers import up_to
from tablee.cli.problem_commands import (
    add_daily,
    add_show,
    add_verify,
    compose,
    compose_arguments,
    hint_arguments,
    print_daily_title,
    print_finished,
    print_rating,
    problem_arguments,
    rating_facts,
    refused,
    show,
    wanted_day,
)
from tablee.core.errors import Illegal, Invalid
from tablee.games.shear_panic.drawing import svg, text
from tablee.games.shear_panic.edition import Edition
from tablee.games.shear_panic.problems import checker
from tablee.games.shear_panic.problems.book import SHIPPED, BookEntry, problem_facts
from tablee.games.shear_panic.problems.certificate import Certificate, Strategy
from tablee.games.shear_panic.problems.composer import Order
from tablee.games.shear_panic.problems.composing import Composition
from tablee.games.shear_panic.problems.daily import daily
from tablee.games.shear_panic.problems.difficulty import rate
from tablee.games.shear_panic.problems.finisher import finish
from tablee.games.shear_panic.problems.goals import GOALS
from tablee.games.shear_panic.problems.hints import STEPS, Guide, Outlook
from tablee.games.shear_panic.problems.line import play_line
from tablee.games.shear_panic.problems.motifs import MOTIFS, motif_name, motifs_of
from tablee.games.shear_panic.problems.problem import MOST_COMMANDS, Problem
from tablee.games.shear_panic.problems.solver import MOST, Solution, TooMuchWork, solve

GOOD, UNSETTLED, REFUSED = 0, 1, 1
COMMANDS = range(1, MOST_COMMANDS + 1)
MILLION = 1_000_000


def add_actions(actions: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    common = type(anywhere)(add_help=False, parents=[anywhere])
    problem_arguments(common, SHIPPED, tell)
    work = type(anywhere)(add_help=False)
    work.add_argument(
        "--positions",
        type=up_to(1000, MILLION),
        default=MOST,
        metavar="MILLIONS",
        help=tell("sheep-positions", most=MOST // MILLION),
    )
    add_show(actions, common, tell).set_defaults(run=run_show)
    add_daily(actions, anywhere, tell).set_defaults(run=run_daily)
    _add_solve(actions, common, work, anywhere, tell)

    check = actions.add_parser(
        "check", parents=[common], help=tell("check"), epilog=tell("check-codes")
    )
    check.add_argument("turn", nargs="+", metavar="TURN", help=tell("sheep-turn"))
    check.set_defaults(run=run_check)

    rating = actions.add_parser(
        "rate", parents=[common, work], help=tell("rate"), epilog=tell("rate-codes")
    )
    rating.set_defaults(run=run_rate)

    hint = actions.add_parser(
        "hint",
        parents=[common, work],
        help=tell("hint"),
        description=tell("sheep-hint-about"),
        epilog=tell("hint-codes"),
    )
    hint_arguments(hint, STEPS, tell("sheep-turn"), tell)
    hint.set_defaults(run=run_hint)

    composing = actions.add_parser(
        "compose", parents=[anywhere], help=tell("sheep-compose"), epilog=tell("compose-again")
    )
    composing.add_argument(
        "--commands",
        type=int,
        nargs="+",
        choices=COMMANDS,
        default=list(COMMANDS),
        help=tell("sheep-compose-commands"),
    )
    composing.add_argument(
        "--goals", nargs="+", choices=GOALS, default=GOALS, help=tell("sheep-compose-goals")
    )
    composing.add_argument("--from", dest="sketch", metavar="LINE", help=tell("compose-from"))
    compose_arguments(composing, MOTIFS, tell)
    composing.set_defaults(run=run_compose)


def _add_solve(
    actions: Any,
    common: argparse.ArgumentParser,
    work: argparse.ArgumentParser,
    anywhere: argparse.ArgumentParser,
    tell: Help,
) -> None:
    solving = actions.add_parser(
        "solve",
        parents=[common, work],
        help=tell("sheep-solve"),
        description=tell("sheep-solve-about"),
        epilog=tell("sheep-solve-codes"),
    )
    solving.add_argument("--all", action="store_true", help=tell("sheep-solve-all"))
    solving.add_argument("--certificate", metavar="OUT", help=tell("solve-certificate"))
    solving.add_argument("--force", action="store_true", help=tell("force"))
    solving.set_defaults(run=run_solve)

    add_verify(actions, [anywhere, work], tell).set_defaults(run=run_verify)


# show, daily


def run_show(options: argparse.Namespace, console: Console) -> int:
    def draw() -> None:
        console.print(say("show-title", number=entry.id, text=entry.problem.text))
        _draw(entry, edition, console)

    edition = SHEAR_PANIC.edition(options)
    entry = SHEAR_PANIC.entry(options, edition)
    problem = entry.problem
    picture = svg(problem.start(edition), only=problem.player)
    show(options, console, _described(entry, console), lambda: picture, draw)
    return GOOD


def run_daily(options: argparse.Namespace, console: Console) -> int:
    day = wanted_day(options)
    book, entry = daily(day)
    if options.json:
        described = _described(entry, console)
        console.print_json({"date": day.isoformat(), "book": book, **described})
        return GOOD
    print_daily_title(console, day, book, entry.id, entry.problem.text)
    _draw(entry, SHEAR_PANIC.standard(), console)
    return GOOD


def _draw(entry: BookEntry, edition: Edition, console: Console) -> None:
    problem = entry.problem
    console.print(problem.goal.message)
    console.print()
    state = problem.start(edition)
    console.print(text(state, console.colour, language=console.language, only=problem.player))


def _described(entry: BookEntry, console: Console) -> dict[str, object]:
    task = entry.problem.goal.message.text(console.language)
    return {**problem_facts(entry.id, entry.problem), "text": entry.problem.text, "task": task}


# solve, verify-certificate


def run_solve(options: argparse.Namespace, console: Console) -> int:
    if options.certificate is not None:
        check_target(options.certificate, force=options.force)
    edition = SHEAR_PANIC.edition(options)
    entries = SHEAR_PANIC.entries(options, edition)
    if options.certificate is not None and len(entries) > 1:
        entries = [SHEAR_PANIC.entry(options, edition)]
    many = options.problem is None and len(entries) > 1
    told: list[dict[str, object]] = []
    for entry in entries:
        began = time.perf_counter()
        solution = _solved(entry, edition, options)
        seconds = time.perf_counter() - began
        if options.certificate is not None:
            write_text(options.certificate, solution.certificate().to_json())
        facts = _facts(solution, seconds)
        told.append({"problem": entry.id, **facts} if many else facts)
        if not options.json:
            if many:
                console.print(say("solve-title", number=entry.id))
            _print(solution, seconds, options, console)
    if options.json:
        console.print_json(told if many else told[0])
    return GOOD


def _solved(entry: BookEntry, edition: Edition, options: argparse.Namespace) -> Solution:
    """Raises ``Invalid`` if that takes more work than allowed."""
    try:
        return solve(entry.problem, edition, options.positions)
    except TooMuchWork:
        raise _too_much(options) from None


def _too_much(options: argparse.Namespace) -> Invalid:
    return Invalid(say("sheep-too-much", most=options.positions // MILLION))


def _facts(solution: Solution, seconds: float) -> dict[str, object]:
    return {
        "chance": str(solution.chance),
        "sure": solution.is_sure,
        "first": list(solution.first),
        "unique": solution.is_unique,
        "sole": solution.sole,
        "values": {move: str(value) for move, value in solution.values.items()},
        "strategy": solution.strategy,
        "positions": solution.positions,
        "seconds": round(seconds, 3),
    }


def _print(
    solution: Solution, seconds: float, options: argparse.Namespace, console: Console
) -> None:
    if not solution.chance:
        key = "sheep-never"
    else:
        key = "sheep-sure" if solution.is_sure else "sheep-chance"
    chance, positions = str(solution.chance), solution.positions
    console.print(say(key, chance=chance, positions=positions, seconds=f"{seconds:.2f}"))
    if not solution.chance:
        return
    console.print(say("sheep-first", count=len(solution.first)))
    if options.all:
        for move, value in sorted(solution.values.items(), key=lambda pair: -pair[1]):
            console.print(f"  {value!s:>7}  {move}")
    else:
        for line in written(solution.strategy):
            console.print(line)
    if options.certificate is not None:
        console.print(say("written", file=options.certificate))


def written(strategy: Strategy, depth: int = 1) -> list[str]:
    """Returns best play as lines. What follows a die is one step further in."""
    indent = "  " * depth
    if isinstance(strategy, tuple):
        return [f"{indent}{strategy[0]}", *written(strategy[1], depth)]
    if isinstance(strategy, dict):
        lines: list[str] = []
        for roll, after in strategy.items():
            lines += [f"{indent}{roll}:", *written(after, depth + 1)]
        return lines
    return [] if strategy else [f"{indent}–"]


def run_verify(options: argparse.Namespace, console: Console) -> int:
    certificate = Certificate.from_json(read_text(options.file))
    problem: str | None = None
    try:
        checker.check(certificate, options.positions)
    except checker.Unproved:
        raise _too_much(options) from None
    except Invalid as error:
        problem = sentence(error, console.language)
    if options.json:
        told: dict[str, object] = {"holds": problem is None, "chance": str(certificate.chance)}
        console.print_json(told if problem is None else {**told, "message": problem})
    elif problem is None:
        console.print(say("sheep-verified", chance=str(certificate.chance)))
    else:
        console.print(say("verify-refused", problem=problem))
    return GOOD if problem is None else REFUSED


# check


def run_check(options: argparse.Namespace, console: Console) -> int:
    edition = SHEAR_PANIC.edition(options)
    entry = SHEAR_PANIC.entry(options, edition)
    try:
        line = play_line(entry.problem, edition, options.turn)
    except Illegal as error:
        return refused(error, options.json, console)
    points = line.state.points[entry.problem.player]
    if options.json:
        flock, over = str(line.state.flock), line.is_over
        console.print_json(
            {"legal": True, "goal": line.is_solved, "over": over, "flock": flock, "points": points}
        )
        return GOOD
    console.print(say("sheep-check-flock", flock=str(line.state.flock), points=points))
    console.print(say("sheep-check-solved" if line.is_solved else "sheep-check-unsolved"))
    return GOOD


# rate


def run_rate(options: argparse.Namespace, console: Console) -> int:
    edition = SHEAR_PANIC.edition(options)
    told: list[dict[str, object]] = []
    code = GOOD
    for entry in SHEAR_PANIC.entries(options, edition):
        solution = _solved(entry, edition, options)
        difficulty = rate(solution)
        if difficulty is None:
            code = UNSETTLED
            told.append({"problem": entry.id, "difficulty": None})
            if not options.json:
                console.print(say("sheep-rate-none", number=entry.id))
            continue
        motifs = motifs_of(solution)
        facts = rating_facts(difficulty, motifs, console.language)
        told.append({"problem": entry.id, **facts})
        if not options.json:
            print_rating(console, entry.id, difficulty, [motif_name(motif) for motif in motifs])
    if options.json:
        console.print_json(told if len(told) > 1 else told[0])
    return code


# hint


def run_hint(options: argparse.Namespace, console: Console) -> int:
    edition = SHEAR_PANIC.edition(options)
    entry = SHEAR_PANIC.entry(options, edition)
    try:
        outlook = Guide(entry.problem, edition, options.positions).outlook(options.turn)
    except Illegal as error:
        return refused(error, options.json, console)
    except TooMuchWork:
        raise _too_much(options) from None
    step = options.step or 1
    if options.json:
        console.print_json(_told(outlook, step, console.language))
    else:
        for message in (outlook.message, outlook.slip_message, outlook.hint(step)):
            if message is not None:
                console.print(message)
    return GOOD if outlook.chance else UNSETTLED


def _told(outlook: Outlook, step: int, language: str) -> dict[str, object]:
    hint, slip = outlook.hint(step), outlook.slip_message
    return {
        "legal": True,
        "solved": outlook.is_solved,
        "chance": str(outlook.chance),
        "best_so_far": outlook.is_best,
        "message": outlook.message.text(language),
        "slip": None if slip is None else slip.text(language),
        "step": step,
        "hint": None if hint is None else hint.text(language),
    }


# compose


def run_compose(options: argparse.Namespace, console: Console) -> int:
    if options.sketch is not None:
        return _finish(options, console)
    order = Order(tuple(options.commands), tuple(options.goals), options.seed, options.motif)
    compose(Composition(order, SHEAR_PANIC.edition(options), options.even), options, console)
    return GOOD


def _finish(options: argparse.Namespace, console: Console) -> int:
    """Prints the finished sketch, as a line or as JSON."""
    found = finish(Problem.parse(options.sketch), SHEAR_PANIC.edition(options), options.seed)
    if found is None:
        console.print(say("compose-nothing"))
        return UNSETTLED
    more: dict[str, object] = {"chance": str(found.chance), "difficulty": found.difficulty}
    more["motifs"] = list(found.motifs)
    print_finished(options, console, found.problem.text, [found.solution], more)
    return GOOD
