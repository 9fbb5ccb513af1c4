"""Many people who have games analysed at once. Takes the address of a server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx

from tablee.client import Guest

RECORD = Path(__file__).parents[1] / "analysis" / "planted_fragile.txt"
PAUSE = 1.0
"""Seconds between two questions how far an analysis is."""


async def ten_analyses(address: str, count: int = 10) -> list[str]:
    """Begins analyses as guests of several addresses. Returns the state of each at its end."""
    record = RECORD.read_text(encoding="utf-8")

    async def one(number: int) -> str:
        async with Guest(address) as guest:
            # An address may have four at a time.
            home = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{2 + number // 4}")
            guest.http = httpx.AsyncClient(base_url=address, timeout=30, transport=home)
            begun = await guest.analyse_record(f"{record}# copy {number}\n")
            while (view := await guest.record_analysis(begun.id)).state == "running":
                await asyncio.sleep(PAUSE)
            return view.state

    return await asyncio.gather(*map(one, range(count)))


ATTACKS = {"ten_analyses": ten_analyses}
