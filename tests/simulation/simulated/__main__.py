"""``python -m simulated --seeds 10000`` runs many worlds; ``--seed 17`` replays one."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from concurrent.futures import ProcessPoolExecutor

from simulated.dash import offered
from simulated.world import Report, run

LOT = 50


def command(seed: int) -> str:
    """The command that repeats a world."""
    return f"PYTHONPATH=tests/simulation .venv/bin/python -m simulated --seed {seed}"


def _try(seed: int) -> tuple[Report | None, str]:
    try:
        return run(seed), ""
    except Exception as error:  # noqa: BLE001  # whatever it is, it is shown
        return None, f"seed {seed}: {type(error).__name__}: {error}\n  {command(seed)}"


def _try_lot(seeds: range) -> list[tuple[Report | None, str]]:
    with offered():
        return [_try(seed) for seed in seeds]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m simulated", description=__doc__)
    parser.add_argument("--seed", type=int, help="run this one, and show its trace's hash")
    parser.add_argument("--seeds", type=int, default=1000, help="run so many")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    if options.seed is not None:
        return _replay(options.seed)
    last = options.first + options.seeds
    lots = [range(at, min(at + LOT, last)) for at in range(options.first, last, LOT)]
    done: list[Report] = []
    broken: list[str] = []
    begin = time.perf_counter()
    with ProcessPoolExecutor(options.processes) as pool:
        for number, found in enumerate(pool.map(_try_lot, lots), 1):
            done += [report for report, _ in found if report is not None]
            for problem in (problem for _, problem in found if problem):
                broken.append(problem)
                print(problem, flush=True)
            if sys.stderr.isatty():
                print(f"\r{number * LOT} seeds", end="", file=sys.stderr, flush=True)
    print(
        f"{len(done) + len(broken)} seeds, {sum(one.steps for one in done):,} steps, "
        f"{sum(one.entries for one in done):,} entries, {sum(one.crashes for one in done):,} "
        f"crashes, {len(broken)} broken, {time.perf_counter() - begin:.0f} s"
    )
    return 1 if broken else 0


def _replay(seed: int) -> int:
    with offered():
        try:
            print(run(seed))
        except Exception:  # noqa: BLE001  # whatever it is, it is shown
            traceback.print_exc()
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
