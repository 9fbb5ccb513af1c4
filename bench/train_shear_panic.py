"""Trains a judge of Shear Panic by self-play, with PyTorch (the extra ``train``).

    python bench/train_shear_panic.py --players 2 --games 48000 --folder run --out 2_players.judge

Games go to the folder in pieces, so that an interrupted run goes on. One piece of twenty is held
out: training does not see it, and the calibration is that of its positions.
"""

from __future__ import annotations

import argparse
from array import array
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import nn

from tablee.core.judge_file import JudgeFile, JudgeOrigin
from tablee.engine import Engine
from tablee.engine.choice import add_arguments, chosen
from tablee.games.shear_panic import codes
from tablee.games.shear_panic.edition import VERSIONS
from tablee.games.shear_panic.judge import row_size, self_play

PIECE = 250
"""The games of a piece of work."""
HELD_OUT = 20
BATCH = 4096
RATE = 6e-3
POINTS = 0.005
"""How much an error in the points counts, against one in the chances."""
CUT = 255 / 128
TIMES = 8.0
"""The points to come are so many times what the last layer gives."""


class Model(nn.Module):
    """The network of ``core.network_kernel`` with fractions for weights."""

    def __init__(self) -> None:
        super().__init__()
        inputs = codes.JUDGE_INPUTS
        self.first = nn.EmbeddingBag(inputs + 1, 32, mode="sum", padding_idx=inputs)
        nn.init.normal_(self.first.weight, 0, 0.1)
        with torch.no_grad():
            self.first.weight[inputs] = 0
        self.bias = nn.Parameter(torch.full((32,), 0.3))
        self.second = nn.Linear(32, 16)
        self.last = nn.Linear(16, 2)
        self.worth = nn.Parameter(torch.full((codes.JUDGE_SPACES,), 0.25))

    def forward(self, seen, points, space):
        """Returns strengths and points to come, by player."""
        positions, players, slots = seen.shape
        layer = self.first(seen.reshape(positions * players, slots)) + self.bias
        layer = self.second(layer.clamp(0, CUT)).clamp(0, CUT)
        outputs = self.last(layer).reshape(positions, players, 2)
        return outputs[:, :, 0] + points * self.worth[space][:, None], outputs[:, :, 1] * TIMES


def play(number: int, *, players: int, seed: int) -> bytes:
    """Plays one piece of the games."""
    return self_play(players, (seed << 32) + number * PIECE, PIECE)


def positions(engine: Engine, options: argparse.Namespace) -> tuple[list, list]:
    """Plays what the folder lacks. Returns the positions to learn from, and those held out."""
    options.folder.mkdir(parents=True, exist_ok=True)
    paths = [options.folder / f"{number:06d}" for number in range(options.games // PIECE)]
    missing = [number for number, path in enumerate(paths) if not path.exists()]
    work = partial(play, players=options.players, seed=options.seed)
    for number, rows in engine.as_done(work, missing):
        beside = paths[number].with_suffix(".new")
        beside.write_bytes(rows)
        beside.replace(paths[number])
    held = paths[HELD_OUT - 1 :: HELD_OUT]
    return (
        read([path for path in paths if path not in held], options.players),
        read(held or paths[-1:], options.players),
    )


def read(paths: list[Path], players: int) -> list:
    """Returns inputs, points, points to come, space and winner of the positions in these files."""
    size, slots = row_size(players), codes.JUDGE_SLOTS
    rows = np.concatenate([np.fromfile(path, "i2") for path in paths]).reshape(-1, size)
    seats = rows[:, : players * (slots + 1)].reshape(-1, players, slots + 1)
    seen = seats[:, :, :slots].astype(np.int32)
    seen[seen < 0] = codes.JUDGE_INPUTS
    parts = [
        seen,
        seats[:, :, slots].astype(np.float32),
        rows[:, -2 - players : -2].astype(np.float32),
        np.minimum(rows[:, -2], codes.JUDGE_SPACES - 1).astype(np.int64),
        rows[:, -1].astype(np.int64),
    ]
    return [torch.from_numpy(part) for part in parts]


def losses(model: Model, batch: list) -> tuple:
    seen, points, coming, space, winner = batch
    strength, expected = model(seen, points, space)
    return nn.functional.cross_entropy(strength, winner), ((expected - coming) ** 2).mean()


def fit(model: Model, train: list, held: list, epochs: float) -> None:
    count = len(train[0])
    batch = min(BATCH, count)
    steps = max(10, int(epochs * count / batch))
    optimizer = torch.optim.Adam(model.parameters(), lr=RATE)
    cycle = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps, pct_start=0.1)
    order = torch.randperm(count)
    for step in range(steps):
        at = step * batch % (count - batch + 1)
        if at < batch:
            order = torch.randperm(count)
        chance, points = losses(model, [part[order[at : at + batch]] for part in train])
        optimizer.zero_grad()
        (chance + POINTS * points).backward()
        optimizer.step()
        cycle.step()
        if step % (steps // 10) == 0 or step == steps - 1:
            with torch.no_grad():
                out, error = losses(model, [part[: 16 * BATCH] for part in held])
            told = f"loss {chance:.4f}, held out {out:.4f}, points squared {error:.2f}"
            print(f"step {step} of {steps}: {told}", flush=True)


def print_calibration(model: Model, held: list) -> None:
    """Prints, by tenths, the mean of the chances given and the share of them that was won."""
    seen, points, _, space, winner = held
    with torch.no_grad():
        said = model(seen, points, space)[0].softmax(1)
    won = nn.functional.one_hot(winner, said.shape[1]).flatten().double()
    said = said.flatten().double()
    for tenth in range(10):
        here = (said >= tenth / 10) & (said < (tenth + 1) / 10)
        if here.any():
            told = f"said {said[here].mean():.3f}, won {won[here].mean():.3f}"
            print(f"{10 * tenth} to {10 * tenth + 10} %: {int(here.sum())} chances, {told}")


def in_whole_numbers(model: Model, origin: JudgeOrigin) -> JudgeFile:
    """Returns the model in the units of the kernel."""
    with torch.no_grad():
        scale = torch.tensor([1.0, TIMES])
        last, last_bias = model.last.weight * scale[:, None], model.last.bias * scale
        first = model.first.weight[: codes.JUDGE_INPUTS]
        return JudgeFile(
            origin,
            array("h", whole([first * 128, model.second.weight * 64, last * 64], 2**15 - 1)),
            array(
                "i", whole([model.bias * 128, model.second.bias * 2**13, last_bias * 2**13], 2**30)
            ),
            array("i", whole([model.worth * 2**13], 2**20)),
        )


def whole(parts: list, most: int) -> list[int]:
    joined = torch.cat([part.flatten() for part in parts])
    return joined.round().clamp(-most, most).int().tolist()


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a judge of Shear Panic by self-play.")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--games", type=int, default=48_000)
    parser.add_argument("--epochs", type=float, default=4.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, required=True, help="for the positions")
    parser.add_argument("--out", type=Path, required=True)
    add_arguments(parser)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    with chosen(options) as engine:
        train, held = positions(engine, options)
    model = Model()
    print(f"{len(train[0])} positions to learn from, {len(held[0])} held out", flush=True)
    fit(model, train, held, options.epochs)
    print_calibration(model, held)
    asked = f"--players {options.players} --games {options.games} --epochs {options.epochs:g}"
    command = f"python bench/train_shear_panic.py {asked} --seed {options.seed}"
    origin = JudgeOrigin(
        "shear-panic", options.players, VERSIONS[-1], codes.JUDGE_INPUTS, command, len(train[0])
    )
    options.out.write_bytes(in_whole_numbers(model, origin).to_bytes())


if __name__ == "__main__":
    main()
