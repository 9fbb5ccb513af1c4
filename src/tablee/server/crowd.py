"""How many connections are open, by address and in all. Descriptors are kept for the players.

A connection has to send its request before it is worth anything. When the server is full, the one
that has kept it waiting longest has to go. When the server is nearly full, only guests whom it
already knows are let in; ``gate.py`` tells who they are.
"""

from __future__ import annotations

import ipaddress
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tablee.server.callers import household
from tablee.server.settings import Limits

OWN_DESCRIPTORS = 256
"""Descriptors that the server itself needs, for its database, its workers and its neighbours."""
RESERVED = 0.25
"""The share of all connections that is kept for known guests."""
MOST_DESCRIPTORS = 65_536


def raise_descriptors() -> int:
    """Ask for as many descriptors as the system allows, and return how many those are."""
    if sys.platform == "win32":
        return MOST_DESCRIPTORS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


class Crowd:
    """The connections of one process."""

    def __init__(self, limits: Limits, trusted: Sequence[str], descriptors: int) -> None:
        room = max(descriptors - OWN_DESCRIPTORS, descriptors // 2)
        self.most = max(1, min(limits.connections, room))
        self.most_unknown = max(1, int(self.most * (1 - RESERVED)))
        self._per_address = limits.connections_per_address
        self._trusted = [ipaddress.ip_network(address) for address in trusted]
        self._by_address: Counter[str] = Counter()
        self._waiting: dict[Any, None] = {}
        """Connections that have not sent a request, the longest waiting first."""

    def enter(self, host: str) -> bool:
        """Count a connection, unless its address has enough of them. Proxies have no limit."""
        address = self._address(host)
        if address and self._by_address[address] >= self._per_address:
            return False
        self._by_address[address] += 1
        return True

    def leave(self, host: str) -> None:
        address = self._address(host)
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def begin_waiting(self, connection: Any) -> None:
        self._waiting[connection] = None

    def end_waiting(self, connection: Any) -> None:
        self._waiting.pop(connection, None)

    def longest_waiting(self) -> Any | None:
        return next(iter(self._waiting), None)

    def _address(self, host: str) -> str:
        """Return what to count by. Empty for proxies, which many people come through."""
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return ""  # a Unix socket
        if any(address in network for network in self._trusted):
            return ""
        return household(host)
