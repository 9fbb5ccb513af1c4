"""Requests and answers of the what-if board over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from tablee.core.lesson import MOST_MOVES as MOST_LEARNT
from tablee.server.entries import Drawn, Played
from tablee.server.messages import Language
from tablee.server.problems.wishes import Typed
from tablee.server.protocol import Preview, StateView
from tablee.server.wishes import Joining, SeatWish, Wish

LONGEST_RECORD = 32_768
"""Characters of a record. A long game has a tenth of it."""
RecordText = Annotated[str, msgspec.Meta(max_length=LONGEST_RECORD)]
MOST_MOVES = 1000
"""Moves of a branch."""
DiceWish = Literal["ask", "random", "as-played"]
"""Who rolls: the player chooses, chance decides, or the dice fall as they did in the record."""


class Start(Wish, frozen=True, tag_field="type"):
    """Where a branch begins."""


class RecordStart(Start, frozen=True, tag="record"):
    """A game, or a problem, that somebody has played or begun."""

    text: RecordText


class ProblemStart(Start, frozen=True, tag="problem"):
    """A problem before its first move."""

    problem: Annotated[str, msgspec.Meta(max_length=1000)]


class LessonStart(Start, frozen=True, tag="lesson"):
    """A step of a game's lesson, and the learner's moves in it."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    step: Annotated[int, msgspec.Meta(ge=0, le=99)]
    moves: Annotated[tuple[Typed, ...], msgspec.Meta(max_length=MOST_LEARNT)] = ()


AnyStart = RecordStart | ProblemStart | LessonStart


class Branch(Wish, frozen=True, kw_only=True):
    """A line of play: the first ``move`` moves of the record, then ``moves``."""

    start: AnyStart
    move: Annotated[int, msgspec.Meta(ge=0, le=2**31)] | None = None
    """How many moves of the record come first. None: all of them."""
    moves: Annotated[tuple[Typed, ...], msgspec.Meta(max_length=MOST_MOVES)] = ()
    """The moves of the branch in notation, with what the dice show."""


class BranchWish(Branch, frozen=True, kw_only=True):
    typed: Typed = ""
    """The next moves as the player typed them. All are played, or none."""
    dice: DiceWish = "ask"
    """Who rolls after the typed moves."""
    after: Annotated[int, msgspec.Meta(ge=0, le=2**31)] = 0
    """Entries up to this number are left out of the answer."""
    language: Language | None = None
    """The language of the sentences in previews. None: all languages."""


class PlayOnWish(Branch, frozen=True, kw_only=True):
    """A table that begins where the branch ends. Bots play on all seats but one."""

    seats: Annotated[tuple[SeatWish, ...], msgspec.Meta(max_length=8)]
    join: Joining
    practice: bool = False
    private: bool = True


class Odds(msgspec.Struct, frozen=True):
    """What chance may bring."""

    move: str
    chance: str
    """Its exact probability: 1/6."""


class BranchView(msgspec.Struct, frozen=True):
    """The end of a branch and what can follow. The page needs no rules."""

    game: str
    rules: int
    options: dict[str, str]
    scenery: dict[str, Any]
    players: int
    record: int
    """The number of moves in the record."""
    entries: list[Played | Drawn]
    """The moves of the line after ``after``, with their events."""
    state: StateView
    previews: list[Preview]
    odds: list[Odds]
    """What the dice may show, if they are to be rolled now."""
    as_played: str
    """What they showed in the record. Empty if they were not rolled, or cannot show it here."""
    goes_on: bool
    """Whether a table can begin here."""


class AdvisedTurn(msgspec.Struct, frozen=True):
    """A good turn, and each player's chance to win after it, in 65536ths."""

    moves: list[str]
    chances: list[int]


class AdviceView(msgspec.Struct, frozen=True):
    """The best turns that a bot finds, the best first."""

    chances: list[int]
    """Each player's chance to win now, in 65536ths."""
    turns: list[AdvisedTurn]
