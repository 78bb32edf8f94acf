"""The state machine of a match of Friends!."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from amity.cards import FRIENDS
from amity.games.friends.actions import Play
from amity.games.friends.bidding import Standing
from amity.games.friends.claims import unseen_copies
from amity.games.friends.events import (
    BaseTaken,
    BiddingEnded,
    BiddingFailed,
    BidMade,
    Buried,
    Called,
    CardsPlayed,
    DealScored,
    Dealt,
    FriendFound,
    Passed,
    RestClaimed,
    ScoreLine,
    ThrowRejected,
    TrickTaken,
    TrumpDecided,
)
from amity.games.friends.follow import Lead, one_legal
from amity.games.friends.observe import FriendsView, observe
from amity.games.friends.options import FriendsOptions
from amity.games.friends.order import FACES, JOKER_TRUMP, SUITS, Order, order_of, points_in
from amity.games.friends.patterns import Pattern
from amity.games.friends.phases import (
    BURYING,
    CALLING,
    OPEN_BID,
    PLAYING,
    PRE_BID,
    SWAP_BID,
    TRUMP_LETTERS,
    Phase,
    codes_of,
    play_of,
)
from amity.games.friends.scoring import (
    ACE_LEVEL,
    deal_result,
    next_dealer,
    places_dealer_wins,
    places_past_ace,
)
from amity.games.friends.trick import NOTHING, Strength, strength_of, winner_of
from amity.match import Event, Forfeited, MatchEnded, PhasedMatch, places_of
from amity.shuffle import MatchRandom, deal_in_packets

HAND_SIZE: Final = 35

_FACE: Final = {code: face for face, code in enumerate(FRIENDS.codes)}
_PACK: Final = [code for code in FRIENDS.codes for _ in range(FRIENDS.copies)]

Played = tuple[int, tuple[int, ...]]
"""A seat and the faces it played."""


def _faces(cards: Sequence[str]) -> tuple[int, ...]:
    return tuple([_FACE[card] for card in cards])


class FriendsMatch(PhasedMatch):
    """A match of Friends! in progress. Hands are counts by face."""

    game: ClassVar[str] = "friends"
    rules_version: ClassVar[int] = 1

    options: FriendsOptions

    common_view: FriendsView | None = None
    """What everybody sees, as it was last put together."""

    def __init__(self, options: FriendsOptions, seats: int, random: MatchRandom | None = None) -> None:
        super().__init__(options, seats, random)
        self.number = 0
        """Deals dealt so far; the first one counts once however often it is dealt anew."""
        self.failed = 0
        """Deals in a row in which nobody bid in OpenBid."""
        self.following_dealer: int | None = None
        """Who deals next; ``None`` before the first deal."""
        self.sheets: tuple[DealScored, ...] = ()
        self.levels: tuple[int, ...] = (options.start_level,) * seats
        self._clear()

    def _clear(self) -> None:
        """Forget the deal."""
        seats = self.seats
        self.phase: Phase | None = None
        self.attempt = 0
        self.dealer = -1
        """−1 while the dealer is bid for."""
        self.starter = -1
        self.level = self.options.start_level
        self.trump = -1
        """Suit 0 to 3 or 4 for Joker trump; −1 while undecided."""
        self.hands: list[list[int]] = [[0] * FACES for _ in range(seats)]
        self.base: tuple[int, ...] = ()
        self.base_shown: tuple[str, ...] = ()
        self.standing: Standing | None = None
        self.passes = 0
        self.bids: list[tuple[str, int, str, int]] = []
        """(state, seat, card, count) of everything said; count 0 is a pass."""
        self.swapping = False
        """Whether the base was taken in SwapBid."""
        self.swapped: tuple[int, ...] = ()
        self.last_swapped = -1
        self.calls: list[tuple[int, int]] = []
        """(face, number)."""
        self.friends: list[int | None] = []
        """Who settled each call."""
        self.called_in_base: list[bool] = []
        self.played: list[int] = [0] * FACES
        """Copies really played so far, by face."""
        self.leader = -1
        self.patterns: tuple[tuple[str, ...], ...] = ()
        self.trick: list[Played] = []
        self.last_trick: tuple[int, int, tuple[tuple[str, ...], ...], tuple[Played, ...]] | None = None
        """Winner, points, the lead's patterns and the plays."""
        self.tricks = 0
        self.points: list[int] = [0] * seats
        """Points each seat took."""
        self.fines: list[int] = [0] * seats
        """Points each seat was fined."""
        self.voids: list[tuple[str, ...]] = [()] * seats
        """Groups each seat has shown to have no card of."""
        self.rejection: ThrowRejected | None = None
        """The throw rejected in the trick on the table."""
        self._lead: Lead | None = None
        self._strengths: list[Strength] = []
        """Of the first plays on the table, as far as they have been asked for."""
        self.claim: tuple[int, tuple[tuple[tuple[str, ...], ...], ...]] | None = None
        """Who has claimed the rest, and the leads still to come."""

    # Steps

    def deal(self) -> list[Event]:
        """Deal the next hands. Errors as :meth:`Match.deal`. Rules: friends, 1 and 3."""
        random = self.check_deal()
        again = self.failed > 0
        number = self.number if again else self.number + 1
        attempt = self.failed
        dealer = self.following_dealer
        if dealer is None:
            starter = random.stream("starting-seat", deal=number, attempt=attempt).below(self.seats)
            level = self.options.start_level
        else:
            starter = dealer
            level = self.levels[dealer]
        order = random.stream("shuffle", deal=number, attempt=attempt).shuffled(_PACK)
        dealt = HAND_SIZE * self.seats
        turns = [(starter + place) % self.seats for place in range(self.seats)]
        hands = deal_in_packets(order[:dealt], turns, 1)
        by_seat = tuple(tuple(hands[seat]) for seat in range(self.seats))
        return self._take([Dealt(number, attempt, dealer, starter, level, by_seat, tuple(order[dealt:]))])

    def view(self, seat: int | None) -> FriendsView:
        """What a seat, or a spectator, may know."""
        return observe(self, seat)

    @property
    def totals(self) -> Sequence[int]:
        """The level of each seat; 15 and more is past A."""
        return self.levels

    # What the phases ask

    @property
    def order(self) -> Order:
        """The order of the cards; with Joker trump while the trump suit is undecided."""
        return order_of(self.level - 2, self.trump if self.trump >= 0 else JOKER_TRUMP)

    @property
    def lead(self) -> Lead:
        """What was led to the trick on the table."""
        if self._lead is None:
            order = self.order
            patterns = []
            for cards in self.patterns:
                faces = list(dict.fromkeys(_faces(cards)))
                faces.sort(key=lambda face: -order.place[face])
                patterns.append(Pattern(len(cards) // len(faces), tuple(faces)))
            self._lead = Lead(order, patterns)
        return self._lead

    def best_play(self) -> tuple[Strength, int | None]:
        """The strongest play on the table, and who holds the trick with it."""
        strengths = self._strengths
        if not self.trick:
            return NOTHING, None
        strengths += [strength_of(self.lead, faces) for _, faces in self.trick[len(strengths) :]]
        best = winner_of(strengths)
        return strengths[best], self.trick[best][0]

    def unseen(self, seat: int) -> list[int]:
        """Copies of each face that may lie in other hands for all the seat knows by what it has seen."""
        return unseen_copies(self.hands[seat], self.played, self.base if seat == self.last_swapped else ())

    def automatic(self) -> tuple[int, Play] | None:
        """What is played after a claim: the claimer's leads, low legal plays of the others."""
        seat = self.to_act
        if self.claim is None or seat is None:
            return None
        claimer, leads = self.claim
        if seat == claimer:
            return seat, Play(tuple([card for cards in leads[0] for card in cards]), leads[0])
        return seat, play_of(self.order, one_legal(self.lead, self.hands[seat]))

    def next_bidder(self, seat: int) -> int:
        """Whose turn it is to bid after a seat: the standing bidder is skipped."""
        following = (seat + 1) % self.seats
        if self.standing is not None and self.standing.seat == following:
            following = (following + 1) % self.seats
        return following

    def dealer_side(self, found: Sequence[FriendFound] = ()) -> frozenset[int]:
        """The dealer and the friends known so far, with those just found."""
        side = {self.dealer, *(friend for friend in self.friends if friend is not None)}
        return frozenset(side | {event.seat for event in found})

    def scored(self, winner: int, points: int, largest: int, found: Sequence[FriendFound]) -> list[Event]:
        """The events that follow the last trick, whose winner takes its ``points`` and the base. ``largest`` is the
        number of cards in the winning play's largest pattern; ``found`` are calls settled just now.
        Rules: friends, 5.4 and 6.
        """
        options = self.options
        side = self.dealer_side(found)
        opponents = tuple(seat for seat in range(self.seats) if seat not in side)
        base_points = points_in(self.base)
        multiplier = 2 * largest
        lines = [ScoreLine("taken", seat, self.points[seat] + (points if seat == winner else 0)) for seat in opponents]
        if winner in opponents:
            lines.append(ScoreLine("base", winner, base_points * multiplier))
        lines += [
            ScoreLine("fine", seat, -fined if seat in opponents else fined)
            for seat, fined in enumerate(self.fines)
            if fined
        ]
        total = sum(line.points for line in lines)
        if options.clamp_points and total < 0:
            lines.append(ScoreLine("clamp", None, -total))
            total = 0
        result = deal_result(total, options)
        winners = side if result.winner == "dealer" else frozenset(opponents)
        levels = [level + result.levels * (seat in winners) for seat, level in enumerate(self.levels)]
        if options.match_end == "dealer_at_ace":
            levels = [min(level, ACE_LEVEL) for level in levels]
        events: list[Event] = [
            DealScored(
                self.number,
                self.dealer,
                self.level,
                TRUMP_LETTERS[self.trump],
                tuple(sorted(side)),
                opponents,
                codes_of(self.base),
                base_points,
                multiplier,
                winner,
                tuple(lines),
                total,
                result.winner,
                result.levels,
                tuple(levels),
                next_dealer(self.dealer, winners, self.seats),
            )
        ]
        places = self._final_places(levels, result.winner == "dealer")
        if places is not None:
            events.append(MatchEnded(tuple(levels), places))
        return events

    def _final_places(self, levels: Sequence[int], dealer_won: bool) -> tuple[int, ...] | None:
        """The places when the deal just scored ends the match. Rules: friends, 6 and 7."""
        options = self.options
        if options.match_end == "past_ace":
            if max(levels) > ACE_LEVEL:
                return places_past_ace(levels, self.dealer)
        elif dealer_won and self.level == ACE_LEVEL:
            return places_dealer_wins(levels, self.dealer)
        return places_of(levels) if self.number == options.deals else None

    # The fold

    def _dealt(self, event: Dealt) -> None:
        self._clear()
        assert event.base is not None, "a match knows every card"
        self.number = event.number
        self.attempt = event.attempt
        self.dealer = -1 if event.dealer is None else event.dealer
        self.starter = event.starter
        self.level = event.level
        for seat, cards in enumerate(event.hands):
            assert cards is not None, "a match knows every card"
            self._give(seat, cards)
        self.base = _faces(event.base)
        self.phase = OPEN_BID if event.dealer is None else PRE_BID
        self.to_act = event.starter
        self.awaiting_deal = False

    def _give(self, seat: int, cards: Sequence[str]) -> None:
        hand = self.hands[seat]
        for card in cards:
            hand[_FACE[card]] += 1

    def _take_from(self, seat: int, cards: Sequence[str]) -> None:
        hand = self.hands[seat]
        for card in cards:
            hand[_FACE[card]] -= 1

    def _bid_made(self, event: BidMade) -> None:
        assert self.phase is not None, "a seat was in turn"
        self.standing = Standing(event.seat, _FACE[event.card], event.count)
        self.passes = 0
        self.bids.append((self.phase.name, event.seat, event.card, event.count))
        if event.next_seat is None:
            self.trump = SUITS.index(event.trump)
        self.to_act = event.next_seat

    def _passed(self, event: Passed) -> None:
        assert self.phase is not None, "a seat was in turn"
        self.passes += 1
        self.bids.append((self.phase.name, event.seat, "", 0))
        self.to_act = event.next_seat

    def _bidding_failed(self, event: BiddingFailed) -> None:
        self.failed = event.attempt
        self._await_deal()

    def _trump_decided(self, event: TrumpDecided) -> None:
        self.failed = 0
        self.dealer = event.dealer
        self.trump = SUITS.index(event.trump)
        self.base_shown = event.shown

    def _base_taken(self, event: BaseTaken) -> None:
        assert event.cards is not None, "a match knows every card"
        self.swapping = self.phase is SWAP_BID
        self._give(event.seat, event.cards)
        self.base = ()
        self.phase = BURYING
        self.to_act = event.seat

    def _buried(self, event: Buried) -> None:
        assert event.cards is not None, "a match knows every card"
        self._take_from(event.seat, event.cards)
        self.base = _faces(event.cards)
        self.last_swapped = event.seat
        if event.swapped and event.seat not in self.swapped:
            self.swapped = (*self.swapped, event.seat)
        self.passes = 0
        self.phase = SWAP_BID
        self.to_act = event.next_seat

    def _bidding_ended(self, event: BiddingEnded) -> None:
        self.phase = CALLING
        self.to_act = event.dealer

    def _called(self, event: Called) -> None:
        self.calls.append((_FACE[event.card], event.number))
        self.friends.append(None)
        self.called_in_base.append(False)
        if event.last:
            self.phase = PLAYING
            self.leader = event.seat

    def _throw_rejected(self, event: ThrowRejected) -> None:
        self.fines[event.seat] += event.fine
        self.rejection = event

    def _rest_claimed(self, event: RestClaimed) -> None:
        self.claim = (event.seat, event.leads)

    def _cards_played(self, event: CardsPlayed) -> None:
        seat = event.seat
        self._take_from(seat, event.cards)
        faces = _faces(event.cards)
        for face in faces:
            self.played[face] += 1
        if not self.trick:
            self.patterns = event.patterns
            self._lead = None
            if self.claim is not None:
                self.claim = (seat, self.claim[1][1:])
        self.trick.append((seat, faces))
        if event.shows_void and event.shows_void not in self.voids[seat]:
            self.voids[seat] = (*self.voids[seat], event.shows_void)
        self.to_act = event.next_seat

    def _friend_found(self, event: FriendFound) -> None:
        self.friends[event.call] = event.seat
        self.called_in_base[event.call] = event.in_base

    def _trick_taken(self, event: TrickTaken) -> None:
        self.points[event.seat] += event.points
        self.last_trick = (event.seat, event.points, self.patterns, tuple(self.trick))
        self.tricks += 1
        self.trick = []
        self.patterns = ()
        self.rejection = None
        self._lead = None
        self._strengths = []
        self.leader = event.seat
        self.to_act = event.seat

    def _deal_scored(self, event: DealScored) -> None:
        self.sheets = (*self.sheets, event)
        self.levels = event.levels
        self.following_dealer = event.next_dealer
        self._await_deal()

    folds: ClassVar[Mapping[type[Event], Callable[[Any, Any], None]]] = {
        Dealt: _dealt,
        BidMade: _bid_made,
        Passed: _passed,
        BiddingFailed: _bidding_failed,
        TrumpDecided: _trump_decided,
        BaseTaken: _base_taken,
        Buried: _buried,
        BiddingEnded: _bidding_ended,
        Called: _called,
        RestClaimed: _rest_claimed,
        ThrowRejected: _throw_rejected,
        CardsPlayed: _cards_played,
        FriendFound: _friend_found,
        TrickTaken: _trick_taken,
        DealScored: _deal_scored,
        Forfeited: PhasedMatch._forfeited,
        MatchEnded: PhasedMatch._ended,
    }
