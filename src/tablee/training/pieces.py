"""Games of self-play, on disk in pieces.

A piece is a file of rows (``JudgeShape``). Its line in the ledger is written after the file, so a
piece that the ledger knows is whole.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from tablee.core.judge_file import JudgeFile
from tablee.engine import Engine, Ledger
from tablee.training.plan import TrainingPlan
from tablee.training.subject import subject

ROW_NUMBER = "h"
"""The numbers of a row have 16 bits."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What the ledger says of a piece."""

    positions: int
    seconds: float
    """How long a worker played."""


class Pieces:
    """The pieces of one generation in a folder."""

    def __init__(self, folder: Path, plan: TrainingPlan, generation: int) -> None:
        self.folder, self.plan, self.generation = folder, plan, generation
        self.row = subject(plan.game).shape.row_size(plan.players)
        folder.mkdir(parents=True, exist_ok=True)
        head = {**plan.to_json(), "generation": generation}
        self.ledger = Ledger(folder / "pieces.jsonl", head, asdict, lambda data: Piece(**data))

    def path(self, number: int) -> Path:
        return self.folder / f"{number:06d}.rows"

    def played(self, engine: Engine, taught: JudgeFile | None) -> Iterator[int]:
        """Plays the pieces that are not there yet. Yields how many there are."""
        known = self.ledger.known
        yield len(known)
        missing = [number for number in range(self.plan.pieces) if number not in known]
        work = partial(play_piece, self.plan, self.generation, taught)
        for number, (rows, seconds) in engine.as_done(work, missing):
            write_whole(self.path(number), rows)
            self.ledger.add(number, Piece(len(rows) // (2 * self.row), round(seconds, 2)))
            yield len(known)

    def rows(self, number: int) -> array[int]:
        """Returns the numbers of a piece."""
        return array(ROW_NUMBER, self.path(number).read_bytes())

    @property
    def learned(self) -> list[int]:
        """The numbers of the pieces to learn from."""
        return [piece for piece in range(self.plan.pieces) if not self.plan.is_held_out(piece)]

    @property
    def held_out(self) -> list[int]:
        return [piece for piece in range(self.plan.pieces) if self.plan.is_held_out(piece)]

    def positions(self, numbers: list[int]) -> int:
        return sum(self.ledger.known[number].positions for number in numbers)

    @property
    def seconds(self) -> float:
        """How long all workers together have played."""
        return sum(piece.seconds for piece in self.ledger.known.values())


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file completely or not at all."""
    beside = path.with_suffix(".new")
    beside.write_bytes(data)
    beside.replace(path)


def play_piece(
    plan: TrainingPlan, generation: int, taught: JudgeFile | None, number: int
) -> tuple[bytes, float]:
    """Plays one piece, which is one piece of work. Returns rows, and the seconds it took."""
    began = time.perf_counter()
    first = number * plan.piece
    games = min(plan.piece, plan.games - first)
    seed = plan.first_seed(generation) + first
    rows = subject(plan.game).self_play(plan.players, seed, games, taught)
    return rows, time.perf_counter() - began
