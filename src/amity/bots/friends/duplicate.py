"""Two kinds of bots on the same deals, each in both sets of seats: what skill is worth, chance taken out."""

from __future__ import annotations

from amity.bots._bot import BotMaker
from amity.bots._duplicate import Comparison, deal_random, interval
from amity.bots._play import step_chance_and_bots
from amity.games.friends.match import FriendsMatch
from amity.games.friends.options import FriendsOptions

__all__ = ["Comparison", "compare", "deal_difference", "interval"]

SEATS = 6


def deal_difference(options: FriendsOptions, first: BotMaker, second: BotMaker, deal: int, seed: int) -> float:
    """How many points a seat of ``first`` is better off than a seat of ``second`` in one deal played both ways.

    Every other seat is of one kind. A seat's result is how far its side is beyond the 160 points that divide the
    sides: the opponents' points less 160 for an opponent, the reverse on the dealer's side.
    """
    difference = 0.0
    for swapped in (False, True):
        match = FriendsMatch(options, SEATS, deal_random(deal, seed))
        makers = (second, first) if swapped else (first, second)
        bots = {seat: makers[seat % 2](SEATS * deal + seat) for seat in range(SEATS)}
        while not match.sheets:
            step_chance_and_bots(match, bots, deals=1)
        sheet = match.sheets[0]
        results = [160 - sheet.points if seat in sheet.dealer_side else sheet.points - 160 for seat in range(SEATS)]
        gap = sum(results[0::2]) - sum(results[1::2])
        difference += -gap if swapped else gap
    return difference / SEATS


def compare(options: FriendsOptions, first: BotMaker, second: BotMaker, deals: int, seed: int) -> Comparison:
    """Play ``deals`` deals both ways."""
    return interval([deal_difference(options, first, second, deal, seed) for deal in range(deals)])
