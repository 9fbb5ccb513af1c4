"""Tables, entries and snapshots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("plan", sa.LargeBinary, nullable=False),
        sa.Column("join_key", sa.String(32), nullable=False),
        sa.Column("watch_key", sa.String(32), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("host", sa.String(32), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("needs_server", sa.Boolean, nullable=False),
        sa.Column("seats", sa.LargeBinary, nullable=False),
        if_not_exists=True,
    )
    for column in ("host", "phase"):
        op.create_index(f"ix_tables_{column}", "tables", [column], if_not_exists=True)
    for name in ("entries", "snapshots"):
        op.create_table(
            name,
            sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
            sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("body", sa.LargeBinary, nullable=False),
            sqlite_with_rowid=False,
            if_not_exists=True,
        )
