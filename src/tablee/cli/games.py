"""``tablee games`` lists the games."""

from __future__ import annotations

import argparse
from typing import Any

from tablee.cli.console import Console, say
from tablee.cli.flags import about, flag, player_counts
from tablee.cli.help import Help
from tablee.core.game import Game
from tablee.core.registry import game_names, game_type


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    parser = commands.add_parser("games", parents=[anywhere], help=tell("games"))
    parser.add_argument("--json", action="store_true", help=tell("json"))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, console: Console) -> int:
    games = [game_type(name) for name in game_names()]
    if options.json:
        console.print_json([_described(game) for game in games])
        return 0
    for game in games:
        console.print(f"{game.name}  {game.about().text(console.language)}")
        counts = player_counts(game, console.language)
        console.print(f"  {say('games-players', counts=counts).text(console.language)}")
        width = max((len(flag(option.name)) for option in game.all_options), default=0)
        for option in game.all_options:
            console.print(f"  {flag(option.name):<{width}}  {about(option, console.language)}")
    return 0


def _described(game: type[Game[Any]]) -> dict[str, object]:
    return {
        "name": game.name,
        "rules": game.rules_versions[-1],
        "players": list(game.player_counts),
        "usual_players": game.usual_players,
        "options": [option.to_json() for option in game.all_options],
    }
