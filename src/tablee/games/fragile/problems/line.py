"""A line of play in a problem: its turns, and their positions in the search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablee.core.errors import Invalid
from tablee.games.fragile.edition import Edition
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.messages import say
from tablee.games.fragile.notation import UNFINISHED
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.sameness import Moment, Path
from tablee.games.fragile.problems.search import Key, ProblemSearch
from tablee.games.fragile.problems.turns import PlayedTurn, play_turn
from tablee.games.fragile.state import FragileState


@dataclass(frozen=True)
class Line:
    """The turns played from the start of a problem."""

    start: FragileState
    turns: tuple[PlayedTurn, ...]

    @property
    def state(self) -> FragileState:
        return self.turns[-1].after if self.turns else self.start

    @property
    def finished(self) -> tuple[PlayedTurn, ...]:
        return tuple(turn for turn in self.turns if turn.is_finished)

    @property
    def is_solved(self) -> bool:
        return self.state.result is not None and self.state.result.winners == (0,)


def play_line(problem: Problem, edition: Edition, turns: Sequence[str]) -> Line:
    """Plays the turns of these texts. ``…`` at the end leaves the last turn unfinished.

    Raises ``Invalid`` or ``Illegal``.
    """
    start = state = Fragile.of_problem(problem, edition).initial()
    played: list[PlayedTurn] = []
    for number, text in enumerate(turns, 1):
        whole = text.removesuffix(UNFINISHED).rstrip()
        if whole != text and number < len(turns):
            raise Invalid(say("line-unfinished", turn=number))
        played.append(play_turn(state, whole, finish=whole == text))
        state = played[-1].after
    return Line(start, tuple(played))


# Lines in the search


def moment(state: FragileState) -> Moment:
    """Returns a state at the start of a turn, in the form that the search compares."""
    assert state.game.problem is not None
    dockers = [docker.cell for docker in state.position.dockers]
    barred = None if state.barred is None else dockers[state.barred]
    own = frozenset(dockers[: len(state.game.problem.dockers)])
    return Moment(frozenset(state.position.crates.items()), own, barred)


def moments_after(search: ProblemSearch, key: Key) -> dict[Moment, Key]:
    """Returns the positions that one turn leads to, by their moments."""
    keys = search.following(key)
    return {Path.of([search.standing(key)]).moments[0]: key for key in keys}


def keys_of(search: ProblemSearch, start: Key, line: Line) -> list[Key]:
    """Returns the keys before and after each finished turn, without the end of the game."""
    keys = [start]
    for turn in line.finished:
        if turn.after.result is None:
            keys.append(moments_after(search, keys[-1])[moment(turn.after)])
    return keys
