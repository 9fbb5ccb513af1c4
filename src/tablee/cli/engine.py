"""``tablee engine`` lets a program in any language ask for rules and moves: docs/engine.md."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from tablee.bots.line_engine import LONGEST, LineEngine
from tablee.cli.console import Console
from tablee.cli.flags import known_bots
from tablee.cli.help import Help


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    parser = commands.add_parser("engine", parents=[anywhere], help=tell("engine"))
    parser.add_argument(
        "--bot", default="3", metavar="NAME", help=tell("engine-bot", bots=known_bots())
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, console: Console) -> int:
    engine = LineEngine(options.bot, console.language)
    while line := sys.stdin.readline(LONGEST + 2):
        if line.strip() == "quit":
            break
        for answer in engine.answer(line.rstrip("\r\n")):
            print(answer)
        sys.stdout.flush()
    return 0
