"""What happens is told to the person at the terminal as to one who is spoken to, and not by the name “You”."""

from __future__ import annotations

import random
import re

import pytest

from amity import games, tables
from amity.shuffle import MatchRandom

SEEDS = 8


@pytest.mark.parametrize("name", games.names())
def test_nobody_is_called_you_inside_a_sentence(name: str) -> None:
    game = games.get(name)
    for preset in game.presets:
        for seed in range(SEEDS):
            seats = game.seat_counts[seed % len(game.seat_counts)]
            own = seed % seats
            names = ["You" if seat == own else f"Bot {seat}" for seat in range(seats)]
            table = tables.make(name, tables.People(names, own, name))
            chance = random.Random(seed)
            match = game.new_match(games.parse_options(game, preset, {}), seats, MatchRandom(bytes([seed] * 32), "x"))
            deals = told = spoken_to = 0
            while not match.over and deals < 3:
                if match.awaiting_deal:
                    match.deal()
                    deals += 1
                else:
                    assert match.to_act is not None
                    match.apply(match.to_act, chance.choice(match.legal_actions()[:40]))
                for event in match.history(own)[told:]:
                    for line in table.sentences(event):
                        spoken_to += "You " in line
                        # Score sheets, which are set in, name the players in columns.
                        assert line.startswith("  ") or not re.search(r"[a-z,;:] You\b", line), line
                told = match.version
            assert spoken_to
