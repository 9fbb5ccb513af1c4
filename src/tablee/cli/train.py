"""``tablee train``: teaches a judge by self-play, and says whether it is better than the last."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any

from tablee._build import warn_if_pure
from tablee.cli.console import INTERRUPTED, Console, say
from tablee.cli.extras import needed
from tablee.cli.help import Help
from tablee.cli.numbers import whole
from tablee.cli.status_line import StatusLine
from tablee.core.messages import Message
from tablee.core.registry import game_type
from tablee.engine.choice import add_arguments, chosen
from tablee.training.plan import TrainingPlan
from tablee.training.report import report
from tablee.training.training import Generation, Progress, Training

MOST = 10**9


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    parser = commands.add_parser("train", parents=[anywhere], help=tell("train"))
    parser.add_argument("game", metavar="GAME", help=tell("train-game"))
    parser.add_argument("--folder", required=True, type=Path, help=tell("train-folder"))
    for name, least, default in (
        ("players", 1, 2),
        ("games", 2, 48_000),
        ("generations", 1, 1),
        ("epochs", 1, 4),
        ("seed", 0, 1),
        ("gate-games", 1, 400),
        ("gate-nodes", 1, 4000),
    ):
        number, told = whole(least, MOST), tell(f"train-{name}")
        parser.add_argument(f"--{name}", type=number, default=default, metavar="N", help=told)
    add_arguments(parser, tell.language)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, console: Console) -> int:
    names = ("game", "players", "games", "generations", "epochs", "seed")
    wanted = {name: getattr(options, name) for name in (*names, "gate_games", "gate_nodes")}
    plan = TrainingPlan(**wanted)
    game_type(plan.game).from_options({"players": str(plan.players)}, None)
    training = Training(plan, options.folder)
    with needed("train"):
        import numpy  # noqa: F401
        import torch  # noqa: F401
    warn_if_pure()
    line, code = StatusLine(console), 0
    told = len(training.generations)
    try:
        with chosen(options) as engine:
            for progress in training.run(engine):
                line.show(partial(_progress, progress))
                if len(training.generations) > told:
                    line.clear()
                    _tell(training.generations[told], told, console)
                    told += 1
    except KeyboardInterrupt:
        # Whatever is in the folder counts when the same command runs again.
        code = INTERRUPTED
        line.clear()
        print(say("train-interrupted").text(console.language), file=sys.stderr)
    finally:
        line.clear()
    for number in range(told, len(training.generations)):
        _tell(training.generations[number], number, console)
    _write_report(training, console)
    return code


def _progress(progress: Progress) -> Message:
    return say(
        f"train-{progress.stage}",
        generation=progress.generation + 1,
        done=progress.done,
        total=progress.total,
    )


def _tell(generation: Generation, number: int, console: Console) -> None:
    console.print(
        say(
            "train-passed" if generation.passed else "train-not-passed",
            generation=number + 1,
            positions=generation.positions,
            loss=f"{generation.calibration.loss:.4f}",
            wins=f"{generation.wins:g}",
            games=generation.games,
        )
    )


def _write_report(training: Training, console: Console) -> None:
    path = training.folder / "report.html"
    path.write_text(report(training.plan, training.generations, console.language), "utf-8")
    console.print(say("train-report", file=str(path)))
    if training.best is not None:
        console.print(say("train-best", file=str(training.best_path)))
