"""``tablee replay`` shows a recorded game line by line."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

from tablee.cli.console import Console, say
from tablee.cli.ending import print_result
from tablee.cli.files import read_text
from tablee.cli.help import Help
from tablee.core.events import Event, chain
from tablee.core.game import Move, State
from tablee.core.record import Record, actor_label
from tablee.core.sitting import Sitting


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    parser = commands.add_parser("replay", parents=[anywhere], help=tell("replay"))
    parser.add_argument("record", metavar="RECORD", help=tell("replay-record"))
    parser.add_argument("--all", action="store_true", help=tell("replay-all"))
    parser.add_argument("--boards", action="store_true", help=tell("replay-boards"))
    parser.add_argument("--why", action="store_true", help=tell("replay-why"))
    parser.add_argument("--json", action="store_true", help=tell("json"))
    parser.set_defaults(run=run)


@dataclass(frozen=True)
class Happening:
    """An event, the move in whose wake it came, and the events that led to it."""

    event: Event
    cause: int
    """How many events back its cause is, as in ``Sitting.causes``."""
    move: str
    chain: tuple[Event, ...]
    """From the first of its causes to the event itself."""


@dataclass(frozen=True)
class Stride:
    """One line of a record: the actor, the text, what happened and the state after it."""

    actor: str
    text: str
    happened: tuple[Happening, ...]
    last: Move | None
    state: State[Any]


def strides(record: Record) -> list[Stride]:
    """Splits a record into its lines. A line may hold several moves."""
    found = []
    sitting = record.game.sitting()
    for actor, text in record.game.record_lines(record.moves):
        happened: list[Happening] = []
        before = sitting.marked
        for move in sitting.state.parse_line(text):
            sitting = sitting.play(move)
            happened += _happenings(sitting)
        marked = None if sitting.marked is before else sitting.marked
        found.append(Stride(actor_label(actor), text, tuple(happened), marked, sitting.state))
    return found


def _happenings(sitting: Sitting[Any]) -> list[Happening]:
    """Returns what the last move did."""
    known = (*sitting.past, *sitting.events)
    first = len(sitting.past)
    return [
        Happening(event, cause, sitting.text, tuple(chain(known[: first + number], event)))
        for number, (event, cause) in enumerate(zip(sitting.events, sitting.causes, strict=True))
    ]


def run(options: argparse.Namespace, console: Console) -> int:
    record = Record.parse(read_text(options.record))
    lines = strides(record)
    if options.json:
        console.print_json(_described(record, lines))
        return 0
    title = ", ".join(f"{key} {value}" for key, value in record.game.options().items())
    game, rules = record.game.name, record.game.rules_version
    console.print(say("replay-title", game=game, rules=rules, options=title, lines=len(lines)))
    if options.all or not console.is_interactive:
        _print_all(record, lines, options, console)
    else:
        _step_through(record, lines, options.why, console)
    return 0


def _print_all(
    record: Record, lines: list[Stride], options: argparse.Namespace, console: Console
) -> None:
    for number, stride in enumerate(lines, 1):
        _print_stride(number, stride, options.why, console)
        if options.boards:
            _print_board(stride, console)
    if not options.boards:
        console.print()
        console.draw(record.final())
    print_result(record.final(), console)


def _print_stride(number: int, stride: Stride, why: bool, console: Console) -> None:
    console.print(f"{number}. {stride.actor} {stride.text}")
    for one in stride.happened:
        told = one.event.text(console.language)
        console.print(f"     {told} ({one.event.rule})" if why else f"     {told}")
        if why:
            _print_chain(one, console)


def _print_chain(one: Happening, console: Console) -> None:
    """Prints what led to an event, with the rules: the nearest cause first."""
    for event in reversed(one.chain[:-1]):
        console.print(f"       ← {event.text(console.language)} ({event.rule})")
    if len(one.chain) == 1:
        console.print(f"       ← {say('replay-why', move=one.move).text(console.language)}")


def _print_board(stride: Stride, console: Console) -> None:
    console.print()
    console.draw(stride.state, stride.last)
    console.print()


def _step_through(record: Record, lines: list[Stride], why: bool, console: Console) -> None:
    """Goes forward, back, or to a line by its number. Line 0 is the start."""
    here = 0
    console.draw(record.game.initial())
    while True:
        prompt = say("replay-prompt", here=here, last=len(lines)).text(console.language)
        answer = console.ask(prompt)
        if answer is None or answer.strip().lower() in ("q", "quit"):
            return
        wanted = _destination(answer.strip().lower(), here, len(lines))
        if wanted is None:
            console.print(say("replay-what", last=len(lines)))
            continue
        here = wanted
        if here == 0:
            console.draw(record.game.initial())
            continue
        _print_stride(here, lines[here - 1], why, console)
        _print_board(lines[here - 1], console)
        if here == len(lines):
            print_result(lines[-1].state, console)


def _destination(answer: str, here: int, last: int) -> int | None:
    """Returns the line to go to, or None if the answer means nothing."""
    if answer in ("", "n", "next"):
        return min(here + 1, last)
    if answer in ("b", "back"):
        return max(here - 1, 0)
    if answer.isdecimal() and len(answer) < 9 and int(answer) <= last:
        return int(answer)
    return None


def _described(record: Record, lines: list[Stride]) -> dict[str, object]:
    game, final = record.game, record.final()
    return {
        "game": game.name,
        "rules": game.rules_version,
        "options": game.options(),
        "seed": record.seed,
        "lines": [
            {
                "actor": stride.actor,
                "text": stride.text,
                "events": [{**one.event.to_json(), "cause": one.cause} for one in stride.happened],
            }
            for stride in lines
        ],
        "scores": list(final.scores),
        "result": None if final.result is None else final.result.to_json(),
    }
