"""A table is the one writer of its log.

A request waits its turn. The table applies it to a draft and has the journal save the new entries.
Only then does the table adopt the new match and send it to everybody. A change that cannot be saved
has not happened.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import msgspec

from tablee.core.errors import TableeError
from tablee.server import entries as log
from tablee.server.attendant import Attendant
from tablee.server.clock import steady_now
from tablee.server.draft import Draft
from tablee.server.match import Match, Plan, fold
from tablee.server.messages import Refused
from tablee.server.metrics import MOVES, OUTRUN
from tablee.server.protocol import Deed, SnapshotMessage, Update, Versioned, encoder
from tablee.server.rounds import Whose
from tablee.server.seats import has_colour_option
from tablee.server.snapshot import Snapshot
from tablee.server.storage.journal import Journal, Taken, Write, settle
from tablee.server.storage.questions import Stored
from tablee.server.views import seats_view, state_view, table_view
from tablee.server.workers import Workers

logger = logging.getLogger(__name__)
T = TypeVar("T")

SNAPSHOT_EVERY = 50
"""Entries between snapshots. A snapshot waits until no move can be taken back."""
LONGEST_QUEUE = 32
"""The number of requests that may wait at one table."""
REMEMBERED = 64
"""Entries to keep in memory for clients that resume. Older ones come from the journal."""
BOT_GRACE = 10.0
"""Seconds beyond the thinking time until a node calls for a bot's turn again."""
TOUCHED_EVERY = 3600.0
"""Seconds after which a table's row is told again that something happens at it."""
LONGEST_RESUME = 500
"""Entries to send at most. A client further behind gets a snapshot."""


@dataclass(frozen=True, slots=True)
class House:
    """The things that all tables share."""

    journal: Journal
    bots: Workers
    previews: Workers
    publish: Callable[[str, bytes], None]
    """Sends to everybody in a channel, at all nodes."""
    publish_here: Callable[[str, bytes], None]
    think_seconds: float = 1.0
    call_bot: Callable[[str, int, Whose], None] | None = None
    """Has some node play the bot's turn at this table and version."""
    now: Callable[[], float] = steady_now
    """The one clock of the tables. It never jumps."""
    down_until: float = 0.0
    """When the server started. Clocks that ran out before it are forgiven."""

    @property
    def shared(self) -> bool:
        """True if other nodes write at the same tables."""
        return self.call_bot is not None


class _Asked:
    """A request that waits: a change, or None to read what other nodes wrote."""

    __slots__ = ("answered", "change", "outrun")

    def __init__(self, change: Callable[[Draft], Any] | None) -> None:
        self.change = change
        self.answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.outrun = 0
        """The number of times another node was faster."""


class Table:
    def __init__(self, house: House, stored: Stored, when_idle: Callable[[Table], None]) -> None:
        row = stored.row
        self.house = house
        self._when_idle = when_idle
        self.id: str = row["id"]
        self.join_key: str = row["join_key"]
        self.watch_key: str = row["watch_key"]
        self._first_host: str = row["host"]
        self.made_by: str = row["made_by"] or ""
        """The mark of the caller who made it."""
        self.whose = Whose(self.made_by, self._first_host)
        """For whom its bots think."""
        self.secret: str = row["secret"]
        plan = msgspec.json.decode(row["plan"], type=Plan)
        self.match, self._snapshot_at = _reopened(plan, stored)
        last = stored.bodies[-REMEMBERED:]
        self.recent = deque((log.told(log.decode(body), body) for body in last), REMEMBERED)
        self._touched_at: float = row["touched_at"] or 0.0
        self.users = 0
        """The number of sockets and requests at this table. It stays open while there are any."""
        self._asked: deque[_Asked] = deque()
        self._busy = False
        """True while the first request is being saved or read."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._moves = MOVES.labels(plan.game, "person")
        self._bot_moves = MOVES.labels(plan.game, "bot")
        self.closing = False
        self.attendant = Attendant(self)

    @property
    def plan(self) -> Plan:
        return self.match.plan

    @property
    def host(self) -> str:
        return self.match.host or self._first_host

    @property
    def is_idle(self) -> bool:
        """True if nobody is here and nothing is due that only this node would do."""
        if self.users or self._tasks or self._asked:
            return False
        return self.house.shared or not self.match.needs_server

    # Asking

    def write(self, change: Callable[[Draft], T]) -> asyncio.Future[T]:
        """Saves and publishes what ``change`` adds to a draft. The result is that of ``change``.

        If another node writes at this table meanwhile, ``change`` is called again with another
        draft. A change that has begun is finished, even if the caller is cancelled.
        """
        if len(self._asked) >= LONGEST_QUEUE:
            raise Refused("busy")
        return self._queue(change)

    def _queue(self, change: Callable[[Draft], Any] | None) -> asyncio.Future[Any]:
        asked = _Asked(change)
        self._asked.append(asked)
        self._go_on()
        return asked.answered

    def _go_on(self) -> None:
        """Serves the requests that wait, up to the next one that must be saved."""
        while self._asked and not self._busy:
            asked = self._asked[0]
            if asked.change is None:
                self._busy = True
                self.spawn(self._catch_up())
                return
            draft = Draft(self.match, self.secret, round(self.house.now(), 3))
            try:
                result = asked.change(draft)
                if draft.entries:
                    self._save(draft, result)
                    return
            except Exception as error:  # noqa: BLE001  # the asker gets it
                self._busy = False
                self._done(None, error)
            else:
                self._done(result, None)

    def _done(self, result: Any, problem: Exception | None) -> None:
        settle(self._asked.popleft().answered, result, problem)
        if not self.users:
            self._when_idle(self)

    # Other nodes

    def hear(self, data: bytes) -> None:
        """Takes over entries that another node wrote and published."""
        heard = [(log.decode(raw), bytes(raw)) for raw in _heard.decode(data).entries]
        news = [(entry, raw) for entry, raw in heard if entry.number > self.match.number]
        if not news:
            return
        if news[0][0].number == self.match.number + 1 and all(entry.is_whole for entry, _ in news):
            self._take_over(news)
        else:
            self.spawn(self.freshen())

    def is_behind(self, deed: Deed) -> bool:
        """True if the guest has seen a newer version than this node has."""
        return isinstance(deed, Versioned) and deed.version > self.match.version

    async def freshen(self) -> None:
        """Reads what other nodes wrote, if there are other nodes."""
        if self.house.shared:
            await self._queue(None)

    async def _catch_up(self) -> None:
        """Reads on for the first request: it asked for that, or another node was faster."""
        problem: Exception | None = None
        try:
            await self.read_on()
        except Exception as error:  # noqa: BLE001  # the asker gets it
            problem = error
        if problem is not None or self._asked[0].change is None:
            self._done(None, problem)
        self._busy = False
        self._go_on()

    async def read_on(self) -> None:
        """Takes over what other nodes wrote, and publishes it here.

        Once requests may wait, only ``freshen`` may call for it, so that it takes its turn.
        """
        before = self.match
        read = [(log.decode(body), body) for body in await self.journal_after(before.number)]
        if read:
            # ``hear`` may have taken over some of it meanwhile.
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
        """Returns the entries after ``last``, or a snapshot if they are too many."""
        if last > self.match.number:
            await self.freshen()
        number = self.match.number
        if last > number or number - last > LONGEST_RESUME:
            return self.snapshot(guest)
        missed = [told for told in self.recent if told.number > last]
        if number - last > len(missed):
            bodies = await self.journal_after(last)
            read = map(log.told, log.decoded(bodies, last), bodies)
            missed = [told for told in read if told.number <= self.match.number]
        changes = has_colour_option(self.plan.game)
        return Update(
            entries=_raw(missed),
            state=state_view(self.match),
            seats=seats_view(self.match),
            table=table_view(self.id, self.match, self.secret) if changes else None,
        )

    async def journal_after(self, number: int, most: int | None = None) -> list[bytes]:
        return await self.house.journal.entries_after(self.id, number, most)

    async def close(self) -> None:
        """Finishes what is being saved. Nothing new begins."""
        self.closing = True
        self.attendant.stop()
        await self._queue(lambda _: None)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Inside

    def _due(self, draft: Draft) -> float | None:
        """Returns the time by which a node must look after this table, or None."""
        if draft.match.awaits_bot:
            return draft.now + self.house.think_seconds + BOT_GRACE
        return draft.match.deadline

    def _save(self, draft: Draft, result: Any) -> None:
        match, before = draft.match, self.match
        listing = None
        if match.seats is not before.seats or match.phase != before.phase:
            listing = listing_of(match)
        if match.host != before.host:
            listing = {**(listing or {}), "host": match.host}
        snapshot = None
        if match.sitting.before is None and match.number - self._snapshot_at >= SNAPSHOT_EVERY:
            snapshot = (match.number, msgspec.json.encode(Snapshot.of(match)))
        turned = match.awaits_bot != before.awaits_bot or match.deadline != before.deadline
        if turned or (self.house.shared and match.awaits_bot):
            listing = {**(listing or {}), "due_at": self._due(draft)}
        if listing or snapshot or draft.now - self._touched_at > TOUCHED_EVERY:
            self._touched_at = draft.now
            listing = {**(listing or {}), "touched_at": draft.now}
        bodies = [(entry.number, log.encode(entry)) for entry in draft.entries]
        write = Write(self.id, bodies, listing=listing, snapshot=snapshot)
        self._busy = True
        self.house.journal.put(write, partial(self._saved, draft, write, result))

    def _saved(self, draft: Draft, write: Write, result: Any, problem: Refused | None) -> None:
        asked = self._asked[0]
        if isinstance(problem, Taken) and asked.outrun < LONGEST_QUEUE:
            OUTRUN.inc()
            asked.outrun += 1
            self.spawn(self._catch_up())
            return
        failure: Exception | None = problem
        if problem is None:
            try:
                self._take_over_own(draft, write)
            except Exception as error:  # noqa: BLE001  # the asker gets it
                failure = error
        self._done(result, failure)
        self._busy = False
        self._go_on()

    def _take_over_own(self, draft: Draft, write: Write) -> None:
        before, self.match = self.match, draft.match
        if write.snapshot is not None:
            self._snapshot_at = write.snapshot[0]
        saved = zip(draft.entries, write.entries, strict=True)
        told = [log.told(entry, body) for entry, (_, body) in saved]
        self.recent.extend(told)
        self._tell(before, told, self.house.publish)
        for entry in draft.entries:
            if isinstance(entry, log.Played):
                (self._bot_moves if entry.bot else self._moves).inc()
        self.attendant.wake()

    def _tell(
        self, before: Match, told: list[log.Told], publish: Callable[[str, bytes], None]
    ) -> None:
        match = self.match
        changed = match.version != before.version or match.phase != before.phase
        changed |= match.deadline != before.deadline or match.votes != before.votes
        replanned = match.plan is not before.plan
        update = Update(
            entries=_raw(told),
            state=state_view(match) if changed or replanned else None,
            seats=seats_view(match) if match.seats is not before.seats else None,
            table=table_view(self.id, match, self.secret) if replanned else None,
        )
        publish(self.id, encoder.encode(update))

    def spawn(self, work: Any) -> asyncio.Task[None]:
        """Starts a task, keeps it until it is done, and logs its failure."""
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
    """The part of an update that another node needs."""

    entries: list[msgspec.Raw] = []


_heard: msgspec.json.Decoder[_Heard] = msgspec.json.Decoder(_Heard)


def _raw(told: Iterable[log.Told]) -> list[log.AnyEntry]:
    """Returns entries to send. The encoder copies what is encoded already."""
    return [entry.raw for entry in told]  # type: ignore[misc]


def listing_of(match: Match) -> dict[str, Any]:
    """Returns the columns of a table's row that lists and the start of a server read."""
    attended = match.plan.clock.kind != "none"
    attended |= any(seat.is_played_by_bot for seat in match.seats)
    seats = msgspec.json.encode(seats_view(match))
    return {"phase": match.phase, "needs_server": attended, "seats": seats}


def _reopened(plan: Plan, stored: Stored) -> tuple[Match, int]:
    """Returns the stored match, and the entry number of its snapshot. Raises ``Damaged``."""
    match, number = Match.begin(plan), 0
    try:
        if stored.snapshot is not None:
            snapshot = msgspec.json.decode(stored.snapshot, type=Snapshot)
            match, number = snapshot.restore(plan), snapshot.number
        for entry in log.decoded(stored.bodies, number):
            match = fold(match, entry)
    except (msgspec.ValidationError, log.Damaged):
        raise
    except Exception as error:  # bytes that were changed on the disk may fail anywhere
        raise log.Damaged(f"entry {match.number + 1}: {error!r}") from error
    return match, number
