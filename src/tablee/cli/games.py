"""``tablee games``: what can be played."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from tablee.cli.console import Console
from tablee.core.registry import game_names, game_type


def add_commands(commands: Any, anywhere: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("games", parents=[anywhere], help="list the games")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, console: Console) -> int:
    games = {name: game_type(name) for name in game_names()}
    if options.json:
        listed = [{"name": name, "rules": game.rules_versions[-1]} for name, game in games.items()]
        console.print_json(listed)
        return 0
    width = max(map(len, games))
    for name, game in games.items():
        package = sys.modules[game.__module__.rpartition(".")[0]]
        about = (package.__doc__ or "").partition("\n")[0]
        console.print(f"{name:<{width}}  {about}".rstrip())
    return 0
