"""The live socket of a table: numbered entries out, requests in."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath

from tablee.core.errors import Illegal, Invalid, TableeError
from tablee.server import protocol
from tablee.server.channels import DirectSubscriber
from tablee.server.frames import text_frame
from tablee.server.messages import Refused, say, spoken
from tablee.server.metrics import DEED_SECONDS, REFUSALS
from tablee.server.protocol import (
    Hello,
    Ping,
    Pong,
    PresenceMessage,
    RefusedMessage,
    encoder,
)
from tablee.server.storage.journal import Unsettled
from tablee.server.table import Table
from tablee.server.wire import Wire

if TYPE_CHECKING:
    from tablee.server.app import Server

FIRST_WORD = 10.0
"""Seconds a client has to say hello."""
PATIENCE_WITH_FLOODS = 200
"""Messages above the allowed rate until a client is cut off."""

Socket = WebSocket[Any, Any, Any]


class Bucket:
    """So many messages a second on average, and a burst of them at once."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self.burst = rate, burst
        self.level, self.at = float(burst), time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


def is_foreign(socket: Socket, allowed: tuple[str, ...]) -> bool:
    """A page of another site may not act for who looks at it. Programs send no Origin."""
    origin = socket.headers.get("origin")
    if origin is None or origin in allowed:
        return False
    return urlsplit(origin).netloc != socket.headers.get("host")


def refusal_of(error: TableeError, ack: str = "") -> RefusedMessage:
    """An error as its client reads it."""
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
    guest = server.guests.known(socket)
    await socket.accept()
    wire = Wire.take_from(socket)
    wire.backlog = server.settings.limits.backlog
    try:
        async with server.tables.using(table_id) as table:
            if not server.may_see(table, guest, socket.query_params.get("key", "")):
                raise Refused("no-table")
            with server.sockets_open():
                await Connection(server, socket, wire, table, guest).run()
    except Refused as error:
        gone = error.code == "no-table"
        wire.close(protocol.NO_TABLE if gone else protocol.LATER, error.code)
    except (WebSocketDisconnect, WebSocketException, OSError, RuntimeError):
        pass  # the client is gone, in the middle of something or not
    finally:
        del socket.receive, socket.send  # Litestar's ring: each of them holds the socket


class Connection:
    """One client at a table."""

    def __init__(
        self, server: Server, socket: Socket, wire: Wire, table: Table, guest: str | None
    ) -> None:
        limits = server.settings.limits
        self.server, self.socket, self.wire = server, socket, wire
        self.table, self.guest = table, guest
        self.bucket = Bucket(limits.messages_per_second, limits.message_burst)
        self.floods = 0
        self._held: deque[protocol.AnyRequest] = deque()
        """What came while something else was being done."""
        self._busy = False
        self._failed: Exception | None = None

    async def run(self) -> None:
        hello = await self._first_word()
        if hello is None:
            self.wire.close(protocol.NO_HELLO)
            return
        names = [self.table.id]
        names += [self.table.attendant.preview_channel(hello.language)] if hello.previews else []
        names += [self._presence_channel] if hello.presence else []
        async with self.server.channels.start_subscription(names) as subscriber:
            self.table.attendant.preview_listeners[hello.language] += hello.previews
            try:
                async with self._present():
                    # Subscribed before this is read: an update may come twice, none is missed.
                    await self._show(hello.last)
                    if hello.presence:
                        self._send(await self._presence())
                    self.table.attendant.wake_previews()
                    cast("DirectSubscriber", subscriber).deliver_to(self.wire.send_text)
                    self.wire.listen(self)
                    await self.socket.receive()  # the end
            finally:
                self.table.attendant.preview_listeners[hello.language] -= hello.previews
        if self._failed is not None:
            raise self._failed

    @property
    def _presence_channel(self) -> str:
        return f"{self.table.id}/presence"

    @asynccontextmanager
    async def _present(self) -> AsyncIterator[None]:
        """Those at the table know that this guest is here as long as this lasts."""
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
        """Who only watches changes nothing for the others."""
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
                    request = self._read(await self.socket.receive_data(mode="text"))
                    if isinstance(request, Hello):
                        return request
                    if request is not None:
                        refusal = Refused("bad-message", problem="hello comes first")
                        self._send(refusal_of(refusal))
        return None

    async def _show(self, last: int | None) -> None:
        if last is None:
            self._send(self.table.snapshot(self.guest))
        else:
            self._send(await self.table.since(last, self.guest))

    # What comes

    def hear(self, text: str) -> None:
        request = self._read(text)
        if request is None:
            return
        if self._held or (self._busy and not isinstance(request, Ping)):
            self._held.append(request)
            self.wire.stop_reading()
        else:
            self._serve(request)

    def go_on(self) -> None:
        """One thing after the other."""
        while self._held and not self._busy and not self.wire.is_full:
            self._serve(self._held.popleft())
        if not self._held:
            self.wire.read_on()

    def _read(self, text: str) -> protocol.AnyRequest | None:
        """A request; None if what came is none, which the client has then been told."""
        if not self.bucket.take():
            self.floods += 1
            if self.floods > PATIENCE_WITH_FLOODS:
                self.wire.close(protocol.TOO_MUCH)
            else:
                self._send(refusal_of(Refused("rate")))
            return None
        try:
            return protocol.requests.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            self._send(refusal_of(Refused("bad-message", problem=str(error)[:200])))
            return None

    def _serve(self, request: protocol.AnyRequest) -> None:
        if isinstance(request, Ping):
            self._send(Pong(self.table.match.number, self.table.house.now()))
        elif not isinstance(request, protocol.Deed):
            self._begin(self._show_again(request.last))
        elif self.table.is_behind(request):
            self._begin(self._catch_up_and_act(request))
        else:
            self._act(request)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """What takes a while. The table stays open until it is done."""
        self._busy = True
        self.table.spawn(work)

    async def _show_again(self, last: int | None) -> None:
        try:
            await self._show(last)
        except Exception as error:  # noqa: BLE001  # raised by run
            self._fail(error)
        else:
            self._busy = False
            self.go_on()

    async def _catch_up_and_act(self, deed: protocol.Deed) -> None:
        try:
            await self.table.freshen()
        except Exception as error:  # noqa: BLE001  # raised by run
            self._fail(error)
        else:
            self._act(deed)

    def _act(self, deed: protocol.Deed) -> None:
        """A deed is acknowledged by the update that carries it, once it is saved."""
        self._busy = True
        answer = partial(self._acted, deed.ack, time.perf_counter())
        try:
            if self.guest is None:
                raise Refused("not-your-seat")
            guest, checked = self.guest, _checked(deed)
            self.table.ask(lambda draft: draft.do(guest, checked), answer)
        except TableeError as error:
            answer(None, error)

    def _acted(self, ack: str, begin: float, heard: int | None, problem: Exception | None) -> None:
        self._busy = False
        if isinstance(problem, TableeError) and not isinstance(problem, Unsettled):
            refusal = refusal_of(problem, ack)
            REFUSALS.labels(refusal.code).inc()
            self._send(refusal)
        elif problem is not None:  # neither yes nor no would be true: let the client ask again
            self._fail(problem)
        else:
            DEED_SECONDS.observe(time.perf_counter() - begin)
            if heard is not None:
                self._send(protocol.Done(ack, heard))
        if self._held:
            asyncio.get_running_loop().call_soon(self.go_on)

    def _fail(self, problem: Exception) -> None:
        """Nothing more is done for this client; ``run`` raises what happened."""
        self._busy = True
        self._failed = problem
        self.wire.stop_listening()

    def _send(self, answer: protocol.Answer) -> None:
        self.wire.send_text(text_frame(encoder.encode(answer)))


def _checked(deed: protocol.Deed) -> protocol.Deed:
    """Text that others will see holds nothing that cannot be seen."""
    if isinstance(deed, protocol.Chat) and not deed.text.isprintable():
        raise Invalid(say("refused-bad-chat"))
    return deed
