"""What the commands on problems have in common, whatever the game."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from tablee._build import warn_if_pure
from tablee.cli.console import Console, say, sentence
from tablee.cli.files import check_target, write_text
from tablee.cli.help import Help
from tablee.cli.numbers import up_to
from tablee.cli.status_line import StatusLine
from tablee.core.difficulty import Difficulty
from tablee.core.errors import Illegal, Invalid
from tablee.core.messages import Message
from tablee.core.problem_book import grade_name
from tablee.engine.choice import add_arguments, chosen
from tablee.engine.composition import Composition

REFUSED = 1
"""The exit code when a turn breaks a rule."""


# Arguments


def problem_arguments(parser: argparse.ArgumentParser, shipped: Sequence[str], tell: Help) -> None:
    """Adds the arguments that name a problem."""
    help_of_file = tell("fragile-file", shipped=", ".join(shipped))
    parser.add_argument("file", metavar="FILE", help=help_of_file)
    parser.add_argument("--problem", type=int, metavar="N", help=tell("fragile-problem"))
    parser.add_argument("--edition", metavar="FILE", help=tell("fragile-edition"))
    parser.add_argument("--json", action="store_true", help=tell("json"))


def add_show(actions: Any, common: argparse.ArgumentParser, tell: Help) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(
        "show", parents=[common], help=tell("show")
    )
    parser.add_argument("--svg", metavar="OUT", help=tell("show-svg"))
    parser.add_argument("--force", action="store_true", help=tell("force"))
    return parser


def add_daily(
    actions: Any, anywhere: argparse.ArgumentParser, tell: Help
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(
        "daily", parents=[anywhere], help=tell("daily")
    )
    parser.add_argument("--date", metavar="DATE", help=tell("daily-date"))
    parser.add_argument("--json", action="store_true", help=tell("json"))
    return parser


def add_verify(
    actions: Any, parents: Sequence[argparse.ArgumentParser], tell: Help
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(
        "verify-certificate",
        parents=list(parents),
        help=tell("certificate"),
        epilog=tell("certificate-codes"),
    )
    parser.add_argument("file", metavar="FILE", help=tell("certificate-file"))
    parser.add_argument("--json", action="store_true", help=tell("json"))
    return parser


def hint_arguments(
    parser: argparse.ArgumentParser, steps: int, help_of_turn: str, tell: Help
) -> None:
    turns = parser.add_argument("turn", nargs="+", default=[], metavar="TURN", help=help_of_turn)
    turns.required = False  # "*" would match nothing before the options and refuse turns
    parser.add_argument("--step", type=int, choices=range(1, steps + 1), help=tell("hint-step"))


def compose_arguments(parser: argparse.ArgumentParser, motifs: Iterable[str], tell: Help) -> None:
    parser.add_argument("--motif", choices=tuple(motifs), help=tell("compose-motif"))
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


# show, daily


def show(
    options: argparse.Namespace,
    console: Console,
    described: dict[str, object],
    svg: Callable[[], str],
    draw: Callable[[], None],
) -> None:
    """Writes the picture if one is wanted. Prints JSON, the name of the picture or a drawing."""
    if options.svg is not None:
        check_target(options.svg, force=options.force)
        write_text(options.svg, svg())
    if options.json:
        console.print_json(described)
    elif options.svg is not None:
        console.print(say("written", file=options.svg))
    else:
        draw()


def wanted_day(options: argparse.Namespace) -> date:
    """Returns the day of ``--date``, else today. Raises ``Invalid``."""
    if options.date is None:
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(options.date)
    except ValueError:
        raise Invalid(say("not-a-date", text=options.date)) from None


def print_daily_title(console: Console, day: date, book: str, number: int, text: str) -> None:
    console.print(say("daily-title", date=day.isoformat(), book=book, number=number, text=text))


# rate, hint


def rating_facts(difficulty: Difficulty, motifs: Sequence[str], language: str) -> dict[str, object]:
    """Returns a rating as JSON."""
    drivers = [
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
        "motifs": list(motifs),
        "drivers": drivers,
    }


def print_rating(
    console: Console, number: int, difficulty: Difficulty, motifs: Sequence[Message]
) -> None:
    value, grade = f"{difficulty.value:.1f}", grade_name(difficulty.grade)
    console.print(say("rate-value", number=number, value=value, grade=grade))
    for part in difficulty.parts:
        console.print(f"  {part.points:+.1f}  {part.message.text(console.language)}")
    if motifs:
        names = ", ".join(motif.text(console.language) for motif in motifs)
        console.print(say("rate-motifs", motifs=names))


def refused(error: Illegal, as_json: bool, console: Console) -> int:
    """Says which rule forbids a turn."""
    if as_json:
        message = error.refusal.text(console.language)
        console.print_json({"legal": False, "rule": error.refusal.rule, "message": message})
    else:
        console.print(sentence(error, console.language))
    return REFUSED


# compose


def print_finished(
    options: argparse.Namespace,
    console: Console,
    problem: str,
    solution: Sequence[str],
    more: dict[str, object],
) -> None:
    """Prints a finished sketch, as lines or as JSON."""
    if options.json:
        console.print_json({"problem": problem, "solution": list(solution), **more})
        return
    console.print(problem)
    for turn in solution:
        console.print(f"  {turn}")


def compose(
    composition: Composition[Any, Any, Any], options: argparse.Namespace, console: Console
) -> None:
    """Composes as many problems as are asked for, and writes or prints them."""
    state = None
    if options.out is not None:
        state = Path(f"{options.out}.state")
        # A run that goes on replaces what it wrote itself.
        check_target(options.out, force=options.force or state.exists())
    warn_if_pure()
    line = StatusLine(console)

    def tell(now: Composition[Any, Any, Any]) -> None:
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
    if options.json:
        console.print_json(composition.entries(options.count))
    elif options.out is not None:
        console.print(say("written", file=options.out))
    else:
        console.print(composition.text(options.count).rstrip("\n"))
