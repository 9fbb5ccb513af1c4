"""Runs commands in processes of their own, watches them and kills them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

DEADLINE = 300.0

TABLEE = """
import signal, sys
from tablee.cli import main
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever the tests inherited
    sys.exit(main(sys.argv[1:]))
"""


def command(folder: Path, *arguments: object) -> list[str]:
    """``tablee`` with these arguments; Ctrl-C works as at a terminal."""
    script = folder / "run_tablee.py"
    script.write_text(TABLEE, encoding="utf-8")
    return [sys.executable, str(script), *map(str, arguments)]


@contextmanager
def started(
    arguments: Sequence[str], environment: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A process that does not outlive the test."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        arguments, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def finished(process: subprocess.Popen[str]) -> str:
    """Returns the output. The process must end with exit code 0."""
    out, err = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0, err
    return out


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, "nothing happens"
        time.sleep(0.01)


def half_way(
    arguments: Sequence[str],
    state: Path,
    act: Callable[[subprocess.Popen[str]], bool],
    environment: dict[str, str] | None = None,
    whole: int = 10**9,
) -> None:
    """Runs a command, and does something to it when its ledger has some lines, but not all.

    The command stands still meanwhile. ``act`` says whether it could do it; should the command be
    over before, it is run from the beginning again.
    """
    for _ in range(5):
        state.unlink(missing_ok=True)
        with started(arguments, environment) as process:
            while process.poll() is None:
                process.send_signal(signal.SIGSTOP)
                done = 1 < len(lines(state)) < whole and act(process)
                process.send_signal(signal.SIGCONT)
                if done:
                    process.communicate(timeout=DEADLINE)
                    return
                time.sleep(0.02)
    raise AssertionError("it was always over before")


def lines(path: Path) -> list[str]:
    """Returns the whole lines of a file, which may not exist yet."""
    with suppress(FileNotFoundError):
        return path.read_text(encoding="utf-8").splitlines()
    return []


def results(path: Path) -> list[str]:
    """Returns a ledger without its times, which differ from run to run."""
    return [re.sub(r'"slowest": \[[^]]*\]', "", line) for line in lines(path)]


def descendants(pid: int) -> dict[int, str]:
    """Returns all processes below a process, with their command lines."""
    parents: dict[int, int] = {}
    commands: dict[int, str] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            status = (folder / "stat").read_text(encoding="utf-8", errors="replace")
            child = int(folder.name)
            parents[child] = int(status.rpartition(")")[2].split()[1])
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ")
            commands[child] = command.decode(errors="replace")
    found = {pid}
    while new := {child for child, parent in parents.items() if parent in found} - found:
        found |= new
    return {child: commands.get(child, "") for child in found - {pid}}


def is_running(pid: int) -> bool:
    """True if the process runs. A zombie does not count."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in ("Z", "X")


def kill_a_worker(pid: int, name: str) -> bool:
    """Kills a worker of this name below this process, if there is one."""
    for child, command in descendants(pid).items():
        if name not in command:
            continue
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGSTOP)
            # On Ray, the name tells whether it is still at it.
            is_at_it = name in descendants(pid).get(child, "")
            os.kill(child, signal.SIGKILL if is_at_it else signal.SIGCONT)
            if is_at_it:
                return True
    return False
