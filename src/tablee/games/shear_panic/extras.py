"""S-9, two players: the extra steps that lead the counter on after a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.games.shear_panic.menu import free_count

if TYPE_CHECKING:
    from tablee.games.shear_panic.state import ShearPanicState


def extra_choice(state: ShearPanicState) -> tuple[int, ...]:
    """S-9.4: the extra steps the active player may add to the command, 0 for none.

    Where the command itself ends on a pen there is none to add, not even one that S-9.5 demands.
    The rules do not say which of the two goes first; here S-9.4 does.
    """
    left = state.extras[state.player]
    if not left or journey_end(state, 0) in state.game.track.pens:
        return (0,)
    numbers = tuple(dict.fromkeys(left))
    return numbers if owes_extra(state) else (0, *numbers)


def owes_extra(state: ShearPanicState) -> bool:
    """S-9.5: after a turn there must be more free commands than extra steps."""
    return free_count(state, state.player) <= len(state.extras[state.player])


def journey_end(state: ShearPanicState, number: int) -> int:
    """S-9.4: where the counter comes to by the command and an extra step, or 0 for none.

    The command leads up to the final pen (S-6.7), the extra step up to the next pen.
    """
    track = state.game.track
    end = min(state.counter + state.number, track.length)
    pen = next(space for space in track.pens if space >= end)
    return min(end + number, pen)


def extras_left(state: ShearPanicState, number: int) -> tuple[tuple[int, ...], ...]:
    """By player, what is left once the active one has spent an extra step of this number."""
    mine = list(state.extras[state.player])
    mine.remove(number)
    extras = list(state.extras)
    extras[state.player] = tuple(mine)
    return tuple(extras)


def extra_costs(state: ShearPanicState) -> list[int]:
    """S-9.6: by player, what the extra steps that are left cost at the end."""
    return [len(left) * state.game.edition.extra_cost for left in state.extras]
