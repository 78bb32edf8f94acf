"""What nodes say to each other. All of it may get lost; then both sides begin anew from the store."""

from __future__ import annotations

from typing import Any

import msgspec

from amity.server.identity import Identity
from amity.server.stored import StoredPerson


class Word(msgspec.Struct, frozen=True, tag_field="k"):
    """Base of everything said."""


# --- To the owner of a table ----------------------------------------------------------------------------------------


class Follow(Word, frozen=True, tag="follow"):
    """A connection of mine wants to follow your table."""

    listener: str
    table: str
    token: str | None
    last_version: int | None
    identity: Identity = Identity()


class Say(Word, frozen=True, tag="say"):
    """A connection of mine that follows your table sent this."""

    listener: str
    message: msgspec.Raw


class Leave(Word, frozen=True, tag="leave"):
    """A connection of mine is gone, or I know of none by that name."""

    listener: str


class Sit(Word, frozen=True, tag="sit"):
    """Somebody here wants to take a seat at your table."""

    request: int
    table: str
    seat: int | None
    person: StoredPerson


class Show(Word, frozen=True, tag="show"):
    """Somebody here wants to see your table as everybody may."""

    request: int
    table: str


class Shut(Word, frozen=True, tag="shut"):
    """The operator closes your table."""

    table: str


# --- To the node of a connection ------------------------------------------------------------------------------------


class Frame(Word, frozen=True, tag="frame"):
    """Send this to these connections of yours."""

    listeners: list[str]
    text: str


class Refuse(Word, frozen=True, tag="refuse"):
    """Tell this connection of yours that something is refused."""

    listener: str
    code: str
    params: dict[str, Any]
    id: str | None
    legal: Any


class End(Word, frozen=True, tag="end"):
    """Close this connection of yours."""

    listener: str
    reason: str


class Answer(Word, frozen=True, tag="answer"):
    """The answer to a request of yours: a value, or the code of an error."""

    request: int
    value: Any
    code: str | None
    params: dict[str, Any]


AnyWord = Follow | Say | Leave | Sit | Show | Shut | Frame | Refuse | End | Answer


class Letter(msgspec.Struct, frozen=True):
    """Words from one node to another, numbered so that none is missed without notice."""

    sender: str
    session: str
    number: int
    words: list[AnyWord]
