"""Presence: which guests have an open socket at which table. It is not stored."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Protocol


class Presence(Protocol):
    """What sockets need of it: ``LocalPresence`` on a single node, another with several."""

    async def came(self, table: str, guest: str) -> None:
        """Count one more socket of the guest at the table."""

    async def went(self, table: str, guest: str) -> None:
        """Count one less."""

    async def here(self, table: str) -> frozenset[str]:
        """Return the guests with a socket at the table."""


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
