"""The command line: `tablee`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tablee import __version__
from tablee._build import describe_build


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tablee", description="A digital game table.")
    parser.add_argument("--version", action="store_true", help="print version and build")
    options = parser.parse_args(argv)
    if options.version:
        print(f"tablee {__version__} ({describe_build()})")
        return 0
    parser.print_help()
    return 2
