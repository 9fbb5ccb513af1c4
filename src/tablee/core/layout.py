"""What the numbers of a simulation mean: its actions, and the parts of its observations."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import NamedTuple


class Part(NamedTuple):
    """Numbers that belong together: from ``first`` on, in the order of C, with this shape."""

    name: str
    first: int
    shape: tuple[int, ...]
    about: str

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def last(self) -> int:
        return self.first + self.size - 1


def parts(*described: tuple[str, tuple[int, ...], str]) -> tuple[Part, ...]:
    """Returns these parts, one after the other."""
    found: list[Part] = []
    first = 0
    for name, shape, about in described:
        found.append(Part(name, first, shape, about))
        first += found[-1].size
    return tuple(found)


class Symmetry(NamedTuple):
    """A symmetry of the game. What was at place i is at place ``observation[i]`` after it.

    A legal action ``a`` is ``actions[a]`` after it.
    """

    name: str
    actions: array[int]
    observation: array[int]


Turn = Callable[[int, int], tuple[int, int]]
"""Where a column and a row go, counted from the middle."""
TURNS: Mapping[str, Turn] = {
    "quarter turn": lambda x, y: (-y, x),
    "half turn": lambda x, y: (-x, -y),
    "three-quarter turn": lambda x, y: (y, -x),
    "left to right": lambda x, y: (-x, y),
    "top to bottom": lambda x, y: (x, -y),
    "diagonal": lambda x, y: (y, x),
    "other diagonal": lambda x, y: (-y, -x),
}
"""The symmetries of a square."""


def permutation(size: int, pairs: Mapping[int, int]) -> array[int]:
    """Returns a permutation with these pairs. Others stay, or take the places left free."""
    images, sources = array("i", range(size)), array("i", range(size))
    for number, image in pairs.items():
        other, displaced = sources[image], images[number]
        images[number], images[other] = image, displaced
        sources[image], sources[displaced] = number, other
    return images


@dataclass(frozen=True)
class Layout:
    """The actions and observations of a game. It depends on the number of players."""

    players: int
    action_parts: tuple[Part, ...]
    """Blocks of actions. An action is the place of its number in all of them."""
    observation_parts: tuple[Part, ...]
    symmetries: tuple[Symmetry, ...] = ()
    """Those that hold in every moment. ``Simulation.symmetries`` has those of one moment, too."""

    @property
    def actions(self) -> int:
        """How many actions there are. They are the numbers from 0 on."""
        return self.action_parts[-1].last + 1

    @property
    def size(self) -> int:
        """How many numbers an observation has, each of one byte with a sign."""
        return self.observation_parts[-1].last + 1

    def observed(self, observation: memoryview) -> Mapping[str, memoryview]:
        """Returns the parts of an observation by name, in their shapes, without a copy."""
        flat = memoryview(observation).cast("B")
        return {
            part.name: flat[part.first : part.first + part.size].cast("b", part.shape)
            for part in self.observation_parts
        }

    def place_of(self, action: int) -> tuple[Part, tuple[int, ...]]:
        """Returns the block of an action, and its place there."""
        for part in self.action_parts:
            if part.first <= action <= part.last:
                return part, tuple(_indices(action - part.first, part.shape))
        raise ValueError(f"actions are numbers from 0 to {self.actions - 1}, not {action}")


def _indices(place: int, shape: tuple[int, ...]) -> Iterator[int]:
    for axis, length in enumerate(shape):
        yield place // prod(shape[axis + 1 :]) % length
