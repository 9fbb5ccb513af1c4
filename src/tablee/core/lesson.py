"""A lesson teaches a game by doing. Each step is a position in which to try one thing.

A game keeps its lesson in ``lesson.toml`` beside its code. The learner is player 0 and plays by the
real rules. The lesson decides how the dice fall.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from tablee.core.data_file import DataFile
from tablee.core.errors import Invalid, core_message
from tablee.core.events import Event
from tablee.core.rulebook import Text, text_of

if TYPE_CHECKING:
    from tablee.core.game import Game
    from tablee.core.sitting import Sitting

LEARNER = 0
MOST_MOVES = 40
"""Moves of a learner in one step that a server takes."""


@dataclass(frozen=True)
class LessonStep:
    """One thing to try. The step is done once an event has all the fields of ``done``."""

    title: Text
    text: Text
    start: Mapping[str, Any]
    """The differences from the first state of a game, as JSON."""
    dice: tuple[str, ...]
    done: Mapping[str, Any]
    solution: tuple[str, ...]
    """Moves that complete the step, for learners who are stuck."""
    part: Text | None = None
    """The title of the part that begins with this step."""

    def is_done_by(self, event: Event) -> bool:
        told = event.to_json()
        return all(told.get(key) == value for key, value in self.done.items())


@dataclass(frozen=True)
class LessonPart:
    """Steps that are learnt together. A learner may skip the rest of a part."""

    title: Text
    first: int
    """The number of its first step, from 0."""


@dataclass(frozen=True)
class Lesson:
    options: Mapping[str, str]
    steps: tuple[LessonStep, ...]

    @property
    def parts(self) -> tuple[LessonPart, ...]:
        """None if the lesson is short."""
        return tuple(
            LessonPart(step.part, number)
            for number, step in enumerate(self.steps)
            if step.part is not None
        )

    def start(self, kind: type[Game[Any]], step: LessonStep) -> Sitting[Any]:
        game = kind.from_options(self.options)
        return game.sitting(game.state_from_json({**game.initial().to_json(), **step.start}))


@dataclass(frozen=True)
class Progress:
    """A learner's progress after some moves. ``events`` are those of the last move."""

    sittings: tuple[Sitting[Any], ...]
    """From the start of the step on, with what the dice showed."""
    events: tuple[Event, ...]
    causes: tuple[int, ...]
    """Of each event, as in ``Sitting.causes``."""
    done: bool

    @property
    def sitting(self) -> Sitting[Any]:
        return self.sittings[-1]


def follow(
    lesson: Lesson, kind: type[Game[Any]], step: LessonStep, moves: Sequence[str]
) -> Progress:
    """Plays the moves a learner typed. Raises ``Invalid`` or ``Illegal``."""
    sittings, done = [lesson.start(kind, step)], False
    events: tuple[Event, ...] = ()
    causes: tuple[int, ...] = ()
    dice = iter(step.dice)
    for line in moves:
        if sittings[-1].state.actor != LEARNER:
            raise Invalid(core_message("lesson-not-you"))
        played = list(_played(sittings[-1], line, dice))
        sittings += played
        events = tuple(event for sitting in played for event in sitting.events)
        causes = tuple(cause for sitting in played for cause in sitting.causes)
        done |= any(map(step.is_done_by, events))
    return Progress(tuple(sittings), events, causes, done)


def _played(sitting: Sitting[Any], line: str, dice: Iterator[str]) -> Iterator[Sitting[Any]]:
    """Yields the sitting after each move of a typed line, and after each draw that follows."""
    for move in sitting.state.parse_typed(line):
        sitting = sitting.play(move)
        yield sitting
    while outcomes := sitting.state.outcomes():
        face = next(dice, None)
        sitting = sitting.play(outcomes[0].move if face is None else sitting.parse(face))
        yield sitting


def parse(name: str, source: str) -> Lesson:
    """Reads a lesson. Raises ``Invalid``, with file and line, if something is missing."""
    file = DataFile.parse(name, source)
    steps = tuple(
        LessonStep(
            title=text_of(file, "steps", number, "title", step.get("title")),
            text=text_of(file, "steps", number, "text", step),
            start={**file.data.get("start", {}), **step.get("start", {})},
            dice=tuple(step.get("dice", ())),
            done=step.get("done", {}),
            solution=tuple(step.get("solution", ())),
            part=text_of(file, "steps", number, "part", part)
            if (part := step.get("part"))
            else None,
        )
        for number, step in enumerate(file.data.get("steps", ()))
    )
    return Lesson(file.data.get("options", {}), steps)


@cache
def read(package: str) -> Lesson:
    """Returns the lesson of the game in this package, without steps if there is no file."""
    file = resources.files(package).joinpath("lesson.toml")
    return parse(file.name, file.read_text(encoding="utf-8")) if file.is_file() else Lesson({}, ())
