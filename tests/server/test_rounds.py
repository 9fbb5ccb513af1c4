"""Places for work are given in rounds, and none is lost."""

from __future__ import annotations

import asyncio

import pytest

from tablee.server.rounds import Places, Whose

pytestmark = pytest.mark.anyio

CROWD, NEWCOMER = Whose("one", "anna"), Whose("one", "bert")


async def _work(places: Places, whose: Whose, served: list[str]) -> None:
    async with places.taken(whose):
        served.append(whose.guest)
        await asyncio.sleep(0)


async def test_a_newcomer_does_not_wait_behind_all_of_another_guest() -> None:
    places, served = Places(2), list[str]()
    crowd = [asyncio.create_task(_work(places, CROWD, served)) for _ in range(20)]
    await asyncio.sleep(0)
    await _work(places, NEWCOMER, served)
    assert served.index("bert") == 2
    await asyncio.gather(*crowd)
    assert len(served) == 21


async def test_who_leaves_gives_the_place_back_or_never_had_it() -> None:
    places, served = Places(1), list[str]()
    first = asyncio.create_task(_work(places, CROWD, served))
    second = asyncio.create_task(_work(places, CROWD, served))
    await asyncio.sleep(0)
    second.cancel()  # while it waits
    third = asyncio.create_task(_work(places, CROWD, served))
    await first
    third.cancel()  # as soon as it got the place
    await asyncio.gather(second, third, return_exceptions=True)
    async with asyncio.timeout(5):
        await _work(places, NEWCOMER, served)
    assert served[-1] == "bert"
