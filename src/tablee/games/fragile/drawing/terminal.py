"""Draws the quay in letters and lines.

A free cell is ``·``. ``(1)`` is a docker of player 1, ``>1<`` the active one. ``[#]`` is a crate,
``[F]`` one with FRAGILE up, ``[!]`` one flipped this turn, ``[#F]`` a stack, the lower crate first.
Depots are walled cells with their owner's number, ``-`` for a neutral one; ``2[#]`` is a crate
stored with player 2. In problems goal crates and goal depots carry a letter, and ``(o)`` is a
docker that only helps. ``*`` marks where the last move led, ``×`` where it began.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.games.fragile.board import COLUMNS, ROWS, Cell
from tablee.games.fragile.drawing.scene import NEUTRAL, UNBUILT, Scene, scene
from tablee.games.fragile.messages import say
from tablee.games.fragile.moves import FragileMove
from tablee.games.fragile.position import Crate, Position

if TYPE_CHECKING:
    from tablee.games.fragile.state import FragileState

CELL_WIDTH = 5
SIZE = len(COLUMNS)
MIDDLE = SIZE // 2

_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Line crossings by their arms: up 1, right 2, down 4, left 8."""

_PLAYER_COLOURS = ("34", "31", "32", "35")
_DIM, _BOLD, _YELLOW = "2", "1", "33"


def text(
    drawn: FragileState | Position,
    colour: bool = False,
    *,
    language: str = "en",
    last: FragileMove | None = None,
) -> str:
    """Draws the board as lines of text. A state also shows who has what."""
    seen = scene(drawn, last)
    lines = _board(seen, colour)
    if not isinstance(drawn, Position):
        lines += ["", *_panel(drawn, seen, colour, language)]
    return "\n".join(lines)


def legend(language: str = "en") -> str:
    """Explains the signs of ``text``."""
    return say("drawing-legend").text(language).rstrip()


# The board


def _board(seen: Scene, colour: bool) -> list[str]:
    letters = "".join(f"{column:^{CELL_WIDTH + 1}}" for column in COLUMNS).rstrip()
    lines = [f"    {letters}"]
    for row in range(SIZE):
        lines.append(f"   {_line_above(seen, row)}")
        lines.append(f"{row + 1:>2} {_cells_of_row(seen, row, colour)} {row + 1}")
    lines.append(f"   {_line_above(seen, SIZE)}")
    lines.append(f"    {letters}")
    return lines


def _name(column: int, row: int) -> Cell | None:
    if 0 <= column < SIZE and 0 <= row < SIZE:
        return f"{COLUMNS[column]}{ROWS[row]}"
    return None


def _is_walled(seen: Scene, cell: Cell | None, other: Cell | None) -> bool:
    """True if a line parts these cells: the edge of the board, or a wall (F-1.4)."""
    if cell is None or other is None:
        return cell is not other
    return seen.position.board.has_wall(cell, other)


def _wall_above(seen: Scene, column: int, row: int) -> bool:
    return _is_walled(seen, _name(column, row - 1), _name(column, row))


def _wall_left(seen: Scene, column: int, row: int) -> bool:
    return _is_walled(seen, _name(column - 1, row), _name(column, row))


def _line_above(seen: Scene, row: int) -> str:
    """Draws the walls between a row and the one above it, with their crossings."""
    parts = []
    for column in range(SIZE + 1):
        parts.append(_joint(seen, column, row))
        if column < SIZE:
            parts.append(("─" if _wall_above(seen, column, row) else " ") * CELL_WIDTH)
    return "".join(parts).rstrip()


def _joint(seen: Scene, column: int, row: int) -> str:
    arms = (
        _wall_left(seen, column, row - 1),
        _wall_above(seen, column, row),
        _wall_left(seen, column, row),
        _wall_above(seen, column - 1, row),
    )
    joint = sum(arm << bit for bit, arm in enumerate(arms))
    return _JOINTS[joint | _quarter_tick(column, row)]


def _quarter_tick(column: int, row: int) -> int:
    """F-1.2: short ticks on the frame and a cross in the middle mark the quarters."""
    if (column, row) == (MIDDLE, MIDDLE):
        return 15
    if column == MIDDLE:
        return {0: 4, SIZE: 1}.get(row, 0)
    if row == MIDDLE:
        return {0: 2, SIZE: 8}.get(column, 0)
    return 0


def _cells_of_row(seen: Scene, row: int, colour: bool) -> str:
    parts = []
    for column in range(SIZE):
        parts.append("│" if _wall_left(seen, column, row) else " ")
        cell = _name(column, row)
        assert cell is not None
        parts.append(_cell(seen, cell, colour))
    return "".join(parts) + "│"


def _cell(seen: Scene, cell: Cell, colour: bool) -> str:
    """Draws what stands on a cell, with a star after it if the last move led there."""
    content, paint = _content(seen, cell)
    room = f"{content:^{CELL_WIDTH}}" if len(content) < 4 else f"{content:<{CELL_WIDTH}}"
    if seen.arrived(cell):
        room = room[:-1] + "*"
    return _painted(room, paint) if colour else room


def _content(seen: Scene, cell: Cell) -> tuple[str, str]:
    """Returns the signs of a cell and their colour."""
    owner = seen.owners.get(cell)
    docker = seen.position.docker_at(cell)
    if docker is not None:
        player = seen.position.dockers[docker].player
        sign = "o" if seen.is_bystander(player) else str(player + 1)
        around = "><" if docker == seen.active else "()"
        return f"{around[0]}{sign}{around[1]}", f"{_BOLD};{_PLAYER_COLOURS[player]}"
    crates = seen.position.crates_at(cell)
    mark = "" if owner is None else _owner_sign(seen, cell, owner)
    if crates:
        content = f"{mark}[{''.join(_face(seen, crate) for crate in crates)}]"
        return content, _YELLOW if owner is None else _owner_paint(owner)
    if owner is not None:
        return mark, _owner_paint(owner)
    left = any(trail.source == cell for trail in seen.trails)
    return "×" if left else "·", _DIM


def _face(seen: Scene, crate: Crate) -> str:
    letter = seen.goal_letter(crate)
    if letter:
        return letter
    return "!" if crate.flipped_this_turn else "F" if crate.fragile else "#"


def _owner_sign(seen: Scene, depot: Cell, owner: int) -> str:
    if depot in seen.goals:
        return seen.goals[depot]
    return {NEUTRAL: "-", UNBUILT: "?"}.get(owner, str(owner + 1))


def _owner_paint(owner: int) -> str:
    return _DIM if owner < 0 else _PLAYER_COLOURS[owner]


def _painted(content: str, paint: str) -> str:
    return f"\x1b[{paint}m{content}\x1b[0m"


# Who has what


def _panel(state: FragileState, seen: Scene, colour: bool, language: str) -> list[str]:
    if state.game.problem is not None:
        return _goal_lines(state, seen, language)
    lines = []
    for player, points in enumerate(state.scores):
        own = [depot for depot, owner in state.depots.items() if owner == player]
        full = sum(bool(state.position.crates_at(depot)) for depot in own)
        depots = state.game.equipment.depots
        line = say(
            "drawing-player", player=player + 1, points=points, full=full, depots=depots
        ).text(language)
        if full == depots:
            line += say("drawing-full").text(language)
        if state.marker == player:
            line += say("drawing-marker").text(language)
        arrow = "> " if state.actor == player else "  "
        lines.append(arrow + (_painted(line, _PLAYER_COLOURS[player]) if colour else line))
    left = state.game.flips_allowed - state.flips
    return [*lines, "  " + say("drawing-flips", flips=left).text(language)]


def _goal_lines(state: FragileState, seen: Scene, language: str) -> list[str]:
    assert state.game.problem is not None
    lines = []
    for depot, letter in seen.goals.items():
        met = any(crate.goal == depot for crate in state.position.crates_at(depot))
        key = "drawing-goal-met" if met else "drawing-goal"
        lines.append("  " + say(key, letter=letter, depot=depot).text(language))
    turns = say("drawing-turns", played=state.turn, turns=state.game.problem.turns)
    return [*lines, "  " + turns.text(language)]
