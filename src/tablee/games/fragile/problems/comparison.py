"""Tells how the shortest solutions of a problem differ: why it is not unique."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.core.messages import Message
from tablee.games.fragile.messages import say
from tablee.games.fragile.moves import Action, CrateAction
from tablee.games.fragile.problems.line import Line, play_line
from tablee.games.fragile.problems.solver import Solution


def differences(solution: Solution, most: int) -> Iterator[tuple[tuple[str, ...], Message | None]]:
    """Yields some solutions, each with how it differs from the first one (the first with None).

    It looks at ``most`` solutions. Those that differ in an earlier turn or in another way come
    first: a list cut short still shows each way once.
    """
    first, *others = solution.solutions[:most]
    yield first, None
    line = play_line(solution.playable, solution.edition, first)
    seen: dict[tuple[str, int], int] = {}
    ranked = []
    for other in others:
        how = _difference(line, play_line(solution.playable, solution.edition, other))
        seen[how] = seen.get(how, 0) + 1
        ranked.append((seen[how], how[1], how[0], other))
    for _, turn, key, other in sorted(ranked):
        yield other, say(key, turn=turn)


def _difference(first: Line, other: Line) -> tuple[str, int]:
    """Returns the key of the sentence, and the number of the first turn that differs."""
    pairs = enumerate(zip(_played(first), _played(other), strict=True), 1)
    turn = next(number for number, (one, two) in pairs if one != two)
    if _deeds(first) == _deeds(other):
        return "differs-stop", turn
    if _moves(first) == _moves(other):
        return "differs-docker", turn
    return "differs-way", turn


def _played(line: Line) -> list[tuple[str, tuple[Action, ...]]]:
    return [(turn.docker, tuple(turn.actions)) for turn in line.turns]


def _deeds(line: Line) -> list[tuple[int, str, str, str]]:
    """Returns where crates go, in which turn, and by the docker of which cell."""
    return [
        (number, turn.docker, action.crate, action.target)
        for number, turn in enumerate(line.turns)
        for action in turn.actions
        if isinstance(action, CrateAction)
    ]


def _moves(line: Line) -> list[tuple[str, str]]:
    """Returns where crates go, by whomever and in whichever turn."""
    return [(crate, target) for _, _, crate, target in _deeds(line)]
