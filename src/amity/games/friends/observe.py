"""What a seat, or a spectator (``None``), may know at a moment of a match of Friends!.

Hidden are the other hands and the base: only who buried last knows what lies there. The copies that settle a call are
hidden with the hands that hold them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from amity.cards import FRIENDS
from amity.games.friends import candidates, phases, suggestions
from amity.games.friends.actions import Bury, Claim, FriendsAction
from amity.games.friends.bidding import BidState, possible_bids
from amity.games.friends.claims import best_claim, call_depends, unseen_copies
from amity.games.friends.events import Cards, DealScored, ThrowRejected, Trump
from amity.games.friends.follow import Lead
from amity.games.friends.options import FriendsOptions
from amity.games.friends.order import JOKER_TRUMP, SUITS, TRUMPS, Order, counts_of, order_of, points_in
from amity.games.friends.patterns import Pattern
from amity.games.friends.trick import NOTHING, Strength, strength_of
from amity.match import MatchEnded, View

if TYPE_CHECKING:
    from amity.games.friends.match import FriendsMatch

PlayerState: TypeAlias = Literal["D", "F", "O", "S", "L"]
"""Dealer, friend, opponent, swapped, last swapped."""


class BidSaid(msgspec.Struct, frozen=True):
    """Something said while bidding."""

    state: str
    seat: int
    card: str
    """Empty for a pass."""
    count: int


class StandingBid(msgspec.Struct, frozen=True):
    """The bid that stands."""

    seat: int
    card: str
    count: int


class CallMade(msgspec.Struct, frozen=True):
    """A call and how far it is settled."""

    card: str
    number: int
    seen: int
    """Copies of the card played so far."""
    seat: int | None
    """Who settled it."""
    in_base: bool


class PlayedCards(msgspec.Struct, frozen=True):
    """What a seat played to a trick."""

    seat: int
    cards: Cards


class TakenTrick(msgspec.Struct, frozen=True):
    """A complete trick, plays in order."""

    winner: int
    points: int
    patterns: tuple[Cards, ...]
    plays: tuple[PlayedCards, ...]


class CardGroup(msgspec.Struct, frozen=True):
    """Cards that have to be followed together."""

    name: str
    """A suit letter, or ``T`` for the trumps."""
    steps: tuple[Cards, ...]
    """High to low; cards of one step are equal."""


class FriendsView(View, frozen=True, tag="friends", kw_only=True):
    """The table as one seat sees it. Levels count from 2, 11 to 14 are J to A, 15 and more is past A."""

    options: FriendsOptions
    phase: phases.PhaseName
    """What is asked now; ``deal`` when a deal is awaited."""
    deal: int
    """Deals dealt so far."""
    attempt: int
    """How often this deal was dealt before because nobody bid."""
    dealer: int | None
    starter: int | None
    """Who bids first."""
    level: int
    """The deal's level."""
    trump: Trump | None
    groups: tuple[CardGroup, ...]
    """The order of all cards; as with Joker trump while the trump suit is undecided."""
    levels: tuple[int, ...]
    states: tuple[tuple[PlayerState, ...], ...]
    """What everybody knows each seat to be; opponents once both friends are found."""
    hand: Cards
    """Own cards, by group, high to low."""
    hand_counts: tuple[int, ...]
    bids: tuple[BidSaid, ...]
    standing: StandingBid | None
    base_count: int
    base: Cards | None
    """The base, for who buried it."""
    base_shown: Cards
    """Cards of the base that decided trump for lack of a bid."""
    calls: tuple[CallMade, ...]
    leader: int | None
    trick: tuple[PlayedCards, ...]
    patterns: tuple[Cards, ...]
    """The split of the lead on the table."""
    trick_points: int
    """Points lying in the trick on the table."""
    rejection: ThrowRejected | None
    """The throw rejected in the trick on the table."""
    winning: int | None
    """Who holds the trick on the table so far."""
    last_trick: TakenTrick | None
    tricks: int
    points: tuple[int, ...]
    """Points each seat took."""
    fines: tuple[int, ...]
    """Points each seat was fined."""
    voids: tuple[tuple[str, ...], ...]
    """Groups each seat has shown to have no card of."""
    sheets: tuple[DealScored, ...]
    totals: tuple[int, ...]
    """The levels."""
    result: MatchEnded | None
    legal_bids: tuple[tuple[str, int], ...]
    """(card, count) this seat may bid now."""
    legal_calls: tuple[tuple[str, int], ...]
    """(card, number) the dealer may call now."""
    play_count: int
    """How many cards this seat has to play now; 0 when it leads or is not in turn."""
    legal_cards: Cards
    """Different cards that can be part of a legal play or burial now."""
    played: tuple[tuple[str, int], ...]
    """Copies of each card played so far, where there are any."""
    suggestions: tuple[suggestions.Suggestion, ...] = ()
    """What this seat may want to play or bury now; only in a view :meth:`with_help`."""
    suggested_calls: tuple[tuple[str, int], ...] = ()
    """(card, number) the dealer may want to call now; only in a view :meth:`with_help`."""
    claim: tuple[tuple[Cards, ...], ...] | None = None
    """Leads, each by its patterns, with which this seat can claim the rest now, sure from what it has seen;
    ``None`` also when a single pattern is left; only in a view :meth:`with_help`."""

    def claim_action(self) -> Claim | None:
        """The claim of :attr:`claim`."""
        return None if self.claim is None else Claim(self.claim)

    def with_help(self) -> FriendsView:
        """With the suggestions, which take longer than all the rest of a view."""
        if self.seat is None or self.seat != self.to_act:
            return self
        order, hand = self.order(), self.hand_as_counts()
        if self.phase == "call":
            return msgspec.structs.replace(self, suggested_calls=suggestions.calls(order, hand, self.legal_calls))
        if self.phase == "bury":
            found = suggestions.burials(order, hand)
        elif self.phase == "play":
            lead = self.lead()
            if lead is None:
                unseen = self._unseen(hand)
                found = suggestions.leads(order, hand, unseen)
                claim = self._claim(order, hand, unseen)
                return msgspec.structs.replace(self, suggestions=found, claim=claim)
            else:
                found = suggestions.plays(lead, hand, self.best())
        else:
            return self
        return msgspec.structs.replace(self, suggestions=found)

    def _unseen(self, hand: Sequence[int]) -> list[int]:
        """Copies of each face that may lie in the other hands."""
        played = [0] * len(hand)
        for card, count in self.played:
            played[_FACE[card]] = count
        return unseen_copies(hand, played, faces_in(self.base or ()))

    def _claim(self, order: Order, hand: Sequence[int], unseen: Sequence[int]) -> tuple[tuple[Cards, ...], ...] | None:
        leads = best_claim(order, hand, unseen)
        if leads is None or sum(map(len, leads)) == 1:
            return None
        for call in self.calls:
            missing = call.number - call.seen
            if call.seat is None and call_depends(_FACE[call.card], missing, leads, hand, unseen):
                return None
        return tuple([tuple([phases.codes_of(pattern.cards()) for pattern in lead]) for lead in leads])

    def legal_actions(self) -> Sequence[FriendsAction]:
        """What this seat may do; of cards to bury, leads and plays only sensible candidates."""
        if self.seat is None or self.seat != self.to_act:
            return ()
        if self.phase in ("open_bid", "pre_bid", "swap_bid"):
            face = FRIENDS.parse_face
            return [phases.PASS, *(phases.BIDS[face(card)][count] for card, count in self.legal_bids)]
        if self.phase == "call":
            return [phases.CALLS[FRIENDS.parse_face(card)][number] for card, number in self.legal_calls]
        order, hand = self.order(), self.hand_as_counts()
        if self.phase == "bury":
            found = candidates.bury_candidates(order, hand)
            return [Bury(phases.codes_of(order.sorted_faces(faces))) for faces in found]
        lead = self.lead()
        if lead is None:
            return [phases.play_of(order, faces) for faces in candidates.leads(order, hand)]
        return [phases.play_of(order, faces) for faces in candidates.plays(lead, hand, self.best())[0]]

    def order(self) -> Order:
        """The order of the cards."""
        return order_of(self.level - 2, JOKER_TRUMP if self.trump is None else SUITS.index(self.trump))

    def hand_as_counts(self) -> list[int]:
        """The hand as counts by face."""
        return counts_of(faces_in(self.hand))

    def lead(self) -> Lead | None:
        """What was led to the trick on the table."""
        if not self.trick:
            return None
        return _lead_of(self.order(), self.patterns)

    def best(self) -> Strength:
        """The strongest play on the table; nothing when there is none."""
        lead = self.lead()
        if lead is None:
            return NOTHING
        return next(strength_of(lead, faces_in(played.cards)) for played in self.trick if played.seat == self.winning)


@lru_cache(maxsize=256)
def _lead_of(order: Order, parts: tuple[Cards, ...]) -> Lead:
    """The lead of these patterns: everybody in a trick looks at the same one."""
    patterns = []
    for cards in parts:
        faces = sorted(set(faces_in(cards)), key=lambda face: -order.place[face])
        patterns.append(Pattern(len(cards) // len(faces), tuple(faces)))
    return Lead(order, patterns)


def faces_in(cards: Sequence[str]) -> list[int]:
    """The faces of codes."""
    return [_FACE[card] for card in cards]


_FACE = {code: face for face, code in enumerate(FRIENDS.codes)}
_GROUPS: dict[tuple[int, int], tuple[CardGroup, ...]] = {}


def card_groups(order: Order) -> tuple[CardGroup, ...]:
    """The order as data, trumps first."""
    key = (order.level, order.trump)
    found = _GROUPS.get(key)
    if found is None:
        found = _GROUPS[key] = tuple(
            CardGroup(
                "T" if group == TRUMPS else SUITS[group],
                tuple(phases.codes_of(faces[::-1]) for faces in order.steps[group][::-1]),
            )
            for group in (TRUMPS, 3, 1, 2, 0)
            if order.steps[group]
        )
    return found


_BID_STATES: dict[str, BidState] = {"open_bid": "open_bid", "pre_bid": "pre_bid", "swap_bid": "swap_bid"}


def observe(match: FriendsMatch, seat: int | None) -> FriendsView:
    """The view of a seat, or of a spectator (``None``): what everybody sees is put together once for all."""
    common = match.common_view
    if common is None or common.version != len(match.events):
        common = match.common_view = _common(match)
    if seat is None:
        return common
    codes = FRIENDS.codes
    order, name = match.order, common.phase
    hand = match.hands[seat]
    legal_bids: tuple[tuple[str, int], ...] = ()
    legal_calls: tuple[tuple[str, int], ...] = ()
    legal_cards: Cards = ()
    play_count = 0
    if seat == match.to_act:
        if name in _BID_STATES:
            bids = possible_bids(_BID_STATES[name], match.level - 2, hand, match.standing)
            legal_bids = tuple([(codes[face], count) for face, count in bids])
        elif name == "call":
            legal_calls = tuple(
                (codes[face], number)
                for face in phases.callable_faces(order)[::-1]
                for number in range(1, phases.COPIES + 1)
                if (face, number) not in match.calls
            )
        else:
            play_count, legal_cards = _legal_cards(match, hand)
    return msgspec.structs.replace(
        common,
        seat=seat,
        hand=phases.codes_of(_display(order, hand)),
        base=phases.codes_of(match.base) if seat == match.last_swapped and match.base else None,
        legal_bids=legal_bids,
        legal_calls=legal_calls,
        play_count=play_count,
        legal_cards=legal_cards,
    )


def _common(match: FriendsMatch) -> FriendsView:
    """The view of a spectator."""
    codes = FRIENDS.codes
    standing, last = match.standing, match.last_trick
    if match.phase is not None:
        name = match.phase.name
    else:
        name = "over" if match.result is not None else "deal"
    return FriendsView(
        seat=None,
        to_act=match.to_act,
        version=len(match.events),
        options=match.options,
        phase=name,
        deal=match.number,
        attempt=match.attempt,
        dealer=None if match.dealer < 0 else match.dealer,
        starter=None if match.starter < 0 else match.starter,
        level=match.level,
        trump=None if match.trump < 0 else phases.TRUMP_LETTERS[match.trump],
        groups=card_groups(match.order),
        levels=match.levels,
        states=_states(match),
        hand=(),
        hand_counts=tuple([sum(counts) for counts in match.hands]),
        bids=tuple([BidSaid(*said) for said in match.bids]),
        standing=None if standing is None else StandingBid(standing.seat, codes[standing.face], standing.copies),
        base_count=len(match.base),
        base=None,
        base_shown=match.base_shown,
        calls=tuple(
            [
                CallMade(codes[face], number, match.played[face], match.friends[call], match.called_in_base[call])
                for call, (face, number) in enumerate(match.calls)
            ]
        ),
        leader=None if match.leader < 0 else match.leader,
        trick=_plays(match.trick),
        patterns=match.patterns,
        trick_points=sum(points_in(faces) for _, faces in match.trick),
        rejection=match.rejection,
        winning=match.best_play()[1],
        last_trick=None if last is None else TakenTrick(last[0], last[1], last[2], _plays(last[3])),
        tricks=match.tricks,
        points=tuple(match.points),
        fines=tuple(match.fines),
        voids=tuple(match.voids),
        sheets=match.sheets,
        totals=match.levels,
        result=match.result,
        legal_bids=(),
        legal_calls=(),
        play_count=0,
        legal_cards=(),
        played=tuple([(codes[face], count) for face, count in enumerate(match.played) if count]),
    )


def _display(order: Order, hand: Sequence[int]) -> list[int]:
    """A hand in the order of :func:`card_groups`."""
    return [face for face in order.shown if hand[face] for _ in range(hand[face])]


def _legal_cards(match: FriendsMatch, hand: Sequence[int]) -> tuple[int, Cards]:
    """How many cards have to be played, and which can be part of it."""
    order = match.order
    faces = [face for face in order.shown if hand[face]]
    if not match.trick:
        return 0, phases.codes_of(faces)
    lead = match.lead
    held = [face for face in faces if order.group[face] == lead.group]
    if sum(hand[face] for face in held) >= lead.count:
        faces = held
    return lead.count, phases.codes_of(faces)


def _plays(trick: Sequence[tuple[int, tuple[int, ...]]]) -> tuple[PlayedCards, ...]:
    return tuple([PlayedCards(seat, phases.codes_of(faces)) for seat, faces in trick])


def _states(match: FriendsMatch) -> tuple[tuple[PlayerState, ...], ...]:
    """Rules: friends, 3 and 4; opponents are known once both calls are settled."""
    side = match.dealer_side()
    settled = len(match.friends) == 2 and all(friend is not None for friend in match.friends)
    found = []
    for seat in range(match.seats):
        states: list[PlayerState] = []
        if seat == match.dealer:
            states.append("D")
        elif seat in side:
            states.append("F")
        elif settled:
            states.append("O")
        if seat in match.swapped:
            states.append("S")
        if seat == match.last_swapped:
            states.append("L")
        found.append(tuple(states))
    return tuple(found)
