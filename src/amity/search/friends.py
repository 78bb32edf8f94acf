"""Choices in Friends! by compiled search. Rules: friends.

A search gets what a seat may know, its view and its history, and deals the hidden cards itself. Every candidate is
played to the end of the deal in sampled worlds by an informed policy, all in the same worlds, and those that fall
behind are given up. The first search of a process loads the compiled code (a second), the first ever compiles it (half
a minute): :func:`warm_up` does that ahead of time. Searches may run in several threads, one object each; they run
outside the interpreter lock.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from amity.errors import InvalidRequest
from amity.games.friends.actions import Bid, Bury, Call, Claim, FriendsAction, Play
from amity.games.friends.claims import unseen_copies
from amity.games.friends.observe import FriendsView, faces_in
from amity.games.friends.order import FACES, counts_of
from amity.games.friends.patterns import Pattern, default_split
from amity.games.friends.phases import BIDS, CALLS, COPIES, PASS, codes_of, play_of
from amity.games.friends.trick import strength_of
from amity.match import Event
from amity.search import _friends_moves as moves_of
from amity.search._budget import Budget, CancelFlag, spend
from amity.search._cache import load_kernel

INLINED: Final = (
    "amity.games.friends.bidding",
    "amity.games.friends.follow",
    "amity.games.friends.order",
    "amity.games.friends.throws",
    "amity.search._bits",
    "amity.search._friends_auction",
    "amity.search._friends_cards",
    "amity.search._friends_deal",
    "amity.search._friends_follow",
    "amity.search._friends_policy",
    "amity.search._friends_state",
    "amity.search._friends_worlds",
    "amity.search._questions",
)
"""The modules compiled into the kernel."""

_CHUNK: Final = 8
"""Worlds between two looks at which moves have fallen behind."""
_SMALL: Final = 4
"""The same while there are many moves."""
_MANY: Final = 12
_PRIOR_WORLDS: Final = 6
"""What is known of all candidates counts as so many worlds for each."""
_WORK_OF_A_NODE: Final = 10
"""Plays of four cards that take the time of one node."""
_WORLD_PRICE: Final = 15
"""Plays of four cards that a world takes the time of."""
_FAILURE_PRICE: Final = 5_000
"""Nodes that a world takes the time of when none was found that agrees with all facts."""
_OPTION_PRICE: Final = 70
"""Plays of four cards that a deal from the auction on takes the time of."""


class Choice(NamedTuple):
    """One action and what the search thinks of it."""

    action: FriendsAction
    worth: float
    """What the search maximises: levels ahead of the other players after this deal, points as a fine term."""
    points: float
    """Expected points of the seat's side in this deal beyond the 160 that divide the sides."""
    levels: float
    """Expected levels gained in this deal, less the mean of what the others gain."""
    weight: float
    """In how many of the sampled worlds it was tried, 0 to 1."""


class Settings(NamedTuple):
    """What can be varied for comparisons; the defaults play best."""

    informed: bool = True
    """Playouts by a sensible player, or random ones."""
    beliefs: bool = True
    """Let bids, burials and gifts of points say where cards are likely to lie."""
    caution: float = 1.5
    """Standard errors by which a move has to be better than the usual one, of many the best to look so."""
    trust: float = 0.03
    """Levels by which it has to be better beyond that."""
    give_up: float = 2.0
    """Standard errors behind the best at which a move is given up; the usual one at twice as many."""
    from_usual: bool = True
    """Do the usual where nothing is clearly better, or always what came out best."""


DEFAULTS: Final = Settings()
PLAIN: Final = Settings(informed=False, beliefs=False, from_usual=False)
"""Random playouts and uniform worlds, to compare with."""


class FriendsSearch:
    """A search with the memory it works in; for one thread at a time."""

    def __init__(self, seed: int, settings: Settings = DEFAULTS) -> None:
        import numpy as np

        self._kernel: Any = kernel()
        from amity.search._bits import new_chance
        from amity.search._friends_auction import MOMENT
        from amity.search._friends_state import STATE
        from amity.search._friends_worlds import KNOWLEDGE

        self.settings = settings
        self._seed = seed
        self._chance: Any = new_chance(seed)
        self.states: Any = np.zeros(8, STATE)
        """The moment to decide on, and room to play in."""
        self.knowledge: Any = np.zeros(1, KNOWLEDGE)
        """What is known of the hidden cards."""
        self._moment: Any = np.zeros(1, MOMENT)
        self._rewards: Any = np.zeros((3, 6))
        self.failed_worlds = 0
        """Worlds since the last question that failed some fact."""

    def choices(
        self,
        view: FriendsView,
        history: Sequence[Event],
        budget: Budget,
        cancel: CancelFlag | None = None,
        usual: FriendsAction | None = None,
        among: Sequence[FriendsAction] = (),
    ) -> list[Choice]:
        """What the seat in turn may do, best first; sensible candidates only, the ``usual`` action among them, or
        exactly what is to be chosen ``among``.

        The result depends on the question, the seed, the settings and the nodes of the budget alone. A deal played out
        from the first card is some six nodes, a world less than two.

        :raises InvalidRequest: ``not_your_turn`` when the view is not that of the seat in turn.
        :raises Cancelled: before there was any result.
        """
        if view.seat is None or view.seat != view.to_act:
            raise InvalidRequest("not_your_turn", seat=view.seat, to_act=view.to_act)
        self._begin(view.version)
        if not self.settings.from_usual:
            usual = None
        if isinstance(usual, Claim):
            # Whoever may claim the rest is sure of it.
            return [_only(usual)]
        if view.phase == "play":
            return self._choose_play(view, history, budget, cancel, usual, among)
        return self._choose_option(view, history, budget, cancel, usual, among)

    def worlds(
        self, view: FriendsView, history: Sequence[Event], count: int, seed: int
    ) -> list[tuple[tuple[int, ...], ...]]:
        """Cards that the seats, and the base, may hold now, as counts by face: ``count`` draws, each as likely as it
        should be by what is public.

        :raises InvalidRequest: ``no_world_fits`` when the view contradicts itself, or none was found.
        """
        from amity.search._bits import new_chance

        assert view.seat is not None
        self._chance = new_chance(seed)
        if not self.read(view, history):
            raise InvalidRequest("no_world_fits")
        found = []
        for _ in range(count):
            self.draw()
            world = self.knowledge[0]["copies"].tolist()
            world[view.seat] = view.hand_as_counts()
            if view.base is not None:
                world[-1] = counts_of(faces_in(view.base))
            found.append(tuple(tuple(counts) for counts in world))
        return found

    def draw(self) -> bool:
        """Deal the hidden cards of ``states[0]`` anew; ``False`` when no world was found that agrees with all facts."""
        return bool(self._kernel.draw(self.knowledge, self.states, self._chance))

    def _begin(self, moment: int) -> None:
        from amity.search._bits import new_chance

        self._chance = new_chance(self._seed * 1_000_003 + moment)
        self.failed_worlds = 0

    def read(self, view: FriendsView, history: Sequence[Event], *, beliefs: bool = False) -> bool:
        """Take up a moment with a first world; ``False`` when none was found that agrees with all facts."""
        from amity.search._friends_auction import PLAY_CARDS
        from amity.search._friends_reading import read_auction, read_hidden, read_play

        if view.phase == "play":
            read_play(view, self.states[0])
            self._moment[0]["phase"] = PLAY_CARDS
            self._moment[0]["seat"] = view.seat
        else:
            read_auction(view, self._moment[0], self.states[0])
        read_hidden(view, history, self.knowledge[0], beliefs=beliefs)
        return bool(self._kernel.prepare(self.knowledge, self.states, self._chance))

    def _choose_play(
        self,
        view: FriendsView,
        history: Sequence[Event],
        budget: Budget,
        cancel: CancelFlag | None,
        usual: FriendsAction | None,
        among: Sequence[FriendsAction],
    ) -> list[Choice]:
        from amity.search._friends_reading import write_action
        from amity.search._friends_state import MOST_PATTERNS

        order, hand, lead = view.order(), view.hand_as_counts(), view.lead()
        plays: dict[FriendsAction, tuple[Sequence[int], Sequence[Pattern]]] = {}
        if isinstance(usual, Play):
            named = _named(view, usual) if lead is None else ()
            if len(named) <= MOST_PATTERNS:
                plays[usual] = (faces_in(usual.cards), named)
            else:
                usual = None
        if among:
            for action in among:
                assert isinstance(action, Play)
                plays[action] = (faces_in(action.cards), _named(view, action) if lead is None else ())
        elif lead is None:
            for split in moves_of.leads(order, hand, _unseen(view, hand)):
                led = [face for pattern in split for face in pattern.cards()]
                plays.setdefault(play_of(order, led, split), (led, split))
        else:
            best = max(strength_of(lead, faces_in(played.cards)) for played in view.trick)
            for following in moves_of.follows(lead, hand, best):
                plays.setdefault(play_of(order, following), (following, ()))
        if len(plays) == 1:
            return [_only(next(iter(plays)))]
        options = _new_options(len(plays))
        for place, (faces, patterns) in enumerate(plays.values()):
            write_action(order, options[place], faces, patterns)
        self.read(view, history, beliefs=self.settings.beliefs)
        price = 6 + int(self.states[0]["left"]) // 4
        return self._weigh(view, list(plays), options, price, budget, cancel, usual is not None)

    def _choose_option(
        self,
        view: FriendsView,
        history: Sequence[Event],
        budget: Budget,
        cancel: CancelFlag | None,
        usual: FriendsAction | None,
        among: Sequence[FriendsAction],
    ) -> list[Choice]:
        """What to bid, bury or call."""
        found = dict.fromkeys(among or _options(view))
        actions = list(found if usual is None else {usual: None} | found)
        if len(actions) == 1:
            return [_only(actions[0])]
        options = _new_options(len(actions))
        for place, action in enumerate(actions):
            option = options[place]
            option["face"] = -1
            if isinstance(action, Bury):
                option["aside"] = counts_of(faces_in(action.cards))
            elif isinstance(action, (Bid, Call)):
                (option["face"],) = faces_in((action.card,))
                option["number"] = action.count if isinstance(action, Bid) else action.number
        self.read(view, history, beliefs=self.settings.beliefs)
        return self._weigh(view, actions, options, _OPTION_PRICE, budget, cancel, usual is not None)

    def _weigh(
        self,
        view: FriendsView,
        actions: Sequence[FriendsAction],
        options: Any,
        price: int,
        budget: Budget,
        cancel: CancelFlag | None,
        from_usual: bool,
    ) -> list[Choice]:
        """The actions ranked; ``price`` is the work of one tried in one world, in plays of four cards."""
        from amity.search._friends_reading import orders_of

        orders = orders_of(view.order().level)

        def weigh(live: Any, results: Any) -> int:
            failed = self._kernel.weigh(
                self._moment,
                self.knowledge,
                self.states,
                orders,
                options,
                live,
                self._chance,
                self.settings.informed,
                self._rewards,
                results,
            )
            self.failed_worlds += failed
            worlds, tried = results.shape[:2]
            return _FAILURE_PRICE * int(failed) + 1 + int(worlds * (_WORLD_PRICE + price * tried)) // _WORK_OF_A_NODE

        table = self._race(len(actions), weigh, budget, cancel, from_usual)
        return _ranked(actions, table, self.settings if from_usual else None)

    def _race(
        self,
        count: int,
        weigh: Callable[[Any, Any], int],
        budget: Budget,
        cancel: CancelFlag | None,
        from_usual: bool,
    ) -> Any:
        """Worths, points and levels of candidates by world, NaN where one was not tried. ``weigh`` fills in a table
        for some worlds and returns the nodes it took.
        """
        import numpy as np

        tables: list[Any] = []
        live = np.arange(count)
        done = 0

        def work(_units: int) -> int:
            nonlocal live, done
            # The more there are, the less a few more tell: a long search is not to look at them over and over.
            worlds = max(_SMALL if live.size > _MANY else _CHUNK, done // 16)
            results = np.empty((worlds, live.size, 3))
            nodes = weigh(live, results)
            done += worlds
            table = np.full((worlds, count, 3), np.nan)
            table[:, live] = results
            tables.append(table)
            give_up = np.full(live.size, self.settings.give_up)
            if from_usual:
                give_up[live == 0] *= 2
            live = _still_live(np.concatenate(tables)[:, :, 0], live, give_up)
            return budget.nodes if live.size == 1 else nodes

        spend(budget, 1, _CHUNK, work, cancel)
        return np.concatenate(tables)


def _still_live(worths: Any, live: Any, give_up: Any) -> Any:
    """Those of the candidates that may yet be the best."""
    import numpy as np

    tried = worths[:, live]
    worlds = len(tried)
    best = int(np.argmax(tried.mean(axis=0)))
    behind = tried[:, best, None] - tried
    # A variance of few worlds is drawn towards that of all candidates.
    variances = behind.var(axis=0)
    usual = variances.mean()
    errors = np.sqrt((variances * worlds + usual * _PRIOR_WORLDS) / (worlds + _PRIOR_WORLDS) / worlds)
    kept = behind.mean(axis=0) <= give_up * errors
    kept[best] = True
    return live[kept]


def _ranked(actions: Sequence[FriendsAction], table: Any, settings: Settings | None) -> list[Choice]:
    """Best first. With ``settings`` the first action is the usual one, and another must be that much better."""
    import numpy as np

    worths = table[:, :, 0]
    worlds = len(worths)
    tried = ~np.isnan(worths)
    rank = []
    found = []
    for place, action in enumerate(actions):
        rows = tried[:, place]
        count = int(rows.sum())
        mean = float(worths[rows, place].mean())
        points, levels = table[rows, place, 1:].mean(axis=0)
        found.append(Choice(action, mean, float(points), float(levels), count / worlds))
        if settings is None:
            rank.append((count, mean))
        else:
            both = rows & tried[:, 0]
            ahead = worths[both, place] - worths[both, 0]
            error = float(ahead.std()) / math.sqrt(int(both.sum()))
            later = rows & ~tried[:, 0]
            # A usual move that was given up is surely behind.
            needed = settings.caution * error + settings.trust if place else 0.0
            rank.append((count if later.any() else 0, float(ahead.mean()) - needed))
    order = sorted(range(len(found)), key=lambda place: rank[place], reverse=True)
    return [found[place] for place in order]


def _new_options(count: int) -> Any:
    import numpy as np

    from amity.search._friends_auction import OPTION

    return np.zeros(count, OPTION)


def _only(action: FriendsAction) -> Choice:
    return Choice(action, 0.0, 0.0, 0.0, 1.0)


def _options(view: FriendsView) -> list[FriendsAction]:
    """Bids, burials or calls to look at."""
    if view.phase == "bury":
        order = view.order()
        found = moves_of.burials(order, view.hand_as_counts())
        return [Bury(codes_of(order.sorted_faces(faces))) for faces in found]
    if view.phase == "call":
        calls = [(faces_in((card,))[0], number) for card, number in view.legal_calls]
        return [CALLS[face][number] for face, number in moves_of.calls(view.order(), view.hand_as_counts(), calls)]
    lowest: dict[str, int] = {}
    highest: dict[str, int] = {}
    for card, count in view.legal_bids:
        lowest[card] = min(count, lowest.get(card, COPIES))
        highest[card] = max(count, highest.get(card, 0))
    found_bids = [BIDS[faces_in((card,))[0]][count] for bids in (lowest, highest) for card, count in bids.items()]
    return [PASS, *found_bids]


def _named(view: FriendsView, play: Play) -> Sequence[Pattern]:
    """The patterns of a lead."""
    from amity.search._friends_reading import pattern_of

    if play.patterns is None:
        return default_split(view.order(), counts_of(faces_in(play.cards)))
    return [pattern_of(view.order(), cards) for cards in play.patterns]


def _unseen(view: FriendsView, hand: Sequence[int]) -> list[int]:
    played = [0] * FACES
    for card, count in view.played:
        played[faces_in((card,))[0]] = count
    return unseen_copies(hand, played, faces_in(view.base or ()))


def kernel() -> Any:
    """The compiled functions."""
    return load_kernel("amity.search._friends_kernel", INLINED)


def warm_up() -> None:
    """Load the compiled code, compiling it if this machine has not done so before. May take half a minute."""
    kernel()
