"""What goes over HTTP about problems: what people wish for, and what they are shown."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from tablee.games.fragile.problems.hints import STEPS
from tablee.server.entries import Played
from tablee.server.messages import Language, Spoken
from tablee.server.protocol import Preview, StateView
from tablee.server.wishes import Wish

Source = Literal["booklet", "shortest"]


class ProblemWish(Wish, frozen=True, kw_only=True):
    problem: str
    """As one line: turns;crates;dockers;others."""


class LineWish(ProblemWish, frozen=True, kw_only=True):
    moves: tuple[str, ...] = ()
    """What was played since the start, each move in notation; ``end`` ends a turn."""


class AttemptWish(LineWish, frozen=True, kw_only=True):
    typed: str = ""
    """What is to be played next, as typed; several moves are all played or none."""
    previews: bool = True
    """Tell what each legal move leads to."""
    language: Language | None = None
    """The language of the sentences in previews; all of them if it is not said."""


class HintWish(LineWish, frozen=True, kw_only=True):
    step: Annotated[int, msgspec.Meta(ge=1, le=STEPS)]


class SolutionWish(LineWish, frozen=True, kw_only=True):
    give_up: bool = False
    """Who has not solved it has to say so."""


class ListedProblem(msgspec.Struct, frozen=True):
    """A problem in a book, without its solution."""

    number: int
    problem: str
    turns: int
    difficulty: float | None


class BookView(msgspec.Struct, frozen=True):
    name: str
    problems: list[ListedProblem]


class AttemptView(msgspec.Struct, frozen=True):
    """A line of play and what can follow. The page needs no rules."""

    problem: str
    turns: int
    """As many as the problem allows."""
    used: int
    """Turns begun so far."""
    solved: bool
    scenery: dict[str, Any]
    entries: list[Played]
    """Every move of the line with its events."""
    state: StateView
    previews: list[Preview]


class OutlookView(msgspec.Struct, frozen=True):
    """Whether it can still be solved within the turns allowed; exact."""

    solved: bool
    reachable: bool
    turns_left: int
    needed: int | None
    """Turns it still takes at least, the one begun included."""
    lost_in: int | None
    """The turn that spoiled it; 0 if it could not be done from the start."""
    text: Spoken


class HintView(msgspec.Struct, frozen=True):
    outlook: OutlookView
    step: int
    text: Spoken
    """Empty if there is nothing to hint at."""


class SolutionLine(msgspec.Struct, frozen=True):
    source: Source
    turns: list[str]
    moves: list[str]
    """The same, move by move, as ``moves`` of an attempt."""


class SolutionView(msgspec.Struct, frozen=True):
    minimum: int | None
    """The fewest turns; None if there is no solution within the turns looked through."""
    proved: bool
    lines: list[SolutionLine]


class CheckView(msgspec.Struct, frozen=True):
    """What the solver found out about a problem in the time it has."""

    problem: str
    turns: int
    minimum: int | None
    """The fewest turns; None if none is known."""
    refuted: int
    """No solution has so many turns or fewer."""
    proved: bool
    """The minimum is proved, or that there is none up to the turns allowed and four at least."""
    certified: bool | None
    """A checker that shares no code with the solver agrees; None if there was no time for it."""
    solutions: int | None
    """Shortest solutions up to the order of independent turns; None if not counted to the end."""
    difficulty: float | None
    """From 1 to 10, where the solutions were counted."""
    out_of_time: bool
    out_of_memory: bool
    seconds: float
