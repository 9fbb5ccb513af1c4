"""Events say what a move did. The log, the animation and the screen reader share them."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import ClassVar

from tablee.core.messages import Message, Parameter

PLAYERS = ("player", "order", "winners")
"""Fields that hold players, which count from 0. Sentences count them from 1."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. ``rule`` is the rule that caused it.

    A game's event classes are frozen dataclasses with plain, hashable fields. ``kind`` names the
    sentence in the game's catalogue (``event-<kind>``). It never changes, because records and
    clients rely on it. Unless a class says otherwise, it is the name of the class: ``turn-ended``
    for ``TurnEnded``.
    """

    kind: ClassVar[str]
    package: ClassVar[str]
    closes_turn: ClassVar[bool] = False
    """True if the event ends a turn: nobody can take back a move from before it."""
    waits_for_next: ClassVar[bool] = False
    """True if the player may take the move back until the next player acts, as in a setup."""
    caused_by: ClassVar[tuple[str, ...]] = ()
    """The kinds of events that may cause it. The last of them in the turn does; else the move."""

    rule: str

    def __init_subclass__(cls) -> None:
        if "kind" not in vars(cls):
            cls.kind = re.sub(r"\B([A-Z])", r"-\1", cls.__name__).lower()

    def to_json(self) -> dict[str, object]:
        told: dict[str, object] = {"kind": self.kind}
        for name in self.__match_args__:
            value = getattr(self, name)
            told[name] = value if isinstance(value, (str, int)) else _plain(value)
        return told

    def sentence(self) -> Message:
        return Message(self.package, f"event-{self.kind}", self.parameters())

    def parameters(self) -> dict[str, Parameter]:
        """Returns the parameters of the sentence: the fields, lists with commas."""
        names: tuple[str, ...] = self.__match_args__
        return {name: _parameter(name, getattr(self, name)) for name in names}

    def text(self, language: str = "en") -> str:
        return self.sentence().text(language)

    def scored(self) -> tuple[int, int] | None:
        """Returns (player, points) if this event scores, else None."""
        return None


def causes(past: Sequence[Event], events: Sequence[Event]) -> tuple[int, ...]:
    """Returns for each event how many events back its cause is; 0 if the move caused it.

    ``past`` are the events of the turn before these.
    """
    known = [*past]
    found = []
    for event in events:
        found.append(_steps_back(known, event.caused_by) if event.caused_by else 0)
        known.append(event)
    return tuple(found)


def _steps_back(known: Sequence[Event], kinds: tuple[str, ...]) -> int:
    """Returns how many events back the last one of these kinds is, or 0."""
    for back in range(1, len(known) + 1):
        if known[-back].kind in kinds:
            return back
    return 0


def chain(past: Sequence[Event], event: Event) -> list[Event]:
    """Returns the events that led to this one, from the first to the event itself."""
    found, known = [event], list(past)
    while back := causes(known, found[:1])[0]:
        found.insert(0, known[-back])
        known = known[:-back]
    return found


def event_classes(module: ModuleType) -> list[type[Event]]:
    """Returns the events of a module, without the classes that others are made from."""
    classes = [one for one in vars(module).values() if isinstance(one, type)]
    return [one for one in classes if issubclass(one, Event) and not one.__subclasses__()]


def _plain(value: object) -> object:
    """Returns the value of a field as JSON has it. ``asdict`` also copies what needs no copy."""
    if isinstance(value, tuple):
        return tuple([one if isinstance(one, (str, int)) else _plain(one) for one in value])
    return dataclasses.asdict(value) if dataclasses.is_dataclass(value) else value  # type: ignore[arg-type]


def _parameter(name: str, value: object) -> str | int:
    if isinstance(value, tuple):
        return ", ".join(str(_parameter(name, item)) for item in value) or "–"
    if isinstance(value, int):
        return value + 1 if name in PLAYERS else value
    return str(value)
