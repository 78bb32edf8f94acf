"""Whole matches: what is conserved, what is hidden, what replays, what refuses to change."""

from __future__ import annotations

import copy
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from friends_tables import OPTIONS, PACK, Pass, advance, choose, random_match
from hypothesis import given, settings
from hypothesis import strategies as st

from amity.errors import IllegalAction, InvalidRequest
from amity.games.friends import GAME, Bid, Bury, Call, FriendsMatch, Play, phases
from amity.games.friends import match as match_module
from amity.games.friends.events import BaseTaken, Buried, CardsPlayed, DealScored, Dealt, TrickTaken
from amity.match import Event
from amity.shuffle import MatchRandom

numbers = st.integers(0, 10**6)
presets = st.sampled_from(sorted(OPTIONS))
steps = st.integers(0, 500)


def state_of(match: FriendsMatch) -> dict[str, Any]:
    """Everything a match holds, for comparing."""
    return {
        name: value if name == "phase" else copy.deepcopy(value)
        for name, value in vars(match).items()
        if name not in ("random", "_seen", "_lead", "_strengths", "common_view")
    }


@settings(max_examples=40, deadline=None)
@given(numbers, presets, steps)
def test_cards_and_points_are_conserved(number: int, preset: str, count: int) -> None:
    match = random_match(number, OPTIONS[preset], count)
    if match.number and not match.awaiting_deal and not match.over:
        hands = [card for seat in range(6) for card in match.view(seat).hand]
        at = max(place for place, event in enumerate(match.events) if isinstance(event, Dealt))
        played = [card for event in match.events[at:] if isinstance(event, CardsPlayed) for card in event.cards]
        base = list(phases.codes_of(match.base))
        assert Counter(hands + played + base) == Counter(PACK)
        assert [len(match.view(seat).hand) for seat in range(6)] == list(match.view(None).hand_counts)
    points = 0
    for event in match.events:
        if isinstance(event, TrickTaken):
            points += event.points
        elif isinstance(event, DealScored):
            assert points + event.base_points == 400
            assert sum(line.points for line in event.lines) == event.points
            assert sorted(event.dealer_side + event.opponents) == list(range(6))
            assert len(event.base) == 6
            points = 0


@settings(max_examples=25, deadline=None)
@given(numbers, presets, steps)
def test_legal_actions_of_match_and_view_agree_and_are_accepted(number: int, preset: str, count: int) -> None:
    match = random_match(number, OPTIONS[preset], count)
    for seat in range(6):
        view = match.view(seat)
        expected = match.legal_actions() if seat == match.to_act else ()
        assert list(view.legal_actions()) == list(expected)
        assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
    if match.to_act is None:
        return
    legal = list(match.legal_actions())
    for action in Random(number).sample(legal, min(len(legal), 6)):
        FriendsMatch.replay(match.options, 6, match.events).apply(match.to_act, action)


@pytest.mark.parametrize("preset", sorted(OPTIONS))
def test_replay_needs_no_rule(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = random_match(3, OPTIONS[preset], 700)
    views = [match.view(seat) for seat in (None, *range(6))]

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("a fold asked a rule")

    rules = {
        f"amity.games.friends.{name}"
        for name in ("bidding", "follow", "legal", "patterns", "trick", "throws", "scoring", "candidates", "order")
    }
    with monkeypatch.context() as patched:
        for module in (match_module, phases):
            for name, value in vars(module).copy().items():
                if name.islower() and getattr(value, "__module__", "") in rules:
                    patched.setattr(module, name, forbidden)
        replayed = FriendsMatch.replay(match.options, 6, match.events)
    assert state_of(replayed) == state_of(match)
    assert [replayed.view(seat) for seat in (None, *range(6))] == views
    assert [replayed.history(seat) for seat in range(6)] == [match.history(seat) for seat in range(6)]


def exchanged(match: FriendsMatch, seat: int, chance: Random) -> FriendsMatch | None:
    """The same match as far as a seat can know, with two hidden cards exchanged: between two other hands, or between
    a hand and the base as it is buried.
    """
    others = [other for other in range(6) if other != seat]
    chance.shuffle(others)
    first, second = others[:2]
    events = list(match.events)
    at = max(place for place, event in enumerate(events) if isinstance(event, Dealt))
    dealt = events[at]
    assert isinstance(dealt, Dealt)
    hands: list[list[str]] = [list(hand or ()) for hand in dealt.hands]
    kept = [
        [card for card in dict.fromkeys(hands[other]) if match.hands[other][match_module._FACE[card]]]
        for other in (first, second)
    ]
    if not kept[0] or not kept[1]:
        return None
    one, two = chance.choice(kept[0]), chance.choice(kept[1])
    hands[first][hands[first].index(one)] = two
    hands[second][hands[second].index(two)] = one
    events[at] = msgspec.structs.replace(dealt, hands=tuple(map(tuple, hands)))
    last_bury = next((place for place in range(len(events) - 1, at, -1) if isinstance(events[place], Buried)), None)
    if last_bury is not None and last_bury > max(
        place for place, event in enumerate(events) if isinstance(event, BaseTaken)
    ):
        buried = events[last_bury]
        assert isinstance(buried, Buried)
        assert buried.cards is not None
        if buried.seat == first and chance.random() < 0.5:
            # What was buried changes places with what the same player kept.
            events[at] = dealt
            card = chance.choice(kept[0])
            place = chance.randrange(6)
            cards = list(buried.cards)
            cards[place] = card
            events[last_bury] = msgspec.structs.replace(buried, cards=tuple(cards))
    return FriendsMatch.replay(match.options, 6, events)


@settings(max_examples=60, deadline=None)
@given(numbers, presets, steps, st.integers(0, 5))
def test_what_a_seat_may_not_know_changes_nothing_for_it(number: int, preset: str, count: int, seat: int) -> None:
    match = random_match(number, OPTIONS[preset], count)
    if match.phase is None:
        return
    chance = Random(number)
    other = exchanged(match, seat, chance)
    if other is None:
        return
    assert other.view(seat) == match.view(seat)
    assert other.history(seat) == match.history(seat)
    assert other.view(None) == match.view(None)
    assert other.history(None) == match.history(None)
    if match.to_act != seat:
        return
    assert list(other.view(seat).legal_actions()) == list(match.view(seat).legal_actions())
    leading = match.phase is phases.PLAYING and not match.trick
    if leading:
        return
    for _ in range(5):
        action = fuzzed(match, seat, chance)
        outcomes = []
        for played in (match, other):
            copied = FriendsMatch.replay(played.options, 6, played.events)
            try:
                copied.apply(seat, action)
            except IllegalAction as refused:
                outcomes.append((refused.code, refused.params, refused.legal))
        assert len(outcomes) in (0, 2)
        assert outcomes[:1] == outcomes[1:]


def fuzzed(match: FriendsMatch, seat: int, chance: Random) -> Any:
    """An action that need not make any sense."""
    hand = list(match.view(seat).hand)
    drawn = chance.sample(hand, min(len(hand), chance.randrange(9))) if chance.random() < 0.8 else []
    if chance.random() < 0.2:
        drawn.append(chance.choice([*PACK, "1S", ""]))
    cut = chance.randrange(len(drawn) + 1)
    return chance.choice(
        [
            Pass(),
            Bid(chance.choice([*PACK, "?"]), chance.randrange(-1, 7)),
            Bury(tuple(drawn)),
            Call(chance.choice([*PACK, "?"]), chance.randrange(-1, 7)),
            Play(tuple(drawn)),
            Play(tuple(drawn)),
            Play(tuple(drawn), (tuple(drawn[:cut]), tuple(drawn[cut:]))),
        ]
    )


@settings(max_examples=60, deadline=None)
@given(numbers, presets, steps)
def test_refused_actions_change_nothing_and_name_a_legal_one(number: int, preset: str, count: int) -> None:
    match = random_match(number, OPTIONS[preset], count)
    chance = Random(number)
    before = state_of(match)
    for _ in range(12):
        seat = chance.randrange(6) if match.to_act is None or chance.random() < 0.2 else match.to_act
        copied = FriendsMatch.replay(match.options, 6, match.events)
        try:
            copied.apply(seat, fuzzed(match, seat, chance))
        except IllegalAction as refused:
            assert state_of(copied) == before
            if seat == match.to_act:
                copied.apply(seat, refused.legal)
            else:
                assert refused.code in ("not_your_turn", "deal_awaited", "match_over")


def test_chance_is_asked_for_in_its_turn_only() -> None:
    match = random_match(1, OPTIONS["original"], 1)
    with pytest.raises(InvalidRequest) as refused:
        match.deal()
    assert refused.value.code == "no_deal_awaited"
    with pytest.raises(InvalidRequest) as refused:
        FriendsMatch(OPTIONS["original"], 6).deal()
    assert refused.value.code == "no_randomness"
    with pytest.raises(IllegalAction) as illegal:
        FriendsMatch(OPTIONS["original"], 6, MatchRandom.from_number(1)).apply(0, Pass())
    assert illegal.value.code == "deal_awaited"


@pytest.mark.parametrize("preset", sorted(OPTIONS))
def test_whole_matches_end(preset: str) -> None:
    options = msgspec.structs.replace(OPTIONS[preset], start_level=14, deals=OPTIONS[preset].deals or 6)
    match = FriendsMatch(options, 6, MatchRandom.from_number(8))
    chance = Random(8)
    while not match.over:
        advance(match, chance, 50)
    result = match.result
    assert result is not None
    assert result.totals == match.levels
    assert 1 in result.places
    assert match.view(0).phase == "over"
    with pytest.raises(IllegalAction) as refused:
        match.apply(0, Pass())
    assert refused.value.code == "match_over"


def test_the_next_dealer_deals_at_his_own_level() -> None:
    match = random_match(4, OPTIONS["original"], 600)
    dealt: list[Dealt] = [event for event in match.events if isinstance(event, Dealt) and event.number > 1]
    sheets = match.sheets
    assert dealt
    for event in dealt:
        before = sheets[event.number - 2]
        assert event.dealer == event.starter == before.next_dealer
        assert event.level == before.levels[before.next_dealer]


def test_forfeit() -> None:
    match = random_match(2, OPTIONS["original"], 40)
    events: list[Event] = match.forfeit(3, "time")
    assert match.over
    assert match.result is not None
    assert match.result.places == (1, 1, 1, 6, 1, 1)
    assert len(events) == 2


def test_every_event_decodes() -> None:
    match = random_match(6, OPTIONS["classic"], 900)
    for seat in (None, 0, 5):
        for event in match.history(seat):
            assert msgspec.json.decode(msgspec.json.encode(event), type=GAME.event_type) == event
    action = choose(match, Random(1)) if match.to_act is not None else Pass()
    assert msgspec.json.decode(msgspec.json.encode(action), type=GAME.action_type) == action
