"""The machines on which the servers of a world run."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from simulated.disk import LocalJournal, SharedJournal
from simulated.loop import Process
from simulated.nodes import SimulatedNode
from simulated.workers import SimulatedWorkers
from tablee.server.app import Server
from tablee.server.messages import Refused
from tablee.server.settings import Limits, Settings

if TYPE_CHECKING:
    from simulated.world import World

FREE = Limits(
    messages_per_second=1e6,
    message_burst=10**6,
    chats_per_minute=1e6,
    chat_burst=10**6,
    guests_per_caller=1000,
)


class Host:
    """A machine for a server. The server may die; the next one starts from the disk."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.name = world, name
        self.server: Server | None = None
        self.is_cut_off = False
        self.start()

    def start(self) -> None:
        if self.world.plan.nodes == 1:
            self.world.set_clock_right()  # as machines do when they start
        self.process = Process(self.world.loop, self.name)
        self._ending = asyncio.Event()
        self.process.spawn(self._supervise(self.process))

    async def _supervise(self, process: Process) -> None:
        """A node that cannot start without its database is started again."""
        try:
            await self._serve()
        except Refused:
            self.world.outside(0.5, self._start_again, process)
        except Exception as error:  # noqa: BLE001  # the world ends with it
            self.world.failed(error)

    async def _serve(self) -> None:
        world = self.world
        settings = Settings(database="sqlite:///none", limits=FREE, think_seconds=0.5)
        if world.plan.nodes == 1:
            storage: Any = (LocalJournal(world), None)
        else:
            shared = SharedJournal(world, self.name)
            broker = replace(settings, broker="redis://nowhere.invalid")
            storage = (shared, SimulatedNode(world, broker, shared, self.name))
        server = Server(settings, storage, lambda count: SimulatedWorkers(world, count))
        if world.plan.nodes == 1:
            now = world.make_clock()
            server.tables.house = replace(server.tables.house, now=now, down_until=now())
        await server.journal.open()
        async with server.serving():
            self.server = server
            await self._ending.wait()
            self.server = None

    def crash(self) -> None:
        """Ends it like a power cut. After a while the next server starts."""
        world = self.world
        world.crashes += 1
        world.truth.note("crash", world.now, self.name)
        self.process.is_alive = False
        self.server = None
        world.post.branches.pop(self.name, None)
        world.cut_all(self)
        world.outside(0.1 if world.is_calm else world.rng.uniform(0.1, 5), self.start)

    def stop(self) -> None:
        """Ends it in order, and starts it again."""
        self.world.truth.note("stop", self.world.now, self.name)
        ending, self._ending = self._ending, asyncio.Event()
        ending.set()
        self.world.outside(self.world.rng.uniform(0.5, 5), self._start_again, self.process)

    def _start_again(self, process: Process) -> None:
        if process is self.process and process.is_alive:
            self.crash()
