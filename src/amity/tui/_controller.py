"""A match of one person against bots, step by step, without a screen."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from amity import bots, tables
from amity.bots import Bot
from amity.errors import AmityError
from amity.games import Game
from amity.match import Action, Event, Match, View
from amity.text import error_message, message
from amity.tui._scene import Desk, Scene, desk

HINTS = 3
"""Choices that a hint names."""
SMALL = 10
"""Below this a tenth of a point is worth telling."""
SCORED = ("deal_scored", "game_scored", "deal_void")

Awaited = Literal["deal", "bot", "person", "nothing"]


@dataclass(frozen=True)
class Hint:
    """One choice that the best bot looked at."""

    action: Action
    words: str

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards of the hand that it takes."""
        card = getattr(self.action, "card", None)
        return tuple(getattr(self.action, "cards", () if card is None else (card,)))


@dataclass(frozen=True)
class Question:
    """What a bot is asked: all that its seat may know, taken at one moment."""

    seat: int
    bot: Bot
    view: View
    history: Sequence[Event]

    def answer(self) -> Action:
        """The bot's choice; takes as long as the bot does, and may be asked from another thread."""
        return self.bot.choose(self.view, self.history)


class Controller:
    """One person's seat at a match. Only :meth:`Question.answer` and what :meth:`hints` gives take long."""

    def __init__(self, game: Game, match: Match, seat: int, names: Sequence[str], opponents: Mapping[int, Bot]) -> None:
        self.game = game
        self.match = match
        self.seat = seat
        self.people = tables.People(names, seat, game.name)
        self.desk: Desk = desk(game.name)
        self.opponents = opponents
        self._table = tables.make(game.name, self.people)
        self._told = 0
        self._view: View | None = None
        self._cancel = threading.Event()
        self._advice = threading.Event()
        for bot in opponents.values():
            self._bind(bot, self._cancel)

    @property
    def view(self) -> Any:
        """What the person may know now, suggestions included."""
        if self._view is None or self._view.version != self.match.version:
            self._view = self.match.view(self.seat).with_help()
        return self._view

    @property
    def scene(self) -> Scene:
        """What is shown now."""
        return self.desk.scene(self.view, self.people)

    @property
    def awaited(self) -> Awaited:
        """Who or what acts next."""
        if self.match.over:
            return "nothing"
        if self.match.awaiting_deal:
            return "deal"
        return "person" if self.match.to_act == self.seat else "bot"

    def news(self) -> list[str]:
        """What has happened since this was asked last, in sentences."""
        events = self.match.history(self.seat)[self._told :]
        self._told = self.match.version
        return [line for event in events for line in self._table.sentences(event)]

    def deal(self) -> None:
        """Let chance take its step."""
        self.match.deal()

    def question(self) -> Question:
        """What the bot in turn is asked."""
        seat = self.match.to_act
        assert seat is not None, "a bot is in turn"
        return Question(seat, self.opponents[seat], self.match.view(seat), self.match.history(seat))

    def bot_acts(self, seat: int, action: Action) -> None:
        """Carry out what a bot has answered."""
        self.match.apply(seat, action)

    def act(self, action: Action) -> str | None:
        """Carry out what the person has chosen; the sentence that says why not when it is refused."""
        try:
            self.match.apply(self.seat, action)
        except AmityError as error:
            return error_message(error, names=self.people.names, pack=self.people.pack)
        self._advice.set()
        return None

    def ways(self, cards: tuple[str, ...]) -> Sequence[Action]:
        """What choosing these cards can mean, the usual meaning first."""
        return self.desk.ways(self.view, cards)

    def named(self, action: Action) -> str:
        """One of the :meth:`ways` in words, before it is sent."""
        return self.desk.named(self.view, action, self.people)

    def adviser(self) -> Question:
        """The question for :meth:`hints`, asked of the best bot there is; the person's next action ends its search."""
        name = self.game.name
        bot = bots.make(name, bots.levels(name)[-1], self.match.version)
        self._advice = self._bind(bot, threading.Event())
        return Question(self.seat, bot, self.match.view(self.seat), self.match.history(self.seat))

    def hints(self, question: Question) -> list[Hint]:
        """What the best bot would choose among, best first; may be asked from another thread."""
        name = self.game.name
        hints = []
        for action, expected in bots.advise(question.bot, question.view, question.history)[:HINTS]:
            words = self.people.action(action)
            if expected is not None:
                shown = f"{expected:+.1f}" if abs(expected) < SMALL else f"{expected:+.0f}"
                worth = message(f"client.hint.worth.{name}", {"worth": shown.replace("-", "−")})
                words = message("client.hint.choice", {"action": words, "worth": worth})
            hints.append(Hint(action, words))
        return hints

    def score_sheets(self) -> list[list[str]]:
        """The sheet of every deal so far, in lines."""
        table = tables.make(self.game.name, self.people)
        told = [(event, list(table.sentences(event))) for event in self.match.history(self.seat)]
        return [lines for event, lines in told if event.__struct_config__.tag in SCORED]

    @property
    def at_score(self) -> bool:
        """Whether the last that happened is a score, or a deal that was not played."""
        tags = (event.__struct_config__.tag for event in reversed(self.match.events))
        return next((tag for tag in tags if tag != "match_ended"), "") in SCORED

    def stop(self) -> None:
        """Tell every search that nobody waits for it any more."""
        self._cancel.set()
        self._advice.set()

    def _bind(self, bot: Bot, cancel: threading.Event) -> threading.Event:
        if isinstance(bot, bots.Searcher):
            bot.cancel = cancel
        return cancel
