"""The story of a solution: its events, with every crate and docker known by a number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tablee.games.fragile.actions import act
from tablee.games.fragile.board import Board, Cell, straight
from tablee.games.fragile.events import CrateHandedOver, CrateMoved, CratePushed, FragileEvent
from tablee.games.fragile.position import Position
from tablee.games.fragile.problems.line import Line
from tablee.games.fragile.reach import NO_FLIPS


@dataclass(frozen=True)
class Step:
    """One action of a solution."""

    turn: int
    """Turns count from 0."""
    docker: int
    """The docker that acts, by its place in the position."""
    before: Position
    event: FragileEvent


@dataclass(frozen=True)
class Move(Step):
    """A step that moves a crate."""

    event: CrateMoved
    crate: int
    """The number of the crate in the order of the first position, lower first. It keeps it."""
    goal: Cell | None
    """The depot of the crate, if it has to be stored."""
    helpers: tuple[int, ...]
    """The dockers that hand the crate over, in order."""

    @cached_property
    def entered(self) -> tuple[Cell, ...]:
        """Returns the cells that the crate enters, the last one at the end."""
        if isinstance(self.event, CratePushed):
            return _run(self.before.board, self.event.crate, self.event.target)
        if isinstance(self.event, CrateHandedOver):
            return tuple(link.target for link in self.event.links)
        return (self.event.target,)


@dataclass(frozen=True)
class Story:
    """What happens in a line of play, step by step."""

    line: Line
    steps: tuple[Step, ...]

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        return tuple(step for step in self.steps if isinstance(step, Move))

    def moves_in(self, turn: int) -> list[Move]:
        return [move for move in self.moves if move.turn == turn]

    def docker_of(self, turn: int) -> int:
        return next(step.docker for step in self.steps if step.turn == turn)

    @property
    def turns(self) -> range:
        return range(len(self.line.turns))

    @cached_property
    def walks(self) -> list[int]:
        """The turns that move no crate."""
        return [turn for turn in self.turns if not self.moves_in(turn)]

    @cached_property
    def posts(self) -> list[int]:
        """The walks to a place from which the docker later hands over."""
        return [turn for turn in self.walks if self._hands_over_after(turn)]

    def _hands_over_after(self, turn: int) -> bool:
        docker = self.docker_of(turn)
        return any(docker in move.helpers for move in self.moves if move.turn > turn)


def tell(line: Line) -> Story:
    """Returns the story of a line of play."""
    return Story(line, tuple(_steps(line)))


def _steps(line: Line) -> Iterator[Step]:
    numbers: dict[tuple[Cell, int], int] = {}
    for cell, found in line.start.position.crates.items():
        for level in range(len(found)):
            numbers[cell, level] = len(numbers)
    for number, turn in enumerate(line.turns):
        for position, action in zip(turn.positions, turn.actions, strict=True):
            event = act(position, action, NO_FLIPS).event
            docker = _docker(position, action.docker)
            if not isinstance(event, CrateMoved):
                yield Step(number, docker, position, event)
                continue
            crate = numbers.pop((event.crate, len(position.crates_at(event.crate)) - 1))
            numbers[event.target, len(position.crates_at(event.target))] = crate
            goal = position.crates_at(event.crate)[-1].goal
            links = event.links if isinstance(event, CrateHandedOver) else ()
            helpers = tuple(_docker(position, link.docker) for link in links)
            yield Move(number, docker, position, event, crate, goal, helpers)


def _docker(position: Position, cell: Cell) -> int:
    docker = position.docker_at(cell)
    assert docker is not None
    return docker


def _run(board: Board, start: Cell, end: Cell) -> tuple[Cell, ...]:
    """Returns the cells of a straight push after its start."""
    line = straight(start, end)
    assert line is not None
    direction, distance = line
    cells = [start]
    for _ in range(distance):
        beyond = board.step(cells[-1], direction)
        assert beyond is not None
        cells.append(beyond)
    return tuple(cells[1:])


# Distances


def steps_to(board: Board, depot: Cell) -> dict[Cell, int]:
    """Returns how far each cell of an empty quay is from a depot."""
    from_door = board.walk_distances(board.entrances[depot])
    return {**{cell: steps + 1 for cell, steps in from_door.items()}, depot: 0}
