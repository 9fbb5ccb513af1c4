"""Tables know which caller made them and when something last happened, for limits and expiry."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from tablee.server.storage.migrations import add_column

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    add_column("tables", sa.Column("made_by", sa.String(16), nullable=True))
    add_column("tables", sa.Column("touched_at", sa.Float, nullable=True))
    op.create_index("ix_tables_made_by", "tables", ["made_by"], if_not_exists=True)
