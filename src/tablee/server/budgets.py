"""Budgets: how much one guest, and one caller, may ask of the server.

A guest may open many sockets and a caller may be many guests, so nothing is counted by socket.
A caller has as much as several guests, because people share addresses.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from weakref import WeakValueDictionary

from tablee.server.bucket import Bucket
from tablee.server.messages import Refused
from tablee.server.settings import Limits

LASTING = 40
"""Of so many messages one may change a table in the long run, because that stays on the disk."""
DEED_BURST = 5000
"""Changes that a guest may make at once: some long games."""
MOST_BUCKETS = 20_000
"""Buckets of one kind to keep. One that nobody asked for since is full when it comes again."""


class Purse(NamedTuple):
    """What one guest may use of one kind: a bucket of their own, and their caller's larger one."""

    own: Bucket
    shared: Bucket

    def take(self, events: int = 1) -> bool:
        """Takes so many from both buckets, or none from either."""
        if self.shared.fill() < events or self.own.fill() < events:
            return False
        self.shared.level -= events
        self.own.level -= events
        return True

    def give_back(self) -> None:
        self.shared.level += 1
        self.own.level += 1


class Budget:
    """One kind of thing: a bucket for each guest and a larger one for each caller."""

    def __init__(self, rate: float, burst: float, guests_per_caller: int) -> None:
        self.rate, self.burst, self.share = rate, burst, guests_per_caller
        self._buckets: WeakValueDictionary[tuple[str, str], Bucket] = WeakValueDictionary()
        """Those in use, and those kept."""
        self._kept: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        """Those used last, so that nobody gets a full one by coming back."""

    def purse(self, guest: str | None, caller: str) -> Purse:
        """Returns the buckets of a guest. A socket asks once and keeps them while it is open.

        All of a caller's sockets without a guest share one bucket, as if they were one guest.
        """
        own = ("stranger", caller) if guest is None else ("guest", guest)
        return Purse(self._bucket(own, 1), self._bucket(("caller", caller), self.share))

    def _bucket(self, key: tuple[str, str], times: int) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate * times, self.burst * times)
        self._kept[key] = bucket
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_BUCKETS:
            self._kept.popitem(last=False)
        return bucket


class Purses(NamedTuple):
    """What one guest may use of each kind."""

    messages: Purse
    deeds: Purse
    chats: Purse


class Budgets:
    """All budgets of a server."""

    def __init__(self, limits: Limits) -> None:
        share = limits.guests_per_caller
        self._messages = Budget(limits.messages_per_second, limits.message_burst, share)
        self._deeds = Budget(limits.messages_per_second / LASTING, DEED_BURST, share)
        self._chats = Budget(limits.chats_per_minute / 60, limits.chat_burst, share)
        self._limits = limits
        self._open = Counter[tuple[str, str, str]]()

    def purses(self, guest: str | None, caller: str) -> Purses:
        return Purses(
            self._messages.purse(guest, caller),
            self._deeds.purse(guest, caller),
            self._chats.purse(guest, caller),
        )

    @contextmanager
    def opening(self, kind: str, guest: str | None, caller: str) -> Iterator[None]:
        """Counts a request or a socket while it is open. Raises ``Refused`` if there are too many.

        ``kind`` is that of ASGI: "http" or "websocket".
        """
        of_address = self._limits.connections_per_address
        most = {(kind, "caller", caller): of_address}
        if guest is not None:
            is_socket = kind == "websocket"
            most[kind, "guest", guest] = self._limits.sockets_per_guest if is_socket else of_address
        if any(self._open[who] >= limit for who, limit in most.items()):
            raise Refused("too-many-open")
        self._open.update(most.keys())
        try:
            yield
        finally:
            for who in most:
                self._open[who] -= 1
                if not self._open[who]:
                    del self._open[who]
