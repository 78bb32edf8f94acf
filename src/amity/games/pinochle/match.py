"""A match of Pinochle as a state machine: one class a phase decides, the match folds what was decided."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from amity.cards import PINOCHLE
from amity.errors import IllegalAction
from amity.games.pinochle.actions import NAME_TRUMP, PLAYS, Bid, NameTrump, Pass, PinochleAction, Play
from amity.games.pinochle.bidding import auction_ends, lowest_bid, next_caller
from amity.games.pinochle.events import (
    CARD_PLAYED,
    BiddingEnded,
    BidMade,
    CardPlayed,
    DealScored,
    Dealt,
    Meld,
    MeldsShown,
    Passed,
    TrickWon,
    TrumpNamed,
)
from amity.games.pinochle.melds import find_melds
from amity.games.pinochle.observe import (
    TRICK_CARDS,
    Call,
    Phase,
    PinochleView,
    Trick,
    TrickCard,
    calls_from,
    sorted_codes,
    sorted_plays,
)
from amity.games.pinochle.options import BID_STEP, HIGHEST_BID, PinochleOptions
from amity.games.pinochle.play import LAST_TRICK_POINTS, add_card, beats, card_points, legal_faces, remove_card
from amity.games.pinochle.scoring import match_ended, score_deal, winning_side
from amity.match import Action, Event, Forfeited, Match, MatchEnded
from amity.shuffle import MatchRandom, deal_in_packets

_FACES: Final = {code: face for face, code in enumerate(PINOCHLE.codes)}
_CARDS: Final = tuple(face for face in range(24) for _ in range(2))
"""The pack before the shuffle, by face."""
_NO_MELDS: Final[tuple[tuple[Meld, ...], ...]] = ((), (), (), ())


class _State(ABC):
    """What a seat may do in one phase, and what comes of it. Reads the match and changes nothing."""

    name: ClassVar[Phase]
    expected: ClassVar[str]
    """The tag of the action that the phase is about, for the error about any other."""

    @abstractmethod
    def legal_actions(self, match: PinochleMatch) -> Sequence[PinochleAction]: ...

    @abstractmethod
    def decide(self, match: PinochleMatch, seat: int, action: Action) -> list[Event]: ...

    def refuse_type(self, match: PinochleMatch) -> IllegalAction:
        legal = self.legal_actions(match)[0]
        return IllegalAction("wrong_phase", legal=legal, phase=self.name, expected=self.expected)


class _Bidding(_State):
    name = "bidding"
    expected = "bid"

    def legal_actions(self, match: PinochleMatch) -> Sequence[PinochleAction]:
        lowest = lowest_bid(match.bid, match.options.minimum_bid)
        return calls_from(lowest or None, match.bid > 0)

    def decide(self, match: PinochleMatch, seat: int, action: Action) -> list[Event]:
        final = match.options.pass_is_final
        if isinstance(action, Bid):
            self._check_bid(match, action.points)
            return [BidMade(seat, action.points, next_caller(seat, match.passed, final))]
        if not isinstance(action, Pass):
            raise self.refuse_type(match)
        if not match.bid:
            legal = self.legal_actions(match)[0]
            raise IllegalAction("dealer_must_open", legal=legal, lowest=match.options.minimum_bid)
        passed = match.passed | 1 << seat
        if auction_ends(passed, match.passes_in_a_row + 1, final):
            return [Passed(seat, None), BiddingEnded(match.bidder, match.bid)]
        return [Passed(seat, next_caller(seat, passed, final))]

    def _check_bid(self, match: PinochleMatch, points: int) -> None:
        lowest = lowest_bid(match.bid, match.options.minimum_bid)
        legal = self.legal_actions(match)[0]
        if not lowest:
            raise IllegalAction("highest_bid_made", legal=legal, highest=HIGHEST_BID)
        if points < lowest:
            raise IllegalAction("bid_too_low", legal=legal, points=points, lowest=lowest)
        if points > HIGHEST_BID:
            raise IllegalAction("bid_too_high", legal=legal, points=points, highest=HIGHEST_BID)
        if points % BID_STEP:
            raise IllegalAction("bid_not_in_tens", legal=legal, points=points)


class _NamingTrump(_State):
    name = "trump"
    expected = "name_trump"

    def legal_actions(self, match: PinochleMatch) -> Sequence[PinochleAction]:
        return NAME_TRUMP

    def decide(self, match: PinochleMatch, seat: int, action: Action) -> list[Event]:
        if not isinstance(action, NameTrump):
            raise self.refuse_type(match)
        trump = PINOCHLE.suits.find(action.suit)
        if trump < 0 or len(action.suit) != 1:
            raise IllegalAction("unknown_suit", legal=NAME_TRUMP[0], text=action.suit)
        run_counts = match.options.run_counts_marriage
        melds = tuple(find_melds(hand, trump, run_counts) for hand in match.hands)
        points = tuple(sum(meld.points for meld in found) for found in melds)
        return [TrumpNamed(seat, action.suit), MeldsShown(melds, points)]


class _Playing(_State):
    name = "play"
    expected = "play"

    def legal_actions(self, match: PinochleMatch) -> Sequence[PinochleAction]:
        assert match.to_act is not None
        return sorted_plays(self.legal_faces(match, match.to_act))

    def legal_faces(self, match: PinochleMatch, seat: int) -> int:
        faces = match.trick_faces
        trump = match.trump_suit
        if not faces:
            return legal_faces(match.hands[seat], -1, -1, trump, False)
        best = faces[0]
        for face in faces[1:]:
            if beats(face, best, trump):
                best = face
        return legal_faces(match.hands[seat], faces[0] // 6, best, trump, match.options.must_trump)

    def decide(self, match: PinochleMatch, seat: int, action: Action) -> list[Event]:
        if not isinstance(action, Play):
            raise self.refuse_type(match)
        face = _FACES.get(action.card, -1)
        if face < 0 or not self.legal_faces(match, seat) >> (2 * face) & 1:
            raise self._refuse_card(match, seat, action.card, face)
        played: list[Event] = [CARD_PLAYED[seat][face]]
        if len(match.trick_faces) == 3:
            self._end_trick(match, seat, face, played)
        return played

    def _refuse_card(self, match: PinochleMatch, seat: int, card: str, face: int) -> IllegalAction:
        """Say which rule forbids the card."""
        hand = match.hands[seat]
        faces = self.legal_faces(match, seat)
        legal = PLAYS[(faces.bit_length() - 1) // 2]
        if face < 0:
            return IllegalAction("unknown_card", legal=legal, text=card, pack=PINOCHLE.name)
        if not hand >> (2 * face) & 1:
            return IllegalAction("card_not_in_hand", legal=legal, card=card)
        # A card of the hand that is not legal: somebody has led.
        led, trump = match.trick_faces[0] // 6, match.trump_suit
        required = legal.card[-1]
        if face // 6 == trump and required == PINOCHLE.suits[trump]:
            best_card = PINOCHLE.codes[max(face for face in match.trick_faces if face // 6 == trump)]
            code = "must_beat" if led == trump else "must_overtrump"
            return IllegalAction(code, legal=legal, card=card, best_card=best_card)
        led_suit = PINOCHLE.suits[led]
        if required == led_suit:
            return IllegalAction("must_follow", legal=legal, card=card, led_suit=led_suit)
        return IllegalAction("must_trump", legal=legal, card=card, led_suit=led_suit, trump_suit=required)

    def _end_trick(self, match: PinochleMatch, seat: int, face: int, happened: list[Event]) -> None:
        winner, best, points = match.trick[0].seat, match.trick_faces[0], 0
        for player, laid in zip((*match.trick_seats, seat), (*match.trick_faces, face), strict=True):
            points += card_points(laid)
            if beats(laid, best, match.trump_suit):
                winner, best = player, laid
        last = match.card_counts[seat] == 1
        bonus = LAST_TRICK_POINTS if last else 0
        happened.append(TrickWon(winner, points, bonus))
        if last:
            self._end_deal(match, winner, points + bonus, happened)

    def _end_deal(self, match: PinochleMatch, winner: int, points: int, happened: list[Event]) -> None:
        tricks, taken = list(match.trick_points), list(match.trick_counts)
        tricks[winner % 2] += points
        taken[winner % 2] += 1
        melds = match.meld_points
        scored = score_deal(
            match.options,
            match.deal_number,
            match.bidder,
            match.bid,
            totals=match.side_totals,
            melds=(melds[0] + melds[2], melds[1] + melds[3]),
            tricks=tricks,
            tricks_taken=taken,
        )
        happened.append(scored)
        totals = [sheet.after for sheet in scored.sides]
        side = winning_side(match.options, totals, match.bidder % 2)
        if side is not None:
            happened.append(match_ended(totals, side))


_BIDDING: Final = _Bidding()
_NAMING_TRUMP: Final = _NamingTrump()
_PLAYING: Final = _Playing()


class PinochleMatch(Match):
    """A match of Pinochle that knows all cards. Seats 0 and 2 play against 1 and 3."""

    game = "pinochle"
    rules_version = 1

    options: PinochleOptions
    state: _State | None
    """What the seat in turn decides about; ``None`` while nobody is."""
    deal_number: int
    dealer: int
    """−1 before the first deal."""
    hands: list[int]
    """By seat, masks as in :mod:`amity.games.pinochle.play`."""
    card_counts: list[int]
    calls: tuple[Call, ...]
    bid: int
    """The highest bid, 0 for none."""
    bidder: int
    """Who made it, −1 for nobody."""
    passed: int
    """Mask of the seats that have passed at least once in this auction."""
    passes_in_a_row: int
    trump_suit: int
    """−1 until it is named."""
    melds: tuple[tuple[Meld, ...], ...]
    meld_points: tuple[int, ...]
    trick: tuple[TrickCard, ...]
    trick_faces: list[int]
    last_trick: Trick | None
    trick_counts: list[int]
    """By side."""
    trick_points: list[int]
    side_totals: list[int]
    scores: tuple[DealScored, ...]

    def __init__(self, options: PinochleOptions, seats: int = 4, random: MatchRandom | None = None) -> None:
        super().__init__(options, seats, random)
        self.deal_number = 0
        self.dealer = -1
        self.side_totals = [0, 0]
        self.scores = ()
        self._clear_table()

    def _clear_table(self) -> None:
        self.state = None
        self.hands = [0, 0, 0, 0]
        self.card_counts = [0, 0, 0, 0]
        self.calls = ()
        self.bid = 0
        self.bidder = -1
        self.passed = 0
        self.passes_in_a_row = 0
        self.trump_suit = -1
        self.melds = _NO_MELDS
        self.meld_points = (0, 0, 0, 0)
        self.trick = ()
        self.trick_faces = []
        self.last_trick = None
        self.trick_counts = [0, 0]
        self.trick_points = [0, 0]

    @property
    def totals(self) -> tuple[int, ...]:
        first, second = self.side_totals
        return (first, second, first, second)

    @property
    def trick_seats(self) -> tuple[int, ...]:
        """Who has played to the trick, in order."""
        return tuple(card.seat for card in self.trick)

    def side_of(self, seat: int) -> frozenset[int]:
        return frozenset((seat, (seat + 2) % 4))

    def deal(self) -> list[Event]:
        random = self.check_deal()
        number = self.deal_number + 1
        dealer = random.stream("first-dealer").below(4) if self.dealer < 0 else (self.dealer + 1) % 4
        order = random.stream("shuffle", deal=number).shuffled(_CARDS)
        hands = deal_in_packets(order, [(dealer + step) % 4 for step in (1, 2, 3, 4)], 3)
        codes = PINOCHLE.codes
        dealt = tuple(tuple([codes[face] for face in hands[seat]]) for seat in range(4))
        return self._take([Dealt(number, dealer, dealt)])

    def apply(self, seat: int, action: Action) -> list[Event]:
        self.check_turn(seat)
        assert self.state is not None
        return self._take(self.state.decide(self, seat, action))

    def legal_actions(self) -> Sequence[PinochleAction]:
        return self.state.legal_actions(self) if self.state is not None else ()

    def view(self, seat: int | None) -> PinochleView:
        state = self.state
        lowest = 0
        legal_cards: tuple[str, ...] = ()
        phase: Phase
        if state is None:
            phase = "over" if self.result is not None else "deal"
        else:
            phase = state.name
            if state is _BIDDING:
                lowest = lowest_bid(self.bid, self.options.minimum_bid)
            elif state is _PLAYING and seat is not None and seat == self.to_act:
                legal_cards = sorted_codes(_PLAYING.legal_faces(self, seat))
        return PinochleView(
            seat=seat,
            to_act=self.to_act,
            version=len(self.events),
            options=self.options,
            phase=phase,
            deal_number=self.deal_number,
            dealer=self.dealer if self.dealer >= 0 else None,
            hand=() if seat is None else sorted_codes(self.hands[seat]),
            hand_counts=tuple(self.card_counts),
            calls=self.calls,
            minimum_bid=lowest or None,
            may_pass=state is _BIDDING and self.bid > 0,
            bidder=self.bidder if self.bid else None,
            bid=self.bid or None,
            trump=PINOCHLE.suits[self.trump_suit] if self.trump_suit >= 0 else None,
            melds=self.melds,
            meld_points=self.meld_points,
            trick=self.trick,
            winning=self._winning(),
            last_trick=self.last_trick,
            trick_counts=tuple(self.trick_counts),
            trick_points=tuple(self.trick_points),
            legal_cards=legal_cards,
            totals=tuple(self.side_totals),
            scores=self.scores,
            result=self.result,
        )

    def _winning(self) -> int | None:
        if not self.trick:
            return None
        best = self.trick_faces[0]
        winner = self.trick[0].seat
        for card, face in zip(self.trick, self.trick_faces, strict=True):
            if beats(face, best, self.trump_suit):
                best, winner = face, card.seat
        return winner

    def _fold_dealt(self, event: Dealt) -> None:
        self._clear_table()
        self.deal_number = event.deal
        self.dealer = event.dealer
        for seat, cards in enumerate(event.hands):
            hand = 0
            for card in cards or ():
                hand = add_card(hand, _FACES[card])
            self.hands[seat] = hand
        self.card_counts = [12, 12, 12, 12]
        self.awaiting_deal = False
        self.state = _BIDDING
        self.to_act = event.dealer

    def _fold_bid_made(self, event: BidMade) -> None:
        self.calls = (*self.calls, Call(event.seat, event.points))
        self.bid = event.points
        self.bidder = event.seat
        self.passes_in_a_row = 0
        self.to_act = event.next_seat

    def _fold_passed(self, event: Passed) -> None:
        self.calls = (*self.calls, Call(event.seat, None))
        self.passed |= 1 << event.seat
        self.passes_in_a_row += 1
        self.to_act = event.next_seat

    def _fold_bidding_ended(self, event: BiddingEnded) -> None:
        self.bidder = event.seat
        self.bid = event.points
        self.state = _NAMING_TRUMP
        self.to_act = event.seat

    def _fold_trump_named(self, event: TrumpNamed) -> None:
        self.trump_suit = PINOCHLE.suits.index(event.suit)

    def _fold_melds_shown(self, event: MeldsShown) -> None:
        self.melds = event.melds
        self.meld_points = event.points
        self.state = _PLAYING

    def _fold_card_played(self, event: CardPlayed) -> None:
        seat = event.seat
        face = _FACES[event.card]
        self.hands[seat] = remove_card(self.hands[seat], face)
        self.card_counts[seat] -= 1
        self.trick = (*self.trick, TRICK_CARDS[seat][face])
        self.trick_faces.append(face)
        self.to_act = (seat + 1) % 4

    def _fold_trick_won(self, event: TrickWon) -> None:
        winner = event.seat
        points = event.points + event.bonus
        self.last_trick = Trick(self.trick, winner, points)
        self.trick = ()
        self.trick_faces = []
        self.trick_counts[winner % 2] += 1
        self.trick_points[winner % 2] += points
        self.to_act = winner

    def _fold_deal_scored(self, event: DealScored) -> None:
        self.scores = (*self.scores, event)
        self.side_totals = [sheet.after for sheet in event.sides]
        self.state = None
        self.to_act = None
        self.awaiting_deal = True

    def _fold_forfeited(self, event: Forfeited) -> None:
        self.state = None
        self.to_act = None
        self.awaiting_deal = False

    def _fold_match_ended(self, event: MatchEnded) -> None:
        self.state = None
        self.to_act = None
        self.awaiting_deal = False
        self.result = event

    folds: ClassVar[Mapping[type[Event], Callable[[Any, Any], None]]] = {
        Dealt: _fold_dealt,
        BidMade: _fold_bid_made,
        Passed: _fold_passed,
        BiddingEnded: _fold_bidding_ended,
        TrumpNamed: _fold_trump_named,
        MeldsShown: _fold_melds_shown,
        CardPlayed: _fold_card_played,
        TrickWon: _fold_trick_won,
        DealScored: _fold_deal_scored,
        Forfeited: _fold_forfeited,
        MatchEnded: _fold_match_ended,
    }
