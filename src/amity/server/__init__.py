"""The server: tables that never lose a move, over HTTP and WebSocket. The protocol is in ``docs/protocol.md``.

settings       environment        messages   the wire              schema   JSON Schema, OpenAPI
run  app       process, wiring    http       HTTP calls            socket   connections
tables  table  registry, mailbox  commands   what a mailbox takes  plan     what a table does by itself
seats  frames  pure changes, pure messages   stored  store  database  migrations   what is kept, and where
workers        bots               clock  limits  tokens  metrics  logs  tasks  static
"""

from __future__ import annotations

import importlib
import sys
from typing import Any


def _import_structlog() -> None:
    """Import structlog without rich, with which it would draw tracebacks where that is installed.

    Nothing here has it do so, and rich takes longer to import than structlog.
    """
    modules: dict[str, Any] = sys.modules
    hidden = "rich" not in modules
    if hidden:
        modules["rich"] = None
    try:
        importlib.import_module("structlog")
    finally:
        if hidden:
            del modules["rich"]


_import_structlog()
