"""Checks certificates with the law alone. It shares no code with the solver's search.

The play of the certificate is replayed against every face of every die, which proves that the
chance is reached. Then all choices are tried by the law, which proves that no play is better.
"""

from __future__ import annotations

from fractions import Fraction

from tablee.core.errors import Illegal, Invalid
from tablee.core.game import CHANCE
from tablee.core.messages import Message
from tablee.games.shear_panic.messages import say
from tablee.games.shear_panic.problems.certificate import Certificate, Strategy
from tablee.games.shear_panic.problems.problem import Problem
from tablee.games.shear_panic.state import ShearPanicState

MOST = 2_000_000
"""The positions that the proof may look at."""


class Unproved(Exception):
    """The play is as good as it says, but the proof that none is better takes too much work."""


def check(certificate: Certificate, most: int = MOST) -> None:
    """Raises ``Invalid`` if the certificate is wrong, and ``Unproved``."""
    problem, start = certificate.problem, certificate.problem.start(certificate.edition)
    reached = replayed(problem, start, certificate.strategy)
    if reached != certificate.chance:
        raise _wrong(say("wrong-chance", chance=str(certificate.chance), reached=str(reached)))
    best = Proof(problem, most).value(start)
    if best != reached:
        raise _wrong(say("better-play", chance=str(best)))


def replayed(problem: Problem, state: ShearPanicState, strategy: Strategy) -> Fraction:
    """Returns the chance that this play reaches the goal. Raises ``Invalid``."""
    if isinstance(strategy, bool):
        if strategy and not problem.is_solved(state):
            raise _wrong(say("wrong-end"))
        return Fraction(strategy)
    if state.actor == CHANCE:
        outcomes = state.outcomes()
        if not isinstance(strategy, dict) or len(strategy) != len(outcomes):
            raise _wrong(say("wrong-rolls"))
        total = Fraction(0)
        for outcome in outcomes:
            roll = state.notation(outcome.move)
            if roll not in strategy:
                raise _wrong(say("wrong-rolls"))
            after = problem.play(state, outcome.move)
            total += outcome.probability * replayed(problem, after, strategy[roll])
        return total
    if not isinstance(strategy, tuple) or state.actor is None or problem.is_solved(state):
        raise _wrong(say("wrong-choice"))
    try:
        move = state.parse(strategy[0])
    except Illegal as error:
        raise _wrong(error.refusal.message) from None
    return replayed(problem, problem.play(state, move), strategy[1])


class Proof:
    """Tries every choice, and remembers the positions it has seen."""

    def __init__(self, problem: Problem, most: int) -> None:
        self.problem, self.most = problem, most
        self.seen: dict[ShearPanicState, Fraction] = {}

    def value(self, state: ShearPanicState) -> Fraction:
        if self.problem.is_solved(state):
            return Fraction(1)
        found = self.seen.get(state)
        if found is None:
            if len(self.seen) >= self.most:
                raise Unproved
            found = self.seen[state] = self._value(state)
        return found

    def _value(self, state: ShearPanicState) -> Fraction:
        play = self.problem.play
        if state.actor == CHANCE:
            shares = ((each.probability, each.move) for each in state.outcomes())
            return sum(
                (share * self.value(play(state, move)) for share, move in shares), Fraction(0)
            )
        best = Fraction(0)
        for move in state.legal_moves():
            best = max(best, self.value(play(state, move)))
            if best == 1:
                break
        return best


def _wrong(problem: Message) -> Invalid:
    return Invalid(say("wrong-certificate", problem=problem))
