"""A table: the one place where its log grows.

A request waits its turn, is checked against the present version, applied to a draft, saved,
and only then taken over and told to everybody. What cannot be saved has not happened.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import msgspec

from tablee.core.errors import TableeError
from tablee.server import entries as log
from tablee.server.attendant import Attendant
from tablee.server.draft import Draft
from tablee.server.match import Match, Plan, Snapshot, fold
from tablee.server.messages import Refused
from tablee.server.metrics import MOVES, OUTRUN
from tablee.server.protocol import (
    Chat,
    Deed,
    Extend,
    Play,
    SnapshotMessage,
    TakeBack,
    Undo,
    Update,
    encoder,
)
from tablee.server.storage.journal import Journal, Stored, Taken, Write
from tablee.server.thinking import Workers
from tablee.server.views import seats_view, state_view, table_view

logger = logging.getLogger(__name__)
T = TypeVar("T")

SNAPSHOT_EVERY = 50
"""Entries; a snapshot waits for a moment with nothing to take back."""
LONGEST_QUEUE = 32
"""Requests that may wait at one table."""
REMEMBERED = 64
"""Entries kept in memory for clients that resume; older ones are read from the journal."""
BOT_GRACE = 10.0
"""Seconds after which a bot's turn that was not played is called again."""
LONGEST_RESUME = 500
"""Entries; a client further behind gets a snapshot instead."""


@dataclass(frozen=True, slots=True)
class House:
    """What all tables share."""

    journal: Journal
    bots: Workers
    previews: Workers
    publish: Callable[[str, bytes], None]
    """Send to everybody in a channel, at all nodes."""
    publish_here: Callable[[str, bytes], None]
    think_seconds: float = 1.0
    call_bot: Callable[[str, int], None] | None = None
    """Have some node play the bot's turn at this table and version."""
    now: Callable[[], float] = time.time

    @property
    def shared(self) -> bool:
        """Whether other nodes write at the same tables."""
        return self.call_bot is not None


class Table:
    def __init__(self, house: House, stored: Stored, when_idle: Callable[[Table], None]) -> None:
        row = stored.row
        self.house = house
        self._when_idle = when_idle
        self.id: str = row["id"]
        self.join_key: str = row["join_key"]
        self.watch_key: str = row["watch_key"]
        self.host: str = row["host"]
        self.secret: str = row["secret"]
        self.plan = msgspec.json.decode(row["plan"], type=Plan)
        self.match, self._snapshot_at = _reopened(self.plan, stored)
        last = stored.bodies[-REMEMBERED:]
        self.recent = deque((log.told(log.decode(body), body) for body in last), REMEMBERED)
        self.users = 0
        """Sockets, requests and tasks that hold this table; it stays open while there are any."""
        self._writing = asyncio.Lock()
        self._queued = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._listing = self._listed(self.match)
        self._moves = MOVES.labels(self.plan.game, "person")
        self._bot_moves = MOVES.labels(self.plan.game, "bot")
        self.closing = False
        self.attendant = Attendant(self)

    @property
    def is_idle(self) -> bool:
        """Nobody is here, and nothing will happen by itself; or some node will see to it."""
        if self.users or self._tasks:
            return False
        return self.house.shared or not self.match.needs_server

    # Asking

    async def do(self, guest: str, deed: Deed) -> int | None:
        """Do what a guest asks. If it was done before: the number of the entry that did it."""
        if isinstance(deed, Play | Undo) and deed.version > self.match.version:
            await self.freshen()  # the guest heard of it before us
        return await self.write(lambda draft: _do(draft, guest, deed))

    async def write(self, change: Callable[[Draft], T]) -> T:
        """What ``change`` adds to a draft of the table is saved and told.

        It is asked again, with another draft, if somebody else wrote at this table meanwhile.
        """
        if self._queued >= LONGEST_QUEUE:
            raise Refused("busy")
        self._queued += 1
        try:
            async with self._writing:
                return await self._write(change)
        finally:
            self._queued -= 1

    async def _write(self, change: Callable[[Draft], T]) -> T:
        for _ in range(LONGEST_QUEUE):
            draft = Draft(self.match, self.secret, round(self.house.now(), 3))
            answer = change(draft)
            if not draft.entries:
                return answer
            try:
                await self._save(draft)
            except Taken:
                OUTRUN.inc()
                await self._read_on()
            else:
                return answer
        raise Refused("busy")

    # Other nodes

    def hear(self, data: bytes) -> None:
        """What another node wrote and told everybody."""
        heard = [(log.decode(raw), bytes(raw)) for raw in _heard.decode(data).entries]
        news = [(entry, raw) for entry, raw in heard if entry.number > self.match.number]
        if not news:
            return
        if news[0][0].number == self.match.number + 1 and all(entry.is_whole for entry, _ in news):
            self._take_over(news)
        else:
            self.spawn(self.freshen())

    async def freshen(self) -> None:
        """Read what other nodes have written, if there are any."""
        if self.house.shared:
            async with self._writing:
                await self._read_on()

    async def _read_on(self) -> None:
        """Take over what others wrote at this table, and tell it here."""
        before = self.match
        read = [(log.decode(body), body) for body in await self.journal_after(before.number)]
        if read:
            # Some of it may have been heard meanwhile.
            news = [(entry, body) for entry, body in read if entry.number > self.match.number]
            self._take_over(news)
            self._tell(before, [log.told(*found) for found in read], self.house.publish_here)

    def _take_over(self, news: list[tuple[log.AnyEntry, bytes]]) -> None:
        match = self.match
        for entry, body in news:
            match = fold(match, entry)
            self.recent.append(log.told(entry, body))
        self.match = match
        self.attendant.wake(ours=False)

    # Showing

    def snapshot(self, guest: str | None) -> SnapshotMessage:
        return SnapshotMessage(
            table=table_view(self.id, self.match, self.secret),
            seats=seats_view(self.match),
            yours=self.match.owned_by(guest),
            state=state_view(self.match),
            entries=_raw(self.recent),
            now=self.house.now(),
        )

    async def since(self, last: int, guest: str | None) -> SnapshotMessage | Update:
        """What a client missed that has seen entry ``last``; a snapshot if that is too much."""
        if last > self.match.number:
            await self.freshen()
        number = self.match.number
        if last > number or number - last > LONGEST_RESUME:
            return self.snapshot(guest)
        missed = [told for told in self.recent if told.number > last]
        if number - last > len(missed):
            read = [log.told(log.decode(body), body) for body in await self.journal_after(last)]
            missed = [told for told in read if told.number <= self.match.number]
        return Update(
            entries=_raw(missed),
            state=state_view(self.match),
            seats=seats_view(self.match),
        )

    async def journal_after(self, number: int) -> list[bytes]:
        return await self.house.journal.entries_after(self.id, number)

    async def whole_log(self) -> list[log.AnyEntry]:
        return [log.decode(body) for body in await self.journal_after(0)]

    async def close(self) -> None:
        """Finish what is being saved; nothing begins any more."""
        self.closing = True
        self.attendant.stop()
        async with self._writing:
            pass
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Inside

    def _listed(self, match: Match) -> dict[str, Any]:
        """What lists of tables show of this one."""
        attended = match.plan.clock.kind != "none"
        attended |= any(seat.is_played_by_bot for seat in match.seats)
        seats = msgspec.json.encode(seats_view(match))
        return {"phase": match.phase, "needs_server": attended, "seats": seats}

    def _due(self, draft: Draft) -> float | None:
        """When a node must look after this table, if nobody does before."""
        if draft.match.awaits_bot:
            return draft.now + self.house.think_seconds + BOT_GRACE
        return draft.match.deadline

    async def _save(self, draft: Draft) -> None:
        match, before = draft.match, self.match
        listing = None
        if match.seats is not before.seats or match.phase != before.phase:
            listing = self._listed(match)
        snapshot = None
        if not match.back and match.number - self._snapshot_at >= SNAPSHOT_EVERY:
            snapshot = (match.number, msgspec.json.encode(Snapshot.of(match)))
        if self.house.shared and (
            match.awaits_bot or before.awaits_bot or match.deadline != before.deadline
        ):
            listing = {**(listing or {}), "due_at": self._due(draft)}
        bodies = [log.encode(entry) for entry in draft.entries]
        told = [log.told(*found) for found in zip(draft.entries, bodies, strict=True)]
        numbered = [(entry.number, body) for entry, body in zip(draft.entries, bodies, strict=True)]
        write = Write(self.id, numbered, listing=listing, snapshot=snapshot)
        saving = self.house.journal.save(write)
        hung_up = False
        try:
            await saving
        except asyncio.CancelledError:  # what is saved is also told
            hung_up = True
            saving.result()
        self.match = match
        if snapshot is not None:
            self._snapshot_at = match.number
        self.recent.extend(told)
        self._tell(before, told, self.house.publish)
        for entry in draft.entries:
            if isinstance(entry, log.Played):
                (self._bot_moves if entry.bot else self._moves).inc()
        self.attendant.wake()
        if hung_up:
            raise asyncio.CancelledError

    def _tell(
        self,
        before: Match,
        told: list[log.Told],
        publish: Callable[[str, bytes], None],
    ) -> None:
        match = self.match
        changed = match.version != before.version or match.phase != before.phase
        changed |= match.deadline != before.deadline
        update = Update(
            entries=_raw(told),
            state=state_view(match) if changed else None,
            seats=seats_view(match) if match.seats is not before.seats else None,
        )
        publish(self.id, encoder.encode(update))

    def spawn(self, work: Any) -> asyncio.Task[None]:
        """A task that is kept until it is done, and whose failure does not go unnoticed."""
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, TableeError):
                logger.warning("table %s: %s", self.id, error)
            else:
                logger.error("table %s failed", self.id, exc_info=error)
        self._when_idle(self)


class _Heard(msgspec.Struct):
    """As much of an update as another node needs."""

    entries: list[msgspec.Raw] = []


_heard: msgspec.json.Decoder[_Heard] = msgspec.json.Decoder(_Heard)


def _raw(told: Iterable[log.Told]) -> list[log.AnyEntry]:
    """Entries to be sent: the encoder takes what is encoded already for what it was."""
    return cast("list[log.AnyEntry]", [entry.raw for entry in told])


def _do(draft: Draft, guest: str, deed: Deed) -> int | None:
    for seat in draft.match.owned_by(guest):
        heard = draft.match.answered(seat, deed.ack)
        if heard is not None:
            return heard
    match deed:
        case Play():
            draft.play(guest, deed.version, deed.move, deed.ack)
        case Undo():
            draft.undo(guest, deed.version, deed.ack)
        case Extend():
            draft.extend(guest, deed.ack)
        case TakeBack():
            draft.take_back(guest, deed.seat, deed.ack)
        case Chat():
            draft.chat(guest, deed.text, deed.phrase, deed.ack)
    return None


def _reopened(plan: Plan, stored: Stored) -> tuple[Match, int]:
    """The match as it was, and the number of the snapshot it was made from."""
    if stored.snapshot is None:
        match, number = Match.begin(plan), 0
    else:
        snapshot = msgspec.json.decode(stored.snapshot, type=Snapshot)
        match, number = snapshot.restore(plan), snapshot.number
    for body in stored.bodies:
        match = fold(match, log.decode(body))
    return match, number
