"""S-6.1, the time track: four fields, their gates and pens, and the panic spaces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class FieldKind(StrEnum):
    """The fields in the order the flock crosses them."""

    TEAM = "team"
    ROGER = "roger"
    BLACK_SHEEP = "black"
    SHEARER = "shearer"


FIELDS = tuple(FieldKind)
MEADOWS = (FieldKind.TEAM, FieldKind.BLACK_SHEEP)
"""S-6.3, S-6.5: the yellow fields. They score only if the counter ends there."""
FENCED = (FieldKind.ROGER, FieldKind.SHEARER)
"""S-6.4, S-6.6: the fields with a gate and a pen."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the track. A meadow has no gate. The last space of the other fields is the pen."""

    kind: FieldKind
    first: int
    last: int
    gate: int | None = None


@dataclass(frozen=True)
class Track:
    """The fields in order, from space 1 on, and the spaces where the flock panics."""

    fields: tuple[Field, ...]
    panic: frozenset[int]

    @property
    def length(self) -> int:
        """The final pen."""
        return self.fields[-1].last

    def field_at(self, space: int) -> Field | None:
        """Returns the field of a space, or None on space 0, before the first field."""
        for field in self.fields:
            if field.first <= space <= field.last:
                return field
        return None

    def figure_at(self, space: int) -> FieldKind | None:
        """S-6.2: returns who stands in front: Roger (until his pen), the Shearer, or None."""
        field = self.field_at(space)
        if field is None or field.kind in MEADOWS:
            return None
        return None if field.kind == FieldKind.ROGER and space == field.last else field.kind

    @property
    def gate_to_pen(self) -> int:
        """The least number of spaces from a gate to its pen."""
        return min(field.last - field.gate for field in self.fields if field.gate is not None)

    @property
    def pens(self) -> tuple[int, ...]:
        """The last spaces of Roger's and of the Shearer's field."""
        return tuple(field.last for field in self.fields if field.kind not in MEADOWS)

    def scorings(self, start: int, end: int) -> Iterator[FieldKind]:
        """S-6.3 to S-6.7: yields the fields that score when the counter moves from start to end."""
        for field in self.fields:
            if field.gate is None:
                if field.first <= end <= field.last:
                    yield field.kind
            else:
                for space in (field.gate, field.last):
                    if start < space <= end:
                        yield field.kind
