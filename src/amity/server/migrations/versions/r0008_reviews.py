"""Matches that are looked at again, and what the experts say of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "reviews",
        sa.Column("review", sa.String(32), primary_key=True),
        sa.Column("table_code", sa.String(12), sa.ForeignKey("tables.code"), nullable=True),
        sa.Column("record", sa.LargeBinary, nullable=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("wanted", sa.Integer, nullable=False),
    )
    op.create_index("ix_reviews_table_code", "reviews", ["table_code"], unique=True)
    op.create_index("ix_reviews_created_ms", "reviews", ["created_ms"])
    op.create_table(
        "analyses",
        sa.Column("review", sa.String(32), sa.ForeignKey("reviews.review"), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("analyses")
    op.drop_table("reviews")
