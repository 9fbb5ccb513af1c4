"""Attacks by questions: records, branches, analyses and progress.

Each takes the address of a server, and ends by itself.
"""

import asyncio
import json
import random
from contextlib import suppress
from functools import cache
from typing import Any

import httpx
from websockets.asyncio.client import connect

from tablee.core.record import Record
from tablee.games.fragile import Fragile
from tablee.games.fragile.problems.book import SHIPPED, shipped
from tablee.server.table import LONGEST_RESUME

AT_ONCE = 20
SOON = 0.2
"""Seconds after which an asker hangs up."""
FORM = {"content-type": "application/x-www-form-urlencoded"}


@cache
def long_record(moves: int = 1500, seed: int = 1) -> str:
    """Returns the record of a game at random that does not end soon."""
    rng, state, played = random.Random(seed), Fragile.from_options({"idle": "off"}).initial(), []
    game = state.game
    while state.actor is not None and len(played) < moves:
        played.append(rng.choice(state.legal_moves()))
        state = state.play(played[-1])
    return Record(game, tuple(played)).text()


class Stranger(httpx.AsyncClient):
    """Somebody without a cookie."""

    def __init__(self, address: str, timeout: float = 60.0) -> None:
        # Certificates take long to read, and nobody needs them here.
        super().__init__(base_url=address, timeout=timeout, verify=False)

    async def ask(self, path: str, wish: Any) -> httpx.Response:
        if "csrftoken" not in self.cookies:
            await self.get("/health")
        return await self.post(path, json=wish, headers={"x-csrftoken": self.cookies["csrftoken"]})


async def hang_up(address: str, path: str, wish: Any) -> None:
    async with Stranger(address) as stranger:
        with suppress(httpx.HTTPError, TimeoutError):
            await asyncio.wait_for(stranger.ask(path, wish), SOON)


async def what_if_hang_ups(address: str) -> None:
    """Asks for branches of long games and hangs up."""
    wishes = [
        {"start": {"type": "record", "text": long_record(seed=seed)}, "after": 10**6}
        for seed in range(2)
    ]
    asked = (hang_up(address, "/api/what-if", wishes[n % 2]) for n in range(AT_ONCE))
    await asyncio.gather(*asked)


async def advice_hang_ups(address: str) -> None:
    """Asks a bot for advice and hangs up."""
    wish = {"start": {"type": "record", "text": long_record(40)}}
    await asyncio.gather(*(hang_up(address, "/api/what-if/advice", wish) for _ in range(AT_ONCE)))


async def cancelled_analyses(address: str) -> None:
    """Begins analyses as many guests, and cancels them."""

    async def begin(seed: int) -> None:
        async with Stranger(address) as stranger:
            begun = await stranger.ask("/api/analyses", {"record": long_record(300, seed)})
            if begun.status_code == 202:
                path, token = f"/api/analyses/{begun.json()['id']}", stranger.cookies["csrftoken"]
                for _ in range(5):
                    await stranger.get(path)
                await stranger.delete(path, headers={"x-csrftoken": token})

    await asyncio.gather(*map(begin, range(8)), return_exceptions=True)


def full_progress() -> list[dict[str, Any]]:
    """Returns requests that fill all that a guest may keep."""
    problems = [entry.problem.text for name in SHIPPED for entry in shipped(name).entries]
    kept = {"hints": 1, "best": {"turns": 9, "hints": 0, "moves": ["x" * 40] * 10}}
    lots = [problems[at : at + 100] for at in range(0, len(problems), 100)]
    return [{"problems": dict.fromkeys(lot, kept)} for lot in lots]


async def fat_progress(address: str) -> None:
    """Fills the progress of one guest, and asks for all of it again and again."""
    async with Stranger(address) as stranger:
        await stranger.ask("/api/tables", {"game": "fragile", "join": {"name": "Eve"}})
        with suppress(httpx.HTTPError):
            for wish in full_progress() * 3:
                await stranger.ask("/api/problems/progress", wish)


async def resumes(address: str, seconds: float = 5.0) -> None:
    """Asks for the last part of a long log again and again, as ten guests."""
    async with Stranger(address) as host:
        start = {"type": "record", "text": long_record()}
        wish = {"start": start, "seats": [{}, {"bot": "random"}], "join": {"name": "Eve"}}
        made = (await host.ask("/api/what-if/table", {**wish, "private": False})).json()
    live = f"{address.replace('http', 'ws', 1)}/live/{made['table']['id']}"

    async def resume() -> None:
        async with Stranger(address) as guest:
            await guest.ask("/api/analyses", {"record": "x"})  # gives a cookie to everybody
            cookie = {"Cookie": f"tablee_guest={guest.cookies['tablee_guest']}"}
        async with connect(live, additional_headers=cookie, max_size=None) as socket:
            await socket.send('{"type": "hello"}')
            number = json.loads(await socket.recv())["state"]["number"]
            for _ in range(int(10 * seconds)):
                await socket.send(f'{{"type": "resume", "last": {number - LONGEST_RESUME}}}')
                await socket.recv()
                await asyncio.sleep(0.1)

    await asyncio.gather(*(resume() for _ in range(10)), return_exceptions=True)


async def forms(address: str) -> None:
    """Sends forms, in which a token is looked for."""
    async with Stranger(address) as stranger:
        for _ in range(50):
            with suppress(httpx.HTTPError):
                await stranger.post("/api/tables", content=b"a=&" * 20_000, headers=FORM)


async def fat_answers(address: str) -> None:
    """Asks for the longest answers, at once and without an end."""
    paths = ["/schema/openapi.json", "/api/problems", "/api/games/fragile/rules"]
    async with Stranger(address) as stranger:
        for _ in range(5):
            asked = (stranger.get(path) for path in paths * 5)
            await asyncio.gather(*asked, return_exceptions=True)


ATTACKS = {
    "what_if_hang_ups": what_if_hang_ups,
    "advice_hang_ups": advice_hang_ups,
    "cancelled_analyses": cancelled_analyses,
    "fat_progress": fat_progress,
    "resumes": resumes,
    "forms": forms,
    "fat_answers": fat_answers,
}
