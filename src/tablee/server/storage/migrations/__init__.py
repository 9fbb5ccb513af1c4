"""Alembic migrations, shipped with the package and run when the server starts.

All of them run in one transaction. Each can also be repeated: a version that ran them without a
transaction may have been killed in the midst of one.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op


def add_column(table: str, column: sa.Column[Any]) -> None:
    """Adds a column if the table does not have it."""
    if column.name not in {found["name"] for found in sa.inspect(op.get_bind()).get_columns(table)}:
        op.add_column(table, column)
