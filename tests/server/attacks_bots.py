"""Attacks on bots and solver, for tests and measurements. Each takes the address of a server."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import httpx

from attacks_questions import Stranger
from tablee.client import Guest, ServerRefused
from tablee.server.wishes import Joining, NewTable, SeatWish

BOT_FIRST = NewTable(
    "fragile",
    options={"players": "2", "first": "2"},
    seats=[SeatWish(), SeatWish(bot="5")],
    join=Joining("Anna"),
)
ADVERSARIAL = (
    "9;H9gA1,I9c,G1c,E6c,F9c,I5c,A9c,B5c,B8c,G4c,F1c,F5c;B1,B2;F2,G9,I8",
    "9;D4c,E4c,F4c,G4c,D5c,G5c,D6c,G6c,D7c,E7c,F7c,G7gC3;E5,F5,E6;C2,D3",
)
"""Problems over which the solver or the checker takes long."""


async def bot_tables(address: str, count: int = 120) -> None:
    """Makes many tables at which a bot plays first, each as another guest."""
    for _ in range(count):
        async with Guest(address) as guest:
            try:
                await guest.create(BOT_FIRST)
            except ServerRefused:
                return


async def solver_hang_ups(address: str, count: int = 17) -> None:
    """Asks the solver hard questions and hangs up after a second."""

    async def ask(number: int) -> None:
        async with Stranger(address, timeout=1.0) as stranger:
            wish = {"problem": ADVERSARIAL[number % len(ADVERSARIAL)]}
            with suppress(httpx.HTTPError, KeyError):
                await stranger.ask("/api/problems/check", wish)

    await asyncio.gather(*map(ask, range(count)))


ATTACKS = {"bot_tables": bot_tables, "solver_hang_ups": solver_hang_ups}
