"""The tables of the database, after all migrations in ``migrations/versions``."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("plan", LargeBinary, nullable=False),
    Column("join_key", String(32), nullable=False),
    Column("watch_key", String(32), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("host", String(32), nullable=False, index=True),
    Column("created_at", Float, nullable=False),
    # Kept beside the log, so that lists do not replay it.
    Column("phase", String(8), nullable=False, index=True),
    Column("private", Boolean, nullable=False),
    Column("needs_server", Boolean, nullable=False),
    Column("seats", LargeBinary, nullable=False),
    # For several nodes. Migrations may only add columns that older versions do not need.
    Column("due_at", Float, nullable=True, index=True),
    Column("rules", String(64), nullable=True),
    # For limits and expiry.
    Column("made_by", String(16), nullable=True, index=True),
    Column("touched_at", Float, nullable=True),
    # After the end.
    Column("analysis", LargeBinary, nullable=True),
    # The list of open tables reads nothing else: the plans would take it a second at 20,000 tables.
    Index("ix_tables_open", "phase", "private", "made_by", "host", "created_at", "id"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(128), nullable=False),
)

proposals = Table(
    "proposals",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("problem", String(700), nullable=False, unique=True),
    Column("facts", LargeBinary, nullable=False),
    Column("name", String(64), nullable=False),
    Column("guest", String(32), nullable=False),
    Column("made_by", String(16), nullable=False, index=True),
    Column("created_at", Float, nullable=False),
    Column("state", String(8), nullable=False, index=True),
    sqlite_autoincrement=True,  # the number of a problem is never given to another
)

progress = Table(
    "progress",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("problem", String(700), primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("touched_at", Float, nullable=False, index=True),
)

problem_ratings = Table(
    "problem_ratings",
    metadata,
    Column("problem", String(700), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("rd", Float, nullable=False),
    Column("vol", Float, nullable=False),
    Column("attempts", Integer, nullable=False),
)
