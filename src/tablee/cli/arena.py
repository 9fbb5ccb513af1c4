"""``tablee arena``: bots play bots until it is clear who is better."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any

from tablee._build import warn_if_pure
from tablee.bots.arena import MatchPlan, MatchStanding, ResultLine, check_match, run
from tablee.bots.statistics import elo, interval
from tablee.cli.console import INTERRUPTED, Console, say
from tablee.cli.flags import add_flags, chosen_options, known_bots
from tablee.cli.help import Help
from tablee.cli.numbers import seconds, up_to
from tablee.cli.status_line import StatusLine
from tablee.core.errors import Invalid
from tablee.core.messages import Message
from tablee.core.registry import game_names, game_type
from tablee.engine.choice import add_arguments, chosen


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    parser = commands.add_parser("arena", parents=[anywhere], help=tell("arena"))
    parser.add_argument("game", metavar="GAME", help=tell("game", games=", ".join(game_names())))
    parser.add_argument(
        "--bots", required=True, metavar="A,B[,C,D]", help=tell("arena-bots", bots=known_bots())
    )
    parser.add_argument(
        "--games", type=up_to(10**9), default=200, metavar="N", help=tell("arena-games")
    )
    parser.add_argument("--seconds-per-turn", type=seconds, metavar="S", help=tell("arena-seconds"))
    parser.add_argument("--nodes", type=up_to(10**9), metavar="N", help=tell("arena-nodes"))
    parser.add_argument("--against", type=_rate, metavar="RATE", help=tell("arena-against"))
    parser.add_argument("--all", action="store_true", help=tell("arena-all"))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=tell("arena-seed"))
    parser.add_argument("--state", metavar="FILE", help=tell("arena-state"))
    add_arguments(parser, tell.language)
    parser.add_argument("--json", action="store_true", help=tell("json"))
    add_flags(parser, tell.language)
    parser.set_defaults(run=run_match)


def _rate(text: str) -> float:
    rate = float(text)
    if not 0 < rate < 1:
        raise Invalid(say("number-between", text=text, least=0, most=1))
    return rate


def run_match(options: argparse.Namespace, console: Console) -> int:
    match = _match(options)
    check_match(match)
    warn_if_pure()
    state_file = Path(options.state) if options.state else None
    standing = MatchStanding(match)
    line = StatusLine(console)
    code = 0
    try:
        with chosen(options) as engine:
            for standing in run(match, engine, state_file):
                line.show(partial(_progress, standing))
    except KeyboardInterrupt:
        # The games played so far still count, and a state file lets the match go on.
        code = INTERRUPTED
        line.clear()
        print(say("arena-interrupted").text(console.language), file=sys.stderr)
    finally:
        line.clear()
    if options.json:
        console.print_json(standing.to_json())
    else:
        print_table(standing, console)
    return code


def _match(options: argparse.Namespace) -> MatchPlan:
    bots = tuple(name.strip() for name in options.bots.split(","))
    wanted = chosen_options(game_type(options.game), options)
    return MatchPlan(
        options.game,
        bots,
        options.games,
        options.seconds_per_turn,
        options.nodes,
        options.seed,
        (("players", str(len(bots))), *wanted.items()),
        options.against,
        not options.all,
    )


def _progress(standing: MatchStanding) -> Message:
    wins = ", ".join(f"{line.name}: {line.wins:g}" for line in standing.lines())
    done, games = len(standing.results), standing.match.games
    return say("arena-progress", done=done, games=games, wins=wins)


def print_table(standing: MatchStanding, console: Console) -> None:
    """Prints Markdown, which fits into a document."""
    console.print(say("arena-head"))
    console.print("|---|--:|--:|--:|--:|--:|")
    for line in standing.lines():
        console.print(_row(line))
    if not standing.results:
        return
    match = standing.match
    rate = match.par if match.against is None else match.against
    key = "arena-open"
    if standing.decided:
        key = "arena-above" if standing.lines()[0].rate > rate else "arena-below"
    console.print()
    console.print(say(key, name=match.bots[0], rate=f"{100 * rate:g}"))


def _row(line: ResultLine) -> str:
    sure = interval(line.wins, line.games)
    low, high = elo(sure.low, line.players), elo(sure.high, line.players)
    return (
        f"| {line.name} | {line.games} | {line.wins:g}"
        f" | {100 * line.rate:.1f} % ({100 * sure.low:.1f} … {100 * sure.high:.1f})"
        f" | {elo(line.rate, line.players):+.0f} ({low:+.0f} … {high:+.0f})"
        f" | {line.slowest:.2f} s |"
    )
