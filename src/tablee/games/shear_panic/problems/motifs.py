"""Motifs: the ideas that best play shows. They are found in the solution, never wished for.

Each motif is a function of the solution and what a person sees of it. Its docstring is the
definition.
"""

from __future__ import annotations

from collections.abc import Callable

from tablee.core.messages import Message
from tablee.games.shear_panic.messages import say
from tablee.games.shear_panic.moves import Kind
from tablee.games.shear_panic.problems.certificate import Strategy
from tablee.games.shear_panic.problems.difficulty import Impression, most_rolls
from tablee.games.shear_panic.problems.look import after_command
from tablee.games.shear_panic.problems.solver import Solution


def panic(seen: Impression) -> bool:
    """The way to the goal leads through a panic."""
    return _panics(seen.solution.strategy)


def turn(seen: Impression) -> bool:
    """Best play begins with a ewe turn: the flock stays, the front changes."""
    return seen.key.kind == Kind.EWE_TURN


def retreat(seen: Impression) -> bool:
    """The best command makes the goal look farther away."""
    return seen.is_retreat


def indirect(seen: Impression) -> bool:
    """The best command moves none of the player's sheep, and is no ewe turn."""
    return seen.is_indirect and seen.key.kind != Kind.EWE_TURN


def dice_proof(seen: Impression) -> bool:
    """The goal is reached whatever the dice show, and at least one is rolled."""
    return seen.solution.is_sure and most_rolls(seen.solution.strategy) > 0


def split(seen: Impression) -> bool:
    """The best command splits the flock on purpose."""
    return after_command(seen.problem.flock, seen.key).is_split


def gamble(seen: Impression) -> bool:
    """Nothing is sure: the best chance is below 1."""
    return not seen.solution.is_sure


def quiet(seen: Impression) -> bool:
    """No die is rolled: everything can be foreseen."""
    return most_rolls(seen.solution.strategy) == 0


MOTIFS: dict[str, Callable[[Impression], bool]] = {
    "panic": panic,
    "turn": turn,
    "retreat": retreat,
    "indirect": indirect,
    "dice-proof": dice_proof,
    "split": split,
    "gamble": gamble,
    "quiet": quiet,
}
"""The motifs by name. The first that a problem has is its theme."""


def motifs_of(solution: Solution) -> tuple[str, ...]:
    """Returns the names of the motifs that a solution shows, its theme first."""
    seen = Impression(solution)
    return tuple(name for name, is_there in MOTIFS.items() if is_there(seen))


def motif_name(motif: str) -> Message:
    return say(f"motif-{motif}")


def _panics(strategy: Strategy) -> bool:
    if isinstance(strategy, dict):
        return any(
            _succeeds(after) if roll.startswith("panic") else _panics(after)
            for roll, after in strategy.items()
        )
    return isinstance(strategy, tuple) and _panics(strategy[1])


def _succeeds(strategy: Strategy) -> bool:
    if isinstance(strategy, dict):
        return any(map(_succeeds, strategy.values()))
    return _succeeds(strategy[1]) if isinstance(strategy, tuple) else strategy
