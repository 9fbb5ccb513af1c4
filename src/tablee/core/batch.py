"""Many games stepped at once, on all cores, with what they show written into arrays of the caller.

An array is anything with the buffer protocol: ``array``, ``bytearray``, NumPy's arrays, and through
``numpy.frombuffer`` or ``torch.frombuffer`` the tensors of others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Literal

from tablee.core.batch_kernel import Stepper
from tablee.core.game import Game
from tablee.core.layout import Layout
from tablee.core.simulation_kernel import Simulation

_FEW = 64
"""Fewer games than this for each thread are not worth a thread."""


class Batch:
    """Games of one kind. Every game has its own seed, so the number of threads changes nothing.

    ``step`` takes one action for each game. It writes into the arrays given here:

    ========================  =======  ======================  ====================================
    array                     type     shape                   holds
    ========================  =======  ======================  ====================================
    ``actors``                int32    games                   who acts now; -2 if the game is over
    ``masks``                 1 byte   games, actions          1 for each legal action
    ``observations``          int8     games, size             what the player who acts sees
    ``scores``                int32    games, players          points after the step
    ``rewards``               float32  games, players          1 for the winner, -1 for the others
    ``done``                  1 byte   games                   1 if the step ended the game
    ========================  =======  ======================  ====================================

    In a game of n players each loser has -1 / (n - 1). If nobody wins, all have 0. With
    ``auto_reset``, a game that is over begins again at once: ``scores``, ``rewards`` and ``done``
    tell of the end, the others of the new game. Without it, a game that is over takes any action
    and ignores it.
    """

    def __init__(
        self,
        game: Game[Any],
        size: int,
        *,
        seed: int = 0,
        seeds: Sequence[int] | None = None,
        threads: int | None = None,
        auto_reset: bool = True,
        actors: Any = None,
        masks: Any = None,
        observations: Any = None,
        scores: Any = None,
        rewards: Any = None,
        done: Any = None,
    ) -> None:
        if size < 1 or (seeds is not None and len(seeds) != size):
            raise ValueError("a batch has at least one game, and a seed for each")
        self.seeds = tuple(range(seed * size, (seed + 1) * size) if seeds is None else seeds)
        """The seed of each game."""
        first = game.simulation()
        self.layout: Layout = first.layout
        self.simulations: tuple[Simulation, ...] = (
            first,
            *(first.copy() for _ in range(size - 1)),
        )
        """The games. Look at them, but step them only together."""
        wanted: dict[str, tuple[Literal["b", "B", "i", "f"], int, int, Any]] = {
            "actors": ("i", 4, size, actors),
            "masks": ("B", 1, size * self.layout.actions, masks),
            "observations": ("b", 1, size * self.layout.size, observations),
            "scores": ("i", 4, size * self.layout.players, scores),
            "rewards": ("f", 4, size * self.layout.players, rewards),
            "done": ("B", 1, size, done),
        }
        buffers = {
            name: memoryview(bytearray()).cast("B").cast(kind)
            if array is None
            else _flat(name, array, kind, width * count)
            for name, (kind, width, count, array) in wanted.items()
        }
        self._stepper = Stepper(list(self.simulations), auto_reset, buffers)
        self._threads = max(1, min(threads or os.cpu_count() or 1, size // _FEW))
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self.reset()

    def __len__(self) -> int:
        return len(self.simulations)

    def reset(self, seeds: Sequence[int] | None = None) -> None:
        """Begins every game again, with its seed or a new one."""
        self.seeds = self.seeds if seeds is None else tuple(seeds)
        for simulation, seed in zip(self.simulations, self.seeds, strict=True):
            simulation.reset(seed)
        self._share(self._stepper.show)

    def step(self, actions: Any) -> None:
        """Plays one action in each game, given as int32. Raises ``ValueError`` before any is played
        if one is not legal."""
        chosen = _flat("actions", actions, "i", 4 * len(self), written=False)
        bad = [game for game in self._share(self._stepper.check, chosen) if game >= 0]
        if bad:
            raise ValueError(f"game {bad[0]}: action {chosen[bad[0]]} is not legal here")
        self._share(self._stepper.step, chosen)

    def sample(self, out: Any, seed: int) -> None:
        """Writes a random legal action for each game, or -1 where the game is over."""
        self._share(self._stepper.sample, _flat("actions", out, "i", 4 * len(self)), seed)

    def close(self) -> None:
        """Ends the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _share(self, work: Callable[..., Any], *more: Any) -> list[Any]:
        """Runs work on a part of the games in each thread."""
        if self._pool is None:
            return [work(0, len(self), *more)]
        ends = [len(self) * part // self._threads for part in range(self._threads + 1)]
        running = [self._pool.submit(work, first, end, *more) for first, end in pairwise(ends)]
        return [future.result() for future in running]


def _flat(
    name: str, array: Any, kind: Literal["b", "B", "i", "f"], size: int, *, written: bool = True
) -> Any:
    """Returns an array as a row of this C type. It must have the right size, in one piece."""
    view = memoryview(array).cast("B")
    if len(view) != size or (written and view.readonly):
        raise ValueError(f"{name} must have {size} bytes that can be written, not {len(view)}")
    return view.cast(kind) if kind != "B" else view
