"""``tablee fragile reach | check | show | daily``, and other commands on problems for one (F-7)."""

from __future__ import annotations

import argparse
from typing import Any

from tablee.cli import problem_book, solve
from tablee.cli.books import FRAGILE
from tablee.cli.console import Console, say, sentence
from tablee.cli.help import Help
from tablee.cli.problem_commands import (
    add_daily,
    add_show,
    print_daily_title,
    problem_arguments,
    show,
    wanted_day,
)
from tablee.core.errors import Illegal, Invalid, Refusal
from tablee.games.fragile import Fragile, FragileState
from tablee.games.fragile.board import is_cell
from tablee.games.fragile.drawing import legend, svg
from tablee.games.fragile.packing import reach
from tablee.games.fragile.problems.book import SHIPPED, BookEntry, problem_facts
from tablee.games.fragile.problems.daily import daily
from tablee.games.fragile.problems.turns import play_turn
from tablee.games.fragile.rules import POINTS
from tablee.games.fragile.serial import position_text

REFUSED = 1
"""The exit code of ``check`` when a turn breaks a rule."""


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    parser = commands.add_parser("fragile", parents=[anywhere], help=tell("fragile"))
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    common = type(parser)(add_help=False, parents=[anywhere])
    problem_arguments(common, SHIPPED, tell)

    reach_parser = actions.add_parser("reach", parents=[common], help=tell("reach"))
    reach_parser.add_argument("--docker", required=True, metavar="CELL", help=tell("reach-docker"))
    reach_parser.set_defaults(run=run_reach)

    check_parser = actions.add_parser(
        "check", parents=[common], help=tell("check"), epilog=tell("check-codes")
    )
    check_parser.add_argument("turn", nargs="+", metavar="TURN", help=tell("check-turn"))
    check_parser.set_defaults(run=run_check)

    add_show(actions, common, tell).set_defaults(run=run_show)

    add_daily(actions, anywhere, tell).set_defaults(run=run_daily)

    solve.add_actions(actions, common, anywhere, tell)
    problem_book.add_actions(actions, common, anywhere, tell)


def _problem(options: argparse.Namespace) -> tuple[BookEntry, FragileState]:
    """Returns the problem that the user means, and its start. Raises ``Invalid``."""
    edition = FRAGILE.edition(options)
    entry = FRAGILE.entry(options, edition)
    return entry, Fragile.of_problem(entry.problem, edition).initial()


# reach


def run_reach(options: argparse.Namespace, console: Console) -> int:
    entry, state = _problem(options)
    docker = _docker(entry, state, options.docker.upper())
    counts = reach(state.position, docker, state.game, POINTS)
    if options.json:
        console.print_json({"reach": counts})
        return 0
    for points, count in enumerate(counts, 1):
        console.print(say("reach-line", points=points, count=count))
    return 0


def _docker(entry: BookEntry, state: FragileState, cell: str) -> int:
    """Returns the player's own docker on a cell. Raises ``Invalid``."""
    if not is_cell(cell):
        raise Invalid(say("not-a-cell", text=cell))
    known = ", ".join(entry.problem.dockers)
    docker = state.position.docker_at(cell)
    if docker is None:
        raise Invalid(say("docker-missing", cell=cell, known=known))
    if cell not in entry.problem.dockers:
        raise Invalid(say("docker-bystander", cell=cell, known=known))
    return docker


# check


def run_check(options: argparse.Namespace, console: Console) -> int:
    _, state = _problem(options)
    points: list[int] = []
    for number, turn in enumerate(options.turn, 1):
        try:
            played = play_turn(state, turn)
        except Illegal as error:
            return _refused(number, error.refusal, points, options.json, console)
        except Invalid as error:
            raise Invalid(say("turn-unreadable", turn=number, problem=error.message)) from None
        points.append(POINTS - played.acted.points)
        state = played.after
    solved = state.result is not None and state.result.winners == (0,)
    if options.json:
        console.print_json({"legal": True, "points": points, "goal": solved})
        return 0
    _print_points(points, console)
    console.print(say("check-solved" if solved else "check-unsolved"))
    return 0


def _refused(
    number: int, refusal: Refusal, points: list[int], as_json: bool, console: Console
) -> int:
    if as_json:
        message = refusal.text(console.language)
        data = {"legal": False, "turn": number, "rule": refusal.rule, "message": message}
        console.print_json(data)
    else:
        _print_points(points, console)
        problem = sentence(refusal, console.language)
        console.print(say("check-refused", turn=number, problem=problem))
    return REFUSED


def _print_points(points: list[int], console: Console) -> None:
    for turn, used in enumerate(points, 1):
        console.print(say("check-turn", turn=turn, points=used))


# show


def run_show(options: argparse.Namespace, console: Console) -> int:
    def draw() -> None:
        console.print(say("show-title", number=entry.id, text=entry.problem.text))
        _draw(state, console)

    entry, state = _problem(options)
    show(options, console, _described(entry, state), lambda: svg(state), draw)
    return 0


def _draw(state: FragileState, console: Console) -> None:
    console.print()
    console.draw(state)
    console.print()
    console.print(legend(console.language))


def _described(entry: BookEntry, state: FragileState) -> dict[str, object]:
    return {
        **problem_facts(entry.id, entry.problem),
        "text": entry.problem.text,
        "position": position_text(state.position),
    }


# daily


def run_daily(options: argparse.Namespace, console: Console) -> int:
    day = wanted_day(options)
    book, entry = daily(day)
    state = Fragile.of_problem(entry.problem).initial()
    if options.json:
        described = _described(entry, state)
        console.print_json({"date": day.isoformat(), "book": book, **described})
        return 0
    print_daily_title(console, day, book, entry.id, entry.problem.text)
    _draw(state, console)
    return 0
