"""Matches as PettingZoo environments (AEC: one agent acts at a time)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from statistics import fmean
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from amity import games
from amity.env._coding import Coding, Tokens
from amity.env._friends import FriendsCoding
from amity.env._layout import Floats
from amity.env._mate import MateCoding
from amity.env._pinochle import PinochleCoding
from amity.env._tarot import TarotCoding
from amity.errors import InvalidOptions
from amity.match import Action, Event, Match, View
from amity.shuffle import MatchRandom

Episode: TypeAlias = Literal["deal", "match"]
"""``deal``: one deal, dealt again until somebody plays it (in Mate: one game); ``match``: a whole match."""
Reward: TypeAlias = Literal["score", "relative", "win"]
"""``score``: what each deal adds to the seat's total (points; in Friends! levels), when the deal is scored;
``relative``: that less the mean of all seats'; ``win``: at the end of the episode 1 for the first place, -1 for the
last, evenly between.
"""
Observation: TypeAlias = dict[str, Any]
"""``observation``: float32 of shape ``(layout.size,)``; ``action_mask``: int8 of shape ``(number of tokens,)``."""

CODINGS: Final[Mapping[str, Callable[[int], Coding[Any]]]] = {
    "mate": MateCoding,
    "pinochle": PinochleCoding,
    "tarot": TarotCoding,
    "friends": FriendsCoding,
}
"""By game, for a number of seats."""
_SCORED: Final = frozenset({"DealScored", "GameScored"})
_VERSION: Final = 0
"""Raised by any change of rules, observations, actions or rewards; the old number then no longer exists."""


@cache
def coding(game: str, seats: int = 0) -> Coding[Any]:
    """The tokens and the layout of the observations of a game; ``seats`` 0 is its usual number.

    :raises InvalidRequest: ``unknown_game``.
    :raises InvalidOptions: ``wrong_seats``.
    """
    found = games.get(game)
    seats = seats or usual_seats(found)
    if seats not in found.seat_counts:
        raise InvalidOptions("wrong_seats", game=game, seats=seats, allowed=list(found.seat_counts))
    return CODINGS[game](seats)


def usual_seats(game: games.Game) -> int:
    """Four where the game allows it, else its only number."""
    return 4 if 4 in game.seat_counts else game.seat_counts[0]


class MatchEnv(AECEnv[str, Observation, int], EzPickle):  # type: ignore[misc]
    """A match as an environment. Agents are ``seat_0``, ``seat_1`` …

    An action of the environment is one token (see :class:`amity.env.Coding`): while an action of several tokens is
    being spelled the same agent stays in turn, and nobody else can see what it selects. Deals are chance: they happen
    between the steps, from the seed alone.

    :raises InvalidOptions: for options, presets or numbers of seats that do not exist.
    """

    def __init__(
        self,
        game: str,
        seats: int = 0,
        *,
        preset: str = "",
        options: Mapping[str, Any] | None = None,
        episode: Episode = "deal",
        reward: Reward = "score",
        render_mode: Literal["ansi"] | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            game,
            seats,
            preset=preset,
            options=options,
            episode=episode,
            reward=reward,
            render_mode=render_mode,
        )
        super().__init__()
        for name, value, allowed in (
            ("episode", episode, ("deal", "match")),
            ("reward", reward, ("score", "relative", "win")),
            ("render_mode", render_mode, (None, "ansi")),
        ):
            if value not in allowed:
                raise InvalidOptions("bad_option", option=name, value=value, reason=f"one of {allowed}")
        self._game = games.get(game)
        self._options = games.parse_options(self._game, preset, options)
        self.coding = coding(game, seats)
        self._episode = episode
        self._reward = reward
        self.render_mode = render_mode
        self.metadata = {"name": f"{game}_v{_VERSION}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.coding.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, tokens = self.coding.layout.size, len(self.coding.tokens)
        space = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (tokens,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(tokens) for agent in self.possible_agents}
        self._numbers = np.random.default_rng()
        self._match: Match | None = None
        self._spelled: Tokens = ()
        self._totals: tuple[int, ...] = ()
        self._first_totals: tuple[int, ...] = ()

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The same object at every call, as PettingZoo asks."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same object at every call, as PettingZoo asks."""
        return self.action_spaces[agent]

    @property
    def match(self) -> Match:
        """The match being played, hidden things included: for analysis, never for an agent.

        :raises RuntimeError: before the first :meth:`reset`.
        """
        if self._match is None:
            raise RuntimeError("reset the environment first")
        return self._match

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new episode. The same seed gives the same cards; without one the last seed's row goes on."""
        if seed is not None:
            self._numbers = np.random.default_rng(seed)
        chance = MatchRandom.from_number(int(self._numbers.integers(2**53)))
        self._match = self._game.new_match(self._options, self.coding.seats, chance)
        self._spelled = ()
        self._totals = self._first_totals = tuple(self._match.totals)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        """Take one token of the agent in turn.

        :raises IllegalAction: ``token_not_allowed`` outside the mask; the match is unchanged.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        match, seat = self.match, self._seat[agent]
        token = -1 if action is None else int(action)
        view = match.view(seat)
        self.coding.check(view, self._spelled, token)
        spelled = (*self._spelled, token)
        whole = self.coding.read(view, spelled)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if whole is None:
            self._spelled = spelled
            self._mask(agent)
        else:
            self._carry_out(match, seat, whole)
        self._accumulate_rewards()

    def _carry_out(self, match: Match, seat: int, action: Action) -> None:
        self._spelled = ()
        events = match.apply(seat, action)
        scored = any(type(event).__name__ in _SCORED for event in events)
        over = match.over or (scored and self._episode == "deal")
        self._pay(match, over)
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            for agent in self.agents:
                self._mask(agent)
        else:
            self._go_on()

    def _go_on(self) -> None:
        """Deal if that is next, and select whoever is in turn."""
        match = self.match
        while match.awaiting_deal:
            match.deal()
        assert match.to_act is not None
        self.agent_selection = self.possible_agents[match.to_act]
        for agent in self.agents:
            self._mask(agent)

    def _pay(self, match: Match, over: bool) -> None:
        totals = tuple(match.totals)
        gains = [after - before for before, after in zip(self._totals, totals, strict=True)]
        self._totals = totals
        if self._reward == "relative":
            mean = fmean(gains)
            paid = [gain - mean for gain in gains]
        elif self._reward == "score":
            paid = [float(gain) for gain in gains]
        elif over:
            paid = self._places(match)
        else:
            paid = [0.0] * self.coding.seats
        for agent in self.agents:
            self.rewards[agent] = paid[self._seat[agent]]

    def _places(self, match: Match) -> list[float]:
        if match.result is not None:
            places = list(match.result.places)
        else:
            # A single deal: by what it brought.
            gains = [after - before for before, after in zip(self._first_totals, match.totals, strict=True)]
            places = [1 + sum(other > gain for other in gains) for gain in gains]
        last = max(places)
        return [1.0 - 2.0 * (place - 1) / (last - 1) if last > 1 else 0.0 for place in places]

    def _mask(self, agent: str) -> None:
        """Put the mask of an agent into its info: all zeros when it is not in turn."""
        mask: npt.NDArray[np.int8] = np.zeros(len(self.coding.tokens), np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            mask[list(self.coding.legal(self.match.view(self._seat[agent]), self._spelled))] = 1
        self.infos[agent] = {"action_mask": mask}

    def observe(self, agent: str) -> Observation:
        """What the seat sees, as numbers; what another one is spelling is not in it."""
        seat = self._seat[agent]
        spelled = self._spelled if agent == self.agent_selection else ()
        observation = observe(self.coding, self.match.view(seat), self.match.history(seat), spelled)
        return {"observation": observation, "action_mask": self.infos[agent]["action_mask"]}

    def spell(self, action: Action) -> Tokens:
        """The tokens of an action of the agent in turn, to be stepped one after the other."""
        view: View = self.match.view(self._seat[self.agent_selection])
        return self.coding.spell(view, action)

    def render(self) -> str | None:
        """The match so far as the lines of its record, hidden cards hidden; ``None`` without a ``render_mode``."""
        if self.render_mode is None:
            return None
        events: tuple[Event, ...] = self.match.history(None)
        return "\n".join(self._game.notation.write_events(events, self.coding.seats))

    def close(self) -> None:
        """Nothing is held open."""


def observe(coding: Coding[Any], view: View, history: tuple[Event, ...], spelled: Tokens = ()) -> Floats:
    """A view and a seat's history as an array of shape ``(coding.layout.size,)``."""
    observation: Floats = np.zeros(coding.layout.size, np.float32)
    coding.fill(coding.layout.split(observation), view, history, spelled)
    return observation


def wrapped(environment: MatchEnv) -> Any:
    """The environment with PettingZoo's usual guards: who acts out of turn is told, who acts illegally loses 1."""
    guarded: Any = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    guarded = wrappers.AssertOutOfBoundsWrapper(guarded)
    return wrappers.OrderEnforcingWrapper(guarded)
