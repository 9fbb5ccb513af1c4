"""Simulated bot workers. They answer after a while, get lost, or have a bug."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tablee.bots import Choice
from tablee.engine.processes import Lost
from tablee.server.messages import say
from tablee.server.thinking import SentPosition
from tablee.server.workers import Worker, Workers

if TYPE_CHECKING:
    from simulated.world import World


class BotBug(Exception):
    """The bot raised."""


class SimulatedWorkers(Workers):
    """The server's own queue of questions. Only the processes are simulated."""

    def __init__(self, world: World, count: int) -> None:
        super().__init__(count)
        self._workers: list[Any] = [SimulatedWorker(world) for _ in range(count)]
        self._free = list(self._workers)


class SimulatedWorker(Worker):
    """Bots play at random here, because real ones take real time."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._process = None
        self.busy = None

    async def ask(self, _: float, question: Callable[..., Any], *arguments: object) -> Any:
        self.busy = asyncio.ensure_future(self._answer(arguments))
        return await asyncio.shield(self.busy)

    async def _answer(self, arguments: tuple[object, ...]) -> Any:
        world = self.world
        await asyncio.sleep(world.delay(0.5))
        if world.happens(world.plan.workers_lost):
            world.truth.note("lost worker", world.now)
            raise Lost("lost")
        if world.happens(world.plan.bots_raise):
            raise BotBug
        position = next(one for one in arguments if isinstance(one, SentPosition))
        return Choice(tuple(self._moves(position)), say("reason-lost"))

    def _moves(self, position: SentPosition) -> list[str]:
        """One move or a few of the same turn. At times a move that is not legal."""
        sitting = position.open()
        actor, found = sitting.state.actor, []
        while sitting.state.actor == actor and len(found) < self.world.rng.randint(1, 3):
            text = self.world.rng.choice(list(sitting.moves))
            found.append(text)
            sitting = sitting.play(sitting.moves[text], text)
        return [*found, "nonsense"] if self.world.happens(0.03) else found

    def kill(self) -> None:
        if self.busy is not None:
            self.busy.cancel()

    def refuse(self) -> None:
        self.kill()
