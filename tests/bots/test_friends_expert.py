"""The expert of Friends!: whole deals by the rules, the same for the same seed, and better than the club player."""

from __future__ import annotations

import pytest

from amity import bots
from amity.bots.friends import ClubBot, ExpertBot
from amity.bots.friends.duplicate import DUPLICATE, interval
from amity.games.friends import FriendsMatch
from amity.games.friends.options import PRESETS
from amity.search import Budget
from amity.shuffle import MatchRandom

NODES = Budget(nodes=150)


@pytest.mark.parametrize("preset", PRESETS)
def test_it_plays_whole_deals_and_repeats_itself(preset: str) -> None:
    def play() -> FriendsMatch:
        match = FriendsMatch(PRESETS[preset], 6, MatchRandom.from_number(4))
        experts = {seat: ExpertBot(seat, NODES) for seat in range(6)}
        while not match.sheets:
            bots.step_chance_and_bots(match, experts, deals=1)
        return match

    assert play().events == play().events


def test_it_is_a_level_of_the_game() -> None:
    assert bots.levels("friends")[-1] == "expert"
    expert = bots.make("friends", "expert", 1)
    assert isinstance(expert, ExpertBot) and isinstance(expert, bots.Searcher) and isinstance(expert, bots.Adviser)


def test_its_advice_begins_with_its_choice() -> None:
    match = FriendsMatch(PRESETS["original"], 6, MatchRandom.from_number(5))
    players = {seat: ClubBot(seat) for seat in range(6)}
    asked = set()
    while not match.sheets:
        if match.awaiting_deal:
            match.deal()
        seat = match.to_act
        assert seat is not None and match.phase is not None
        view, history = match.view(seat), match.history(seat)
        if match.phase.name not in asked or sum(match.hands[seat]) == 1:
            asked.add(match.phase.name)
            expert = ExpertBot(1, NODES)
            advice = expert.advise(view, history)
            assert advice[0].action == expert.choose(view, history)
            assert all((item.expected is None) == (len(advice) == 1) for item in advice)
        match.apply(seat, players[seat].choose(view, history))
    assert asked >= {"open_bid", "bury", "swap_bid", "call", "play"}


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("preset", PRESETS)
def test_it_beats_the_club_player(preset: str) -> None:
    """The lower end of the 95 % interval, even with a small budget."""

    def expert(seed: int) -> ExpertBot:
        return ExpertBot(seed, Budget(nodes=1500))

    found = [DUPLICATE.difference(PRESETS[preset], 6, expert, ClubBot, deal, 5, "levels") for deal in range(300)]
    assert interval(found).low > 0
