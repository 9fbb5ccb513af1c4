"""The addresses of a server, for the user and for friends."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from io import StringIO

from tablee.server.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")
ELSEWHERE = {"0.0.0.0": (socket.AF_INET, "192.0.2.1"), "::": (socket.AF_INET6, "2001:db8::1")}
"""Addresses of documentation. The way there shows which address of ours the network knows."""


def address_of(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def friends_address(settings: Settings, host: str, port: int) -> str | None:
    """Returns the address for other machines, or None if they cannot reach the server."""
    if settings.hosts:  # it has a name, and a proxy in front of it
        return f"http{'s' if settings.secure_cookies else ''}://{settings.hosts[0]}/"
    if host in EVERYWHERE:
        own = _own_address(host)
        return None if own is None else address_of(own, port)
    with suppress(ValueError):
        if ipaddress.ip_address(host).is_loopback:
            return None
    return address_of(host, port)


def _own_address(host: str) -> str | None:
    """Returns this machine's address in its network. Nothing is sent."""
    family, there = ELSEWHERE[host]
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((there, 9))
        except OSError:
            return None
        own: str = probe.getsockname()[0]
    return None if ipaddress.ip_address(own).is_loopback else own


def qr_code(address: str) -> str:
    """Returns the address as a QR code of block characters, for a telephone's camera."""
    import segno

    out = StringIO()
    segno.make(address, micro=False).terminal(out, compact=True)
    return out.getvalue().rstrip("\n")
