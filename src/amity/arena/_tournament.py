"""What a tournament is: who meets whom on which deals, and how one deal is played."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import msgspec

from amity import games
from amity.arena._players import Player
from amity.bots._duplicate import Duplicate
from amity.errors import InvalidOptions, InvalidRequest
from amity.games import Game
from amity.match import Options


class Task(NamedTuple):
    """One deal of two players, by name."""

    first: str
    second: str
    deal: int


class Outcome(msgspec.Struct, frozen=True):
    """One deal of two players, played."""

    first: str
    second: str
    deal: int
    leads: tuple[dict[str, float], ...]
    """At each table, by measure: how much better off the seats of ``first`` are than those of ``second``."""

    @property
    def task(self) -> Task:
        """What has been played."""
        return Task(self.first, self.second, self.deal)


@dataclass(frozen=True)
class Tournament:
    """Every two of some players on the same deals.

    :raises InvalidRequest: ``too_few_players``, ``player_twice``, ``too_few_deals`` and those of
        :meth:`Player.parse`.
    :raises InvalidOptions: ``wrong_seats``.
    """

    game: str
    players: tuple[str, ...]
    """Their names, see :class:`Player`."""
    deals: int
    seed: int = 0
    seats: int = 0
    """0: the fewest that the game is played by."""
    options: Options | None = None
    """``None``: the game's first preset."""
    duplicate: bool = True
    """Each deal is played at every table that exchanging or rotating the seats gives; otherwise at one of them, the
    next for the next deal."""
    matches: bool = False
    """Whole matches are compared instead of the first deals of matches. In Mate always."""

    def __post_init__(self) -> None:
        game = games.get(self.game)
        if self.seats == 0:
            object.__setattr__(self, "seats", game.seat_counts[0])
        if self.seats not in game.seat_counts:
            raise InvalidOptions("wrong_seats", game=self.game, seats=self.seats, allowed=list(game.seat_counts))
        if len(self.players) < 2:
            raise InvalidRequest("too_few_players", count=len(self.players))
        if self.deals < 2:
            raise InvalidRequest("too_few_deals", deals=self.deals)
        names = [Player.parse(self.game, text).name for text in self.players]
        for place, name in enumerate(names):
            if name in names[:place]:
                raise InvalidRequest("player_twice", player=name)
        object.__setattr__(self, "players", tuple(names))

    @property
    def rules(self) -> Game:
        """The game."""
        return games.get(self.game)

    @property
    def chosen_options(self) -> Options:
        """The options of all matches."""
        return self.options or next(iter(self.rules.presets.values()))

    @property
    def whole_matches(self) -> bool:
        """Whether a "deal" is a whole match."""
        return self.matches or duplicate_of(self.game).results is None

    def tasks(self) -> Iterator[Task]:
        """All that is to be played, deal by deal."""
        for deal in range(self.deals):
            for first, second in combinations(self.players, 2):
                yield Task(first, second, deal)

    def play(self, task: Task) -> Outcome:
        """Play one deal. The same task gives the same outcome wherever it is played."""
        how = duplicate_of(self.game)
        first, second = (Player.parse(self.game, name).maker() for name in (task.first, task.second))
        tables = range(len(how.seatings(self.seats)))
        leads = [
            how.lead(
                self.chosen_options, self.seats, first, second, task.deal, self.seed, table, whole=self.whole_matches
            )
            for table in (tables if self.duplicate else [task.deal % len(tables)])
        ]
        return Outcome(task.first, task.second, task.deal, tuple(leads))


def duplicate_of(game: str) -> Duplicate:
    """How a game is played in duplicate."""
    found = importlib.import_module(f"amity.bots.{game}.duplicate").DUPLICATE
    assert isinstance(found, Duplicate)
    return found
