"""The database: SQLite in a file unless another address is given, brought up to date at start."""

from __future__ import annotations

from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

DURABLE = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON")
"""An answer goes out after a commit, so a commit must have reached the disk."""


def make_engine(address: str) -> AsyncEngine:
    engine = create_async_engine(address)
    if make_url(address).get_backend_name() == "sqlite":
        event.listen(engine.sync_engine, "connect", _make_durable)
    return engine


def _make_durable(connection: Any, _: object) -> None:
    for pragma in DURABLE:
        connection.execute(pragma)


async def migrate(engine: AsyncEngine) -> None:
    """Bring the schema up to date."""
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "tablee.server.storage:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
