"""The fast twin of ``rules``: the same game on packed memory.

This file is plain Python and compiles with Cython; ``rules`` stays the law, and property tests
hold the two equal. The grid is 32 × 32 bytes with the flock's bounding box at (11, 11): a split
flock of play is at most ten wide, so that whatever moves stays on the grid. Each colour has two
places for its sheep, black the ninth; a place holds a cell, or 0 for a sheep that is gone. Two
flocks are equal if their two key words are. A move is one number, see ``codes``; ``packing``
translates both ways.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from array import array
from typing import Any

from tablee.games.shear_panic import codes

COMPILED = cython.compiled

WIDEST = 10
"""The widest flock the grid has room for."""

ROOM = cython.declare(cython.int, 512)
WIDE = cython.declare(cython.int, WIDEST)

COMMAND = cython.declare(cython.int, codes.COMMAND)
PUSH = cython.declare(cython.int, codes.PUSH)
TURN = cython.declare(cython.int, codes.TURN)
GROUP = cython.declare(cython.int, codes.GROUP)
LINE = cython.declare(cython.int, codes.LINE)
PANIC_ROLL = cython.declare(cython.int, codes.PANIC_ROLL)
REGROUP_ROLL = cython.declare(cython.int, codes.REGROUP_ROLL)
DRAW = cython.declare(cython.int, codes.DRAW)
GOING_ON = cython.declare(cython.int, codes.GOING_ON)
END_PEN = cython.declare(cython.int, codes.END_PEN)
END_COMMANDS = cython.declare(cython.int, codes.END_COMMANDS)

# Tasks and stages, in the order of ``state.TASKS`` and ``state.STAGES``
ASK_DRAW = cython.declare(cython.int, 0)
ASK_PANIC = cython.declare(cython.int, 1)
ASK_REGROUP = cython.declare(cython.int, 2)
ASK_COMMAND = cython.declare(cython.int, 3)
ASK_PUSH = cython.declare(cython.int, 4)
ASK_TURN = cython.declare(cython.int, 5)
ASK_GROUP = cython.declare(cython.int, 6)
ASK_LINE = cython.declare(cython.int, 7)
ON_TRUCK = cython.declare(cython.int, 0)
IN_PLAY = cython.declare(cython.int, 1)
AT_SHEARING = cython.declare(cython.int, 2)
IN_PANIC = cython.declare(cython.int, 3)

# Commands, in the order of ``moves.KINDS``
LAMB_PUSH = cython.declare(cython.int, 0)
LINE_PUSH = cython.declare(cython.int, 1)
DIAGONAL_PUSH = cython.declare(cython.int, 2)
LINE_UP = cython.declare(cython.int, 3)
LAMB_ROLL = cython.declare(cython.int, 4)
LEAPFROG = cython.declare(cython.int, 5)
EWE_TURN = cython.declare(cython.int, 6)

SHEEP = cython.declare(cython.int, 9)
BLACK = cython.declare(cython.int, 8)
WHITE = cython.declare(cython.int, 5)
CORNER = cython.declare(cython.int, 11)
GONE = cython.declare(cython.int, 255)
MENU = cython.declare(cython.int, 12)
STEP = cython.declare(cython.int[8])
BYTE_STEP = cython.declare(cython.int[8])
"""The steps on the grid, and in bytes of row * 16 + column."""
_MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MIX_A = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_MIX_B = cython.declare(cython.ulonglong, 0x94D049BB133111EB)

if not cython.compiled:
    STEP = [0] * 8
    BYTE_STEP = [0] * 8


def _fill_tables() -> None:
    for way, step in enumerate((-32, -31, 1, 33, 32, 31, -1, -33)):  # N NE E SE S SW W NW
        STEP[way] = step
    for way, step in enumerate((-16, -15, 1, 17, 16, 15, -1, -17)):
        BYTE_STEP[way] = step


_fill_tables()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mixed(x: cython.ulonglong) -> cython.ulonglong:
    """splitmix64"""
    x = (x + _GOLDEN) & _MASK64
    x = ((x ^ (x >> 30)) * _MIX_A) & _MASK64
    x = ((x ^ (x >> 27)) * _MIX_B) & _MASK64
    return x ^ (x >> 31)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _below(x: cython.ulonglong, most: cython.int) -> cython.int:
    """A number below ``most`` from a mixed word; the bias is below 2 ** -22."""
    return cython.cast(cython.int, ((x >> 32) * most) >> 32)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _byte(cell: cython.int, corner: cython.int) -> cython.int:
    """A cell as row * 16 + column of the box with this corner; 255 for a sheep that is gone."""
    return (cell >> 5) * 16 + (cell & 31) - corner if cell else GONE


@cython.final
@cython.cclass
class PackedState:
    """One moment of a game, changed in place, with the facts of its edition."""

    # The game
    players: cython.int
    colours: cython.schar[4]
    menu_kinds: cython.schar[12]
    menu_numbers: cython.schar[12]
    fields: cython.short[8]
    """Last spaces of team meadow, Roger's field, black-sheep meadow, Shearer's field; gates of
    Roger's and the Shearer's fields."""
    panic_spaces: cython.schar[256]
    panic_die: cython.schar[6]
    regroup_die: cython.schar[2]
    # The flock
    cells: cython.short[9]
    facing: cython.int
    grid: cython.schar[1024]
    left: cython.int
    """Sheep in the flock."""
    width: cython.int
    height: cython.int
    columns: cython.schar[16]
    rows: cython.schar[16]
    """Sheep by column and by row of the box."""
    flock: cython.ulonglong[2]
    """The key of the flock, without the facing."""
    present: cython.ulonglong
    """A 1 in the byte of every sheep there is."""
    # The moment
    points: cython.short[4]
    used: cython.short[4]
    order: cython.schar[4]
    player: cython.int
    task: cython.int
    stage: cython.int
    counter: cython.int
    has_before: cython.bint
    before: cython.ulonglong[2]
    rolled: cython.bint
    number: cython.int
    face: cython.int
    group: cython.int
    die: cython.int
    ended: cython.int
    winner: cython.int
    # Working room
    trial: cython.short[9]
    key: cython.ulonglong[2]
    seen: cython.ulonglong
    member: cython.schar[9]
    """By sheep, the number of its group."""
    herd: cython.schar[9]
    herd_size: cython.int
    """The sheep of the group that comes back."""
    moves: cython.int[512]
    rng: cython.ulonglong

    def __init__(self) -> None:
        if not cython.compiled:
            self.colours = [0] * 4
            self.menu_kinds = [0] * 12
            self.menu_numbers = [0] * 12
            self.fields = [0] * 8
            self.panic_spaces = [0] * 256
            self.panic_die = [0] * 6
            self.regroup_die = [0] * 2
            self.cells = [0] * 9
            self.grid = [0] * 1024
            self.columns = [0] * 16
            self.rows = [0] * 16
            self.flock = [0] * 2
            self.points = [0] * 4
            self.used = [0] * 4
            self.order = [0] * 4
            self.before = [0] * 2
            self.trial = [0] * 9
            self.key = [0] * 2
            self.member = [0] * 9
            self.herd = [0] * 9
            self.moves = [0] * 512
        self.players = self.left = self.width = self.height = 0
        self.facing = self.player = self.task = self.stage = self.counter = 0
        self.has_before = self.rolled = False
        self.number = self.group = self.herd_size = 0
        self.face = self.die = self.winner = -1
        self.ended = GOING_ON
        self.present = self.seen = self.rng = 0

    # In and out

    def load_game(
        self,
        colours: list[int],
        menu: list[tuple[int, int]],
        fields: list[int],
        panic: list[int],
        panic_die: list[int],
        regroup_die: list[int],
    ) -> None:
        """The facts of a game: by player the colour, the menu, the track, the sides of the dice."""
        i: cython.int
        if fields[3] >= 256 or max(sum(panic_die), sum(regroup_die)) >= 128:
            raise ValueError("the track is too long, or a die has too many sides")
        self.players = len(colours)
        for i in range(len(colours)):
            self.colours[i] = colours[i]
        for i in range(12):
            self.menu_kinds[i], self.menu_numbers[i] = menu[i]
        for i in range(6):
            self.fields[i] = fields[i]
            self.panic_die[i] = panic_die[i]
        self.regroup_die[0], self.regroup_die[1] = regroup_die
        for i in range(256):
            self.panic_spaces[i] = 0
        for space in panic:
            self.panic_spaces[space] = 1

    def load_flock(self, sheep: list[tuple[int, int, int]], facing: cython.int) -> None:
        """Sheep as (place, column, row); the box must not be wider than ``WIDEST``."""
        i: cython.int
        if any(not (0 <= column < WIDEST and 0 <= row < WIDEST) for _, column, row in sheep):
            raise ValueError("the flock is too wide for the grid")
        for i in range(1024):
            self.grid[i] = 0
        for i in range(9):
            self.trial[i] = 0
            self.cells[i] = 0
        for place, column, row in sheep:
            self.trial[place] = (CORNER + row) * 32 + CORNER + column
        self.facing = facing
        self._settle()

    def load_moment(self, values: dict[str, Any]) -> None:
        """All but the flock, as ``moment`` tells it."""
        i: cython.int
        points, used, order = values["points"], values["used"], values["order"]
        for i in range(self.players):
            self.points[i] = points[i]
            self.used[i] = used[i]
            self.order[i] = order[i]
        self.player = values["player"]
        self.task = values["task"]
        self.stage = values["stage"]
        self.counter = values["counter"]
        self.has_before = values["before"] is not None
        self.before[0], self.before[1] = values["before"] or (0, 0)
        self.rolled = values["rolled"]
        self.number = values["number"]
        self.face = values["face"]
        column, row = values["group"]
        self.group = (CORNER + row) * 32 + CORNER + column if column >= 0 else 0
        self.die = values["die"]
        self.ended = values["ended"]
        self.winner = values["winner"]

    def moment(self) -> dict[str, Any]:
        """All but the flock, as plain values."""
        n: cython.int = self.players
        group = (self.group % 32 - CORNER, self.group // 32 - CORNER) if self.group else (-1, -1)
        return {
            "points": tuple([self.points[i] for i in range(n)]),
            "used": tuple([self.used[i] for i in range(n)]),
            "order": tuple([self.order[i] for i in range(n)]),
            "player": self.player,
            "task": self.task,
            "stage": self.stage,
            "counter": self.counter,
            "before": (self.before[0], self.before[1]) if self.has_before else None,
            "rolled": bool(self.rolled),
            "number": self.number,
            "face": self.face,
            "group": group,
            "die": self.die,
            "ended": self.ended,
            "winner": self.winner,
        }

    def flock_key(self) -> tuple[int, int]:
        """The flock as two words: bytes of row and column by place, then black and facing."""
        return self.flock[0], self.flock[1] | self.facing << 8

    def copy(self) -> PackedState:
        twin: PackedState = PackedState()
        twin._copy_from(self)
        return twin

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy_from(self, other: PackedState) -> cython.void:
        self.players = other.players
        self.colours[:] = other.colours
        self.menu_kinds[:] = other.menu_kinds
        self.menu_numbers[:] = other.menu_numbers
        self.fields[:] = other.fields
        self.panic_spaces[:] = other.panic_spaces
        self.panic_die[:] = other.panic_die
        self.regroup_die[:] = other.regroup_die
        self._rewind(other)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rewind(self, other: PackedState) -> cython.void:
        """Back to a moment of the same game."""
        self.cells[:] = other.cells
        self.facing = other.facing
        self.grid[:] = other.grid
        self.left = other.left
        self.width = other.width
        self.height = other.height
        self.columns[:] = other.columns
        self.rows[:] = other.rows
        self.flock[:] = other.flock
        self.present = other.present
        self.points[:] = other.points
        self.used[:] = other.used
        self.order[:] = other.order
        self.player = other.player
        self.task = other.task
        self.stage = other.stage
        self.counter = other.counter
        self.has_before = other.has_before
        self.before[:] = other.before
        self.rolled = other.rolled
        self.number = other.number
        self.face = other.face
        self.group = other.group
        self.die = other.die
        self.ended = other.ended
        self.winner = other.winner
        self.member[:] = other.member
        self.rng = other.rng

    # The flock

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle(self) -> cython.void:
        """Make the trial the flock: in its box, on the grid, pairs in reading order."""
        place: cython.int
        cell: cython.int
        low_x: cython.int = 99
        low_y: cython.int = 99
        high_x: cython.int = 0
        high_y: cython.int = 0
        self.left = 0
        for place in range(SHEEP):
            self.grid[self.cells[place]] = 0
            cell = self.trial[place]
            if cell:
                self.left += 1
                if (cell & 31) < low_x:
                    low_x = cell & 31
                if (cell & 31) > high_x:
                    high_x = cell & 31
                if (cell >> 5) < low_y:
                    low_y = cell >> 5
                if (cell >> 5) > high_y:
                    high_y = cell >> 5
        shift: cython.int = (CORNER - low_y) * 32 + CORNER - low_x
        self.width = high_x - low_x + 1
        self.height = high_y - low_y + 1
        if self.left == 0:
            self.width = 0
            self.height = 0
        for place in range(SHEEP):
            cell = self.trial[place]
            self.cells[place] = cell + shift if cell else 0
        for place in range(0, BLACK, 2):
            cell = self.cells[place + 1]
            if cell and (self.cells[place] == 0 or cell < self.cells[place]):
                self.cells[place + 1] = self.cells[place]
                self.cells[place] = cell
        self._count_and_place()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_and_place(self) -> cython.void:
        """Put the sheep on the grid, and count what ``_aim`` needs to know."""
        one: cython.ulonglong = 1
        place: cython.int
        cell: cython.int
        for place in range(16):
            self.columns[place] = 0
            self.rows[place] = 0
        self.present = 0
        for place in range(SHEEP):
            cell = self.cells[place]
            if cell:
                self.grid[cell] = place + 1
                self.columns[(cell & 31) - CORNER] += 1
                self.rows[(cell >> 5) - CORNER] += 1
                if place < BLACK:
                    self.present |= one << (8 * place)
        self._try_nothing()
        self._trial_key(0)
        self.flock[:] = self.key

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _try_nothing(self) -> cython.void:
        self.trial[:] = self.cells

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try_push(self, cell: cython.int, step: cython.int) -> cython.void:
        """S-4.1: a sheep and the unbroken line ahead of it, one step on."""
        self.trial[:] = self.cells
        while self.grid[cell]:
            self.trial[self.grid[cell] - 1] = cell + step
            cell += step

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try_line_up(self, direction: cython.int) -> cython.void:
        """S-4.4: every line that runs this way (N E S W as 0 to 3) is packed against the side."""
        lines: cython.int = self.width
        length: cython.int = self.height
        cell: cython.int = CORNER * 33  # the barrier's end of the first line
        inward: cython.int = 32
        across: cython.int = 1
        if direction == 2:
            cell += (self.height - 1) * 32
            inward = -32
        elif direction != 0:
            lines, length = length, lines
            inward, across = 1, 32
            if direction == 1:
                cell += self.width - 1
                inward = -1
        self.trial[:] = self.cells
        _: cython.int
        line: cython.int
        from_cell: cython.int
        to_cell: cython.int
        for line in range(lines):
            from_cell = to_cell = cell + line * across
            for _ in range(length):
                if self.grid[from_cell]:
                    self.trial[self.grid[from_cell] - 1] = to_cell
                    to_cell += inward
                from_cell += inward

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _trial_key(self, facing: cython.int) -> cython.void:
        """The trial as two words that are equal for equal flocks only."""
        place: cython.int
        cell: cython.int
        low_x: cython.int = 31
        low_y: cython.int = 31
        for place in range(SHEEP):
            cell = self.trial[place]
            if cell:
                low_x = min(low_x, cell & 31)
                low_y = min(low_y, cell >> 5)
        corner: cython.int = low_y * 16 + low_x
        word: cython.ulonglong = 0
        first: cython.int
        second: cython.int
        pair: cython.ulonglong
        for place in range(0, BLACK, 2):
            first = _byte(self.trial[place], corner)
            second = _byte(self.trial[place + 1], corner)
            pair = first << 8 | second if second < first else second << 8 | first
            word |= pair << (8 * place)
        self.key[0] = word
        self.key[1] = _byte(self.trial[BLACK], corner) | facing << 8

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _reading_order(self, ranked: cython.p_schar) -> cython.int:
        """The places of all sheep in reading order; how many there are."""
        count: cython.int = 0
        place: cython.int
        at: cython.int
        for place in range(SHEEP):
            if self.cells[place] == 0:
                continue
            at = count
            while at > 0 and self.cells[ranked[at - 1]] > self.cells[place]:
                ranked[at] = ranked[at - 1]
                at -= 1
            ranked[at] = place
            count += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _has_neighbour(self, cell: cython.int, but: cython.int) -> cython.bint:
        """Is a sheep side to side with this cell, other than the one on ``but``?"""
        return (
            (self.grid[cell - 32] != 0 and cell - 32 != but)
            or (self.grid[cell + 1] != 0 and cell + 1 != but)
            or (self.grid[cell + 32] != 0 and cell + 32 != but)
            or (self.grid[cell - 1] != 0 and cell - 1 != but)
        )

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _to_the_rim(self, cell: cython.int, way: cython.int) -> cython.int:
        """How many cells of the box lie behind a cell on a line that goes this way."""
        x: cython.int = (cell & 31) - CORNER
        y: cython.int = (cell >> 5) - CORNER
        if way > 4:  # to the west
            x = self.width - 1 - x
        if way < 3 or way > 5:  # to the north
            y = self.height - 1 - y
        if way == 2 or way == 6:
            return x
        if way == 0 or way == 4:
            return y
        return x if x < y else y

    # S-4: what commands can do

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try_target(self, kind: cython.int, cell: cython.int, way: cython.int) -> cython.void:
        """S-4.1 to S-4.6: the outcome of an allowed target."""
        step: cython.int = STEP[way]
        if kind <= DIAGONAL_PUSH:
            self._try_push(cell, step)
            return
        to: cython.int = cell + step
        while self.grid[to]:
            to += step
        self.trial[:] = self.cells
        self.trial[self.grid[cell] - 1] = to

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _aim(self, kind: cython.int, cell: cython.int, way: cython.int) -> cython.bint:
        """S-4.1 to S-4.6: the key of a target's outcome; False if the target is not allowed.

        Whatever moves, one cell is left and one is taken: that settles the new box. The bytes of
        the key are linear in what moves, so that all of them are shifted in one go.
        """
        to: cython.int = cell
        step: cython.int = STEP[way]
        one: cython.ulonglong = 1
        moved: cython.ulonglong = 0
        black: cython.int = 0
        place: cython.int
        shift: cython.int = BYTE_STEP[way]
        if kind <= DIAGONAL_PUSH:
            if kind != LAMB_PUSH:
                # Most sheep have another one right behind them: that is seen at a glance.
                if self.grid[cell - step] or self._is_behind_others(cell, way):
                    return False
            while self.grid[to]:
                place = self.grid[to] - 1
                if place == BLACK:
                    black = 1
                else:
                    moved |= one << (8 * place)
                to += step
        else:
            place = self.grid[cell] - 1
            moved = one << (8 * place)
            to += step
            if kind == LAMB_ROLL:
                if self.grid[to] or not self._has_neighbour(to, cell):
                    return False
            else:
                if self.grid[to] == 0:
                    return False
                while self.grid[to]:
                    to += step
                    shift += BYTE_STEP[way]
        self._shifted_key(moved, black, shift, cell, to)
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _shifted_key(
        self,
        moved: cython.ulonglong,
        black: cython.int,
        shift: cython.int,
        left: cython.int,
        taken: cython.int,
    ) -> cython.void:
        """The key when sheep moved by a shift, one cell being left and one taken by it."""
        x: cython.int = 0
        y: cython.int = 0
        if (left & 31) == CORNER and self.columns[0] == 1:
            x = 1
            while x < self.width and self.columns[x] == 0:
                x += 1
        if (left >> 5) == CORNER and self.rows[0] == 1:
            y = 1
            while y < self.height and self.rows[y] == 0:
                y += 1
        x = min(x, (taken & 31) - CORNER)
        y = min(y, (taken >> 5) - CORNER)
        corner: cython.int = y * 16 + x
        word: cython.ulonglong = (self.flock[0] + moved * shift - self.present * corner) & _MASK64
        place: cython.int
        pair: cython.ulonglong
        for place in range(0, 64, 16):
            if moved >> place & 0x0101:
                pair = word >> place & 0xFFFF
                if pair >> 8 < pair & 0xFF:
                    word ^= (pair ^ (pair >> 8 | (pair & 0xFF) << 8)) << place
        self.key[0] = word
        place = cython.cast(cython.int, self.flock[1])
        if place != GONE:
            place += black * shift - corner
        self.key[1] = place | self.facing << 8

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_behind_others(self, cell: cython.int, way: cython.int) -> cython.bint:
        """S-4.2: does a push from outside meet others first on this line?"""
        step: cython.int = STEP[way]
        _: cython.int
        for _ in range(self._to_the_rim(cell, way)):
            cell -= step
            if self.grid[cell]:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _targets(
        self,
        kind: cython.int,
        colour: cython.int,
        found: cython.p_int,
        most: cython.int,
        goes_back: cython.bint,
    ) -> cython.int:
        """The targets of a command as codes without number, one for each flock; how many.

        ``goes_back`` leaves out what would bring back the flock of before (S-4.8).
        """
        keys: cython.ulonglong[160]
        ranked: cython.schar[9]
        if not cython.compiled:
            keys = [0] * 160
            ranked = [0] * 9
        count: cython.int = 0
        distinct: cython.int = 0
        sheep: cython.int
        parity: cython.int = -1  # 0 for rows and columns only, 1 for diagonals only
        way: cython.int
        i: cython.int
        cell: cython.int
        if kind == LINE_UP or kind == EWE_TURN:
            return self._whole_flock_targets(kind, found, most, goes_back)
        if kind == LINE_PUSH or kind == DIAGONAL_PUSH:
            sheep = self._reading_order(ranked)
        else:
            # A pair is kept in reading order.
            sheep = 0
            for i in range(2):
                if 2 * colour + i < SHEEP and self.cells[2 * colour + i]:
                    ranked[sheep] = 2 * colour + i
                    sheep += 1
        if kind == LINE_PUSH or kind == LEAPFROG:
            parity = 0
        elif kind == DIAGONAL_PUSH:
            parity = 1
        for i in range(sheep):
            cell = self.cells[ranked[i]]
            for way in range(8):
                if parity >= 0 and way & 1 != parity:
                    continue
                if not self._aim(kind, cell, way):
                    continue
                if not self._is_new(keys, distinct):
                    continue
                distinct += 1
                if goes_back and self._is_before():
                    continue
                found[count] = (
                    kind << 15 | ((cell >> 5) - CORNER) << 8 | ((cell & 31) - CORNER) << 3 | way
                )
                count += 1
                if count == most:
                    return count
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _whole_flock_targets(
        self, kind: cython.int, found: cython.p_int, most: cython.int, goes_back: cython.bint
    ) -> cython.int:
        """S-4.4, S-4.7"""
        keys: cython.ulonglong[8]
        if not cython.compiled:
            keys = [0] * 8
        count: cython.int = 0
        distinct: cython.int = 0
        way: cython.int
        for way in range(4 if kind == LINE_UP else 2):
            if kind == LINE_UP:
                self._try_line_up(self._side(way))
                self._trial_key(self.facing)
            else:
                self.key[0] = self.flock[0]
                self.key[1] = self.flock[1] | self._turned(way) << 8
            if not self._is_new(keys, distinct):
                continue
            distinct += 1
            if goes_back and self._is_before():
                continue
            found[count] = kind << 15 | way
            count += 1
            if count == most:
                break
        return count

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _side(self, side: cython.int) -> cython.int:
        """Which way front, back, left or right lies: N E S W as 0 to 3."""
        turn: cython.int = 0
        if side == 1:
            turn = 2
        elif side == 2:
            turn = 3
        elif side == 3:
            turn = 1
        return (self.facing + turn) & 3

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _turned(self, way: cython.int) -> cython.int:
        return (self.facing + (1 if way else 3)) & 3

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_new(self, keys: cython.p_ulonglong, count: cython.int) -> cython.bint:
        """Is the key none of these? Then it is put behind them.

        One bit for each key there was spares most of the looking; a new list sets them anew.
        """
        i: cython.int
        one: cython.ulonglong = 1
        mixed: cython.ulonglong = ((self.key[0] ^ self.key[1]) * _GOLDEN) & _MASK64
        bit: cython.ulonglong = one << (mixed >> 58)
        if count == 0:
            self.seen = 0
        if self.seen & bit:
            for i in range(count):
                if keys[2 * i] == self.key[0] and keys[2 * i + 1] == self.key[1]:
                    return False
        self.seen |= bit
        keys[2 * count] = self.key[0]
        keys[2 * count + 1] = self.key[1]
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_before(self) -> cython.bint:
        return self.key[0] == self.before[0] and self.key[1] == self.before[1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _commands(self, player: cython.int, found: cython.p_int, most: cython.int) -> cython.int:
        """S-4.9: the commands of a player as codes, up to ``most``; how many."""
        targets: cython.int[80]
        if not cython.compiled:
            targets = [0] * 80
        here: cython.int = 0
        count: cython.int = 0
        known: cython.int = -1
        last: cython.int = 0
        place: cython.int
        i: cython.int
        kind: cython.int
        goes_back: cython.bint
        for place in range(MENU):
            if self.used[player] >> place & 1:
                continue
            kind = self.menu_kinds[place]
            if kind == known and self.menu_numbers[place] == last:
                continue
            if kind != known:
                known = kind
                goes_back = self.has_before and (kind == EWE_TURN or not self.rolled)
                here = self._targets(kind, self.colours[player], targets, most, goes_back)
            last = self.menu_numbers[place]
            for i in range(here):
                found[count] = targets[i] | last << 13
                count += 1
                if count == most:
                    return count
        return count

    # S-5: regrouping

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_one(self) -> cython.bint:
        """S-1.4: is the flock together? An empty one is."""
        stack: cython.schar[9]
        if not cython.compiled:
            stack = [0] * 9
        seen: cython.int = 0
        found: cython.int = 0
        top: cython.int = 0
        way: cython.int
        other: cython.int
        while top < SHEEP and self.cells[top] == 0:
            top += 1
        if top == SHEEP:
            return True
        stack[0] = top
        seen = 1 << top
        top = 1
        while top:
            top -= 1
            found += 1
            cell: cython.int = self.cells[stack[top]]
            for way in range(0, 8, 2):
                other = self.grid[cell + STEP[way]] - 1
                if other >= 0 and not seen >> other & 1:
                    seen |= 1 << other
                    stack[top] = other
                    top += 1
        return found == self.left

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _part(self, sizes: cython.p_schar, firsts: cython.p_short) -> cython.int:
        """S-1.4: number the groups in reading order, with size and first cell; how many."""
        ranked: cython.schar[9]
        stack: cython.schar[9]
        if not cython.compiled:
            ranked = [0] * 9
            stack = [0] * 9
        sheep: cython.int = self._reading_order(ranked)
        groups: cython.int = 0
        i: cython.int
        way: cython.int
        top: cython.int
        other: cython.int
        for i in range(SHEEP):
            self.member[i] = -1
        for i in range(sheep):
            if self.member[ranked[i]] >= 0:
                continue
            firsts[groups] = self.cells[ranked[i]]
            sizes[groups] = 1
            self.member[ranked[i]] = groups
            stack[0] = ranked[i]
            top = 1
            while top:
                top -= 1
                cell: cython.int = self.cells[stack[top]]
                for way in range(0, 8, 2):
                    other = self.grid[cell + STEP[way]] - 1
                    if other >= 0 and self.member[other] < 0:
                        self.member[other] = groups
                        sizes[groups] += 1
                        stack[top] = other
                        top += 1
            groups += 1
        return groups

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lift(self) -> cython.void:
        """Find the group that comes back, and take it off the grid: the others are left there."""
        way: cython.int
        other: cython.int
        done: cython.int = 0
        self.herd_size = 1
        self.herd[0] = self.grid[self.group] - 1
        self.grid[self.group] = 0
        while done < self.herd_size:
            cell: cython.int = self.cells[self.herd[done]]
            done += 1
            for way in range(0, 8, 2):
                other = self.grid[cell + STEP[way]] - 1
                if other >= 0:
                    self.grid[cell + STEP[way]] = 0
                    self.herd[self.herd_size] = other
                    self.herd_size += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _put_down(self) -> cython.void:
        i: cython.int
        for i in range(self.herd_size):
            self.grid[self.cells[self.herd[i]]] = self.herd[i] + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _overlaps(self, shift: cython.int) -> cython.bint:
        """Would the lifted group, so moved, stand where others stand?"""
        i: cython.int
        for i in range(self.herd_size):
            if self.grid[self.cells[self.herd[i]] + shift]:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _touches(self, shift: cython.int) -> cython.bint:
        """Would the lifted group, so moved, be side to side with another sheep?"""
        i: cython.int
        for i in range(self.herd_size):
            if self._has_neighbour(self.cells[self.herd[i]] + shift, 0):
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try_shift(self, shift: cython.int) -> cython.void:
        i: cython.int
        self.trial[:] = self.cells
        for i in range(self.herd_size):
            self.trial[self.herd[i]] += shift

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_shift(
        self,
        across: cython.int,
        down: cython.int,
        keys: cython.p_ulonglong,
        found: cython.p_int,
        count: cython.int,
    ) -> cython.int:
        """One more way back, if it gives another flock; how many there are now."""
        self._try_shift(down * 32 + across)
        self._trial_key(self.facing)
        if not self._is_new(keys, count):
            return count
        found[count] = LINE << 18 | (down + 16) << 8 | (across + 16) << 3
        return count + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lines_back(self, diagonal: cython.bint, found: cython.p_int) -> cython.int:
        """S-5.2, S-5.3: where the group may go by + or by ×; how many ways."""
        keys: cython.ulonglong[32]
        if not cython.compiled:
            keys = [0] * 32
        count: cython.int = 0
        reach: cython.int = self.width if self.width > self.height else self.height
        way: cython.int
        steps: cython.int
        for way in range(1 if diagonal else 0, 8, 2):
            across: cython.int = 0
            down: cython.int = 0
            if 1 <= way <= 3:
                across = 1
            elif way >= 5:
                across = -1
            if 3 <= way <= 5:
                down = 1
            elif way == 7 or way <= 1:
                down = -1
            for steps in range(1, reach + 1):
                if self._overlaps(STEP[way] * steps):
                    # Only a diagonal runs into sheep: a straight line would have touched before.
                    count = self._add_shift(across * steps, down * (steps - 1), keys, found, count)
                    count = self._add_shift(across * (steps - 1), down * steps, keys, found, count)
                    break
                if self._touches(STEP[way] * steps):
                    count = self._add_shift(across * steps, down * steps, keys, found, count)
                    break
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _shortest(self, found: cython.p_int) -> cython.int:
        """S-5.4: the shortest shifts that join, where no line does."""
        keys: cython.ulonglong[64]
        if not cython.compiled:
            keys = [0] * 64
        count: cython.int = 0
        best: cython.int = 9999
        length: cython.int
        across: cython.int
        down: cython.int
        for down in range(-self.height, self.height + 1):
            for across in range(-self.width, self.width + 1):
                length = across * across + down * down
                if length > best or self._overlaps(down * 32 + across):
                    continue
                if self._touches(down * 32 + across):
                    if length < best:
                        best = length
                        count = 0
                    count = self._add_shift(across, down, keys, found, count)
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _ways_back(self, found: cython.p_int) -> cython.int:
        """S-5.2 to S-5.4: the ways of the present group by the present face; how many."""
        self._lift()
        count: cython.int = self._lines_back(self.die == 1, found)
        if count == 0:
            count = self._lines_back(self.die == 0, found)
        if count == 0:
            count = self._shortest(found)
        self._put_down()
        return count

    # What may be played

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _legal(self, found: cython.p_int) -> cython.int:
        i: cython.int
        count: cython.int
        if self.ended != GOING_ON:
            return 0
        if self.task == ASK_COMMAND:
            return self._commands(self.player, found, ROOM)
        if self.task == ASK_LINE:
            return self._ways_back(found)
        if self.task == ASK_PUSH:
            count = self._targets(LAMB_PUSH, self.face, found, ROOM, False)
            for i in range(count):
                found[i] |= PUSH << 18
            return count
        if self.task == ASK_TURN:
            found[0] = TURN << 18
            found[1] = TURN << 18 | 1
            return 2
        if self.task == ASK_GROUP:
            return self._smallest(found)
        return self._rolls(found)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _smallest(self, found: cython.p_int) -> cython.int:
        """S-5.1: the smallest groups, where there is something to choose."""
        sizes: cython.schar[9]
        firsts: cython.short[9]
        if not cython.compiled:
            sizes = [0] * 9
            firsts = [0] * 9
        groups: cython.int = self._part(sizes, firsts)
        size: cython.int = 9
        count: cython.int = 0
        i: cython.int
        for i in range(groups):
            if sizes[i] < size:
                size = sizes[i]
        for i in range(groups):
            if sizes[i] == size:
                found[count] = (
                    GROUP << 18 | (firsts[i] // 32 - CORNER) << 8 | (firsts[i] % 32 - CORNER) << 3
                )
                count += 1
        return 1 if groups == 2 else count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rolls(self, found: cython.p_int) -> cython.int:
        """S-2.2, S-5.2, S-7.1: what may be rolled or drawn."""
        count: cython.int = 0
        face: cython.int
        if self.task == ASK_DRAW:
            for face in range(self.players):
                found[face] = DRAW << 18 | face
            return self.players
        if self.task == ASK_REGROUP:
            for face in range(2):
                if self.regroup_die[face]:
                    found[count] = REGROUP_ROLL << 18 | face
                    count += 1
            return count
        for face in range(6):
            if self.panic_die[face] and (face == WHITE or self.cells[2 * face]):
                found[count] = PANIC_ROLL << 18 | face
                count += 1
        return count

    def legal(self) -> list[int]:
        """What may be played, in the order of the law."""
        count: cython.int = self._legal(self.moves)
        return [self.moves[i] for i in range(count)]

    # What follows

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _apply(self, code: cython.int) -> cython.void:
        move: cython.int = code >> 18
        way: cython.int = code & 7
        cell: cython.int = ((code >> 8 & 31) + CORNER) * 32 + (code >> 3 & 31) + CORNER
        if move == COMMAND:
            self._command(code, cell, way)
        elif move == PUSH:
            self.face = -1
            self._try_push(cell, STEP[way])
            self._settle()
            self._gather()
        elif move == TURN:
            self.face = -1
            self.facing = self._turned(way)
            self._gather()
        elif move == GROUP:
            self.group = cell
            self.task = ASK_REGROUP
        elif move == LINE:
            self._come_back(code)
        elif move == PANIC_ROLL:
            self._roll_panic(way)
        elif move == REGROUP_ROLL:
            self._roll_regroup(way)
        else:
            self.player = way
            self._order_from(way)
            self.task = ASK_PANIC

    def apply(self, code: cython.int) -> None:
        """Play a legal move."""
        self._apply(code)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _order_from(self, first: cython.int) -> cython.void:
        i: cython.int
        for i in range(self.players):
            self.order[i] = (first + i) % self.players

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _command(self, code: cython.int, cell: cython.int, way: cython.int) -> cython.void:
        """S-3 A"""
        kind: cython.int = code >> 15 & 7
        number: cython.int = code >> 13 & 3
        place: cython.int
        self.before[0] = self.flock[0]
        self.before[1] = self.flock[1] | self.facing << 8
        self.has_before = True
        self.rolled = False
        self.number = number
        for place in range(MENU):
            if (
                self.menu_kinds[place] == kind
                and self.menu_numbers[place] == number
                and not self.used[self.player] >> place & 1
            ):
                self.used[self.player] |= 1 << place
                break
        self._last_in_order()
        if kind == EWE_TURN:
            self.facing = self._turned(way)
            self._go_on()
        elif kind == LINE_UP:  # what is packed against a side is one
            self._try_line_up(self._side(way))
            self._settle()
            self._go_on()
        else:
            self._try_target(kind, cell, way)
            self._settle()
            self._gather()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _last_in_order(self) -> cython.void:
        """S-8.1: the active player's last turn is now the most recent."""
        i: cython.int
        at: cython.int = 0
        for i in range(self.players):
            if self.order[i] != self.player:
                self.order[at] = self.order[i]
                at += 1
        self.order[at] = self.player

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _gather(self) -> cython.void:
        """S-5.1, S-5.5: the next group to come back, or on if the flock is one."""
        groups: cython.int[9]
        if not cython.compiled:
            groups = [0] * 9
        if self._is_one():
            self._go_on()
            return
        count: cython.int = self._smallest(groups)
        if count > 1:
            self.task = ASK_GROUP
            return
        self.group = ((groups[0] >> 8 & 31) + CORNER) * 32 + (groups[0] >> 3 & 31) + CORNER
        self.task = ASK_REGROUP

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _roll_regroup(self, face: cython.int) -> cython.void:
        ways: cython.int[32]
        if not cython.compiled:
            ways = [0] * 32
        self.rolled = True
        self.die = face
        if self._ways_back(ways) > 1:
            self.task = ASK_LINE
        else:
            self._come_back(ways[0])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _come_back(self, code: cython.int) -> cython.void:
        shift: cython.int = ((code >> 8 & 31) - 16) * 32 + (code >> 3 & 31) - 16
        self._lift()
        self._try_shift(shift)
        self._put_down()
        self._settle()
        self.group = 0
        self.die = -1
        self._gather()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _go_on(self) -> cython.void:
        """The flock is one: on to the next stage (S-3)."""
        if self.stage == ON_TRUCK:
            if self.player == self.order[self.players - 1]:
                self._next_turn(self.order[0])
            else:
                self.player = (self.player + 1) % self.players
                self.task = ASK_PANIC
        elif self.stage == IN_PLAY:
            self._advance()
        elif self.stage == AT_SHEARING and self.left and self.panic_spaces[self.counter]:
            self.stage = IN_PANIC
            self.task = ASK_PANIC
        else:
            self._next_turn((self.player + 1) % self.players)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _roll_panic(self, face: cython.int) -> cython.void:
        """S-7.1"""
        ways: cython.int[2]
        if not cython.compiled:
            ways = [0] * 2
        self.rolled = True
        self.face = face
        if face == WHITE:
            self.task = ASK_TURN
            return
        if self._targets(LAMB_PUSH, face, ways, 2, False) > 1:
            self.task = ASK_PUSH
            return
        self._apply(ways[0] | PUSH << 18)

    # S-6: time and score

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _advance(self) -> cython.void:
        """S-3 C and D"""
        start: cython.int = self.counter
        end: cython.int = start + self.number
        if end > self.fields[3]:
            end = self.fields[3]
        self.counter = end
        self.number = 0
        self.stage = AT_SHEARING
        if end <= self.fields[0]:
            self.points[self.player] += self._team(self.colours[self.player])
        if start < self.fields[4] <= end:
            self._score_rows(self.facing)
        if start < self.fields[1] <= end:
            self._score_rows(self.facing)
        if self.fields[1] < end <= self.fields[2]:
            self.points[self.player] += self._black(self.colours[self.player])
        if start < self.fields[5] <= end:
            self._shear()
        if start < self.fields[3] <= end:
            self._shear()
            self._finish(END_PEN)
            return
        self._gather()

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _contact(self, cell: cython.int, other: cython.int) -> cython.int:
        """S-6.3, S-6.5: 2 side to side, 1 at a corner; cells at the rim never touch round it."""
        apart: cython.int = cell - other if cell > other else other - cell
        if apart == 1 or apart == 32:
            return 2
        return 1 if apart == 31 or apart == 33 else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _team(self, colour: cython.int) -> cython.int:
        if self.cells[2 * colour] == 0 or self.cells[2 * colour + 1] == 0:
            return 0
        return self._contact(self.cells[2 * colour], self.cells[2 * colour + 1])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _black(self, colour: cython.int) -> cython.int:
        points: cython.int = 0
        i: cython.int
        if self.cells[BLACK]:
            for i in range(2 * colour, 2 * colour + 2):
                if self.cells[i]:
                    points += self._contact(self.cells[i], self.cells[BLACK])
        return points

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _row(self, cell: cython.int, facing: cython.int) -> cython.int:
        """S-1.2: the row of a cell, counted from the side that lies this way."""
        if facing == 0:
            return (cell >> 5) - CORNER
        if facing == 1:
            return CORNER + self.width - 1 - (cell & 31)
        if facing == 2:
            return CORNER + self.height - 1 - (cell >> 5)
        return (cell & 31) - CORNER

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _row_points(self, colour: cython.int, facing: cython.int) -> cython.int:
        points: cython.int = 0
        row: cython.int
        i: cython.int
        for i in range(2 * colour, 2 * colour + 2):
            if self.cells[i]:
                row = self._row(self.cells[i], facing)
                if row < 4:
                    points += 4 - row
        return points

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _score_rows(self, facing: cython.int) -> cython.void:
        """S-6.4, S-6.6: every sheep scores for its owner, by rows from the side given."""
        player: cython.int
        for player in range(self.players):
            self.points[player] += self._row_points(self.colours[player], facing)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _shear(self) -> cython.void:
        """S-6.6: the front row goes, unless all are of one colour; then the rows score."""
        i: cython.int
        kinds: cython.int = 0
        for i in range(0, SHEEP, 2):
            kinds += self.cells[i] != 0
        if kinds > 1:
            self._try_nothing()
            for i in range(SHEEP):
                if self.cells[i] and self._row(self.cells[i], self.facing) == 0:
                    self.trial[i] = 0
            self._settle()
        self._score_rows((self.facing + 2) & 3)

    def score(self, field: cython.int) -> list[int]:
        """What each colour is worth in team, Roger's, black-sheep or Shearer's field (0 to 3).

        As in the law: in the last one the flock is taken to be shorn already.
        """
        colour: cython.int
        found: list[int] = []
        for colour in range(4):
            if field == 0:
                found.append(self._team(colour))
            elif field == 2:
                found.append(self._black(colour))
            else:
                side: cython.int = self.facing if field == 1 else (self.facing + 2) & 3
                found.append(self._row_points(colour, side))
        return found

    # S-8: the next turn, and the end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_turn(self, first: cython.int) -> cython.void:
        one: cython.int[1]
        if not cython.compiled:
            one = [0]
        i: cython.int
        player: cython.int
        for i in range(self.players):
            player = (first + i) % self.players
            if self.cells[2 * self.colours[player]] == 0:
                continue
            if self._commands(player, one, 1):
                self.player = player
                self.task = ASK_COMMAND
                self.stage = IN_PLAY
                return
        self._shear()
        self._finish(END_COMMANDS)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _finish(self, how: cython.int) -> cython.void:
        """S-8.1: most points, then most sheep, then the last turn longest ago."""
        i: cython.int
        player: cython.int
        worth: cython.int
        best: cython.int = -1
        for i in range(self.players):
            player = self.order[i]
            worth = 4 * self.points[player]
            worth += self.cells[2 * self.colours[player]] != 0
            worth += self.cells[2 * self.colours[player] + 1] != 0
            if worth > best:
                best = worth
                self.winner = player
        self.ended = how

    # Random play

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rolled_face(self) -> cython.int:
        """A chance move, drawn by the sides of the die."""
        face: cython.int
        total: cython.int = 0
        self.rng = _mixed(self.rng)
        if self.task == ASK_DRAW:
            return DRAW << 18 | _below(self.rng, self.players)
        if self.task == ASK_REGROUP:
            total = self.regroup_die[0] + self.regroup_die[1]
            face = 0 if _below(self.rng, total) < self.regroup_die[0] else 1
            return REGROUP_ROLL << 18 | face
        for face in range(6):
            if face == WHITE or self.cells[2 * face]:
                total += self.panic_die[face]
        ticket: cython.int = _below(self.rng, total)
        for face in range(6):
            if face == WHITE or self.cells[2 * face]:
                ticket -= self.panic_die[face]
                if ticket < 0:
                    return PANIC_ROLL << 18 | face
        return PANIC_ROLL << 18 | WHITE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _random_moves(self) -> cython.int:
        """Play on at random to the end; how many moves it took."""
        played: cython.int = 0
        count: cython.int
        while self.ended == GOING_ON:
            if self.task <= ASK_REGROUP:
                self._apply(self._rolled_face())
            else:
                count = self._legal(self.moves)
                self.rng = _mixed(self.rng)
                self._apply(self.moves[_below(self.rng, count)])
            played += 1
        return played

    def random_play(self, seed: cython.ulonglong) -> int:
        """Play on at random to the end; how many moves it took, rolls included."""
        self.rng = seed
        with cython.nogil:
            played: cython.int = self._random_moves()
        return played

    def random_games(self, seed: cython.ulonglong, games: cython.int) -> tuple[int, list[int]]:
        """Random games from this moment on: moves in all, and wins by player.

        The state itself is left as it is.
        """
        twin: PackedState = self.copy()
        played: cython.longlong = 0
        wins: cython.int[4]
        if not cython.compiled:
            wins = [0] * 4
        i: cython.int
        _: cython.int
        for i in range(4):
            wins[i] = 0
        twin.rng = seed
        mixed: cython.ulonglong
        with cython.nogil:
            for _ in range(games):
                played += twin._random_moves()
                wins[twin.winner] += 1
                mixed = twin.rng
                twin._rewind(self)
                twin.rng = mixed
        return played, [wins[i] for i in range(self.players)]

    def random_walk(self, seed: cython.ulonglong, most: cython.int) -> array[int]:
        """The first moves of a random game, at most so many; the state goes along."""
        walk = array("i")
        count: cython.int
        _: cython.int
        self.rng = seed
        for _ in range(most):
            if self.ended != GOING_ON:
                break
            count = self._legal(self.moves)
            self.rng = _mixed(self.rng)
            code: cython.int = self.moves[_below(self.rng, count)]
            walk.append(code)
            self._apply(code)
        return walk
