"""The arguments that tell a command where to run."""

from __future__ import annotations

import argparse
import os

from tablee.engine.cluster import ADDRESS, RayEngine
from tablee.engine.engine import Engine, say
from tablee.engine.local import LocalEngine

MOST = 100_000


def add_arguments(parser: argparse.ArgumentParser, language: str = "en") -> None:
    parser.add_argument(
        "--engine",
        choices=("local", "ray"),
        default="local",
        help=say("help-kind").text(language),
    )
    parser.add_argument(
        "--ray-address",
        metavar="HOST:PORT",
        help=say("help-address", variable=ADDRESS).text(language),
    )
    parser.add_argument(
        "--workers",
        "--jobs",
        type=_workers,
        metavar="N",
        help=say("help-workers").text(language),
    )


def _workers(text: str) -> int:
    number = int(text)
    if not 1 <= number <= MOST:
        raise argparse.ArgumentTypeError(f"between 1 and {MOST}, please")
    return number


def chosen(options: argparse.Namespace) -> Engine:
    if options.engine == "ray":
        return RayEngine(options.workers, options.ray_address)
    return LocalEngine(options.workers or os.cpu_count() or 1)
