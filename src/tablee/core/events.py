"""Events say what a move did. The log, the animation and the screen reader share them."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import ClassVar

from tablee.core.messages import Message


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. ``rule`` is the rule that caused it.

    A game's event classes are frozen dataclasses with plain, hashable fields. ``kind`` names the
    sentence in the game's catalogue (``event-<kind>``). It never changes, because records and
    clients rely on it.
    """

    kind: ClassVar[str]
    package: ClassVar[str]
    closes_turn: ClassVar[bool] = False
    """True if the event ends a turn: nobody can take back a move from before it."""

    rule: str

    def to_json(self) -> dict[str, object]:
        return {"kind": self.kind, **dataclasses.asdict(self)}

    def sentence(self) -> Message:
        return Message(self.package, f"event-{self.kind}", self.parameters())

    def parameters(self) -> dict[str, str | int]:
        """Returns the parameters of the sentence. Players are numbered from 1 for people."""
        values: dict[str, str | int] = {}
        fields: tuple[str, ...] = self.__match_args__
        for name in fields:
            value = getattr(self, name)
            if name == "player" and value is not None:
                value = value + 1
            values[name] = value if isinstance(value, int) else str(value)
        return values

    def text(self, language: str = "en") -> str:
        return self.sentence().text(language)

    def scored(self) -> tuple[int, int] | None:
        """Returns (player, points) if this event scores, else None."""
        return None
