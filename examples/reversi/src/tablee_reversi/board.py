"""R-1, the board: cells by name, and the lines of discs that a new disc turns."""

from __future__ import annotations

from collections.abc import Iterator

EMPTY = "."
DISCS = "XO"
"""The discs of player 1 and player 2."""

_DIRECTIONS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]


def cell_name(size: int, index: int) -> str:
    """``c4``: column, then row from the top."""
    return f"{chr(ord('a') + index % size)}{index // size + 1}"


def cell_index(size: int, name: str) -> int | None:
    """None if no cell has this name."""
    column, row = ord(name[:1] or " ") - ord("a"), name[1:]
    if not 0 <= column < size or row not in map(str, range(1, size + 1)):
        return None
    return (int(row) - 1) * size + column


def start(size: int) -> str:
    """R-1.2: two discs of each player cross in the middle."""
    board = [EMPTY] * size * size
    middle = size // 2
    for x, y, disc in ((-1, -1, "O"), (0, -1, "X"), (-1, 0, "X"), (0, 0, "O")):
        board[(middle + y) * size + middle + x] = disc
    return "".join(board)


def turned(board: str, size: int, index: int, disc: str) -> tuple[int, ...]:
    """R-2.2: the cells whose discs turn if this disc is placed there."""
    if board[index] != EMPTY:
        return ()
    return tuple(sorted(cell for line in _lines(board, size, index, disc) for cell in line))


def _lines(board: str, size: int, index: int, disc: str) -> Iterator[list[int]]:
    for dx, dy in _DIRECTIONS:
        x, y = index % size + dx, index // size + dy
        line: list[int] = []
        while 0 <= x < size and 0 <= y < size and board[y * size + x] not in (EMPTY, disc):
            line.append(y * size + x)
            x, y = x + dx, y + dy
        if line and 0 <= x < size and 0 <= y < size and board[y * size + x] == disc:
            yield line
