"""The live socket of a table: numbered entries out, requests in."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from tablee.core.errors import Illegal, TableeError
from tablee.server import protocol
from tablee.server.line import FLOOD, Line, Socket, line_to
from tablee.server.messages import Refused, spoken
from tablee.server.metrics import DEED_SECONDS, REFUSALS
from tablee.server.names import JOINERS, is_readable
from tablee.server.protocol import (
    Hello,
    Ping,
    Pong,
    PresenceMessage,
    RefusedMessage,
    encoder,
)
from tablee.server.storage.journal import Unsettled
from tablee.server.table import LONGEST_RESUME, Table

if TYPE_CHECKING:
    from tablee.server.app import Server

FIRST_WORD = 10.0
"""Seconds a client has to say hello."""
AGAIN = 25
"""So many entries of the log count as one message of a client that asks for them again."""


def is_foreign(socket: Socket, allowed: tuple[str, ...]) -> bool:
    """Whether a page of another site opened the socket. Programs send no Origin."""
    origin = socket.headers.get("origin")
    if origin is None or origin in allowed:
        return False
    try:
        return urlsplit(origin).netloc != socket.headers.get("host")
    except ValueError:  # no browser sends such an address
        return True


def refusal_of(error: TableeError, ack: str = "") -> RefusedMessage:
    """Return the message that tells a client of this error."""
    text = spoken(error.message)
    if isinstance(error, Illegal):
        refusal = error.refusal
        return RefusedMessage("illegal", text, ack, refusal.rule, list(refusal.cells))
    code = error.code if isinstance(error, Refused) else "invalid"
    return RefusedMessage(code, text, ack)


@websocket("/live/{table_id:str}")
async def live(socket: Socket, table_id: FromPath[str]) -> None:
    server: Server = socket.app.state.server
    if is_foreign(socket, server.settings.origins):
        await socket.close(code=4003)  # before accepting: the handshake is answered with 403
        return
    guest, key = server.guests.known(socket), socket.query_params.get("key", "")
    who = Visitor(guest, server.callers.mark(socket))
    await socket.accept()
    line = line_to(socket, server.settings.limits)
    await line.serve(_attend(server, line, table_id, who, key))


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who is at the other end of a socket."""

    guest: str | None
    caller: str


async def _attend(server: Server, line: Line, table_id: str, who: Visitor, key: str) -> None:
    """Serve one client until it leaves. A client that may not see the table is sent away."""
    try:
        async with server.seen(table_id, who.guest, key) as table:
            with server.sockets_open():
                await Connection(server, line, table, who).run()
    except Refused as error:
        if error.code == "damaged":
            line.say(encoder.encode(refusal_of(error)))
        gone = error.code in ("no-table", "damaged")
        line.close(protocol.NO_TABLE if gone else protocol.LATER, error.code)
    except WebSocketDisconnect:
        pass  # the client has left


class Connection:
    """One client at a table."""

    def __init__(self, server: Server, line: Line, table: Table, who: Visitor) -> None:
        self.server, self.line = server, line
        self.table, self.guest = table, who.guest
        self.purses = server.budgets.purses(who.guest, who.caller)
        self.floods = 0

    async def run(self) -> None:
        hello = await self._first_word()
        if hello is None:
            self.line.close(protocol.NO_HELLO)
            return
        attendant = self.table.attendant
        channels = [self.table.id]
        channels += [attendant.preview_channel(hello.language)] if hello.previews else []
        channels += [self._presence_channel] if hello.presence else []
        previewing = attendant.previewing(hello.language) if hello.previews else nullcontext()
        async with self._present():
            await self._welcome(hello, channels)
            with self.server.channels.listening(channels, self.line.say), previewing:
                while True:
                    await self._hear()

    async def _welcome(self, hello: Hello, channels: list[str]) -> None:
        """Show the table, then send what came meanwhile. The client may get an entry twice."""
        meanwhile: deque[bytes] = deque(maxlen=self.server.settings.limits.backlog)
        with self.server.channels.listening(channels, meanwhile.append):
            await self._show(hello.last)
            if hello.presence:
                self._say(await self._presence())
        for message in meanwhile:
            self.line.say(message)

    @property
    def _presence_channel(self) -> str:
        return f"{self.table.id}/presence"

    @asynccontextmanager
    async def _present(self) -> AsyncIterator[None]:
        """Tell those at the table that this guest is here, and when the guest has left."""
        if self.guest is None:
            yield
            return
        presence = self.server.presence
        await presence.came(self.table.id, self.guest)
        await self._tell_presence()
        try:
            yield
        finally:
            await presence.went(self.table.id, self.guest)
            await self._tell_presence()

    async def _tell_presence(self) -> None:
        """Tell who is here, unless this guest only watches."""
        if self.table.match.owned_by(self.guest):
            message = encoder.encode(await self._presence())
            self.server.channels.publish_now(self._presence_channel, message)

    async def _presence(self) -> PresenceMessage:
        here = await self.server.presence.here(self.table.id)
        seats = enumerate(self.table.match.seats)
        return PresenceMessage([number for number, seat in seats if seat.owner in here])

    async def _first_word(self) -> Hello | None:
        with suppress(TimeoutError):
            async with asyncio.timeout(FIRST_WORD):
                while True:
                    request = self._read(await self.line.hear())
                    if isinstance(request, Hello):
                        return request
                    if request is not None:
                        refusal = Refused("bad-message", problem="hello comes first")
                        self._say(refusal_of(refusal))
        return None

    async def _show(self, last: int | None) -> None:
        if last is None or not self._may_read_log(last):
            self._say(self.table.snapshot(self.guest))
        else:
            self._say(await self.table.since(last, self.guest))

    def _may_read_log(self, last: int) -> bool:
        """Entries to send again count as messages, because they cost the server as much."""
        entries = max(0, min(self.table.match.number - last, LONGEST_RESUME))
        return self.purses.messages.take(entries // AGAIN)

    # What comes

    async def _hear(self) -> None:
        """Do what the client asks for next. The one after it waits until this is done."""
        request = self._read(await self.line.hear())
        if isinstance(request, Ping):
            self._say(Pong(self.table.match.number, self.table.house.now()))
        elif isinstance(request, protocol.Deed):
            await self._do(request)
        elif isinstance(request, protocol.GoOn):
            self.table.attendant.go_on(request.version)
        elif request is not None:
            await self._show(request.last)

    def _read(self, text: str) -> protocol.AnyRequest | None:
        """Return the request, or None if there is none; the client has been told why."""
        if not self.purses.messages.take():
            self.floods += 1
            if self.floods > FLOOD:
                self.line.close(protocol.TOO_MUCH)
            else:
                self._say(refusal_of(Refused("rate")))
            return None
        try:
            return protocol.requests.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            self._say(refusal_of(Refused("bad-message", problem=str(error)[:200])))
            return None

    async def _do(self, deed: protocol.Deed) -> None:
        """Do it. The update that carries the entry acknowledges it, once it is saved."""
        begin = time.perf_counter()
        try:
            if self.table.is_behind(deed):
                await self.table.freshen()
            if self.guest is None:
                raise Refused("not-your-seat")
            guest = self.guest
            self._check(deed)
            heard = await self.table.write(lambda draft: draft.do(guest, deed))
        except Unsettled:
            raise  # it may or may not be saved: the client has to ask again
        except TableeError as error:
            refusal = refusal_of(error, deed.ack)
            REFUSALS.labels(refusal.code).inc()
            self._say(refusal)
        else:
            DEED_SECONDS.observe(time.perf_counter() - begin)
            if heard is not None:
                self.purses.deeds.give_back()
                self._say(protocol.Done(deed.ack, heard))

    def _check(self, deed: protocol.Deed) -> None:
        """Raise ``Refused`` for a chat that cannot be read, or for one deed too many."""
        if not self.purses.deeds.take():
            raise Refused("rate")
        if isinstance(deed, protocol.Chat):
            if deed.text and not is_readable(deed.text, joined=JOINERS):
                raise Refused("chat-signs")
            if not self.purses.chats.take():
                raise Refused("chat-rate")

    def _say(self, answer: protocol.Answer) -> None:
        self.line.say(encoder.encode(answer))
