"""``tablee kit`` writes, checks and makes the conformance kit for other implementations."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from tablee.cli.console import Console, say
from tablee.cli.files import check_target, read_text, write_text
from tablee.cli.help import Help
from tablee.core.record import Record
from tablee.core.registry import game_names, game_type

DIFFERS = 1


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    kit = commands.add_parser("kit", help=tell("kit"))
    kinds = kit.add_subparsers(metavar="COMMAND", required=True)

    write = kinds.add_parser("write", parents=[anywhere], help=tell("kit-write"))
    write.add_argument("folder", metavar="FOLDER", type=Path, help=tell("kit-folder"))
    write.add_argument("--force", action="store_true", help=tell("force"))
    write.set_defaults(run=run_write)

    check = kinds.add_parser("check", parents=[anywhere], help=tell("kit-check"))
    check.add_argument("--deepest", metavar="N", type=int, default=2, help=tell("kit-deepest"))
    check.set_defaults(run=run_check)

    make = kinds.add_parser("make", parents=[anywhere], help=tell("kit-make"))
    make.add_argument("folder", metavar="FOLDER", type=Path, help=tell("kit-folder"))
    make.add_argument("records", metavar="RECORD", nargs="*", help=tell("kit-records"))
    make.add_argument("--force", action="store_true", help=tell("force"))
    make.set_defaults(run=run_make)


def run_write(options: argparse.Namespace, console: Console) -> int:
    from tablee.testing import kit

    targets = {name: options.folder / f"{name}.json" for name in kit.names()}
    for target in targets.values():
        check_target(str(target), force=options.force)
    for name, target in targets.items():
        write_text(str(target), json.dumps(kit.load(name), ensure_ascii=False, indent=1) + "\n")
        console.print(say("written", file=str(target)))
    return 0


def run_check(options: argparse.Namespace, console: Console) -> int:
    from tablee.testing import kit

    code = 0
    for name in kit.names():
        found = kit.load(name)
        wrong = list(kit.complaints(found, deepest=max(1, options.deepest)))
        for what in wrong:
            console.print(say("kit-differs", kit=name, what=what))
        if wrong:
            code = DIFFERS
        else:
            count = sum(len(found[part]) for part in ("traces", "perft", "refusals", "problems"))
            console.print(say("kit-holds", kit=name, facts=count))
    return code


def run_make(options: argparse.Namespace, console: Console) -> int:
    from tablee.testing import kit

    records = {Path(name).stem: Record.parse(read_text(name)) for name in options.records}
    targets = {
        (game, version): options.folder / f"{game}-{version}.json.gz"
        for game in game_names()
        for version in game_type(game).rules_versions
    }
    for target in targets.values():
        check_target(str(target), force=options.force)
    for (game, version), target in targets.items():
        target.write_bytes(kit.packed(kit.make(game, version, records)))
        console.print(say("written", file=str(target)))
    return 0
