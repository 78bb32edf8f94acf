"""A server at whose tables the same game always has the same deals, and bots that always play the same: no chance at
all. Anybody who knows this file knows all hands, so it is for tests on this machine alone.
"""

from __future__ import annotations

import hashlib
import os
import sys
from typing import Any

import msgspec

from amity.server import tables
from amity.server.run import serve
from amity.server.seats import new_table
from amity.server.stored import StoredTable


def fixed_table(*arguments: Any) -> StoredTable:
    """A new table without chance: its seeds and the name of its match follow from its game."""
    table = new_table(*arguments)
    seed = hashlib.sha256(f"{table.game} {len(table.seats)}".encode()).hexdigest()
    return msgspec.structs.replace(table, match=seed[:16], server_seed=seed, bot_seed=seed)


if __name__ == "__main__":
    assert os.environ.get("AMITY_HOST", "127.0.0.1") == "127.0.0.1", "only on this machine"
    vars(tables)["new_table"] = fixed_table
    sys.exit(serve())
