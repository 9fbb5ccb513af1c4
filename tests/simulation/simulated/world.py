"""A world from a seed: servers, people, and the faults that meet them."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar

from simulated.disk import Disk, LocalJournal, SharedJournal
from simulated.loop import PROCESS, Process, SimulatedLoop
from simulated.machine import machine, overhearing
from simulated.network import ClientSocket, Pipe, SimulatedLine
from simulated.nodes import Post, SimulatedNode
from simulated.people import Client, Person
from simulated.truth import Truth
from simulated.workers import BotBug, SimulatedWorkers
from tablee.server.app import Server
from tablee.server.clock import SteadyClock
from tablee.server.live import Visitor, _attend
from tablee.server.match import PLAYING
from tablee.server.messages import Refused
from tablee.server.settings import Limits, Settings
from tablee.server.storage.journal import Write
from tablee.server.tables import make_plan, new_row
from tablee.server.wishes import Clock, NewTable, SeatWish

T = TypeVar("T")

EPOCH = 1_700_000_000.0
FREE = Limits(
    messages_per_second=1e6,
    message_burst=10**6,
    chats_per_minute=1e6,
    chat_burst=10**6,
    guests_per_caller=1000,
)
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
REAL_GAMES = ("fragile", "shear-panic")


@dataclass(frozen=True)
class Plan:
    """The kind of world: chosen by the seed, or by a test."""

    nodes: int = 1
    """1: one server with its own disk. More: nodes that share a database."""
    game: str = "dash"
    goal: int = 5
    tables: int = 1
    clock: int | None = None
    """Seconds for a turn."""
    seconds: float = 30.0
    """How long the faults go on."""
    pace: float = 0.7
    """Seconds between two deeds of a person."""
    shuffled: bool = True
    slow: float = 1.0
    """A factor for all delays."""
    crashes: float = 0.0
    """Crashes a second; likewise the next three."""
    cuts: float = 0.0
    jumps: float = 0.0
    """Jumps of the wall clock; with several nodes, of the database's clock as well."""
    outages: float = 0.0
    """The disk is full, or a node is cut off, for some seconds."""
    disk_fails: float = 0.0
    """The probability that a commit fails; likewise the next three."""
    workers_lost: float = 0.0
    bots_raise: float = 0.0
    messages_lost: float = 0.0

    @classmethod
    def of(cls, rng: Random) -> Plan:
        nodes = rng.choice((1, 1, 1, 1, 2, 2, 3))

        def some(most: float) -> float:
            return rng.choice((0.0, rng.uniform(0, most)))

        return cls(
            nodes=nodes,
            game=rng.choice(REAL_GAMES) if rng.random() < 0.03 else "dash",
            goal=rng.choice((3, 4, 5, 5, 5, 6, 8, 40)),
            tables=rng.choice((1, 1, 2)),
            clock=rng.choice((None, 2, 5, 20)),
            seconds=rng.uniform(3, 15),
            pace=rng.choice((0.2, 0.7, 2.0)),
            shuffled=rng.random() < 0.8,
            slow=rng.choice((0.2, 1.0, 1.0, 5.0)),
            crashes=some(0.3),
            cuts=some(0.5),
            jumps=some(0.3),
            outages=some(0.2),
            disk_fails=some(0.2),
            workers_lost=some(0.5),
            bots_raise=some(0.5),
            messages_lost=some(0.5),
        )


CALM = {
    "crashes": 0.0,
    "cuts": 0.0,
    "jumps": 0.0,
    "outages": 0.0,
    "disk_fails": 0.0,
    "workers_lost": 0.0,
    "bots_raise": 0.0,
    "messages_lost": 0.0,
    "slow": 1.0,
}


@dataclass(frozen=True)
class Report:
    seed: int
    steps: int
    entries: int
    crashes: int
    digest: str
    """A hash of everything that happened."""


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
        self._jumped = 0.0
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
        return self.steady() + self._jumped

    def set_clock_right(self) -> None:
        self._jumped = 0.0

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
        self._outside.spawn(self._break_things())

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

    async def _break_things(self) -> None:
        plan, rng = self.plan, self.rng
        faults = {
            self._crash: plan.crashes,
            self._cut: plan.cuts,
            self._jump: plan.jumps,
            self._break_down: plan.outages,
        }
        total = sum(faults.values())
        while total and not self.is_calm:
            await asyncio.sleep(rng.expovariate(total))
            if not self.is_calm:
                [fault] = rng.choices(list(faults), list(faults.values()))
                fault()

    def _crash(self) -> None:
        host = self.rng.choice(self.hosts)
        if host.process.is_alive:
            if self.rng.random() < 0.2:
                host.stop()
            else:
                host.crash()

    def _cut(self) -> None:
        if self.lines:
            self.truth.note("cut", self.now)
            self.rng.choice(self.lines)[1].cut()

    def _jump(self) -> None:
        self.truth.note("jump", self.now)
        self._jumped += self.rng.choice((-3600, -60, -1, 1, 60, 3600))

    def _break_down(self) -> None:
        lasting, host = self.rng.uniform(0.5, 20), self.rng.choice(self.hosts)
        self.truth.note("outage", self.now, lasting)
        if self.plan.nodes == 1:
            self.disk_is_full = True
        elif self.rng.random() < 0.5:
            self.post_is_away = True
        else:
            host.is_cut_off = True
        self.outside(lasting, self._repair, host)

    def _repair(self, host: Host) -> None:
        self.disk_is_full = self.post_is_away = host.is_cut_off = False

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
