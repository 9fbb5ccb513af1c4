"""For several nodes: when something is due at a table, its rules version, and shared secrets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from tablee.server.storage.migrations import add_column

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    add_column("tables", sa.Column("due_at", sa.Float, nullable=True))
    add_column("tables", sa.Column("rules", sa.String(64), nullable=True))
    op.create_index("ix_tables_due_at", "tables", ["due_at"], if_not_exists=True)
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(128), nullable=False),
        if_not_exists=True,
    )
