"""The analysis of a finished game is kept with its table."""

from __future__ import annotations

import sqlalchemy as sa

from tablee.server.storage.migrations import add_column

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    add_column("tables", sa.Column("analysis", sa.LargeBinary, nullable=True))
