"""Motifs: the ideas that a solution shows. They are found in its events, never wished for.

Each motif is a function of the story of the solution. Its docstring is the definition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from tablee.core.messages import Message
from tablee.games.fragile.edition import Edition, standard
from tablee.games.fragile.events import CrateStacked, CrateUnstacked
from tablee.games.fragile.messages import say
from tablee.games.fragile.problems.line import play_line
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.story import Move, Story, steps_to, tell

LONG_BRIDGE = 3
"""The links from which on a chain of helpers is a bridge."""


def double_goal(story: Story) -> bool:
    """One turn stores two goal crates in their depots."""
    stored = [move.turn for move in story.moves if move.goal == move.event.target]
    return len(set(stored)) < len(stored)


def ladder(story: Story) -> bool:
    """A goal crate climbs onto another crate and later falls off it: the stack is a ladder."""
    return any(
        first.goal is not None
        and first.crate == second.crate
        and isinstance(first.event, CrateStacked)
        and isinstance(second.event, CrateUnstacked)
        for first, second in combinations(story.moves, 2)
    )


def crossing(story: Story) -> bool:
    """A goal crate leaves a cell that another goal crate enters later: the goals interfere."""
    return any(first.goal is not None for first, _ in _ways_made(story))


def place_given_up(story: Story) -> bool:
    """A crate that is no goal is stored. Its depot is lost for good (F-4.7)."""
    board = story.line.start.position.board
    return any(move.goal is None and board.is_slot(move.event.target) for move in story.moves)


def returning(story: Story) -> bool:
    """A crate comes back in a later turn to a cell that it left, or a docker to a cell where a turn
    of it began.
    """
    return _crate_returns(story) or _docker_returns(story)


def double_use(story: Story) -> bool:
    """One piece works twice: a crate that is no goal is moved, or a docker helps, in two turns."""
    work = {(f"crate {move.crate}", move.turn) for move in story.moves if move.goal is None}
    work |= {(f"docker {docker}", move.turn) for move in story.moves for docker in move.helpers}
    return len({piece for piece, _ in work}) < len(work)


def bridge(story: Story) -> bool:
    """Three helpers or more hand a crate over in one action."""
    return any(len(move.helpers) >= LONG_BRIDGE for move in story.moves)


def retreat(story: Story) -> bool:
    """A goal crate ends a turn farther from its depot than it began it.

    The distance counts steps on an empty quay.
    """
    return any(
        _away(first, last)
        for turn in story.turns
        for first, last in _journeys(story.moves_in(turn))
        if first.goal is not None
    )


def relay(story: Story) -> bool:
    """A docker takes a crate in a hand-over and moves this crate on in its next turn.

    It is the last helper of the hand-over, and one of your own dockers.
    """
    return any(
        first.helpers[-1:] == (second.docker,)
        and first.crate == second.crate
        and first.turn < second.turn
        and not any(first.turn < step.turn < second.turn for step in _of(story, second.docker))
        for first, second in combinations(story.moves, 2)
    )


def clearance(story: Story) -> bool:
    """A crate that is no goal leaves a cell that a goal crate enters later."""
    return any(first.goal is None for first, _ in _ways_made(story))


def unveiling(story: Story) -> bool:
    """The crate on top of a goal crate is knocked off it."""
    return any(
        isinstance(move.event, CrateUnstacked)
        and move.before.crates_at(move.event.crate)[0].goal is not None
        for move in story.moves
    )


MOTIFS: dict[str, Callable[[Story], bool]] = {
    "bridge": bridge,
    "crossing": crossing,
    "sacrifice": place_given_up,
    "retreat": retreat,
    "return": returning,
    "ladder": ladder,
    "clearance": clearance,
    "unveiling": unveiling,
    "double-goal": double_goal,
    "double-use": double_use,
    "relay": relay,
}
"""The motifs by name, the rarest first. The first that a problem has is its theme."""


def motifs_of(story: Story) -> tuple[str, ...]:
    """Returns the names of the motifs that the solution shows, its theme first."""
    return tuple(name for name, is_there in MOTIFS.items() if is_there(story))


def motifs_in(
    problem: Problem, solution: Sequence[str], edition: Edition | None = None
) -> tuple[str, ...]:
    """Returns the motifs of a solution given as texts."""
    return motifs_of(tell(play_line(problem, edition or standard(), solution)))


def motif_name(motif: str) -> Message:
    return say(f"motif-{motif}")


# Parts of the definitions


def _ways_made(story: Story) -> list[tuple[Move, Move]]:
    """Returns the moves that leave a cell empty which a goal crate enters later."""
    return [
        (first, second)
        for first, second in combinations(story.moves, 2)
        if second.goal is not None
        and first.crate != second.crate
        and first.event.crate in second.entered
        and len(first.before.crates_at(first.event.crate)) == 1
    ]


def _journeys(moves: list[Move]) -> list[tuple[Move, Move]]:
    """Returns the first and the last of these moves of each crate."""
    found: dict[int, tuple[Move, Move]] = {}
    for move in moves:
        first, _ = found.get(move.crate, (move, move))
        found[move.crate] = (first, move)
    return list(found.values())


def _away(first: Move, last: Move) -> bool:
    assert first.goal is not None
    steps = steps_to(first.before.board, first.goal)
    return steps.get(last.event.target, 0) > steps.get(first.event.crate, 0)


def _of(story: Story, docker: int) -> list[Move]:
    return [step for step in story.moves if step.docker == docker]


def _crate_returns(story: Story) -> bool:
    stood: dict[int, set[tuple[str, int]]] = {}
    for move in story.moves:
        stood.setdefault(move.crate, set()).add((move.event.crate, move.turn))
    return any(
        cell == move.event.target and turn < move.turn
        for move in story.moves
        for cell, turn in stood[move.crate]
    )


def _docker_returns(story: Story) -> bool:
    began: dict[int, list[str]] = {}
    for number in story.turns:
        docker, turn = story.docker_of(number), story.line.turns[number]
        began.setdefault(docker, []).append(turn.docker)
        if turn.acted.position.dockers[docker].cell in began[docker]:
            return True
    return False
