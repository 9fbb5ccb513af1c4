"""Attacks of strangers on what a server keeps."""

import asyncio

import httpx

TABLES = 200


async def many_tables(address: str, tables: int = TABLES) -> list[int]:
    """Makes tables, each as a new guest without a cookie. Returns the status of each answer."""

    async def make() -> int:
        async with httpx.AsyncClient(base_url=address, timeout=60) as stranger:
            token = (await stranger.get("/health")).cookies.get("csrftoken", "")
            headers = {"x-csrftoken": token}
            made = await stranger.post("/api/tables", json={"game": "fragile"}, headers=headers)
            return made.status_code

    statuses: list[int] = []
    for _ in range(0, tables, 20):
        statuses += await asyncio.gather(*(make() for _ in range(20)))
    return statuses


ATTACKS = {"many_tables": many_tables}
