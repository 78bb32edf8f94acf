"""Two kinds of bots on the same deals, each side playing both partnerships: what skill is worth, chance taken out."""

from __future__ import annotations

from amity.bots._bot import BotMaker
from amity.bots._duplicate import Comparison, deal_random, interval
from amity.bots._play import step_chance_and_bots
from amity.games.pinochle import PinochleMatch, PinochleOptions

__all__ = ["Comparison", "compare", "deal_difference", "interval"]


def deal_difference(options: PinochleOptions, first: BotMaker, second: BotMaker, deal: int, seed: int) -> float:
    """How many points more a side of ``first`` scores than a side of ``second`` in one deal played both ways."""
    difference = 0
    for swapped in (False, True):
        match = PinochleMatch(options, 4, deal_random(deal, seed))
        makers = (second, first) if swapped else (first, second)
        bots = {seat: makers[seat % 2](4 * deal + seat) for seat in range(4)}
        step_chance_and_bots(match, bots, deals=1)
        one, other = (sheet.change for sheet in match.scores[0].sides)
        difference += other - one if swapped else one - other
    return difference / 2


def compare(options: PinochleOptions, first: BotMaker, second: BotMaker, deals: int, seed: int) -> Comparison:
    """Play ``deals`` deals both ways."""
    return interval([deal_difference(options, first, second, deal, seed) for deal in range(deals)])
