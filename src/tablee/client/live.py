"""A live table. It reconnects, resumes and resends by itself; the server does no request twice."""

from __future__ import annotations

import asyncio
import secrets
import ssl
from collections.abc import Callable
from contextlib import suppress
from typing import Self, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tablee.core.game import Game, Move, State
from tablee.server import protocol
from tablee.server.entries import AnyEntry, Chatted, Left, Swapped
from tablee.server.protocol import Hello, RefusedMessage, Resume, encoder
from tablee.server.seats import Seat

M = TypeVar("M", bound=Move)

FIRST_DELAY, LONGEST_DELAY = 0.05, 2.0
HEARTBEAT = 10.0
"""Seconds between two checks for lost messages."""
HOPELESS = (protocol.NO_TABLE,)
"""Close codes after which it is useless to reconnect."""


class ServerRefused(Exception):
    """The server refused the request and changed nothing."""

    def __init__(self, refusal: RefusedMessage) -> None:
        super().__init__(refusal.text.get("en", refusal.code))
        self.refusal = refusal
        self.code = refusal.code


class LiveTable:
    """What the server last said about a table, and methods to act at it."""

    table: protocol.TableView
    seats: list[Seat]
    yours: list[int]
    state: protocol.StateView

    def __init__(
        self,
        address: str,
        cookies: Callable[[], str],
        wishes: Hello = Hello(),  # noqa: B008  it is frozen
        *,
        heartbeat: float = HEARTBEAT,
        trusted: ssl.SSLContext | None = None,
    ) -> None:
        self.address = address
        self._trusted = trusted
        self.heartbeat = heartbeat
        self.entries: list[AnyEntry] = []
        self.number = -1
        """The number of the last entry seen; -1 before the first snapshot."""
        self.previews: protocol.Previews | None = None
        self.present: list[int] = []
        """The seats whose owners are at the table, if presence was requested."""
        self.muted: set[int] = set()
        """The seats whose chat is hidden."""
        self.snapshots = 0
        self.connections = 0
        self._cookies = cookies
        self._wishes = wishes
        self._asked: dict[str, tuple[protocol.Deed, asyncio.Future[int]]] = {}
        self._socket: ClientConnection | None = None
        self._changed = asyncio.Condition()
        self._failure: Exception | None = None
        self._delay = FIRST_DELAY

    async def __aenter__(self) -> Self:
        self._running = asyncio.create_task(self._run())
        try:
            await self.until(lambda table: table.number >= 0)
        except BaseException:
            self._running.cancel()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._running.cancel()
        with suppress(asyncio.CancelledError):
            await self._running

    # Acting

    async def play(self, move: str, version: int | None = None) -> int:
        """Plays a move. Returns the number of the entry once it is on the server's disk.

        Raises ``ServerRefused``.
        """
        return await self.do(protocol.Play(_new_ack(), self._version(version), move))

    async def undo(self, version: int | None = None) -> int:
        return await self.do(protocol.Undo(_new_ack(), self._version(version)))

    async def extend(self) -> int:
        return await self.do(protocol.Extend(_new_ack(), self._last))

    async def take_back(self, seat: int) -> int:
        return await self.do(protocol.TakeBack(_new_ack(), seat, self._last))

    async def chat(self, text: str = "", *, phrase: str = "") -> int:
        return await self.do(protocol.Chat(_new_ack(), text, phrase, self._last))

    async def go_on(self) -> None:
        """Asks for the next turn at a table of bots. A watcher asks again until it has come."""
        await self._send(protocol.GoOn(self.state.version))

    async def do(self, deed: protocol.Deed) -> int:
        """Sends a request until the server answers, over as many connections as it takes."""
        answered: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._asked[deed.ack] = (deed, answered)
        try:
            await self._send(deed)
            return await answered
        finally:
            del self._asked[deed.ack]

    async def until(
        self, condition: Callable[[LiveTable], bool], timeout: float | None = None
    ) -> None:
        """Waits until the condition is true."""
        async with asyncio.timeout(timeout), self._changed:
            await self._changed.wait_for(lambda: self._failure or condition(self))
            if self._failure is not None:
                raise self._failure

    def position(self, game: Game[M]) -> State[M]:
        """Returns the state of the table, to look ahead in. ``Guest.game`` returns the game."""
        return game.state_from_json(self.state.position)

    @property
    def is_my_turn(self) -> bool:
        actor = self.state.actor
        return actor in self.yours and not self.seats[actor].stand_in

    @property
    def messages(self) -> list[Chatted]:
        """Returns the chat without the muted seats."""
        said = [entry for entry in self.entries if isinstance(entry, Chatted)]
        return [entry for entry in said if entry.seat not in self.muted]

    # Inside

    async def _run(self) -> None:
        while True:
            try:
                headers = {"Cookie": self._cookies()}
                async with connect(
                    self.address,
                    additional_headers=headers,
                    compression=None,
                    max_size=2**22,
                    ssl=self._trusted,
                ) as socket:
                    self._socket = socket
                    self.connections += 1
                    await self._converse(socket)
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in HOPELESS:
                    await self._fail(closed)
                    return
            except (OSError, InvalidHandshake, EOFError, TimeoutError):
                pass
            finally:
                self._socket = None
            await asyncio.sleep(self._delay)
            self._delay = min(LONGEST_DELAY, self._delay * 2)

    async def _converse(self, socket: ClientConnection) -> None:
        last = self.number if self.number >= 0 else None
        hello = msgspec.structs.replace(self._wishes, last=last)
        await socket.send(encoder.encode(hello).decode())
        async with asyncio.timeout(5 * self.heartbeat):
            welcome = await socket.recv()
        await self._hear(welcome)
        self._delay = FIRST_DELAY
        beating = asyncio.create_task(self._beat())
        try:
            async for text in socket:
                await self._hear(text)
        finally:
            beating.cancel()

    async def _beat(self) -> None:
        """Sends again what has no answer yet, and asks for the number of the last entry."""
        while True:
            for deed, _ in list(self._asked.values()):
                await self._send(deed)
            await asyncio.sleep(self.heartbeat)
            await self._send(protocol.Ping())

    async def _send(self, request: protocol.AnyRequest) -> None:
        """Sends a request. A lost connection loses it, but deeds are sent again on the next one."""
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(encoder.encode(request).decode())

    async def _hear(self, text: str | bytes) -> None:
        answer = protocol.answers.decode(text)
        match answer:
            case protocol.SnapshotMessage():
                self._take_snapshot(answer)
            case protocol.Update():
                await self._take_update(answer)
            case protocol.Done():
                await self._take_done(answer)
            case RefusedMessage():
                _, answered = self._asked.get(answer.ack, (None, None))
                if answered is not None and not answered.done():
                    answered.set_exception(ServerRefused(answer))
            case protocol.Previews():
                self.previews = answer
            case protocol.PresenceMessage():
                self.present = answer.seats
            case protocol.Pong():
                if answer.number > self.number:
                    await self._send(Resume(self.number))
        async with self._changed:
            self._changed.notify_all()

    def _take_snapshot(self, answer: protocol.SnapshotMessage) -> None:
        self.snapshots += 1
        self.table, self.seats, self.yours = answer.table, answer.seats, answer.yours
        self.state, self.number = answer.state, answer.state.number
        self.entries = list(answer.entries)
        for entry in answer.entries:
            self._answered(entry.ack, entry.number)

    async def _take_update(self, answer: protocol.Update) -> None:
        fresh = [entry for entry in answer.entries if entry.number > self.number]
        if fresh and fresh[0].number != self.number + 1:
            await self._send(Resume(self.number))
            return
        self.entries += fresh
        if fresh:
            self.number = fresh[-1].number
        if answer.state is not None and answer.state.number >= self.number:
            self.state = answer.state
        if answer.seats is not None and fresh:
            self.seats = answer.seats
        if answer.table is not None:
            self.table = answer.table
        for entry in fresh:
            self.yours = _moved(self.yours, entry)
        for entry in fresh:
            self._answered(entry.ack, entry.number)

    async def _take_done(self, answer: protocol.Done) -> None:
        """Answers the caller once the state after its deed has arrived."""
        if answer.number <= self.number:
            self._answered(answer.ack, answer.number)
        else:
            await self._send(Resume(self.number))

    def _answered(self, ack: str, number: int) -> None:
        _, answered = self._asked.get(ack, (None, None))
        if answered is not None and not answered.done():
            answered.set_result(number)

    async def _fail(self, error: Exception) -> None:
        self._failure = error
        for _, answered in self._asked.values():
            if not answered.done():
                answered.set_exception(error)
        async with self._changed:
            self._changed.notify_all()

    @property
    def _last(self) -> int:
        """Sent with what has no version. By it the server knows whether it has forgotten."""
        return max(0, self.number)

    def _version(self, version: int | None) -> int:
        return self.state.version if version is None else version


def _moved(yours: list[int], entry: AnyEntry) -> list[int]:
    """Returns one's own seats after an entry. Who sits down gets them from the answer to that."""
    if isinstance(entry, Left):
        return [seat for seat in yours if seat != entry.seat]
    if isinstance(entry, Swapped):
        new = {entry.seat: entry.other, entry.other: entry.seat}
        return sorted(new.get(seat, seat) for seat in yours)
    return yours


def _new_ack() -> str:
    return secrets.token_hex(8)
