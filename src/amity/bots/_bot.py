"""What a bot is, what it may be able to do besides, and the list of levels."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from amity import games
from amity.errors import InvalidRequest
from amity.match import Action, Event
from amity.search import Budget, CancelFlag


class Bot(Protocol):
    """One player at one seat for one match."""

    def choose(self, view: Any, history: Sequence[Event]) -> Action:
        """The action for this moment; called only when it is the seat's turn.

        ``view`` is the game's view for the bot's own seat and ``history`` what that seat saw happen.
        """


class Advice(NamedTuple):
    """One action that may be chosen now, and what it is worth."""

    action: Action
    expected: float | None
    """What it is likely to bring the seat's side, less what it brings the others, in the game's own unit: points of
    this deal in Mate and Pinochle, b in Tarot, levels in Friends!. ``None``: not known."""


@runtime_checkable
class Adviser(Protocol):
    """A bot that can say what its choices are worth: the experts."""

    def advise(self, view: Any, history: Sequence[Event]) -> Sequence[Advice]:
        """The choices looked at, best first: at least one, and the first is what the bot would choose.

        View and history as for :meth:`Bot.choose`.
        """


@runtime_checkable
class Searcher(Protocol):
    """A bot that thinks as long as it is allowed to."""

    budget: Budget
    """For one decision; may be changed between decisions."""
    cancel: CancelFlag | None
    """When it is set, the bot answers with what it has, or raises :class:`amity.search.Cancelled`."""


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


def advise(bot: Bot, view: Any, history: Sequence[Event]) -> Sequence[Advice]:
    """What a bot would choose among, best first; its choice alone where it cannot say what its choices are worth."""
    if isinstance(bot, Adviser):
        return bot.advise(view, history)
    return [Advice(bot.choose(view, history), None)]


def same_action(one: Action, other: Action) -> bool:
    """Whether two actions do the same: cards that go together have no order, and how a lead is split is left open."""
    if type(one) is not type(other):
        return False
    cards, others = getattr(one, "cards", None), getattr(other, "cards", None)
    if cards is None or others is None:
        return one == other
    return sorted(cards) == sorted(others)


def levels(game: str) -> tuple[str, ...]:
    """The levels a game has, weakest first.

    :raises InvalidRequest: ``unknown_game``.
    """
    return tuple(sorted(_levels(game), key=_LEVEL_ORDER.index))


def _levels(game: str) -> Mapping[str, BotMaker]:
    games.get(game)
    found: Mapping[str, BotMaker] = importlib.import_module(f"amity.bots.{game}").LEVELS
    return found
