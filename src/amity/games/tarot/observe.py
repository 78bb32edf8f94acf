"""What a seat, or a spectator, may know at a moment of a match of Tarot.

The secret partner: until the called card falls (or is seen in the dog or among shown discards) ``partner`` and
``alone`` are filled in only for those who know by their own cards, and nothing is counted for a side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from amity.cards import TAROT
from amity.games.tarot import play, suggestions
from amity.games.tarot.actions import Bid, Call, Claim, Contract, Discard, Handful, TarotAction
from amity.games.tarot.bidding import BIDS_ABOVE, CALL_NOBODY, callable_faces, highest_bid
from amity.games.tarot.claims import best_claim
from amity.games.tarot.discards import SHOWN, discard_candidates, discardable
from amity.games.tarot.events import DealScored, DealVoid, HandfulShown, HandfulSize, sort_cards
from amity.games.tarot.handfuls import HANDFULS, handful_candidates, handful_sizes
from amity.games.tarot.options import TarotOptions
from amity.games.tarot.phases import PLAYS, SLAMS, PhaseName, codes_of
from amity.match import MatchEnded, View

if TYPE_CHECKING:
    from amity.games.tarot.match import TarotMatch

_PLAY: Final = {action.card: action for action in PLAYS}


class BidSaid(msgspec.Struct, frozen=True):
    """One bid of the round; ``None`` passed."""

    seat: int
    contract: Contract | None


class PlayedCard(msgspec.Struct, frozen=True):
    """A card on the table."""

    seat: int
    card: str


class HandfulChoice(msgspec.Struct, frozen=True):
    """A handful that can be shown now."""

    size: HandfulSize
    bonus: int
    cards: tuple[str, ...]
    """One sensible way to show it; others of `handful_cards` may take the place of some."""


class TakenTrick(msgspec.Struct, frozen=True):
    """A complete trick, cards in the order played."""

    winner: int
    half_points: int
    """Without the Excuse."""
    cards: tuple[PlayedCard, ...]


class TarotView(View, frozen=True, tag="tarot", kw_only=True):
    """The table as one seat sees it. Points of cards are half points, scores whole."""

    options: TarotOptions
    phase: PhaseName
    """What is asked now; ``deal`` when a deal is awaited."""
    deal: int
    """Deals dealt so far, unplayed ones too."""
    played: int
    """Deals scored so far."""
    unplayed: int
    """Unplayed deals in a row up to now."""
    dealer: int | None
    hand: tuple[str, ...]
    """Own cards, sorted."""
    hand_counts: tuple[int, ...]
    dog_count: int
    """Cards lying face down as the dog."""
    dog: tuple[str, ...] | None
    """The dog, once it was shown."""
    discard_count: int
    """How many cards the taker lays aside, or has laid aside; 0 when the dog stays where it is."""
    discard: tuple[str, ...] | None
    """The taker's own discard."""
    discard_shown: tuple[str, ...]
    bids: tuple[BidSaid, ...]
    taker: int | None
    contract: Contract | None
    call_made: bool
    """Whether the taker has called (a card or nobody)."""
    called: str | None
    partner: int | None
    """Who plays with the taker, if this seat knows."""
    alone: bool
    """Whether this seat knows that nobody plays with the taker."""
    call_open: bool
    """Whether everybody knows one or the other."""
    slam_announced: bool | None
    """``None`` until the taker was asked."""
    handfuls: tuple[HandfulShown, ...]
    trick_number: int
    """Tricks complete so far."""
    leader: int | None
    """Who leads, or led, the trick on the table."""
    trick: tuple[PlayedCard, ...]
    winning: int | None
    """Who has the highest card of the trick on the table."""
    last_trick: TakenTrick | None
    tricks_won: tuple[int, ...]
    half_points: tuple[int, ...]
    """Half points of the tricks each seat took, without the Excuse."""
    excuse_seat: int | None
    """Who played the Excuse."""
    void: DealVoid | None
    """Why the deal was not played."""
    sheets: tuple[DealScored, ...]
    """The score sheets of the match."""
    totals: tuple[int, ...]
    result: MatchEnded | None
    legal_bids: tuple[Contract | None, ...]
    legal_calls: tuple[str | None, ...]
    legal_discards: tuple[str, ...]
    """Cards that may be part of a discard."""
    open_discards: tuple[str, ...]
    """Those among them that all would see."""
    legal_cards: tuple[str, ...]
    claim: tuple[str, ...] | None
    """Leads with which this seat can claim the rest now: two tricks at least, sure from what it has seen."""
    handful_sizes: tuple[int, ...]
    """Numbers of cards this seat may show now as a handful."""
    handful_choices: tuple[HandfulChoice, ...]
    """For each of these numbers the handful."""
    handful_cards: tuple[str, ...]
    """Cards that may be part of one."""
    suggested_discards: tuple[suggestions.Suggestion, ...] = ()
    """What this seat may want to lay aside now; only in a view :meth:`with_help`."""
    suggested_call: str | None = None
    """What the taker may want to call now; only in a view :meth:`with_help`."""

    def with_help(self) -> TarotView:
        """With the suggestions."""
        if self.seat is None or self.seat != self.to_act:
            return self
        hand = hand_mask(self.hand)
        if self.phase == "calling":
            face = suggestions.call(hand, [TAROT.parse_face(card) for card in self.legal_calls if card is not None])
            return msgspec.structs.replace(self, suggested_call=None if face is None else TAROT.codes[face])
        if self.phase == "discard":
            called = None if self.called is None else TAROT.parse_face(self.called)
            found = suggestions.discards(hand, self.discard_count, called, self.options.discard == "fft")
            return msgspec.structs.replace(self, suggested_discards=found)
        return self

    def claim_action(self) -> Claim | None:
        """The claim of :attr:`claim`."""
        return None if self.claim is None else Claim(self.claim)

    def legal_actions(self) -> Sequence[TarotAction]:
        """What this seat may do; of discards and handfuls only sensible candidates."""
        if self.seat is None or self.seat != self.to_act:
            return ()
        return _LEGAL[self.phase](self)


def hand_mask(cards: Sequence[str]) -> int:
    """The mask over faces of some codes."""
    return play.mask_of([TAROT.parse_face(card) for card in cards])


def _legal_bids(view: TarotView) -> Sequence[TarotAction]:
    return tuple([Bid(contract) for contract in view.legal_bids])


def _legal_calls(view: TarotView) -> Sequence[TarotAction]:
    return tuple([Call(card) for card in view.legal_calls])


def _legal_slams(view: TarotView) -> Sequence[TarotAction]:
    return SLAMS


def _legal_discards(view: TarotView) -> Sequence[TarotAction]:
    fft = view.options.discard == "fft"
    candidates = discard_candidates(hand_mask(view.hand), view.discard_count, fft)
    return [Discard(codes_of(faces)) for faces in candidates]


def _legal_plays(view: TarotView) -> Sequence[TarotAction]:
    plays: list[TarotAction] = [_PLAY[card] for card in view.legal_cards]
    if view.handful_sizes:
        shown = hand_mask(view.discard_shown) if view.seat == view.taker else 0
        candidates = handful_candidates(len(view.hand_counts), hand_mask(view.hand), shown)
        plays += [Handful(codes_of(faces)) for faces in candidates]
    return plays


_LEGAL: Final = {
    "bidding": _legal_bids,
    "calling": _legal_calls,
    "slam": _legal_slams,
    "discard": _legal_discards,
    "play": _legal_plays,
}


def observe(match: TarotMatch, seat: int | None) -> TarotView:
    """The view of a seat, or of a spectator (``None``): what everybody sees is put together once for all."""
    common = match.common_view
    if common is None or common.version != len(match.events):
        common = match.common_view = _common(match)
    if seat is None:
        return common
    codes, seats, name = TAROT.codes, match.seats, common.phase
    hand = match.hands[seat]
    partner, alone = _partnership(match, seat)
    legal_bids: tuple[Contract | None, ...] = ()
    legal_calls: tuple[str | None, ...] = ()
    legal_discards: tuple[str, ...] = ()
    legal_cards: tuple[str, ...] = ()
    open_discards: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    choices: tuple[HandfulChoice, ...] = ()
    handful_cards: tuple[str, ...] = ()
    claim: tuple[str, ...] | None = None
    if seat == match.to_act:
        if name == "play":
            legal_cards = codes_of(play.faces_of(match.playable(seat)))
            if match.tricks and not match.trick and hand.bit_count() > 1:
                leads = best_claim(hand, match.unseen(seat), took_all=match.took_all(seat))
                claim = None if leads is None else codes_of(leads)
            if not match.tricks and seat not in match.shown_handfuls:
                shown = match.discard_shown_by(seat)
                sizes = tuple(handful_sizes(seats, hand, shown))
                if sizes:
                    choices = _handful_choices(seats, hand, shown)
                    showable = hand >> play.FIRST_TRUMP << play.FIRST_TRUMP | shown & play.ALL_TRUMPS
                    handful_cards = sort_cards(codes_of(play.faces_of(showable)))
        elif name == "bidding":
            legal_bids = tuple([bid.contract for bid in BIDS_ABOVE[highest_bid([bid for _, bid in match.bids])]])
        elif name == "calling":
            legal_calls = (*(codes[face] for face in callable_faces(hand)), CALL_NOBODY.card)
        elif name == "discard":
            fft = match.options.discard == "fft"
            allowed = discardable(hand, match.discard_count, fft)
            legal_discards = sort_cards(codes_of(play.faces_of(allowed)))
            open_discards = sort_cards(codes_of(play.faces_of(allowed & SHOWN)))
    return msgspec.structs.replace(
        common,
        seat=seat,
        hand=sort_cards([codes[face] for face in play.faces_of(hand)]),
        discard=codes_of(match.discard) if match.discard is not None and seat == match.taker else None,
        partner=partner,
        alone=alone,
        legal_bids=legal_bids,
        legal_calls=legal_calls,
        legal_discards=legal_discards,
        open_discards=open_discards,
        legal_cards=legal_cards,
        claim=claim,
        handful_sizes=sizes,
        handful_choices=choices,
        handful_cards=handful_cards,
    )


def _common(match: TarotMatch) -> TarotView:
    """The view of a spectator."""
    seats = match.seats
    phase = match.phase
    if phase is not None:
        name: PhaseName = phase.name
    else:
        name = "over" if match.result is not None else "deal"
    partner, alone = _partnership(match, None)
    last = None
    if match.tricks:
        trick = match.tricks[-1]
        last = TakenTrick(trick.winner, match.last_half_points, _played(trick.leader, trick.faces, seats))
    return TarotView(
        seat=None,
        to_act=match.to_act,
        version=len(match.events),
        options=match.options,
        phase=name,
        deal=match.number,
        played=len(match.sheets),
        unplayed=match.unplayed_in_row,
        dealer=match.dealer if match.number else None,
        hand=(),
        hand_counts=tuple([cards.bit_count() for cards in match.hands]),
        dog_count=0 if match.dog_shown else len(match.dog),
        dog=codes_of(match.dog) if match.dog_shown else None,
        discard_count=match.discard_count,
        discard=None,
        discard_shown=match.discard_shown if match.discard is not None else (),
        bids=tuple([BidSaid(who, said) for who, said in match.bids]),
        taker=match.taker,
        contract=match.contract,
        call_made=match.call_made,
        called=None if match.called is None else TAROT.codes[match.called],
        partner=partner,
        alone=alone,
        call_open=match.call_open,
        slam_announced=match.slam_announced,
        handfuls=tuple(match.shown_handfuls.values()),
        trick_number=len(match.tricks),
        leader=match.leader if match.leader >= 0 else None,
        trick=_played(match.leader, match.trick, seats),
        winning=_winning(match),
        last_trick=last,
        tricks_won=tuple(match.tricks_won),
        half_points=tuple(match.half_points),
        excuse_seat=match.excuse_seat,
        void=match.void,
        sheets=match.sheets,
        totals=tuple(match.totals),
        result=match.result,
        legal_bids=(),
        legal_calls=(),
        legal_discards=(),
        open_discards=(),
        legal_cards=(),
        claim=None,
        handful_sizes=(),
        handful_choices=(),
        handful_cards=(),
    )


def _handful_choices(seats: int, hand: int, discard_shown: int) -> tuple[HandfulChoice, ...]:
    return tuple(
        [
            HandfulChoice(*HANDFULS[seats][len(faces)], sort_cards(codes_of(faces)))
            for faces in handful_candidates(seats, hand, discard_shown)
        ]
    )


def _winning(match: TarotMatch) -> int | None:
    place = play.winner_index(match.trick)
    return None if place < 0 else (match.leader + place) % match.seats


def _partnership(match: TarotMatch, seat: int | None) -> tuple[int | None, bool]:
    """What this seat knows of the called card: the partner, and whether the taker is alone."""
    if not match.call_made:
        return None, False
    if match.call_open:
        return match.partner, match.partner is None
    if seat is None:
        return None, False
    if seat == match.partner:
        return seat, False
    if seat == match.taker and match.called is not None and TAROT.codes[match.called] in match.dealt[seat]:
        return None, True
    return None, False


def _played(leader: int, faces: Sequence[int], seats: int) -> tuple[PlayedCard, ...]:
    return tuple([PlayedCard((leader + place) % seats, TAROT.codes[face]) for place, face in enumerate(faces)])
