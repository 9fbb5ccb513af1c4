"""The settings of a server, with its limits. ``--help`` shows them without the extra."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path


def default_data_dir() -> Path:
    """Returns the user's data folder of this system."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "tablee"


@dataclass(frozen=True)
class Limits:
    """The limits for one guest, one address or one message."""

    message_bytes: int = 8192
    """Bytes of one message over a socket."""
    messages_per_second: float = 10.0
    """Messages of one guest over all sockets, on average."""
    message_burst: int = 40
    """Messages of one guest at once."""
    backlog: int = 64
    """Messages that may wait for a slow client before it is dropped."""
    requests_per_minute: int = 300
    """HTTP requests of one guest, and as many from one address."""
    request_bytes: int = 65_536
    """Bytes of the body of one HTTP request."""
    tables_per_guest: int = 20
    """Unfinished tables of one guest."""
    name_length: int = 24
    """Characters of a player's name."""
    tables_per_caller: int = 100
    """Unfinished tables that one address may have."""
    new_tables_per_day: int = 500
    """Tables that one address may make in a day, finished or not."""
    guests_per_caller: int = 10
    """One address may use as much as so many guests, because people share addresses."""
    chats_per_minute: float = 20.0
    """Chat messages of one guest, on average."""
    chat_burst: int = 10
    """Chat messages of one guest at once."""
    sockets_per_guest: int = 20
    """Live sockets of one guest, at all addresses."""
    connections: int = 10_000
    """Open connections in all. There are never more than descriptors allow."""
    connections_per_address: int = 200
    """Open connections from one address, and as many live sockets."""

    @property
    def questions_per_minute(self) -> int:
        """HTTP requests from one address to the solver."""
        return max(1, self.requests_per_minute // 5)


@dataclass(frozen=True)
class Settings:
    data_dir: Path = field(default_factory=default_data_dir)
    database: str = field(default="", repr=False)
    """An SQLAlchemy address. Empty: SQLite in the data folder."""
    broker: str = field(default="", repr=False)
    """The address of the Redis that several nodes share. Empty for a single server."""
    host: str = "127.0.0.1"
    port: int = 8000
    """The port to listen on."""
    origins: tuple[str, ...] = ()
    """Other web addresses whose pages may open sockets."""
    admin_token: str = field(default="", repr=False)
    secure_cookies: bool = False
    """Set behind HTTPS."""
    bot_workers: int = 2
    """Processes in which bots think."""
    think_seconds: float = 1.0
    """Seconds a bot may think about a turn."""
    solver_workers: int = 1
    """Processes in which the solver searches."""
    solve_seconds: float = 20.0
    """Seconds the solver may search for an answer."""
    limits: Limits = Limits()
    expire_open: float = 7.0
    """Days after which a table is deleted at which nobody sat down or played. 0: never."""
    keep_finished: float = 0.0
    """Days for which a table is kept at which nothing happens any more. 0: for ever."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks whose ``X-Forwarded-For`` is believed. Nobody else's is."""
    hosts: tuple[str, ...] = ()
    """The names of this server. Requests to another are refused. Empty: any name."""

    @property
    def database_address(self) -> str:
        from tablee.server.storage import folder

        return self.database or f"sqlite+aiosqlite:///{self.data_dir / folder.DATABASE}"

    def signing_key(self) -> str:
        """Returns the key for cookies from its file, which only the user can read."""
        from tablee.server.storage import folder

        return folder.signing_key(self.data_dir)
