"""The expert of Tarot: whole deals by the rules, the same for the same seed, and better than the club player."""

from __future__ import annotations

import pytest

from amity import bots
from amity.bots.tarot import ClubBot, ExpertBot
from amity.bots.tarot.duplicate import compare
from amity.games.tarot import TarotMatch
from amity.games.tarot.options import PRESETS
from amity.search import Budget
from amity.shuffle import MatchRandom

NODES = Budget(nodes=400)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("preset", PRESETS)
def test_it_plays_whole_deals_and_repeats_itself(preset: str, players: int) -> None:
    def play() -> TarotMatch:
        match = TarotMatch(PRESETS[preset], players, MatchRandom.from_number(4))
        seats = {seat: ExpertBot(seat, NODES) for seat in range(players)}
        while not match.sheets:
            bots.step_chance_and_bots(match, seats, deals=1)
        return match

    match = play()
    assert len(match.sheets) == 1
    assert play().events == match.events


def test_it_is_a_level_of_the_game() -> None:
    assert bots.levels("tarot")[-1] == "expert"
    assert isinstance(bots.make("tarot", "expert", 1), ExpertBot)


def test_it_says_what_its_choices_are_worth() -> None:
    match = TarotMatch(PRESETS["original"], 4, MatchRandom.from_number(4))
    match.deal()
    seat = match.to_act
    assert seat is not None
    expert = ExpertBot(1, NODES)
    view, history = match.view(seat), match.history(seat)
    advice = bots.advise(expert, view, history)
    assert {action for action, _ in advice} == set(view.legal_actions())
    assert advice[0].action == expert.choose(view, history)
    assert all(expected is not None for _, expected in advice)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_it_beats_the_club_player(players: int) -> None:
    """The lower end of the 95 % interval, even with a small budget."""
    result = compare(PRESETS["original"], players, lambda seed: ExpertBot(seed, Budget(nodes=4000)), ClubBot, 250, 5)
    assert result.low > 0
