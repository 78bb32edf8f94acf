"""What people say at tables, whom they no longer want to hear, and what they report."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "chat",
        sa.Column("table_code", sa.String(12), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("account", sa.String(32), nullable=True),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_chat_account", "chat", ["account"])
    op.create_table(
        "blocks",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("blocker", sa.String(66), nullable=False),
        sa.Column("account", sa.String(32), nullable=True),
        sa.Column("guest", sa.String(64), nullable=True),
        sa.Column("name", sa.String(24), nullable=True),
    )
    op.create_index("ix_blocks_blocker", "blocks", ["blocker"])
    op.create_index("ix_blocks_account", "blocks", ["account"])
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table_code", sa.String(12), nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("reporter", sa.String(66), nullable=False),
        sa.Column("reported_ms", sa.BigInteger, nullable=False),
        sa.Column("lines", sa.LargeBinary, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.UniqueConstraint("table_code", "line", "reporter"),
    )
    op.create_index("ix_reports_done", "reports", ["done"])


def downgrade() -> None:
    """Drop them."""
    for table in ("reports", "blocks", "chat"):
        op.drop_table(table)
