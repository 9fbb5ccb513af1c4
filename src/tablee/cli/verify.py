"""``tablee verify`` recomputes every roll and straw of an online game."""

from __future__ import annotations

import argparse
from typing import Any

from tablee.cli.console import Console, say
from tablee.cli.extras import needed
from tablee.cli.files import read_text
from tablee.cli.help import Help


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    parser = commands.add_parser("verify", parents=[anywhere], help=tell("verify"))
    parser.add_argument("records", metavar="RECORD", nargs="+", help=tell("verify-records"))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, console: Console) -> int:
    with needed("server"):
        from tablee.server.dice import verify_all

    draws = verify_all([read_text(record) for record in options.records])
    console.print(say("verified", draws=draws))
    return 0
