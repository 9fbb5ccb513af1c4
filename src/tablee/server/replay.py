"""Reads a table's log again: as a record, or up to a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablee.core.game import Move
from tablee.core.record import Record
from tablee.server import entries as log
from tablee.server.dice import GIVEN, Dice, with_proof
from tablee.server.match import Match, Plan, fold
from tablee.server.messages import Refused
from tablee.server.views import state_view
from tablee.server.wishes import Replay

_NOT_REPLAYED = (log.Undone, log.Rewound, log.Ended)


@dataclass(frozen=True)
class Rewinding:
    """The fields of the entry that takes a player's last move back, and all after it."""

    seat: int
    moves: int
    draws: int
    state: dict[str, Any]


def standing(entries: Sequence[log.AnyEntry]) -> list[log.Played | log.Drawn]:
    """Returns the moves and draws that were not taken back."""
    stack: list[log.Played | log.Drawn] = []
    for entry in entries:
        if isinstance(entry, log.Undone):
            stack.pop()
        elif isinstance(entry, log.Rewound):
            del stack[-entry.moves :]
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
    return with_proof(Record(game, tuple(moves)), dice, reveal=reveal, notes=_notes(plan, entries))


def _notes(plan: Plan, entries: Sequence[log.AnyEntry]) -> list[str]:
    """Returns what the moves do not tell: how the game began, who gave up, who won without them."""
    notes = ["practice"] if plan.practice else []
    if given := sum(entry.given for entry in standing(entries)):
        notes.append(f"{GIVEN}: {given}")
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
        if entry.number in numbers or not (played or isinstance(entry, _NOT_REPLAYED)):
            match = fold(match, entry)
    ended = [entry for entry in entries if isinstance(entry, log.Ended)]
    if ended and wanted == len(moves):
        match = fold(match, ended[0])
    found = moves[wanted - 1] if wanted else None
    return Replay(wanted, len(moves), found, state_view(match))


def rewind(plan: Plan, bodies: Sequence[bytes], seats: Sequence[int]) -> Rewinding:
    """Finds the last move that one of these seats played. Runs in a worker. Raises ``Refused``."""
    moves = standing(log.decoded(bodies, 0))
    mine = [
        place
        for place, entry in enumerate(moves)
        if isinstance(entry, log.Played) and entry.seat in seats and not (entry.bot or entry.given)
    ]
    if not mine:
        raise Refused("undo-begin")
    stands = moves[: mine[-1]]
    sitting = plan.make_game().sitting()
    for entry in stands:
        sitting = sitting.play(sitting.parse(entry.move), entry.move)
    return Rewinding(
        seat=sitting.state.actor or 0,
        moves=len(moves) - len(stands),
        draws=sum(isinstance(entry, log.Drawn) for entry in stands),
        state=sitting.state.to_json(),
    )
