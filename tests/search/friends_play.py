"""Moments of random matches of Friends!, for the tests of the search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from amity.cards import FRIENDS
from amity.games.friends import FriendsMatch, FriendsOptions
from amity.games.friends.actions import Bury, FriendsAction, Pass, Play
from amity.games.friends.events import (
    BaseTaken,
    BidMade,
    Buried,
    CardsPlayed,
    Dealt,
    ThrowRejected,
    TrumpDecided,
)
from amity.games.friends.observe import faces_in
from amity.games.friends.options import PRESETS
from amity.shuffle import MatchRandom

LATE = FriendsOptions(start_level=13, rejected_throw="smallest", clamp_points=True)
"""Options that no preset has together."""
OPTIONS = {**PRESETS, "late": LATE}

Hands = Sequence[Sequence[int]]
"""Cards of six seats and the base, as counts by face."""


def choose(match: FriendsMatch, chance: Random) -> FriendsAction:
    """A random listed action, passing more often than not."""
    actions = match.legal_actions()
    if isinstance(actions[0], Pass) and chance.random() < 0.6:
        return actions[0]
    return actions[int(chance.random() * len(actions))]


def match_at(options: FriendsOptions, number: int, phase: str, cards_left: int = 35) -> FriendsMatch:
    """A match whose first deal has been played at random to a phase, and until a hand has at most so many cards."""
    chance = Random(number)
    match = FriendsMatch(options, 6, MatchRandom.from_number(number))
    while True:
        if match.awaiting_deal:
            match.deal()
        assert match.phase is not None and match.to_act is not None
        if match.phase.name == phase and sum(match.hands[match.to_act]) <= cards_left:
            return match
        match.apply(match.to_act, choose(match, chance))
        if match.sheets:
            # That deal had no such moment.
            return match_at(options, number + 10_000, phase, cards_left)


def unfolded(counts: Sequence[int]) -> list[int]:
    """Counts by face as faces."""
    return [face for face, count in enumerate(counts) for _ in range(count)]


def deal_events(match: FriendsMatch) -> list[object]:
    """The events of the deal in progress."""
    start = max(place for place, event in enumerate(match.events) if isinstance(event, Dealt))
    return list(match.events[start:])


def play_actions(match: FriendsMatch) -> list[tuple[int, Play]]:
    """Everything led and played in the deal in progress; throws as they were announced."""
    found = []
    for event in deal_events(match):
        if isinstance(event, ThrowRejected) or (isinstance(event, CardsPlayed) and not event.rest):
            seat, action = event.action()
            assert isinstance(action, Play)
            found.append((seat, action))
    return found


def replayed(match: FriendsMatch, seat: int, hands: Hands) -> FriendsMatch:
    """The deal in progress played again with other cards that ``seat`` does not see: what everybody would have been
    dealt and buried is worked out backwards, one way of several.

    :raises IllegalAction: something in the history would not have been legal.
    """
    events = deal_events(match)
    held = [Counter({face: count for face, count in enumerate(counts) if count}) for counts in hands]
    for event in events:
        if isinstance(event, CardsPlayed):
            held[event.seat].update(faces_in(event.cards))
    dealt = next(event for event in events if isinstance(event, Dealt))
    shown: Counter[int] = Counter()
    bids: list[tuple[int, int, int, int]] = []
    chain: list[tuple[int, tuple[str, ...], tuple[str, ...]]] = []
    taken: tuple[str, ...] = ()
    shown_order: list[int] = []
    for event in events:
        if isinstance(event, TrumpDecided):
            shown_order = faces_in(event.shown)
            shown.update(shown_order)
        elif isinstance(event, BidMade):
            bids.append((event.seat, faces_in((event.card,))[0], event.count, len(chain)))
        elif isinstance(event, BaseTaken):
            assert event.cards is not None
            taken = event.cards
        elif isinstance(event, Buried):
            assert event.cards is not None
            chain.append((event.seat, taken, event.cards))

    def keeps(place: int) -> Counter[int]:
        """What a seat had shown before it took the base at that place of the chain."""
        found: Counter[int] = Counter()
        for bidder, face, copies, stage in bids:
            before = [earlier for earlier in range(stage, place) if chain[earlier][0] == bidder]
            if bidder == chain[place][0] and stage <= place and not before:
                found[face] = max(found[face], copies)
        return found

    def passed_on(stop: int) -> Counter[int]:
        """Cards that have to have come to that place of the chain: known ones that those before do not hold."""
        flow = Counter(shown)
        for place in range(stop):
            if chain[place][0] == seat:
                flow = Counter(faces_in(chain[place][2]))
            else:
                flow = flow + keeps(place) - held[chain[place][0]]
        return flow

    base = held.pop()
    if match.phase is not None and match.phase.name == "bury":
        base = Counter(faces_in(taken))
        held[seat] = held[seat] - base
    buried: list[Counter[int]] = [Counter()] * len(chain)
    for place in range(len(chain) - 1, -1, -1):
        owner = chain[place][0]
        buried[place] = base
        pool = held[owner] + base
        if owner == seat:
            before = Counter(faces_in(chain[place][1]))
        elif place and chain[place - 1][0] == seat:
            before = Counter(faces_in(chain[place - 1][2]))
        else:
            wanted = passed_on(place)
            free = sorted((pool - wanted - keeps(place)).elements())
            before = wanted + Counter(free[: 6 - wanted.total()])
        assert not before - pool and before.total() == 6
        base = before
        held[owner] = pool - before
    again = FriendsMatch(match.options, 6)
    first = dealt.hands[seat]
    assert first is not None
    codes = FRIENDS.codes
    whole = [tuple(codes[face] for face in sorted(counts.elements())) for counts in held]
    assert sorted(whole[seat]) == sorted(first)
    whole[seat] = first
    first_taken = chain[0][1] if chain else taken
    laid = faces_in(first_taken) if first_taken and (chain[0][0] if chain else match.to_act) == seat else []
    laid = laid or shown_order + sorted((base - shown).elements())
    again.levels = match.levels
    again.fold(
        Dealt(
            dealt.number,
            dealt.attempt,
            dealt.dealer,
            dealt.starter,
            dealt.level,
            tuple(whole),
            tuple(codes[face] for face in laid),
        )
    )
    aside = iter(buried)
    for event in events[1:]:
        if isinstance(event, Buried):
            again.apply(event.seat, Bury(tuple(codes[face] for face in next(aside).elements())))
        elif isinstance(event, CardsPlayed) and event.rest:
            continue
        elif (action := event.action()) is not None:  # type: ignore[attr-defined]
            again.apply(*action)
    return again
