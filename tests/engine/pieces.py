"""Pieces of work for the tests of engines. Workers import them by name.

python pieces.py ADDRESS FOLDER    what a Ray cluster makes of them, as JSON
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from tablee.core.errors import Invalid, core_message
from tablee.engine import in_order
from tablee.engine.cluster import RayEngine
from tablee.engine.engine import EngineError

DEADLINE = 300.0


def square(number: int) -> int:
    return number * number


def waits_for_the_last(folder: str, last: int, number: int) -> int:
    """Finishes the first piece only after the last one has begun."""
    if number == last:
        Path(folder, "last").touch()
    end = time.monotonic() + DEADLINE
    while number == 0 and not Path(folder, "last").exists() and time.monotonic() < end:
        time.sleep(0.01)
    return number * number


def waits_for_the_ledger(ledger: str, number: int) -> int:
    """Finishes the first piece only after another one is on disk."""
    end = time.monotonic() + DEADLINE
    while number == 0 and '"number"' not in Path(ledger).read_text() and time.monotonic() < end:
        time.sleep(0.01)
    return number * number


def kills_its_worker_once(folder: str, deadly: int, number: int) -> int:
    """Kills itself in the middle of the work, the first time."""
    if number == deadly:
        with suppress(FileExistsError):
            Path(folder, "killed").touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def kills_its_worker_always(deadly: int, number: int) -> int:
    if number == deadly:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def is_invalid(number: int) -> int:
    raise Invalid(core_message("record-line", line=number, problem="X"))


def _on_ray(address: str, folder: str) -> dict[str, object]:
    told: dict[str, object] = {}
    with RayEngine(address=address) as engine:
        last = partial(waits_for_the_last, folder, 2)
        told["in order"] = list(in_order(engine, last, range(9)))
        told["killed"] = list(in_order(engine, partial(kills_its_worker_once, folder, 2), range(9)))
        for name, work in (
            ("always", partial(kills_its_worker_always, 1)),
            ("invalid", is_invalid),
        ):
            try:
                list(in_order(engine, work, range(3)))
            except (EngineError, Invalid) as error:
                told[name] = f"{type(error).__name__}: {error}"
    return told


if __name__ == "__main__":
    print(json.dumps(_on_ray(*sys.argv[1:])))
