"""Nothing a seat may not know reaches it: partner, hands, dog, discard, the order of the pack.

Two deals that agree on everything a seat may know have to give it identical histories, views, legal actions and
refusals. Such pairs are made by exchanging two hidden cards, or the orders in which cards were dealt, and playing
the same public actions again.
"""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from amity.errors import IllegalAction
from amity.games.tarot import Bid, Call, Discard, Play, Slam, TarotMatch
from amity.games.tarot.events import Dealt
from tests.games.tarot.tarot_tables import CONFIGURATIONS, PRESETS, cards, random_action, random_match, seated, start
from tests.oracles import tarot as oracle

OBSERVERS = (None, 0, 1, 2, 3, 4)
PROBES = [
    Bid(None),
    Bid("guard"),
    Call("KS"),
    Call("QS"),
    Slam(True),
    Discard(()),
    Discard(("KS", "KH", "KD")),
    *(Play(card) for card in oracle.PACK),
]


def asked(match, seat):
    """What a seat is told when it tries everything at this moment, on copies."""
    told = []
    for action in PROBES:
        twin = TarotMatch.replay(match.options, match.seats, match.events)
        try:
            twin.apply(seat, action)
        except IllegalAction as refusal:
            told.append((refusal.code, refusal.params, refusal.legal))
        else:
            told.append(twin.history(seat)[match.version :] if action.__class__ is not Play else "accepted")
    return told


def exchanged(card, pair):
    first, second = pair
    return second if card == first else first if card == second else card


def swap(action, pair):
    if isinstance(action, Discard):
        return Discard(tuple(exchanged(card, pair) for card in action.cards))
    return action


def public_part(discard):
    """Kings, trumps and the Excuse among discarded cards are shown to all."""
    return {card for card in discard.cards if card[0] in "KT*"}


def twin_of(match, dealt):
    """A match at the start of this deal."""
    twin = TarotMatch(match.options, match.seats)
    twin.fold(dealt)
    return twin


def other_world(match, observer, chance):
    """A match that the observer cannot tell from this one, its pair of exchanged cards; ``None`` if none is found."""
    dealt = match.events[0]
    shown = set(match.view(observer).hand) | {c for event in match.events for c in public_cards(event)}
    if observer is not None:
        shown |= set(dealt.hands[observer])
        shown |= {c for event in match.history(observer) for c in getattr(event, "cards", None) or ()}
    hidden = [card for card in oracle.PACK if card not in shown]
    if len(hidden) < 2:
        return None
    pair = chance.sample(hidden, 2)
    hands = tuple(tuple(exchanged(card, pair) for card in hand) for hand in dealt.hands)
    dog = tuple(exchanged(card, pair) for card in dealt.dog)
    twin = TarotMatch(match.options, match.seats)
    twin.fold(msgspec.structs.replace(dealt, hands=hands, dog=dog))
    steps = [(twin.history(observer), twin.view(observer))]
    try:
        for event in match.events:
            if event.action() is not None:
                seat, action = event.action()
                other = swap(action, pair)
                if isinstance(action, Discard) and public_part(action) != public_part(other):
                    return None
                twin.apply(seat, other)
                steps.append((twin.history(observer), twin.view(observer)))
    except IllegalAction:
        return None
    return twin, steps


def public_cards(event):
    """Cards an event shows to everybody."""
    found = []
    for name in ("card", "cards", "shown", "called"):
        value = getattr(event.seen_by(None), name, None)
        if isinstance(value, tuple):
            found += value
        elif isinstance(value, str) and event.__class__.__name__ == "CardPlayed":
            found.append(value)
    return found


def one_deal(players, preset, seed, decisions):
    options = msgspec.structs.replace(PRESETS[preset], petit_sec="play", deals=2)
    match = TarotMatch(options, players)
    hands = list(oracle.PACK)
    chance = random.Random(seed)
    chance.shuffle(hands)
    size = {3: 24, 4: 18, 5: 15}[players]
    dealt = Dealt(
        1,
        seed % players,
        tuple(tuple(hands[seat * size : (seat + 1) * size]) for seat in range(players)),
        tuple(hands[players * size :]),
        True,
        None,
        tuple(range(1, 1 + len(hands) - players * size)),
    )
    match.fold(dealt)
    while match.phase is not None and decisions > 0:
        action = random_action(match, chance)
        if isinstance(action, Bid) and len(match.bids) == players - 1 and all(b is None for _, b in match.bids):
            action = Bid(chance.choice(["petite", "guard", "guard_without", "guard_against"]))
        match.apply(match.to_act, action)
        decisions -= 1
    return match


@given(st.sampled_from(CONFIGURATIONS), st.integers(0, 10**6), st.integers(0, 90), st.sampled_from(OBSERVERS))
@settings(max_examples=400, deadline=None)
def test_worlds_a_seat_cannot_tell_apart_look_the_same(table, seed, decisions, observer):
    players, preset = table
    assume(observer is None or observer < players)
    match = one_deal(players, preset, seed, decisions)
    chance = random.Random(seed)
    found = None
    for _ in range(20):
        found = found or other_world(match, observer, chance)
    assume(found is not None)
    twin, steps = found
    assert twin.history(observer) == match.history(observer)
    assert twin.view(observer) == match.view(observer)
    again = twin_of(match, match.events[0])
    own_steps = [(again.history(observer), again.view(observer))]
    for event in match.events:
        if event.action() is not None:
            again.apply(*event.action())
            own_steps.append((again.history(observer), again.view(observer)))
    assert steps == own_steps
    if observer is not None:
        assert asked(twin, observer) == asked(match, observer)
        assert twin.view(observer).legal_actions() == match.view(observer).legal_actions()


def test_such_worlds_are_found_in_every_phase():
    """The property above would say nothing if hardly any pair were found."""
    phases = set()
    for seed in range(120):
        match = one_deal(5, "original", seed, seed % 40)
        for observer in OBSERVERS:
            if other_world(match, observer, random.Random(seed)) is not None:
                phases.add(match.view(observer).phase)
    assert {"bidding", "calling", "slam", "discard", "play"} <= phases


@pytest.mark.parametrize(
    ("contract", "holder"),
    [
        *((contract, holder) for contract in "234" for holder in (1, 2, 3, 4, "own")),
        # A dog that is shown tells everybody; only one that stays face down keeps the secret.
        ("3", "dog"),
        ("4", "dog"),
    ],
)
def test_nobody_but_the_holder_learns_the_partner_before_the_card_falls(contract, holder):
    """The same table with the called card in every place, as each of the others sees it."""
    hands = {
        0: "T20 T19 KS 2S 3S 4S 5S 6S 7S 8S 9S 10S 2D 3D NH",
        1: "1C 2C 3C 4C 5C 6C 7C 8C 9C 10C 1D 4D T2 T3 JH",
        2: "1H 2H 3H 4H 5H 6H 7H 8H 9H 10H 5D 6D T4 T5 T18",
        3: "JC NC QC KC JD ND QD KD T6 T7 T8 T9 T10 7D QH",
        4: "JS NS QS 1S T11 T12 T13 T14 T15 T16 T17 8D 9D KH",
    }
    dog = "* T21 T1"
    unplayed = {0: "NH", 1: "JH", 2: "T18", 3: "QH", 4: "10D", "dog": "T1"}
    hands[4] += " 10D"
    reference_holder = 4 if holder != 4 else 3
    here = 0 if holder == "own" else holder
    tables = []
    for place in (here, reference_holder):
        pair = ("KH", unplayed[place])
        given = {seat: " ".join(exchanged(c, pair) for c in text.split()) for seat, text in hands.items()}
        aside = " ".join(exchanged(card, pair) for card in dog.split())
        if place == 4:
            given, aside = hands, dog
        match = start(
            seated(5, given, dog=aside, dealer=4),
            contract + "pppp",
            call="KH",
            discard="2S 3S 4S" if contract == "2" else "",
        )
        for card in ("2D", "4D", "5D", "7D", "8D"):
            match.apply(match.to_act, Play(card))
        tables.append(match)
    match, reference = tables
    for seat in OBSERVERS:
        if seat in (here, reference_holder, 4):
            continue
        assert match.view(seat) == reference.view(seat)
        assert match.history(seat) == reference.history(seat)
        if seat is not None and seat != 0:
            assert match.view(seat).partner is None
    if isinstance(here, int) and here > 0:
        assert match.view(here).partner == here
        assert not match.view(0).alone


def test_the_partner_is_known_when_the_card_falls():
    match = start(seated(5, {0: "2H", 3: "KH"}, dealer=0), "3pppp", call="KH")
    assert [match.view(seat).partner for seat in OBSERVERS] == [None, None, None, None, 3, None]
    while not match.call_open:
        legal = [action for action in match.legal_actions() if isinstance(action, Play)]
        match.apply(match.to_act, Play("KH") if Play("KH") in legal else legal[0])
    assert all(match.view(seat).partner == match.partner for seat in OBSERVERS)


@pytest.mark.parametrize(("players", "preset"), CONFIGURATIONS)
def test_orders_cut_and_gaps_reach_nobody(players, preset):
    match = random_match(players, PRESETS[preset], 17)
    chance = random.Random(3)
    events = []
    for event in match.events:
        if isinstance(event, Dealt):
            hands = tuple(tuple(chance.sample(hand, len(hand))) for hand in event.hands)
            dog = tuple(chance.sample(event.dog, len(event.dog)))
            event = msgspec.structs.replace(event, hands=hands, dog=dog, gaps=(1,), cut=None if event.shuffled else 9)
        events.append(event)
    twin = TarotMatch.replay(match.options, players, events)
    for seat in (None, *range(players)):
        seen, original = (
            [event for event in one.history(seat) if type(event).__name__ != "DogShown"] for one in (twin, match)
        )
        assert seen == original
        assert match.history(seat)[0].cut is None
        assert match.history(seat)[0].gaps is None
        assert match.history(seat)[0].dog is None


@pytest.mark.parametrize(("players", "preset"), CONFIGURATIONS)
def test_discards_of_earlier_deals_stay_hidden(players, preset):
    match = random_match(players, PRESETS[preset], 23)
    hidden = [event for event in match.events if type(event).__name__ == "Discarded"]
    for event in hidden:
        for seat in (None, *range(players)):
            seen = event.seen_by(seat)
            assert seen.cards == (event.cards if seat == event.seat else None)
    assert {card for event in hidden for card in event.shown} <= set(cards("T1-21 * KS KH KD KC"))
