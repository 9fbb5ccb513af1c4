"""A table's log read back: as a record, or up to a move."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.game import Move
from tablee.core.record import Record
from tablee.server import entries as log
from tablee.server.dice import Dice, with_proof
from tablee.server.match import OVER, Match, Plan, fold
from tablee.server.messages import Refused
from tablee.server.protocol import StateView
from tablee.server.views import state_view


def standing(entries: Sequence[log.AnyEntry]) -> list[log.Played | log.Drawn]:
    """The moves and draws that were not taken back."""
    stack: list[log.Played | log.Drawn] = []
    for entry in entries:
        if isinstance(entry, log.Undone):
            stack.pop()
        elif isinstance(entry, log.Played | log.Drawn):
            stack.append(entry)
    return stack


def record_of(match: Match, secret: str, entries: Sequence[log.AnyEntry]) -> str:
    """The record of a table, with what its dice are checked with."""
    sitting = match.game.sitting()
    moves: list[Move] = []
    for entry in standing(entries):
        moves.append(sitting.parse(entry.move))
        sitting = sitting.play(moves[-1], entry.move)
    dice = Dice(secret, match.joins)
    return with_proof(Record(match.game, tuple(moves)), dice, reveal=match.phase == OVER)


def replay_at(
    plan: Plan, entries: Sequence[log.AnyEntry], wanted: int
) -> tuple[log.AnyEntry | None, StateView, int]:
    """The entry of a move, the table after it, and how many moves there are."""
    moves = standing(entries)
    if wanted > len(moves):
        raise Refused("no-move", number=wanted, moves=len(moves))
    numbers = {entry.number for entry in moves[:wanted]}
    match = Match.begin(plan)
    for entry in entries:
        played = isinstance(entry, log.Played | log.Drawn)
        if entry.number in numbers or not (played or isinstance(entry, log.Undone | log.Ended)):
            match = fold(match, entry)
    ended = [entry for entry in entries if isinstance(entry, log.Ended)]
    if ended and wanted == len(moves):
        match = fold(match, ended[0])
    return (moves[wanted - 1] if wanted else None), state_view(match), len(moves)
