"""What a bot leads and plays: every candidate gets a value in points, the best one is played.

A trick's points go to or are kept from the opponents, so they are worth the same to either side: the value of a play
is the points of the trick times the side expected to take it, less what the cards would have been worth later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from amity.bots.friends.situation import OTHERS, USUAL_POINTS, Situation
from amity.games.friends.candidates import cheapest, patterns_in, winning_plays
from amity.games.friends.follow import Lead
from amity.games.friends.order import FACES, POINTS, TRUMPS
from amity.games.friends.patterns import Pattern
from amity.games.friends.trick import PLAIN, RUFF, Strength, strength_of

HIGH_STEPS: Final = 2
"""How many of a group's steps look high to who does not count."""
LEAD_VALUE: Final = 2.0
"""What it is worth to lead the next trick."""


@dataclass(frozen=True)
class Habits:
    """The habits of a good player, each of which can be switched off."""

    read_sides: bool = True
    """Estimates who is on which side before it shows."""
    give_points: bool = True
    """Counts what an own card adds to a trick: points go where friends win, and stay away from foes."""
    save_strength: bool = True
    """Spends no more strength than a trick is worth."""
    keep_sets: bool = True
    """Does not break pairs, triples and tractors for small gain."""
    watch_later: bool = True
    """Thinks of the players still to come."""
    safe_throws: bool = True
    """Throws several patterns together only when nobody can reject them, not whenever they are high."""
    weigh_bids: bool = True
    """Bids for the deal only on a hand well above the average."""
    careful_burial: bool = True
    """Keeps sets together and points out of the base."""
    strong_calls: bool = True
    """Calls cards whose holders are strong and can show themselves soon."""


def card_costs(now: Situation, habits: Habits) -> list[float]:
    """What each card is worth later, by face, in points."""
    order, hand = now.order, now.hand
    costs = [0.0] * FACES
    for group in range(5):
        highest = len(order.steps[group]) - 1
        for face in order.faces[group]:
            held = hand[face]
            if not held:
                continue
            below = highest - order.step[face]
            if group == TRUMPS:
                cost = 1.5 + (6.0, 4.5, 3.5, 3.0)[below] if below < 4 else 1.5 + 0.1 * order.step[face]
            else:
                cost = (2.5, 1.0)[below] if below < 2 else 0.04 * order.step[face]
            if habits.keep_sets and held > 1:
                cost += 0.5 * (held - 1)
            costs[face] = cost if habits.save_strength else 0.001 * order.step[face]
    return costs


def choose_follow(now: Situation, lead: Lead, habits: Habits) -> list[int]:
    """The cards to play on a lead."""
    hand = now.hand
    costs = card_costs(now, habits)
    best = now.view.best()
    points = [cost + 0.5 * POINTS[face] for face, cost in enumerate(costs)]
    giving = [cost - 2.0 * POINTS[face] for face, cost in enumerate(costs)]
    found = [cheapest(lead, hand, points), cheapest(lead, hand, costs), cheapest(lead, hand, giving)]
    winning = winning_plays(lead, hand, best)
    found += winning[:4] + winning[-1:] if len(winning) > 5 else winning
    winner = now.view.winning
    assert winner is not None, "somebody holds the trick"
    copies, length = lead.structure[0]

    def outlook(strength: Strength, seat: int) -> float:
        if not habits.watch_later:
            return now.ally[seat]
        return now.outlook(lead.group, copies, length, strength, seat)

    stays = outlook(best, winner)
    coming = now.on_table + USUAL_POINTS * lead.count * len(now.later)
    top_value = -1e9
    chosen = found[0]
    for play in found:
        strength = strength_of(lead, play)
        takes = strength > best
        side = outlook(strength, now.seat) if takes else stays
        own = sum(POINTS[face] for face in play)
        value = side * (coming + (own if habits.give_points else 0))
        value -= sum(costs[face] for face in play)
        if takes:
            value += LEAD_VALUE * max(0.0, side)
        if value > top_value + 1e-9:
            top_value, chosen = value, play
    return chosen


def choose_lead(now: Situation, habits: Habits) -> list[Pattern]:
    """The patterns to lead."""
    order, hand = now.order, now.hand
    costs = card_costs(now, habits)
    top_value = -1e9
    chosen: list[Pattern] = []
    for group in range(5):
        held = sum(hand[face] for face in order.faces[group])
        if not held:
            continue
        safe: list[Pattern] = []
        high = len(order.steps[group]) - HIGH_STEPS
        for pattern in patterns_in(order, hand, group):
            if habits.safe_throws:
                if now.safe(group, pattern.copies, pattern.faces):
                    safe.append(pattern)
            elif order.step[pattern.faces[0]] >= high:
                safe.append(pattern)
            value = lead_value(now, [pattern], costs, habits)
            if value > top_value:
                top_value, chosen = value, [pattern]
        throw = _joined(safe, hand)
        if len(throw) > 1:
            value = lead_value(now, throw, costs, habits)
            if value > top_value:
                top_value, chosen = value, throw
    return chosen


def lead_value(now: Situation, patterns: Sequence[Pattern], costs: Sequence[float], habits: Habits) -> float:
    """What leading these patterns of one group is worth."""
    first = max(patterns, key=lambda pattern: (pattern.size, pattern.copies))
    group = now.order.group[first.faces[0]]
    strength = Strength(RUFF if group == TRUMPS else PLAIN, now.order.step[first.faces[0]])
    if habits.watch_later:
        side = now.outlook(group, first.copies, first.length, strength, now.seat)
    else:
        side = 0.8 if strength.key >= len(now.order.steps[group]) - HIGH_STEPS else 0.0
    cards = [face for pattern in patterns for face in pattern.cards()]
    own = sum(POINTS[face] for face in cards)
    count = len(cards)
    value = side * ((own if habits.give_points else 0) + USUAL_POINTS * OTHERS * count)
    value -= sum(costs[face] for face in cards)
    return value + LEAD_VALUE * max(0.0, side)


def _joined(patterns: Sequence[Pattern], hand: Sequence[int]) -> list[Pattern]:
    """Patterns that can be thrown together, the largest first."""
    left = list(hand)
    found = []
    for pattern in sorted(patterns, key=lambda pattern: (-pattern.size, -pattern.length)):
        if all(left[face] >= pattern.copies for face in pattern.faces):
            found.append(pattern)
            for face in pattern.faces:
                left[face] -= pattern.copies
    return found
