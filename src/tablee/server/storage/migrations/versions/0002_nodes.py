"""For several nodes: when something is due at a table, its rules version, and shared secrets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("due_at", sa.Float, nullable=True))
    op.add_column("tables", sa.Column("rules", sa.String(64), nullable=True))
    op.create_index("ix_tables_due_at", "tables", ["due_at"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(128), nullable=False),
    )
