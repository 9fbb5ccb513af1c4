"""S-9, two players: the extra steps, which move the counter on after a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.games.shear_panic.menu import free_count

if TYPE_CHECKING:
    from tablee.games.shear_panic.state import ShearPanicState


def extra_choice(state: ShearPanicState) -> tuple[int, ...]:
    """S-9.4: returns the extra steps that the active player may add to the command, 0 for none.

    If the command itself ends on a pen, the player cannot add one, even if S-9.5 demands it. The
    rules do not say which of the two prevails; here S-9.4 does.
    """
    left = state.extras[state.player]
    if not left or journey_end(state, 0) in state.game.track.pens:
        return (0,)
    numbers = tuple(dict.fromkeys(left))
    return numbers if owes_extra(state) else (0, *numbers)


def owes_extra(state: ShearPanicState) -> bool:
    """S-9.5: true unless the player has more free commands than extra steps."""
    return free_count(state, state.player) <= len(state.extras[state.player])


def journey_end(state: ShearPanicState, number: int) -> int:
    """S-9.4: returns where the command and an extra step (0 for none) bring the counter.

    The command goes at most to the final pen (S-6.7), the extra step at most to the next pen.
    """
    track = state.game.track
    end = min(state.counter + state.number, track.length)
    pen = next(space for space in track.pens if space >= end)
    return min(end + number, pen)


def extras_left(state: ShearPanicState, number: int) -> tuple[tuple[int, ...], ...]:
    """Returns the extra steps of each player after the active one has spent this number."""
    mine = list(state.extras[state.player])
    mine.remove(number)
    extras = list(state.extras)
    extras[state.player] = tuple(mine)
    return tuple(extras)


def extra_costs(state: ShearPanicState) -> list[int]:
    """S-9.6: returns the cost of the extra steps left, for each player."""
    return [len(left) * state.game.edition.extra_cost for left in state.extras]
