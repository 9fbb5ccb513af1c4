"""Who is served next: callers in turn, and the guests of a caller in turn.

Nobody waits longer because somebody else has much waiting. The one served longest ago comes first,
so a newcomer comes at once.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

REMEMBERED = 10_000
"""Callers and guests of whom to remember when they were served."""


class Whose(NamedTuple):
    """For whom work is done."""

    caller: str = ""
    guest: str = ""


class Rounds(Generic[T]):
    """The things that wait."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, deque[T]]] = {}
        self._served: OrderedDict[tuple[str, ...], int] = OrderedDict()
        self._number = 0

    def __len__(self) -> int:
        return sum(self.of_caller(caller) for caller in self._waiting)

    def of_caller(self, caller: str) -> int:
        return sum(map(len, self._waiting.get(caller, {}).values()))

    def of_guest(self, whose: Whose) -> int:
        return len(self._waiting.get(whose.caller, {}).get(whose.guest, ()))

    def crowd(self, whose: Whose) -> int:
        """Returns how many one more thing of this guest has to share with.

        These are the guest's own things, the other guests of the caller, and the other callers.
        """
        guests = self._waiting.get(whose.caller, {})
        others = len(guests.keys() - {whose.guest})
        return self.of_guest(whose) + others + len(self._waiting.keys() - {whose.caller})

    def put(self, whose: Whose, thing: T) -> None:
        guests = self._waiting.setdefault(whose.caller, {})
        guests.setdefault(whose.guest, deque()).append(thing)

    def take(self) -> T:
        """Removes the next thing and returns it. There must be one."""
        caller = min(self._waiting, key=lambda one: self._served.get((one,), 0))
        guests = self._waiting[caller]
        guest = min(guests, key=lambda one: self._served.get((caller, one), 0))
        whose = Whose(caller, guest)
        thing = guests[guest].popleft()
        self._tidy(whose)
        self.serve(whose)
        return thing

    def remove(self, whose: Whose, thing: T) -> None:
        """Removes a thing, if it still waits."""
        things = self._waiting.get(whose.caller, {}).get(whose.guest, ())
        if thing in things:
            things.remove(thing)  # type: ignore[union-attr]
            self._tidy(whose)

    def serve(self, whose: Whose) -> None:
        """Notes that this guest is being served."""
        self._number += 1
        for key in ((whose.caller,), whose):
            self._served[key] = self._number
            self._served.move_to_end(key)
        while len(self._served) > REMEMBERED:
            self._served.popitem(last=False)

    def _tidy(self, whose: Whose) -> None:
        guests = self._waiting[whose.caller]
        if not guests[whose.guest]:
            del guests[whose.guest]
        if not guests:
            del self._waiting[whose.caller]


class Places:
    """A few places for work. Those who wait for one get it in rounds."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: Rounds[asyncio.Future[None]] = Rounds()

    @asynccontextmanager
    async def taken(self, whose: Whose) -> AsyncIterator[None]:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put(whose, waiting)
        self._serve()
        try:
            await waiting
            yield
        finally:
            if waiting.done() and not waiting.cancelled():
                self._free += 1
            self._waiting.remove(whose, waiting)
            self._serve()

    def _serve(self) -> None:
        while self._free and self._waiting:
            waiting = self._waiting.take()
            if not waiting.done():
                self._free -= 1
                waiting.set_result(None)
