"""What a seat knows in Pinochle, read from its view and its history into the records of the compiled search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from amity.cards import PINOCHLE
from amity.games.pinochle import CardPlayed, Dealt, Meld, PinochleView
from amity.games.pinochle.bidding import lowest_bid
from amity.games.pinochle.play import add_card, beats, card_points, legal_faces
from amity.match import Event

FACES: Final = {code: face for face, code in enumerate(PINOCHLE.codes)}
HAND: Final = 12
"""Cards dealt to a hand."""
PARTNER_BIDS: Final = 40
"""What a seat is expected to have in hand when it raises its partner."""
NO_CEILING: Final = 1 << 20
TRUMP_LEAN: Final = 2.5
"""How much more likely than by chance a trump that is not seen lies with the bidder: the values under which the hands
of deals between club players are most likely, all melds taken into account."""
ACE_LEAN: Final = 1.3
"""The same for the aces of other suits."""


def mask_of(cards: Sequence[str]) -> int:
    """Cards as a mask."""
    hand = 0
    for card in cards:
        hand = add_card(hand, FACES[card])
    return hand


def shown_cards(melds: Sequence[Meld], run_counts_marriage: bool) -> int:
    """The fewest cards that make the melds. A card counts once in each class. Rules: pinochle, Melds."""
    classes: dict[str, dict[int, int]] = {}
    for meld in melds:
        name = meld.kind
        group = "pinochles" if "pinochle" in name else "arounds" if meld.suit == "" else "sequences"
        if run_counts_marriage and name == "trump_marriage":
            # Its cards may be those of the run.
            group = "trump marriages"
        counts = classes.setdefault(group, {})
        for card in meld.cards:
            face = FACES[card]
            counts[face] = counts.get(face, 0) + 1
    hand = 0
    for face in range(24):
        for _ in range(max((counts.get(face, 0) for counts in classes.values()), default=0)):
            hand = add_card(hand, face)
    return hand


@lru_cache(maxsize=1 << 14)
def excluded_by(face: int, led: int, best: int, trump: int, must_trump: bool) -> int:
    """The faces a hand cannot hold after it has played ``face``: with one of them that would have been illegal."""
    found = 0
    for other in range(24):
        if not legal_faces(1 << 2 * face | 1 << 2 * other, led, best, trump, must_trump) >> 2 * face & 1:
            found |= 1 << 2 * other
    return found


def this_deal(history: Sequence[Event]) -> list[Event]:
    """The events of the deal in progress."""
    found: list[Event] = []
    for event in reversed(history):
        found.append(event)
        if isinstance(event, Dealt):
            break
    found.reverse()
    return found


def read_play(
    view: PinochleView, history: Sequence[Event], knowledge: Any, state: Any, *, use_calls: bool = False
) -> None:
    """Fill the records for a moment of play, hidden hands left empty.

    ``knowledge`` and ``state`` are records of the types in :mod:`amity.search._pinochle_worlds` and
    :mod:`amity.search._pinochle_state`. With ``use_calls`` the bidder is taken to hold what bidders hold.
    """
    assert view.seat is not None and view.trump is not None and view.bid is not None and view.bidder is not None
    options = view.options
    trump = PINOCHLE.suits.index(view.trump)
    played = [0, 0, 0, 0]
    excluded = [0, 0, 0, 0]
    led = best = winner = -1
    in_trick = points = 0
    for event in this_deal(history):
        if not isinstance(event, CardPlayed):
            continue
        face = FACES[event.card]
        played[event.seat] = add_card(played[event.seat], face)
        if in_trick == 0:
            led, best, winner, points = face // 6, face, event.seat, 0
        else:
            excluded[event.seat] |= excluded_by(face, led, best, trump, options.must_trump)
            if beats(face, best, trump):
                best, winner = face, event.seat
        points += card_points(face)
        in_trick = (in_trick + 1) % 4
    if in_trick == 0:
        led = best = winner = -1
        points = 0
    knowledge["seat"] = view.seat
    knowledge["trump"] = trump
    knowledge["run_counts"] = options.run_counts_marriage
    knowledge["hand"] = mask_of(view.hand)
    knowledge["played"] = played
    knowledge["shown"] = [shown_cards(melds, options.run_counts_marriage) for melds in view.melds]
    knowledge["excluded"] = excluded
    knowledge["sizes"] = view.hand_counts
    knowledge["lean"] = 1.0
    if use_calls:
        knowledge["lean"][view.bidder, 5::6] = ACE_LEAN
        knowledge["lean"][view.bidder, 6 * trump : 6 * trump + 6] = TRUMP_LEAN
    _read_score(view, state)
    state["seat"] = view.seat
    state["trump"] = trump
    state["led"] = led
    state["best"] = best
    state["winner"] = winner
    state["in_trick"] = in_trick
    state["trick_points"] = points
    state["left"] = sum(view.hand_counts)
    state["points"] = view.trick_points
    state["tricks"] = view.trick_counts
    state["melds"] = [view.meld_points[side] + view.meld_points[side + 2] for side in range(2)]
    state["bid"] = view.bid
    state["bidder"] = view.bidder


def read_auction(view: PinochleView, auction: Any, knowledge: Any, state: Any) -> None:
    """Fill the records for a moment of the auction or the naming of trump, hidden hands left empty."""
    assert view.seat is not None
    options = view.options
    floor = [0, 0, 0, 0]
    ceiling = [NO_CEILING] * 4
    bid, bidder, passed, passes = 0, -1, 0, 0
    for call in view.calls:
        if call.points is None:
            declined = lowest_bid(bid, options.minimum_bid)
            if declined:
                allowance = PARTNER_BIDS if bidder == (call.seat + 2) % 4 else 0
                ceiling[call.seat] = min(ceiling[call.seat], declined + allowance)
            passed |= 1 << call.seat
            passes += 1
        else:
            bid, bidder, passes = call.points, call.seat, 0
            floor[call.seat] = bid
    auction["seat"] = view.seat
    auction["bid"] = bid
    auction["bidder"] = bidder
    auction["passed"] = passed
    auction["passes"] = passes
    auction["pass_is_final"] = options.pass_is_final
    auction["minimum_bid"] = options.minimum_bid
    auction["run_counts"] = options.run_counts_marriage
    auction["floor"] = floor
    auction["ceiling"] = ceiling
    knowledge["seat"] = view.seat
    knowledge["trump"] = -1
    knowledge["run_counts"] = options.run_counts_marriage
    knowledge["hand"] = mask_of(view.hand)
    knowledge["played"] = 0
    knowledge["shown"] = 0
    knowledge["excluded"] = 0
    knowledge["sizes"] = HAND
    knowledge["lean"] = 1.0
    _read_score(view, state)
    state["led"] = state["best"] = state["winner"] = -1
    state["in_trick"] = state["trick_points"] = 0
    state["left"] = 4 * HAND
    state["points"] = 0
    state["tricks"] = 0


def _read_score(view: PinochleView, state: Any) -> None:
    options = view.options
    state["must_trump"] = options.must_trump
    state["totals"] = view.totals
    state["target"] = options.target
    state["trick_needed"] = options.trick_needed_for_melds
    state["higher_wins"] = options.both_reach == "higher"
