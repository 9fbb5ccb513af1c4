"""A line of play in a problem: its moves and rolls, and the states between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablee.core.errors import Invalid
from tablee.games.shear_panic.edition import Edition
from tablee.games.shear_panic.messages import say
from tablee.games.shear_panic.notation import THEN, tidy
from tablee.games.shear_panic.problems.problem import Problem
from tablee.games.shear_panic.state import ShearPanicState

LONGEST = 100
"""Moves and rolls of a line. Three turns have far fewer."""


@dataclass(frozen=True)
class Line:
    """The moves and rolls from the start of a problem, in notation."""

    problem: Problem
    moves: tuple[str, ...]
    states: tuple[ShearPanicState, ...]
    """The start, and the state after each move."""

    @property
    def state(self) -> ShearPanicState:
        return self.states[-1]

    @property
    def is_solved(self) -> bool:
        return self.problem.is_solved(self.state)

    @property
    def is_over(self) -> bool:
        return not self.problem.choices(self.state)


def play_line(problem: Problem, edition: Edition, turns: Sequence[str]) -> Line:
    """Plays turns with their rolls, each a text: ``lamb push 2 B1 N; regroup +; move 1S``.

    The last turn may be unfinished. Raises ``Invalid`` or ``Illegal``.
    """
    texts = [text for turn in turns for text in turn.split(THEN.strip())]
    if len(texts) > LONGEST:
        raise Invalid(say("line-too-long", most=LONGEST))
    states, moves = [problem.start(edition)], []
    for text in texts:
        if not problem.choices(states[-1]):
            raise Invalid(say("line-over", text=text))
        move = states[-1].parse(tidy(text))
        moves.append(states[-1].notation(move))
        states.append(problem.play(states[-1], move))
    return Line(problem, tuple(moves), tuple(states))
