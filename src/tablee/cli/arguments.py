"""The arguments of ``tablee``, collected from the modules of its commands."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from tablee import __version__
from tablee._build import describe_build
from tablee.cli import (
    arena,
    bench,
    fragile,
    games,
    house,
    kit,
    play,
    replay,
    serve,
    shear_panic,
    verify,
)
from tablee.core.messages import LANGUAGES


class UsageError(Exception):
    """The program cannot understand the arguments."""


class Parser(argparse.ArgumentParser):
    """Raises ``UsageError`` with one sentence, so that ``main`` ends the program."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see `{self.prog} --help`)")


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
    """Returns the parser. It explains the options of the games in ``language``."""
    parser = Parser(prog="tablee", description="A digital game table for Fragile and Shear Panic.")
    parser.add_argument("--version", action=_Version, nargs=0, help="say version and build")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of sentences (default: LANG)")
    anywhere = argparse.ArgumentParser(add_help=False)
    anywhere.add_argument(
        "--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    play.add_commands(commands, anywhere, language)
    for module in (fragile, shear_panic, replay, bench):
        module.add_commands(commands, anywhere)
    arena.add_commands(commands, anywhere, language)
    for module in (games, serve, house, verify, kit):
        module.add_commands(commands, anywhere)
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
