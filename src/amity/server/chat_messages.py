"""The wire of the chat: what people at a table say to each other, and what one does about it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from amity.server.wire import ActionId, ClientMessage, PlayerName, ServerMessage, Struct

Phrase = Literal[
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "sorry",
    "oops",
    "no_hurry",
    "one_moment",
    "back_again",
    "good_game",
    "another_round",
    "goodbye",
]
"""Each reader is shown it in his own language (``client.chat.phrase.…`` in the catalogues)."""

Channel = Literal["table", "spectators"]

LineNumber = Annotated[int, Meta(ge=1)]


# --- Client to server -----------------------------------------------------------------------------------------------


class Say(ClientMessage, frozen=True, tag="say"):
    """Say something: what a seat says is for everybody, what a spectator says for the other spectators, and for the
    seats as well while no match is being played. Answered by ``chat``, or by ``refused`` with this id."""

    id: ActionId
    text: str | None = None
    phrase: Phrase | None = None
    """In place of ``text``."""
    name: PlayerName | None = None
    """Of a spectator without an account."""


class Block(ClientMessage, frozen=True, tag="block"):
    """Hear no more of whoever has said a line; answered by ``acknowledged`` and ``chat_log``."""

    id: ActionId
    line: LineNumber


class Unblock(ClientMessage, frozen=True, tag="unblock"):
    """Hear somebody again, by the number in ``blocked``; answered in the same way."""

    id: ActionId
    number: LineNumber


class Report(ClientMessage, frozen=True, tag="report"):
    """Show a line, and those before it, to the operator; answered by ``acknowledged``."""

    id: ActionId
    line: LineNumber


# --- Server to client -----------------------------------------------------------------------------------------------


class ChatLine(Struct, frozen=True):
    """What somebody has said."""

    number: int
    """Counts up with every line of the table; a reader does not get all of them."""
    channel: Channel
    seat: int | None
    """``null``: somebody who watches."""
    speaker: str
    """The same for all lines of one person at this table."""
    name: str | None
    phrase: Phrase | None
    text: str | None
    """``null`` for a phrase."""
    said_ms: int
    """Milliseconds since 1970."""


class BlockedPerson(Struct, frozen=True):
    """Somebody whom one does not want to hear any more."""

    number: int
    name: str | None


class Chat(ServerMessage, frozen=True, tag="chat"):
    """Somebody has said something."""

    line: ChatLine


class ChatLog(ServerMessage, frozen=True, tag="chat_log"):
    """The last lines, in place of all that came before; after ``welcome`` and whenever other lines may be read."""

    you: str
    """The own ``speaker``."""
    lines: list[ChatLine]
    blocked: list[BlockedPerson]
