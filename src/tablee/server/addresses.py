"""The addresses of a server: where it listens, and where friends find it."""

from __future__ import annotations

import ipaddress
import socket

from tablee.server.settings import Settings

EVERYWHERE = {"0.0.0.0": (socket.AF_INET, "192.0.2.1"), "::": (socket.AF_INET6, "2001:db8::1")}
"""Hosts that stand for all addresses of a machine, each with an address of documentation. The way
there shows which address of ours the network knows."""


def address_of(host: str, port: int) -> str:
    """Returns the address at which a server listens, for a browser on the same machine."""
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{_in_address(here)}:{port}"


def friends_address(settings: Settings, host: str, port: int) -> str | None:
    """Returns the address for other machines, or None if they cannot reach the server."""
    names = settings.hosts or (own_address(host) if host in EVERYWHERE else host,)
    for name in names:
        if name and not _is_loopback(name):
            # A proxy that speaks HTTPS listens on the usual port.
            if settings.secure_cookies:
                return f"https://{_in_address(name)}"
            return f"http://{_in_address(name)}:{port}"
    return None


def own_address(host: str) -> str | None:
    """Returns this machine's address in its network. Nothing is sent to find it."""
    family, elsewhere = EVERYWHERE[host]
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            own: str = probe.getsockname()[0]
            return own
    except OSError:
        return None


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
