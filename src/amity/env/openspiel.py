"""Mate, Pinochle and Tarot as games of OpenSpiel (extra ``openspiel``).

    >>> import pyspiel
    >>> import amity.env.openspiel  # registers the games
    >>> game = pyspiel.load_game("amity_tarot(players=3)")

One deal is a game (in Mate: one game of the match); a deal that nobody plays ends with returns of 0. Each card dealt is
a chance node. Actions are the tokens of :mod:`amity.env`, so the tensors of OpenSpiel's observers and the masks are
the same as those of the environments. Parameters: ``preset``, and for Tarot ``players``.

OpenSpiel's information-set search needs worlds that fit what a player knows: :func:`resample` draws them with our own
sampler, give it to ``ISMCTSBot.set_resampler``. :class:`SpielBot` does so and plays at our tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
import pyspiel

from amity import games
from amity.cards import PACKS
from amity.env._coding import Coding, Tokens, since_last_deal
from amity.env._environment import coding, observe
from amity.errors import InvalidRequest
from amity.games import mate, pinochle
from amity.games.pinochle.observe import sorted_codes as pinochle_codes
from amity.games.tarot.actions import Discard
from amity.games.tarot.dealing import DOG_SIZE, HAND_SIZE
from amity.games.tarot.events import CardPlayed, Discarded
from amity.games.tarot.events import Dealt as TarotDealt
from amity.games.tarot.phases import codes_of as tarot_codes
from amity.games.tarot.play import faces_of
from amity.match import Action, Event, Match, Options


class _Rules(NamedTuple):
    """What OpenSpiel wants to know of a game beforehand."""

    name: str
    players: tuple[int, ...]
    hand: Callable[[int], int]
    """Cards of a hand, by number of players."""
    aside: Callable[[int], int]
    """Cards that nobody gets."""
    dealt: Callable[[Sequence[tuple[str, ...]], tuple[str, ...], int], Event]
    """The event that deals these hands, given what is laid aside and who deals."""
    lowest: float
    highest: float
    decisions: int
    """More tokens than a deal ever takes."""
    information: Any
    utility: Any


_SEQUENTIAL: Final = pyspiel.GameType.Dynamics.SEQUENTIAL
_IMPERFECT: Final = pyspiel.GameType.Information.IMPERFECT_INFORMATION
_PERFECT: Final = pyspiel.GameType.Information.PERFECT_INFORMATION
_GENERAL_SUM: Final = pyspiel.GameType.Utility.GENERAL_SUM
_ZERO_SUM: Final = pyspiel.GameType.Utility.ZERO_SUM

_GAMES: Final = {
    "mate": _Rules(
        "Mate",
        (2,),
        lambda players: 10,
        lambda players: 0,
        lambda hands, aside, dealer: mate.Dealt(1, dealer, (hands[0], hands[1]), swapped=False),
        0.0,
        242.0,
        30,
        _PERFECT,
        _GENERAL_SUM,
    ),
    "pinochle": _Rules(
        "Pinochle",
        (4,),
        lambda players: 12,
        lambda players: 0,
        lambda hands, aside, dealer: pinochle.Dealt(1, dealer, tuple(hands)),
        -3000.0,
        6000.0,
        1300,
        _IMPERFECT,
        _GENERAL_SUM,
    ),
    "tarot": _Rules(
        "Tarot",
        (3, 4, 5),
        HAND_SIZE.__getitem__,
        DOG_SIZE.__getitem__,
        lambda hands, aside, dealer: TarotDealt(1, dealer, tuple(hands), aside, True, None, None),
        # 91 points and the petit at six times, two triple handfuls of the rest, the slam, paid by four.
        -6000.0,
        6000.0,
        220,
        _IMPERFECT,
        _ZERO_SUM,
    ),
}


class _Table:
    """What a state holds. Copied by replaying its events: OpenSpiel copies states often."""

    def __init__(self, match: Match, dealer: int, pack: Counter[int], dealt: list[int], spelled: Tokens) -> None:
        self.match = match
        self.dealer = dealer
        self.coding = coding(match.game, match.seats)
        self.rules = _GAMES[match.game]
        self.pack = pack
        self.dealt = dealt
        self.spelled = spelled

    def __deepcopy__(self, memo: dict[int, Any]) -> _Table:
        return _table_of(*self._parts())

    def __reduce__(self) -> tuple[Any, ...]:
        return _table_of, self._parts()

    def _parts(self) -> tuple[Any, ...]:
        match = self.match
        pack = self.pack.copy()
        return match.game, match.options, match.seats, (*match.events,), self.dealer, pack, [*self.dealt], self.spelled

    @property
    def dealing(self) -> bool:
        """Whether cards are still to be dealt."""
        return bool(self.pack)

    @property
    def over(self) -> bool:
        """Whether the deal has been played."""
        return not self.pack and self.match.to_act is None

    def deal(self, face: int) -> None:
        """Deal the next card: the hands seat by seat, then what is laid aside."""
        self.pack[face] -= 1
        if not self.pack[face]:
            del self.pack[face]
        self.dealt.append(face)
        if self.pack:
            return
        codes = [self.coding.faces[face] for face in self.dealt]
        seats, size = self.coding.seats, self.rules.hand(self.coding.seats)
        hands = [tuple(codes[size * seat : size * (seat + 1)]) for seat in range(seats)]
        self.begin(hands, tuple(codes[size * seats :]))

    def begin(self, hands: Sequence[tuple[str, ...]], aside: tuple[str, ...]) -> None:
        """Give the match its hands."""
        self.pack.clear()
        self.match.fold(self.rules.dealt(hands, aside, self.dealer))
        for event in self.match.after_deal():
            self.match.fold(event)

    def take(self, token: int) -> None:
        """Take one token of the seat in turn."""
        assert self.match.to_act is not None
        view = self.match.view(self.match.to_act)
        self.spelled = (*self.spelled, token)
        action = self.coding.read(view, self.spelled)
        if action is not None:
            self.spelled = ()
            self.match.apply(self.match.to_act, action)


def _table_of(
    game: str,
    options: Options,
    seats: int,
    events: Sequence[Event],
    dealer: int,
    pack: Counter[int],
    dealt: list[int],
    spelled: Tokens,
) -> _Table:
    return _Table(games.get(game).match_type.replay(options, seats, events), dealer, pack, dealt, spelled)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One deal of a game of ours as a game of OpenSpiel."""

    def __init__(self, game: str, params: dict[str, Any]) -> None:
        rules = _GAMES[game]
        players = int(params.get("players", _usual_players(rules)))
        self.coding = coding(game, players)
        self.options = games.parse_options(games.get(game), str(params.get("preset", "")))
        self.dealer = players - 1
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.coding.tokens),
            max_chance_outcomes=len(PACKS[game].codes),
            num_players=players,
            min_utility=rules.lowest,
            max_utility=rules.highest,
            utility_sum=0.0 if rules.utility == _ZERO_SUM else None,
            max_game_length=rules.decisions,
        )
        super().__init__(_game_type(game), info, params)

    def new_initial_state(self) -> SpielState:
        """A deal before its first card."""
        pack = PACKS[self.coding.game]
        match = games.get(self.coding.game).new_match(self.options, self.coding.seats)
        cards = Counter(dict.fromkeys(range(len(pack.codes)), pack.copies))
        return SpielState(self, _Table(match, self.dealer, cards, [], ()))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """See OpenSpiel's ``observation.py``."""
        return SpielObserver(self.coding)


def _usual_players(rules: _Rules) -> int:
    return 4 if 4 in rules.players else rules.players[0]


@cache
def _game_type(game: str) -> Any:
    rules = _GAMES[game]
    return pyspiel.GameType(
        short_name=f"amity_{game}",
        long_name=f"{rules.name} (Amity)",
        dynamics=_SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=rules.information,
        utility=rules.utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.players[-1],
        min_num_players=rules.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": _usual_players(rules), "preset": ""},
    )


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a deal."""

    def __init__(self, game: Any, table: _Table) -> None:
        super().__init__(game)
        self.table = table

    def current_player(self) -> int:
        """The seat in turn, chance, or the end."""
        if self.table.dealing:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.table.match.to_act
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        table = self.table
        return sorted(table.coding.legal(table.match.view(player), table.spelled))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces left in the pack, each as likely as it has copies."""
        left = self.table.pack.total()
        return [(face, copies / left) for face, copies in sorted(self.table.pack.items())]

    def _apply_action(self, action: int) -> None:
        if self.table.dealing:
            self.table.deal(action)
        else:
            self.table.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self.table.coding.faces[action]}"
        return self.table.coding.tokens[action]

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.table.over

    def returns(self) -> list[float]:
        """What the deal added to the total of each seat."""
        return [float(total) for total in self.table.match.totals]

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen, as the lines of a record, and what he is spelling."""
        seat = self.current_player() if player is None else player
        table = self.table
        lines = games.get(table.coding.game).notation.write_events(table.match.history(seat), table.coding.seats)
        own = table.spelled if seat == table.match.to_act else ()
        return "\n".join([f"seat {seat}", *lines, *(table.coding.tokens[token] for token in own)])

    def observation_string(self, player: int | None = None) -> str:
        """The same as the information state: nobody forgets."""
        return self.information_state_string(player)

    def __str__(self) -> str:
        table = self.table
        if table.dealing:
            return " ".join(["dealing", *(table.coding.faces[face] for face in table.dealt)])
        return "\n".join(games.get(table.coding.game).notation.write_events(table.match.events, table.coding.seats))


class SpielObserver:
    """The observations of :mod:`amity.env` for OpenSpiel's observer protocol."""

    def __init__(self, coding: Coding[Any]) -> None:
        self._coding = coding
        self.tensor = np.zeros(coding.layout.size, np.float32)
        self.dict = coding.layout.split(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into ``tensor`` and the named parts of ``dict``."""
        match = state.table.match
        own = state.table.spelled if player == match.to_act else ()
        if state.table.dealing:
            self.tensor[:] = 0
        else:
            self.tensor[:] = observe(self._coding, match.view(player), match.history(player), own)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player has seen as text."""
        return state.information_state_string(player)


def resample(state: SpielState, player: int, seed: int = 0) -> SpielState:
    """A state in which the player has seen the same and the hidden cards are dealt anew, by our own world sampler.

    :raises InvalidRequest: ``no_world_fits`` when the history contradicts itself.
    """
    match = state.table.match
    spelled = state.table.spelled if player == match.to_act else ()
    return world_state(state.get_game(), match.view(player), match.history(player), seed, spelled)


def world_state(game: SpielGame, view: Any, history: Sequence[Event], seed: int, spelled: Tokens = ()) -> SpielState:
    """A state in which the seat of a view has seen just what it has, in one of the worlds that it may be in.

    :raises InvalidRequest: ``no_world_fits`` when the view contradicts itself.
    """
    table = game.new_initial_state().table
    seen = since_last_deal(history)
    hands, aside, discard = _WORLDS[game.coding.game](view, seen, seed)
    # A player knows in which order he received his cards.
    own = seen[0].hands[view.seat]  # type: ignore[attr-defined]
    table.begin([own if seat == view.seat else tuple(hand) for seat, hand in enumerate(hands)], tuple(aside))
    for event in seen:
        done = event.action()
        if done is not None:
            table.match.apply(*done)
        elif isinstance(event, Discarded):
            table.match.apply(event.seat, Discard(tuple(discard)))
    table.spelled = spelled
    return SpielState(game, table)


_World = tuple[Sequence[Sequence[str]], Sequence[str], Sequence[str]]
"""The hands dealt, the dog, the discard."""


def _mate_world(view: Any, seen: Sequence[Event], seed: int) -> _World:
    """Nothing is hidden."""
    dealt = seen[0]
    assert isinstance(dealt, mate.Dealt)
    return dealt.hands, (), ()


def _pinochle_world(view: Any, seen: Sequence[Event], seed: int) -> _World:
    (world,) = _search("pinochle").worlds(view, seen, 1, seed)
    hands = [list(pinochle_codes(hand)) for hand in world]
    for event in seen:
        if isinstance(event, pinochle.CardPlayed):
            hands[event.seat].append(event.card)
    return hands, (), ()


def _tarot_world(view: Any, seen: Sequence[Event], seed: int) -> _World:
    ((world, aside),) = _search("tarot").worlds(view, seen, 1, seed)
    hands = [list(tarot_codes(faces_of(hand))) for hand in world]
    for event in seen:
        if isinstance(event, CardPlayed):
            hands[event.seat].append(event.card)
    laid = tarot_codes(faces_of(aside))
    if view.dog is None:
        return hands, laid, ()
    hands[view.taker] = [card for card in [*hands[view.taker], *laid] if card not in view.dog]
    return hands, view.dog, laid


_WORLDS: Final[dict[str, Callable[[Any, Sequence[Event], int], _World]]] = {
    "mate": _mate_world,
    "pinochle": _pinochle_world,
    "tarot": _tarot_world,
}


@cache
def _search(game: str) -> Any:
    """A search to draw worlds with; made once, since it takes megabytes."""
    if game == "pinochle":
        from amity.search.pinochle import PinochleSearch

        return PinochleSearch(0)
    from amity.search.tarot import TarotSearch

    return TarotSearch(0)


SPIEL_BOT_GAMES: Final = ("pinochle", "tarot")
"""The games that :class:`SpielBot` plays."""


class SpielBot:
    """OpenSpiel's information-set tree search at our tables, for comparisons; a :class:`amity.bots.Bot`.

    It plays for the score of the deal, by random playouts, in worlds drawn by our sampler.

    :raises InvalidRequest: ``unknown_game`` for any but Pinochle and Tarot.
    """

    def __init__(self, game: str, seed: int, iterations: int = 100, exploration: float = 100.0) -> None:
        if game not in SPIEL_BOT_GAMES:
            raise InvalidRequest("unknown_game", game=game, games=list(SPIEL_BOT_GAMES))
        self._name = f"amity_{game}"
        self._seed = seed
        self._iterations = iterations
        self._exploration = exploration

    def choose(self, view: Any, history: Sequence[Event]) -> Action:
        """See :class:`amity.bots.Bot`."""
        from open_spiel.python.algorithms.ismcts import ISMCTSBot
        from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

        seats = len(view.hand_counts)
        game = pyspiel.load_game(self._name, {"players": seats})
        game.options, game.dealer = view.options, view.dealer
        numbers = np.random.RandomState((self._seed * 1_000_003 + view.version) % 2**32)
        search = ISMCTSBot(
            game,
            RandomRolloutEvaluator(1, numbers),
            self._exploration,
            self._iterations,
            random_state=numbers,
            allow_inconsistent_action_sets=True,
        )
        search.set_resampler(lambda state, player: resample(state, player, int(numbers.randint(2**31))))
        state = world_state(game, view, history, int(numbers.randint(2**31)))
        version = state.table.match.version
        # An action of several tokens is searched for token by token.
        while True:
            spelled = (*state.table.spelled, int(search.step(state)))
            action = game.coding.read(view, spelled)
            if action is not None:
                return action  # type: ignore[no-any-return]
            state.table.spelled = spelled
            assert state.table.match.version == version


class _MateGame(SpielGame):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("mate", params or {})


class _PinochleGame(SpielGame):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("pinochle", params or {})


class _TarotGame(SpielGame):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("tarot", params or {})


for _class, _game in ((_MateGame, "mate"), (_PinochleGame, "pinochle"), (_TarotGame, "tarot")):
    pyspiel.register_game(_game_type(_game), _class)
