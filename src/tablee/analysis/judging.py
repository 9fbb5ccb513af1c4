"""Judges the decisions of one turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablee.analysis.looks import Judge, Looks, looks_for, weighted
from tablee.analysis.report import Effort, Swing
from tablee.analysis.turns import Span
from tablee.core.game import CHANCE
from tablee.core.sitting import Sitting

SURENESS = 2.0
"""A turn is better only if it is so by more than so many standard errors."""

FEWEST_AT_CHANCE = 4
"""How often to look at each outcome of a draw, at the least."""


def swings(
    judge: Judge, sittings: list[Sitting[Any]], span: Span, effort: Effort, seed: int
) -> Iterator[Swing]:
    """Yields the decisions of a turn. ``sittings`` begin with the one before its first move.

    A turn that is not over is left out, if it is to be judged as a whole.
    """
    here, last = 0, len(sittings) - 1
    while here < last:
        sitting = sittings[here]
        if sitting.state.actor == CHANCE:
            yield _drawn(judge, sitting, sittings[here + 1], span.first + here, effort)
            here += 1
            continue
        end = _end(judge, sittings, here)
        if end is None:
            return
        yield _chosen(judge, sittings[here : end + 1], span.first + here, effort, seed + here)
        here = end


def _end(judge: Judge, sittings: list[Sitting[Any]], here: int) -> int | None:
    """Returns where the decision that begins here is over, or None if it is not."""
    if not judge.plans_turns:
        return here + 1
    player = sittings[here].state.actor
    for number, sitting in enumerate(sittings[here + 1 :], here + 1):
        closed = any(event.closes_turn or event.waits_for_next for event in sitting.events)
        if closed or sitting.state.actor != player:
            return number
    return None


def _drawn(
    judge: Judge, sitting: Sitting[Any], after: Sitting[Any], number: int, effort: Effort
) -> Swing:
    possible = sitting.state.outcomes()
    count = looks_for(effort)
    count = min(count, max(FEWEST_AT_CHANCE, 4 * count // len(possible)))
    found = judge.looks(after.state, count)
    outcomes = [
        (one.probability, judge.looks(sitting.state.play(one.move), count)) for one in possible
    ]
    return _swing(number, number, CHANCE, weighted(outcomes), found)


def _chosen(
    judge: Judge, sittings: list[Sitting[Any]], number: int, effort: Effort, seed: int
) -> Swing:
    before, after = sittings[0], sittings[-1]
    player, last = before.state.actor, number + len(sittings) - 2
    assert player is not None
    count = looks_for(effort)
    found = judge.looks(after.state, count)
    if len(before.moves) == 1:
        return _swing(number, last, player, found, found)
    moves = judge.best(before, effort, seed)
    best = before.after(moves)
    if best.state == after.state:
        return _swing(number, last, player, found, found)
    expected = judge.looks(best.state, count)
    gain = expected.mean()[player] - found.mean()[player]
    if gain <= SURENESS * expected.error(found):
        return _swing(number, last, player, found, found)
    return _swing(number, last, player, expected, found, moves)


def _swing(
    first: int,
    last: int,
    actor: int,
    expected: Looks,
    found: Looks,
    better: tuple[str, ...] = (),
) -> Swing:
    return Swing(
        first,
        last,
        actor,
        expected.mean(),
        found.mean(),
        better,
        expected.error(found),
        expected.mean_points(),
        found.mean_points(),
        expected.points_error(found),
    )
