"""Requests and answers about progress, results and proposals over HTTP."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tablee.server.messages import Spoken
from tablee.server.problems.progress import (
    MOST_DAYS,
    Count,
    Day,
    Deviation,
    First,
    Kept,
    Rating,
    Standing,
)
from tablee.server.problems.wishes import LineWish, ProblemWish, SolutionLine
from tablee.server.wishes import Name, Wish

MOST_AT_ONCE = 100
"""Problems of one request. A longer progress comes in several."""
ProblemText = Annotated[str, msgspec.Meta(max_length=700)]


class ProgressWish(Wish, frozen=True, kw_only=True):
    """Progress of a browser."""

    problems: Annotated[dict[ProblemText, Kept], msgspec.Meta(max_length=MOST_AT_ONCE)]
    days: Annotated[tuple[Day, ...], msgspec.Meta(max_length=MOST_DAYS)] = ()
    rush: Count = 0
    flock_rush: Count = 0


class ProgressView(msgspec.Struct, frozen=True):
    """All progress of a guest, after putting it together."""

    kept: bool
    """False for a stranger, of whom the server keeps nothing."""
    problems: dict[str, Kept]
    days: tuple[str, ...]
    rush: int
    flock_rush: int
    standing: Standing | None


class ResultWish(LineWish, frozen=True, kw_only=True):
    """The result of a first attempt, with the strength of a player who has no cookie."""

    won: bool
    rating: Rating = 1200.0
    rd: Deviation = 350.0
    vol: Annotated[float, msgspec.Meta(ge=0.01, le=0.2)] = 0.06


class ResultView(msgspec.Struct, frozen=True):
    kept: bool
    """Whether the server keeps the progress."""
    first: First
    standing: Standing
    """Of a stranger, the curve has only the last value."""


class ComposeWish(Wish, frozen=True, kw_only=True):
    problem: ProblemText
    """A sketch. It may lack anything."""
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**31)] = 1
    """Another seed finishes the sketch in another way."""


class ComposeView(msgspec.Struct, frozen=True):
    """A finished problem with its solution, or nothing."""

    problem: str | None
    difficulty: float | None = None
    themes: list[Spoken] = []
    line: SolutionLine | None = None


class ProposeWish(ProblemWish, frozen=True, kw_only=True):
    name: Name
    """Of whoever proposes the problem."""


class ProposedView(msgspec.Struct, frozen=True):
    waiting: int
    """Proposals that wait for the operator."""
