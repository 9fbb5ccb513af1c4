"""``tablee doctor``, ``tidy`` and ``backup`` look after the house of a server."""

from __future__ import annotations

import argparse
import asyncio
import os
from pathlib import Path
from typing import Any

from tablee.cli.console import Console, say
from tablee.cli.extras import needed
from tablee.cli.help import Help
from tablee.cli.serve import DATABASE, add_policy
from tablee.server.settings import Settings, default_data_dir

UNWELL = 1


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    doctor = commands.add_parser("doctor", parents=[anywhere], help=tell("doctor"))
    add_place(doctor, tell)
    doctor.add_argument("--repair", action="store_true", help=tell("doctor-repair"))
    doctor.add_argument("--json", action="store_true", help=tell("json"))
    doctor.set_defaults(run=examine)

    tidy = commands.add_parser("tidy", parents=[anywhere], help=tell("tidy"))
    add_place(tidy, tell)
    add_policy(tidy, tell)
    tidy.add_argument("--dry-run", action="store_true", help=tell("tidy-dry"))
    tidy.set_defaults(run=tidy_up)

    backup = commands.add_parser("backup", parents=[anywhere], help=tell("backup"))
    backup.add_argument("folder", type=Path, metavar="FOLDER", help=tell("backup-folder"))
    add_place(backup, tell)
    backup.set_defaults(run=back_up)


def add_place(parser: argparse.ArgumentParser, tell: Help) -> None:
    parser.add_argument(
        "--data-dir",
        type=Path,
        metavar="DIR",
        help=tell("house-data", folder=str(default_data_dir())),
    )
    parser.add_argument("--database", default="", metavar="URL", help=tell("house-database"))


def settings_of(options: argparse.Namespace) -> Settings:
    return Settings(
        data_dir=options.data_dir or default_data_dir(),
        database=options.database or ("" if options.data_dir else os.environ.get(DATABASE, "")),
        expire_open=getattr(options, "expire_open", 0.0),
        keep_finished=getattr(options, "keep_finished", 0.0),
    )


def examine(options: argparse.Namespace, console: Console) -> int:
    # The database takes long to import. Other commands do not need it.
    with needed("server"):
        from tablee.server.doctor import Finding
        from tablee.server.doctor import examine as look

    async def found() -> list[Finding]:
        findings = []
        async for finding in look(settings_of(options), repair=options.repair):
            findings.append(finding)
            if not options.json:
                mark = "mended" if finding.mended else "ok" if finding.ok else "bad"
                text = finding.message.text(console.language)
                console.print(f"{say(f'doctor-{mark}').text(console.language)}: {text}")
        return findings

    findings = asyncio.run(found())
    well = all(finding.ok for finding in findings)
    if options.json:
        console.print_json({"ok": well, "findings": [one.to_json() for one in findings]})
    return 0 if well else UNWELL


def tidy_up(options: argparse.Namespace, console: Console) -> int:
    with needed("server"):
        from tablee.server.upkeep import tidy_once

    removed = asyncio.run(tidy_once(settings_of(options), dry_run=options.dry_run))
    if options.dry_run:
        for table_id in removed:
            console.print(table_id)
    console.print(say("tidy-would" if options.dry_run else "tidied", count=len(removed)))
    return 0


def back_up(options: argparse.Namespace, console: Console) -> int:
    with needed("server"):
        from tablee.server.messages import Refused
        from tablee.server.storage import backup
        from tablee.server.storage.kinds import journal_at
        from tablee.server.storage.sqlite import SqliteJournal

    settings = settings_of(options)
    journal = journal_at(settings.database_address)
    if not isinstance(journal, SqliteJournal):
        raise Refused("backup-postgresql")
    backup.back_up(settings.data_dir, journal.file, options.folder)
    console.print(say("backed-up", folder=str(options.folder)))
    return 0
