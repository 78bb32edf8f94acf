"""Claims of the rest checked by trying everything a single opponent might hold and play.

Nothing here comes from the package but the other oracles. An opponent holds any of the unseen cards, at most as many as
there are tricks or cards to play; blanks, which have no suit and count for nothing, fill his hand.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from tests.oracles import friends, tarot

BLANK = "-"


def subsets(cards, most):
    """All different hands of at most ``most`` of the cards."""
    cards = sorted(cards)
    return {hand for count in range(min(most, len(cards)) + 1) for hand in combinations(cards, count)}


def tarot_obstacle(leads, unseen, took_all=False):
    """The place of the first lead that can lose, ``"excuse"``, ``"petit"`` or ``None``."""
    ends_slam = took_all and leads[-1] == "*"
    if "*" in (leads[:-1] if ends_slam else leads):
        return "excuse"
    winning = leads[:-1] if ends_slam else leads
    first = len(winning)
    petit = False
    for hand in subsets(unseen, len(leads)):
        lost, kept_petit = tarot_course(tuple(winning), hand + (BLANK,) * (len(leads) - len(hand)), ends_slam)
        first = min(first, lost)
        petit = petit or kept_petit
    if first < len(winning):
        return first
    return "petit" if petit else None


def tarot_course(leads, hand, ends_slam):
    """The first lead this hand can beat (their number if none), and whether its petit can fall to the last lead while
    its Excuse, if there is one, does not lie in the last trick.
    """
    lost, petit = len(leads), False
    positions = {hand}
    for place, lead in enumerate(leads):
        last = place == len(leads) - 1
        following = set()
        for held in positions:
            for card in set(tarot_answers(held, lead)):
                rest = list(held)
                rest.remove(card)
                if card not in (BLANK, "*") and tarot.winner([lead, card]) == 1:
                    lost = min(lost, place)
                elif last and card == "T1":
                    petit = True
                else:
                    following.add(tuple(rest))
        positions = following
    return lost, petit


def tarot_answers(hand, lead):
    cards = [card for card in hand if card != BLANK]
    allowed = tarot.legal(cards, [lead])
    must = [card for card in allowed if card != "*"]
    bound = any(tarot.suit(card) in (tarot.suit(lead), "trump") for card in must)
    return allowed if bound else [*allowed, *(card for card in hand if card == BLANK)]


def friends_obstacle(table, leads, unseen, size):
    """The place of the first lead that one opponent can beat or reject, or ``None``.

    He follows the earlier leads with cards of their group as he likes: the duty of the best match is left out.
    """
    lost = [friends_course(table, leads, Counter(hand), size - len(hand)) for hand in subsets(unseen, size)]
    first = min(lost, default=len(leads))
    return first if first < len(leads) else None


def friends_course(table, leads, hand, blanks):
    positions = {(tuple(sorted(hand.elements())), blanks)}
    for place, lead in enumerate(leads):
        following = set()
        for cards, left in positions:
            if friends_beaten(table, lead, cards, left):
                return place
            following |= friends_answers(table, lead, cards, left)
        positions = following
    return len(leads)


def friends_answers(table, lead, cards, blanks):
    """All cards left after following a lead: as many of its group as one can, then anything."""
    count = sum(len(part) for part in lead)
    group = table.group(lead[0][0])
    own = [card for card in cards if table.group(card) == group]
    others = [card for card in cards if table.group(card) != group]
    if len(own) > count:
        ways = [(played, 0) for played in set(combinations(own, count))]
    else:
        need = count - len(own)
        ways = [
            (tuple(own) + other, need - more)
            for more in range(need + 1)
            for other in set(combinations(others, more))
            if need - more <= blanks
        ]
    found = set()
    for played, dropped in ways:
        left = Counter(cards) - Counter(played)
        found.add((tuple(sorted(left.elements())), blanks - dropped))
    return found


def friends_beaten(table, lead, cards, blanks):
    """Whether a hand rejects a pattern of the lead, or has a play that wins over it."""
    if len(lead) > 1 and any(friends.sufficient(table, part, cards) for part in lead):
        return True
    count = sum(len(part) for part in lead)
    group = table.group(lead[0][0])
    own = [card for card in cards if table.group(card) == group]
    trumps = [card for card in cards if table.group(card) == "T"]
    plays = set(combinations(own, count)) if len(own) >= count else set()
    if not own and len(trumps) >= count:
        plays |= set(combinations(trumps, count))
    led = [card for part in lead for card in part]
    return any(friends.winner(table, lead, [led, play]) == 1 for play in plays)
