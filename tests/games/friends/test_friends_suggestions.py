"""What the view suggests to a person: allowed, safe where it says so, and there whenever something is to be chosen."""

from __future__ import annotations

from random import Random

from friends_tables import OPTIONS, cards, choose, playing, random_match
from hypothesis import given, settings
from hypothesis import strategies as st

from amity.games.friends import FriendsMatch, FriendsView
from amity.games.friends.actions import Bury, Call, Play
from amity.games.friends.events import CardsPlayed, ThrowRejected


def helped(match: FriendsMatch, seat: int) -> FriendsView:
    return match.view(seat).with_help()


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(OPTIONS)), st.integers(12, 260))
def test_suggestions_are_allowed_and_only_for_who_is_in_turn(number: int, preset: str, count: int) -> None:
    match = random_match(number, OPTIONS[preset], count)
    chance = Random(number)
    for _ in range(6):
        if match.to_act is None:
            return
        for seat in {*range(6)} - {match.to_act}:
            assert helped(match, seat) == match.view(seat)
        assert match.view(None).with_help() == match.view(None)
        view = helped(match, match.to_act)
        actions: list[Play | Bury | Call] = [
            Play(it.cards, it.patterns or None) if view.phase == "play" else Bury(it.cards) for it in view.suggestions
        ]
        actions += [Call(card, copy) for card, copy in view.suggested_calls]
        assert bool(actions) == (view.phase in ("play", "bury", "call"))
        for suggestion, action in zip([*view.suggestions, *view.suggested_calls], actions, strict=True):
            events = FriendsMatch.replay(match.options, 6, match.events).apply(match.to_act, action)
            if view.phase == "play":
                assert not any(isinstance(event, ThrowRejected) for event in events), suggestion
        match.apply(match.to_act, choose(match, chance))


def test_a_winning_suggestion_wins_the_trick_so_far() -> None:
    match = playing(["9S 3D", "KS 2C", "3S AS", "4S 4C", "5S 5C", "6S 6C"])
    match.apply(0, Play(("9S",)))
    match.apply(1, Play(("KS",)))
    assert match.view(None).trick_points == 10
    assert {it.reason: it.cards for it in helped(match, 2).suggestions} == {"low": ("3S",), "win": ("AS",)}


def test_points_are_suggested_where_they_can_be_given() -> None:
    match = playing(["AS 3D", "KS 3S 10S", "3S 4S", "4S 4C", "5S 5C", "6S 6C"])
    match.apply(0, Play(("AS",)))
    assert {it.reason: it.cards for it in helped(match, 1).suggestions} == {"low": ("3S",), "rich": ("10S",)}


def test_what_was_played_makes_a_lead_sure() -> None:
    hands = ["AS AS QS 3D 4D", "AS 3C 3C 3C JC", "AS 4C 4C 5C 5C", "KS 6C 6C 7C 7C", "KS KS 8C 8C 9C", "KS 9C 9C 9C QC"]
    match = playing(hands, trump="D")
    before = helped(match, 0)
    assert not [it for it in before.suggestions if it.reason == "throw"]
    assert before.played == ()
    match.apply(0, Play(("AS",)))
    for seat, card in enumerate(("AS", "AS", "KS", "KS", "KS"), start=1):
        match.apply(seat, Play((card,)))
    after = helped(match, 0)
    # One ace is left and it is the leader's; of the kings one is still about.
    assert after.played == (("KS", 3), ("AS", 3))
    assert [it.patterns for it in after.suggestions if it.reason == "sure" and "AS" in it.cards] == [(("AS",),)]
    match.apply(0, Play(("AS",)))
    for card in ("3C", "4C", "6C", "KS", "9C"):
        assert match.to_act is not None
        match.apply(match.to_act, Play((card,)))
    assert helped(match, 0).suggestions[0].cards == ("QS",)
    assert helped(match, 0).suggestions[0].reason == "sure"


def test_an_announced_throw_is_led_as_suggested() -> None:
    match = playing(["AS AS AS AS KS KS 4D", *["3C 3C 4C 4C 5C 6C 7C"] * 2, *["8C 9C 10C JC QC KC 3S"] * 3], trump="D")
    thrown = next(it for it in helped(match, 0).suggestions if it.reason == "throw")
    assert thrown.cards == cards("AS AS AS AS KS KS")
    led = match.apply(0, Play(thrown.cards, thrown.patterns))[0]
    assert isinstance(led, CardsPlayed)
    assert led.patterns == thrown.patterns


def test_calls_name_a_copy_that_the_dealer_does_not_hold() -> None:
    match = random_match(4, OPTIONS["original"], 1)
    chance = Random(4)
    while match.view(None).phase != "call":
        match.apply(match.to_act or 0, choose(match, chance))
        if match.awaiting_deal:
            match.deal()
    dealer = match.dealer
    view = helped(match, dealer)
    for card, number in view.suggested_calls:
        assert view.hand.count(card) == number - 1
