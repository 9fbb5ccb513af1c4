"""``tablee book``: the operator accepts or declines proposals for the server's own book."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tablee.cli.console import Console, say
from tablee.cli.extras import needed
from tablee.cli.help import Help
from tablee.cli.house import add_place, settings_of
from tablee.cli.numbers import up_to

if TYPE_CHECKING:
    from tablee.server.problems.store import ProblemStore, State

ACTIONS: dict[str, State] = {"accept": "accepted", "decline": "declined"}
UNKNOWN = 1


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    book = commands.add_parser("book", help=tell("book"))
    actions = book.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name in ("list", *ACTIONS):
        parser = actions.add_parser(name, parents=[anywhere], help=tell(f"book-{name}"))
        add_place(parser, tell)
        if name in ACTIONS:
            parser.add_argument(
                "number",
                type=up_to(2**31 - 1),
                nargs="+",
                metavar="NUMBER",
                help=tell("book-number"),
            )
            parser.set_defaults(run=decide)
        else:
            parser.add_argument("--json", action="store_true", help=tell("json"))
            parser.set_defaults(run=show)


@asynccontextmanager
async def _store(options: argparse.Namespace) -> AsyncIterator[ProblemStore]:
    """Opens the database. A server may use it meanwhile; it sees the changes within seconds."""
    with needed("server"):
        from tablee.server.messages import Refused
        from tablee.server.problems.store import ProblemStore
        from tablee.server.storage.kinds import journal_at
        from tablee.server.storage.sqlite import SqliteJournal

    journal = journal_at(settings_of(options).database_address)
    if isinstance(journal, SqliteJournal) and not journal.file.is_file():
        raise Refused("no-database", file=str(journal.file), problem="not found")
    async with journal.looking():
        revision, latest = await journal.revision()
        if not latest:
            raise Refused("old-database", found=revision or "-")
        yield ProblemStore(journal)


def show(options: argparse.Namespace, console: Console) -> int:
    async def rows() -> list[dict[str, Any]]:
        import msgspec

        async with _store(options) as store:
            return [
                {
                    "number": row["id"],
                    "state": row["state"],
                    "date": datetime.fromtimestamp(row["created_at"], UTC).date().isoformat(),
                    "name": row["name"],
                    "problem": row["problem"],
                    **msgspec.json.decode(row["facts"]),
                }
                for state in ("waiting", "accepted")
                for row in await store.proposals(state)
            ]

    found = asyncio.run(rows())
    if options.json:
        console.print_json(found)
        return 0
    for one in found:
        motifs = ", ".join(one["motifs"])
        shown = {**one, "motifs": motifs, "difficulty": f"{one['difficulty']:.1f}"}
        console.print(say(f"book-{one['state']}", **shown))
    if not found:
        console.print(say("book-empty"))
    return 0


def decide(options: argparse.Namespace, console: Console) -> int:
    """Accepts or declines. Either can be changed later by the other."""

    async def done() -> list[int]:
        async with _store(options) as store:
            return await store.decide(options.number, ACTIONS[options.action])

    found = asyncio.run(done())
    for number in found:
        console.print(say(f"book-{ACTIONS[options.action]}-now", number=number))
    missing = sorted({*options.number} - {*found})
    for number in missing:
        console.print(say("book-unknown", number=number))
    return UNKNOWN if missing else 0
