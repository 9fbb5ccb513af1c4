"""The command line: runs a command, and turns errors into sentences and exit codes."""

from __future__ import annotations

import argparse
import errno
import os
import sys
import warnings
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any

from tablee._build import REMEDY, PureBuildWarning
from tablee.cli.arguments import build_parser, language_asked_for
from tablee.cli.console import INTERRUPTED, Console, one_line, say, sentence, spoken_language
from tablee.cli.parser import UsageError
from tablee.core.errors import TableeError

BROKEN_PIPE, BAD_INPUT, BAD_OUTPUT = 141, 2, 1
"""Exit codes. The first is what a shell reports for a program that writes to no reader."""

UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code. Bad input never shows a traceback."""
    _have_streams()
    language = language_asked_for(argv, spoken_language(os.environ))
    console = Console(language)
    with warnings.catch_warnings():
        _speak_of_slowness(console)
        try:
            options = _parsed(argv, language)
            code: int = options.run(options, console)
            sys.stdout.flush()
        except UsageError as error:
            return _complain(str(error))
        except TableeError as error:
            return _complain(sentence(error, language))
        except KeyboardInterrupt:
            return INTERRUPTED
        except BrokenPipeError:
            _close_stdout()
            return BROKEN_PIPE
        except OSError as error:
            if error.filename is not None or error.errno not in UNWRITABLE:
                raise
            # Commands name the files they cannot use, so this is standard output.
            problem = error.strerror or str(error)
            _close_stdout()
            _complain(say("no-output", problem=problem).text(language))
            return BAD_OUTPUT
    return code


def _parsed(argv: Sequence[str] | None, language: str) -> argparse.Namespace:
    try:
        return build_parser(language).parse_args(argv)
    except SystemExit:
        sys.stdout.flush()  # --help and --version have printed, perhaps on a full disk
        raise


def _have_streams() -> None:
    """Prints ``?`` for signs the terminal lacks, and reads invalid bytes as such signs.

    A closed stream, as by ``>&-``, becomes an empty one.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    if sys.stdin.encoding == "utf-8" and isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig")  # without a byte order mark


def _complain(problem: str) -> int:
    print(f"tablee: {one_line(problem)}", file=sys.stderr)
    return BAD_INPUT


def _speak_of_slowness(console: Console) -> None:
    """Shows the warning of a build without kernels as a sentence."""
    usual = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if issubclass(category, PureBuildWarning):
            _complain(say("pure-build", remedy=REMEDY).text(console.language))
        else:
            usual(message, category, *place, **more)

    warnings.showwarning = show


def _close_stdout() -> None:
    """Python would complain once more when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
