"""The protocol of a bot and the list of levels."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from amity import games
from amity.errors import InvalidRequest
from amity.match import Action, Event


class Bot(Protocol):
    """One player at one seat for one match."""

    def choose(self, view: Any, history: Sequence[Event]) -> Action:
        """The action for this moment; called only when it is the seat's turn.

        ``view`` is the game's view for the bot's own seat and ``history`` what that seat saw happen.
        """


BotMaker = Callable[[int], Bot]
"""Makes a bot from a seed: the same seed, views and histories give the same choices."""

_LEVEL_ORDER: Final = ("random", "novice", "club", "expert")


def maker(game: str, level: str) -> BotMaker:
    """The maker of one level of one game. Each ``amity.bots.<game>`` has them in ``LEVELS``.

    :raises InvalidRequest: ``unknown_game``, or ``unknown_level`` when the game has no such bot.
    """
    found = _levels(game)
    if level not in found:
        raise InvalidRequest("unknown_level", game=game, level=level, levels=list(levels(game)))
    return found[level]


def make(game: str, level: str, seed: int) -> Bot:
    """A bot of that level. Errors as :func:`maker`."""
    return maker(game, level)(seed)


def levels(game: str) -> tuple[str, ...]:
    """The levels a game has, weakest first.

    :raises InvalidRequest: ``unknown_game``.
    """
    return tuple(sorted(_levels(game), key=_LEVEL_ORDER.index))


def _levels(game: str) -> Mapping[str, BotMaker]:
    games.get(game)
    found: Mapping[str, BotMaker] = importlib.import_module(f"amity.bots.{game}").LEVELS
    return found
