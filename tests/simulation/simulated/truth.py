"""The truth about all tables: what the disk holds, folded. Everything else is compared with it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tablee.server import entries as log
from tablee.server.clock import DAY
from tablee.server.match import Match, fold
from tablee.server.match import Plan as TablePlan
from tablee.server.protocol import Deed, StateView, encoder
from tablee.server.storage.journal import Write
from tablee.server.table import Table
from tablee.server.views import state_view

PASSING = ("storage", "busy", "rate")
"""Refusals after which the same deed may still be done: another node may be at it."""


class Broken(AssertionError):
    """An invariant does not hold."""


@dataclass
class Log:
    """One table: its entries as they are stored, and the match after each of them."""

    matches: list[Match]
    entries: list[log.AnyEntry] = field(default_factory=list)
    public: list[bytes] = field(default_factory=list)
    views: dict[int, bytes] = field(default_factory=dict)
    due: float | None = None
    """The true time by which the present turn must be over."""
    times: list[float] = field(default_factory=list)
    """The true time at which each entry was stored."""

    @property
    def match(self) -> Match:
        return self.matches[-1]

    def view(self, number: int) -> bytes:
        """The state after an entry, as the server sends it."""
        if number not in self.views:
            self.views[number] = encoder.encode(state_view(self.matches[number]))
        return self.views[number]


class Truth:
    def __init__(self, clocks_apart: float) -> None:
        self.clocks_apart = clocks_apart
        """Seconds by which the clocks of servers may differ from the truth."""
        self.logs: dict[str, Log] = {}
        self.sent: dict[str, tuple[str, Deed]] = {}
        """Who sent each request, by its ack."""
        self.done: dict[str, int] = {}
        """The entry of each request that is stored."""
        self.refused: dict[str, str] = {}
        self.rematches: dict[str, str] = {}
        self.written: dict[bytes, float] = {}
        """The true time at which each entry was drafted."""
        self.broken: Broken | None = None
        """The first invariant that did not hold."""
        self._seen: dict[int, Match] = {}
        self._trace = hashlib.blake2b(digest_size=8)

    def insist(self, holds: bool, sentence: str) -> None:
        """Raises ``Broken``, and keeps it, because the caller may be a task of the server."""
        if not holds:
            self.broken = self.broken or Broken(sentence)
            raise self.broken

    @property
    def digest(self) -> str:
        return self._trace.hexdigest()

    def note(self, *happened: object) -> None:
        """Adds something that happened to the trace."""
        self._trace.update(repr(happened).encode())

    # The disk

    def stored(self, write: Write, now: float) -> None:
        """A write is on disk. It goes on where the log ended, and everybody acts for themselves."""
        self.note("stored", now, write.table_id, write.entries)
        if write.created:
            plan = msgspec.json.decode(write.created["plan"], type=TablePlan)
            self.logs[write.table_id] = Log([Match.begin(plan)])
        found = self.logs[write.table_id]
        for number, body in write.entries:
            entry = log.decode(body)
            self.insist(
                number == entry.number == len(found.entries) + 1,
                f"entry {number} follows entry {len(found.entries)}",
            )
            self._check_actor(found.match, entry)
            self._check_clock(found, entry, self.written[body])
            if entry.ack:
                self.insist(entry.ack not in self.done, f"request {entry.ack} is stored twice")
                self.insist(
                    entry.ack not in self.refused, f"request {entry.ack} was refused, and stored"
                )
                self.done[entry.ack] = number
            found.matches.append(fold(found.match, entry))
            found.entries.append(entry)
            found.public.append(log.encode(entry.public()))
            found.times.append(now)
            self._set_clock(found, entry, self.written[body])

    def _check_actor(self, before: Match, entry: log.AnyEntry) -> None:
        if isinstance(entry, log.Played) and entry.bot:
            self.insist(before.actor == entry.seat, "a bot played for another seat")
            self.insist(before.seats[entry.seat].is_played_by_bot, "a bot played for a person")
        elif entry.ack:
            guest, deed = self.sent[entry.ack]
            seat = entry.by if isinstance(entry, log.Extended) else getattr(entry, "seat", None)
            self.insist(
                seat is not None and before.seats[seat].owner == guest,
                f"{guest} did {type(deed).__name__} for seat {seat}",
            )
        if isinstance(entry, log.Played):
            self.insist(before.actor == entry.seat, f"seat {entry.seat} played out of turn")
        elif isinstance(entry, log.Undone):
            mine = before.sitting.may_undo == entry.seat
            self.insist(mine, f"seat {entry.seat} took back a move of another")

    def _check_clock(self, found: Log, entry: log.AnyEntry, drafted: float) -> None:
        if isinstance(entry, log.TimedOut):
            self.insist(found.due is not None, "a turn without a clock timed out")
            assert found.due is not None
            self.insist(
                drafted >= found.due - self.clocks_apart,
                f"timed out {found.due - drafted:.1f} s too early",
            )

    def _set_clock(self, found: Log, entry: log.AnyEntry, drafted: float) -> None:
        before, after = found.matches[-2].deadline, found.match.deadline
        clock = found.match.plan.clock
        if after is None:
            found.due = None
        elif isinstance(entry, log.Extended) and entry.by is None:
            found.due = drafted + min(60.0, entry.seconds)  # forgiven: a minute from now
        elif isinstance(entry, log.Extended):
            found.due = (drafted if found.due is None else found.due) + entry.seconds
        elif after != before:
            found.due = drafted + clock.amount * (DAY if clock.kind == "days" else 1)

    # The server

    def check_table(self, table: Table) -> None:
        """What a server believes of a table is stored. Compared once for each match."""
        match = table.match
        if self._seen.get(id(table)) is match:
            return
        found = self.logs[table.id]
        self.insist(match.number <= len(found.entries), "a server plays on with what is not stored")
        self.insist(
            match == found.matches[match.number], f"a server differs at entry {match.number}"
        )
        self._seen[id(table)] = match

    # People

    def asked(self, guest: str, deed: Deed) -> None:
        self.sent[deed.ack] = (guest, deed)

    def acknowledged(self, deed: Deed, number: int) -> None:
        self.insist(
            self.done.get(deed.ack) == number, f"request {deed.ack} is acknowledged, not stored"
        )

    def refused_(self, deed: Deed, code: str) -> None:
        """A refusal for good says that nothing changed."""
        if code in PASSING or not hasattr(deed, "version"):
            return
        self.insist(deed.ack not in self.done, f"request {deed.ack} is stored, and refused: {code}")
        self.refused[deed.ack] = code

    def rematched(self, table_id: str, found: str) -> None:
        """Somebody was told the table of a rematch: the one and only."""
        self.insist(found in self.logs, "a rematch is told, not stored")
        self.insist(
            self.rematches.setdefault(table_id, found) == found, "a table has two rematches"
        )

    def told(self, table_id: str, entries: list[Any], state: StateView) -> None:
        """A client has these entries and shows this state."""
        found = self.logs[table_id]
        for entry in entries:
            self.insist(
                entry.number <= len(found.entries), f"entry {entry.number} is told, not stored"
            )
            self.insist(
                log.encode(entry) == found.public[entry.number - 1],
                f"entry {entry.number} is told differently",
            )
        self.insist(state.number <= len(found.entries), "a state is told that is not stored")
        self.insist(
            encoder.encode(state) == found.view(state.number), "a board differs from the log"
        )
