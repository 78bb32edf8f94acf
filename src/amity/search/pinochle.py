"""Choices in Pinochle by compiled search. Rules: pinochle.

A search gets what a seat may know, its view and its history, and deals the other hands itself. The first search of a
process loads the compiled code (a second), the first ever compiles it (some ten seconds): :func:`warm_up` does that
ahead of time. Searches may run in several threads, one object each; they run outside the interpreter lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from amity.errors import InvalidRequest
from amity.games.pinochle import PinochleAction, PinochleView
from amity.games.pinochle.actions import BIDS, NAME_TRUMP, PASS, PLAYS
from amity.games.pinochle.options import BID_STEP
from amity.match import Event
from amity.search._budget import Budget, CancelFlag, spend
from amity.search._cache import load_kernel

INLINED: Final = (
    "amity.games.pinochle.bidding",
    "amity.games.pinochle.melds",
    "amity.games.pinochle.options",
    "amity.games.pinochle.play",
    "amity.search._alphabeta",
    "amity.search._bits",
    "amity.search._pinochle_auction",
    "amity.search._pinochle_exact",
    "amity.search._pinochle_policy",
    "amity.search._pinochle_reading",
    "amity.search._pinochle_state",
    "amity.search._pinochle_worlds",
    "amity.search._playout",
    "amity.search._questions",
    "amity.search._tree",
)
"""The modules compiled into the kernel."""

TREE_NODES: Final = 1 << 19
"""The tree stops growing here: 20 MB."""
TABLE_SIZE: Final = 1 << 18
"""Positions of exact search that are remembered: 4 MB."""
FIRST_TRIES: Final = 1 << 20
"""Deals tried for the first world; later ones may fail without harm."""

_CHUNK: Final = 500
_WORLD_CHUNK: Final = 20
_WORLD_PRICE: Final = 8
"""A world of the auction takes the time of as many iterations of the tree search."""
_POSITIONS: Final = 40
"""Positions of exact search that take the time of one iteration of the tree search."""
_WORLD_LIMIT: Final = 5_000_000
"""Positions after which a world is given up."""
JUMP_TO: Final = 120
"""No bid above this is higher than it has to be."""
JUMP_BELOW: Final = 40
"""How far below its limit a seat may jump."""
MOST_WORLDS: Final = 2000
"""Worlds after which nothing more is to be learned about the end of a deal."""


class Choice(NamedTuple):
    """One action and what the search thinks of it."""

    action: PinochleAction
    worth: float
    """What the search maximises: the chance that the side wins the match, 0 to 1."""
    points: float
    """Expected points of the side in this deal, less those of the other side."""
    weight: float
    """How much of the search went into it, 0 to 1."""


class Settings(NamedTuple):
    """What can be varied for comparisons; the defaults play best."""

    informed: bool = True
    """Playouts by a sensible player, or random ones."""
    exploration: float = 1.0
    """In standard deviations of the results."""
    exact_cards: int = 5
    """With so many cards in hand or fewer the worlds are solved exactly."""
    caution: float = 0.0
    """Worth by which bidding has to be better than passing."""
    use_calls: bool = True
    """Let the auction say something about the hands in play: the bidder is long in trump."""


DEFAULTS: Final = Settings()
PLAIN: Final = Settings(informed=False, exact_cards=0, use_calls=False)
"""Plain information-set search of the play, for comparison: random playouts, uniform worlds, nothing solved exactly.
The auction is that of the expert."""


class PinochleSearch:
    """A search with the memory it works in; for one thread at a time."""

    def __init__(self, seed: int, settings: Settings = DEFAULTS) -> None:
        import numpy as np

        self._kernel: Any = kernel()
        from amity.search._bits import new_chance

        state, worlds, tree, auction = _record_types()
        self.settings = settings
        self._seed = seed
        self._chance: Any = new_chance(seed)
        self.states: Any = np.zeros(64, state)
        """The moment to decide on, and room to play in."""
        self._knowledge: Any = np.zeros(1, worlds)
        self._auction: Any = np.zeros(1, auction)
        self._nodes: Any = np.zeros(TREE_NODES, tree.NODE)
        self._progress: Any = np.zeros(1, tree.PROGRESS)
        self._path: Any = np.zeros(tree.LONGEST, np.int64)
        self._actions: Any = np.zeros(24, np.int64)
        self._mark: Any = np.zeros(24, np.int64)
        self._rewards: Any = np.zeros((2, 4))
        self._keys: Any = np.zeros(TABLE_SIZE, np.int64)
        self._entries: Any = np.zeros(TABLE_SIZE, np.int64)
        self._rows: Any = np.zeros((64, 32), np.int64)
        self._values: Any = np.zeros(24, np.int64)
        self._work: Any = np.zeros(4, np.int64)

    def choices(
        self, view: PinochleView, history: Sequence[Event], budget: Budget, cancel: CancelFlag | None = None
    ) -> list[Choice]:
        """What the seat in turn may do, best first. Of all bids only one is looked at: the lowest, or a jump to one
        that others would most likely reach anyway.

        The result depends on the question, the seed, the settings and the nodes of the budget alone.

        :raises InvalidRequest: ``not_your_turn`` when the view is not that of the seat in turn.
        :raises Cancelled: before there was any result.
        """
        if view.seat is None or view.seat != view.to_act:
            raise InvalidRequest("not_your_turn", seat=view.seat, to_act=view.to_act)
        self._begin(view.version)
        if view.phase == "play":
            return self._choose_card(view, history, budget, cancel)
        if view.phase == "trump":
            return self._choose_trump(view, budget, cancel)
        return self._choose_call(view, budget, cancel)

    def worlds(
        self, view: PinochleView, history: Sequence[Event], count: int, seed: int
    ) -> list[tuple[int, int, int, int]]:
        """Hands that the seats may hold now, by seat, as masks: ``count`` draws, each as likely as it should be.

        Before trump is named the calls say nothing here; otherwise the history would be legal with these hands.

        :raises InvalidRequest: ``no_world_fits`` when the view contradicts itself.
        """
        from amity.search._bits import new_chance

        self._chance = new_chance(seed)
        if view.phase == "play":
            self.read(view, history)
        else:
            self._read_auction(view)
        found = []
        for _ in range(count):
            self.draw()
            first, second, third, fourth = self.states[0]["hands"].tolist()
            found.append((first, second, third, fourth))
        return found

    def draw(self) -> bool:
        """Deal the hidden hands of ``states[0]`` anew; ``False`` when no other deal was found."""
        return bool(self._kernel.draw(self._knowledge, self.states, self._chance, FIRST_TRIES))

    def solve(self, limit: int = _WORLD_LIMIT) -> int | None:
        """What side 0 still takes from ``states[0]`` on when all cards are known and both sides play perfectly.

        ``None`` when that needs more than ``limit`` positions to be looked at.
        """
        self._work[1] = limit
        found = int(self._kernel.solve(self.states, self._keys, self._entries, self._rows, self._work))
        return found if found >= 0 else None

    def solve_actions(self, limit: int = _WORLD_LIMIT) -> dict[str, int]:
        """The same after each card that may be played now; empty when that needs more than ``limit`` positions."""
        self._work[1] = limit
        done = self._kernel.solve_actions(self.states, self._values, self._keys, self._entries, self._rows, self._work)
        return {PLAYS[face].card: int(value) for face, value in enumerate(self._values) if done and value >= 0}

    def _begin(self, moment: int) -> None:
        from amity.search._bits import new_chance

        self._chance = new_chance(self._seed * 1_000_003 + moment)

    def _choose_card(
        self, view: PinochleView, history: Sequence[Event], budget: Budget, cancel: CancelFlag | None
    ) -> list[Choice]:
        actions = view.legal_actions()
        if len(actions) == 1:
            return [Choice(actions[0], 0.0, 0.0, 1.0)]
        self.read(view, history, use_calls=self.settings.use_calls)
        if len(view.hand) <= self.settings.exact_cards:
            found = self._judge(budget, cancel)
            if found:
                return found
        return self._search_tree(budget, cancel)

    def read(self, view: PinochleView, history: Sequence[Event], *, use_calls: bool = False) -> None:
        """Take up a moment of play, with the hidden hands dealt somehow.

        :raises InvalidRequest: ``no_world_fits`` when the view contradicts itself.
        """
        from amity.search._pinochle_reading import read_play

        read_play(view, history, self._knowledge[0], self.states[0], use_calls=use_calls)
        self._first_world()

    def _first_world(self) -> None:
        possible = self._kernel.prepare(self._knowledge)
        if not possible or not self.draw():
            raise InvalidRequest("no_world_fits")

    def _search_tree(self, budget: Budget, cancel: CancelFlag | None) -> list[Choice]:
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
                self._rewards,
                iterations,
                self.settings.exploration,
                self.settings.informed,
            )
            return iterations

        spend(budget, 1, _CHUNK, grow, cancel)
        iterations = int(self._progress[0]["iterations"])
        found = []
        child = int(self._nodes[0]["child"])
        while child >= 0:
            node = self._nodes[child]
            visits = int(node["visits"])
            found.append(
                Choice(
                    PLAYS[int(node["action"])],
                    float(node["total"]) / visits,
                    float(node["points"]) / visits,
                    visits / iterations,
                )
            )
            child = int(node["sibling"])
        return sorted(found, key=lambda choice: (-choice.weight, -choice.worth))

    def _judge(self, budget: Budget, cancel: CancelFlag | None) -> list[Choice]:
        import numpy as np

        sums = np.zeros((24, 3))
        self._work[1] = _WORLD_LIMIT
        worlds = 0

        def judge(count: int) -> int:
            nonlocal worlds
            before = int(self._work[0] + self._work[3])
            self._kernel.judge(
                self._knowledge,
                self.states,
                self._chance,
                count,
                self._rewards,
                self._values,
                sums,
                self._keys,
                self._entries,
                self._rows,
                self._work,
            )
            worlds += count
            if worlds >= MOST_WORLDS:
                return budget.nodes
            return count + (int(self._work[0] + self._work[3]) - before) // _POSITIONS

        spend(budget, 1, 5, judge, cancel)
        return _ranked(
            Choice(PLAYS[face], worth / count, points / count, 1.0)
            for face, (worth, points, count) in enumerate(sums)
            if count
        )

    def _choose_trump(self, view: PinochleView, budget: Budget, cancel: CancelFlag | None) -> list[Choice]:
        import numpy as np

        self._read_auction(view)
        sums = np.zeros((4, 2))
        total = 0.0

        def weigh(worlds: int) -> int:
            nonlocal total
            total += self._kernel.weigh_trumps(
                self._auction, self._knowledge, self.states, self._chance, worlds, self._rewards, sums
            )
            return worlds * _WORLD_PRICE

        spend(budget, _WORLD_PRICE, _WORLD_CHUNK, weigh, cancel)
        total = total or 1.0
        return _ranked(
            Choice(NAME_TRUMP[trump], float(sums[trump, 0]) / total, float(sums[trump, 1]) / total, 1.0)
            for trump in range(4)
        )

    def _choose_call(self, view: PinochleView, budget: Budget, cancel: CancelFlag | None) -> list[Choice]:
        import numpy as np

        lowest = view.minimum_bid
        if lowest is None:
            return [Choice(PASS, 0.0, 0.0, 1.0)]
        self._read_auction(view)
        from amity.search._pinochle_auction import LIMIT_STEP, LIMITS

        sums = np.zeros((2, LIMITS + 1, 4, 2))
        total = 0.0

        def weigh(worlds: int) -> int:
            nonlocal total
            total += self._kernel.weigh_calls(
                self._auction, self._knowledge, self.states, self._chance, worlds, self._rewards, sums
            )
            return worlds * _WORLD_PRICE

        spend(budget, _WORLD_PRICE, _WORLD_CHUNK, weigh, cancel)
        total = total or 1.0
        found = []
        for bids in range(0 if view.may_pass else 1, 2):
            plans = sums[bids].reshape(-1, 2)
            plan = int(np.argmax(plans[:, 0]))
            limit = lowest + max(0, plan // 4 - 1) * LIMIT_STEP
            # What others would bid anyway is skipped: the auction takes less time and ends the same.
            points = max(lowest, min(JUMP_TO, limit - JUMP_BELOW))
            action: PinochleAction = BIDS[points // BID_STEP - 1] if bids else PASS
            found.append(Choice(action, float(plans[plan, 0]) / total, float(plans[plan, 1]) / total, 1.0))
        if len(found) > 1 and found[1].worth > found[0].worth + self.settings.caution:
            found.reverse()
        return found

    def _read_auction(self, view: PinochleView) -> None:
        from amity.search._pinochle_reading import read_auction

        read_auction(view, self._auction[0], self._knowledge[0], self.states[0])
        self._first_world()


def _ranked(choices: Any) -> list[Choice]:
    return sorted(choices, key=lambda choice: -choice.worth)


def _record_types() -> tuple[Any, Any, Any, Any]:
    from amity.search import _tree
    from amity.search._pinochle_auction import AUCTION
    from amity.search._pinochle_state import STATE
    from amity.search._pinochle_worlds import KNOWLEDGE

    return STATE, KNOWLEDGE, _tree, AUCTION


def kernel() -> Any:
    """The compiled functions."""
    return load_kernel("amity.search._pinochle_kernel", INLINED)


def warm_up() -> None:
    """Load the compiled code, compiling it if this machine has not done so before. May take some ten seconds."""
    kernel()
