"""Watches a table until its game is over, and prints what happens in sentences.

python watch.py http://127.0.0.1:8000 TABLE --key KEY --language fr
"""

import argparse
import asyncio
from functools import partial

from tablee.client import AnyEntry, Drawn, Ended, Guest, LiveTable, Played


def told(entry: AnyEntry, language: str) -> list[str]:
    """The sentences of an entry: of the moves, of chance, and of the end."""
    match entry:
        case Played() | Drawn():
            return [event["text"][language] for event in entry.events]
        case Ended():
            return [entry.reason[language]]
        case _:
            return []


async def watch(address: str, table_id: str, key: str, language: str) -> None:
    shown = 0
    async with Guest(address) as guest, guest.live(table_id, key) as table:
        while shown < len(table.entries) or table.state.phase != "over":
            # `entries` begins with the first of the table and grows, also over lost connections.
            await table.until(partial(has_news, shown))
            for entry in table.entries[shown:]:
                for sentence in told(entry, language):
                    print(sentence, flush=True)
                shown += 1


def has_news(shown: int, table: LiveTable) -> bool:
    return len(table.entries) > shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("table")
    parser.add_argument("--key", default="", help="of the link, if the table is private")
    parser.add_argument("--language", default="en", choices=("en", "fr", "de"))
    arguments = parser.parse_args()
    asyncio.run(watch(arguments.address, arguments.table, arguments.key, arguments.language))


if __name__ == "__main__":
    main()
