"""Measures how much faster the compiled build plays than the pure one.

    python bench/compare_builds.py [NAME …]     in .venv and .venv-pure, which `make test` makes

Measures the builds in turn. Prints `name value unit` lines with the best value of each build and
the median ratio of the rounds.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5
DEFAULT = ["fragile_random_actions"]


def measured(environment: str, names: list[str]) -> dict[str, float]:
    command = [str(ROOT / environment / "bin/python"), "-m", "tablee", "bench", *names]
    output = subprocess.run(command, check=True, capture_output=True, text=True, cwd="/").stdout
    return {name: float(value) for name, value, _ in map(str.split, output.splitlines())}


def main() -> None:
    names = sys.argv[1:] or DEFAULT
    rounds = [(measured(".venv", names), measured(".venv-pure", names)) for _ in range(ROUNDS)]
    for name in names:
        pairs = [(compiled[name], pure[name]) for compiled, pure in rounds]
        ratio = statistics.median(compiled / pure for compiled, pure in pairs)
        print(f"{name}/compiled {max(compiled for compiled, _ in pairs):.4g} per-second")
        print(f"{name}/pure {max(pure for _, pure in pairs):.4g} per-second")
        print(f"{name}/compiled-to-pure {ratio:.4g} ratio")


if __name__ == "__main__":
    main()
