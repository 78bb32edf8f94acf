"""The phases of a deal, in their order: what is asked, what may be answered, what follows from it.

A phase holds no state. It reads the match, refuses an action or turns it into events; the match folds them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, NoReturn, TypeAlias

from amity.cards import FRIENDS
from amity.errors import AmityError, IllegalAction, ParseError
from amity.games.friends import candidates
from amity.games.friends.actions import Bid, Bury, Call, Claim, FriendsAction, Pass, Play
from amity.games.friends.bidding import (
    BidState,
    base_trump,
    bid_refusal,
    possible_bids,
    trump_of,
)
from amity.games.friends.claims import call_depends, first_unsure
from amity.games.friends.events import (
    BaseTaken,
    BiddingEnded,
    BiddingFailed,
    BidMade,
    Buried,
    Called,
    CardsPlayed,
    FriendFound,
    Passed,
    Rejected,
    RestClaimed,
    ThrowRejected,
    TrickTaken,
    Trump,
    TrumpDecided,
)
from amity.games.friends.follow import check, explain, one_legal
from amity.games.friends.order import FACES, RANKS, TRUMPS, Order, counts_of, points_in
from amity.games.friends.patterns import Pattern, default_split, named_split
from amity.games.friends.throws import FINE, try_throw
from amity.games.friends.trick import largest_pattern, strength_of
from amity.match import Event, MatchPhase

if TYPE_CHECKING:
    from amity.games.friends.match import FriendsMatch

PhaseName: TypeAlias = Literal["deal", "open_bid", "pre_bid", "bury", "swap_bid", "call", "play", "over"]
"""``deal``: a deal is awaited; ``over``: the match is."""

BASE_SIZE: Final = 6
COPIES: Final = FRIENDS.copies
MOST_FAILED_DEALS: Final = 3
"""After so many deals in a row without an OpenBid the base decides."""

TRUMP_LETTERS: Final[tuple[Trump, ...]] = ("D", "C", "H", "S", "N")
PASS: Final = Pass()
BIDS: Final = tuple(tuple(Bid(code, count) for count in range(COPIES + 1)) for code in FRIENDS.codes)
"""By face and count."""
CALLS: Final = tuple(tuple(Call(code, number) for number in range(COPIES + 1)) for code in FRIENDS.codes)
"""By face and number."""

_CODES: Final = FRIENDS.codes


def codes_of(faces: Sequence[int]) -> tuple[str, ...]:
    """The codes of faces."""
    return tuple([_CODES[face] for face in faces])


def play_of(order: Order, faces: Sequence[int], patterns: Sequence[Pattern] = ()) -> Play:
    """A play of these faces; ``patterns`` when they are named."""
    named = tuple(codes_of(pattern.cards()) for pattern in patterns) or None
    return Play(codes_of(order.sorted_faces(faces)), named)


def callable_faces(order: Order) -> list[int]:
    """The faces that may be called: no trumps."""
    return [face for face in range(FACES) if order.group[face] != TRUMPS]


class Phase(MatchPhase["FriendsMatch"]):
    """One kind of question of Friends!, and its refusals."""

    name: ClassVar[PhaseName]

    def refuse(self, match: FriendsMatch, seat: int, code: str, /, **params: Any) -> NoReturn:
        """Refuse with a legal alternative."""
        raise IllegalAction(code, legal=self.legal(match, seat)[0], **params)

    def read_cards(self, match: FriendsMatch, seat: int, cards: Sequence[str]) -> list[int]:
        """The faces of cards that the seat holds."""
        try:
            faces = [FRIENDS.parse_face(card) for card in cards]
        except ParseError as error:
            self.refuse(match, seat, error.code, **error.params)
        hand = match.hands[seat]
        for face in sorted(set(faces)):
            count = faces.count(face)
            if count > hand[face]:
                if not hand[face]:
                    self.refuse(match, seat, "card_not_in_hand", card=_CODES[face])
                self.refuse(match, seat, "too_few_copies", card=_CODES[face], count=count, held=hand[face])
        return faces


class Bidding(Phase):
    """A round-table state of bids and passes. Rules: friends, 3."""

    expects = (Bid, Pass)
    expected = "bid"
    state: ClassVar[BidState]

    def decide(self, match: FriendsMatch, seat: int, action: Bid | Pass) -> list[Event]:
        if isinstance(action, Pass):
            return self._passed(match, seat)
        try:
            face = FRIENDS.parse_face(action.card)
        except ParseError as error:
            self.refuse(match, seat, error.code, **error.params)
        rank = match.level - 2
        refusal = bid_refusal(self.state, rank, face, action.count, match.standing)
        if refusal is not None:
            code, params = refusal
            self.refuse(match, seat, code, card=_CODES[face], level=RANKS[rank], **params)
        held = match.hands[seat][face]
        if held < action.count:
            self.refuse(match, seat, "bid_copies_not_in_hand", card=_CODES[face], count=action.count, held=held)
        trump = TRUMP_LETTERS[trump_of(face)]
        return self.bid(match, BidMade(seat, _CODES[face], action.count, trump, (seat + 1) % match.seats))

    def bid(self, match: FriendsMatch, made: BidMade) -> list[Event]:
        """The events of a bid that is allowed."""
        return [made]

    def _passed(self, match: FriendsMatch, seat: int) -> list[Event]:
        ended = match.passes + 1 == match.seats - (match.standing is not None)
        following = None if ended else match.next_bidder(seat)
        events: list[Event] = [Passed(seat, following)]
        if ended:
            events += self.end(match)
        return events

    @abstractmethod
    def end(self, match: FriendsMatch) -> list[Event]:
        """What follows when everybody has passed."""

    def legal(self, match: FriendsMatch, seat: int) -> Sequence[FriendsAction]:
        bids = possible_bids(self.state, match.level - 2, match.hands[seat], match.standing)
        return [PASS, *(BIDS[face][count] for face, count in bids)]


def by_base(match: FriendsMatch, dealer: int) -> list[Event]:
    """The base decides trump, and the dealer takes it."""
    trump, looked = base_trump(match.base)
    shown = codes_of(match.base[:looked])
    return [TrumpDecided(dealer, TRUMP_LETTERS[trump], None, shown), BaseTaken(dealer, codes_of(match.base))]


class OpenBid(Bidding):
    """Who bids last deals."""

    name = "open_bid"
    state = "open_bid"

    def end(self, match: FriendsMatch) -> list[Event]:
        standing = match.standing
        if standing is not None:
            trump = TRUMP_LETTERS[trump_of(standing.face)]
            dealer = standing.seat
            return [TrumpDecided(dealer, trump, dealer, ()), BaseTaken(dealer, codes_of(match.base))]
        if match.attempt + 1 < MOST_FAILED_DEALS:
            return [BiddingFailed(match.attempt + 1)]
        return by_base(match, match.starter)


class PreBid(Bidding):
    """Who bids last decides trump."""

    name = "pre_bid"
    state = "pre_bid"

    def end(self, match: FriendsMatch) -> list[Event]:
        standing = match.standing
        if standing is None:
            return by_base(match, match.dealer)
        trump = TRUMP_LETTERS[trump_of(standing.face)]
        return [TrumpDecided(match.dealer, trump, standing.seat, ()), BaseTaken(match.dealer, codes_of(match.base))]


class SwapBid(Bidding):
    """Who bids decides trump and takes the base."""

    name = "swap_bid"
    state = "swap_bid"

    def bid(self, match: FriendsMatch, made: BidMade) -> list[Event]:
        taken = BidMade(made.seat, made.card, made.count, made.trump, None)
        return [taken, BaseTaken(made.seat, codes_of(match.base))]

    def end(self, match: FriendsMatch) -> list[Event]:
        return [BiddingEnded(match.dealer, TRUMP_LETTERS[match.trump], match.last_swapped)]


class Burying(Phase):
    """The dealer or a swapper lays six cards aside."""

    name = "bury"
    expects = (Bury,)
    expected = "bury"

    def decide(self, match: FriendsMatch, seat: int, action: Bury) -> list[Event]:
        faces = self.read_cards(match, seat, action.cards)
        if len(faces) != BASE_SIZE:
            self.refuse(match, seat, "bury_count", n=len(faces))
        cards = codes_of(match.order.sorted_faces(faces))
        return [Buried(seat, cards, match.swapping, match.next_bidder(seat if match.swapping else match.dealer))]

    def legal(self, match: FriendsMatch, seat: int) -> Sequence[FriendsAction]:
        order = match.order
        found = candidates.bury_candidates(order, match.hands[seat])
        return [Bury(codes_of(order.sorted_faces(faces))) for faces in found]


class Calling(Phase):
    """The dealer calls two friends. Rules: friends, 4."""

    name = "call"
    expects = (Call,)
    expected = "call"

    def decide(self, match: FriendsMatch, seat: int, action: Call) -> list[Event]:
        try:
            face = FRIENDS.parse_face(action.card)
        except ParseError as error:
            self.refuse(match, seat, error.code, **error.params)
        if match.order.group[face] == TRUMPS:
            self.refuse(match, seat, "call_trump", card=_CODES[face])
        if not 1 <= action.number <= COPIES:
            self.refuse(match, seat, "call_number", number=action.number)
        if (face, action.number) in match.calls:
            self.refuse(match, seat, "call_twice", card=_CODES[face], number=action.number)
        return [Called(seat, _CODES[face], action.number, bool(match.calls))]

    def legal(self, match: FriendsMatch, seat: int) -> Sequence[FriendsAction]:
        return [
            CALLS[face][number]
            for face in callable_faces(match.order)[::-1]
            for number in range(1, COPIES + 1)
            if (face, number) not in match.calls
        ]


class Playing(Phase):
    """Tricks. Rules: friends, 5."""

    name = "play"
    expects = (Play, Claim)
    expected = "play"

    def decide(self, match: FriendsMatch, seat: int, action: Play | Claim) -> list[Event]:
        if isinstance(action, Claim):
            return [self._claim(match, seat, action)]
        if match.trick:
            return self._follow(match, seat, action)
        return self._lead(match, seat, action)

    def _lead(self, match: FriendsMatch, seat: int, action: Play) -> list[Event]:
        order = match.order
        faces = self.read_cards(match, seat, action.cards)
        if not faces:
            self.refuse(match, seat, "nothing_led")
        self._one_group(match, seat, faces)
        if action.patterns is None:
            patterns = default_split(order, counts_of(faces))
        else:
            parts = [self.read_cards(match, seat, part) for part in action.patterns]
            if sorted(face for part in parts for face in part) != sorted(faces):
                self.refuse(match, seat, "split_differs")
            patterns = self._named(match, seat, parts)
        others = [match.hands[(seat + distance) % match.seats] for distance in range(1, match.seats)]
        thrown = try_throw(order, patterns, others, smallest_only=match.options.rejected_throw == "smallest")
        events: list[Event] = []
        if thrown.rejections:
            rejected = tuple(
                Rejected(
                    codes_of(rejection.pattern.cards()),
                    (seat + 1 + rejection.player) % match.seats,
                    codes_of(rejection.shown.cards()),
                )
                for rejection in thrown.rejections
            )
            announced = tuple(codes_of(pattern.cards()) for pattern in patterns)
            thrown_cards = tuple(card for cards in announced for card in cards)
            events.append(ThrowRejected(seat, thrown_cards, announced, rejected, FINE))
        led = [face for pattern in thrown.led for face in pattern.cards()]
        events.append(
            CardsPlayed(
                seat,
                codes_of(led),
                tuple(codes_of(pattern.cards()) for pattern in thrown.led),
                "",
                (seat + 1) % match.seats,
                bool(thrown.rejections),
            )
        )
        return events + self._found(match, seat, led)

    def _one_group(self, match: FriendsMatch, seat: int, faces: Sequence[int]) -> None:
        groups = {match.order.group[face]: face for face in faces}
        if len(groups) > 1:
            self.refuse(match, seat, "throw_across_groups", cards=[_CODES[groups[group]] for group in sorted(groups)])

    def _named(self, match: FriendsMatch, seat: int, parts: Sequence[Sequence[int]]) -> tuple[Pattern, ...]:
        """The split of a lead as named. Rules: friends, 2."""
        try:
            return named_split(match.order, parts)
        except AmityError as error:
            self.refuse(match, seat, error.code, **error.params)

    def _claim(self, match: FriendsMatch, seat: int, action: Claim) -> RestClaimed:
        if match.trick:
            self.refuse(match, seat, "claim_only_leading")
        cards = [card for lead in action.leads for part in lead for card in part]
        hand = match.hands[seat]
        if counts_of(self.read_cards(match, seat, cards)) != hand or not all(action.leads):
            self.refuse(match, seat, "claim_whole_hand")
        leads = []
        for named in action.leads:
            parts = [self.read_cards(match, seat, part) for part in named]
            self._one_group(match, seat, [face for part in parts for face in part])
            leads.append(self._named(match, seat, parts))
        unseen = match.unseen(seat)
        unsure = first_unsure(match.order, leads, unseen)
        if unsure is not None:
            led = [face for pattern in leads[unsure] for face in pattern.cards()]
            self.refuse(match, seat, "claim_lead_unsure", cards=list(codes_of(led)))
        for (face, number), friend in zip(match.calls, match.friends, strict=True):
            if friend is None and call_depends(face, number - match.played[face], leads, hand, unseen):
                self.refuse(match, seat, "claim_call_open", card=_CODES[face], number=number)
        return RestClaimed(seat, tuple([tuple([codes_of(it.cards()) for it in lead]) for lead in leads]))

    def _follow(self, match: FriendsMatch, seat: int, action: Play) -> list[Event]:
        order, lead, hand = match.order, match.lead, match.hands[seat]
        faces = self.read_cards(match, seat, action.cards)
        if action.patterns is not None:
            self.refuse(match, seat, "split_by_leader_only")
        counts = counts_of(faces)
        if check(lead, hand, counts):
            code, params = explain(lead, hand, counts)
            raise IllegalAction(code, legal=play_of(order, one_legal(lead, hand)), **params)
        shows_void = lead.led_suit if any(order.group[face] != lead.group for face in faces) else ""
        cards = codes_of(order.sorted_faces(faces))
        complete = len(match.trick) + 1 == match.seats
        following = None if complete else (seat + 1) % match.seats
        events: list[Event] = [CardsPlayed(seat, cards, (), shows_void, following, False)]
        events += self._found(match, seat, faces)
        if not complete:
            return events
        best, winner = match.best_play()
        assert winner is not None, "the leader has played"
        strength = strength_of(lead, faces)
        if strength > best:
            best, winner = strength, seat
        points = points_in(faces) + sum(points_in(played) for _, played in match.trick)
        events.append(TrickTaken(winner, points))
        if sum(hand) == lead.count:
            found = [event for event in events if isinstance(event, FriendFound)]
            settled = [
                FriendFound(match.last_swapped, call, True)
                for call, friend in enumerate(match.friends)
                if friend is None and all(event.call != call for event in found)
            ]
            events += settled
            events += match.scored(winner, points, largest_pattern(lead, best), [*found, *settled])
        return events

    def _found(self, match: FriendsMatch, seat: int, faces: Sequence[int]) -> list[Event]:
        """Calls that these cards, played now, settle. Rules: friends, 4."""
        found: list[Event] = []
        for call, (face, number) in enumerate(match.calls):
            before = match.played[face]
            if before < number <= before + faces.count(face):
                found.append(FriendFound(seat, call, False))
        return found

    def legal(self, match: FriendsMatch, seat: int) -> Sequence[FriendsAction]:
        order, hand = match.order, match.hands[seat]
        if not match.trick:
            return [play_of(order, faces) for faces in candidates.leads(order, hand)]
        found, _ = candidates.plays(match.lead, hand, match.best_play()[0])
        return [play_of(order, faces) for faces in found]


OPEN_BID: Final = OpenBid()
PRE_BID: Final = PreBid()
BURYING: Final = Burying()
SWAP_BID: Final = SwapBid()
CALLING: Final = Calling()
PLAYING: Final = Playing()
