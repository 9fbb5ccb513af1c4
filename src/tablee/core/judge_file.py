"""A learned judge as a file: its weights, what they are for, and how they were made.

The file begins with a line of its kind and a line of JSON. The numbers follow, little-endian: the
weights of the network as 16 bits each, then its biases and what a point is worth by space, as 32
bits each. The line of JSON has their checksum.
"""

from __future__ import annotations

import hashlib
import json
import sys
from array import array
from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib import resources

from tablee.core.errors import Invalid, core_message

KIND = b"tablee judge 1\n"


@dataclass(frozen=True, slots=True)
class JudgeShape:
    """What the judge of a game sees, and how self-play writes it down.

    A row is a position with its outcome, in 16-bit numbers: for each player the active inputs (-1
    where there are fewer) and the points; then for each player the points still to come; then the
    space, which says how far the game is, and the winner.
    """

    inputs: int
    slots: int
    """How many inputs are active at most."""
    spaces: int
    """How many spaces the judge tells apart."""

    def row_size(self, players: int) -> int:
        """Returns how many numbers a row has."""
        return players * (self.slots + 2) + 2

    def players(self, row_size: int) -> int:
        return (row_size - 2) // (self.slots + 2)


@dataclass(frozen=True, slots=True)
class JudgeOrigin:
    """What a judge is for, and how it was made."""

    game: str
    players: int
    rules_version: int
    inputs: int
    """How many inputs the network has. The kernel of the game says what each means."""
    command: str
    """The command that trained it."""
    positions: int
    """How many positions it learned from."""


@dataclass(frozen=True, slots=True)
class JudgeFile:
    origin: JudgeOrigin
    weights: array[int]
    biases: array[int]
    worth: array[int]

    def to_bytes(self) -> bytes:
        numbers = b"".join(map(_written, (self.weights, self.biases, self.worth)))
        head = {
            **asdict(self.origin),
            "counts": [len(self.weights), len(self.biases), len(self.worth)],
            "sha256": hashlib.sha256(numbers).hexdigest(),
        }
        return KIND + json.dumps(head).encode() + b"\n" + numbers

    @classmethod
    def from_bytes(cls, data: bytes) -> JudgeFile:
        """Reads a judge. Raises ``Invalid`` on other or damaged data."""
        line, _, numbers = data.removeprefix(KIND).partition(b"\n")
        try:
            head = json.loads(line)
            counts, checksum = head["counts"], head["sha256"]
            origin = JudgeOrigin(**{field.name: head[field.name] for field in fields(JudgeOrigin)})
            weights, biases, worth = counts
        except (ValueError, KeyError, TypeError):
            raise Invalid(core_message("no-judge")) from None
        whole = hashlib.sha256(numbers).hexdigest() == checksum
        if not (
            data.startswith(KIND) and whole and len(numbers) == 2 * weights + 4 * (biases + worth)
        ):
            raise Invalid(core_message("no-judge"))
        first, second = 2 * weights, 2 * weights + 4 * biases
        return cls(
            origin,
            _read("h", numbers[:first]),
            _read("i", numbers[first:second]),
            _read("i", numbers[second:]),
        )


@cache
def shipped_judge(package: str, players: int) -> JudgeFile | None:
    """Returns the judge for so many players that comes with a game's package, or None."""
    source = resources.files(package).joinpath(f"{players}_players.judge")
    return JudgeFile.from_bytes(source.read_bytes()) if source.is_file() else None


def _written(numbers: array[int]) -> bytes:
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers.tobytes()


def _read(code: str, data: bytes) -> array[int]:
    numbers = array(code, data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
