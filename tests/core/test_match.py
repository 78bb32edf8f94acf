"""What all matches have in common, on every game there is."""

import pytest

from amity import bots, games
from amity.errors import IllegalAction, InvalidOptions, InvalidRequest
from amity.match import describe_options, places_of
from amity.shuffle import MatchRandom

ALL = [(name, seats) for name in games.names() for seats in games.get(name).seat_counts]


def test_places() -> None:
    assert places_of([10, 30, 30, 5]) == (3, 1, 1, 4)
    assert places_of([]) == ()


@pytest.mark.parametrize(("name", "seats"), ALL)
def test_the_contract_step_by_step(name: str, seats: int) -> None:
    game = games.get(name)
    options = next(iter(game.presets.values()))
    match = game.new_match(options, seats, MatchRandom.from_number(1))
    assert match.awaiting_deal and match.to_act is None and not match.over and match.version == 0
    assert not match.legal_actions()
    with pytest.raises(IllegalAction) as refusal:
        match.apply(0, object())  # type: ignore[arg-type]
    assert refusal.value.code == "deal_awaited"
    happened = match.deal()
    assert happened == match.events and match.version == len(happened)
    assert match.to_act is not None and not match.awaiting_deal
    with pytest.raises(InvalidRequest) as request:
        match.deal()
    assert request.value.code == "no_deal_awaited"
    other = (match.to_act + 1) % seats
    for wrong in (other, -1, seats):
        with pytest.raises(IllegalAction) as refusal:
            match.apply(wrong, match.legal_actions()[0])
        assert refusal.value.code == "not_your_turn"
    assert match.events == happened
    seat = match.to_act
    before = match.history(seat)
    action = match.legal_actions()[0]
    happened = match.apply(seat, action)
    assert happened[0].action() == (seat, action)
    assert match.history(seat)[: len(before)] == before
    assert len(match.history(None)) == match.version


@pytest.mark.parametrize(("name", "seats"), ALL)
def test_a_forfeit_ends_the_match(name: str, seats: int) -> None:
    game = games.get(name)
    match = game.new_match(next(iter(game.presets.values())), seats, MatchRandom.from_number(1))
    match.deal()
    loser = match.to_act
    assert loser is not None
    happened = match.forfeit(loser, "time")
    assert match.over and match.to_act is None and not match.awaiting_deal
    assert match.result is happened[-1]
    side = match.side_of(loser)
    assert loser in side
    for seat in range(seats):
        assert (match.result.places[seat] == 1) == (seat not in side)
        assert not match.view(seat).legal_actions()
    with pytest.raises(InvalidRequest):
        match.forfeit(loser, "time")
    with pytest.raises(IllegalAction) as refusal:
        match.apply(loser, object())  # type: ignore[arg-type]
    assert refusal.value.code == "match_over"


@pytest.mark.parametrize(("name", "seats"), ALL)
def test_without_randomness_nothing_is_dealt(name: str, seats: int) -> None:
    game = games.get(name)
    match = game.new_match(next(iter(game.presets.values())), seats)
    with pytest.raises(InvalidRequest) as refusal:
        match.deal()
    assert refusal.value.code == "no_randomness"
    assert match.version == 0


@pytest.mark.parametrize("name", games.names())
def test_options_can_be_shown_and_are_checked(name: str) -> None:
    game = games.get(name)
    for entry in describe_options(game.options_type):
        assert entry["kind"] in {"flag", "choice", "number"}
        for preset in game.presets:
            value = getattr(game.presets[preset], entry["name"])
            assert games.parse_options(game, preset, {entry["name"]: value}) == game.presets[preset]
        if entry["kind"] == "number":
            assert entry["minimum"] <= entry["default"] <= entry["maximum"]
            with pytest.raises(InvalidOptions) as refusal:
                games.parse_options(game, "", {entry["name"]: entry["maximum"] + entry["step"]})
            assert refusal.value.code == "bad_option"
    with pytest.raises(InvalidOptions, match="unknown_option"):
        games.parse_options(game, "", {"no_such_option": 1})
    with pytest.raises(InvalidOptions, match="unknown_preset"):
        games.parse_options(game, "no such preset")
    with pytest.raises(InvalidOptions, match="wrong_seats"):
        game.new_match(next(iter(game.presets.values())), 9)


def test_unknown_names() -> None:
    with pytest.raises(InvalidRequest) as refusal:
        games.get("chess")
    assert refusal.value.params["games"] == list(games.names())
    with pytest.raises(InvalidRequest) as refusal:
        bots.make("mate", "grandmaster", 1)
    assert refusal.value.code == "unknown_level"
    assert refusal.value.params["levels"] == list(bots.levels("mate"))
