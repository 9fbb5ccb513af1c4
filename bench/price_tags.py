"""Prints what the server's tricks buy: the same load with all of them, then without each.

    python bench/price_tags.py                       about ten minutes
    python bench/price_tags.py --rounds 3 --without wire

The server has two tricks: ``server/wire.py``, and ``spare_the_collector`` in ``server/app.py``.
Each round runs ``bench/load_server.py`` with both and without one of them, in turn, so that a busy
machine slows all runs alike. Each line is ``name value unit lowest..highest``: the median over the
rounds of "without" divided by "with". A trick that buys less than a tenth should go.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from statistics import median

from load_server import WITHOUT

LOADS = (("200:500",), ("200:0",), ("--previews", "50:0"))
"""People who think before a move; people who do not; people whose page asks for previews."""


def run(load: tuple[str, ...], without: str) -> dict[str, float]:
    program = [sys.executable, str(Path(__file__).with_name("load_server.py"))]
    command = [*program, "--without", without, *load]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    rows = (line.split() for line in printed.splitlines())
    return {name: float(value) for name, value, _ in rows}


def compare(load: tuple[str, ...], tricks: list[str], rounds: int) -> None:
    found: dict[str, list[dict[str, float]]] = {name: [] for name in ("", *tricks)}
    for number in range(rounds):
        names = list(found) if number % 2 == 0 else list(reversed(found))
        for name in names:
            found[name].append(run(load, name))
    for trick in tricks:
        pairs = list(zip(found[trick], found[""], strict=True))
        for name in found[""][0]:
            ratios = [less[name] / full[name] for less, full in pairs if full[name]]
            spread = f"{min(ratios):.2f}..{max(ratios):.2f}"
            print(f"{name}_without_{trick} {median(ratios):.3f} ratio {spread}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Print what the server's tricks buy.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--without", action="append", choices=list(filter(None, WITHOUT)))
    options = parser.parse_args()
    tricks = options.without or list(filter(None, WITHOUT))
    for load in LOADS:
        compare(load, tricks, options.rounds)


if __name__ == "__main__":
    main()
