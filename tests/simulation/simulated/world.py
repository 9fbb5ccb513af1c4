"""A world from a seed: servers, people, and the faults that meet them."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar

from simulated.disk import Disk
from simulated.faults import Faults
from simulated.host import FREE, Host
from simulated.loop import PROCESS, Process, SimulatedLoop
from simulated.machine import machine, overhearing
from simulated.network import ClientSocket, Pipe, SimulatedLine
from simulated.nodes import Post
from simulated.people import Client, Person
from simulated.plan import CALM, Plan
from simulated.truth import Truth
from simulated.workers import BotBug
from tablee.server.app import Server
from tablee.server.clock import SteadyClock
from tablee.server.live import Visitor, _attend
from tablee.server.match import PLAYING
from tablee.server.storage.journal import Write
from tablee.server.tables import make_plan, new_row
from tablee.server.wishes import Clock, NewTable, SeatWish

T = TypeVar("T")

EPOCH = 1_700_000_000.0
ANSWER = 8.0
"""Seconds after which a person gives a request up."""
PATIENCE = 45.0
"""Seconds within which, without faults, a bot has played and a clock has ended: two leases of the
watch, a lost worker and its second try."""
LONGEST = 10.0
"""Seconds. Whatever takes longer counts as lost."""
CATCH_UP = 15.0
"""Seconds within which, without faults, everybody sees an entry: a heartbeat of the client."""
ONE_CLOCK, MANY_CLOCKS = 0.01, 2.0
"""Seconds by which a server's clock may be wrong. Nodes hear the time over a slow network."""


@dataclass(frozen=True)
class Report:
    seed: int
    steps: int
    entries: int
    crashes: int
    digest: str
    """A hash of everything that happened."""


class World:
    def __init__(self, seed: int, plan: Plan | None = None) -> None:
        self.seed, self.rng = seed, Random(seed)
        self.plan = Plan.of(self.rng) if plan is None else plan
        self.loop = SimulatedLoop(self.rng, shuffled=self.plan.shuffled)
        self.truth = Truth(ONE_CLOCK if self.plan.nodes == 1 else MANY_CLOCKS)
        self.disk, self.post = Disk(self), Post(self)
        self.hosts: list[Host] = []
        self.people: list[Person] = []
        self.lines: list[tuple[Host, ClientSocket]] = []
        self.disk_is_full = self.post_is_away = False
        self.is_calm = self.is_over = False
        self.crashes = 0
        self.jumped = 0.0
        self._failure: BaseException | None = None
        self._outside = Process(self.loop, "outside")

    # Time and chance

    @property
    def now(self) -> float:
        """The true time."""
        return EPOCH + self.loop.time()

    def steady(self) -> float:
        return EPOCH + self.loop.time()

    def wall(self) -> float:
        """The time as the machine tells it. It jumps."""
        return self.steady() + self.jumped

    def set_clock_right(self) -> None:
        self.jumped = 0.0

    def make_clock(self) -> Callable[[], float]:
        """The clock by which a server goes. A test plants another."""
        return SteadyClock().now

    def delay(self, usual: float) -> float:
        """Mostly about as long as usual, at times much longer."""
        wait = self.rng.expovariate(1 / usual) * self.plan.slow
        return min(LONGEST, wait * 20 if self.rng.random() < 0.02 and not self.is_calm else wait)

    def happens(self, probability: float) -> bool:
        return probability > 0 and self.rng.random() < probability

    def outside(self, delay: float, callback: Callable[..., Any], *args: Any) -> None:
        """Calls something that belongs to no server, so that no crash takes it along."""
        context = PROCESS.set(self._outside)
        try:
            self.loop.call_later(delay, callback, *args)
        finally:
            PROCESS.reset(context)

    def process_here(self) -> Process:
        found = PROCESS.get()
        assert found is not None
        return found

    def is_cut_off(self, name: str) -> bool:
        return any(host.is_cut_off for host in self.hosts if host.name == name)

    # What people ask for

    async def connect(self, table_id: str, guest: str) -> ClientSocket:
        """Returns a socket to a server that answers. Raises ``TimeoutError``."""
        await asyncio.sleep(self.delay(0.02))
        host = self.rng.choice(self.hosts)
        server = host.server
        if server is None:
            raise TimeoutError
        up, down = Pipe(self), Pipe(self)
        line = SimulatedLine(up, down, FREE.backlog)
        host.process.spawn(
            line.serve(_attend(server, line, table_id, Visitor(guest, "caller"), ""))
        )
        socket = ClientSocket(up, down)
        self.lines = [(other, one) for other, one in self.lines if not one.is_cut]
        self.lines.append((host, socket))
        return socket

    def cut_all(self, host: Host) -> None:
        for other, socket in self.lines:
            if other is host:
                socket.cut()

    async def request(self, work: Callable[[Server], Awaitable[T]]) -> T:
        """Asks a server over HTTP, so to speak. The answer may get lost: ``TimeoutError``."""
        server_host = self.rng.choice(self.hosts)
        answer: asyncio.Future[T] = self.loop.create_future()

        async def serve() -> None:
            server = server_host.server
            if server is None:
                return
            try:
                result, problem = await work(server), None
            except Exception as error:  # noqa: BLE001  # the asker gets it
                result, problem = None, error
            if not self.happens(self.plan.cuts / 4):
                self.outside(self.delay(0.02), _answer, answer, result, problem)

        def arrive() -> None:
            if server_host.process.is_alive:
                server_host.process.spawn(serve())

        self.outside(self.delay(0.02), arrive)
        return await asyncio.wait_for(answer, ANSWER)

    async def join(self, table_id: str, guest: str, name: str) -> None:
        async def sit_down(server: Server) -> None:
            async with server.tables.using(table_id) as table:
                await table.write(lambda draft: draft.join(guest, None, name, "", "salt"))

        await self.request(sit_down)

    async def leave(self, table_id: str, guest: str, seats: list[int]) -> None:
        async def stand_up(server: Server) -> None:
            async with server.tables.using(table_id) as table:
                for seat in seats:
                    await table.write(lambda draft, seat=seat: draft.leave(guest, seat))

        await self.request(stand_up)

    async def rematch(self, table_id: str) -> str:
        async def again(server: Server) -> str:
            async with server.tables.using(table_id) as table:
                return await server.tables.rematch(table)

        return await self.request(again)

    # The course of a world

    def run(self) -> Report:
        failed = overhearing(self.failed)
        with machine(self.rng, self.steady, self.wall), failed:
            try:
                self._live()
                return self._report()
            finally:
                self.loop.sweep()

    def _report(self) -> Report:
        entries = sum(len(found.entries) for found in self.truth.logs.values())
        steps = self.loop.steps
        self.truth.note(steps, self.rng.random())
        return Report(self.seed, steps, entries, self.crashes, self.truth.digest)

    def _live(self) -> None:
        self._outside.spawn(self._begin())
        self._go_on(self.plan.seconds)
        self.is_calm = True
        self.plan = replace(self.plan, **CALM)
        self.disk_is_full = self.post_is_away = False
        for host in self.hosts:
            host.is_cut_off = False
        self._go_on(PATIENCE)
        self._everything_is_answered()
        before = {name: len(found.entries) for name, found in self.truth.logs.items()}
        self._go_on(PATIENCE)
        self._everything_owed_is_done(before)

    async def _begin(self) -> None:
        self.hosts = [Host(self, f"node {number}") for number in range(self.plan.nodes)]
        for number in range(self.plan.tables):
            table_id = self._set_up_table(number)
            people = 2 if self.plan.game != "dash" else self.rng.randint(1, 3)
            for one in range(people):
                name = f"{'ABCDEFG'[one]}{number}"
                person = Person(self, name, table_id, watches=one == 2)
                self.people.append(person)
                self._outside.spawn(person.live())
        self._outside.spawn(Faults(self).happen())

    def _set_up_table(self, number: int) -> str:
        plan, rng = self.plan, self.rng
        players = rng.choice((2, 2, 3)) if plan.game == "dash" else 3
        options = {"players": str(players)}
        if plan.game == "dash":
            options["goal"] = str(plan.goal)
        seats = [SeatWish(), *(SeatWish(rng.choice((None, "random"))) for _ in range(players - 1))]
        clock = Clock() if plan.clock is None else Clock("turn", plan.clock)
        wish = NewTable(plan.game, options, seats=seats, clock=clock)
        table_id = f"{number:012x}"
        row = new_row(table_id, make_plan(wish), "guest A", "caller", self.now)
        self.disk.commit([Write(table_id, created=row)])
        return table_id

    def _go_on(self, seconds: float) -> None:
        until = self.loop.time() + seconds
        while self.loop.step(until):
            self._check()

    # Invariants

    def failed(self, error: BaseException) -> None:
        if not isinstance(error, BotBug):
            self._failure = self._failure or error

    def _check(self) -> None:
        """What holds after every step."""
        failure = self.truth.broken or self._failure or self.loop.failure
        if failure is not None:
            raise failure
        for host in self.hosts:
            if host.server is not None:
                for table in host.server.tables.open_ones:
                    self.truth.check_table(table)

    def _everything_is_answered(self) -> None:
        """Without faults every request gets an answer and everybody sees the last entry."""
        for person in self.people:
            client: Client = person.client
            times = self.truth.logs[person.table_id].times
            name, last = person.name, sum(at < self.now - CATCH_UP for at in times)
            self.truth.insist(not client.is_waiting, f"{name} waits for an answer for ever")
            self.truth.insist(client.number >= last, f"{name} sees entry {client.number} of {last}")
        self.is_over = True

    def _everything_owed_is_done(self, before: dict[str, int]) -> None:
        for name, found in self.truth.logs.items():
            match = found.match
            if match.phase != PLAYING:
                continue
            quiet = self.now - found.times[-1]
            if match.awaits_bot:
                self.truth.insist(
                    quiet < PATIENCE and len(found.entries) > before.get(name, 0),
                    f"table {name}: a bot owes its turn since {quiet:.0f} s",
                )
            if found.due is not None:
                late = self.now - found.due
                self.truth.insist(
                    late < PATIENCE, f"table {name}: a clock is over since {late:.0f} s"
                )


def _answer(answer: asyncio.Future[Any], result: Any, problem: Exception | None) -> None:
    if answer.done():
        return
    if problem is None:
        answer.set_result(result)
    else:
        answer.set_exception(problem)


def run(seed: int, plan: Plan | None = None, world: type[World] = World) -> Report:
    """Runs one world. Raises ``Broken``, or what the server raised."""
    collects = gc.isenabled()
    gc.disable()  # what it finalises, and when, must not depend on other tests
    try:
        return world(seed, plan).run()
    finally:
        if collects:
            gc.enable()
