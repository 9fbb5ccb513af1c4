"""Runs several tablee nodes on this machine with real PostgreSQL and Redis: faults, races, speed.

    python bench/load_nodes.py --faults        300 tables on 3 nodes; one is killed, Redis and
                                               PostgreSQL are restarted
    python bench/load_nodes.py --races 10000   two people at two nodes play the same move at once
    python bench/load_nodes.py --speed 1 2 3   moves a second with so many nodes

Prints ``name value unit``. Everything stays on this machine and ends with this process.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "server"))

from services import Postgres, Redis, why_not
from tablee.client import Guest, ServerRefused
from tablee.server.entries import AnyEntry, Played
from tablee.server.protocol import Play
from tablee.server.wishes import Joining, NewTable, SeatWish

OPTIONS = {"idle": "off"}
TICK = os.sysconf("SC_CLK_TCK")


def say(name: str, value: float, unit: str) -> None:
    print(f"{name} {value:.4g} {unit}", flush=True)


# The house


TOKEN = "for the metrics of the nodes"


class Node:
    def __init__(self, database: str, broker: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        limits = ["--rate", "10000000", "--message-rate", "1000000", "--tables", "100000"]
        limits += ["--sockets", "100000", "--chat-rate", "1000000"]
        limits += ["--connections-per-address", "100000", "--tables-per-address", "100000"]
        limits += ["--new-tables", "100000"]
        shared = ["--database", database, "--broker", broker, "--think", "0.05"]
        command = [sys.executable, "-m", "tablee", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, *limits, *shared],
            stdout=subprocess.DEVNULL,
            env={**os.environ, "TABLEE_ADMIN_TOKEN": TOKEN},
        )

    def wait(self) -> None:
        for _ in range(1200):
            with suppress(OSError):
                urllib.request.urlopen(f"{self.address}/health/ready", timeout=2).close()
                return
            time.sleep(0.05)
        raise SystemExit("a node does not answer")

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(60)


class House:
    """Several nodes and the services they share."""

    def __init__(self, nodes: int) -> None:
        self.postgres, self.redis = Postgres(durable=True), Redis()
        database, broker = self.postgres.new_database(), self.redis.new_space()
        self.nodes = [Node(database, broker) for _ in range(nodes)]

    def __enter__(self) -> House:
        try:
            for node in self.nodes:
                node.wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for node in self.nodes:
            node.end(signal.SIGKILL)
        self.postgres.remove()
        self.redis.remove()

    def cpu_seconds(self) -> tuple[float, float]:
        """Returns the seconds of the nodes, and of the nodes with PostgreSQL and Redis."""
        alone = sum(cpu_of(node.process.pid) for node in self.nodes)
        services = [self.postgres.process, self.redis.process]
        return alone, alone + sum(cpu_of(process.pid) for process in services if process)


def cpu_of(pid: int) -> float:
    """Returns the seconds of a process and its children, with those that have ended."""
    own, children = 0.0, [pid]
    with suppress(OSError, IndexError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
        own = sum(map(int, fields[11:15])) / TICK
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()  # type: ignore[assignment]
        own += sum(cpu_of(int(child)) for child in children)
    return own


class Balancer:
    """Passes each connection to the next node that accepts it."""

    def __init__(self, nodes: list[Node]) -> None:
        self.ports = [node.port for node in nodes]
        self.turn = 0

    async def __aenter__(self) -> Balancer:
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in self.ports:
            self.turn += 1
            port = self.ports[self.turn % len(self.ports)]
            with suppress(OSError, asyncio.CancelledError):
                there, back = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(_carry(reader, back), _carry(there, writer))
                return
        writer.close()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    with suppress(OSError):
        writer.close()


# Faults


class Player:
    """A table in play: one person on all seats, or against a bot."""

    def __init__(self, guest: Guest, number: int, think: float) -> None:
        self.guest, self.number, self.think = guest, number, think
        self.with_bot = number % 3 == 0
        self.rng = random.Random(number)
        self.acknowledged: dict[str, int] = {}
        self.asked_at: list[tuple[float, float]] = []
        """The times when each move was requested and acknowledged."""

    async def open(self) -> None:
        seats = [SeatWish(), SeatWish(bot="random" if self.with_bot else None)]
        plan = NewTable("fragile", OPTIONS, seats=seats, join=Joining("Anna"))
        self.table_id = (await self.guest.create(plan)).table.id
        if not self.with_bot:
            await self.guest.join(self.table_id, Joining("Bert"))
        self.live = self.guest.live(self.table_id)
        await self.live.__aenter__()

    async def play(self) -> None:
        while True:
            await asyncio.sleep(self.think * self.rng.uniform(0.5, 1.5))
            await self.live.until(lambda t: t.is_my_turn)
            state = self.live.state
            deed = Play(f"{len(self.acknowledged)}", state.version, self.rng.choice(state.moves))
            begin = time.perf_counter()
            try:
                self.acknowledged[deed.ack] = await self.live.do(deed)
            except ServerRefused as refusal:
                if refusal.code not in ("stale", "busy", "storage"):
                    raise
                continue
            self.asked_at.append((begin, time.perf_counter()))

    def last_bot_move(self) -> int:
        """Returns the number of the last bot's move in the log."""
        numbers = (e.number for e in self.live.entries if isinstance(e, Played) and e.bot)
        return max(numbers, default=0)


def check_log(log: list[AnyEntry], acknowledged: dict[str, int]) -> None:
    assert [entry.number for entry in log] == list(range(1, len(log) + 1)), "a gap in a log"
    answered = [(entry.ack, entry.number) for entry in log if entry.ack]
    assert len(answered) == len(dict(answered)), "a request was done twice"
    assert acknowledged.items() <= dict(answered).items(), "an acknowledged move is gone"


async def until_all(what: Callable[[], bool], patience: float) -> float:
    """Waits until the condition is true. Returns the seconds it took."""
    begin = time.perf_counter()
    while not what():
        assert time.perf_counter() - begin < patience, "not all tables go on"
        await asyncio.sleep(0.02)
    return time.perf_counter() - begin


async def suffer(
    name: str, players: list[Player], fault: Callable[[], Awaitable[object]], seconds: float
) -> None:
    """Causes a fault and measures how long it takes until every table and every bot goes on."""
    marks = {player: len(player.asked_at) for player in players}
    begin = time.perf_counter()
    await fault()
    say(f"{name}_fault", time.perf_counter() - begin, "s")
    bots = {player: player.last_bot_move() for player in players if player.with_bot}
    after = time.perf_counter()

    def all_went_on() -> bool:
        return all(player.asked_at and player.asked_at[-1][0] > after for player in players)

    def all_bots_went_on() -> bool:
        return all(player.last_bot_move() > moves for player, moves in bots.items())

    await until_all(all_bots_went_on, 120)
    say(f"{name}_until_all_bots_played", time.perf_counter() - after, "s")
    await until_all(all_went_on, 120)
    say(f"{name}_until_all_tables_played", time.perf_counter() - after, "s")
    await asyncio.sleep(max(0.0, seconds - (time.perf_counter() - begin)))
    waits = [done - asked for player in players for asked, done in player.asked_at[marks[player] :]]
    say(f"{name}_slowest_move", max(waits), "s")
    say(f"{name}_p50_move", statistics.median(waits) * 1000, "ms")


async def run_faults(tables: int, think: float) -> None:
    with House(3) as house:
        async with Balancer(house.nodes) as balancer, Guest(balancer.address) as guest:
            players = [Player(guest, number, think) for number in range(tables)]
            await players[0].open()  # this gives the guest a cookie
            for start in range(1, tables, 10):
                await asyncio.gather(*(player.open() for player in players[start : start + 10]))
            say("tables", tables, "tables")
            playing = [asyncio.create_task(player.play()) for player in players]

            async def calm() -> None:
                """Waits for the first turns of the bots, whose processes must start."""
                await until_all(lambda: all(p.last_bot_move() for p in players if p.with_bot), 120)

            async def kill() -> None:
                house.nodes[0].end(signal.SIGKILL)

            await suffer("calm", players, calm, 10)
            await suffer("node_killed", players, kill, 15)
            await suffer(
                "redis_restarted", players, lambda: asyncio.to_thread(house.redis.restart), 15
            )
            await suffer(
                "postgresql_restarted",
                players,
                lambda: asyncio.to_thread(house.postgres.restart),
                15,
            )
            assert not any(task.done() for task in playing), [t for t in playing if t.done()]
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            total = 0
            for player in players:
                check_log(await guest.log(player.table_id), player.acknowledged)
                total += len(player.acknowledged)
                await player.live.__aexit__(None, None, None)
            say("acknowledged_moves", total, "moves")
            say("acknowledged_moves_lost_or_doubled", 0, "moves")


# Races


async def race_at_one_table(nodes: tuple[Node, Node], races: int, wins: list[int]) -> int:
    """Requests the same move at both nodes at the same time. Returns the number of races."""
    async with Guest(nodes[0].address) as here, Guest(nodes[1].address) as there:
        table_id = (await here.create(NewTable("fragile", OPTIONS, join=Joining("Anna")))).table.id
        await here.join(table_id, Joining("Bert"))
        there.http.cookies.update(here.http.cookies)
        rng = random.Random(table_id)
        run = 0
        async with here.live(table_id) as left, there.live(table_id) as right:
            while run < races and left.state.phase != "over":
                version = max(left.state.version, right.state.version)
                for table in (left, right):
                    await table.until(lambda t, v=version: t.state.version >= v, timeout=120)
                if left.state.phase == "over":
                    break
                move = rng.choice(left.state.moves)
                places = rng.sample((0, 1), 2)  # which request leaves first
                plays = ((left, right)[place].play(move, version) for place in places)
                answers = await asyncio.gather(*plays, return_exceptions=True)
                both = zip(places, answers, strict=True)
                won = [place for place, answer in both if isinstance(answer, int)]
                stale = [a for a in answers if isinstance(a, ServerRefused) and a.code == "stale"]
                assert len(won) == len(stale) == 1, answers
                wins[won[0]] += 1
                run += 1
            log = await here.log(table_id)
        assert [entry.number for entry in log] == list(range(1, len(log) + 1))
        assert sum(isinstance(entry, Played) for entry in log) == run
    return run


async def run_races(races: int) -> None:
    with House(2) as house:
        wins = [0, 0]
        left = races
        begin = time.perf_counter()

        async def keep_racing() -> None:
            nonlocal left
            while left > 0:
                mine = min(left, 100)
                left -= mine
                run = await race_at_one_table((house.nodes[0], house.nodes[1]), mine, wins)
                left += mine - run

        await asyncio.gather(*(keep_racing() for _ in range(20)))
        took = time.perf_counter() - begin
        outrun = sum(outrun_at(node) for node in house.nodes)
    say("races", sum(wins), "races")
    say("races_with_one_winner", sum(wins), "races")
    say("races_won_by_first_node", wins[0], "races")
    say("races_won_by_second_node", wins[1], "races")
    say("races_decided_by_the_key", outrun, "races")
    say("races_per_second", sum(wins) / took, "races/s")


def outrun_at(node: Node) -> float:
    """Returns how often a node tried to write an entry that another had written."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    request = urllib.request.Request(f"{node.address}/metrics", headers=headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(line.split()[1]) for line in lines if line.startswith("tablee_outrun_total "))


# Speed


class Pair:
    """A table at which two sockets at different nodes play as fast as they can."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes, self.rng = nodes, random.Random(id(self))
        self.delays: list[float] = []
        self.sent = 0.0

    async def open(self) -> None:
        first, second = self.nodes[0], self.nodes[-1]
        async with Guest(first.address) as anna, Guest(second.address) as bert:
            table_id = (await anna.create(NewTable("fragile", OPTIONS, join=Joining("A")))).table.id
            await bert.join(table_id, Joining("B"))
            self.sockets = [
                await _live(node, table_id, guest)
                for node, guest in ((first, anna), (second, bert))
            ]
        self.state = msgspec.json.decode(await self.sockets[0].recv())["state"]
        await self.sockets[1].recv()

    async def play(self) -> None:
        await self._move(self.state)
        await asyncio.gather(*(self._listen(seat) for seat in (0, 1)))

    async def _listen(self, seat: int) -> None:
        seen = 0
        async for text in self.sockets[seat]:
            message = msgspec.json.decode(text)
            if message["type"] == "refused":
                raise SystemExit(f"refused: {message}")
            entries = message.get("entries") or [{}]
            if entries[0].get("seat") == seat or entries[-1].get("number", 0) <= seen:
                continue
            seen = entries[-1]["number"]
            self.delays.append(time.perf_counter() - self.sent)
            await self._move(message["state"])

    async def _move(self, state: dict[str, Any]) -> None:
        move, version = self.rng.choice(state["moves"]), state["version"]
        self.sent = time.perf_counter()
        request = {"type": "play", "ack": str(version), "version": version, "move": move}
        await self.sockets[state["actor"]].send(msgspec.json.encode(request).decode())


async def _live(node: Node, table_id: str, guest: Guest) -> ClientConnection:
    live = await connect(
        f"ws://127.0.0.1:{node.port}/live/{table_id}",
        additional_headers={"Cookie": guest.cookies()},
        compression=None,
        ping_interval=None,
    )
    await live.send('{"type": "hello"}')
    return live


async def run_speed(nodes: int, tables: int, seconds: float) -> None:
    with House(nodes) as house:
        ring = cycle(range(nodes))
        pairs = []
        for _ in range(tables):
            at = next(ring)
            pairs.append(Pair([house.nodes[at], house.nodes[(at + 1) % nodes]]))
        for start in range(0, tables, 10):
            await asyncio.gather(*(pair.open() for pair in pairs[start : start + 10]))
        playing = [asyncio.create_task(pair.play()) for pair in pairs]
        await asyncio.sleep(2)
        for pair in pairs:
            pair.delays.clear()
        before, begin = house.cpu_seconds(), time.perf_counter()
        await asyncio.sleep(seconds)
        moves = sum(len(pair.delays) for pair in pairs)
        took = time.perf_counter() - begin
        alone, whole = (now - then for now, then in zip(house.cpu_seconds(), before, strict=True))
        delays = [delay for pair in pairs for delay in pair.delays]
        assert not any(task.done() for task in playing), "a table stands still"
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    name = f"nodes_{nodes}"
    say(f"{name}_moves", moves / took, "moves/s")
    say(f"{name}_moves_per_node_cpu", moves / alone, "moves/cpu-s")
    say(f"{name}_moves_per_whole_cpu", moves / whole, "moves/cpu-s")
    say(f"{name}_p50", statistics.median(delays) * 1000, "ms")


def main() -> None:
    parser = argparse.ArgumentParser(description="Several tablee nodes on this machine.")
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--think", type=float, default=2.0, help="seconds before a move")
    parser.add_argument("--races", type=int, metavar="N")
    parser.add_argument("--speed", type=int, nargs="+", metavar="NODES")
    parser.add_argument("--seconds", type=float, default=6.0, help="to measure speed")
    options = parser.parse_args()
    if reason := why_not():
        raise SystemExit(reason)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the nodes end with us
    if options.faults:
        asyncio.run(run_faults(options.tables, options.think))
    if options.races:
        asyncio.run(run_races(options.races))
    for nodes in options.speed or ():
        asyncio.run(run_speed(nodes, min(options.tables, 100), options.seconds))


if __name__ == "__main__":
    main()
