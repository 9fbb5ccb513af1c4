"""Turns as people read them: the lines of a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablee.core.game import Move
from tablee.core.record import Record


def numbered_lines(record: Record) -> Iterator[tuple[int, str]]:
    """Yields the lines of a record, each with the number of its last move."""
    state, last = record.game.initial(), -1
    for _, line in record.game.record_lines(record.moves):
        for move in state.parse_line(line):
            state = state.play(move)
            last += 1
        yield last, line


def line_with(record: Record, before: int, texts: Sequence[str]) -> str:
    """Returns the line of the turn in which these moves follow the first moves of the record."""
    moves: list[Move] = list(record.moves[:before])
    state = record.game.initial()
    for move in moves:
        state = state.play(move)
    for text in texts:
        moves.append(state.parse(text))
        state = state.play(moves[-1])
    *_, (_, line) = record.game.record_lines(moves)
    return line
