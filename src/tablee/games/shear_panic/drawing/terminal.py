"""Draws the flock in letters: ``B↑`` is a blue sheep that faces north, ``·`` an empty cell.

The figure in front of the flock (S-6.2) is named there. In the track ``-`` is a space, ``!`` a
panic space, ``|`` a gate, ``]`` a pen, ``#`` the counter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.games.shear_panic.flock import COLOURS, Flock, Spot
from tablee.games.shear_panic.menu import free_entries
from tablee.games.shear_panic.messages import colour_name, say, word
from tablee.games.shear_panic.moves import ShearPanicMove
from tablee.games.shear_panic.track import Track

if TYPE_CHECKING:
    from tablee.games.shear_panic.state import ShearPanicState

ARROWS = {"N": "↑", "E": "→", "S": "↓", "W": "←"}
_PAINTS = {"B": "34", "G": "32", "R": "31", "Y": "33", "K": "1;7"}
_DIM = "2"


def text(
    drawn: ShearPanicState | Flock,
    colour: bool = False,
    *,
    language: str = "en",
    last: ShearPanicMove | None = None,  # noqa: ARG001 - cells of the last move had other names
    only: int | None = None,
) -> str:
    """Draws the flock as lines of text. A state also shows the track and who has what.

    ``only`` leaves out the other players.
    """
    if isinstance(drawn, Flock):
        return "\n".join(_flock(drawn, "", colour))
    figure = drawn.game.track.figure_at(drawn.counter)
    name = word(figure).text(language) if figure else ""
    lines = [*_flock(drawn.flock, name, colour), ""]
    lines += [_track(drawn.game.track, drawn.counter), _where(drawn, language), ""]
    players = range(drawn.game.players) if only is None else (only,)
    lines += [_player(drawn, player, colour, language) for player in players]
    return "\n".join(line.rstrip() for line in lines)


def _flock(flock: Flock, figure: str, colour: bool) -> list[str]:
    """Draws the rows with numbers, the columns with letters, and the figure at the front."""
    width = len(flock.rows[0]) if flock.rows else 0
    indent = " " * (len(figure) + 1) if figure and flock.facing == "W" else ""
    letters = f"{indent}    " + "  ".join(chr(ord("A") + column) for column in range(width))
    lines = []
    for number, row in enumerate(flock.rows):
        cells = "".join(f" {_cell(flock, (column, number), colour)}" for column in range(len(row)))
        line = f"{indent}{number + 1:>2} {cells}"
        if number == len(flock.rows) // 2 and figure:
            line = _beside(line, flock, figure, indent)
        lines.append(line)
    before = [f"    {figure}"] if figure and flock.facing == "N" else []
    behind = [f"    {figure}"] if figure and flock.facing == "S" else []
    return [letters, *before, *lines, *behind]


def _beside(line: str, flock: Flock, figure: str, indent: str) -> str:
    if flock.facing == "E":
        return f"{line}  {figure}"
    return f"{figure} {line[len(indent) :]}" if flock.facing == "W" else line


def _cell(flock: Flock, spot: Spot, colour: bool) -> str:
    sheep = flock.sheep.get(spot)
    if sheep is None:
        return _painted("· ", _DIM) if colour else "· "
    sign = sheep + ARROWS[flock.facing]
    return _painted(sign, _PAINTS[sheep]) if colour else sign


def _painted(content: str, paint: str) -> str:
    return f"\x1b[{paint}m{content}\x1b[0m"


def _track(track: Track, counter: int) -> str:
    gates = {field.gate for field in track.fields}
    pens = {field.last for field in track.fields if field.gate is not None}
    signs = []
    for space in range(track.length + 1):
        if space == counter:
            signs.append("#")
        elif space in track.panic:
            signs.append("!")
        else:
            signs.append("|" if space in gates else "]" if space in pens else "-")
    return "".join(signs)


def _where(state: ShearPanicState, language: str) -> str:
    field = state.game.track.field_at(state.counter)
    name = word(f"field-{field.kind}") if field else say("drawing-truck")
    length = state.game.track.length
    return say("drawing-counter", counter=state.counter, length=length, field=name).text(language)


def _player(state: ShearPanicState, player: int, colour: bool, language: str) -> str:
    letter = state.game.colours[player]
    assert letter in COLOURS
    points = state.points[player]
    line = say("drawing-player", player=player + 1, colour=colour_name(letter), points=points)
    name = line.text(language)
    menu: dict[str, list[str]] = {}
    for entry in free_entries(state, player):
        menu.setdefault(entry.kind, []).append(str(entry.number))
    if state.flock.count(letter):
        names = ", ".join(
            f"{word(kind).text(language)} {' '.join(numbers)}" for kind, numbers in menu.items()
        )
        left = say("drawing-menu", menu=names or "–").text(language)
    else:
        left = say("drawing-no-sheep").text(language)
    if state.game.extras:
        numbers = " ".join(map(str, state.extras[player])) or "–"
        left += "; " + say("drawing-extras", extras=numbers).text(language)
    arrow = ">" if state.ended is None and state.player == player else " "
    return f"{arrow} {_painted(name, _PAINTS[letter]) if colour else name}  {left}"
