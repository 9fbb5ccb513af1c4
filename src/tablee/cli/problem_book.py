"""``tablee fragile rate | hint | compose``: ratings, hints and new problems (F-7)."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

from tablee.cli.books import FRAGILE
from tablee.cli.console import Console, say
from tablee.cli.help import Help
from tablee.cli.problem_commands import (
    compose,
    compose_arguments,
    hint_arguments,
    print_finished,
    print_rating,
    rating_facts,
    refused,
)
from tablee.cli.solve import SearchLine
from tablee.core.errors import Illegal, Invalid
from tablee.games.fragile.problems.book import BookEntry, problem_facts
from tablee.games.fragile.problems.composer import Order
from tablee.games.fragile.problems.composing import Composition
from tablee.games.fragile.problems.difficulty import IdeaDifficulty, rate
from tablee.games.fragile.problems.finisher import finish
from tablee.games.fragile.problems.hints import STEPS, Guide, Outlook
from tablee.games.fragile.problems.motifs import MOTIFS, motif_name, motifs_in
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.search import OutOfMemory
from tablee.games.fragile.problems.solver import MEMORY, Solution, solve

GOOD, UNSETTLED = 0, 1
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
    hint_arguments(hint_parser, STEPS, tell("hint-turn"), tell)
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
    compose_arguments(parser, MOTIFS, tell)


# rate


def run_rate(options: argparse.Namespace, console: Console) -> int:
    edition = FRAGILE.edition(options)
    entries = FRAGILE.entries(options, edition)
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
    difficulty: IdeaDifficulty
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
    facts = rating_facts(rating.difficulty, rating.motifs, language)
    return {**facts, "ideas": list(rating.difficulty.ideas)}


def _print_rating(entry: BookEntry, rating: _Rating | None, console: Console) -> None:
    if rating is None:
        console.print(say("rate-none", number=entry.id, turns=entry.problem.turns))
        return
    motifs = [motif_name(motif) for motif in rating.motifs]
    print_rating(console, entry.id, rating.difficulty, motifs)


# hint


def run_hint(options: argparse.Namespace, console: Console) -> int:
    edition = FRAGILE.edition(options)
    entry = FRAGILE.entry(options, edition)
    try:
        outlook = Guide(entry.problem, edition).outlook(options.turn)
    except Illegal as error:
        return refused(error, options.json, console)
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
    compose(Composition(order, FRAGILE.edition(options), options.even), options, console)
    return GOOD


def _finish(options: argparse.Namespace, console: Console) -> int:
    """Prints the finished sketch, as a line or as JSON."""
    found = finish(Problem.parse(options.sketch), FRAGILE.edition(options), options.seed)
    if found is None:
        console.print(say("compose-nothing"))
        return UNSETTLED
    value = {"difficulty": found.difficulty.value, "motifs": list(found.motifs)}
    more = {**value, "beauty": found.beauty, "facts": problem_facts(1, found.problem)}
    print_finished(options, console, found.problem.text, found.solution, more)
    return GOOD
