"""The bodies of the HTTP calls about ratings."""

from __future__ import annotations

from amity.server.messages import Guest, Level, Struct


class RatedPlayer(Struct, frozen=True):
    """One player in the list of a game."""

    place: int | None
    """1 is best, equal ratings share a place; ``null`` while the rating is provisional."""
    name: str | None
    """Of a person."""
    level: Level | None
    """Of the bots of one level, which are one player."""
    guest: bool
    """Whether the player is a browser without an account."""
    rating: int
    provisional: bool
    """Whether too few matches stand behind the rating."""
    matches: int


class RatingList(Struct, frozen=True):
    """``GET /api/ratings/{game}``: the players, first those whose rating is no longer provisional, the best first."""

    game: str
    players: list[RatedPlayer]


class WhoAsks(Struct, frozen=True):
    """``POST /api/ratings``: the own ratings, of the account or else of this browser."""

    guest: Guest | None = None


class OwnRating(Struct, frozen=True):
    """The own rating in a game."""

    game: str
    rating: int
    provisional: bool
    matches: int


class OwnRatings(Struct, frozen=True):
    """The own ratings, and whether rated tables are open."""

    ratings: list[OwnRating]
    left: int
    """How many of the last rated matches were left."""
    last: int
    """How many of the last are looked at."""
    pause_ms: int
    """How long until the next rated table may be joined; 0: at once."""
