"""The board as text and as SVG.

A cell of the picture can be clicked: it carries ``data-cell``. Its ``title`` is read out.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablee_reversi.board import EMPTY, cell_name

_COLOURS = {"X": "#20252b", "O": "#f6f3ea"}


def text(board: str, size: int) -> str:
    columns = " ".join(chr(ord("a") + column) for column in range(size))
    rows = [f"{row + 1} " + " ".join(board[row * size : (row + 1) * size]) for row in range(size)]
    return "\n".join([f"  {columns}", *rows])


def svg(board: str, size: int) -> str:
    side = 10 * size + 5
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 {side} {side}">'
    return "".join([head, *_frame(size), *_cells(board, size), "</svg>"])


def _frame(size: int) -> Iterator[str]:
    yield f'<rect x="-5" y="-5" width="{10 * size + 5}" height="{10 * size + 5}" fill="#5b3a1e"/>'
    yield '<g fill="#fff" font-family="sans-serif" font-size="3.5" text-anchor="middle">'
    for line in range(size):
        yield f'<text x="{10 * line + 5}" y="-1.3">{chr(ord("a") + line)}</text>'
        yield f'<text x="-2.5" y="{10 * line + 6.3}">{line + 1}</text>'
    yield "</g>"


def _cells(board: str, size: int) -> Iterator[str]:
    for index, disc in enumerate(board):
        x, y = 10 * (index % size), 10 * (index // size)
        yield f'<g data-cell="{cell_name(size, index)}" stroke="#1d5233" stroke-width="0.4">'
        yield f'<rect x="{x}" y="{y}" width="10" height="10" fill="#2f7d4f"/>'
        if disc != EMPTY:
            yield f'<title>{disc}</title><circle cx="{x + 5}" cy="{y + 5}" r="4" '
            yield f'fill="{_COLOURS[disc]}"/>'
        yield "</g>"
