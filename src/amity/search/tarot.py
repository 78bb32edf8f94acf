"""Choices in Tarot by compiled search. Rules: tarot.

A search gets what a seat may know, its view and its history, and deals the hidden cards itself. The first search of a
process loads the compiled code (a second), the first ever compiles it (some twenty seconds): :func:`warm_up` does that
ahead of time. Searches may run in several threads, one object each; they run outside the interpreter lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from amity.errors import InvalidRequest
from amity.games.tarot import Handful, Play, TarotAction, TarotView
from amity.games.tarot.actions import CONTRACTS
from amity.games.tarot.handfuls import HANDFULS
from amity.games.tarot.phases import PLAYS
from amity.match import Event
from amity.search._budget import Budget, CancelFlag, spend
from amity.search._cache import load_kernel
from amity.search._tarot_plans import Plan, plans_for

INLINED: Final = (
    "amity.games.tarot.bidding",
    "amity.games.tarot.dealing",
    "amity.games.tarot.handfuls",
    "amity.games.tarot.play",
    "amity.games.tarot.scoring",
    "amity.search._bits",
    "amity.search._playout",
    "amity.search._questions",
    "amity.search._tarot_auction",
    "amity.search._tarot_plans",
    "amity.search._tarot_policy",
    "amity.search._tarot_state",
    "amity.search._tarot_weights",
    "amity.search._tarot_worlds",
    "amity.search._tree",
)
"""The modules compiled into the kernel."""

TREE_NODES: Final = 1 << 19
"""The tree stops growing here: 20 MB."""
FIRST_TRIES: Final = 1 << 20
"""Deals tried for the first world; later ones may fail without harm."""

_CHUNK: Final = 500
_PLAN_CHUNK: Final = 64
_FIRST_CUT: Final = 24
"""Worlds after which the worse half of many plans is given up; the next cut comes after twice as many."""
_FEW: Final = 4
"""So many plans are all kept."""
_HANDFUL_WORLDS: Final = 200


class Choice(NamedTuple):
    """One action and what the search thinks of it."""

    action: TarotAction
    worth: float
    """What the search maximises: expected points b for the seat's side."""
    points: float
    """Expected score of the seat in this deal."""
    weight: float
    """How much of the search went into it, 0 to 1."""


class Settings(NamedTuple):
    """What can be varied for comparisons; the defaults play best."""

    informed: bool = True
    """Playouts by a sensible player, or random ones."""
    exploration: float = 0.4
    """In standard deviations of the results."""
    stay: int = 8
    """Iterations in a world; between results of one world there is less than half the deviation."""
    use_calls: bool = True
    """Let bids and discards say something about the hidden cards."""
    caution: float = 0.0
    """Points b by which a contract has to be better than passing."""
    trust: float = 3.0
    """Points b by which an action has to be better than the usual one."""


DEFAULTS: Final = Settings()
PLAIN: Final = Settings(informed=False, exploration=1.0, stay=1, use_calls=False, trust=0.0)
"""A plain information-set tree search, for comparison; before play it does as the expert."""


class TarotSearch:
    """A search with the memory it works in; for one thread at a time."""

    def __init__(self, seed: int, settings: Settings = DEFAULTS) -> None:
        import numpy as np

        self._kernel: Any = kernel()
        from amity.search import _tree
        from amity.search._bits import new_chance
        from amity.search._tarot_auction import AUCTION, SLOTS
        from amity.search._tarot_state import ACTIONS, SEATS, STATE
        from amity.search._tarot_worlds import KNOWLEDGE

        self.settings = settings
        self._seed = seed
        self._chance: Any = new_chance(seed)
        self.states: Any = np.zeros(SLOTS, STATE)
        """The moment to decide on, and room to play in."""
        self._knowledge: Any = np.zeros(1, KNOWLEDGE)
        self._auction: Any = np.zeros(1, AUCTION)
        self._nodes: Any = np.zeros(TREE_NODES, _tree.NODE)
        self._progress: Any = np.zeros(1, _tree.PROGRESS)
        self._path: Any = np.zeros(_tree.LONGEST, np.int64)
        self._actions: Any = np.zeros(ACTIONS, np.int64)
        self._mark: Any = np.zeros(ACTIONS, np.int64)
        self.rewards: Any = np.zeros((2, SEATS))
        """Room for what a deal is worth to each seat."""

    def choices(
        self,
        view: TarotView,
        history: Sequence[Event],
        budget: Budget,
        cancel: CancelFlag | None = None,
        usual: TarotAction | None = None,
    ) -> list[Choice]:
        """What the seat in turn may do, best first; of equal cards, discards and handfuls only some are looked at.

        Where nothing is clearly better the ``usual`` action stands first.

        The result depends on the question, the seed, the settings and the nodes of the budget alone.

        :raises InvalidRequest: ``not_your_turn`` when the view is not that of the seat in turn.
        :raises Cancelled: before there was any result.
        """
        if view.seat is None or view.seat != view.to_act:
            raise InvalidRequest("not_your_turn", seat=view.seat, to_act=view.to_act)
        from amity.search._bits import new_chance

        self._chance = new_chance(self._seed * 1_000_003 + view.version)
        if view.phase == "play":
            return self._choose_card(view, history, budget, cancel, usual)
        plans = plans_for(view)
        if len(plans) == 1:
            return [Choice(plans[0].action, 0.0, 0.0, 1.0)]
        self.read(view, history, use_calls=self.settings.use_calls)
        self._read_auction(view)
        found = self._weigh(view, plans, budget, cancel)
        self._put_first(usual, found)
        return found

    def worlds(
        self, view: TarotView, history: Sequence[Event], count: int, seed: int
    ) -> list[tuple[tuple[int, ...], int]]:
        """Hands that the seats may hold now, by seat, and what lies aside, as masks over faces.

        ``count`` draws, each as likely as it should be: the history would be legal with these cards.

        :raises InvalidRequest: ``no_world_fits`` when the view contradicts itself.
        """
        from amity.search._bits import new_chance

        self._chance = new_chance(seed)
        self.read(view, history)
        found = []
        players = len(view.hand_counts)
        state = self.states[0]
        for _ in range(count):
            self.draw()
            hands = [
                int(plain) | int(trumps) << 56 for plain, trumps in zip(state["plain"], state["trumps"], strict=True)
            ]
            found.append((tuple(hands[:players]), int(state["aside_plain"]) | int(state["aside_trumps"]) << 56))
        return found

    def draw(self) -> bool:
        """Deal the hidden cards of ``states[0]`` anew; ``False`` when no other deal was found."""
        return bool(self._kernel.draw(self._knowledge, self.states, self._chance, FIRST_TRIES))

    def read(self, view: TarotView, history: Sequence[Event], *, use_calls: bool = False) -> None:
        """Take up a moment of a deal, with the hidden cards dealt somehow.

        :raises InvalidRequest: ``no_world_fits`` when the view contradicts itself.
        """
        from amity.search._tarot_reading import read

        read(view, history, self._knowledge[0], self.states[0], use_calls=use_calls)
        if not self._kernel.prepare(self._knowledge) or not self.draw():
            raise InvalidRequest("no_world_fits")

    def _choose_card(
        self,
        view: TarotView,
        history: Sequence[Event],
        budget: Budget,
        cancel: CancelFlag | None,
        usual: TarotAction | None,
    ) -> list[Choice]:
        actions = view.legal_actions()
        if len(actions) == 1:
            return [Choice(actions[0], 0.0, 0.0, 1.0)]
        self.read(view, history, use_calls=self.settings.use_calls)
        found = self._search_tree(budget, cancel)
        if isinstance(usual, Play):
            self._put_first(looked_at(usual, view), found)
        for action in actions:
            if isinstance(action, Handful):
                self._add_handful(view, action, found)
        return found

    def _search_tree(self, budget: Budget, cancel: CancelFlag | None) -> list[Choice]:
        from amity.search._tarot_state import FACE

        self._kernel.plant(self._nodes, self._progress)
        self._mark[:] = 0

        def grow(iterations: int) -> int:
            self._kernel.grow(
                self._nodes,
                self._progress,
                self._knowledge,
                self.states,
                self._chance,
                self._path,
                self._actions,
                self._mark,
                self.rewards,
                iterations,
                self.settings.exploration,
                self.settings.informed,
                self.settings.stay,
            )
            return iterations

        spend(budget, 1, _CHUNK, grow, cancel)
        iterations = int(self._progress[0]["iterations"])
        found = []
        root = self._nodes[0]
        usual, usual_points = float(root["total"]) / iterations, float(root["points"]) / iterations
        child = int(root["child"])
        while child >= 0:
            node = self._nodes[child]
            visits = int(node["visits"])
            action = PLAYS[int(node["action"]) & FACE]
            worth, points = usual + float(node["total"]) / visits, usual_points + float(node["points"]) / visits
            found.append(Choice(action, worth, points, visits / iterations))
            child = int(node["sibling"])
        return sorted(found, key=lambda choice: (-choice.weight, -choice.worth))

    def _put_first(self, usual: TarotAction | None, found: list[Choice]) -> None:
        """Put the usual action before the best one where that is hardly better."""
        if self.settings.trust == 0:
            return
        for place, choice in enumerate(found):
            if choice.action == usual and found[0].worth - choice.worth < self.settings.trust:
                found.insert(0, found.pop(place))
                return

    def _add_handful(self, view: TarotView, action: Handful, found: list[Choice]) -> None:
        """Put a handful before the cards when it is likely to bring something, else behind them."""
        _, bonus = HANDFULS[len(view.hand_counts)][len(action.cards)]
        worth = points = 0.0
        for _ in range(_HANDFUL_WORLDS):
            self._kernel.draw(self._knowledge, self.states, self._chance, 1)
            self.states[1] = self.states[0]
            for sign in (-1, 1):
                # The second time the deal is over, and only the score is made anew.
                self._kernel.finish(self.states[1:], self._chance, True, self.rewards)
                worth += sign * self.rewards[0, view.seat]
                points += sign * self.rewards[1, view.seat]
                self.states[1]["handfuls"] += bonus
        gain = worth / _HANDFUL_WORLDS
        best = found[0]
        choice = Choice(action, best.worth + gain, best.points + points / _HANDFUL_WORLDS, best.weight)
        if gain > 0:
            found.insert(0, choice)
        else:
            found.append(choice)

    def _read_auction(self, view: TarotView) -> None:
        assert view.dealer is not None
        auction = self._auction[0]
        players = len(view.hand_counts)
        auction["seat"] = view.seat
        auction["leader"] = (view.dealer + 1) % players
        auction["bidding"] = view.phase == "bidding"
        auction["said"] = -1
        highest, bidder = 0, -1
        for bid in view.bids:
            number = 0 if bid.contract is None else CONTRACTS.index(bid.contract) + 1
            auction["said"][bid.seat] = number
            auction["before"][bid.seat] = highest
            if number:
                highest, bidder = number, bid.seat
        auction["highest"] = highest
        auction["bidder"] = bidder

    def _weigh(self, view: TarotView, plans: list[Plan], budget: Budget, cancel: CancelFlag | None) -> list[Choice]:
        import numpy as np

        from amity.search._tarot_auction import PLAN

        alive = list(range(len(plans)))
        records: Any = np.array([plan[1:] for plan in plans], PLAN)
        sums = np.zeros((len(plans), 2))
        totals = np.zeros(len(plans))
        worlds = 0
        cut = _FIRST_CUT

        def weigh(units: int) -> int:
            nonlocal alive, worlds, cut
            count = max(1, min(units // len(alive), cut - worlds))
            part = np.zeros((len(alive), 2))
            totals[alive] += self._kernel.weigh(
                self._auction, self._knowledge, self.states, self._chance, records[alive], count, self.rewards, part
            )
            sums[alive] += part
            worlds += count
            used = count * len(alive)
            if worlds >= cut:
                cut *= 2
                if len(alive) > _FEW:
                    ranked = sorted(alive, key=lambda place: (-sums[place, 0] / max(totals[place], 1e-9), place))
                    alive = ranked[: max(_FEW, (len(alive) + 1) // 2)]
            return used

        spend(budget, 1, _PLAN_CHUNK * len(plans), weigh, cancel)
        found = []
        for place, plan in enumerate(plans):
            total = totals[place] or 1.0
            worth, points = float(sums[place, 0] / total), float(sums[place, 1] / total)
            if plan.bid == 0:
                worth += self.settings.caution
            weight = float(totals[place] / (totals.max() or 1.0))
            found.append(Choice(plan.action, worth, points, weight))
        # Those that were given up early stand behind.
        kept = set(alive)
        order = sorted(range(len(plans)), key=lambda place: (place not in kept, -found[place].worth, place))
        return [found[place] for place in order]


def looked_at(usual: Play, view: TarotView) -> Play:
    """The card that the tree has in place of the usual one."""
    from amity.search._tarot_reading import FACES, mask_of
    from amity.search._tarot_state import lowest_equal

    return PLAYS[lowest_equal(FACES[usual.card], mask_of(view.legal_cards))]


def kernel() -> Any:
    """The compiled functions."""
    return load_kernel("amity.search._tarot_kernel", INLINED)


def warm_up() -> None:
    """Load the compiled code, compiling it if this machine has not done so before. May take some twenty seconds."""
    kernel()
