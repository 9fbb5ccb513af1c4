"""``tablee verify`` recomputes every roll and straw of an online game."""

from __future__ import annotations

import argparse
from typing import Any

from tablee.cli.console import Console, say
from tablee.cli.files import read_text


def add_commands(commands: Any, anywhere: argparse.ArgumentParser) -> None:
    parser = commands.add_parser(
        "verify", parents=[anywhere], help="recompute the dice of an online game"
    )
    parser.add_argument(
        "records",
        metavar="RECORD",
        nargs="+",
        help="a record, as the server gives it; after it those of the rematches, in order",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, console: Console) -> int:
    from tablee.server.dice import verify_all

    draws = verify_all([read_text(record) for record in options.records])
    console.print(say("verified", draws=draws))
    return 0
