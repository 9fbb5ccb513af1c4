"""Opens the database and brings its schema up to date."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

logger = logging.getLogger(__name__)

DURABLE = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON")
"""A commit must reach the disk, because answers go out after it."""
READERS = 2
"""Connections to SQLite beside the one that writes. Each costs a thread and a cache."""
SMALL_CACHE = "PRAGMA cache_size=-256"
"""Kilobytes of a reader's cache. The pages are in the system's cache anyway."""
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
MIGRATING = 0x7461626C
"""The number of the lock with which one node migrates while the others wait."""


def database_url(address: str) -> URL:
    """Returns the address with the driver that this server uses."""
    url = make_url(address)
    backend = url.get_backend_name()
    return url.set(drivername=DRIVERS.get(backend, url.drivername))


def is_postgresql(address: str) -> bool:
    return database_url(address).get_backend_name() == "postgresql"


def make_engine(address: str) -> AsyncEngine:
    url = database_url(address)
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url, pool_size=READERS, max_overflow=0)
        event.listen(engine.sync_engine, "connect", make_durable)
        event.listen(engine.sync_engine, "connect", _keep_small)
        return engine
    # A connection may have died with a restart of the database, so it is tried before it is used.
    return create_async_engine(url, pool_pre_ping=True, connect_args={"timeout": 10})


def make_durable(connection: Any, _: object) -> None:
    """Prepares a new connection to SQLite."""
    for pragma in DURABLE:
        connection.execute(pragma)


def _keep_small(connection: Any, _: object) -> None:
    connection.execute(SMALL_CACHE)


async def migrate(engine: AsyncEngine, revision: str = "head") -> None:
    """Brings the schema up to date, all of it or nothing. Nodes that start together do it once."""
    if engine.dialect.name == "sqlite":
        await asyncio.to_thread(_upgrade_file, engine.url, revision)
        return
    async with engine.begin() as connection:
        await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
        await connection.run_sync(_upgrade, revision)


def _upgrade_file(url: URL, revision: str) -> None:
    """Brings a SQLite file up to date in one transaction.

    The driver would open none before a change of the schema, so this engine opens it itself.
    """
    engine = create_engine(url.set(drivername="sqlite+pysqlite"), poolclass=NullPool)

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA auto_vacuum=INCREMENTAL")  # takes effect in a new file
        make_durable(connection, _)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    with engine.begin() as connection:
        _upgrade(connection, revision)


def current_revision(connection: Connection) -> tuple[str | None, bool]:
    """Returns the revision of a database, and whether it is the latest one."""
    found = MigrationContext.configure(connection).get_current_revision()
    return found, found == ScriptDirectory.from_config(_config()).get_current_head()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "tablee.server.storage:migrations")
    return config


def _upgrade(connection: Connection, revision: str) -> None:
    config = _config()
    config.attributes["connection"] = connection
    found = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        # A newer version runs beside this one. Migrations only add, so this one can go on.
        logger.warning("the database is newer (%s) than this version knows", found)
        return
    command.upgrade(config, revision)
