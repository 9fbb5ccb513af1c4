"""The arguments of ``tablee``, collected from the modules of its commands."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from tablee import __version__
from tablee._build import describe_build
from tablee.cli import (
    analyse,
    arena,
    bench,
    completion,
    engine,
    fragile,
    games,
    house,
    kit,
    mcp,
    own_book,
    play,
    replay,
    serve,
    shear_panic,
    train,
    verify,
)
from tablee.cli.parser import Parser, UsageError, parser_in
from tablee.core.messages import LANGUAGES

COMMANDS = (
    play,
    fragile,
    shear_panic,
    replay,
    analyse,
    bench,
    arena,
    train,
    games,
    serve,
    house,
    own_book,
    verify,
    engine,
    mcp,
    kit,
    completion,
)


class _Version(argparse.Action):
    """Prints the version. It looks at the kernels only when asked."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,  # noqa: ARG002
        values: str | Sequence[Any] | None,  # noqa: ARG002
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        print(f"tablee {__version__} ({describe_build()})")
        parser.exit()


def build_parser(language: str) -> Parser:
    """Returns the parser, which speaks ``language``."""
    kind = parser_in(language)
    tell = kind.tell
    parser = kind(prog="tablee", description=tell("about"))
    parser.add_argument("--version", action=_Version, nargs=0, help=tell("version"))
    parser.add_argument("--lang", choices=LANGUAGES, help=tell("lang"))
    anywhere = kind(add_help=False)
    anywhere.add_argument(
        "--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for module in COMMANDS:
        module.add_commands(commands, anywhere, tell)
    return parser


def language_asked_for(arguments: Sequence[str] | None, otherwise: str) -> str:
    """Returns the language of ``--lang``, which ``--help`` needs before parsing begins."""
    parser = Parser(add_help=False)
    parser.add_argument("--lang", choices=LANGUAGES, default=otherwise)
    try:
        found: str = parser.parse_known_args(arguments)[0].lang
    except UsageError:
        return otherwise  # the full parser refuses it later
    return found
