"""Properties of whole matches: cards, replay, refusals, forfeits."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amity.errors import IllegalAction, InvalidRequest
from amity.games.tarot import GAME, Bid, Call, Discard, Handful, Play, Slam, TarotMatch, TarotOptions, dealing, play
from amity.games.tarot import match as match_module
from amity.games.tarot.actions import CONTRACTS
from amity.games.tarot.phases import Bidding, Calling, Discarding, Playing, SlamQuestion
from amity.match import MatchEnded
from amity.shuffle import MatchRandom
from tests.games.tarot.tarot_tables import CONFIGURATIONS, PRESETS, random_action, random_match
from tests.oracles import tarot as oracle

tables = st.sampled_from(CONFIGURATIONS)
seeds = st.integers(0, 10**6)
lengths = st.integers(0, 400)
codes = st.sampled_from([*oracle.PACK, "", "AS", "T22", "x", "ks", "rs", "excuse"])
actions = st.one_of(
    st.builds(Bid, st.sampled_from([None, *CONTRACTS, "solo"])),
    st.builds(Call, st.one_of(st.none(), codes)),
    st.builds(Slam, st.booleans()),
    st.builds(Discard, st.lists(codes, max_size=8).map(tuple)),
    st.builds(Handful, st.lists(codes, max_size=20).map(tuple)),
    st.builds(Play, codes),
)


@pytest.mark.parametrize(("players", "preset"), CONFIGURATIONS)
def test_cards_are_conserved_and_views_count_them(players, preset):
    def watch(match):
        if match.number == 0:
            return
        places = [card for hand in (match.view(seat).hand for seat in range(players)) for card in hand]
        played = [face for trick in match.tricks for face in trick.faces] + list(match.trick)
        aside = match.discard if match.discard is not None else () if match.dog_shown else match.dog
        assert len(places) + len(played) + len(aside) == 78
        assert len({*places, *(oracle_code(face) for face in (*played, *aside))}) == 78
        view = match.view(None)
        assert view.hand == ()
        assert sum(view.hand_counts) == len(places)
        assert view.to_act is None or match.view(view.to_act).legal_actions()

    for seed in range(3):
        random_match(players, PRESETS[preset], seed, watch=watch)


def oracle_code(face):
    return match_module.TAROT.codes[face]


@pytest.mark.parametrize(("players", "preset"), CONFIGURATIONS)
def test_the_oracle_finds_the_same_legal_cards_all_along(players, preset):
    def watch(match):
        if match.phase is None or match.phase.name != "play":
            return
        seat = match.to_act
        view = match.view(seat)
        trick = [played.card for played in view.trick]
        expected = oracle.legal(list(view.hand), trick, view.called, view.trick_number == 0)
        assert set(view.legal_cards) == set(expected)
        assert list(view.legal_actions()) == list(match.legal_actions())

    for seed in range(3):
        random_match(players, PRESETS[preset], seed, watch=watch)


@given(tables, seeds, lengths)
@settings(max_examples=60, deadline=None)
def test_views_and_match_offer_the_same_actions(table, seed, decisions):
    players, preset = table
    match = random_match(players, PRESETS[preset], seed, decisions)
    if match.to_act is not None:
        assert list(match.view(match.to_act).legal_actions()) == list(match.legal_actions())
    for seat in range(players):
        if seat != match.to_act:
            assert match.view(seat).legal_actions() == ()
    assert match.view(None).legal_actions() == ()


def state(match):
    return [match.view(seat) for seat in (None, *range(match.seats))], list(match.events)


@given(tables, seeds, lengths, st.integers(0, 5), actions)
@settings(max_examples=400, deadline=None)
def test_any_action_is_carried_out_or_refused_without_a_trace(table, seed, decisions, seat, action):
    players, preset = table
    match = random_match(players, PRESETS[preset], seed, decisions)
    before = state(match)
    try:
        events = match.apply(seat, action)
    except IllegalAction as refusal:
        assert state(match) == before
        if seat == match.to_act:
            assert refusal.legal in match.legal_actions()
            match.apply(seat, refusal.legal)
        else:
            assert refusal.code in ("not_your_turn", "deal_awaited", "match_over")
    else:
        assert seat == before[0][0].to_act
        assert match.events == before[1] + events


@given(tables, seeds, lengths)
@settings(max_examples=60, deadline=None)
def test_every_offered_action_is_accepted(table, seed, decisions):
    players, preset = table
    match = random_match(players, PRESETS[preset], seed, decisions)
    for action in match.legal_actions():
        twin = TarotMatch.replay(match.options, players, match.events)
        twin.apply(twin.to_act, action)


def forbid(monkeypatch):
    """Every rule raises when it is called."""

    def rule(*_args, **_kwargs):
        raise AssertionError("the fold asked a rule")

    for name in ("legal_cards", "first_lead", "lead_of", "winner_index", "half_points_of"):
        monkeypatch.setattr(play, name, rule)
    for name in (
        "count_attack",
        "deltas_of",
        "difference_of",
        "petit_au_bout",
        "score_lines",
        "slam_side",
        "places_of",
    ):
        monkeypatch.setattr(match_module, name, rule)
    for name in ("deal_cards", "cut_pack", "gather_played", "gather_unplayed", "petit_sec_seat"):
        monkeypatch.setattr(dealing, name, rule)
    for phase in (Bidding, Calling, SlamQuestion, Discarding, Playing):
        monkeypatch.setattr(phase, "decide", rule)
        monkeypatch.setattr(phase, "legal", rule)


@pytest.mark.parametrize(("players", "preset"), CONFIGURATIONS)
@pytest.mark.parametrize("decisions", [0, 1, 7, 100, 101, 230, 10**6])
def test_replay_asks_no_rule_and_gives_the_same_state(players, preset, decisions):
    match = random_match(players, PRESETS[preset], decisions, decisions)
    with pytest.MonkeyPatch.context() as monkeypatch:
        forbid(monkeypatch)
        twin = TarotMatch.replay(match.options, players, match.events)
    assert state(twin) == state(match)
    assert (twin.to_act, twin.awaiting_deal, twin.result) == (match.to_act, match.awaiting_deal, match.result)
    assert [twin.history(seat) for seat in range(players)] == [match.history(seat) for seat in range(players)]


def test_a_replayed_match_goes_on_as_the_original():
    match = random_match(4, TarotOptions(), 8, 200)
    twin = TarotMatch.replay(match.options, 4, match.events, MatchRandom.from_number(8))
    for one in (match, twin):
        chance = random.Random(1)
        while not one.over:
            if one.awaiting_deal:
                one.deal()
            else:
                one.apply(one.to_act, random_action(one, chance))
    assert twin.events == match.events


@pytest.mark.parametrize(("players", "preset"), CONFIGURATIONS)
def test_everything_goes_over_the_wire(players, preset):
    match = random_match(players, PRESETS[preset], 4)
    encoded = msgspec.json.encode(match.events)
    assert msgspec.json.decode(encoded, type=list[GAME.event_type]) == match.events
    for seat in (None, *range(players)):
        view = match.view(seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=GAME.view_type) == view
    done = [event.action() for event in match.events if event.action() is not None]
    for _, action in done:
        assert msgspec.json.decode(msgspec.json.encode(action), type=GAME.action_type) == action


def test_actions_of_the_events_make_the_same_match():
    for players, preset in CONFIGURATIONS:
        match = random_match(players, PRESETS[preset], 21)
        twin = TarotMatch(match.options, players, MatchRandom.from_number(21))
        for event in match.events:
            if twin.awaiting_deal:
                twin.deal()
            if event.action() is not None:
                twin.apply(*event.action())
        assert twin.events == match.events


def test_forfeit():
    match = random_match(5, TarotOptions(), 3, 40)
    match.forfeit(2, "time")
    assert match.result == MatchEnded((0, 0, 0, 0, 0), (1, 1, 5, 1, 1), "forfeit")
    assert match.view(0).phase == "over"
    assert match.legal_actions() == ()
    with pytest.raises(IllegalAction, match="match_over"):
        match.apply(0, Bid(None))
    with pytest.raises(InvalidRequest, match="match_over"):
        match.forfeit(1, "resigned")
    with pytest.raises(InvalidRequest, match="no_deal_awaited"):
        match.deal()


def test_deal_is_refused_while_a_deal_goes_on_and_without_randomness():
    match = random_match(3, TarotOptions(petit_sec="play"), 3, 1)
    with pytest.raises(InvalidRequest, match="no_deal_awaited"):
        match.deal()
    with pytest.raises(InvalidRequest, match="no_randomness"):
        TarotMatch(TarotOptions(), 3).deal()


@pytest.mark.parametrize(("players", "preset"), CONFIGURATIONS)
def test_both_sides_together_always_have_91_points(players, preset):
    for seed in range(100, 110):
        for scored in random_match(players, PRESETS[preset], seed).sheets:
            assert scored.attack + scored.defence == 182
            assert sum(scored.deltas) == 0
            assert all(type(delta) is int for delta in scored.deltas)
