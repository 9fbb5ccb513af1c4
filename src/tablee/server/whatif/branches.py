"""Replays a branch and shows what can follow. Runs in a worker."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from tablee.analysis import Effort, best_turns, chances_of
from tablee.analysis.report import say
from tablee.core.chance import draw_by
from tablee.core.errors import Invalid
from tablee.core.game import CHANCE, Game
from tablee.core.lesson import follow
from tablee.core.record import Record
from tablee.core.registry import game_names, game_type
from tablee.core.sitting import Sitting
from tablee.games.shear_panic.problems.problem import Problem as FlockProblem
from tablee.server.draft import typed_moves
from tablee.server.entries import Drawn, Played, described
from tablee.server.messages import Refused
from tablee.server.problems import flocks
from tablee.server.problems.attempts import game_of
from tablee.server.protocol import encoder
from tablee.server.thinking import previews_of
from tablee.server.views import line_view
from tablee.server.whatif.wishes import (
    AdviceView,
    AdvisedTurn,
    AnyStart,
    Branch,
    BranchView,
    BranchWish,
    DiceWish,
    LessonStart,
    Odds,
    ProblemStart,
)

MOST_ROLLS = 100
"""Rolls in a row. A turn of a game has fewer."""
MOST_ADVISED = 3
"""Turns in one piece of advice."""
Line = list[Sitting[Any]]


@dataclass(frozen=True)
class Source:
    """The game from which a branch grows, and its sittings from the start on."""

    game: Game[Any]
    sittings: tuple[Sitting[Any], ...]
    from_initial: bool = True
    """False if it begins with a position that no game begins with."""
    flock: FlockProblem | None = None
    """The problem of Shear Panic: only its player plays, and only its commands."""

    def after(self, sitting: Sitting[Any], move: Any) -> Sitting[Any]:
        """Returns the sitting after a legal move."""
        if self.flock is not None:
            return flocks.after(self.flock, sitting, move)
        return sitting.play(move)


@lru_cache(maxsize=4)
def source_of(start: AnyStart) -> Source:
    """Reads where a branch begins. Raises ``TableeError``. Kept, because a player asks often."""
    match start:
        case ProblemStart(problem=problem) if flocks.is_flock(problem):
            flock = flocks.problem_of(problem)
            begin = flock.start()
            sitting = begin.game.sitting(begin)
            return Source(begin.game, (sitting,), from_initial=False, flock=flock)
        case ProblemStart(problem=problem):
            game: Game[Any] = game_of(problem)
            return Source(game, (game.sitting(),))
        case LessonStart():
            return _lesson(start)
    record = Record.parse(start.text)
    return Source(record.game, tuple(record.sittings()))


def _lesson(start: LessonStart) -> Source:
    if start.game not in game_names():
        raise Refused("no-game", name=start.game, known=", ".join(game_names()))
    kind = game_type(start.game)
    lesson = kind.lesson()
    if start.step >= len(lesson.steps):
        raise Refused("no-move", number=start.step, moves=len(lesson.steps))
    sittings = follow(lesson, kind, lesson.steps[start.step], start.moves).sittings
    return Source(kind.from_options(lesson.options), sittings, from_initial=False)


def line_of(branch: Branch) -> tuple[Source, Line]:
    """Returns where a branch begins, and all its sittings. Raises ``TableeError``."""
    source = source_of(branch.start)
    length = len(source.sittings) - 1
    first = length if branch.move is None else branch.move
    if first > length:
        raise Refused("no-move", number=first, moves=length)
    line = list(source.sittings[: first + 1])
    for text in branch.moves:
        line.append(source.after(line[-1], line[-1].parse(text)))
    return source, line


def look(wish: BranchWish) -> BranchView:
    """Plays the typed moves at the end of the branch. Raises ``TableeError``."""
    source, line = line_of(wish)
    begin = len(line) - 1 - len(wish.moves)
    if wish.typed:
        for move in typed_moves(line[-1], wish.typed):
            line.append(source.after(line[-1], move))
    _roll(source, line, wish.dice, begin)
    last, game = line[-1], source.game
    return BranchView(
        game=game.name,
        rules=game.rules_version,
        options=game.options(),
        scenery=game.scenery(),
        players=game.players,
        record=len(source.sittings) - 1,
        entries=_entries(line, wish.after),
        state=line_view(last, len(line) - 1),
        previews=previews_of(last, wish.language),
        odds=[
            Odds(last.state.notation(outcome.move), str(outcome.probability))
            for outcome in last.state.outcomes()
        ],
        as_played=_as_played(line, _draws(source.sittings, begin), begin),
        goes_on=source.from_initial and last.state.result is None,
    )


def looked(wish: BranchWish) -> bytes:
    """Returns the view as JSON. Raises ``TableeError``."""
    return encoder.encode(look(wish))


def advise(branch: Branch, seconds: float) -> AdviceView:
    """Returns the best turns that a bot finds at the end of a branch. Raises ``TableeError``."""
    source, line = line_of(branch)
    game, state = source.game, line[-1].state
    if state.actor in (None, CHANCE):
        raise Refused("no-advice")
    if source.flock is not None:
        raise Invalid(say("one-player"))
    effort = Effort(seconds)
    found = best_turns(game, state, effort, MOST_ADVISED, secrets.randbelow(2**32))
    turns = [AdvisedTurn(list(turn.moves), list(turn.chances)) for turn in found]
    return AdviceView(list(chances_of(game, state, effort)), turns)


def _draws(line: Sequence[Sitting[Any]], begin: int) -> list[str]:
    """Returns what the dice showed after the first ``begin`` moves."""
    pairs = pairwise(line[begin:])
    return [after.text for before, after in pairs if before.state.actor == CHANCE]


def _as_played(line: Line, draws: list[str], begin: int) -> str:
    """Returns what the next roll showed in the record, or nothing if it cannot show that here."""
    last, rolled = line[-1], len(_draws(line, begin))
    if last.state.actor != CHANCE or rolled >= len(draws) or draws[rolled] not in last.moves:
        return ""
    return draws[rolled]


def _roll(source: Source, line: Line, dice: DiceWish, begin: int) -> None:
    """Rolls as long as chance decides, unless the player wants to choose."""
    draws = _draws(source.sittings, begin)
    for _ in range(MOST_ROLLS):
        last = line[-1]
        if dice == "ask" or last.state.actor != CHANCE:
            return
        shown = _as_played(line, draws, begin) if dice == "as-played" else ""
        move = last.moves[shown] if shown else draw_by(last.state.outcomes(), secrets.randbelow)
        line.append(source.after(last, move))


def _entries(line: Line, after: int) -> list[Played | Drawn]:
    found: list[Played | Drawn] = []
    draws = 0
    for number, (before, played) in enumerate(pairwise(line), 1):
        seat = before.state.actor
        if number > after:
            moved: dict[str, Any] = {"number": number, "at": 0.0, "move": played.text}
            moved["events"] = described(played.events, causes=played.causes)
            assert seat is not None
            found.append(
                Drawn(draw=draws, **moved) if seat == CHANCE else Played(seat=seat, **moved)
            )
        draws += seat == CHANCE
    return found
