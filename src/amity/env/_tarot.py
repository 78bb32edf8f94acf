"""Tarot as numbers, for 3, 4 or 5 seats."""

from __future__ import annotations

from collections.abc import Sequence

from amity.cards import TAROT
from amity.env._coding import Coding, Tokens, since_last_deal
from amity.env._layout import Floats, Part
from amity.games.tarot.actions import CONTRACTS, Bid, Call, Discard, Handful, Play, Slam
from amity.games.tarot.bidding import CALLS
from amity.games.tarot.discards import trumps_needed
from amity.games.tarot.events import CardPlayed
from amity.games.tarot.observe import TarotView, hand_mask
from amity.games.tarot.play import FIRST_TRUMP
from amity.match import Action, Event

_FACES = len(TAROT.codes)
_EXCUSE = _FACES - 1
_PHASES = ("deal", "bidding", "calling", "slam", "discard", "play", "over")
_SELECT = _FACES
_HANDFUL = 2 * _FACES
_DONE = _HANDFUL + 1
_BID = _DONE + 1
_CALL = _BID + 1 + len(CONTRACTS)
_SLAM = _CALL + len(CALLS) + 1
_CALLED = (*(TAROT.codes[face] for face in CALLS), None)


class TarotCoding(Coding[TarotView]):
    """Tokens: play a card (78), select a card (78), ``handful``, ``done``, bids (5), calls (17), slam yes and no.

    A discard is its cards in rising order, each selected, then ``done``; a handful begins with ``handful``. All else
    is one token.
    """

    game = "tarot"
    faces = TAROT.codes

    def __init__(self, seats: int = 4) -> None:
        by_seat = (seats, _FACES)
        super().__init__(
            seats,
            [
                *(f"play {code}" for code in TAROT.codes),
                *(f"select {code}" for code in TAROT.codes),
                "handful",
                "done",
                "pass",
                *(f"bid {contract}" for contract in CONTRACTS),
                *("call nobody" if card is None else f"call {card}" for card in _CALLED),
                "announce slam",
                "no slam",
            ],
            [
                Part("phase", (len(_PHASES),), f"one-hot of {', '.join(_PHASES)}"),
                Part("hand", (_FACES,), "1 for each card held"),
                Part("selected", (_FACES,), "1 for each card selected so far for the discard or handful being spelled"),
                Part("handful_begun", (1,), "1 while a handful is being spelled"),
                Part("hand_counts", (seats,), "cards held / 24, by seat"),
                Part("dealer", (seats,), "one-hot, by seat"),
                Part("bids", (seats, 5), f"one-hot of pass, {', '.join(CONTRACTS)}; zeros before the bid, by seat"),
                Part("taker", (seats,), "one-hot, by seat"),
                Part("contract", (4,), f"one-hot of {', '.join(CONTRACTS)}"),
                Part("called", (_FACES,), "one-hot of the called card"),
                Part("partner", (seats,), "one-hot of the taker's partner where this seat knows him, by seat"),
                Part("alone", (1,), "1 when this seat knows that the taker has no partner"),
                Part("call_open", (1,), "1 when everybody knows"),
                Part("slam_announced", (1,), "1 when a slam was announced"),
                Part("dog", (_FACES,), "1 for each card of the dog once it was shown"),
                Part("discard", (_FACES,), "1 for each card of the own discard"),
                Part("discard_shown", (_FACES,), "1 for each card of the discard that all have seen"),
                Part("handfuls", by_seat, "1 for each trump shown in a handful, by seat"),
                Part("leader", (seats,), "one-hot of who leads the trick on the table, by seat"),
                Part("winning", (seats,), "one-hot of who has its highest card, by seat"),
                Part("trick", by_seat, "1 for the card on the table, by seat"),
                Part("last_trick", by_seat, "1 for the card of the last trick, by seat"),
                Part("played", by_seat, "1 for each card played in this deal, by seat"),
                Part("tricks_won", (seats,), "tricks / 24, by seat"),
                Part("half_points", (seats,), "half points of the tricks taken / 182, by seat"),
                Part("excuse_seat", (seats,), "one-hot of who played the Excuse, by seat"),
                Part("totals", (seats,), "total of the match / 1000, by seat"),
                Part("deals_left", (1,), "deals to be scored / deals of the match"),
            ],
        )

    def legal(self, view: TarotView, spelled: Tokens) -> Sequence[int]:
        """See :meth:`Coding.legal`."""
        if view.phase == "discard":
            return self._discard_tokens(view, [token - _SELECT for token in spelled])
        if spelled:
            return self._handful_tokens(view, [token - _SELECT for token in spelled[1:]])
        if view.phase == "bidding":
            return [_BID if bid is None else _BID + 1 + CONTRACTS.index(bid) for bid in view.legal_bids]
        if view.phase == "calling":
            return [_CALL + _CALLED.index(card) for card in view.legal_calls]
        if view.phase == "slam":
            return (_SLAM, _SLAM + 1)
        tokens = [self.face[card] for card in view.legal_cards]
        return [*tokens, _HANDFUL] if view.handful_sizes else tokens

    def _discard_tokens(self, view: TarotView, chosen: list[int]) -> list[int]:
        """Rules: tarot, Before play, 4."""
        left = view.discard_count - len(chosen)
        if not left:
            return [_DONE]
        last = chosen[-1] if chosen else -1
        able = sorted(self.face[card] for card in view.legal_discards)
        if view.options.discard == "fft":
            # As many trumps as are needed, no more; all cards of the suits come before them in rising order.
            trumps_left = trumps_needed(hand_mask(view.hand), view.discard_count) - sum(
                face >= FIRST_TRUMP for face in chosen
            )
            suits_left = left - trumps_left
            groups = [
                ([face for face in able if face < FIRST_TRUMP], suits_left),
                ([face for face in able if face >= FIRST_TRUMP], trumps_left if not suits_left else 0),
            ]
        else:
            groups = [(able, left)]
        return [
            _SELECT + face
            for group, needed in groups
            if needed
            for place, face in enumerate(group)
            if face > last and len(group) - place >= needed
        ]

    def _handful_tokens(self, view: TarotView, chosen: list[int]) -> list[int]:
        """Rules: tarot, Before play, 5. The Excuse, last in rising order, only with every trump of the hand."""
        last = chosen[-1] if chosen else -1
        tokens = [_DONE] if len(chosen) in view.handful_sizes else []
        if last == _EXCUSE:
            return tokens
        able = sorted(self.face[card] for card in view.handful_cards if card != TAROT.codes[_EXCUSE])
        own = {self.face[card] for card in view.hand if FIRST_TRUMP <= self.face[card] < _EXCUSE}
        excuse = TAROT.codes[_EXCUSE] in view.handful_cards
        for face in able:
            if face <= last:
                continue
            taken = [*chosen, face]
            after = [other for other in able if other > face]
            reach = set(range(len(taken), len(taken) + len(after) + 1))
            if excuse and own <= {*taken, *after}:
                # With the Excuse every own trump stands in it; those already seen by all may or may not.
                fewest = len(taken) + sum(other in own for other in after)
                reach |= set(range(fewest + 1, len(taken) + len(after) + 2))
            if reach & self._sizes(view):
                tokens.append(_SELECT + face)
        if excuse and own <= set(chosen) and len(chosen) + 1 in self._sizes(view):
            tokens.append(_SELECT + _EXCUSE)
        return tokens

    def _sizes(self, view: TarotView) -> set[int]:
        return set(view.handful_sizes)

    def read(self, view: TarotView, spelled: Tokens) -> Action | None:
        """See :meth:`Coding.read`."""
        if not spelled:
            return None
        token = spelled[-1]
        if token < _FACES:
            return Play(TAROT.codes[token])
        if token == _DONE:
            handful = spelled[0] == _HANDFUL
            cards = tuple([TAROT.codes[selected - _SELECT] for selected in spelled[handful:-1]])
            return Handful(cards) if handful else Discard(cards)
        if token >= _SLAM:
            return Slam(token == _SLAM)
        if token >= _CALL:
            return Call(_CALLED[token - _CALL])
        if token >= _BID:
            return Bid(None if token == _BID else CONTRACTS[token - _BID - 1])
        return None

    def spell(self, view: TarotView, action: Action) -> Tokens:
        """See :meth:`Coding.spell`."""
        if isinstance(action, Play):
            return (self.face[action.card],)
        if isinstance(action, Discard | Handful):
            selected = [_SELECT + face for face in sorted(self.face[card] for card in action.cards)]
            return (*((_HANDFUL,) if isinstance(action, Handful) else ()), *selected, _DONE)
        if isinstance(action, Bid):
            return (_BID if action.contract is None else _BID + 1 + CONTRACTS.index(action.contract),)
        if isinstance(action, Call):
            return (_CALL + _CALLED.index(action.card),)
        assert isinstance(action, Slam)
        return (_SLAM + (not action.announced),)

    def fill(self, parts: dict[str, Floats], view: TarotView, history: Sequence[Event], spelled: Tokens) -> None:
        """See :meth:`Coding.fill`."""
        self.mark(parts["phase"], _PHASES, view.phase)
        for name, cards in (("hand", view.hand), ("dog", view.dog), ("discard", view.discard)):
            self.add(parts[name], cards or ())
        self.add(parts["discard_shown"], view.discard_shown)
        self.add(parts["called"], () if view.called is None else (view.called,))
        for token in spelled:
            if token == _HANDFUL:
                parts["handful_begun"][0] = 1.0
            else:
                parts["selected"][token - _SELECT] = 1.0
        for bid in view.bids:
            self.mark(parts["bids"][self.relative(bid.seat, view)], (None, *CONTRACTS), bid.contract)
        if view.contract is not None:
            self.mark(parts["contract"], CONTRACTS, view.contract)
        for name, seat in (
            ("dealer", view.dealer),
            ("taker", view.taker),
            ("partner", view.partner),
            ("leader", view.leader),
            ("winning", view.winning),
            ("excuse_seat", view.excuse_seat),
        ):
            if seat is not None:
                parts[name][self.relative(seat, view)] = 1.0
        parts["alone"][0] = view.alone
        parts["call_open"][0] = view.call_open
        parts["slam_announced"][0] = bool(view.slam_announced)
        for shown in view.handfuls:
            self.add(parts["handfuls"][self.relative(shown.seat, view)], shown.cards)
        for played in view.trick:
            self.add(parts["trick"][self.relative(played.seat, view)], (played.card,))
        if view.last_trick is not None:
            for played in view.last_trick.cards:
                self.add(parts["last_trick"][self.relative(played.seat, view)], (played.card,))
        for event in since_last_deal(history):
            if isinstance(event, CardPlayed):
                self.add(parts["played"][self.relative(event.seat, view)], (event.card,))
        for seat in range(self.seats):
            mine = self.relative(seat, view)
            parts["hand_counts"][mine] = view.hand_counts[seat] / 24
            parts["tricks_won"][mine] = view.tricks_won[seat] / 24
            parts["half_points"][mine] = view.half_points[seat] / 182
            parts["totals"][mine] = view.totals[seat] / 1000
        parts["deals_left"][0] = (view.options.deals - view.played) / view.options.deals
