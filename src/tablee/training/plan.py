"""What decides how a training goes. The same plan gives the same games."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

PIECE = 250
"""The games of a piece of work, at most."""
HELD_OUT = 20
"""One piece of so many is held out: training does not see it."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """A training of the judge for one game and number of players."""

    game: str
    players: int
    games: int
    """To learn from, in each generation."""
    generations: int = 1
    epochs: int = 4
    """How often training sees each position."""
    seed: int = 1
    gate_games: int = 400
    """The most games of a gate."""
    gate_nodes: int = 4000
    """How long the players at the gate think. Nodes make the games the same on every machine."""

    @property
    def piece(self) -> int:
        """The games of a piece of work. Few games make small pieces, so that some are held out."""
        return min(PIECE, max(1, self.games // HELD_OUT))

    @property
    def pieces(self) -> int:
        return -(-self.games // self.piece)

    def is_held_out(self, piece: int) -> bool:
        """Tells whether training does not see a piece. It is the last of few, or one of 20."""
        if self.pieces < HELD_OUT:
            return piece == self.pieces - 1
        return piece % HELD_OUT == HELD_OUT - 1

    def first_seed(self, generation: int) -> int:
        """Returns the seed of a generation's first game. No two games of a training share one."""
        return (self.seed << 40) + (generation << 32)

    @property
    def command(self) -> str:
        """The command that does it again, for the file of the judge."""
        return (
            f"tablee train {self.game} --players {self.players} --games {self.games}"
            f" --generations {self.generations} --epochs {self.epochs} --seed {self.seed}"
            f" --gate-games {self.gate_games} --gate-nodes {self.gate_nodes}"
        )

    def to_json(self) -> dict[str, Any]:
        """Returns what must be equal for a run to go on. More generations may follow."""
        told = asdict(self)
        del told["generations"]
        return {"training": 1, **told}
