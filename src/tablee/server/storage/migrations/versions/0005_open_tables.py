"""An index from which the list of open tables is read, without reading the tables themselves."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    columns = ["phase", "private", "made_by", "host", "created_at", "id"]
    op.create_index("ix_tables_open", "tables", columns, if_not_exists=True)
