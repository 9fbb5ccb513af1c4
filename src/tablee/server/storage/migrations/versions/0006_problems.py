"""Proposed problems, the progress of guests, and the ratings of problems."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "proposals",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("problem", sa.String(700), nullable=False, unique=True),
        sa.Column("facts", sa.LargeBinary, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("made_by", sa.String(16), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index("ix_proposals_state", "proposals", ["state"], if_not_exists=True)
    op.create_index("ix_proposals_made_by", "proposals", ["made_by"], if_not_exists=True)
    op.create_table(
        "progress",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("problem", sa.String(700), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("touched_at", sa.Float, nullable=False),
        if_not_exists=True,
    )
    op.create_index("ix_progress_touched_at", "progress", ["touched_at"], if_not_exists=True)
    op.create_table(
        "problem_ratings",
        sa.Column("problem", sa.String(700), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("rd", sa.Float, nullable=False),
        sa.Column("vol", sa.Float, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        if_not_exists=True,
    )
