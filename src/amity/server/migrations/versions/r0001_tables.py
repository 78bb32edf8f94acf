"""Tables, their events and the actions acknowledged."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the first schema."""
    op.create_table(
        "tables",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_tables_phase", "tables", ["phase"])
    op.create_table(
        "events",
        sa.Column("table_code", sa.String(12), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("format", sa.Integer, nullable=False),
        sa.Column("stored_ms", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "actions",
        sa.Column("table_code", sa.String(12), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("action_id", sa.String(64), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop everything."""
    op.drop_table("actions")
    op.drop_table("events")
    op.drop_table("tables")
