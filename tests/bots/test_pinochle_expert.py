"""The expert of Pinochle: whole deals by the rules, the same for the same seed, and better than the club player."""

from __future__ import annotations

import pytest

from amity import bots
from amity.bots.pinochle import ClubBot, ExpertBot
from amity.bots.pinochle.duplicate import compare
from amity.games.pinochle import PinochleMatch
from amity.games.pinochle.options import PRESETS
from amity.search import Budget
from amity.shuffle import MatchRandom

NODES = Budget(nodes=600)


def expert(seed: int) -> ExpertBot:
    return ExpertBot(seed, NODES)


@pytest.mark.parametrize("preset", PRESETS)
def test_it_plays_whole_deals_and_repeats_itself(preset: str) -> None:
    def play() -> PinochleMatch:
        match = PinochleMatch(PRESETS[preset], 4, MatchRandom.from_number(4))
        bots.step_chance_and_bots(match, {seat: expert(seat) for seat in range(4)}, deals=1)
        return match

    match = play()
    assert len(match.scores) == 1
    assert play().events == match.events


def test_it_is_a_level_of_the_game() -> None:
    assert bots.levels("pinochle")[-1] == "expert"
    assert isinstance(bots.make("pinochle", "expert", 1), ExpertBot)


@pytest.mark.slow
def test_it_beats_the_club_player() -> None:
    """The lower end of the 95 % interval, even with a small budget."""
    result = compare(PRESETS["original"], lambda seed: ExpertBot(seed, Budget(nodes=4000)), ClubBot, 250, seed=5)
    assert result.low > 0
