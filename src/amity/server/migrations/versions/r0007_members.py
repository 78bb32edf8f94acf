"""Who has been let in where only members may play, and invitations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "members",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("ends_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_members_ends_ms", "members", ["ends_ms"])
    op.create_table(
        "invitations",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("ends_ms", sa.BigInteger, nullable=False),
        sa.Column("uses_left", sa.Integer, nullable=False),
    )
    op.create_index("ix_invitations_ends_ms", "invitations", ["ends_ms"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("invitations")
    op.drop_table("members")
