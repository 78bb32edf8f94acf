"""What holds in every match of Mate."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mate_tables import random_match

from amity.cards import MATE
from amity.errors import IllegalAction
from amity.games import get
from amity.games.mate import (
    CardPlayed,
    Dealt,
    Foreplace,
    GameScored,
    MateEvent,
    MateMatch,
    MateOptions,
    MateView,
    Play,
    TrickTaken,
)
from amity.games.mate import match as match_module
from amity.shuffle import MatchRandom

matches = st.builds(
    random_match,
    st.integers(0, 10**6),
    st.builds(MateOptions, foreplacing=st.booleans(), games=st.sampled_from([2, 4, 6])),
    st.integers(0, 120),
)
"""Random matches, most of them unfinished."""


def seen(match: MateMatch) -> tuple[MateView, MateView, MateView]:
    return match.view(0), match.view(1), match.view(None)


@given(matches)
def test_cards_are_conserved(match: MateMatch) -> None:
    if match.game_number == 0:
        return
    view = match.view(None)
    lying = [card for trick in view.tricks for card in trick.cards] + list(view.trick)
    for seat in (0, 1):
        played = [card.card for card in lying if card.seat == seat]
        aside = [view.placed[seat]] if view.placed[seat] not in (None, *played) else []
        assert sorted([*view.hands[seat], *played, *aside]) == sorted(match.dealt[seat])
        assert not aside or view.placed[seat] not in view.hands[seat]


@given(matches)
def test_totals_are_the_sum_of_the_scores(match: MateMatch) -> None:
    totals = [0, 0]
    for number, score in enumerate(match.scores, 1):
        assert score.game == number and 1 <= score.trick <= 10 and 0 <= score.points <= 242
        assert score.points == score.card_value * (score.trick + score.winner_placed) * (1 + score.doubled)
        if score.winner is None:
            assert (score.card, score.points, score.trick) == (None, 0, 10)
        else:
            totals[score.winner] += score.points
    assert match.totals == tuple(totals)


@given(matches)
def test_the_fold_of_the_events_is_the_match_without_asking_any_rule(match: MateMatch) -> None:
    def no_rule(*_: Any) -> Any:
        raise AssertionError("the fold asked a rule")

    with pytest.MonkeyPatch.context() as patch:
        for rule in ("answers", "leader_wins", "placeable", "mate_points", "card_value", "dealer_of", "places_of"):
            patch.setattr(match_module, rule, no_rule)
        again = MateMatch.replay(match.options, 2, match.events)
    assert seen(again) == seen(match)
    assert (again.totals, again.result, again.awaiting_deal) == (match.totals, match.result, match.awaiting_deal)
    assert again.legal_actions() == match.legal_actions()


@given(matches)
def test_carrying_the_actions_out_again_gives_the_same_events(match: MateMatch) -> None:
    again = MateMatch(match.options, 2, match.random)
    for event in match.events:
        carried_out = event.action()
        if carried_out is not None:
            again.apply(*carried_out)
        elif isinstance(event, Dealt):
            again.deal()
    assert again.events == match.events


@given(matches)
def test_nothing_is_hidden_and_only_the_choices_depend_on_who_looks(match: MateMatch) -> None:
    first, second, spectator = seen(match)
    assert match.history(0) == match.history(1) == match.history(None) == tuple(match.events)
    blank = {"seat": None, "legal_cards": (), "placeable_cards": ()}
    assert msgspec.structs.replace(first, **blank) == msgspec.structs.replace(second, **blank) == spectator
    for view in (first, second, spectator):
        expected = match.legal_actions() if view.seat is not None and view.seat == match.to_act else ()
        assert tuple(view.legal_actions()) == tuple(expected)


@given(matches)
def test_views_and_events_survive_the_wire(match: MateMatch) -> None:
    for view in seen(match):
        assert msgspec.json.decode(msgspec.json.encode(view), type=MateView) == view
    assert msgspec.json.decode(msgspec.json.encode(match.events), type=list[MateEvent]) == match.events


@given(matches, st.data())
def test_fuzzed_actions_either_happen_or_change_nothing(match: MateMatch, data: st.DataObject) -> None:
    card = st.one_of(st.sampled_from(MATE.codes), st.text(max_size=4))
    actions = st.one_of(st.builds(Play, card), st.builds(Foreplace, st.one_of(st.none(), card)), st.just(object()))
    for _ in range(5):
        seat, action = data.draw(st.integers(-1, 2)), data.draw(actions)
        before, events, legal = seen(match), list(match.events), match.legal_actions()
        try:
            happened = match.apply(seat, action)  # type: ignore[arg-type]
        except IllegalAction as error:
            assert seen(match) == before and match.events == events
            assert error.code in REFUSALS
            assert error.legal is None if seat != match.to_act else error.legal in legal
        else:
            assert seat == before[0].to_act and match.events == events + happened
            done = happened[0].action()
            assert done is not None and done[0] == seat and done[1] in legal


REFUSALS = {
    "card_is_placed",
    "card_not_in_hand",
    "deal_awaited",
    "match_over",
    "must_follow_rank",
    "must_follow_suit",
    "not_your_turn",
    "same_rank_placed",
    "same_suit_placed",
    "unknown_card",
    "wrong_phase",
}


@given(matches)
def test_events_come_in_the_order_of_the_game(match: MateMatch) -> None:
    trick = 0
    for before, event in zip(match.events, match.events[1:], strict=False):
        if isinstance(event, Dealt):
            assert isinstance(before, GameScored)
            trick = 0
        if isinstance(event, TrickTaken):
            assert isinstance(before, CardPlayed)
            trick += 1
            assert event.trick == trick
        if isinstance(event, GameScored) and event.score.winner is not None:
            assert before == CardPlayed(event.score.winner, str(event.score.card))


@settings(max_examples=300)
@given(st.integers(0, 10**9))
def test_two_placed_cards_never_draw(number: int) -> None:
    """Both sides place at random whenever they can."""
    match = MateMatch(MateOptions(games=2), 2, MatchRandom.from_number(number))
    choice = random.Random(number)
    while not match.over:
        if match.awaiting_deal:
            match.deal()
            continue
        assert match.to_act is not None
        actions = match.legal_actions()
        match.apply(match.to_act, choice.choice(actions[1:] if match.phase == "foreplacing" else actions))
    assert all(score.winner is not None for score in match.scores)


def test_the_game_is_registered() -> None:
    game = get("mate")
    assert (game.name, game.seat_counts, list(game.presets)) == ("mate", (2,), ["original"])
    assert game.presets["original"] == MateOptions(foreplacing=True, games=4)
