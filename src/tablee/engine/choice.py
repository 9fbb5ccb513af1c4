"""The arguments that tell a command where to run."""

from __future__ import annotations

import argparse
import os

from tablee.engine.cluster import ADDRESS, RayEngine
from tablee.engine.engine import Engine
from tablee.engine.local import LocalEngine

MOST = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--engine",
        choices=("local", "ray"),
        default="local",
        help="processes of this machine (the default), or a Ray cluster; results are the same",
    )
    parser.add_argument(
        "--ray-address",
        metavar="HOST:PORT",
        help=f"of a running Ray cluster (default: {ADDRESS}, or one started on this machine)",
    )
    parser.add_argument(
        "--workers",
        "--jobs",
        type=_workers,
        metavar="N",
        help="processes (default: all cores, of the cluster if there is one)",
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
