"""Players by name: a level and what it may be told."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from amity import bots
from amity.bots import Bot, BotMaker, Searcher
from amity.errors import InvalidRequest
from amity.match import Action, Event
from amity.search import Budget

OPENSPIEL: Final = "openspiel"
"""OpenSpiel's information-set search as a player of Pinochle and Tarot, for comparisons (extra ``openspiel``)."""


@dataclass(frozen=True)
class Player:
    """One kind of player of a game: ``level`` or ``level:setting=value,setting=value``.

    ============== ===================================================================================
    ``nodes=5000`` the search ends after so many nodes: equal results everywhere
    ``time=0.05``  the search ends after so many seconds: results depend on the machine
    ``search=plain`` information-set search with random playouts and uniform worlds, for comparison
    ``auction=club`` another level decides until the cards are played
    ``play=club``  another level plays the cards
    ``iterations=100`` so many iterations of OpenSpiel's search
    ============== ===================================================================================

    The first three are for players that search. Besides the levels of a game there is :data:`OPENSPIEL`.
    """

    game: str
    level: str
    settings: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, game: str, text: str) -> Player:
        """The player that a text names.

        :raises InvalidRequest: ``unknown_game``, ``unknown_level``, ``unknown_player_setting``,
            ``bad_player_setting`` or ``extra_needed``.
        """
        level, _, rest = text.strip().partition(":")
        settings = []
        for setting in rest.split(",") if rest else ():
            name, _, value = setting.partition("=")
            settings.append((name.strip(), value.strip()))
        player = cls(game, level.strip(), tuple(settings))
        player.maker()
        return player

    @property
    def name(self) -> str:
        """The text that :meth:`parse` reads."""
        if not self.settings:
            return self.level
        return f"{self.level}:{','.join(f'{name}={value}' for name, value in self.settings)}"

    def maker(self) -> BotMaker:
        """What makes this player's bots. Errors as :meth:`parse`."""
        make = _openspiel(self.game) if self.level == OPENSPIEL else bots.maker(self.game, self.level)
        known = _known_settings(self.game, make)
        chosen = dict(self.settings)
        for name, value in self.settings:
            if name not in known:
                raise InvalidRequest(
                    "unknown_player_setting", setting=name, player=self.level, game=self.game, settings=list(known)
                )
            if not known[name](self.game, value):
                raise InvalidRequest("bad_player_setting", setting=name, value=value)
        budget = _budget(chosen)
        keywords: dict[str, Any] = {"settings": _plain(self.game)} if "search" in chosen else {}
        keywords |= {"iterations": int(chosen["iterations"])} if "iterations" in chosen else {}

        def player(seed: int) -> Bot:
            bot: Bot = make(seed, **keywords)
            if budget is not None and isinstance(bot, Searcher):
                bot.budget = budget
            return bot

        if "auction" not in chosen and "play" not in chosen:
            return player
        before = bots.maker(self.game, chosen["auction"]) if "auction" in chosen else player
        play = bots.maker(self.game, chosen["play"]) if "play" in chosen else player
        return lambda seed: _Halves(before(seed), play(seed))


class _Halves:
    """One player until the cards are played, another then: to see where points come from."""

    def __init__(self, before: Bot, play: Bot) -> None:
        self._before, self._play = before, play

    def choose(self, view: Any, history: Sequence[Event]) -> Action:
        """The choice of the half whose turn it is."""
        return (self._play if view.phase == "play" else self._before).choose(view, history)


def _openspiel(game: str) -> BotMaker:
    """The maker of OpenSpiel's players.

    :raises InvalidRequest: ``extra_needed``, or ``unknown_level`` for a game without such a player.
    """
    try:
        from amity.env.openspiel import SPIEL_BOT_GAMES, SpielBot
    except ModuleNotFoundError as error:
        raise InvalidRequest("extra_needed", extra="openspiel", module=str(error.name)) from None
    if game not in SPIEL_BOT_GAMES:
        raise InvalidRequest("unknown_level", game=game, level=OPENSPIEL, levels=list(bots.levels(game)))

    def openspiel(seed: int, iterations: int = 100) -> Bot:
        return SpielBot(game, seed, iterations)

    return openspiel


def _known_settings(game: str, make: BotMaker) -> Mapping[str, Any]:
    """By name of setting, the test of its value."""
    known: dict[str, Any] = {}
    if isinstance(make(0), Searcher):
        known |= {"nodes": _is_number, "time": _is_time}
    told = inspect.signature(make).parameters
    if "settings" in told and _plain(game) is not None:
        known["search"] = _is_plain
    if "iterations" in told:
        known["iterations"] = _is_number
    return known | {"auction": _is_level, "play": _is_level}


def _plain(game: str) -> Any:
    """The settings of a game's search that make it the plain one; ``None`` when it has none."""
    return getattr(importlib.import_module(f"amity.search.{game}"), "PLAIN", None)


def _budget(chosen: Mapping[str, str]) -> Budget | None:
    limits: dict[str, Any] = {}
    if "nodes" in chosen:
        limits["nodes"] = int(chosen["nodes"])
    if "time" in chosen:
        limits["seconds"] = float(chosen["time"])
    return Budget(**limits) if limits else None


def _is_number(game: str, value: str) -> bool:
    return value.isascii() and value.isdigit() and 1 <= len(value) <= 12 and int(value) > 0


def _is_time(game: str, value: str) -> bool:
    try:
        return 0 < float(value) <= 3600
    except ValueError:
        return False


def _is_plain(game: str, value: str) -> bool:
    return value == "plain"


def _is_level(game: str, value: str) -> bool:
    return value in bots.levels(game)
