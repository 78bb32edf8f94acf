"""What happens in a match of Mate. Everything is public: both players know the whole deal."""

from __future__ import annotations

import msgspec

from amity.games.mate.actions import FOREPLACE, PLACE_NOTHING, PLAY, Foreplace, Play
from amity.match import Event, Forfeited, MatchEnded


class Dealt(Event, frozen=True, tag="dealt"):
    """A game begins. Odd games have a new deal; in even ones the players have swapped hands. Rules: mate, Match."""

    game: int
    """Number of the game, from 1."""
    dealer: int
    """He decides about placing first and leads to the first trick."""
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    """The ten cards of each seat, in the order in which they were dealt."""
    swapped: bool
    """Whether these are the hands of the game before, each in the other seat."""


class Foreplaced(Event, frozen=True, tag="foreplaced"):
    """A player has decided about placing; ``card`` is ``None`` when he placed nothing. Rules: mate, Foreplacing."""

    seat: int
    card: str | None

    def action(self) -> tuple[int, Foreplace]:
        """The decision itself."""
        return self.seat, PLACE_NOTHING if self.card is None else FOREPLACE[self.card]


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A card was led, or answered the led one."""

    seat: int
    card: str

    def action(self) -> tuple[int, Play]:
        """The play itself."""
        return self.seat, PLAY[self.card]


class TrickTaken(Event, frozen=True, tag="trick_taken"):
    """A trick is complete; its winner leads to the next."""

    trick: int
    """Number of the trick, 1 to 10."""
    winner: int


class GameScore(msgspec.Struct, frozen=True):
    """How one game ended and why it counts what it counts. Rules: mate, Score.

    ``points = card_value × (trick + 1 if winner_placed) × (2 if doubled)``; all of it is zero or ``None`` in a draw,
    except ``trick``, which is then 10.
    """

    game: int
    dealer: int
    winner: int | None
    """The seat that gave mate; ``None`` for a draw."""
    card: str | None
    """The mating card."""
    card_value: int
    trick: int
    """Number of the trick in which the game ended."""
    winner_placed: bool
    """Whether the winner had placed a card: the number of the trick then counts one more."""
    doubled: bool
    """Whether the mating card was the one the winner had placed."""
    points: int
    """What the winner scores."""


class GameScored(Event, frozen=True, tag="game_scored"):
    """A game is over: by mate, with the led card that the other could not answer, or drawn after ten tricks."""

    score: GameScore
    totals: tuple[int, int]
    """The total of each seat with this game."""


MateEvent = Dealt | Foreplaced | CardPlayed | TrickTaken | GameScored | Forfeited | MatchEnded
