"""Draws the quay as SVG: one self-contained picture without ids, scripts or fonts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.core.palette import ALARM, FONT, INK, NOBODY, PAPER, PLAYERS, SUN, Livery
from tablee.core.svg import circle, document, group, line, path, rect, text
from tablee.games.fragile.board import CELLS, COLUMNS, ROWS, Cell, column_row, straight
from tablee.games.fragile.drawing import pieces
from tablee.games.fragile.drawing.pieces import CELL, Face, badge
from tablee.games.fragile.drawing.scene import UNBUILT, Scene, Trail, scene
from tablee.games.fragile.moves import FragileMove
from tablee.games.fragile.position import Position
from tablee.games.fragile.serial import position_text

if TYPE_CHECKING:
    from tablee.games.fragile.state import FragileState

MARGIN = 44
SIDE = len(COLUMNS) * CELL
WIDTH = SIDE + 2 * MARGIN
STRIP = 44
"""Height of the line below the board that says who has what."""
WATER, SLAB, SLAB_DARK, JOINT = "#2f6b80", "#e6dfcf", "#ddd4c1", "#b9ad96"


def svg(drawn: FragileState | Position, *, last: FragileMove | None = None) -> str:
    """Draws a state or a position. ``last`` marks the move that led to it."""
    seen = scene(drawn, last)
    strip = _strip(drawn, seen) if not isinstance(drawn, Position) else []
    height = WIDTH + (STRIP if strip else 0)
    elements = [
        *_ground(height),
        *_coordinates(),
        *_depots(seen),
        *(_trail(trail) for trail in seen.trails),
        *_standing(seen),
        *strip,
    ]
    style = f'font-family="{FONT}" font-weight="bold" text-anchor="middle"'
    described = position_text(seen.position)
    return document("Fragile", WIDTH, height, elements, description=described, style=style)


def _corner(cell: Cell) -> tuple[int, int]:
    column, row = column_row(cell)
    return MARGIN + column * CELL, MARGIN + row * CELL


def _centre(cell: Cell) -> tuple[float, float]:
    x, y = _corner(cell)
    return x + CELL / 2, y + CELL / 2


# The quay


def _ground(height: int) -> list[str]:
    """Draws water around a quay of stone slabs. A rail parts the quarters (F-1.2)."""
    waves = []
    for row, y in enumerate(range(10, height, 17)):
        start = -24 if row % 2 else -8
        swell = "q8 -6 16 0" + "t16 0" * (WIDTH // 16 + 1)
        waves.append(path(f"M{start} {y}{swell}", extra=f'{line("#ffffff", 1.6)} opacity=".16"'))
    quay = rect(MARGIN - 9, MARGIN - 9, SIDE + 18, SIDE + 18, "#6e5b45", line("#3f3222", 2), 7)
    slabs = [
        rect(*_corner(cell), CELL, CELL, SLAB if sum(column_row(cell)) % 2 else SLAB_DARK)
        for cell in CELLS
    ]
    joints = "".join(
        f"M{MARGIN + step * CELL} {MARGIN}v{SIDE}M{MARGIN} {MARGIN + step * CELL}h{SIDE}"
        for step in range(1, len(COLUMNS))
    )
    middle = MARGIN + SIDE / 2
    rail = f"M{middle:g} {MARGIN}v{SIDE}M{MARGIN} {middle:g}h{SIDE}"
    return [
        rect(0, 0, WIDTH, height, WATER, radius=12),
        *waves,
        quay,
        *slabs,
        path(joints, extra=line(JOINT, 1)),
        path(rail, extra=f'{line("#8d7d63", 3, cap="butt")} stroke-dasharray="10 6"'),
        *_bollards(),
    ]


def _bollards() -> list[str]:
    """Draws mooring posts at the corners of the quay."""
    near, far = MARGIN - 9, MARGIN + SIDE + 9
    return [
        circle(x, y, 7, "#3a4048", line("#1d2126", 2)) + circle(x - 1.5, y - 1.5, 2.4, "#8d96a1")
        for x in (near, far)
        for y in (near, far)
    ]


def _coordinates() -> list[str]:
    drawn = []
    for index, column in enumerate(COLUMNS):
        x = MARGIN + index * CELL + CELL / 2
        drawn += [text(x, y, column, 17, PAPER) for y in (25, WIDTH - 14)]
    for index, row in enumerate(ROWS):
        y = MARGIN + index * CELL + CELL / 2 + 6
        drawn += [text(x, y, str(row), 17, PAPER) for x in (18, WIDTH - 18)]
    return drawn


# The pieces


def _livery(seen: Scene, owner: int) -> Livery:
    return NOBODY if owner < 0 or seen.is_bystander(owner) else PLAYERS[owner]


def _depots(seen: Scene) -> list[str]:
    drawn = []
    for depot, outside in seen.position.board.entrances.items():
        way = straight(depot, outside)
        assert way is not None
        owner = seen.owners[depot]
        if owner == UNBUILT:
            elements = pieces.slot(way[0])
        elif depot in seen.goals:
            elements = pieces.depot(way[0], NOBODY, seen.goals[depot], goal=True)
        else:
            label = "" if owner < 0 else str(owner + 1)
            elements = pieces.depot(way[0], _livery(seen, owner), label)
        drawn.append(group(elements, *_corner(depot), kind="depot"))
    return drawn


def _standing(seen: Scene) -> list[str]:
    """Draws crates and dockers row by row, so that near pieces cover those behind."""
    drawn = []
    for cell in CELLS:
        x, y = _corner(cell)
        crates = seen.position.crates_at(cell)
        docker = seen.position.docker_at(cell)
        if crates:
            faces = [
                Face(crate.fragile, crate.flipped_this_turn, seen.goal_letter(crate))
                for crate in crates
            ]
            stored = cell in seen.owners
            lift = 0.12 * CELL if stored else 0
            scale = 0.76 if stored else 1
            stack = pieces.crates(faces)
            drawn.append(group(stack, x + lift, y + lift, scale=scale, kind="crates"))
            if stored and seen.owners[cell] >= 0:
                livery = _livery(seen, seen.owners[cell])
                owner = str(seen.owners[cell] + 1)
                drawn.append(badge(x + CELL - 13, y + CELL - 13, 8.5, livery, owner))
        if docker is not None:
            player = seen.position.dockers[docker].player
            sign = "·" if seen.is_bystander(player) else str(player + 1)
            figure = pieces.docker(_livery(seen, player), sign, active=docker == seen.active)
            drawn.append(group(figure, x, y, kind="docker"))
    return drawn


def _trail(trail: Trail) -> str:
    """Marks the last move: a frame where it ended, and a dotted line from where it began."""
    x, y = _corner(trail.target)
    frame = rect(
        x + 3, y + 3, CELL - 6, CELL - 6, "none", f'{line(SUN, 4)} stroke-dasharray="1 8"', 6
    )
    if trail.source == trail.target:
        return frame
    (from_x, from_y), (to_x, to_y) = _centre(trail.source), _centre(trail.target)
    way = path(
        f"M{from_x:g} {from_y:g}L{to_x:g} {to_y:g}",
        extra=f'{line(SUN, 6)} stroke-dasharray="1 11"',
    )
    return frame + way + circle(from_x, from_y, 9, "none", line(SUN, 3))


# Who has what


def _strip(state: FragileState, seen: Scene) -> list[str]:
    """Draws the line below the board, with signs that need no language."""
    middle = WIDTH + STRIP / 2 - 10
    if state.game.problem is not None:
        return _problem_strip(state, seen, middle)
    room = SIDE / state.game.players
    drawn = []
    for player, points in enumerate(state.scores):
        x = MARGIN + player * room
        if state.actor == player:
            glow = rect(x + 2, middle - 17, room - 4, 34, "#ffd84d", line(INK, 1.5), 8)
            drawn.append(glow)
        else:
            drawn.append(rect(x + 2, middle - 17, room - 4, 34, "#efe8d8", radius=8))
        drawn.append(badge(x + 24, middle + 1, 10, PLAYERS[player], str(player + 1)))
        drawn.append(text(x + 58, middle + 7, str(points), 20))
        drawn += _depot_boxes(state, player, x + 82, middle)
        if state.marker == player:
            drawn.append(_star(x + room - 20, middle))
    return drawn


def _depot_boxes(state: FragileState, player: int, x: float, y: float) -> list[str]:
    """Draws a box for each depot of a player, filled if the depot is full."""
    own = [depot for depot, owner in state.depots.items() if owner == player]
    full = sum(bool(state.position.crates_at(depot)) for depot in own)
    return [
        rect(x + 13 * index, y - 5, 10, 10, pieces.WOOD if index < full else PAPER, line(INK, 1.2))
        for index in range(state.game.equipment.depots)
    ]


def _star(x: float, y: float) -> str:
    """The winner marker (F-5.2)."""
    shape = path(pieces.STAR, SUN, f'{line(INK, 1.4)} stroke-linejoin="round"')
    return group([shape], x, y, kind="marker")


LAMPS = 20
"""Turns that are drawn as lamps. More of them are written as a number."""


def _problem_strip(state: FragileState, seen: Scene, middle: float) -> list[str]:
    """Draws the goals, and a lamp for each turn, lit once the turn is over."""
    assert state.game.problem is not None
    drawn = [rect(MARGIN + 2, middle - 17, SIDE - 4, 34, "#efe8d8", radius=8)]
    for index, (depot, letter) in enumerate(seen.goals.items()):
        met = any(crate.goal == depot for crate in state.position.crates_at(depot))
        sign = f"{letter} → {depot}{' ✓' if met else ''}"
        drawn.append(text(MARGIN + 56 + 96 * index, middle + 6, sign, 17, ALARM))
    turns = state.game.problem.turns
    if turns > LAMPS:
        sign = f"{state.turn} / {turns}"
        return [*drawn, text(MARGIN + SIDE - 60, middle + 6, sign, 17)]
    for turn in range(turns):
        x = MARGIN + SIDE - 24 - 24 * (turns - 1 - turn)
        fill = SUN if turn < state.turn else PAPER
        drawn.append(circle(x, middle, 9, fill, line(INK, 1.5)))
        drawn.append(text(x, middle + 4.5, str(turn + 1), 12))
    return drawn
