"""Simulated nodes: the server's own ``Node`` with another broker. The broker loses and reorders."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from tablee.core.errors import TableeError
from tablee.server.broker import NODE_LASTS
from tablee.server.clock import SteadyClock
from tablee.server.node import APART, Node
from tablee.server.presence import LocalPresence
from tablee.server.rounds import Whose
from tablee.server.settings import Settings
from tablee.server.tables import Tables
from tablee.server.turns import LONGEST_TURN

if TYPE_CHECKING:
    from simulated.disk import SharedJournal
    from simulated.world import World

RETRIES = 5


class Post:
    """What Redis is to the nodes: messages, the queue of bots' turns, signs of life."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.branches: dict[str, Branch] = {}
        self.signs: dict[str, float] = {}
        self.up_since = self.up_until = 0.0
        self.jobs: set[tuple[str, int]] = set()

    @property
    def keeps_up_since(self) -> bool:
        return self.world.now < self.up_until

    def reaches(self, name: str) -> bool:
        return not self.world.is_cut_off(name) and not self.world.post_is_away


class Branch:
    """A node's way to the others, as ``Broker`` and ``OtherNodes``."""

    def __init__(self, post: Post, name: str) -> None:
        self.post, self.world, self.name = post, post.world, name
        self.wanted: set[str] = set()
        self.ending = False
        self._heard: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self.channels = self
        self.turns: SimulatedTurns | None = None
        post.branches[name] = self

    def send(self, channel: str, data: bytes) -> None:
        if not self.post.reaches(self.name):
            return
        for other in self.post.branches.values():
            follows = other is not self and channel.partition("/")[0] in other.wanted
            if follows and not self.world.happens(self.world.plan.messages_lost):
                self.world.outside(self.world.delay(0.02), other.arrive, channel, data)

    def arrive(self, channel: str, data: bytes) -> None:
        if self.post.reaches(self.name):
            self._heard.put_nowait((channel, data))

    async def follow(self, channel: str) -> None:
        self.wanted.add(channel)
        await asyncio.sleep(self.world.delay(0.005))

    async def unfollow(self, channel: str) -> None:
        self.wanted.discard(channel)
        await asyncio.sleep(self.world.delay(0.005))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        yield

    async def stream_events(self) -> AsyncIterator[tuple[str, bytes]]:
        while not self.ending:
            yield await self._heard.get()

    async def sign_of_life(self, node: str, now: float) -> bool:
        if not self.post.reaches(self.name):
            return False
        if self.post.keeps_up_since:
            self.post.up_until = self.world.now + NODE_LASTS
        is_new = node not in self.post.signs
        signs = {**self.post.signs, node: now}
        self.post.signs = {one: at for one, at in signs.items() if at >= now - NODE_LASTS}
        return is_new

    async def last_sign(self) -> float | None:
        if not self.post.reaches(self.name):
            return None
        return max(self.post.signs.values(), default=None)

    async def up_since(self, now: float) -> float:
        if not self.post.reaches(self.name):
            return now
        if not self.post.keeps_up_since:
            self.post.up_since, self.post.up_until = now, self.world.now + NODE_LASTS
        return self.post.up_since

    async def living_nodes(self) -> frozenset[str]:
        if not self.post.reaches(self.name):
            return frozenset()
        return frozenset(self.post.signs)

    async def add_up(self, _: int, counts: dict[str, int]) -> dict[str, int]:
        return counts

    async def farewell(self, node: str) -> None:
        self.post.signs.pop(node, None)
        if not self.post.signs:
            self.post.up_until = 0.0

    async def close(self) -> None: ...


class SimulatedTurns:
    """The queue of bots' turns. A job is claimed by any node that lives, and tried again."""

    def __init__(self, branch: Branch, tables: Tables) -> None:
        self.branch, self.tables = branch, tables
        self.process: Any = None

    def start(self) -> None:
        self.branch.turns = self
        self.process = self.branch.world.process_here()

    async def stop(self) -> None:
        self.branch.turns = None

    async def depth(self) -> int:
        return len(self.branch.post.jobs)

    async def waiting(self) -> int:
        return 0

    def call(self, table_id: str, version: int, _: Whose) -> None:
        job, post = (table_id, version), self.branch.post
        if job not in post.jobs and post.reaches(self.branch.name):
            post.jobs.add(job)
            self._hand_over(job, RETRIES)

    def _hand_over(self, job: tuple[str, int], tries: int) -> None:
        world = self.branch.world
        world.outside(world.delay(0.02), self._claim, job, tries)

    def _claim(self, job: tuple[str, int], tries: int) -> None:
        """Some node takes the job. Now and then it is lost with Redis, or two nodes take it."""
        post, world = self.branch.post, self.branch.world
        ready = [
            one.turns
            for one in post.branches.values()
            if one.turns is not None and one.turns.process.is_alive and post.reaches(one.name)
        ]
        post.jobs.discard(job)
        if tries and ready and not world.happens(world.plan.messages_lost):
            chosen = world.rng.sample(ready, 2 if len(ready) > 1 and world.happens(0.1) else 1)
            for one in chosen:
                one.process.spawn(one.play(job, tries - 1))

    async def play(self, job: tuple[str, int], tries: int) -> None:
        table_id, version = job
        try:
            async with asyncio.timeout(LONGEST_TURN), self.tables.using(table_id) as table:
                await table.attendant.play_bot(version)
        except (TableeError, TimeoutError):
            self._hand_over(job, tries)


class SimulatedPresence(LocalPresence):
    async def repeat(self) -> None: ...


class SimulatedNode(Node):
    def __init__(self, world: World, settings: Settings, journal: SharedJournal, name: str) -> None:
        super().__init__(settings, journal)  # builds clients of Redis, which connect to nothing
        self.world, self.name = world, name
        self.steady = SteadyClock().now
        self.broker: Any = Branch(world.post, name)
        self.presence: Any = SimulatedPresence()

    async def _read_time(self) -> None:
        """Nobody but the others can tell it that the database's clock has jumped.

        If there is nobody to ask, somebody sets that clock right.
        """
        alone = not self._knows_others
        await super()._read_time()
        if abs(self.now() - self.world.now) <= APART:
            return
        self.world.truth.insist(
            alone or not self._knows_others, "a node goes by a clock that has jumped"
        )
        self.world.set_clock_right()
        await super()._read_time()

    @property
    def _knows_others(self) -> bool:
        post = self.world.post
        return post.reaches(self.name) and any(
            one.turns is not None and one.turns.process.is_alive and post.reaches(one.name)
            for one in post.branches.values()
        )

    def make_turns(self, tables: Tables) -> Any:
        return SimulatedTurns(self.broker, tables)
