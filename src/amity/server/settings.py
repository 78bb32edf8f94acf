"""The server's settings, from environment variables ``AMITY_*``. One struct, read once at start."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from amity.errors import InvalidOptions

PREFIX = "AMITY_"

Milliseconds = Annotated[int, Meta(ge=0, le=600_000)]
Count = Annotated[int, Meta(ge=1, le=1_000_000)]


def default_database() -> str:
    """The database file in the user's data folder."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return str(base / "amity" / "amity.sqlite3")


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything an operator can set. The variable of a field is ``AMITY_`` and its name in capitals."""

    host: str = "127.0.0.1"
    """Address to listen on; ``0.0.0.0`` for everybody who can reach the machine."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8080
    """Port to listen on; 0 for any free one."""
    database: str = msgspec.field(default_factory=default_database)
    """Path of the SQLite file, or its URL ``sqlite:///…``. Created when it does not exist. Or a PostgreSQL database,
    ``postgresql://…``, which several nodes may share."""
    redis: str = ""
    """Where several nodes share the database: the Redis through which they speak, ``redis://…``."""
    node_silence_ms: Annotated[int, Meta(ge=1_000, le=60_000)] = 2_000
    """Nodes that hear nothing of each other for so long have lost each other, and clients that went through both come
    again."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["console", "json"] = "console"
    metrics: Literal["loopback", "all"] = "loopback"
    """Who may read ``/metrics``. They tell how long bots really think, which the pause at the table hides."""
    origins: str = ""
    """Further origins whose pages may connect, separated by commas: ``https://cards.example``. Pages that this server
    delivers itself always may."""
    trusted_proxies: str = "127.0.0.1"
    """Addresses whose ``X-Forwarded-For`` is believed, separated by commas; ``*`` for all."""

    entry: Literal["open", "members"] = "open"
    """Who may play here: everybody, or only whoever is let in by the club's password or by an invitation."""
    members_invite: bool = False
    """Whether members may make invitations."""

    bot_delay_min_ms: Milliseconds = 700
    bot_delay_max_ms: Milliseconds = 1400
    """A bot's move is shown after a time drawn between these two, whatever its choices were."""
    bot_budget_ms: Milliseconds = 20_000
    """A bot that needs longer for one move is replaced by a quick one for that move."""
    bot_processes: Annotated[int, Meta(ge=0, le=64)] = 0
    """Processes for the bots that compute long; 0 for one a core, at most eight."""
    prepare_bots: bool = True
    """Prepare compiled bots when the server starts, so that nobody waits for it; otherwise when one is first asked."""
    between_deals_ms: Milliseconds = 20_000
    """The next deal is dealt after this time even if not everybody is ready."""
    seed_ms: Milliseconds = 3_000
    """Time for a connected seat to commit to a seed of its own, and then to reveal it."""
    start_ms: Milliseconds = 20_000
    """A full table waits this long for a person who has a seat but no connection, or has not said that he is ready."""
    fill_ms: Milliseconds = 10_000
    """Whoever plays at once waits this long for other people before bots take the free seats."""

    tables_burst: Count = 20
    tables_per_minute: Count = 10
    """Tables and seats that one address may take: so many at once, so many a minute after that."""
    messages_burst: Count = 60
    messages_per_second: Count = 20
    """Messages that one connection may send."""
    chat_burst: Count = 8
    chat_per_minute: Count = 30
    """Lines of the chat that one person may write at a table: so many at once, so many a minute after that."""
    tokens_burst: Count = 20
    tokens_per_minute: Count = 10
    """Wrong tokens that one address may name."""
    connections_per_address: Count = 200
    """WebSockets from one address, and as many HTTP connections; proxies that are believed have no limit of these."""
    spectators_per_table: Count = 200
    frame_bytes: Annotated[int, Meta(ge=1024, le=1_048_576)] = 16_384
    """Largest message and HTTP body accepted."""
    queue_frames: Annotated[int, Meta(ge=8, le=100_000)] = 256
    """Frames waiting for one connection; one that falls further behind is closed."""
    write_ms: Milliseconds = 10_000
    """A connection that does not take a frame for so long is closed."""
    hello_ms: Milliseconds = 10_000
    """Time for the first frame of a connection."""
    request_ms: Milliseconds = 20_000
    """Time for a whole HTTP request to arrive."""
    idle_ms: Milliseconds = 600_000
    """A table with no connection and nothing to do leaves the memory after this time; the store keeps it."""


def read_settings(environment: Mapping[str, str] | None = None, **changes: Any) -> Settings:
    """The settings of the environment (default: the process's), with ``changes`` above it; ``None`` changes nothing.

    Variables ``AMITY_*`` that are no setting are left alone: other parts of the program have theirs.

    :raises InvalidOptions: ``bad_setting``.
    """
    environment = os.environ if environment is None else environment
    names = Settings.__struct_fields__
    values: dict[str, Any] = {name: environment[key] for name in names if (key := PREFIX + name.upper()) in environment}
    values |= {name: value for name, value in changes.items() if value is not None}
    for name, value in values.items():
        try:
            # Not strict: the environment holds text, and "8080" is the number meant.
            msgspec.convert({name: value}, Settings, strict=False)
        except msgspec.ValidationError as error:
            raise InvalidOptions("bad_setting", setting=PREFIX + name.upper(), reason=str(error)) from None
    settings = msgspec.convert(values, Settings, strict=False)
    if settings.bot_delay_min_ms > settings.bot_delay_max_ms:
        raise InvalidOptions("bad_setting", setting=PREFIX + "BOT_DELAY_MIN_MS", reason="above AMITY_BOT_DELAY_MAX_MS")
    return settings
