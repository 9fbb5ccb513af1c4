"""Simulated people. They use the library's own client, over simulated lines."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from websockets.exceptions import ConnectionClosed

from simulated.network import ClientSocket
from tablee.client.live import HOPELESS, LiveTable, ServerRefused
from tablee.core.errors import TableeError
from tablee.server import protocol
from tablee.server.entries import Rematched
from tablee.server.match import OVER

if TYPE_CHECKING:
    from simulated.world import World


class Client(LiveTable):
    """A live table whose every word is compared with the truth."""

    def __init__(self, world: World, table_id: str, guest: str) -> None:
        super().__init__("", str)
        self.world, self.table_id, self.guest = world, table_id, guest
        self.socket: ClientSocket | None = None
        self._checked = 0

    @property
    def is_waiting(self) -> bool:
        """True while a request has no answer."""
        return bool(self._asked)

    async def do(self, deed: protocol.Deed) -> int:
        truth = self.world.truth
        truth.asked(self.guest, deed)
        try:
            number = await super().do(deed)
        except ServerRefused as refusal:
            truth.refused_(deed, refusal.code)
            raise
        truth.acknowledged(deed, number)
        return number

    async def _run(self) -> None:
        while True:
            try:
                self.socket = await self.world.connect(self.table_id, self.guest)
                self._socket: Any = self.socket
                self.connections += 1
                await self._converse(self._socket)
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in HOPELESS:
                    await self._fail(closed)
                    return
            except TimeoutError:
                pass
            finally:
                if self.socket is not None:
                    self.socket.cut()
                self.socket = self._socket = None
            await asyncio.sleep(self._delay)
            self._delay = min(2.0, self._delay * 2)

    async def _hear(self, text: str | bytes) -> None:
        self.world.truth.note("heard", self.world.now, self.guest, text)
        await super()._hear(text)
        if self.number >= 0:
            fresh = [entry for entry in self.entries if entry.number > self._checked]
            self.world.truth.told(self.table_id, fresh, self.state)
            self._checked = max(self._checked, self.number)


class Person:
    """Sits down somewhere, plays, chats, takes back, leaves and comes back."""

    def __init__(self, world: World, name: str, table_id: str, *, watches: bool) -> None:
        self.world, self.name, self.table_id = world, name, table_id
        self.guest = f"guest {name}"
        self.watches = watches
        self.rng = world.rng
        self.client = Client(world, table_id, self.guest)

    async def live(self) -> None:
        """Visits the table until the world is calm, and then until all is answered."""
        if not self.watches:
            await self._sit_down()
        while not self.world.is_calm:
            with contextlib.suppress(ConnectionClosed):
                async with self.client:
                    await self._visit(self.rng.uniform(2, 30))
            self.client = Client(self.world, self.table_id, self.guest)
            if not self.world.is_calm:
                await asyncio.sleep(self.rng.uniform(0.1, 10))
        async with self.client:  # everybody is there at the end
            await self.client.until(lambda _: self.world.is_over)

    async def _sit_down(self) -> None:
        for _ in range(5):  # or the table is full
            with contextlib.suppress(TimeoutError, TableeError):
                await self.world.join(self.table_id, self.guest, self.name)
                return
            if self.world.is_calm:
                return
            await asyncio.sleep(self.rng.uniform(0.5, 2))

    async def _visit(self, seconds: float) -> None:
        until = self.world.loop.time() + seconds
        while (
            self.world.loop.time() < until
            and not self.world.is_calm
            and self.client.table_id == self.table_id
        ):
            await asyncio.sleep(self.rng.expovariate(1 / self.world.plan.pace))
            with contextlib.suppress(ServerRefused):
                await self._act()

    async def _act(self) -> None:
        table, rng = self.client, self.rng
        chance = rng.random()
        if table.state.phase == OVER and chance < 0.5:
            await self._play_again()
        elif chance < 0.08:
            await table.chat(f"word {rng.randrange(1000)}")
        elif chance < 0.12:
            await asyncio.gather(
                *(table.chat(phrase="hello") for _ in range(3)), return_exceptions=True
            )
        elif chance < 0.16:
            await table.extend()
        elif chance < 0.20:
            await table.take_back(rng.randrange(len(table.seats)))
        elif chance < 0.22 and not self.watches:
            await self._leave_and_return()
        elif chance < 0.30 and table.state.undo.possible:
            await table.undo()
        elif chance < 0.33:
            await table.play("nonsense")
        elif chance < 0.38 and table.state.moves:
            await table.play(rng.choice(table.state.moves), rng.randrange(table.number + 2))
        elif (table.is_my_turn and table.state.moves) or (chance > 0.97 and table.state.moves):
            await table.play(rng.choice(table.state.moves))
        else:
            mine = [seat for seat in table.yours if table.seats[seat].stand_in]
            if mine:
                await table.take_back(mine[0])

    async def _play_again(self) -> None:
        """Asks for a rematch, or goes where the others play it."""
        known = [one.table for one in self.client.entries if isinstance(one, Rematched)]
        if known:
            self.table_id = known[0]
        elif self.client.yours:
            with contextlib.suppress(TimeoutError, TableeError):
                found = await self.world.rematch(self.table_id)
                self.world.truth.rematched(self.table_id, found)
                self.table_id = found

    async def _leave_and_return(self) -> None:
        with contextlib.suppress(TimeoutError, TableeError):
            await self.world.leave(self.table_id, self.guest, self.client.yours)
            await asyncio.sleep(self.rng.uniform(0.1, 3))
            await self._sit_down()
