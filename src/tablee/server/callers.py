"""Callers are the addresses that requests come from. Limits count by guest and by caller."""

from __future__ import annotations

import hmac
import ipaddress
from typing import Any

from litestar.connection import ASGIConnection

IPV6_PREFIX = 64
"""Bits of an IPv6 address that tell one household from another: each has all the rest to itself."""
NOWHERE = "local"
"""The caller of a connection without an address, such as a Unix socket."""


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Returns the address of the client. Behind a trusted proxy uvicorn has put it there."""
    if connection.client is None:
        return NOWHERE
    try:
        address = ipaddress.ip_address(connection.client.host)
    except ValueError:
        return NOWHERE
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, IPV6_PREFIX), strict=False))
    return str(address)


class Callers:
    """Marks addresses, so that the database can tell callers apart without keeping addresses."""

    def __init__(self, key: str) -> None:
        self._key = f"caller {key}".encode()

    def mark(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        return hmac.digest(self._key, address_of(connection).encode(), "sha256").hex()[:16]
