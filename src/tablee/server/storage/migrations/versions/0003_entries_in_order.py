"""SQLite keeps entries in the order of writing, and no longer sorted by table.

Sorted, every move changes another page of the file. In order, the moves of many tables share one.
PostgreSQL has always done so.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    if op.get_context().dialect.name != "sqlite":
        return
    op.execute("DROP TABLE IF EXISTS new_entries")  # an unfinished copy
    op.create_table(
        "new_entries",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.execute("INSERT INTO new_entries SELECT table_id, number, body FROM entries")
    op.drop_table("entries")
    op.rename_table("new_entries", "entries")
