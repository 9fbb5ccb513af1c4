"""Attacks of strangers on what a server keeps."""

import asyncio

from attacks_questions import Stranger

TABLES = 200


async def many_tables(address: str, tables: int = TABLES) -> list[int]:
    """Makes tables, each as a new guest without a cookie. Returns the status of each answer."""

    async def make() -> int:
        async with Stranger(address) as stranger:
            return (await stranger.ask("/api/tables", {"game": "fragile"})).status_code

    statuses: list[int] = []
    for _ in range(0, tables, 20):
        statuses += await asyncio.gather(*(make() for _ in range(20)))
    return statuses


ATTACKS = {"many_tables": many_tables}
