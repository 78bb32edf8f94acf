"""The published strategies give what they say, for every game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

from amity import games
from amity.cards import PACKS
from amity.errors import IllegalAction
from amity.match import Match, Options, View
from amity.testing import (
    cards,
    deals,
    decisions,
    game_names,
    hands,
    histories,
    match_options,
    matches,
    randomness,
    seat_counts,
    views,
)

few = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
every_game = pytest.mark.parametrize("game", games.names())


@given(game_names(), st.data())
@few
def test_small_things(game: str, data: st.DataObject) -> None:
    assert data.draw(seat_counts(game)) in games.get(game).seat_counts
    assert data.draw(cards(game)) in PACKS[game].codes
    hand = data.draw(hands(game, 12))
    assert len(hand) == 12
    assert max(Counter(hand).values()) <= PACKS[game].copies
    assert repr(data.draw(randomness()))


def test_a_hand_larger_than_its_pack_is_refused() -> None:
    with pytest.raises(ValueError, match="from a pack of 20"):
        hands("mate", 21)


@every_game
@given(data=st.data())
@few
def test_options_are_valid_and_presets_come_first(game: str, data: st.DataObject) -> None:
    drawn = data.draw(match_options(game))
    assert isinstance(drawn, games.get(game).options_type)


@every_game
def test_options_shrink_to_the_first_preset(game: str) -> None:
    first: Options = next(iter(games.get(game).presets.values()))
    assert find(match_options(game), lambda drawn: True) == first


@every_game
@given(data=st.data())
@few
def test_moments_are_replayed_to_themselves(game: str, data: st.DataObject) -> None:
    match: Match = data.draw(matches(game))
    replayed = type(match).replay(match.options, match.seats, match.events)
    for seat in (None, *range(match.seats)):
        assert replayed.view(seat) == match.view(seat)
    assert replayed.history(None) == match.history(None)


@every_game
@given(data=st.data())
@few
def test_a_fresh_deal_awaits_its_first_decision(game: str, data: st.DataObject) -> None:
    match: Match = data.draw(deals(game))
    assert type(match.events[0]).__name__ == "Dealt"
    # The petit alone voids a deal of Tarot before anybody acts.
    assert match.to_act is not None or match.awaiting_deal


@every_game
@given(data=st.data())
@few
def test_in_a_decision_a_seat_is_in_turn_and_can_act(game: str, data: st.DataObject) -> None:
    match: Match = data.draw(decisions(game))
    assert match.to_act is not None
    view = match.view(match.to_act)
    assert list(view.legal_actions()) == list(match.legal_actions())
    with pytest.raises(IllegalAction):
        match.apply((match.to_act + 1) % match.seats, match.legal_actions()[0])
    happened = match.apply(match.to_act, data.draw(st.sampled_from(list(match.legal_actions()))))
    assert happened


@every_game
@given(data=st.data())
@few
def test_views_belong_to_those_who_look(game: str, data: st.DataObject) -> None:
    view: View = data.draw(views(game))
    if view.seat != view.to_act or view.seat is None:
        assert not view.legal_actions()
    assert data.draw(views(game, spectators=False)).seat is not None


@every_game
@given(data=st.data())
@few
def test_histories_end_with_a_deal(game: str, data: st.DataObject) -> None:
    seats = data.draw(seat_counts(game))
    options: Any = data.draw(match_options(game))
    events = data.draw(histories(game, seats=seats, options=options, most_deals=1))
    match = games.get(game).match_type.replay(options, seats, events)
    assert match.over or match.awaiting_deal
    notation = games.get(game).notation
    lines = [games.Line(number, text) for number, text in enumerate(notation.write_events(events, seats), 1)]
    assert tuple(notation.parse_events(lines, seats)) == events
