"""The addresses at which friends on the same network find this server."""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING, Any

from litestar import Request

if TYPE_CHECKING:
    from tablee.server.app import Server

ELSEWHERE = (
    (socket.AF_INET, "192.0.2.1"),
    (socket.AF_INET6, "2001:db8::1"),
)
"""Addresses that nobody has. The way to them leads through the network."""


def addresses(request: Request[Any, Any, Any]) -> list[str]:
    """Returns web addresses, the best first. None if only this machine can reach the server."""
    server: Server = request.app.state.server
    settings, port = server.settings, (request.scope["server"] or ("", 0))[1]
    wildcard = settings.host in ("0.0.0.0", "::", "")
    names = settings.hosts or (own_addresses() if wildcard else [settings.host])
    found = [name for name in names if not is_loopback(name)]
    # A proxy that speaks HTTPS listens on the usual port.
    scheme, ending = ("https", "") if settings.secure_cookies else ("http", f":{port}")
    return [f"{scheme}://{f'[{name}]' if ':' in name else name}{ending}" for name in found]


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def own_addresses() -> list[str]:
    """Returns the addresses of this machine. Nothing is sent to find them."""
    found = []
    for family, elsewhere in ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, 9))
                address = probe.getsockname()[0]
        except OSError:
            continue
        found.append(address)
    return found
