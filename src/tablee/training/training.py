"""A training: generations of self-play, learning and a gate, in a folder.

Everything that is done lies in the folder, so that a training which was killed anywhere goes on.
A generation learns from its own games and those of the generation before.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from tablee.core.judge_file import JudgeFile, JudgeOrigin
from tablee.engine import Engine, Ledger
from tablee.training import gate
from tablee.training.calibration import Bin, Calibration, calibrated, chances
from tablee.training.pieces import Pieces, write_whole
from tablee.training.plan import TrainingPlan
from tablee.training.subject import subject

Curve = list[tuple[int, float, float]]
READINGS = 2
"""How often a generation learns from its games. What it learned first teaches it the next time."""


@dataclass(frozen=True, slots=True)
class Generation:
    """The games, the learning and the gate of one generation, once it is over."""

    positions: int
    """To learn from, with those of the generation before."""
    curve: tuple[tuple[int, float, float], ...]
    """Step, loss in training, loss of the positions held out."""
    calibration: Calibration
    wins: float
    games: int
    passed: bool
    play_seconds: float
    learn_seconds: float
    gate_seconds: float

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Generation:
        told = data["calibration"]
        bins = tuple(Bin(**one) for one in told["bins"])
        curve = tuple((step, loss, held) for step, loss, held in data["curve"])
        calibration = Calibration(told["positions"], told["loss"], bins)
        return cls(**{**data, "curve": curve, "calibration": calibration})


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a generation is with its games, its learning, or its gate."""

    generation: int
    stage: Literal["play", "learn", "gate"]
    done: int
    total: int


class Training:
    """A training in a folder. Raises ``Invalid`` if the folder is of another plan."""

    def __init__(self, plan: TrainingPlan, folder: Path) -> None:
        self.plan, self.folder = plan, folder
        self.subject = subject(plan.game)
        folder.mkdir(parents=True, exist_ok=True)
        self.ledger = Ledger(
            folder / "generations.jsonl", plan.to_json(), asdict, Generation.from_json
        )

    @property
    def generations(self) -> list[Generation]:
        """The generations that are over."""
        return [self.ledger.known[number] for number in sorted(self.ledger.known)]

    @property
    def best(self) -> JudgeFile | None:
        """The judge that passed the last gate, or None if none has."""
        passed = [number for number, one in self.ledger.known.items() if one.passed]
        return self._candidate(max(passed)) if passed else None

    @property
    def best_path(self) -> Path:
        return self.folder / f"{self.plan.players}_players.judge"

    def run(self, engine: Engine) -> Iterator[Progress]:
        """Does what is left to do, and yields how far it is."""
        for number in range(self.plan.generations):
            if number not in self.ledger.known:
                yield from self._generation(number, engine)
            if self.best is not None:
                write_whole(self.best_path, self.best.to_bytes())

    def _place(self, number: int) -> Path:
        return self.folder / f"generation-{number + 1}"

    def _candidate_path(self, number: int) -> Path:
        return self._place(number) / "candidate.judge"

    def _candidate(self, number: int) -> JudgeFile:
        return JudgeFile.from_bytes(self._candidate_path(number).read_bytes())

    def _generation(self, number: int, engine: Engine) -> Iterator[Progress]:
        plan, old = self.plan, self.best
        pieces = Pieces(self._place(number) / "games", plan, number)
        for done in pieces.played(engine, old):
            yield Progress(number, "play", done, plan.pieces)
        sources = [pieces]
        if number:
            sources.append(Pieces(self._place(number - 1) / "games", plan, number - 1))
        learned, curve, learn_seconds = yield from self._learned(number, sources, old)
        if not self._candidate_path(number).exists():
            write_whole(self._candidate_path(number), learned.to_bytes())
        players = gate.Judged(self._candidate(number), old)
        began, standing = time.perf_counter(), None
        file = self._place(number) / "gate.jsonl"
        for standing in gate.held(plan, number, players, engine, file):
            yield Progress(number, "gate", len(standing.results), plan.gate_games)
        assert standing is not None
        self.ledger.add(
            number,
            Generation(
                learned.origin.positions,
                tuple(curve),
                self._calibration(players.new, pieces),
                standing.lines()[0].wins,
                len(standing.results),
                gate.passed(standing),
                round(pieces.seconds, 1),
                round(learn_seconds, 1),
                round(time.perf_counter() - began, 1),
            ),
        )

    def _learned(
        self, number: int, sources: list[Pieces], teacher: JudgeFile | None
    ) -> Generator[Progress, None, tuple[JudgeFile, Curve, float]]:
        """Yields how far the learning is. Returns the judge, its last curve, and the seconds."""
        plan = self.plan
        origin = JudgeOrigin(
            plan.game,
            plan.players,
            self.subject.rules_version,
            self.subject.shape.inputs,
            plan.command,
            _positions(sources),
        )
        curve: Curve = []
        seconds = 0.0
        for reading in range(READINGS):
            learning = self._learning(number, sources, reading, teacher)
            for done in learning:
                steps = reading * learning.steps + done
                yield Progress(number, "learn", steps, READINGS * learning.steps)
            teacher, curve = learning.judge(origin), learning.curve
            seconds += learning.seconds
        assert teacher is not None
        return teacher, curve, seconds

    def _learning(
        self, number: int, sources: list[Pieces], reading: int, teacher: JudgeFile | None
    ) -> Any:
        from tablee.training.learning import Learning  # needs PyTorch

        return Learning(
            self.subject.shape,
            sources[0].row,
            [pieces.path(piece) for pieces in sources for piece in pieces.learned],
            [sources[0].path(piece) for piece in sources[0].held_out],
            _positions(sources),
            self.plan.epochs,
            self.plan.seed + number,
            self._place(number) / f"learning-{reading + 1}.pt",
            teacher,
        )

    def _calibration(self, file: JudgeFile, pieces: Pieces) -> Calibration:
        """Judges the positions held out."""
        shape, players = self.subject.shape, self.plan.players
        rows = (pieces.rows(number) for number in pieces.held_out)
        given = chain.from_iterable(chances(file, shape, players, one) for one in rows)
        return calibrated(given)


def _positions(sources: list[Pieces]) -> int:
    return sum(pieces.positions(pieces.learned) for pieces in sources)
