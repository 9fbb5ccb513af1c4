"""What never changes in a game, on packed memory: players, menu, track and dice."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from typing import Any

if not cython.compiled:  # the build cimports these
    from tablee.games.shear_panic import codes

COMPILED = cython.compiled


@cython.final
@cython.cclass
class PackedGame:
    """The players with their colours, the menu, the track and the dice of a game."""

    players: cython.int
    colours: cython.schar[4]
    menu_kinds: cython.schar[12]
    menu_numbers: cython.schar[12]
    team_last: cython.int
    rogers_last: cython.int
    black_last: cython.int
    shearers_last: cython.int
    rogers_gate: cython.int
    shearers_gate: cython.int
    panic_spaces: cython.schar[256]
    panic_die: cython.schar[6]
    regroup_die: cython.schar[2]
    jumps: cython.int
    """S-2.3, S-9.3: how many sheep jump off the truck."""
    extra_cost: cython.int
    """S-9.6"""
    facts: object
    """The arguments of ``__init__``."""

    def __init__(
        self,
        colours: list[int],
        menu: list[tuple[int, int]],
        fields: tuple[int, int, int, int, int, int],
        panic: list[int],
        panic_die: list[int],
        regroup_die: list[int],
        extra_cost: int,
    ) -> None:
        """``colours`` are by player, the menu is pairs of kind and number, a die its sides by face.

        ``fields``: the last spaces of team meadow, Roger's field, black-sheep meadow and
        Shearer's field, then the gates of Roger's and the Shearer's.
        """
        most = max(sum(panic_die), sum(regroup_die))
        if fields[3] >= codes.MOST_SPACES or most > codes.MOST_SIDES:
            raise ValueError("the track is too long, or a die has too many sides")
        if not cython.compiled:
            self.colours = [0] * 4
            self.menu_kinds, self.menu_numbers = [0] * 12, [0] * 12
            self.panic_spaces = [0] * 256
            self.panic_die, self.regroup_die = [0] * 6, [0] * 2
        self.facts = (colours, menu, fields, panic, panic_die, regroup_die, extra_cost)
        self.players = len(colours)
        self.jumps = 4 if self.players == 2 else self.players
        self.extra_cost = extra_cost
        for i in range(self.players):
            self.colours[i] = colours[i]
        for i in range(codes.MENU):
            self.menu_kinds[i], self.menu_numbers[i] = menu[i]
        (
            self.team_last,
            self.rogers_last,
            self.black_last,
            self.shearers_last,
            self.rogers_gate,
            self.shearers_gate,
        ) = fields
        for space in panic:
            self.panic_spaces[space] = 1
        for i in range(6):
            self.panic_die[i] = panic_die[i]
        self.regroup_die[0], self.regroup_die[1] = regroup_die

    def __reduce__(self) -> tuple[Any, Any]:
        return PackedGame, self.facts
