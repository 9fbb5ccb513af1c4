"""F-5, the scores, the winner marker and the ends of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tablee.core.game import Result
from tablee.games.fragile import events as ev
from tablee.games.fragile.board import DIRECTIONS, Board, Cell, opposite
from tablee.games.fragile.messages import say
from tablee.games.fragile.position import Crate, Crates, Position

if TYPE_CHECKING:
    from tablee.games.fragile.state import FragileState


def scores(state: FragileState) -> tuple[int, ...]:
    """F-5.1: returns the points of each player; in a problem, the goals met (F-7.3)."""
    points = [0] * state.game.players
    depots, crates = state.depots, state.position.crates
    for depot in depots.keys() & crates.keys():
        scorer = 0 if state.game.problem else depots[depot]
        if scorer is not None:
            points[scorer] += sum(worth(state, depot, crate) for crate in crates[depot])
    return tuple(points)


def worth(state: FragileState, depot: Cell, crate: Crate) -> int:
    """F-5.1: 1, or 2 with FRAGILE up. F-7.3: in a problem only the goal crate counts."""
    if state.game.problem:
        return int(crate.goal == depot)
    return 2 if crate.fragile else 1


def store(state: FragileState, depot: Cell) -> tuple[FragileState, list[ev.FragileEvent]]:
    """Scores a crate that has just reached a depot. Returns the state and the events."""
    crate = state.position.crates_at(depot)[-1]
    points = worth(state, depot, crate)
    owner = state.depots[depot]
    scorer = owner if not state.game.problem else 0 if points else None
    events: list[ev.FragileEvent] = [
        ev.CrateStored("F-5.1" if not state.game.problem else "F-7.3", depot, scorer, points)
    ]
    state = replace(state, stored_this_turn=True)
    if owner is None:
        return state, events
    state, taken = _marker(state, owner)
    if state.full_player is None and is_full(state, owner):
        # F-5.3: the first full player brings the end near, whoever stored the crate.
        state = replace(state, full_player=owner)
        taken.append(ev.EndIsNear("F-6.2" if state.game.straws else "F-5.3", owner))
    return state, events + taken


def _marker(state: FragileState, owner: int) -> tuple[FragileState, list[ev.FragileEvent]]:
    """F-5.2: the first to score takes the marker, then whoever has more points than its holder."""
    points, holder = scores(state), state.marker
    if holder is not None and points[owner] <= points[holder]:
        return state, []
    if holder == owner:
        return state, []
    return replace(state, marker=owner), [ev.MarkerTaken("F-5.2", owner, holder)]


def is_full(state: FragileState, player: int) -> bool:
    return all(
        state.position.crates_at(depot) for depot, owner in state.depots.items() if owner == player
    )


def end(
    state: FragileState, rule: str, reason: str, winners: tuple[int, ...] | None = None
) -> tuple[FragileState, list[ev.FragileEvent]]:
    """F-5.5: ends the game. The holder of the marker wins."""
    if winners is None:
        winners = () if state.marker is None else (state.marker,)
    result = Result(winners, rule, say(reason))
    return replace(state, ended=result), [ev.GameEnded(rule, winners)]


def no_crate_available(position: Position) -> bool:
    """F-5.4: true if every crate is stored or in a stack that can never come apart."""
    for cell, crates in position.crates.items():
        if len(crates) == 1 and not position.board.is_slot(cell):
            return False
    return lost_stacks(position) == position.loose_crates().keys()


def lost_stacks(position: Position) -> set[Cell]:
    """F-5.4: returns the stacks that can never come apart.

    It takes all stacks for lost, then removes those that can come apart. Each removal may free
    others, so it repeats until nothing changes.
    """
    lost = {cell for cell, crates in position.loose_crates().items() if len(crates) == 2}
    while found := {cell for cell in lost if _can_be_unstacked(position, cell, lost)}:
        lost -= found
    return lost


def _can_be_unstacked(position: Position, stack: Cell, lost: set[Cell]) -> bool:
    board = position.board
    return any(
        _docker_can_come(position, board.step(stack, opposite(direction)), lost)
        and _crate_can_come(board, board.step(stack, direction), position.crates, lost)
        for direction in DIRECTIONS
    )


def _docker_can_come(position: Position, cell: Cell | None, lost: set[Cell]) -> bool:
    if cell is None or cell in lost:
        return False
    # Nobody enters a depot (F-4.1), but a docker that still stands in one can act there.
    return not position.board.is_slot(cell) or position.docker_at(cell) is not None


def _crate_can_come(
    board: Board, cell: Cell | None, crates: Mapping[Cell, Crates], lost: set[Cell]
) -> bool:
    if cell is None or cell in lost:
        return False
    return not (board.is_slot(cell) and cell in crates)
