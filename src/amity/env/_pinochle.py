"""Pinochle as numbers."""

from __future__ import annotations

from collections.abc import Sequence

from amity.cards import PINOCHLE
from amity.env._coding import Coding, Tokens, since_last_deal
from amity.env._layout import Floats, Part
from amity.games.pinochle.actions import BIDS, NAME_TRUMP, PASS, PLAYS, Bid, NameTrump, Pass, Play
from amity.games.pinochle.events import CardPlayed
from amity.games.pinochle.observe import PinochleView
from amity.games.pinochle.options import BID_STEP
from amity.match import Action, Event

_FACES = len(PINOCHLE.codes)
_PHASES = ("deal", "bidding", "trump", "play", "over")
_ACTIONS: tuple[Action, ...] = (*PLAYS, PASS, *NAME_TRUMP, *BIDS)
_PASS = _FACES
_TRUMP = _PASS + 1
_BID = _TRUMP + 4


class PinochleCoding(Coding[PinochleView]):
    """Tokens: play a face (24), pass, name trump (4), bid 10, 20 … 3000 (300). One token is one action."""

    game = "pinochle"
    faces = PINOCHLE.codes

    def __init__(self, seats: int = 4) -> None:
        super().__init__(
            seats,
            [
                *(f"play {code}" for code in PINOCHLE.codes),
                "pass",
                *(f"trump {suit}" for suit in PINOCHLE.suits),
                *(f"bid {bid.points}" for bid in BIDS),
            ],
            [
                Part("phase", (5,), f"one-hot of {', '.join(_PHASES)}"),
                Part("hand", (_FACES,), "copies held"),
                Part("hand_counts", (4,), "cards held / 12, by seat"),
                Part("dealer", (4,), "one-hot, by seat"),
                Part("bids", (4,), "the seat's last bid / 1000, by seat"),
                Part("passed", (4,), "1 when the seat's last word was a pass, by seat"),
                Part("bidder", (4,), "one-hot of the highest bidder, by seat"),
                Part("bid", (1,), "the highest bid / 1000"),
                Part("trump", (4,), f"one-hot of {' '.join(PINOCHLE.suits)}"),
                Part("melds", (4, _FACES), "copies shown in melds, by seat"),
                Part("meld_points", (4,), "points / 1000, by seat"),
                Part("leader", (4,), "one-hot of who led the trick on the table, by seat"),
                Part("winning", (4,), "one-hot of who wins the trick so far, by seat"),
                Part("trick", (4, _FACES), "1 for the card on the table, by seat"),
                Part("last_trick", (4, _FACES), "1 for the card of the last trick, by seat"),
                Part("played", (4, _FACES), "copies played in this deal, by seat"),
                Part("not_followed", (4, 4), "1 for a suit that the seat could not follow, by seat and suit D C H S"),
                Part("trick_counts", (2,), "tricks taken / 12, own side first"),
                Part("trick_points", (2,), "points taken / 250, own side first"),
                Part("totals", (2,), "total / 1000, own side first"),
            ],
        )

    def legal(self, view: PinochleView, spelled: Tokens) -> Sequence[int]:
        """See :meth:`Coding.legal`."""
        return [self.spell(view, action)[0] for action in view.legal_actions()]

    def read(self, view: PinochleView, spelled: Tokens) -> Action | None:
        """See :meth:`Coding.read`."""
        return _ACTIONS[spelled[0]] if spelled else None

    def spell(self, view: PinochleView, action: Action) -> Tokens:
        """See :meth:`Coding.spell`."""
        if isinstance(action, Play):
            return (self.face[action.card],)
        if isinstance(action, Bid):
            return (_BID + action.points // BID_STEP - 1,)
        if isinstance(action, Pass):
            return (_PASS,)
        assert isinstance(action, NameTrump)
        return (_TRUMP + PINOCHLE.suits.index(action.suit),)

    def fill(self, parts: dict[str, Floats], view: PinochleView, history: Sequence[Event], spelled: Tokens) -> None:
        """See :meth:`Coding.fill`."""
        self.mark(parts["phase"], _PHASES, view.phase)
        self.add(parts["hand"], view.hand)
        for call in view.calls:
            mine = self.relative(call.seat, view)
            parts["passed"][mine] = call.points is None
            if call.points is not None:
                parts["bids"][mine] = call.points / 1000
        if view.trump is not None:
            self.mark(parts["trump"], PINOCHLE.suits, view.trump)
        parts["bid"][0] = (view.bid or 0) / 1000
        for name, seat in (("dealer", view.dealer), ("bidder", view.bidder), ("winning", view.winning)):
            if seat is not None:
                parts[name][self.relative(seat, view)] = 1.0
        for seat in range(4):
            mine = self.relative(seat, view)
            parts["hand_counts"][mine] = view.hand_counts[seat] / 12
            parts["meld_points"][mine] = view.meld_points[seat] / 1000
            # A card may stand in several melds; what is shown is the most copies that one kind of meld needs.
            for meld in view.melds[seat]:
                for card in set(meld.cards):
                    row, face = parts["melds"][mine], self.face[card]
                    row[face] = max(row[face], meld.cards.count(card))
        for played in view.trick:
            self.add(parts["trick"][self.relative(played.seat, view)], (played.card,))
        if view.trick:
            parts["leader"][self.relative(view.trick[0].seat, view)] = 1.0
        if view.last_trick is not None:
            for played in view.last_trick.cards:
                self.add(parts["last_trick"][self.relative(played.seat, view)], (played.card,))
        self._fill_played(parts, view, history)
        own = (view.seat or 0) % 2
        for side in range(2):
            mine = side ^ own
            parts["trick_counts"][mine] = view.trick_counts[side] / 12
            parts["trick_points"][mine] = view.trick_points[side] / 250
            parts["totals"][mine] = view.totals[side] / 1000

    def _fill_played(self, parts: dict[str, Floats], view: PinochleView, history: Sequence[Event]) -> None:
        cards = [event for event in since_last_deal(history) if isinstance(event, CardPlayed)]
        led = ""
        for place, event in enumerate(cards):
            mine = self.relative(event.seat, view)
            self.add(parts["played"][mine], (event.card,))
            suit = event.card[-1]
            if place % 4 == 0:
                led = suit
            elif suit != led:
                parts["not_followed"][mine][PINOCHLE.suits.index(led)] = 1.0
