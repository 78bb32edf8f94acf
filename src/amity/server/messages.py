"""The wire: every message between a client and the server, and the bodies of the HTTP calls.

JSON text frames, one message a frame, tagged by ``type``. Names and meanings are public and versioned: ``PROTOCOL``
counts up when a client of the last number would misread something. Game actions, events and views are the structs of
the game's own package; here they stand as raw JSON because their type follows from the table's game. No integer
exceeds 2⁵³. Times are milliseconds; durations are remaining time at the moment of sending, so clocks need not agree.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from amity.server.chat_messages import Block as Block
from amity.server.chat_messages import Chat, ChatLog
from amity.server.chat_messages import Report as Report
from amity.server.chat_messages import Say as Say
from amity.server.chat_messages import Unblock as Unblock
from amity.server.wire import ActionId as ActionId
from amity.server.wire import ClientMessage as ClientMessage
from amity.server.wire import Guest as Guest
from amity.server.wire import PlayerName as PlayerName
from amity.server.wire import ServerMessage as ServerMessage
from amity.server.wire import Struct as Struct

PROTOCOL: Final = 1

TableCode = Annotated[str, Meta(min_length=4, max_length=12, pattern="^[A-Z0-9]+$")]
Token = Annotated[str, Meta(min_length=20, max_length=64)]
Level = Literal["random", "novice", "club", "expert"]
Speed = Literal["fast", "normal", "correspondence"]
Offer = Literal["adjourn", "resign", "rematch", "review"]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


# --- HTTP -----------------------------------------------------------------------------------------------------------


class SeatRequest(Struct, frozen=True):
    """Who shall sit in one seat of a new table."""

    kind: Literal["me", "person", "open", "bot"]
    """``me``: whoever creates the table (exactly one seat, or none to watch); ``person``: left free; ``open``: a bot
    until a person takes the seat."""
    level: Level = "club"
    """For a bot."""


class CreateTable(Struct, frozen=True):
    """``POST /api/tables``."""

    game: str
    seats: Annotated[list[SeatRequest], Meta(min_length=2, max_length=6)]
    name: PlayerName
    preset: str = ""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    """Options that differ from the preset."""
    move_seconds: Annotated[int, Meta(ge=5, le=86400)] | None = None
    """Time for one decision; ``None``: as the game's option says, or no clock where it has none."""
    clock: bool = True
    """``False``: no clock at all; accepted when nobody but the creator is a person."""
    hints: bool | None = None
    """Whether people may ask for hints; ``None``: when all others are bots."""
    speed: Speed | None = None
    """In place of ``move_seconds`` and ``bank_seconds``."""
    bank_seconds: Annotated[int, Meta(ge=0, le=86400)] = 0
    """Time that each seat has besides, for the whole match."""
    public: bool = False
    """Whether the table stands in the lobby."""
    ready_check: bool = False
    """Whether all people have to say that they are ready before the first deal."""
    guest: Guest | None = None
    """The random identity that a browser keeps; public and rated tables ask for it."""
    rated: bool = False
    """Whether the match counts for the ratings of its players."""


class JoinTable(Struct, frozen=True):
    """``POST /api/tables/{code}/seats``."""

    name: PlayerName
    seat: Annotated[int, Meta(ge=0, le=5)] | None = None
    """``None``: any free seat."""
    guest: Guest | None = None
    """As in ``CreateTable``."""


class PlayNow(Struct, frozen=True):
    """``POST /api/play``: a seat at the fullest open table of a game, or a new one that bots soon fill."""

    game: str
    name: PlayerName
    guest: Guest


class OpenTable(Struct, frozen=True):
    """One entry of ``GET /api/lobby``: a public table where somebody is."""

    code: TableCode
    game: str
    preset: str
    options: dict[str, Any]
    """Those that differ from the preset."""
    status: Literal["waiting", "starting", "playing", "between_deals"]
    seats: int
    free: int
    """Seats that can be taken: free ones, and those that a bot keeps."""
    names: list[str]
    """Of the people who sit there."""
    speed: Speed | Literal["own", "none"]
    move_seconds: int
    """0: no clock."""
    bank_seconds: int
    spectators: int
    rated: bool
    """Whether the match counts for the ratings of its players."""


class SeatTaken(Struct, frozen=True):
    """Answer to creating or joining. The token is the seat: whoever holds it plays there, on any device."""

    table: TableCode
    seat: int | None
    token: Token | None


class Problem(Struct, frozen=True):
    """Body of every HTTP error: a stable code and what fills its sentence."""

    code: str
    params: dict[str, Any]


class GameInfo(Struct, frozen=True):
    """One entry of ``GET /api/games``."""

    name: str
    seat_counts: list[int]
    options: list[dict[str, Any]]
    """As :func:`amity.match.describe_options`."""
    presets: dict[str, dict[str, Any]]
    """All option values of each preset; the first is the default."""
    levels: list[Level]


# --- Table state ----------------------------------------------------------------------------------------------------


class SeatState(Struct, frozen=True):
    """One seat as everybody sees it."""

    seat: int
    kind: Literal["free", "person", "bot"]
    name: str | None
    level: Level | None
    """Of a bot."""
    program: bool
    """Whether a program plays here: a bot of somebody's, over the protocol, as a person would."""
    connected: bool
    """Whether a person has a connection at this moment; always true for a bot."""
    preparing: bool
    """A bot whose compiled parts are still being prepared: it will play at full strength, later."""
    ready: bool
    """Between deals: whether the seat has asked to go on."""
    hints: int
    """Hints that it was given in this match."""
    stand_in: Level | None
    """The level that made its last move in place of the bot that sits there, which could not; ``None``: none did."""
    open: bool
    """Whether somebody may take the seat: it is free, or a bot only keeps it."""
    away: Level | None
    """The level of the bot that plays on for a person who has left; ``null`` while he plays himself."""
    arriving: str | None
    """The name of whoever gets the seat when the deal is over."""
    bank_ms: int | None
    """What is left of the seat's own time; ``null`` where there is none."""
    rating: int | None
    """At a rated table: the rating with which a person sat down."""
    rating_after: int | None
    """The rating after the match, once it is rated."""


class Clock(Struct, frozen=True):
    """The game clock of the seat in turn."""

    seat: int
    remaining_ms: int
    """At the moment of sending."""
    total_ms: int
    """Of the time for this decision alone."""
    bank_ms: int
    """How much of what remains is the seat's own time for the whole match, used last."""
    warn_ms: int
    """Warn with a sound when this much is left."""


class Fairness(Struct, frozen=True):
    """What makes the deals checkable (``docs/shuffle.md``)."""

    algorithm: str
    match: str
    """The identifier that goes into every stream."""
    commitment: Digest | None
    """SHA-256 of the server's seed; shown once the seats have committed."""
    server_seed: str | None
    """Released, in hexadecimal, when the match is over."""
    seat_commitments: list[Digest | None]
    seat_seeds: list[str | None]
    """Hexadecimal; ``None``: nothing revealed, counts as empty."""


class AdjournRequest(Struct, frozen=True):
    """Somebody wants to put the match off."""

    seat: int
    agreed: list[int]
    """The seats that want to, that one included."""


class EveningPlace(Struct, frozen=True):
    """Which deal of a duplicate evening a table plays."""

    code: TableCode
    """Of the evening."""
    number: int
    """Of the deal, from 1."""
    deals: int
    day: str | None
    """For the deal of a day: which day, as ``2026-11-30``."""


class TableState(Struct, frozen=True):
    """What everybody may know about a table besides the match itself."""

    code: TableCode
    game: str
    preset: str
    options: dict[str, Any]
    status: Literal["waiting", "starting", "playing", "between_deals", "adjourned", "over"]
    awaiting: Literal["people", "bots", "ready"] | None
    """While the table waits: for connections, for the bots that will take the free seats, or until all are ready."""
    seats: list[SeatState]
    host: int | None
    """The seat that may start the table, fill it with bots and choose their levels."""
    hints: bool
    """Whether people may ask for hints."""
    spectators: int
    resume_ms: int | None
    """Time until the table does not wait any longer: between deals, and for what is ``awaiting``."""
    public: bool
    """Whether the table stands in the lobby."""
    ready_check: bool
    """Whether all people have to say that they are ready before the first deal."""
    rated: bool
    """Whether the match counts for the ratings of its players."""
    practice: bool
    """Whether it goes on from a position of a match that is over, so that its seeds explain no deal."""
    evening: EveningPlace | None
    """For a table of a duplicate evening."""
    fairness: Fairness
    adjourn: AdjournRequest | None
    """While people are asked whether to put the match off."""
    kept_until_ms: int | None
    """While the match is put off: how long it is kept at least, in milliseconds since 1970."""
    rematch: TableCode | None
    """The table where the same people play again, once somebody has asked for it; in an evening that of the next
    deal."""
    offers: list[Offer]
    """What whoever has a seat may ask for now, besides playing: to put the match off, to give it up, the same people's
    next match, and a look back at it."""
    notice: Problem | None
    """What everybody at the table has to know, in the form of an error: it was set back after damage, or closed."""


# --- Client to server -----------------------------------------------------------------------------------------------


class Hello(ClientMessage, frozen=True, tag="hello"):
    """First frame of a connection; answered by ``welcome``."""

    protocol: int
    table: TableCode
    token: Token | None = None
    """``None``: a spectator."""
    last_version: Annotated[int, Meta(ge=0)] | None = None
    """The last version this client has seen; the welcome then holds the events since."""
    guest: Guest | None = None
    """As in ``CreateTable``: who has blocked whom in the chat is kept for it."""


class CommitSeed(ClientMessage, frozen=True, tag="commit_seed"):
    """The seat's commitment to a seed of its own, sent while the table is waiting."""

    commitment: Digest


class RevealSeed(ClientMessage, frozen=True, tag="reveal_seed"):
    """The seed, sent when the table is starting and the server's commitment is known."""

    seed: Annotated[str, Meta(pattern="^[0-9a-f]{2,128}$")]


class FillWithBots(ClientMessage, frozen=True, tag="fill_with_bots"):
    """Host: put bots into all free seats; the table then starts."""

    id: ActionId
    level: Level


class SeatBot(ClientMessage, frozen=True, tag="seat_bot"):
    """Host: a bot of this level in this seat, which is free or has a bot; before the match and between deals."""

    id: ActionId
    seat: Annotated[int, Meta(ge=0, le=5)]
    level: Level


class Leave(ClientMessage, frozen=True, tag="leave"):
    """Leave the seat: before the match it is free again, later a bot plays on."""

    id: ActionId


class ComeBack(ClientMessage, frozen=True, tag="come_back"):
    """Take the own seat back from the bot that has played on."""

    id: ActionId


class RotateSeats(ClientMessage, frozen=True, tag="rotate_seats"):
    """Host, before the match: everybody but the first seat moves on by one; two change places."""

    id: ActionId


class Kick(ClientMessage, frozen=True, tag="kick"):
    """Host, before the match and between deals: take a person's seat away."""

    id: ActionId
    seat: Annotated[int, Meta(ge=0, le=5)]


class Act(ClientMessage, frozen=True, tag="act"):
    """A move. Acknowledged exactly once for an ``id``, however often it is sent."""

    id: ActionId
    version: Annotated[int, Meta(ge=0)]
    """The version the player saw when he decided; a move decided before the last event of the seat's own turn is
    refused as ``stale``."""
    action: msgspec.Raw
    """The game's action."""


class AskHint(ClientMessage, frozen=True, tag="hint"):
    """Ask what the best bot would do now; answered by ``advice``, or not at all when the match goes on before."""

    version: Annotated[int, Meta(ge=0)]
    """The version the player sees."""


class Ready(ClientMessage, frozen=True, tag="ready"):
    """Go on to the next deal; before the first one where the table checks that all are ready."""

    version: Annotated[int, Meta(ge=0)]


class Resign(ClientMessage, frozen=True, tag="resign"):
    """Give the match up for the own side."""

    id: ActionId


class Rematch(ClientMessage, frozen=True, tag="rematch"):
    """After the match: open a table for the same seats; ``table.rematch`` then names it."""

    id: ActionId
    rotate: bool = False
    """With the seats rotated, as ``rotate_seats`` does."""


class Adjourn(ClientMessage, frozen=True, tag="adjourn"):
    """Ask the others to put the match off, or agree to it; done when all people have said so."""

    id: ActionId


class KeepPlaying(ClientMessage, frozen=True, tag="keep_playing"):
    """Do not agree to ``adjourn``, or take the own request back."""

    id: ActionId


class ResumeWithBots(ClientMessage, frozen=True, tag="resume_with_bots"):
    """Go on with an adjourned match; bots play for the people who are not back."""

    id: ActionId


class Ping(ClientMessage, frozen=True, tag="ping"):
    """Liveness; answered by ``pong`` at once."""

    n: Annotated[int, Meta(ge=0, le=2**31)]


ClientMessages = (
    Hello
    | CommitSeed
    | RevealSeed
    | FillWithBots
    | SeatBot
    | Leave
    | ComeBack
    | RotateSeats
    | Kick
    | Act
    | AskHint
    | Ready
    | Resign
    | Rematch
    | Adjourn
    | KeepPlaying
    | ResumeWithBots
    | Say
    | Block
    | Unblock
    | Report
    | Ping
)

ChatMessage = Say | Block | Unblock | Report

OnceOnly = (
    FillWithBots
    | SeatBot
    | Leave
    | ComeBack
    | RotateSeats
    | Kick
    | Act
    | Resign
    | Rematch
    | Adjourn
    | KeepPlaying
    | ResumeWithBots
)
"""What is acknowledged, and carried out once however often it is said."""


# --- Server to client -----------------------------------------------------------------------------------------------


class VersionedEvent(Struct, frozen=True):
    """An event of the match as this seat may see it."""

    version: int
    event: msgspec.Raw


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """Answer to ``hello``: the seat and the whole present moment."""

    protocol: int
    server: str
    """Version of the server's package."""
    seat: int | None
    table: TableState
    version: int
    view: msgspec.Raw | None
    """The game's view; ``null`` before the first deal."""
    events: list[VersionedEvent]
    """Since ``last_version``; without one, all events of this match."""
    clock: Clock | None


class TableChanged(ServerMessage, frozen=True, tag="table"):
    """The table's state is now this."""

    table: TableState


class Update(ServerMessage, frozen=True, tag="update"):
    """Something happened in the match: the events of one step and the view after it."""

    version: int
    events: list[VersionedEvent]
    view: msgspec.Raw
    clock: Clock | None


class Acknowledged(ServerMessage, frozen=True, tag="acknowledged"):
    """The command with this id is carried out and stored durably."""

    id: str
    version: int


class Refused(ServerMessage, frozen=True, tag="refused"):
    """A message was not carried out; nothing has changed."""

    id: str | None
    code: str
    params: dict[str, Any]
    legal: msgspec.Raw | None
    """One action that would be accepted instead, where there is one."""


class AdvisedAction(Struct, frozen=True):
    """One action that may be chosen now."""

    action: msgspec.Raw
    expected: float | None
    """What it is likely to bring the own side, less what it brings the others, in the game's unit: points of this deal
    in Mate and Pinochle, b in Tarot, levels in Friends!. ``null``: not known."""


class Advice(ServerMessage, frozen=True, tag="advice"):
    """Answer to ``hint``, to whoever asked: what a bot would choose among."""

    version: int
    level: Level
    """Of the bot."""
    choices: list[AdvisedAction]
    """One to three, the best first."""


class Pong(ServerMessage, frozen=True, tag="pong"):
    """Answer to ``ping``."""

    n: int


class Closing(ServerMessage, frozen=True, tag="closing"):
    """The server closes this connection; ``reason`` is a code: ``restarting``, ``too_slow``, ``too_many_messages``,
    ``bad_message``, ``refused`` (a ``refused`` before it says why)."""

    reason: str


ServerMessages = Welcome | TableChanged | Update | Acknowledged | Refused | Advice | Chat | ChatLog | Pong | Closing
