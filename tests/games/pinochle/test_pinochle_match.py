"""Whole matches: what is conserved, what is hidden, what replays, what refuses to change."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import pinochle as oracle
from pinochle_tables import OPTIONS, ORIGINAL, PACK, advance, choose, random_match

from amity.errors import IllegalAction, InvalidRequest
from amity.games import pinochle
from amity.games.pinochle import (
    GAME,
    Bid,
    CardPlayed,
    DealScored,
    Dealt,
    MeldsShown,
    NameTrump,
    Pass,
    PinochleMatch,
    Play,
    TrickWon,
    TrumpNamed,
)
from amity.shuffle import MatchRandom

numbers = st.integers(0, 10**6)
presets = st.sampled_from(sorted(OPTIONS))
steps = st.integers(0, 400)


def state_of(match: PinochleMatch) -> dict[str, Any]:
    """Everything a match holds, for comparing."""
    held = {
        name: copy.deepcopy(value) for name, value in vars(match).items() if name not in ("random", "_seen", "state")
    }
    held["state"] = match.state
    return held


@settings(max_examples=60, deadline=None)
@given(numbers, presets, steps)
def test_cards_and_points_are_conserved(number: int, preset: str, count: int) -> None:
    match = random_match(number, OPTIONS[preset], count)
    if match.deal_number and not match.awaiting_deal and not match.over:
        hands = [card for seat in range(4) for card in match.view(seat).hand]
        at = max(place for place, event in enumerate(match.events) if isinstance(event, Dealt))
        played = [event.card for event in match.events[at:] if isinstance(event, CardPlayed)]
        assert Counter(hands + played) == Counter(PACK)
        assert [len(match.view(seat).hand) for seat in range(4)] == list(match.view(None).hand_counts)
    deals = 0
    points = 0
    for event in match.events:
        if isinstance(event, TrickWon):
            points += event.points + event.bonus
        elif isinstance(event, DealScored):
            deals += 1
            assert points == 250
            points = 0
            for side in event.sides:
                assert sum(line.points for line in side.lines) == side.change == side.after - side.before


@settings(max_examples=40, deadline=None)
@given(numbers, presets, steps)
def test_legal_actions_of_match_and_view_agree_and_are_accepted(number: int, preset: str, count: int) -> None:
    match = random_match(number, OPTIONS[preset], count)
    for seat in range(4):
        view = match.view(seat)
        expected = match.legal_actions() if seat == match.to_act else ()
        assert Counter(view.legal_actions()) == Counter(dict.fromkeys(expected, 1))
    if match.to_act is None:
        return
    legal = match.legal_actions()
    for action in random.Random(number).sample(list(legal), min(len(legal), 6)):
        PinochleMatch.replay(match.options, 4, match.events).apply(match.to_act, action)


def test_second_reading_plays_the_same_deals() -> None:
    """Random deals side by side: legal cards, winners, points, melds and scores."""
    deals = 0
    for number in range(60):
        for options in OPTIONS.values():
            match = PinochleMatch(options, 4, MatchRandom.from_number(number))
            chance = random.Random(number)
            second: oracle.Deal | None = None
            hands: Any = ()
            before = [0, 0]
            while not match.over and match.deal_number < 4:
                if match.awaiting_deal:
                    before = list(match.side_totals)
                    hands = match.deal()[0].hands  # type: ignore[attr-defined]
                    continue
                assert match.to_act is not None
                if second is not None:
                    assert second.turn == match.to_act
                    assert second.choices() == set(match.view(match.to_act).legal_cards)
                action = choose(match, chance)
                events = match.apply(match.to_act, action)
                for event in events:
                    if isinstance(event, TrumpNamed):
                        second = oracle.Deal(hands, event.seat, event.suit, options.must_trump)
                    elif isinstance(event, MeldsShown):
                        for hand, melds in zip(hands, event.melds, strict=True):
                            expected = oracle.melds(hand, match.view(None).trump or "", options.run_counts_marriage)
                            assert Counter((one.name, one.points) for one in melds) == Counter(expected)
                    elif isinstance(event, CardPlayed):
                        assert second is not None
                        second.play(event.card)
                    elif isinstance(event, DealScored):
                        assert second is not None
                        assert second.over
                        deals += 1
                        for side in range(2):
                            shown = match.meld_points[side] + match.meld_points[side + 2]
                            if options.trick_needed_for_melds and not second.tricks[side]:
                                shown = 0
                            bid = event.bid if event.bidder % 2 == side else None
                            change = oracle.change(shown + second.points[side], bid)
                            assert event.sides[side].after == before[side] + change
                        second = None
    assert deals > 300


@pytest.mark.parametrize("preset", sorted(OPTIONS))
def test_replay_needs_no_rule(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = random_match(3, OPTIONS[preset], 700)
    views = [match.view(seat) for seat in (None, 0, 1, 2, 3)]
    with monkeypatch.context() as patched:
        for module, names in {
            "match": ("auction_ends", "next_caller", "lowest_bid", "find_melds", "beats", "card_points", "legal_faces",
                      "match_ended", "score_deal", "winning_side"),
        }.items():  # fmt: skip
            for name in names:
                patched.setattr(f"amity.games.pinochle.{module}.{name}", _no_rule)
        again = PinochleMatch.replay(match.options, 4, match.events)
    assert state_of(again) == state_of(match)
    assert [again.view(seat) for seat in (None, 0, 1, 2, 3)] == views


def _no_rule(*_: Any, **__: Any) -> None:
    raise AssertionError("the fold called a rule")


def test_events_and_views_survive_json() -> None:
    match = random_match(4, ORIGINAL, 300)
    events = msgspec.json.encode(match.events)
    assert [
        msgspec.json.decode(raw, type=GAME.event_type) for raw in msgspec.json.decode(events, type=list[msgspec.Raw])
    ] == match.events
    view = match.view(1)
    assert msgspec.json.decode(msgspec.json.encode(view), type=GAME.view_type) == view
    for action in (Bid(100), Pass(), NameTrump("S"), Play("10S")):
        assert msgspec.json.decode(msgspec.json.encode(action), type=GAME.action_type) == action


wild = st.one_of(
    st.builds(Bid, st.integers(-50, 4000)),
    st.just(Pass()),
    st.builds(NameTrump, st.sampled_from(["S", "H", "D", "C", "N", "", "SH", "s"])),
    st.builds(Play, st.sampled_from([*PACK, "", "8S", "10s", "*", "TS"])),
)


@settings(max_examples=150, deadline=None)
@given(numbers, presets, steps, st.integers(0, 3), wild)
def test_wild_actions_are_carried_out_or_change_nothing(
    number: int, preset: str, count: int, seat: int, action: Any
) -> None:
    match = random_match(number, OPTIONS[preset], count)
    before = state_of(match)
    legal = match.legal_actions()
    if seat == match.to_act and action in legal:
        assert match.apply(seat, action)
        return
    with pytest.raises(IllegalAction) as refused:
        match.apply(seat, action)
    assert state_of(match) == before
    if seat == match.to_act:
        assert refused.value.legal in legal
    else:
        assert refused.value.legal is None


def swap_hidden(dealt: Dealt, seat: int, chance: random.Random) -> Dealt:
    """The same deal for one seat, the cards of the others shuffled among them."""
    others = [other for other in range(4) if other != seat]
    cards = [card for other in others for card in dealt.hands[other] or ()]
    chance.shuffle(cards)
    hands = list(dealt.hands)
    for place, other in enumerate(others):
        hands[other] = tuple(cards[12 * place : 12 * place + 12])
    return Dealt(dealt.deal, dealt.dealer, tuple(hands))


@settings(max_examples=80, deadline=None)
@given(numbers, presets, st.integers(0, 3), st.integers(0, 12))
def test_hidden_cards_show_nowhere(number: int, preset: str, seat: int, count: int) -> None:
    """In the auction nothing depends on cards one cannot see: neither views nor histories nor refusals."""
    chance = random.Random(number)
    first = PinochleMatch(OPTIONS[preset], 4, MatchRandom.from_number(number))
    first.deal()
    second = PinochleMatch(OPTIONS[preset], 4)
    dealt = first.events[0]
    assert isinstance(dealt, Dealt)
    second.fold(swap_hidden(dealt, seat, chance))
    for _ in range(count):
        if first.to_act is None or first.view(None).phase != "bidding":
            break
        turn = first.to_act
        action = choose(first, chance)
        happened = [[event.seen_by(seat) for event in match.apply(turn, action)] for match in (first, second)]
        assert happened[0] == happened[1]
    for looker in (seat, None):
        assert first.view(looker) == second.view(looker)
        assert first.history(looker) == second.history(looker)
    assert msgspec.json.encode(first.history(seat)) == msgspec.json.encode(second.history(seat))
    if first.to_act == seat:
        assert first.legal_actions() == second.legal_actions()
        for wrong in (Play("AS"), Bid(5), NameTrump("N")):
            with pytest.raises(IllegalAction) as one:
                first.apply(seat, wrong)
            with pytest.raises(IllegalAction) as other:
                second.apply(seat, wrong)
            assert (str(one.value), one.value.legal) == (str(other.value), other.value.legal)


@settings(max_examples=60, deadline=None)
@given(numbers, presets, st.integers(0, 3), st.integers(0, 47))
def test_hidden_cards_show_nowhere_in_play(number: int, preset: str, seat: int, count: int) -> None:
    """In play: swap cards between two other hands that neither melds nor any play so far has told apart."""
    chance = random.Random(number)
    first = PinochleMatch(OPTIONS[preset], 4, MatchRandom.from_number(number))
    advance(first, chance, 10)
    while first.state is None or first.state.name == "bidding":
        advance(first, chance, 1)
    for _ in range(count):
        if first.awaiting_deal or first.over:
            break
        advance(first, chance, 1)
    if first.awaiting_deal or first.over:
        return
    second = PinochleMatch.replay(first.options, 4, first.events)
    one, other = [player for player in range(4) if player != seat][:2]
    # Their hands from here on, exchanged where both have equally many cards.
    if first.card_counts[one] == first.card_counts[other]:
        second.hands[one], second.hands[other] = first.hands[other], first.hands[one]
    assert first.view(seat) == second.view(seat)
    assert first.view(None) == second.view(None)
    for event in first.history(seat):
        if isinstance(event, Dealt):
            assert [hand is not None for hand in event.hands] == [player == seat for player in range(4)]
    for event in first.history(None):
        if isinstance(event, Dealt):
            assert event.hands == (None,) * 4


def test_turns_and_deals_are_checked() -> None:
    match = PinochleMatch(ORIGINAL, 4, MatchRandom.from_number(1))
    with pytest.raises(IllegalAction, match="deal_awaited"):
        match.apply(0, Pass())
    match.deal()
    with pytest.raises(InvalidRequest, match="no_deal_awaited"):
        match.deal()
    assert match.to_act is not None
    with pytest.raises(IllegalAction, match="not_your_turn"):
        match.apply((match.to_act + 1) % 4, Pass())
    advance(match, random.Random(1), 10_000)
    assert match.over
    with pytest.raises(IllegalAction, match="match_over"):
        match.apply(0, Pass())
    with pytest.raises(InvalidRequest, match="no_deal_awaited"):
        match.deal()
    with pytest.raises(InvalidRequest, match="no_randomness"):
        PinochleMatch(ORIGINAL).deal()


@pytest.mark.parametrize("preset", sorted(OPTIONS))
def test_random_matches_end_with_the_right_winner(preset: str) -> None:
    for number in range(12):
        match = random_match(number, OPTIONS[preset])
        assert match.result is not None
        last = match.scores[-1]
        totals = [side.after for side in last.sides]
        assert list(match.totals) == [*totals, *totals] == list(match.result.totals)
        winners = [side for side in range(2) if match.result.places[side] == 1]
        assert len(winners) == 1
        assert totals[winners[0]] >= match.options.target
        if min(totals) >= match.options.target and match.options.both_reach == "bidders":
            assert winners == [last.bidder % 2]


def test_public_names() -> None:
    assert all(hasattr(pinochle, name) for name in pinochle.__all__)


def test_the_view_before_the_first_deal() -> None:
    match = PinochleMatch(ORIGINAL, 4, MatchRandom.from_number(1))
    for seat in (None, 0):
        view = match.view(seat)
        assert (view.phase, view.deal_number, view.dealer, view.to_act) == ("deal", 0, None, None)
        assert (view.hand, view.calls, view.scores, view.totals, view.bid, view.trump) == (
            (),
            (),
            (),
            (0, 0),
            None,
            None,
        )
        assert msgspec.json.decode(msgspec.json.encode(view), type=GAME.view_type) == view
