"""The board as text and as SVG. A cell of the picture can be clicked: it carries ``data-cell``."""

from __future__ import annotations

from tablee_reversi.board import EMPTY, cell_name

_COLOURS = {"X": "#20252b", "O": "#f6f3ea"}


def text(board: str, size: int) -> str:
    columns = " ".join(chr(ord("a") + column) for column in range(size))
    rows = [f"{row + 1} " + " ".join(board[row * size : (row + 1) * size]) for row in range(size)]
    return "\n".join([f"  {columns}", *rows])


def svg(board: str, size: int) -> str:
    side = 10 * size
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">']
    for index, disc in enumerate(board):
        x, y = 10 * (index % size), 10 * (index // size)
        parts.append(f'<g data-cell="{cell_name(size, index)}">')
        parts.append(
            f'<rect x="{x}" y="{y}" width="10" height="10" fill="#2f7d4f" stroke="#1d5233" '
            'stroke-width="0.4"/>'
        )
        if disc != EMPTY:
            parts.append(
                f'<circle cx="{x + 5}" cy="{y + 5}" r="4" fill="{_COLOURS[disc]}" '
                'stroke="#1d5233" stroke-width="0.3"/>'
            )
        parts.append("</g>")
    return "".join([*parts, "</svg>"])
