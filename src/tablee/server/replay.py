"""Reads a table's log again: as a record, or up to a move."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.game import Move
from tablee.core.record import Record
from tablee.server import entries as log
from tablee.server.dice import Dice, with_proof
from tablee.server.match import Match, Plan, fold
from tablee.server.messages import Refused
from tablee.server.views import state_view
from tablee.server.wishes import Replay


def standing(entries: Sequence[log.AnyEntry]) -> list[log.Played | log.Drawn]:
    """Returns the moves and draws that were not taken back."""
    stack: list[log.Played | log.Drawn] = []
    for entry in entries:
        if isinstance(entry, log.Undone):
            stack.pop()
        elif isinstance(entry, log.Played | log.Drawn):
            stack.append(entry)
    return stack


def record_of(plan: Plan, dice: Dice, bodies: Sequence[bytes], *, reveal: bool) -> str:
    """Returns the record of a table, with what is needed to check its dice. Runs in a worker."""
    game = plan.make_game()
    sitting = game.sitting()
    moves: list[Move] = []
    entries = log.decoded(bodies, 0)
    for entry in standing(entries):
        moves.append(sitting.parse(entry.move))
        sitting = sitting.play(moves[-1], entry.move)
    return with_proof(Record(game, tuple(moves)), dice, reveal=reveal, notes=_notes(entries))


def _notes(entries: Sequence[log.AnyEntry]) -> list[str]:
    """Returns what the moves do not tell of the end: who gave up, and who won without them."""
    notes = []
    for entry in entries:
        if isinstance(entry, log.Resigned):
            notes.append(f"resigned: P{entry.seat + 1}")
        elif isinstance(entry, log.Ended) and entry.how:
            winners = " ".join(f"P{seat + 1}" for seat in entry.winners)
            notes.append(f"ended: {entry.how}, won by {winners or 'nobody'}")
    return notes


def replay_at(plan: Plan, bodies: Sequence[bytes], wanted: int) -> Replay:
    """Returns the table after so many moves. Runs in a worker."""
    entries = log.decoded(bodies, 0)
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
    found = moves[wanted - 1] if wanted else None
    return Replay(wanted, len(moves), found, state_view(match))
