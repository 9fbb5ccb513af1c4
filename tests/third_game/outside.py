"""Reversi of examples/, which is no part of this package, installed with pip."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "reversi"


def install(folder: Path) -> dict[str, str]:
    """Installs it into a folder. Returns the environment in which tablee finds it there.

    The environment of the tests stays as it is; so does the source, into which pip would write.
    """
    litter = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
    source = shutil.copytree(EXAMPLE, folder / "source", ignore=litter)
    site = folder / "site"
    wish = ("install", "--quiet", "--no-deps", "--target", str(site), str(source))
    subprocess.run([sys.executable, "-m", "pip", *wish], check=True)
    return {**os.environ, "PYTHONPATH": str(site), "PYTHONUTF8": "1"}
