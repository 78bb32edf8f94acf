"""Checks of everything stored, the body of a table apart from what every action changes, what operators ask for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from amity.server.checks import body_check, first_link, next_link

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_TABLES = sa.table(
    "tables",
    *(sa.column(name) for name in ("code", "body", "body_check", "version", "chain", "owner", "epoch")),
)
_EVENTS = sa.table(
    "events",
    *(sa.column(name) for name in ("table_code", "version", "format", "body", "ends_step", "chain")),
)
_ACTIONS = sa.table("actions", sa.column("table_code"), sa.column("version"))
_COPIES = sa.table("copies", sa.column("table_code"), sa.column("body"), sa.column("body_check"))

_NEW_COLUMNS = {
    "tables": (
        sa.Column("body_check", sa.LargeBinary(16), nullable=True),
        sa.Column("version", sa.Integer, nullable=True),
        sa.Column("chain", sa.LargeBinary(16), nullable=True),
        sa.Column("owner", sa.String(36), nullable=True),
        sa.Column("epoch", sa.Integer, nullable=True),
    ),
    "events": (
        sa.Column("ends_step", sa.Integer, nullable=True),
        sa.Column("chain", sa.LargeBinary(16), nullable=True),
    ),
}


def upgrade() -> None:
    """Add them, and check what is there as it is."""
    for table, columns in _NEW_COLUMNS.items():
        for column in columns:
            op.add_column(table, column)
    op.create_table(
        "copies",
        sa.Column("table_code", sa.String(12), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("body_check", sa.LargeBinary(16), nullable=False),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "bans",
        sa.Column("address", sa.String(64), primary_key=True),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_table(
        "orders",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    for code, body in connection.execute(sa.select(_TABLES.c.code, _TABLES.c.body)).all():
        _check_table(connection, code, body)
    for table, columns in _NEW_COLUMNS.items():
        with op.batch_alter_table(table, table_kwargs={"sqlite_with_rowid": table == "tables"}) as batch:
            for column in columns:
                if column.name != "owner":
                    batch.alter_column(column.name, existing_type=column.type, nullable=False)


def _check_table(connection: sa.Connection, code: str, body: bytes) -> None:
    events = connection.execute(
        sa.select(_EVENTS.c.version, _EVENTS.c.format, _EVENTS.c.body)
        .where(_EVENTS.c.table_code == code)
        .order_by(_EVENTS.c.version)
    ).all()
    acknowledged = sa.select(_ACTIONS.c.version).where(_ACTIONS.c.table_code == code)
    # Which events belonged to one step is known for those that were acknowledged only, and for the last.
    ends = {*connection.scalars(acknowledged), events[-1].version if events else 0}
    link = first_link(code)
    for version, format_number, event in events:
        link = next_link(link, version, format_number, version in ends, event)
        connection.execute(
            sa.update(_EVENTS)
            .where(_EVENTS.c.table_code == code, _EVENTS.c.version == version)
            .values(ends_step=int(version in ends), chain=link)
        )
    check = body_check(code, body)
    connection.execute(
        sa.update(_TABLES)
        .where(_TABLES.c.code == code)
        .values(body_check=check, version=len(events), chain=link, epoch=0)
    )
    connection.execute(sa.insert(_COPIES).values(table_code=code, body=body, body_check=check))


def downgrade() -> None:
    """Drop what was added."""
    for table in ("orders", "bans", "facts", "copies"):
        op.drop_table(table)
    for table, columns in _NEW_COLUMNS.items():
        with op.batch_alter_table(table, table_kwargs={"sqlite_with_rowid": table == "tables"}) as batch:
            for column in columns:
                batch.drop_column(column.name)
