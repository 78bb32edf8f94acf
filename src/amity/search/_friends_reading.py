"""What a seat knows in Friends!, read from its view and its history into the records of the compiled search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp
from typing import Any, Final, NamedTuple

import numpy as np

from amity.errors import InvalidRequest
from amity.games.friends.bidding import trump_of
from amity.games.friends.events import (
    BaseTaken,
    BidMade,
    Buried,
    CardsPlayed,
    Dealt,
    FriendFound,
    ThrowRejected,
    TrickTaken,
    TrumpDecided,
)
from amity.games.friends.follow import Lead, measure_of
from amity.games.friends.observe import CallMade, FriendsView, faces_in
from amity.games.friends.order import FACES, POINTS, TRUMPS, Order, counts_of, order_of, points_in
from amity.games.friends.patterns import Pattern
from amity.games.friends.trick import Strength, strength_of
from amity.match import Event
from amity.search._friends_auction import BURY, CALL, OPEN_BID, PRE_BID, SWAP_BID
from amity.search._friends_deal import BASE, ORDERS, PLACES
from amity.search._friends_state import GROUPS, MOST_PATTERNS, SEATS
from amity.search._friends_worlds import FOLLOWED, HELD, LOWEST_HIGHER, MOST_FACTS, MOST_NEEDS, NO_HIGHER

PHASES: Final = {"open_bid": OPEN_BID, "pre_bid": PRE_BID, "swap_bid": SWAP_BID, "bury": BURY, "call": CALL}
TELLING: Final = 0.6
"""How much ten points given to the dealer's side raise the logarithm of the odds to hold a called card."""
USUAL_POINTS: Final = 1.4
"""Points a player adds to a trick without a purpose, a card."""
BIDDER_LEAN: Final = 1.5
"""How much more likely than by chance a trump that is not seen lies with who bid for that trump suit."""
BURIED_LEAN: Final = (3.5, 2.7, 0.9, 0.2)
"""The same for the base of cards without points, from the lowest quarter of a plain suit to the highest: as often as
club players bury them."""
POINTS_BURIED_LEAN: Final = 0.1
"""The same of plain cards with points, which club players keep; others may not."""
HIGH_BURIED_LEAN: Final = 0.03
"""The same of trumps and the highest plain cards."""
CALLER_LEAN: Final = (0.0, 0.2, 1.5, 3.0, 5.0)
"""The same for the dealer and a card of which he called that copy: most call the first copy they do not hold."""


@cache
def orders_of(level: int) -> Any:
    """The orders of a level (rank 0 to 12), one record."""
    found = np.zeros(1, ORDERS)
    for trump in range(5):
        order = order_of(level, trump)
        record = found[0]
        record["group"][trump] = order.group
        record["place"][trump] = order.place
        record["wide"][trump] = order.wide
        record["wide_faces"][trump] = order.wide_faces
        record["faces"][trump] = [len(faces) for faces in order.faces]
        for group in range(GROUPS):
            for points, name in ((10, "tens"), (5, "fives")):
                record[name][trump, group] = sum(bit for face, bit in order.bits[group] if POINTS[face] == points)
    return found


def pack(order: Order, faces: Sequence[int]) -> list[int]:
    """Faces as packed cards by group."""
    hand = [0] * GROUPS
    for face in faces:
        hand[order.group[face]] += 1 << 3 * order.place[face]
    return hand


def mask_of(order: Order, faces: Sequence[int]) -> int:
    """Different faces of one group as a mask."""
    return sum(1 << order.place[face] for face in faces)


def write_action(order: Order, state: Any, faces: Sequence[int], patterns: Sequence[Pattern] = ()) -> None:
    """Write a play, and of a lead its patterns, as the action of a record of play or a list of moves."""
    state["cards"] = pack(order, faces)
    state["patterns"] = len(patterns)
    assert len(patterns) <= MOST_PATTERNS, "no search makes a lead of so many patterns"
    for place, pattern in enumerate(patterns):
        state["copies"][place] = pattern.copies
        state["masks"][place] = mask_of(order, pattern.faces)


def this_deal(history: Sequence[Event]) -> list[Event]:
    """The events of the deal in progress."""
    for place in range(len(history) - 1, -1, -1):
        if isinstance(history[place], Dealt):
            return list(history[place:])
    return []


def read_order(view: FriendsView, state: Any) -> Order:
    """Write the order of the cards and the options into a record of play."""
    order = view.order()
    orders, trump = orders_of(order.level)[0], order.trump
    for name in ("wide", "wide_faces", "faces", "tens", "fives"):
        state[name] = orders[name][trump]
    options = view.options
    state["smallest_only"] = options.rejected_throw == "smallest"
    state["shut_out_three"] = options.shut_out == "three"
    state["every_80"] = options.opponent_levels == "every_80"
    state["clamp"] = options.clamp_points
    state["dealer_at_ace"] = options.match_end == "dealer_at_ace"
    state["levels"] = view.levels
    return order


def read_play(view: FriendsView, state: Any) -> None:
    """Fill the record of a moment of play; the hands of the others are left as they are."""
    order = read_order(view, state)
    assert view.seat is not None and view.dealer is not None
    state["hands"][view.seat] = pack(order, faces_in(view.hand))
    state["left"] = sum(view.hand_counts)
    state["seat"] = view.to_act
    state["in_trick"] = len(view.trick)
    state["trick_points"] = view.trick_points
    state["points"] = view.points
    state["fines"] = view.fines
    state["dealer"] = view.dealer
    state["last_swapped"] = last_swapped(view)
    for place, call in enumerate(view.calls):
        _read_call(order, place, call, state)
    lead = view.lead()
    if lead is not None:
        assert view.winning is not None
        write_lead(lead, state)
        best = max(strength_of(lead, faces_in(played.cards)) for played in view.trick)
        state["best"] = packed_strength(best)
        state["winner"] = view.winning


def read_auction(view: FriendsView, moment: Any, state: Any) -> None:
    """Fill the records of a moment before the cards are played; hidden cards left empty."""
    assert view.seat is not None
    order = read_order(view, state)
    moment["phase"] = PHASES[view.phase]
    moment["seat"] = view.seat
    moment["dealer"] = -1 if view.dealer is None else view.dealer
    moment["rank"] = order.level
    moment["trump"] = -1 if view.trump is None else order.trump
    moment["last_swapped"] = next((seat for seat, states in enumerate(view.states) if "L" in states), -1)
    passes = 0
    for said in reversed(view.bids):
        if said.count or said.state != view.phase:
            break
        passes += 1
    moment["passes"] = passes
    standing = view.standing
    moment["standing_seat"] = -1 if standing is None else standing.seat
    moment["standing_face"] = 0 if standing is None else faces_in((standing.card,))[0]
    moment["standing_copies"] = 0 if standing is None else standing.count
    # A base taken in SwapBid: the bid that stands was made there.
    moment["swapping"] = bool(view.bids) and view.bids[-1].state == "swap_bid"
    moment["called"] = len(view.calls)
    moment["own"] = counts_of(faces_in(view.hand))
    moment["base"] = counts_of(faces_in(view.base or ()))
    for place, call in enumerate(view.calls):
        _read_call(order, place, call, state)


def _read_call(order: Order, place: int, call: CallMade, state: Any) -> None:
    (face,) = faces_in((call.card,))
    state["called_group"][place] = order.group[face]
    state["called_place"][place] = order.place[face]
    state["called_left"][place] = call.number - call.seen
    state["friend"][place] = -1 if call.seat is None else call.seat


def packed_strength(strength: Strength) -> int:
    """A strength as the search counts it."""
    return strength.play_class << 6 | strength.key if strength.play_class else -1


def last_swapped(view: FriendsView) -> int:
    """Who buried last."""
    return next(seat for seat, states in enumerate(view.states) if "L" in states)


def write_lead(lead: Lead, state: Any) -> None:
    """Write what was led into a record of play."""
    state["group"] = lead.group
    state["count"] = lead.count
    state["most"] = lead.most
    state["first_copies"], state["first_length"] = lead.structure[0]
    state["slots"] = (0, 0, *lead.slots)
    state["longest"] = (0, 0, *lead.longest)
    state["sets"] = 0
    state["tractors"] = 0
    for copies, length in lead.structure:
        if length == 1:
            state["sets"][copies] += 1
        else:
            place = int(state["tractors"])
            state["tractor_copies"][place], state["tractor_length"][place] = copies, length
            state["tractors"] += 1


class Seen(NamedTuple):
    """What a seat has seen of a deal."""

    plays: list[tuple[int, list[int], CardsPlayed, ThrowRejected | None, Lead]]
    """Seat, packed cards, the event, the rejection of a throw, and what was led."""
    bids: list[tuple[int, int, int, int]]
    """Seat, face, copies, and how many had buried before."""
    buried: list[tuple[int, list[int] | None]]
    """Who buried, and what, where known."""
    taken: list[list[int] | None]
    """What each of them took of the base before."""
    shown: list[int]
    """Cards of the base that decided trump."""
    given: list[float]
    """Points each seat gave to tricks of the dealer's known side, beyond what is usual, in tens."""


def read_history(order: Order, history: Sequence[Event]) -> Seen:
    """Take in the events of the deal in progress."""
    seen = Seen([], [], [], [], [], [0.0] * SEATS)
    known: set[int] = set()
    trick: list[tuple[int, int, int]] = []
    rejection: ThrowRejected | None = None
    lead: Lead | None = None
    for event in this_deal(history):
        match event:
            case BidMade():
                seen.bids.append((event.seat, faces_in((event.card,))[0], event.count, len(seen.buried)))
            case TrumpDecided():
                seen.shown.extend(faces_in(event.shown))
                known = {event.dealer}
            case BaseTaken():
                seen.taken.append(None if event.cards is None else faces_in(event.cards))
            case Buried():
                seen.buried.append((event.seat, None if event.cards is None else faces_in(event.cards)))
            case ThrowRejected():
                rejection = event
            case FriendFound():
                known.add(event.seat)
            case CardsPlayed():
                if event.patterns:
                    lead = Lead(order, [pattern_of(order, cards) for cards in event.patterns])
                assert lead is not None
                faces = faces_in(event.cards)
                seen.plays.append((event.seat, pack(order, faces), event, rejection, lead))
                trick.append((event.seat, len(faces), points_in(faces)))
                rejection = None
            case TrickTaken():
                if event.seat in known:
                    for giver, count, points in trick:
                        seen.given[giver] += (points - USUAL_POINTS * count) / 10
                trick = []
    return seen


def pattern_of(order: Order, cards: Sequence[str]) -> Pattern:
    """The pattern that cards form."""
    faces = sorted(set(faces_in(cards)), key=lambda face: -order.place[face])
    return Pattern(len(cards) // len(faces), tuple(faces))


class _Facts:
    """Facts about hands, from the last play to the first."""

    def __init__(self, order: Order, me: int) -> None:
        self.order = order
        self.me = me
        self.since = [[0] * GROUPS for _ in range(SEATS)]
        """What each seat has played from here on."""
        self.excluded = [0] * PLACES
        self.found: dict[tuple[int, int], list[dict[str, Any]]] = {}

    def add(self, seat: int, group: int, kind: int, **rest: Any) -> None:
        if seat != self.me:
            fact = {"kind": kind, "since": self.since[seat][group], **rest}
            facts = self.found.setdefault((seat, group), [])
            if fact not in facts:
                facts.append(fact)

    def read(self, plays: Sequence[tuple[int, list[int], CardsPlayed, ThrowRejected | None, Lead]]) -> None:
        for seat, packed, event, rejection, lead in reversed(plays):
            since = self.since[seat]
            for group in range(GROUPS):
                since[group] += packed[group]
            if event.patterns:
                self._read_lead(seat, event, rejection)
            else:
                self._read_follow(seat, event, lead)

    def _read_follow(self, seat: int, event: CardsPlayed, lead: Lead) -> None:
        order, group = self.order, lead.group
        faces = faces_in(event.cards)
        if any(order.group[face] != group for face in faces):
            self.excluded[seat] |= 1 << group
            return
        if lead.most == 1 or (lead.count == 4 and len(set(faces)) == 1):
            return
        shown = measure_of(lead, counts_of(faces))
        self.add(seat, group, FOLLOWED, count=lead.count, shown=shown, slots=lead.slots, longest=lead.longest)

    def _read_lead(self, seat: int, event: CardsPlayed, rejection: ThrowRejected | None) -> None:
        order = self.order
        announced = event.patterns if rejection is None else rejection.patterns
        if len(announced) == 1:
            return
        group = order.group[faces_in(event.cards)[0]]
        shown_by = {} if rejection is None else {rejected.cards: rejected for rejected in rejection.rejected}
        for cards in announced:
            pattern = pattern_of(order, cards)
            top = order.step[pattern.faces[0]]
            shape = pattern.copies << 6 | pattern.length
            rejected = shown_by.get(cards)
            for distance in range(1, SEATS):
                other = (seat + distance) % SEATS
                if rejected is not None and other == rejected.seat:
                    mask = mask_of(order, tuple(set(faces_in(rejected.shown))))
                    self.add(other, group, LOWEST_HIGHER, count=shape, shown=mask, slots=(top + 1, 0, 0))
                    self.add(other, group, HELD, shown=pack(order, faces_in(rejected.shown))[group])
                    break
                self.add(other, group, NO_HIGHER, count=shape, shown=top)
        if rejection is not None:
            self.add(seat, group, HELD, shown=pack(order, faces_in(rejection.cards))[group])


def read_hidden(view: FriendsView, history: Sequence[Event], knowledge: Any, *, beliefs: bool) -> None:
    """Fill the record of what is known of the hidden cards, with the cards put somewhere.

    With ``beliefs`` cards lie with whom they are likely to lie: trumps with who bid for them, called cards with who
    gives the dealer points, low cards in the base.

    :raises InvalidRequest: ``no_world_fits`` when the view contradicts itself.
    """
    assert view.seat is not None
    order, me = view.order(), view.seat
    seen = read_history(order, history)
    facts = _Facts(order, me)
    facts.read(seen.plays)
    knowledge["seat"] = me
    knowledge["group"] = order.group
    knowledge["place"] = order.place
    played = np.zeros((PLACES, FACES), np.int64)
    for seat, _, event, _, _ in seen.plays:
        for face in faces_in(event.cards):
            played[seat, face] += 1
    knowledge["played"] = played
    base = view.base
    own = counts_of(faces_in(view.hand + (base or ())))
    sizes = [0 if seat == me else size for seat, size in enumerate(view.hand_counts)]
    sizes.append(view.base_count if base is None else 0)
    knowledge["base_known"] = points_in(faces_in(base)) if base is not None else 0 if view.base_count == 0 else -1
    needs = _needs(seen, me, played)[:MOST_NEEDS]
    knowledge["needs"] = len(needs)
    for place, (face, places, copies) in enumerate(needs):
        knowledge["need_face"][place] = face
        knowledge["need_places"][place] = sum(1 << other for other in places)
        knowledge["need_copies"][place] = copies
    knowledge["excluded"] = facts.excluded
    _write_facts(facts.found, knowledge)
    hidden = [face for face in range(FACES) for _ in range(4 - own[face] - int(played[:, face].sum()))]
    if len(hidden) != sum(sizes):
        raise InvalidRequest("no_world_fits")
    _put_somewhere(order, hidden, sizes, needs, facts.excluded, knowledge)
    knowledge["lean"] = 1.0
    if beliefs:
        _write_lean(view, order, seen, knowledge["lean"])


def _write_facts(found: Mapping[tuple[int, int], Sequence[Mapping[str, Any]]], knowledge: Any) -> None:
    number = 0
    for seat in range(SEATS):
        for group in range(GROUPS):
            knowledge["first"][seat * GROUPS + group] = number
            for fact in found.get((seat, group), ())[: MOST_FACTS - number]:
                for name, value in fact.items():
                    knowledge[name][number] = value
                number += 1
    knowledge["first"][SEATS * GROUPS] = number


def _needs(seen: Seen, me: int, played: Any) -> list[tuple[int, tuple[int, ...], int]]:
    """Which copies of a face lie hidden among some places: those shown in bids, those known to have passed on with
    the base. A card shown may be buried later; then whoever takes that base has it, or has buried it in turn.
    """
    chain = [seat for seat, _ in seen.buried]
    found: dict[tuple[int, tuple[int, ...]], int] = {}
    shows: dict[tuple[int, int, int], int] = {}
    """Copies shown by seat, face and where in the chain they may have been buried first; −1: never."""
    for seat, face, copies, stage in seen.bids:
        first = next((place for place in range(stage, len(chain)) if chain[place] == seat), -1)
        if seat != me:
            key = (seat, face, first)
            shows[key] = max(shows.get(key, 0), copies)
    for (seat, face, first), copies in shows.items():
        if first < 0:
            found[face, (seat,)] = max(copies, found.get((face, (seat,)), 0))
    start = 0
    while start < len(chain):
        if chain[start] == me:
            start += 1
            continue
        stop = start
        while stop < len(chain) and chain[stop] != me:
            stop += 1
        came = counts_of(seen.shown) if start == 0 else counts_of(seen.buried[start - 1][1] or ())
        # What went on to this seat, where it took the base from them; else the base is part of where cards may be.
        went = seen.taken[stop] if stop < len(seen.taken) else None
        left = counts_of(went or ())
        for first in range(start, stop):
            places = tuple(sorted({*chain[first:stop], *(() if went is not None else (BASE,))}))
            for face in range(FACES):
                by_seat: dict[int, int] = {}
                for (seat, shown, place), copies in shows.items():
                    if shown == face and first <= place < stop:
                        by_seat[seat] = max(by_seat.get(seat, 0), copies)
                copies = sum(by_seat.values()) + (came[face] if first == start else 0) - left[face]
                if copies > 0:
                    found[face, places] = max(copies, found.get((face, places), 0))
        start = stop
    needs = []
    for (face, places), copies in found.items():
        copies -= int(sum(played[place, face] for place in places))
        if copies > 0:
            needs.append((face, places, copies))
    return needs


def _put_somewhere(
    order: Order,
    hidden: Sequence[int],
    sizes: list[int],
    needs: Sequence[tuple[int, tuple[int, ...], int]],
    excluded: Sequence[int],
    knowledge: Any,
) -> None:
    """Deal the hidden cards so that sizes are right, needs are met first and voids where that is easy."""
    room = list(sizes)
    rest = list(hidden)
    dealt: list[tuple[int, int]] = []
    for face, places, copies in needs:
        for _ in range(copies - sum(1 for other, place in dealt if other == face and place in places)):
            place = max(places, key=room.__getitem__)
            if room[place] > 0 and face in rest:
                rest.remove(face)
                room[place] -= 1
                dealt.append((face, place))
    barred = [sum(mask >> group & 1 for mask in excluded) for group in range(GROUPS)]
    rest.sort(key=lambda face: -barred[order.group[face]])
    for face in rest:
        group = order.group[face]
        place = max(
            range(PLACES), key=lambda place: (room[place] > 0 and not excluded[place] >> group & 1, room[place])
        )
        room[place] -= 1
        dealt.append((face, place))
    knowledge["cards"] = len(dealt)
    for number, (face, place) in enumerate(dealt):
        knowledge["face"][number] = face
        knowledge["at"][number] = place


def _write_lean(view: FriendsView, order: Order, seen: Seen, lean: Any) -> None:
    if seen.buried:
        for face in range(FACES):
            group = order.group[face]
            if group == TRUMPS or order.step[face] == len(order.steps[group]) - 1:
                lean[BASE, face] = HIGH_BURIED_LEAN
            elif POINTS[face]:
                lean[BASE, face] = POINTS_BURIED_LEAN
            else:
                lean[BASE, face] = BURIED_LEAN[4 * order.step[face] // len(order.steps[group])]
    if view.standing is not None:
        (face,) = faces_in((view.standing.card,))
        for other in order_of(order.level, trump_of(face)).faces[TRUMPS]:
            lean[view.standing.seat, other] *= BIDDER_LEAN
    for call in view.calls:
        if call.seat is None:
            (face,) = faces_in((call.card,))
            lean[view.dealer, face] *= CALLER_LEAN[call.number]
            for seat in range(SEATS):
                if seat != view.dealer:
                    lean[seat, face] *= min(5.0, max(0.2, exp(TELLING * seen.given[seat])))
