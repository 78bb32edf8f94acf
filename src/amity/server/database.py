"""The schema of the database, its engines, and bringing an older file up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.engine import make_url

from amity.errors import InvalidOptions

METADATA: Final = sa.MetaData()

TABLES: Final = sa.Table(
    "tables",
    METADATA,
    sa.Column("code", sa.String(12), primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("phase", sa.String(16), nullable=False, index=True),
    # Counts up with every change of the row, for compare-and-set.
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("changed_ms", sa.BigInteger, nullable=False),
    # The StoredTable as JSON, its format number inside.
    sa.Column("body", sa.LargeBinary, nullable=False),
)

EVENTS: Final = sa.Table(
    "events",
    METADATA,
    sa.Column("table_code", sa.String(12), sa.ForeignKey("tables.code"), primary_key=True),
    # The match's version with this event: 1 for the first.
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("format", sa.Integer, nullable=False),
    sa.Column("stored_ms", sa.BigInteger, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

ACTIONS: Final = sa.Table(
    "actions",
    METADATA,
    sa.Column("table_code", sa.String(12), sa.ForeignKey("tables.code"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("action_id", sa.String(64), primary_key=True),
    # The match's version that was acknowledged.
    sa.Column("version", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)

BUSY_MS: Final = 2000
"""How long SQLite waits for another process that holds the database."""


def database_url(database: str) -> sa.URL:
    """The URL of a database given as a path or as a URL.

    :raises InvalidOptions: ``unsupported_database`` for anything but SQLite in a file.
    """
    url = make_url(database) if "://" in database else sa.URL.create("sqlite", database=database)
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        raise InvalidOptions("unsupported_database", database=url.render_as_string(hide_password=True))
    return url


def open_engine(url: sa.URL, *, write: bool) -> sa.Engine:
    """An engine on SQLite with durable commits.

    Transactions are begun here and not by the driver, which would begin none before a SAVEPOINT. A writing one takes
    the write lock at once, so that it cannot fail half-way for somebody else's write.
    """
    engine = sa.create_engine(url, pool_size=1 if write else 4, max_overflow=0, pool_timeout=30)
    begin = "BEGIN IMMEDIATE" if write else "BEGIN"

    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    sa.event.listen(engine, "connect", connected)
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def migrate(url: sa.URL) -> None:
    """Create the database, or bring an older one up to date."""
    assert url.database is not None
    Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = open_engine(url, write=True)
    try:
        with engine.begin() as connection:
            config = Config()
            config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()
