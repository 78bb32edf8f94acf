"""What every message on the wire is made of: its bases, and the texts that stand in many."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

PlayerName = Annotated[str, Meta(min_length=1, max_length=24)]
ActionId = Annotated[str, Meta(min_length=1, max_length=64)]
Guest = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{32,64}$")]


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of everything on the wire: strict in both directions."""


class ClientMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    """Base of what a client sends."""


class ServerMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of what the server sends."""
