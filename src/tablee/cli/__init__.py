"""The command line: runs a command, and turns errors into sentences and exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from tablee.cli.arguments import UsageError, build_parser, language_asked_for
from tablee.cli.console import Console, one_line, sentence, spoken_language
from tablee.core.errors import TableeError

INTERRUPTED, BROKEN_PIPE, BAD_INPUT = 130, 141, 2
"""Exit codes. The first two are what a shell reports for a program that a signal ended."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code. Bad input never shows a traceback."""
    _never_fail_to_print()
    language = language_asked_for(argv, spoken_language(os.environ))
    try:
        options = build_parser(language).parse_args(argv)
        code: int = options.run(options, Console(language))
        sys.stdout.flush()
    except UsageError as error:
        print(f"tablee: {one_line(str(error))}", file=sys.stderr)
        return BAD_INPUT
    except TableeError as error:
        print(f"tablee: {one_line(sentence(error, language))}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader is gone. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return code


def _never_fail_to_print() -> None:
    """Prints ``?`` for signs the terminal lacks, and reads invalid bytes as such signs."""
    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
