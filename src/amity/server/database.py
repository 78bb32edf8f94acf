"""The schema of the database, its engines, and bringing an older file up to date."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import make_url

from amity.errors import InvalidOptions

METADATA: Final = sa.MetaData()

_MIGRATIONS: Final = Path(__file__).parent / "migrations"

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
    # The StoredTable as JSON, its format number inside. Written only when it changes; its revision is the column's.
    sa.Column("body", sa.LargeBinary, nullable=False),
    # What the body's bytes add up to (amity.server.checks).
    sa.Column("body_check", sa.LargeBinary(16), nullable=False),
    # The match's version, and what all its events add up to.
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("chain", sa.LargeBinary(16), nullable=False),
    # Where several nodes share the database: who carries the table out, and how often that has changed hands.
    sa.Column("owner", sa.String(36), nullable=True),
    sa.Column("epoch", sa.Integer, nullable=False),
)

COPIES: Final = sa.Table(
    "copies",
    METADATA,
    # The body once more, far away from the first: without it none of a table's events could be read.
    sa.Column("table_code", sa.String(12), sa.ForeignKey("tables.code"), primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("body_check", sa.LargeBinary(16), nullable=False),
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
    # 1 for the last event of a step, after which the match can go on.
    sa.Column("ends_step", sa.Integer, nullable=False),
    # What this event and all before it add up to.
    sa.Column("chain", sa.LargeBinary(16), nullable=False),
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

FACTS: Final = sa.Table(
    "facts",
    METADATA,
    # Single values of the whole server: the message of the day, the number of times it was restored.
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

BANS: Final = sa.Table(
    "bans",
    METADATA,
    sa.Column("address", sa.String(64), primary_key=True),
    # 0 for ever.
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
)

ORDERS: Final = sa.Table(
    "orders",
    METADATA,
    # What an operator has asked a running server to do; whoever carries it out deletes it.
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
)

NODES: Final = sa.Table(
    "nodes",
    METADATA,
    # Where several nodes share the database: when each of them was last seen, by the database's clock.
    sa.Column("node", sa.String(36), primary_key=True),
    sa.Column("seen_ms", sa.BigInteger, nullable=False),
)

ACCOUNTS: Final = sa.Table(
    "accounts",
    METADATA,
    sa.Column("account", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(24), nullable=False),
    # Nobody may have a name that only looks another.
    sa.Column("name_key", sa.String(256), nullable=False, unique=True),
    # The argon2 hash, with its parameters and salt.
    sa.Column("password", sa.String(256), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
)

SESSIONS: Final = sa.Table(
    "sessions",
    METADATA,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("account", sa.String(32), sa.ForeignKey("accounts.account"), nullable=False, index=True),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("ends_ms", sa.BigInteger, nullable=False, index=True),
)

PLAYERS: Final = sa.Table(
    "players",
    METADATA,
    # Which seats are an account's, as long as the seat's token is still that one.
    sa.Column("table_code", sa.String(12), sa.ForeignKey("tables.code"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("account", sa.String(32), sa.ForeignKey("accounts.account"), nullable=False, index=True),
    sa.Column("token_hash", sa.String(64), nullable=False),
)

RATINGS: Final = sa.Table(
    "ratings",
    METADATA,
    # How well somebody plays a game (amity.server.ratings). Players are named by amity.server.players.
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("player", sa.String(80), primary_key=True, index=True),
    sa.Column("name", sa.String(24), nullable=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    # Rated matches of the game.
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("changed_ms", sa.BigInteger, nullable=False),
)

RESULTS: Final = sa.Table(
    "results",
    METADATA,
    # What a match brought each player who can be told apart from others, written with its end.
    sa.Column("table_code", sa.String(12), sa.ForeignKey("tables.code"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    # Null once the account is deleted.
    sa.Column("player", sa.String(80), nullable=True),
    sa.Column("name", sa.String(24), nullable=True),
    sa.Column("ended_ms", sa.BigInteger, nullable=False),
    # How many people played.
    sa.Column("people", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("points", sa.BigInteger, nullable=False),
    # 1 for who was away when it ended.
    sa.Column("gone", sa.Integer, nullable=False),
    sa.Column("rated", sa.Integer, nullable=False),
    # As they are shown; null where the match was not rated.
    sa.Column("rating_before", sa.Integer, nullable=True),
    sa.Column("rating_after", sa.Integer, nullable=True),
    sa.Index("ix_results_player_ended", "player", "ended_ms"),
    sa.Index("ix_results_ended", "ended_ms"),
    sqlite_with_rowid=False,
)

CHAT: Final = sa.Table(
    "chat",
    METADATA,
    # The last lines that people have said at a table (amity.server.chat_rows), the StoredLine as JSON.
    sa.Column("table_code", sa.String(12), sa.ForeignKey("tables.code"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
    # Of whoever was logged in.
    sa.Column("account", sa.String(32), nullable=True, index=True),
    sqlite_with_rowid=False,
)

BLOCKS: Final = sa.Table(
    "blocks",
    METADATA,
    # Whom somebody does not want to hear any more, by account or guest identity (amity.server.identity).
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("blocker", sa.String(66), nullable=False, index=True),
    sa.Column("account", sa.String(32), nullable=True, index=True),
    sa.Column("guest", sa.String(64), nullable=True),
    sa.Column("name", sa.String(24), nullable=True),
)

REPORTS: Final = sa.Table(
    "reports",
    METADATA,
    # What somebody wants the operator to look at; it outlives the table.
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_code", sa.String(12), nullable=False),
    # The number of the line that is meant, and with it the lines before, as JSON.
    sa.Column("line", sa.Integer, nullable=False),
    sa.Column("reporter", sa.String(66), nullable=False),
    sa.Column("reported_ms", sa.BigInteger, nullable=False),
    sa.Column("lines", sa.LargeBinary, nullable=False),
    # 1 once the operator has seen to it.
    sa.Column("done", sa.Integer, nullable=False, index=True),
    sa.UniqueConstraint("table_code", "line", "reporter"),
)

MEMBERS: Final = sa.Table(
    "members",
    METADATA,
    # Browsers that were let in where only members may play.
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("ends_ms", sa.BigInteger, nullable=False, index=True),
)

INVITATIONS: Final = sa.Table(
    "invitations",
    METADATA,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("ends_ms", sa.BigInteger, nullable=False, index=True),
    sa.Column("uses_left", sa.Integer, nullable=False),
)

REVIEWS: Final = sa.Table(
    "reviews",
    METADATA,
    # Matches that are looked at again (amity.server.reviews). The name is the secret of a link.
    sa.Column("review", sa.String(32), primary_key=True),
    # The table whose match it is; null for a record that somebody has brought.
    sa.Column("table_code", sa.String(12), sa.ForeignKey("tables.code"), nullable=True, index=True, unique=True),
    # That record's text.
    sa.Column("record", sa.LargeBinary, nullable=True),
    sa.Column("created_ms", sa.BigInteger, nullable=False, index=True),
    # 1 once somebody has asked for an analysis.
    sa.Column("wanted", sa.Integer, nullable=False),
)

ANALYSES: Final = sa.Table(
    "analyses",
    METADATA,
    # What the expert says of one deal (amity.server.analysis), as JSON; never changed.
    sa.Column("review", sa.String(32), sa.ForeignKey("reviews.review"), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

EVENINGS: Final = sa.Table(
    "evenings",
    METADATA,
    sa.Column("code", sa.String(12), primary_key=True),
    sa.Column("phase", sa.String(16), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    # The StoredEvening as JSON. It holds the secret of every deal.
    sa.Column("body", sa.LargeBinary, nullable=False),
)

BOARDS: Final = sa.Table(
    "boards",
    METADATA,
    # One deal of an evening at one of its tables, from when it is begun there.
    sa.Column("evening", sa.String(12), sa.ForeignKey("evenings.code"), primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("table_code", sa.String(12), sa.ForeignKey("tables.code"), nullable=False),
    # What each seat has made, as a JSON list; null while it is played.
    sa.Column("results", sa.Text, nullable=True),
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


def open_engine(url: sa.URL, *, write: bool, driver: ModuleType | None = None, foreign_keys: bool = True) -> sa.Engine:
    """An engine on SQLite with durable commits; ``driver`` replaces Python's own.

    Transactions are begun here and not by the driver, which would begin none before a SAVEPOINT. A writing one takes
    the write lock at once, so that it cannot fail half-way for somebody else's write.
    """
    more: dict[str, Any] = {} if driver is None else {"module": driver}
    engine = sa.create_engine(url, pool_size=1 if write else 4, max_overflow=0, pool_timeout=30, **more)
    begin = "BEGIN IMMEDIATE" if write else "BEGIN"

    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        keys = "ON" if foreign_keys else "OFF"
        durable = ("journal_mode=WAL", "synchronous=FULL")
        # What SQLite keeps aside during a statement stays in memory; it would make and delete a file for it.
        for pragma in (f"busy_timeout={BUSY_MS}", *durable, "temp_store=MEMORY", f"foreign_keys={keys}"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    sa.event.listen(engine, "connect", connected)
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def migrate(url: sa.URL) -> None:
    """Create the SQLite database, or bring an older one up to date."""
    assert url.database is not None
    Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    # Without foreign keys, since altering a table may mean to copy it and drop the old one.
    engine = open_engine(url, write=True, foreign_keys=False)
    try:
        with engine.begin() as connection:
            migrate_to(connection)
    finally:
        engine.dispose()


def newest_revision() -> str:
    """The revision of the schema that this version works with."""
    return max(path.stem for path in _MIGRATIONS.glob("versions/r*.py"))[1:5]


def migrate_to(connection: sa.Connection, revision: str = "head") -> None:
    """Bring the database of a connection to a revision of the schema, in the transaction that is open."""
    if revision == "head" and sa.inspect(connection).has_table("alembic_version"):
        found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
        if found == [newest_revision()]:
            return
    # Imported here: a start with a database that is up to date, as nearly all are, is quicker without.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
