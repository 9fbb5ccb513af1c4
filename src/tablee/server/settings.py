"""The settings of a server, with its limits."""

from __future__ import annotations

import os
import secrets
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
    """Messages of one socket, on average."""
    message_burst: int = 40
    """Messages of one socket at once."""
    backlog: int = 64
    """Messages that may wait for a slow client before it is dropped."""
    requests_per_minute: int = 300
    """HTTP requests from one address."""
    request_bytes: int = 65_536
    """Bytes of the body of one HTTP request."""
    tables_per_guest: int = 20
    """Unfinished tables of one guest."""
    name_length: int = 24
    """Characters of a player's name."""

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

    @property
    def database_address(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{self.data_dir / 'tablee.sqlite3'}"

    def signing_key(self) -> str:
        """Returns the key for cookies from its file, which only the user can read."""
        path = self.data_dir / "signing.key"
        try:
            return path.read_text(encoding="ascii")
        except FileNotFoundError:
            self.data_dir.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            key = secrets.token_hex(32)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(key)
            return key
