"""Who is at which table just now: guests with an open socket. It is kept nowhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Protocol


class Presence(Protocol):
    """What the sockets need. With several nodes another kind than ``LocalPresence`` carries it."""

    async def came(self, table: str, guest: str) -> None:
        """One more socket of the guest is open at the table."""

    async def went(self, table: str, guest: str) -> None:
        """One is closed."""

    async def here(self, table: str) -> frozenset[str]:
        """The guests with a socket at the table."""


class LocalPresence:
    """Presence on a single node."""

    def __init__(self) -> None:
        self._sockets: defaultdict[str, Counter[str]] = defaultdict(Counter)

    async def came(self, table: str, guest: str) -> None:
        self._sockets[table][guest] += 1

    async def went(self, table: str, guest: str) -> None:
        sockets = self._sockets[table]
        sockets[guest] -= 1
        if not sockets[guest]:
            del sockets[guest]
        if not sockets:
            del self._sockets[table]

    async def here(self, table: str) -> frozenset[str]:
        return frozenset(self._sockets.get(table, ()))
