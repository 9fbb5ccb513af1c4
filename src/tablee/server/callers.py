"""Callers are the addresses that requests come from. Limits count by guest and by caller."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Collection
from typing import Any

from litestar.connection import ASGIConnection

IPV6_PREFIX = 64
"""Bits of an IPv6 address that tell one household from another: each has all the rest to itself."""
NOWHERE = "local"
"""The caller of a connection without an address, such as a Unix socket."""


def household(host: str) -> str:
    """Returns the part of an address that tells one household from another."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return NOWHERE
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, IPV6_PREFIX), strict=False))
    return str(address)


def mapped_too(networks: Collection[str]) -> list[str]:
    """Adds the IPv6 form of IPv4 networks. A server that listens on ``::`` sees that form."""
    found = [ipaddress.ip_network(network, strict=False) for network in networks]
    old = [network for network in found if network.version == 4]
    mapped = [f"::ffff:{network.network_address}/{96 + network.prefixlen}" for network in old]
    return [*networks, *mapped]


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Returns the address of the client. Behind a trusted proxy uvicorn has put it there."""
    return NOWHERE if connection.client is None else household(connection.client.host)


class Callers:
    """Marks addresses, so that the database can tell callers apart without keeping addresses."""

    def __init__(self, key: str) -> None:
        self._key = f"caller {key}".encode()

    def mark(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        return hmac.digest(self._key, address_of(connection).encode(), "sha256").hex()[:16]
