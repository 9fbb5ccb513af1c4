"""``tablee analyse``: judges every turn of a recorded game, and says where the chances went."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tablee._build import warn_if_pure
from tablee.analysis.analysing import assembled, judged_pieces, pieces
from tablee.analysis.comments import commented
from tablee.analysis.graph import default_names, percent, percents, picture
from tablee.analysis.page import PARTS, page
from tablee.analysis.report import Analysis, Effort, JudgedTurn, Piece
from tablee.analysis.report import say as tell_analysis
from tablee.cli.console import INTERRUPTED, Console, say
from tablee.cli.files import check_target, read_text, write_text
from tablee.cli.help import Help
from tablee.cli.numbers import seconds, up_to
from tablee.cli.status_line import StatusLine
from tablee.core.errors import Invalid
from tablee.core.record import Record
from tablee.engine.choice import add_arguments, chosen

USUAL_SECONDS = 0.5

Writer = Callable[[Record, Analysis, str], str]


def _as_json(record: Record, analysis: Analysis, language: str) -> str:  # noqa: ARG001
    return json.dumps(analysis.to_json(), ensure_ascii=False) + "\n"


WRITERS: dict[str, Writer] = {
    ".html": lambda record, analysis, language: page(record, analysis, (), language),
    ".json": _as_json,
    ".svg": lambda _, analysis, language: picture(analysis, (), language),
    ".txt": commented,
}
"""How to write an analysis, by the ending of the file."""


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    parser = commands.add_parser("analyse", parents=[anywhere], help=tell("analyse"))
    parser.add_argument("record", metavar="RECORD", help=tell("replay-record"))
    parser.add_argument(
        "--seconds-per-turn",
        type=seconds,
        default=USUAL_SECONDS,
        metavar="S",
        help=tell("analyse-seconds"),
    )
    parser.add_argument("--nodes", type=up_to(10**9), metavar="N", help=tell("analyse-nodes"))
    parser.add_argument("--out", metavar="FILE", help=tell("analyse-out"))
    parser.add_argument("--force", action="store_true", help=tell("force"))
    parser.add_argument("--json", action="store_true", help=tell("json"))
    add_arguments(parser, tell.language)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, console: Console) -> int:
    write = None if options.out is None else _writer(options.out)
    if options.out is not None:
        check_target(options.out, force=options.force)
    record = Record.parse(read_text(options.record))
    count = pieces(record)
    warn_if_pure()
    effort = Effort(None if options.nodes else options.seconds_per_turn, options.nodes)
    line, found, code = StatusLine(console), list[Piece](), 0
    try:
        with chosen(options) as engine:
            for piece in judged_pieces(record, effort, engine):
                found.append(piece)
                line.show(partial(say, "analyse-progress", done=len(found), of=count))
    except KeyboardInterrupt:
        # The turns judged so far are still told.
        code = INTERRUPTED
        line.clear()
        print(
            say("analyse-interrupted", done=len(found), of=count).text(console.language),
            file=sys.stderr,
        )
    finally:
        line.clear()
    analysis = assembled(record, found)
    if write is not None:
        write_text(options.out, write(record, analysis, console.language))
    if options.json:
        console.print_json(analysis.to_json())
    else:
        _print(analysis, console)
        if options.out is not None:
            console.print(say("written", file=options.out))
    return code


def _writer(name: str) -> Writer:
    ending = Path(name).suffix.lower()
    if ending not in WRITERS:
        raise Invalid(say("analyse-ending", file=name, known=", ".join(WRITERS)))
    return WRITERS[ending]


def _print(analysis: Analysis, console: Console) -> None:
    """Prints the turns and the ledger as Markdown tables."""
    language = console.language
    names = default_names(analysis, language)
    console.print(tell_analysis(f"method-{analysis.method}"))
    console.print()
    keys = ("turn", "player", "chances", "loss", "word", "played", "better")
    _print_head([tell_analysis(f"head-{key}").text(language) for key in keys], console)
    for turn in analysis.turns:
        _print_row(_cells(turn, names, language), console)
    console.print()
    _print_head(
        [
            tell_analysis("head-player").text(language),
            *(tell_analysis(f"part-{part}").text(language) for part in PARTS),
        ],
        console,
    )
    for name, account in zip(names, analysis.chances, strict=True):
        values = [percent(getattr(account, part), language) for part in PARTS]
        _print_row([name, *values], console)


def _cells(turn: JudgedTurn, names: list[str], language: str) -> list[str]:
    return [
        str(turn.number),
        "–" if turn.player is None else names[turn.player],
        percents(turn.after, language),
        percent(turn.loss, language) if turn.loss else "",
        tell_analysis(f"word-{turn.word}").text(language),
        turn.line,
        turn.better_line,
    ]


def _print_head(titles: list[str], console: Console) -> None:
    _print_row(titles, console)
    console.print("|" + "---|" * len(titles))


def _print_row(cells: list[str], console: Console) -> None:
    console.print(f"| {' | '.join(cells)} |")
