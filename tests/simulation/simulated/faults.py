"""What goes wrong in a world: crashes, cut lines, jumping clocks and outages."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulated.host import Host
    from simulated.world import World


class Faults:
    def __init__(self, world: World) -> None:
        self.world = world

    async def happen(self) -> None:
        """Breaks things until the world is calm."""
        plan, rng = self.world.plan, self.world.rng
        faults = {
            self._crash: plan.crashes,
            self._cut: plan.cuts,
            self._jump: plan.jumps,
            self._break_down: plan.outages,
        }
        total = sum(faults.values())
        while total and not self.world.is_calm:
            await asyncio.sleep(rng.expovariate(total))
            if not self.world.is_calm:
                [fault] = rng.choices(list(faults), list(faults.values()))
                fault()

    def _crash(self) -> None:
        host = self.world.rng.choice(self.world.hosts)
        if host.process.is_alive:
            if self.world.rng.random() < 0.2:
                host.stop()
            else:
                host.crash()

    def _cut(self) -> None:
        if self.world.lines:
            self.world.truth.note("cut", self.world.now)
            self.world.rng.choice(self.world.lines)[1].cut()

    def _jump(self) -> None:
        self.world.truth.note("jump", self.world.now)
        self.world.jumped += self.world.rng.choice((-3600, -60, -1, 1, 60, 3600))

    def _break_down(self) -> None:
        lasting, host = self.world.rng.uniform(0.5, 20), self.world.rng.choice(self.world.hosts)
        self.world.truth.note("outage", self.world.now, lasting)
        if self.world.plan.nodes == 1:
            self.world.disk_is_full = True
        elif self.world.rng.random() < 0.5:
            self.world.post_is_away = True
        else:
            host.is_cut_off = True
        self.world.outside(lasting, self._repair, host)

    def _repair(self, host: Host) -> None:
        self.world.disk_is_full = self.world.post_is_away = host.is_cut_off = False
