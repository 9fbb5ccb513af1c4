"""The live socket of a table: numbered entries out, requests in."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
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
from tablee.server.channels import BoundedSubscriber
from tablee.server.messages import Refused, say, spoken
from tablee.server.metrics import DEED_SECONDS, REFUSALS
from tablee.server.protocol import (
    Hello,
    Ping,
    Pong,
    PresenceMessage,
    RefusedMessage,
    Resume,
    encoder,
)
from tablee.server.storage.journal import Unsettled
from tablee.server.table import Table

if TYPE_CHECKING:
    from tablee.server.app import Server

FIRST_WORD = 10.0
"""Seconds a client has to say hello."""
SEND_PATIENCE = 10.0
"""Seconds without one message getting through, after which a client is given up."""
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
    try:
        async with server.tables.using(table_id) as table:
            if not server.may_see(table, guest, socket.query_params.get("key", "")):
                raise Refused("no-table")
            with server.sockets_open():
                await Connection(server, socket, table, guest).run()
    except Refused as error:
        gone = error.code == "no-table"
        await socket.close(code=protocol.NO_TABLE if gone else protocol.LATER, reason=error.code)
    except (WebSocketDisconnect, WebSocketException, OSError, RuntimeError):
        pass  # the client is gone, in the middle of something or not


class Connection:
    """One client at a table."""

    def __init__(self, server: Server, socket: Socket, table: Table, guest: str | None) -> None:
        limits = server.settings.limits
        self.server, self.socket, self.table, self.guest = server, socket, table, guest
        self.longest = limits.message_bytes
        self.bucket = Bucket(limits.messages_per_second, limits.message_burst)
        self.floods = 0
        self._unsent, self._sent = 0, 0
        self._watch: asyncio.TimerHandle | None = None
        self._given_up = False
        self._failed: Exception | None = None
        self._idle = asyncio.Event()
        """Set while nothing this client asked for is being done."""
        self._idle.set()

    async def run(self) -> None:
        self._running = asyncio.current_task()
        try:
            await self._converse()
        except asyncio.CancelledError:
            if self._failed is not None:
                raise self._failed from None
            if not self._given_up:
                raise
        finally:
            if self._watch is not None:
                self._watch.cancel()

    async def _converse(self) -> None:
        hello = await self._first_word()
        if hello is None:
            await self.socket.close(code=protocol.NO_HELLO)
            return
        names = [self.table.id]
        names += [self.table.attendant.preview_channel] if hello.previews else []
        names += [self._presence_channel] if hello.presence else []
        async with self.server.channels.start_subscription(names) as subscriber:
            self.table.attendant.preview_listeners += hello.previews
            try:
                async with self._present():
                    await self._talk(hello, cast("BoundedSubscriber", subscriber))
            finally:
                self.table.attendant.preview_listeners -= hello.previews

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
                    request = await self._receive()
                    if isinstance(request, Hello):
                        return request
                    if request is not None:
                        refusal = Refused("bad-message", problem="hello comes first")
                        await self._send(refusal_of(refusal))
        return None

    async def _talk(self, hello: Hello, subscriber: BoundedSubscriber) -> None:
        self._mailbox = subscriber
        # Subscribed before this is read: an update may come twice, but none is missed.
        await self._show(hello.last)
        if hello.presence:
            await self._send(await self._presence())
        self.table.attendant.wake_previews()
        telling = asyncio.create_task(self._tell(subscriber))
        listening = asyncio.create_task(self._listen())
        try:
            await asyncio.wait([telling, listening], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (telling, listening):
                task.cancel()
            results = await asyncio.gather(telling, listening, return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException) and not isinstance(result, asyncio.CancelledError):
                raise result

    async def _tell(self, subscriber: BoundedSubscriber) -> None:
        while (data := await subscriber.take()) is not None:
            if subscriber.overflowed:
                await self.socket.close(code=protocol.SLOW, reason="too slow; resume")
                return
            await self._put(data)

    async def _listen(self) -> None:
        while True:
            request = await self._receive()
            if request is not None:
                await self._answer(request)

    async def _show(self, last: int | None) -> None:
        if last is None:
            await self._send(self.table.snapshot(self.guest))
        else:
            await self._send(await self.table.since(last, self.guest))

    async def _receive(self) -> protocol.AnyRequest | None:
        """The next request; None if what came is none, which the client has then been told."""
        text = await self.socket.receive_data(mode="text")
        if not self.bucket.take():
            self.floods += 1
            if self.floods > PATIENCE_WITH_FLOODS:
                await self.socket.close(code=protocol.TOO_MUCH)
                raise WebSocketDisconnect(detail="flood")
            await self._send(refusal_of(Refused("rate")))
            return None
        try:
            return protocol.requests.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            await self._send(refusal_of(Refused("bad-message", problem=str(error)[:200])))
            return None

    async def _answer(self, request: protocol.AnyRequest) -> None:
        match request:
            case Ping():
                await self._send(Pong(self.table.match.number, self.table.house.now()))
            case Hello():
                await self._show(request.last)
            case Resume():
                await self._show(request.last)
            case _:
                await self._idle.wait()  # one thing after the other
                await self._mailbox.room()
                if self.table.is_behind(request):
                    await self.table.freshen()
                self._act(request)

    def _act(self, deed: protocol.Deed) -> None:
        """A deed is acknowledged by the update that carries it, once it is saved."""
        self._idle.clear()
        answer = partial(self._acted, deed.ack, time.perf_counter())
        try:
            if self.guest is None:
                raise Refused("not-your-seat")
            guest, checked = self.guest, _checked(deed)
            self.table.ask(lambda draft: draft.do(guest, checked), answer)
        except TableeError as error:
            answer(None, error)

    def _acted(self, ack: str, begin: float, heard: int | None, problem: Exception | None) -> None:
        self._idle.set()
        if isinstance(problem, TableeError) and not isinstance(problem, Unsettled):
            refusal = refusal_of(problem, ack)
            REFUSALS.labels(refusal.code).inc()
            self._mailbox.put_nowait(encoder.encode(refusal))
        elif problem is not None:  # neither yes nor no would be true: let the client ask again
            self._failed = problem
            self._give_up()
        else:
            DEED_SECONDS.observe(time.perf_counter() - begin)
            if heard is not None:
                self._mailbox.put_nowait(encoder.encode(protocol.Done(ack, heard)))

    async def _send(self, answer: protocol.Answer) -> None:
        await self._put(encoder.encode(answer))

    async def _put(self, data: bytes) -> None:
        """Send. One timer watches over many messages: each its own would cost as much as it."""
        if self._watch is None:
            loop = asyncio.get_running_loop()
            self._watch = loop.call_later(SEND_PATIENCE, self._look, self._sent)
        self._unsent += 1
        try:
            await self.socket.send({"type": "websocket.send", "bytes": None, "text": data.decode()})
        finally:
            self._unsent -= 1
        self._sent += 1

    def _look(self, sent_before: int) -> None:
        """Give up on a client that does not read; it will resume."""
        self._watch = None
        if self._unsent and self._sent > sent_before:
            loop = asyncio.get_running_loop()
            self._watch = loop.call_later(SEND_PATIENCE, self._look, self._sent)
        elif self._unsent:
            self._give_up()

    def _give_up(self) -> None:
        self._given_up = True
        if self._running is not None:
            self._running.cancel()


def _checked(deed: protocol.Deed) -> protocol.Deed:
    """Text that others will see holds nothing that cannot be seen."""
    if isinstance(deed, protocol.Chat) and not deed.text.isprintable():
        raise Invalid(say("refused-bad-chat"))
    return deed
