"""The lobby of several nodes: each tells the others once a second, through Redis, which of its tables are open.

What is lost is told anew a second later.
"""

from __future__ import annotations

from typing import Final

import msgspec
import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from amity.server.messages import OpenTable

log: Final = structlog.get_logger("amity.cluster")

KEPT_MS: Final = 5_000
"""What a node has told counts for so long."""

_PREFIX: Final = "amity:lobby:"
_TABLES: Final = msgspec.json.Decoder(list[OpenTable])


class SharedLobby:
    """One node's part in the lobby."""

    def __init__(self, url: str, node: str) -> None:
        self._key = _PREFIX + node
        self._redis: Redis = Redis.from_url(url, socket_timeout=2.0, socket_connect_timeout=2.0)

    async def tell(self, tables: list[OpenTable]) -> None:
        """Tell the others which tables are open here."""
        try:
            await self._redis.set(self._key, msgspec.json.encode(tables), px=KEPT_MS)
        except (RedisError, OSError) as error:
            log.warning("lobby not told", error=type(error).__name__)

    async def others(self) -> list[OpenTable]:
        """What the others have told; nothing while Redis is away."""
        try:
            keys = [key async for key in self._redis.scan_iter(match=_PREFIX + "*") if key.decode() != self._key]
            told = await self._redis.mget(keys) if keys else []
        except (RedisError, OSError) as error:
            log.warning("lobby of others unknown", error=type(error).__name__)
            return []
        return [table for body in told if body is not None for table in _TABLES.decode(body)]

    async def close(self) -> None:
        """Say nothing more."""
        await self._redis.aclose()
