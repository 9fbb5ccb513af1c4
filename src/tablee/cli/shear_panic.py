"""``tablee shear-panic moves | regroup | score`` applies the rules to a flock (S-4 to S-6).

``flock_problems`` has the commands on problems for one.
"""

from __future__ import annotations

import argparse
from typing import Any

from tablee.cli import flock_problems
from tablee.cli.console import Console
from tablee.cli.help import Help
from tablee.core.errors import Invalid
from tablee.games.shear_panic.commands import distinct_targets
from tablee.games.shear_panic.flock import COLOURS, Flock
from tablee.games.shear_panic.messages import colour_name, say, word
from tablee.games.shear_panic.moves import KINDS
from tablee.games.shear_panic.regroup import step_results
from tablee.games.shear_panic.scoring import SCORINGS, to_be_shorn
from tablee.games.shear_panic.track import FIELDS, FieldKind

DICE = {"+": "+", "x": "x", "X": "x", "×": "x"}
"""The faces of the regroup die, as people type them."""


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    parser = commands.add_parser("shear-panic", parents=[anywhere], help=tell("shear-panic"))
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    common = type(parser)(add_help=False, parents=[anywhere])
    common.add_argument("flock", metavar="FLOCK", help=tell("flock"))
    common.add_argument("--json", action="store_true", help=tell("json"))

    moves = actions.add_parser(
        "moves", parents=[common], help=tell("moves"), epilog=tell("moves-history")
    )
    moves.add_argument("--player", required=True, metavar="COLOUR", help=tell("moves-player"))
    moves.set_defaults(run=run_moves)

    regroup = actions.add_parser("regroup", parents=[common], help=tell("regroup"))
    regroup.add_argument(
        "--die", required=True, choices=DICE, metavar="FACE", help=tell("regroup-die")
    )
    regroup.set_defaults(run=run_regroup)

    score = actions.add_parser(
        "score", parents=[common], help=tell("score"), epilog=tell("score-fields")
    )
    score.add_argument("--field", required=True, choices=FIELDS, help=tell("score-field"))
    score.add_argument("--player", metavar="COLOUR", help=tell("score-player"))
    score.set_defaults(run=run_score)

    flock_problems.add_actions(actions, anywhere, tell)


def _flock(text: str) -> Flock:
    """Reads a flock. Raises ``Invalid``."""
    flock = Flock.parse(text.strip())
    if not flock.sheep:
        raise Invalid(say("no-sheep-at-all"))
    return flock


def _colour(text: str) -> str:
    """Reads a colour. Raises ``Invalid``."""
    if text.upper() not in COLOURS:
        raise Invalid(say("bad-colour", text=text))
    return text.upper()


# moves


def run_moves(options: argparse.Namespace, console: Console) -> int:
    flock, colour = _flock(options.flock), _colour(options.player)
    found = {kind: list(distinct_targets(flock, kind, colour)) for kind in KINDS}
    if options.json:
        console.print_json(
            {kind.replace(" ", "_"): [str(flock) for flock in found[kind]] for kind in KINDS}
        )
        return 0
    for kind in KINDS:
        split = sum(flock.is_split for flock in found[kind])
        name = word(kind)
        console.print(say("cli-command", command=name, count=len(found[kind]), split=split))
        for after in found[kind]:
            console.print(f"  {after}")
    return 0


# regroup


def run_regroup(options: argparse.Namespace, console: Console) -> int:
    flocks = list(map(str, step_results(_flock(options.flock), DICE[options.die])))
    if options.json:
        console.print_json({"flocks": flocks})
        return 0
    if not flocks:
        console.print(say("cli-not-split"))
    for line in flocks:
        console.print(line)
    return 0


# score


def run_score(options: argparse.Namespace, console: Console) -> int:
    flock = _flock(options.flock)
    chosen = None if options.player is None else _colour(options.player)
    shorn = to_be_shorn(flock) if options.field == FieldKind.SHEARER else ()
    left = flock.without(shorn)
    points = SCORINGS[options.field](left)
    if options.json:
        answer: dict[str, object] = {"field": options.field, "scores": points}
        if chosen is not None:
            answer |= {"player": chosen, "points": points[chosen]}
        if options.field == FieldKind.SHEARER:
            answer |= {"shorn": [flock.sheep[spot] for spot in shorn], "flock": str(left)}
        console.print_json(answer)
        return 0
    if options.field == FieldKind.SHEARER:
        console.print(say("cli-left", flock=str(left)))
    for colour in COLOURS if chosen is None else (chosen,):
        console.print(say("cli-points", colour=colour_name(colour), points=points[colour]))
    return 0
