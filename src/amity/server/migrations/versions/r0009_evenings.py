"""Duplicate evenings: who plays, and what every table has made of every deal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "evenings",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "boards",
        sa.Column("evening", sa.String(12), sa.ForeignKey("evenings.code"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("table_code", sa.String(12), sa.ForeignKey("tables.code"), nullable=False),
        sa.Column("results", sa.Text, nullable=True),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("boards")
    op.drop_table("evenings")
