"""What players are called where their results are kept: an account, the guest of one browser, or a level of bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from amity.server.stored import StoredPerson, StoredSeat


@dataclass(frozen=True)
class OwnSeat:
    """A seat of an account, and as whom its owner sits there, or will."""

    table: str
    seat: int
    token_hash: str
    name: str | None
    guest: str | None
    """The hash of his browser's identity."""


_BOT: Final = "bot:"
_GUEST: Final = "guest:"


def account_player(account: str) -> str:
    """The player that an account is."""
    return f"account:{account}"


def guest_player(guest_hash: str) -> str:
    """The player that a browser without an account is, by the hash of its identity."""
    return f"{_GUEST}{guest_hash}"


def is_guest(player: str) -> bool:
    """Whether a player is a browser without an account."""
    return player.startswith(_GUEST)


def bot_player(level: str) -> str:
    """The player that all bots of one level are."""
    return f"{_BOT}{level}"


def bot_level(player: str) -> str | None:
    """The level of a player that is a bot; ``None`` for a person."""
    return player.removeprefix(_BOT) if player.startswith(_BOT) else None


def player_of(seat: StoredSeat | StoredPerson) -> str | None:
    """Who plays in a seat; ``None`` when nobody does who can be told apart from others."""
    if isinstance(seat, StoredSeat) and seat.kind == "bot":
        assert seat.level is not None
        return bot_player(seat.level)
    if seat.account is not None:
        return account_player(seat.account)
    return None if seat.guest is None else guest_player(seat.guest)
