"""Tells whether Python's C compiler works: exit status 0 or 1, and a line that says why.

The Makefile asks, to tell a machine without a compiler (pure Python is right) from a kernel that
does not compile (a mistake). It uses only the standard library, because it runs before anything is
installed.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

PROGRAM = "#include <Python.h>\nint main(void) { return 0; }\n"


def complaint() -> str:
    """Returns why the compiler cannot build a Python extension, or "" if it can."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text(PROGRAM)
        include = "-I" + sysconfig.get_path("platinclude")
        command = [*shlex.split(compiler), include, "-c", str(source), "-o", f"{source}.o"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            return f"{compiler}: {error.strerror}"
        if done.returncode == 0:
            return ""
        errors = [line for line in done.stderr.splitlines() if "error" in line]
        return errors[0] if errors else f"{compiler} exits with {done.returncode}"


if __name__ == "__main__":
    problem = complaint()
    print(problem or "works")
    sys.exit(1 if problem else 0)
