"""Requests and answers about problems over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from tablee.games.fragile.problems.hints import STEPS
from tablee.server.entries import Played
from tablee.server.messages import Language, Spoken
from tablee.server.protocol import LONGEST_MOVE, Preview, StateView
from tablee.server.wishes import Wish

MOST_MOVES = 400
"""Moves of a line. Nine turns have fewer."""
Typed = Annotated[str, msgspec.Meta(max_length=LONGEST_MOVE)]
Source = Literal["booklet", "shortest"]
GameName = Literal["fragile", "shear-panic"]
"""The games that have problems for one player."""


class ProblemWish(Wish, frozen=True, kw_only=True):
    problem: str
    """One line of text, as docs/notation.md describes it for each game."""


class LineWish(ProblemWish, frozen=True, kw_only=True):
    moves: Annotated[tuple[Typed, ...], msgspec.Meta(max_length=MOST_MOVES)] = ()
    """All moves since the start, in notation. ``end`` ends a turn."""


class AttemptWish(LineWish, frozen=True, kw_only=True):
    typed: Typed = ""
    """The next moves as the player typed them. All are played, or none."""
    previews: bool = True
    """Whether to send what each legal move leads to."""
    language: Language | None = None
    """The language of the sentences in previews. None: all languages."""


class HintWish(LineWish, frozen=True, kw_only=True):
    step: Annotated[int, msgspec.Meta(ge=1, le=STEPS)]


class SolutionWish(LineWish, frozen=True, kw_only=True):
    give_up: bool = False
    """Needed to see the solution of a problem that is not solved yet."""


class ListedProblem(msgspec.Struct, frozen=True):
    """A problem in a book, without its solution."""

    number: int
    problem: str
    turns: int
    difficulty: float | None
    grade: int
    """From 1, very easy, to 5, very hard."""
    themes: list[str]
    rating: int
    """The rating on this server. It begins with the difficulty, and moves with first attempts."""
    task: Spoken = {}
    """What to reach. Empty in Fragile, where the picture says it."""


class BookView(msgspec.Struct, frozen=True):
    name: str
    problems: list[ListedProblem]
    themes: dict[str, Spoken]
    """The names of the themes of its problems."""
    game: GameName = "fragile"


class DailyView(msgspec.Struct, frozen=True):
    """The problem of the day. Each game has its own."""

    date: str
    """The day of the server, in UTC: 2026-11-18."""
    book: str
    number: int
    game: GameName


class PrintedSolution(msgspec.Struct, frozen=True):
    """The shortest solution that a book has, for its last pages."""

    number: int
    turns: list[str]


class AttemptView(msgspec.Struct, frozen=True):
    """A line of play and what can follow. The page needs no rules."""

    problem: str
    turns: int
    """The number of turns that the problem allows."""
    used: int
    """The number of turns begun so far."""
    solved: bool
    scenery: dict[str, Any]
    entries: list[Played]
    """The moves of the line with their events."""
    state: StateView
    previews: list[Preview]
    game: str = "fragile"
    task: Spoken = {}
    """What to reach. Empty in Fragile, where the board shows it."""
    over: bool = False
    """In Shear Panic: the goal is reached, or no command is left."""
    verdict: Spoken = {}
    """In Shear Panic, once it is over: whether this was best play."""


class OutlookView(msgspec.Struct, frozen=True):
    """Whether the problem can still be solved within the turns allowed. Exact."""

    solved: bool
    reachable: bool
    turns_left: int
    needed: int | None
    """The fewest turns it still takes, including a turn that has begun."""
    lost_in: int | None
    """The turn after which it could not be solved; 0 if it never could."""
    text: Spoken


class HintView(msgspec.Struct, frozen=True):
    outlook: OutlookView
    step: int
    text: Spoken
    """Empty if there is no hint."""


class SolutionLine(msgspec.Struct, frozen=True):
    source: Source
    turns: list[str]
    moves: list[str]
    """The same as single moves, in the form of ``LineWish.moves``."""
    differs: Spoken = {}
    """How it differs from the first of several shortest solutions. Empty for the first."""


class SolutionView(msgspec.Struct, frozen=True):
    minimum: int | None
    """The fewest turns; None if the search found no solution."""
    proved: bool
    lines: list[SolutionLine]


class SparePiece(msgspec.Struct, frozen=True):
    """A piece without which the shortest solutions are as long and as many.

    In Shear Panic it is a command without which the best chance is as good.
    """

    piece: Literal["crate", "docker", "helper", "command"]
    cell: str
    """Where it stands; or the command, ``lamb push 2``."""
    without: str
    """The problem without it."""


class CheckView(msgspec.Struct, frozen=True):
    """What the solver found out about a problem in its time."""

    problem: str
    turns: int
    """The turns that it allows; in Shear Panic the number of its commands."""
    minimum: int | None
    """The fewest turns known, or None. Always None in Shear Panic."""
    refuted: int
    """No solution has this many turns or fewer."""
    proved: bool
    """Proved: the minimum, or that no solution has the turns allowed (at least four) or fewer.

    In Shear Panic: the best chance.
    """
    certified: bool | None
    """Whether a checker without code of the solver agrees; None if there was no time."""
    solutions: int | None
    """Shortest solutions up to the order of independent turns; None if not counted.

    In Shear Panic: the first commands that have the best chance.
    """
    difficulty: float | None
    """From 1 to 10; None if the solutions were not counted."""
    lines: list[SolutionLine]
    """Some shortest solutions. They may take more turns than the problem allows.

    In Shear Panic: best play after each of the best first commands.
    """
    spare: list[SparePiece] | None
    """Pieces that are not needed; None if there was no time, or there are too many solutions."""
    themes: list[Spoken]
    """The themes of a shortest solution."""
    out_of_time: bool
    out_of_memory: bool
    seconds: float
    chance: str | None = None
    """In Shear Panic: the best chance over all dice, 1 or a fraction such as 3/4."""
    for_a_book: bool = False
    """Whether the book of this server may take it."""
