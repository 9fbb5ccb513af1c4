"""Fits the network of a judge to positions, with PyTorch (the extra ``train``)."""

from __future__ import annotations

import json
import time
from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from tablee.core.judge_file import JudgeFile, JudgeOrigin, JudgeShape
from tablee.core.network_kernel import WIDTHS

BATCH = 4096
RATE = 6e-3
POINTS = 0.005
"""How much an error in the points counts, against one in the chances."""
CUT = 255 / 128
"""Where a layer is cut off, as in ``core.network_kernel``."""
TIMES = 8.0
"""The points to come are so many times what the last layer gives."""
FAITH = 0.7
"""How much the rest of a game counts, against what the teacher says of the next position."""
AT_ONCE = 64
"""How many pieces are in memory at a time."""
PARTS = 20
"""In so many parts a training is saved."""
Rows = Any
"""A NumPy array with a row of 16-bit numbers for each position."""


class Model(nn.Module):
    """The network of ``core.network_kernel`` with fractions for weights."""

    def __init__(self, shape: JudgeShape) -> None:
        super().__init__()
        width, middle, outputs = WIDTHS
        self.shape = shape
        self.first = nn.EmbeddingBag(shape.inputs + 1, width, mode="sum", padding_idx=shape.inputs)
        nn.init.normal_(self.first.weight, 0, 0.1)
        with torch.no_grad():
            self.first.weight[shape.inputs] = 0
        self.bias = nn.Parameter(torch.full((width,), 0.3))
        self.second = nn.Linear(width, middle)
        self.last = nn.Linear(middle, outputs)
        self.worth = nn.Parameter(torch.full((shape.spaces,), 0.25))

    def forward(self, seen: Any, points: Any, space: Any) -> tuple[Any, Any]:
        """Returns strengths and points to come, by player."""
        positions, players, slots = seen.shape
        layer = self.first(seen.reshape(positions * players, slots)) + self.bias
        layer = self.second(layer.clamp(0, CUT)).clamp(0, CUT)
        outputs = self.last(layer).reshape(positions, players, -1)
        return outputs[:, :, 0] + points * self.worth[space][:, None], outputs[:, :, 1] * TIMES

    def judged(self, rows: Rows) -> tuple[Any, Any]:
        """Returns strengths and points to come at these positions."""
        shape = self.shape
        players = shape.players(rows.shape[1])
        seats = rows[:, : players * (shape.slots + 1)].reshape(-1, players, shape.slots + 1)
        seen = seats[:, :, : shape.slots].astype(np.int32)
        seen[seen < 0] = shape.inputs
        space = np.minimum(rows[:, -2], shape.spaces - 1).astype(np.int64)
        points = torch.from_numpy(seats[:, :, shape.slots].astype(np.float32))
        outputs: tuple[Any, Any] = self(torch.from_numpy(seen), points, torch.from_numpy(space))
        return outputs

    def losses(self, rows: Rows, chances: Any) -> tuple[Any, Any]:
        """Returns the cross entropy of these chances, and the squared error of the points."""
        strength, expected = self.judged(rows)
        players = chances.shape[1]
        coming = torch.from_numpy(rows[:, -2 - players : -2].astype(np.float32))
        chance = nn.functional.cross_entropy(strength, torch.from_numpy(chances))
        return chance, ((expected - coming) ** 2).mean()

    @classmethod
    def of(cls, file: JudgeFile, shape: JudgeShape) -> Model:
        """Returns the network of a judge."""
        model, (width, middle, outputs) = cls(shape), WIDTHS
        ends = np.cumsum([shape.inputs * width, width * middle])
        first, second, last = np.split(np.array(file.weights, np.float32), ends)
        biases = np.split(np.array(file.biases, np.float32), np.cumsum([width, middle]))
        scale = np.array([1.0, TIMES], np.float32)
        parts = (
            (model.first.weight[: shape.inputs], first.reshape(-1, width) / 128),
            (model.second.weight, second.reshape(middle, width) / 64),
            (model.last.weight, last.reshape(outputs, middle) / 64 / scale[:, None]),
            (model.bias, biases[0] / 128),
            (model.second.bias, biases[1] / 2**13),
            (model.last.bias, biases[2] / 2**13 / scale),
            (model.worth, np.array(file.worth, np.float32) / 2**13),
        )
        with torch.no_grad():
            for part, numbers in parts:
                part.copy_(torch.from_numpy(numbers))
        return model


class Lessons:
    """Pieces of games, and the chances that a judge should give at their positions.

    Without a teacher a winner has the chance 1. That is true, but it says little of one position of
    many in a game. A teacher is a judge that has learned from such games: a position is then worth
    in part what the teacher says of the next one, and for the rest what that one is worth
    (lambda returns).
    """

    def __init__(self, shape: JudgeShape, size: int, teacher: JudgeFile | None = None) -> None:
        """``size`` is that of a row."""
        self.size, self.players = size, shape.players(size)
        self.teacher = Model.of(teacher, shape) if teacher else None

    def read(self, path: Path) -> tuple[Rows, Any]:
        """Returns the positions of a piece, and the chances of each player."""
        rows = np.fromfile(path, np.int16).reshape(-1, self.size)
        chances = np.eye(self.players, dtype=np.float32)[rows[:, -1]]
        if self.teacher is not None:
            with torch.no_grad():
                told = torch.softmax(self.teacher.judged(rows)[0], 1).numpy()
            same = self._same_game(rows)
            for at in range(len(rows) - 2, -1, -1):
                if same[at]:
                    chances[at] = FAITH * chances[at + 1] + (1 - FAITH) * told[at + 1]
        return rows, chances

    def _same_game(self, rows: Rows) -> Any:
        """Tells of each row but the last whether the next is of the same game, later.

        The outcome stays the same in a game, and the points to come grow fewer.
        """
        seats = rows[:, : -2 - self.players].reshape(len(rows), self.players, -1)
        ended = seats[:, :, -1] + rows[:, -2 - self.players : -2]
        coming = rows[:, -2 - self.players : -2].sum(axis=1)
        same = (ended[1:] == ended[:-1]).all(axis=1) & (rows[1:, -1] == rows[:-1, -1])
        return same & (coming[1:] <= coming[:-1])


def batches(
    paths: Sequence[Path], lessons: Lessons, batch: int, seed: int
) -> Iterator[tuple[Rows, Any]]:
    """Yields batches for ever. A few pieces are in memory at a time, however many there are."""
    rng = np.random.default_rng(seed)
    rows = np.empty((0, lessons.size), np.int16)
    chances = np.empty((0, lessons.players), np.float32)
    while True:
        order = rng.permutation(len(paths))
        for start in range(0, len(order), AT_ONCE):
            pieces = [lessons.read(paths[at]) for at in order[start:][:AT_ONCE]]
            rows = np.concatenate([rows, *(piece for piece, _ in pieces)])
            chances = np.concatenate([chances, *(piece for _, piece in pieces)])
            mixed = rng.permutation(len(rows))
            whole = len(rows) // batch * batch
            for at in range(0, whole, batch):
                yield rows[mixed[at : at + batch]], chances[mixed[at : at + batch]]
            rows, chances = rows[mixed[whole:]], chances[mixed[whole:]]


class Learning:
    """The training of one generation. It is saved now and then, and goes on from there."""

    def __init__(
        self,
        shape: JudgeShape,
        size: int,
        learned: Sequence[Path],
        held_out: Sequence[Path],
        positions: int,
        epochs: int,
        seed: int,
        saved: Path,
        teacher: JudgeFile | None = None,
    ) -> None:
        """``size`` is that of a row, ``saved`` the file to go on from."""
        torch.set_num_threads(1)  # a step is small: more threads would wait for each other
        torch.manual_seed(seed)
        self.model = Model(shape)
        self.batch = min(BATCH, positions)
        self.steps = max(PARTS, epochs * positions // self.batch)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=RATE)
        self.cycle = torch.optim.lr_scheduler.OneCycleLR(
            self.optimizer, RATE, total_steps=self.steps, pct_start=0.1
        )
        self.rows = batches(learned, Lessons(shape, size, teacher), self.batch, seed)
        few = self._fitting(held_out, size)
        self.held_out = next(batches(held_out, Lessons(shape, size), few, seed))
        self.saved = saved
        self.step, self.seconds = 0, 0.0
        self.curve: list[tuple[int, float, float]] = []
        """Step, loss in the part before it, loss of the positions held out."""
        if saved.exists():
            self._load()

    def _fitting(self, paths: Sequence[Path], size: int) -> int:
        """Returns how many positions to measure with on the way: not all of very many."""
        there = sum(path.stat().st_size for path in paths[:AT_ONCE]) // (2 * size)
        return min(there, 16 * BATCH)

    def __iter__(self) -> Iterator[int]:
        """Learns, and yields the steps done."""
        yield self.step
        if self.step == self.steps:
            return
        part = max(1, self.steps // PARTS)
        began, before, total, count = time.perf_counter(), self.seconds, 0.0, 0
        for rows, chances in islice(self.rows, self.step, self.steps):
            chance, points = self.model.losses(rows, chances)
            self.optimizer.zero_grad()
            (chance + POINTS * points).backward()
            self.optimizer.step()
            self.cycle.step()
            self.step += 1
            total, count = total + chance.item(), count + 1
            if self.step % part == 0 or self.step == self.steps:
                with torch.no_grad():
                    held_out, _ = self.model.losses(*self.held_out)
                self.curve.append((self.step, round(total / count, 5), round(held_out.item(), 5)))
                self.seconds = before + time.perf_counter() - began
                total, count = 0.0, 0
                self._save()
            yield self.step

    def _save(self) -> None:
        beside = self.saved.with_suffix(".new")
        state = {name: getattr(self, name).state_dict() for name in _PARTS}
        told = {"step": self.step, "seconds": self.seconds, "curve": self.curve}
        torch.save({**state, "told": json.dumps(told)}, beside)
        beside.replace(self.saved)

    def _load(self) -> None:
        state = torch.load(self.saved, weights_only=True)
        for name in _PARTS:
            getattr(self, name).load_state_dict(state[name])
        told = json.loads(state["told"])
        self.step, self.seconds = told["step"], told["seconds"]
        self.curve = [tuple(point) for point in told["curve"]]

    def judge(self, origin: JudgeOrigin) -> JudgeFile:
        """Returns the model in the units of the kernel."""
        model = self.model
        with torch.no_grad():
            scale = torch.tensor([1.0, TIMES])
            last, last_bias = model.last.weight * scale[:, None], model.last.bias * scale
            first = model.first.weight[: model.shape.inputs]
            weights = [first * 128, model.second.weight * 64, last * 64]
            biases = [model.bias * 128, model.second.bias * 2**13, last_bias * 2**13]
            return JudgeFile(
                origin,
                array("h", _whole(weights, 2**15 - 1)),
                array("i", _whole(biases, 2**30)),
                array("i", _whole([model.worth * 2**13], 2**20)),
            )


_PARTS = ("model", "optimizer", "cycle")


def _whole(parts: Sequence[Any], most: int) -> list[int]:
    joined = torch.cat([part.flatten() for part in parts])
    whole: list[int] = joined.round().clamp(-most, most).int().tolist()
    return whole
