"""Simulates many nodes, a shared database and bots: how long does a move take?

    python bench/simulate_scale.py bench/measured.txt --tables 1000000 --nodes 150
    python bench/simulate_scale.py bench/measured.txt --tables 1000000 --find 100

This is a discrete event simulation. It reads what ``bench/measure_node.py`` and
``bench/measure_database.py`` printed. Moves arrive at random, as many tables make them. A node
takes one after the other and saves all that wait with one commit, as the journal does. Each core of
the database takes one commit after the other, then the database flushes. Bots think on processors
of their own before their moves arrive. The same seed gives the same numbers. ``--find MS`` looks
for the fewest nodes with which 99 of 100 moves take no longer. Prints ``name value unit``.

It leaves out Redis, the network, tables that are opened, and people who all come at once.
"""

from __future__ import annotations

import argparse
import heapq
import math
import random
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path

from tablee.server.storage.journal import SPACING
from tablee.server.storage.postgresql import PostgresJournal

MOST_NODES = 100_000


@dataclass(frozen=True)
class Costs:
    """The measured costs in seconds and bytes."""

    move: float
    socket_second: float
    row: float
    commit: float
    flush: float
    bot: float
    base_bytes: float
    table_bytes: float
    disk_bytes: float

    @classmethod
    def read(cls, path: Path, bot: str) -> Costs:
        lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines() if line]
        found = {name: float(value) for name, value, _ in lines}

        def largest(prefix: str) -> float:
            """Returns the value measured with the most tables."""
            counts = [int(name.removeprefix(prefix)) for name in found if name.startswith(prefix)]
            return found[f"{prefix}{max(counts)}"]

        return cls(
            move=largest("cpu_move_of_") / 1e6,
            socket_second=found["cpu_socket_second"] / 1e6,
            row=found["db_cpu_row"] / 1e6,
            commit=found["db_cpu_commit"] / 1e6,
            flush=found["flush"] / 1e3,
            bot=found[f"took_bot_{bot}"] / 1e3,
            base_bytes=found["memory_base"] * 2**20,
            table_bytes=found["memory_table_played"] * 1024,
            disk_bytes=found["db_disk_move"],
        )


@dataclass(frozen=True)
class Site:
    """What to simulate. ``pace`` is the seconds between two moves of a table."""

    costs: Costs
    tables: int
    nodes: int
    pace: float
    sockets: int
    bots: float
    bot_cores: int
    databases: int
    database_cores: int

    @property
    def rate(self) -> float:
        """The moves a second of all tables."""
        return self.tables / self.pace

    @property
    def service(self) -> float:
        """The seconds a node takes for a move while it also keeps its sockets."""
        busy = self.tables * self.sockets * self.costs.socket_second / self.nodes
        return self.costs.move / (1 - busy) if busy < 1 else math.inf


class Node:
    """One process, its journal, and the processors on which its bots think."""

    def __init__(self, bot_cores: int) -> None:
        self.free = 0.0
        self.waiting: deque[float] = deque()
        """The arrival times of the moves that wait to be saved."""
        self.saving: list[float] = []
        self.gathers_until: float | None = None
        self.thinkers = [0.0] * bot_cores


class Simulation:
    """The simulation. Events have numbers, so that those of the same moment have an order."""

    def __init__(self, site: Site, seconds: float, seed: int) -> None:
        self.site, self.seconds = site, seconds
        self.rng = random.Random(seed)
        self.nodes = [Node(site.bot_cores) for _ in range(site.nodes)]
        self.databases = [[0.0] * site.database_cores for _ in range(site.databases)]
        self.events: list[tuple[float, int, str, int, float]] = []
        self.count = 0
        self.delays: list[float] = []
        self.thinking: list[float] = []
        self.commits, self.database_busy, self.loop_busy = 0, 0.0, 0.0

    def run(self) -> None:
        self._at(0.0, "move", 0, 0.0)
        while self.events:
            now, _, kind, number, came = heapq.heappop(self.events)
            if kind == "move":
                self._next_move(now)
            elif kind == "arrive":
                self._arrive(now, number)
            elif kind == "played":
                self.nodes[number].waiting.append(came)
                self._save(now, number)
            elif kind == "saved":
                self._saved(now, number)
            else:
                self._save(now, number)

    def _at(self, time: float, kind: str, node: int, came: float) -> None:
        self.count += 1
        heapq.heappush(self.events, (time, self.count, kind, node, came))

    def _next_move(self, now: float) -> None:
        """Lets somebody at some table move. A bot thinks first."""
        if now > self.seconds:
            return
        node = self.rng.randrange(self.site.nodes)
        if self.rng.random() < self.site.bots:
            thinkers = self.nodes[node].thinkers
            begin = max(now, heapq.heappop(thinkers))
            heapq.heappush(thinkers, begin + self.site.costs.bot)
            self.thinking.append(begin - now)
            self._at(begin + self.site.costs.bot, "arrive", node, now)
        else:
            self._at(now, "arrive", node, now)
        self._at(now + self.rng.expovariate(self.site.rate), "move", 0, 0.0)

    def _arrive(self, now: float, number: int) -> None:
        node = self.nodes[number]
        node.free = max(now, node.free) + self.site.service
        self.loop_busy += self.site.service
        self._at(node.free, "played", number, now)

    def _save(self, now: float, number: int) -> None:
        """Saves all waiting moves in one commit, one at a time. A busy node gathers first."""
        node = self.nodes[number]
        if node.saving or not node.waiting:
            return
        if self.site.rate / self.site.nodes > PostgresJournal.busy:
            if node.gathers_until is None:
                node.gathers_until = now + SPACING
                self._at(node.gathers_until, "look", number, 0.0)
            if now < node.gathers_until:
                return
            node.gathers_until = None
        node.saving, node.waiting = list(node.waiting), deque()
        work = self.site.costs.commit + len(node.saving) * self.site.costs.row
        cores = self.databases[number % len(self.databases)]
        done = max(now, heapq.heappop(cores)) + work
        heapq.heappush(cores, done)
        self.database_busy += work
        self.commits += 1
        self._at(done + self.site.costs.flush, "saved", number, 0.0)

    def _saved(self, now: float, number: int) -> None:
        node = self.nodes[number]
        self.delays += [now - came for came in node.saving]
        node.saving = []
        self._save(now, number)

    def p(self, share: float) -> float:
        return quantile(self.delays, share)


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def is_enough(site: Site, target: float, seconds: float, seed: int) -> bool:
    """True if 99 of 100 moves take no longer. Overloaded nodes need no simulation."""
    if site.service * site.rate / site.nodes >= 1:
        return False
    simulation = Simulation(site, seconds, seed)
    simulation.run()
    return simulation.p(0.99) <= target


def fewest_nodes(site: Site, target: float, seconds: float, seed: int) -> Site | None:
    """Finds the fewest nodes by bisection.

    More nodes do not always help: each commits, and commits cost the database time.
    """
    low, high = 0, 1
    while not is_enough(replace(site, nodes=high), target, seconds, seed):
        low, high = high, 2 * high
        if high > MOST_NODES:
            return None
    while high - low > max(1, high // 50):
        middle = (low + high) // 2
        if is_enough(replace(site, nodes=middle), target, seconds, seed):
            high = middle
        else:
            low = middle
    return replace(site, nodes=high)


def told(name: str, value: float, unit: str) -> None:
    print(f"{name} {value:.4g} {unit}")


def report(site: Site, seconds: float, seed: int) -> None:
    simulation = Simulation(site, seconds, seed)
    simulation.run()
    costs = site.costs
    told("nodes", site.nodes, "nodes")
    told("tables_a_node", site.tables / site.nodes, "tables")
    told("sockets_a_node", site.tables * site.sockets / site.nodes, "sockets")
    told("moves", site.rate, "moves/s")
    told("move_p50", simulation.p(0.5) * 1000, "ms")
    told("move_p99", simulation.p(0.99) * 1000, "ms")
    told("node_busy", 100 * simulation.loop_busy / seconds / site.nodes, "%")
    told("commits", simulation.commits / seconds, "commits/s")
    told("moves_a_commit", len(simulation.delays) / max(simulation.commits, 1), "moves")
    cores = site.databases * site.database_cores
    told("database_busy", 100 * simulation.database_busy / seconds / cores, "%")
    told("bot_cores", site.rate * site.bots * costs.bot, "cores")
    told("bot_wait_p99", quantile(simulation.thinking, 0.99) * 1000, "ms")
    grown = site.tables / site.nodes * costs.table_bytes
    told("memory_a_node", (costs.base_bytes + grown) / 2**30, "GB")
    told("disk_a_day", site.rate * costs.disk_bytes * 86_400 / 2**40, "TB")


def limits(site: Site, files: int) -> None:
    """Prints how many tables one node holds, by each resource that may run out."""
    costs, share = site.costs, site.bots
    told(
        "tables_by_processor",
        1 / (costs.move / site.pace + site.sockets * costs.socket_second),
        "tables",
    )
    told("tables_by_files", files / site.sockets, "tables")
    told("tables_by_memory", (2**30 - costs.base_bytes) / costs.table_bytes, "tables/GB")
    if share:
        told("tables_by_bots", site.bot_cores * site.pace / (share * costs.bot), "tables")


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Simulate many nodes.")
    parser.add_argument("measured", type=Path, help="what the measurements printed")
    parser.add_argument("--tables", type=int, default=1_000_000)
    parser.add_argument("--nodes", type=int, default=100)
    parser.add_argument("--pace", type=float, default=10.0, help="seconds between moves of a table")
    parser.add_argument("--sockets", type=int, default=2, help="of a table")
    parser.add_argument("--bots", type=float, default=0.0, help="share of moves that bots make")
    parser.add_argument("--bot", default="fragile_3", help="game and level of the bots")
    parser.add_argument("--bot-cores", type=int, default=2, help="of a node")
    parser.add_argument("--databases", type=int, default=1, help="tables shared out among them")
    parser.add_argument("--database-cores", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=3.0, help="that are simulated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limits", action="store_true", help="of one node, by what runs out")
    parser.add_argument("--files", type=int, default=65_536, help="a process may have open")
    parser.add_argument("--find", type=float, metavar="MS", help="the fewest nodes for this p99")
    return parser


def main() -> None:
    options = arguments().parse_args()
    site = Site(
        Costs.read(options.measured, options.bot),
        options.tables,
        options.nodes,
        options.pace,
        options.sockets,
        options.bots,
        options.bot_cores,
        options.databases,
        options.database_cores,
    )
    if options.limits:
        limits(site, options.files)
        return
    if options.find is not None:
        found = fewest_nodes(site, options.find / 1000, options.seconds, options.seed)
        if found is None:
            raise SystemExit("no number of nodes is enough: the database is too slow, or the flush")
        site = found
    report(site, options.seconds, options.seed)


if __name__ == "__main__":
    main()
