"""``tablee kit`` writes, checks and makes the conformance kit for other implementations."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from tablee.cli.console import Console, say
from tablee.cli.files import check_folder, read_text, write_text
from tablee.core.errors import Invalid
from tablee.core.record import Record
from tablee.core.registry import game_names, game_type

DIFFERS = 1


def add_commands(commands: Any, anywhere: argparse.ArgumentParser) -> None:
    kit = commands.add_parser("kit", help="facts to check another implementation by")
    kinds = kit.add_subparsers(metavar="COMMAND", required=True)

    write = kinds.add_parser(
        "write", parents=[anywhere], help="write the kit as JSON, a file a game and rules version"
    )
    write.add_argument("folder", metavar="FOLDER", type=Path, help="a folder that exists")
    write.set_defaults(run=run_write)

    check = kinds.add_parser("check", parents=[anywhere], help="check this program by the kit")
    check.add_argument("--deepest", metavar="N", type=int, default=2, help="moves to look ahead")
    check.set_defaults(run=run_check)

    make = kinds.add_parser("make", parents=[anywhere], help="make the kit anew, by this program")
    make.add_argument("folder", metavar="FOLDER", type=Path, help="a folder that exists")
    make.add_argument("records", metavar="RECORD", nargs="*", help="games that belong into it")
    make.set_defaults(run=run_make)


def run_write(options: argparse.Namespace, console: Console) -> int:
    from tablee.testing import kit

    targets = {name: options.folder / f"{name}.json" for name in kit.names()}
    for target in targets.values():
        check_folder(str(target))
        if target.exists():
            raise Invalid(say("kit-there", file=str(target)))
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
    check_folder(str(options.folder / "kit"))
    for game in game_names():
        for version in game_type(game).rules_versions:
            target = options.folder / f"{game}-{version}.json.gz"
            target.write_bytes(kit.packed(kit.make(game, version, records)))
            console.print(say("written", file=str(target)))
    return 0
