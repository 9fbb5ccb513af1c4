"""S-3 and S-4.8 to S-4.10: the commands a player still has, and their legal targets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tablee.games.shear_panic.commands import Target, distinct_targets, result, targets
from tablee.games.shear_panic.edition import MenuEntry
from tablee.games.shear_panic.flock import Flock
from tablee.games.shear_panic.moves import Command, Kind

if TYPE_CHECKING:
    from tablee.games.shear_panic.state import ShearPanicState


def free_entries(state: ShearPanicState, player: int) -> tuple[MenuEntry, ...]:
    """S-3: returns the commands that a player has not covered yet. Equal commands count once."""
    menu = enumerate(state.game.edition.menu)
    return tuple(
        dict.fromkeys(entry for index, entry in menu if not state.used[player] >> index & 1)
    )


def free_count(state: ShearPanicState, player: int) -> int:
    """S-9.5: returns the number of commands not covered yet. Equal commands each count."""
    return len(state.game.edition.menu) - state.used[player].bit_count()


def covered(state: ShearPanicState, move: Command) -> tuple[int, ...]:
    """S-3: returns the menus after this command is covered. Of two equal ones the first goes."""
    entry = MenuEntry(move.kind, move.number)
    menu, mine = state.game.edition.menu, state.used[state.player]
    place = next(i for i, found in enumerate(menu) if found == entry and not mine >> i & 1)
    used = list(state.used)
    used[state.player] |= 1 << place
    return tuple(used)


def legal_commands(state: ShearPanicState, player: int) -> Iterator[Command]:
    """S-4.9: yields one command for each flock that a free command can give."""
    colour = state.game.colours[player]
    found: dict[Kind, list[Target]] = {}
    for entry in free_entries(state, player):
        kind = entry.kind
        if kind not in found:
            results = distinct_targets(state.flock, kind, colour).items()
            found[kind] = [
                target for flock, target in results if not goes_back(state, kind, target.way, flock)
            ]
        for target in found[kind]:
            yield Command(kind, entry.number, target.way, target.sheep)


def can_command(state: ShearPanicState, player: int) -> bool:
    """S-4.9: true if the player has any legal command. Usually the first one tried is legal."""
    colour = state.game.colours[player]
    return any(
        state.before is None
        or not goes_back(state, kind, target.way, result(state.flock, kind, target))
        for kind in dict.fromkeys(entry.kind for entry in free_entries(state, player))
        for target in targets(state.flock, kind, colour)
    )


def goes_back(state: ShearPanicState, kind: Kind, way: str, flock: Flock) -> bool:
    """S-4.8: true if this command, which gives ``flock``, undoes the one before."""
    if state.game.rules_version == 1:
        return flock == state.before and (kind == Kind.EWE_TURN or not state.rolled)
    if kind != state.last_command:
        return False
    if kind == Kind.EWE_TURN:
        return way != state.last_turn
    # If no die was rolled, the flock is as that command left it, or it was shorn.
    changed = state.flock != state.before
    return flock == state.before and changed and not state.rolled
