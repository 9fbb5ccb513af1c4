"""What an analysis says: the turns, the chances, and the ledger of each player.

Chances are whole numbers in 65536ths, one for each player, so that sums are exact. Moves count from
0 as in ``Record.moves``, with the draws of chance. docs/analysis.md says what the numbers mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, Self

from tablee.core.errors import Invalid
from tablee.core.messages import Message, Parameter

SURE = 65536
"""The chance of a player who has won."""

VERSION = 1
"""The version of the JSON form."""

Chances = tuple[int, ...]
"""Each player's chance to win, in 65536ths. They sum to ``SURE``, or to 0 if nobody won."""

Word = Literal["fine", "inexact", "mistake", "turning-point"]
Method = Literal["judge", "weights", "play-outs"]
"""What the chances come from: a learned judge, the weights of the bots, or games played on."""


def say(key: str, /, **parameters: Parameter) -> Message:
    return Message("tablee.analysis", key, parameters)


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to search for a better turn: seconds, or nodes where it must be reproducible."""

    seconds: float | None = 0.5
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class FoundTurn:
    """A turn that the search found, in notation, and the chances after it."""

    moves: tuple[str, ...]
    chances: Chances


@dataclass(frozen=True, slots=True)
class Swing:
    """One decision of a player or of chance: the chances expected before it and found after it.

    Both were judged in the same way: with the same look-ahead and the same random numbers.
    """

    first: int
    last: int
    actor: int
    """A player, or ``CHANCE``."""
    expected: Chances
    """After the best turn found; at a chance node, the mean over all outcomes."""
    found: Chances
    """After what was played or drawn."""
    better: tuple[str, ...] = ()
    """The better moves in notation. Empty if nothing better was found."""
    error: int = 0
    """The standard error of the difference: how far the looks disagree."""
    expected_points: Chances = ()
    """The points that each player is expected to have at the end, in 65536ths of a point."""
    found_points: Chances = ()
    points_error: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """The judged decisions of one turn."""

    method: Method
    swings: tuple[Swing, ...]


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    number: int
    player: int | None
    """Whose turn it is. None if only chance acted."""
    first: int
    last: int
    """Its first and its last move in the record."""
    played: tuple[str, ...]
    line: str
    """The turn as a record writes it."""
    before: Chances
    best: Chances
    """What the best turn found would have kept."""
    after: Chances
    loss: int
    """What the player's choices cost, from 0 to ``SURE``."""
    word: Word
    better: tuple[str, ...]
    """The better moves in notation. Empty if nothing better was found."""
    better_line: str
    """The turn with these moves, as a record writes it."""
    at: int
    """The move of the record that the better moves replace."""
    dice: Chances
    """What chance changed in the turn."""


@dataclass(frozen=True, slots=True)
class Account:
    """A player's way from the start to the end: ``start`` and the four parts add up to ``end``."""

    start: int
    end: int
    dice: int
    own: int
    """The player's own choices, each against the best turn found."""
    others: int
    """What the choices of the others changed."""
    unforeseen: int
    """What the look-ahead did not see coming."""
    uncertainty: int
    """The standard error of ``dice``, ``own`` and ``others`` together."""


@dataclass(frozen=True, slots=True)
class Analysis:
    game: str
    rules: int
    players: int
    method: Method
    finished: bool
    """False if the record stops before the end of the game."""
    start: Chances
    end: Chances
    turns: tuple[JudgedTurn, ...]
    turning_points: tuple[int, ...]
    """The numbers of the turns that cost most, the worst first."""
    chances: tuple[Account, ...]
    points: tuple[Account, ...] | None = None
    """The same for the points, in 65536ths of a point, where the judge knows of points."""

    def to_json(self) -> dict[str, Any]:
        return {"version": VERSION, **_plain(asdict(self))}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Reads an analysis that ``to_json`` wrote. Raises ``Invalid`` on anything else."""
        try:
            if data["version"] != VERSION:
                raise Invalid(say("no-analysis"))
            values = {field.name: _tuples(data[field.name]) for field in fields(cls)}
            values["turns"] = tuple(_read(JudgedTurn, one) for one in data["turns"])
            for name in ("chances", "points"):
                if data[name] is not None:
                    values[name] = tuple(_read(Account, one) for one in data[name])
            return cls(**values)
        except (KeyError, TypeError, AttributeError):
            raise Invalid(say("no-analysis")) from None


def _plain(value: Any) -> Any:
    """Returns a value with lists in place of tuples, as JSON reads it back."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, tuple | list) else value


def _tuples(value: Any) -> Any:
    return tuple(_tuples(inner) for inner in value) if isinstance(value, list) else value


def _read(cls: type[Any], data: Mapping[str, Any]) -> Any:
    return cls(**{field.name: _tuples(data[field.name]) for field in fields(cls)})
