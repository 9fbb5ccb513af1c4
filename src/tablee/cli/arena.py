"""``tablee arena``: bots play bots until it is clear who is better."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any

from tablee.bots.arena import MatchPlan, MatchStanding, ResultLine, check_match, run
from tablee.bots.statistics import elo, interval
from tablee.cli.console import Console, say
from tablee.cli.flags import add_flags, chosen_options
from tablee.cli.numbers import seconds, up_to
from tablee.cli.status_line import StatusLine
from tablee.core.messages import Message
from tablee.core.registry import game_type
from tablee.engine.choice import add_arguments, chosen


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, language: str) -> None:
    parser = commands.add_parser(
        "arena", parents=[anywhere], help="let bots play each other, and say how sure the result is"
    )
    parser.add_argument("game", metavar="GAME", help="see `tablee games`")
    parser.add_argument(
        "--bots", required=True, metavar="A,B[,C,D]", help="one for each seat; the first is tested"
    )
    parser.add_argument(
        "--games", type=up_to(10**9), default=200, metavar="N", help="at most so many"
    )
    parser.add_argument(
        "--seconds-per-turn",
        type=seconds,
        metavar="S",
        help="what a bot may think about a turn",
    )
    parser.add_argument(
        "--nodes",
        type=up_to(10**9),
        metavar="N",
        help="the same in nodes, for a result that repeats",
    )
    parser.add_argument(
        "--against",
        type=_rate,
        metavar="RATE",
        help="the win rate of the first bot to decide against (default: an even share)",
    )
    parser.add_argument("--all", action="store_true", help="play all games, also when it is clear")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="(default: %(default)s)")
    parser.add_argument("--state", metavar="FILE", help="keep each game there, and go on from it")
    add_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_flags(parser, language)
    parser.set_defaults(run=run_match)


def _rate(text: str) -> float:
    rate = float(text)
    if not 0 < rate < 1:
        raise argparse.ArgumentTypeError("between 0 and 1, please")
    return rate


def run_match(options: argparse.Namespace, console: Console) -> int:
    match = _match(options)
    check_match(match)
    state_file = Path(options.state) if options.state else None
    standing = MatchStanding(match)
    line = StatusLine(console)
    try:
        with chosen(options) as engine:
            for standing in run(match, engine, state_file):
                line.show(partial(_progress, standing))
    except KeyboardInterrupt:
        # The games played so far still count, and a state file lets the match go on.
        line.clear()
        print(say("arena-interrupted").text(console.language), file=sys.stderr)
    finally:
        line.clear()
    if options.json:
        console.print_json(standing.to_json())
    else:
        _print_table(standing, console)
    return 0


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


def _print_table(standing: MatchStanding, console: Console) -> None:
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
