"""A second reading of the rules of Tarot, slow and obvious, with card codes and fractions.

Nothing here comes from the package. Rules: tarot.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

SUITS = "SHDC"
RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K"]
PACK = [rank + suit for suit in SUITS for rank in RANKS] + [f"T{n}" for n in range(1, 22)] + ["*"]
BOUTS = ["T1", "T21", "*"]
COEFFICIENT = {"petite": 1, "guard": 2, "guard_without": 4, "guard_against": 6}
HALF = Fraction(1, 2)


def is_trump(card):
    return card[0] == "T"


def suit(card):
    return "trump" if is_trump(card) else card[-1]


def strength(card):
    return int(card[1:]) if is_trump(card) else RANKS.index(card[:-1])


def points(card):
    if card in BOUTS or card[0] == "K":
        return 4 + HALF
    if card[0] == "Q":
        return 3 + HALF
    if card[0] == "N":
        return 2 + HALF
    if card[0] == "J":
        return 1 + HALF
    return HALF


def suit_led(trick):
    for card in trick:
        if card != "*":
            return suit(card)
    return None


def legal(hand, trick, called=None, first_trick=False):
    """The cards of ``hand`` that may be added to ``trick``."""
    if not trick and first_trick and called:
        return [c for c in hand if c == "*" or suit(c) != suit(called) or c == called]
    led = suit_led(trick)
    if led is None:
        return list(hand)
    excuse = [c for c in hand if c == "*"]
    cards = [c for c in hand if c != "*"]
    trumps = [c for c in cards if is_trump(c)]
    if led != "trump":
        same = [c for c in cards if suit(c) == led]
        if same:
            return same + excuse
    if trumps:
        there = [strength(c) for c in trick if is_trump(c)]
        higher = [c for c in trumps if all(strength(c) > other for other in there)]
        return (higher or trumps) + excuse
    return cards + excuse


def winner(trick):
    """Place of the winning card."""
    trumps = [c for c in trick if is_trump(c)]
    candidates = trumps or [c for c in trick if c != "*" and suit(c) == suit_led(trick)]
    return trick.index(max(candidates, key=strength))


def callable_cards(hand):
    found = []
    for rank in "KQNJ":
        of_rank = [rank + s for s in SUITS]
        found += of_rank
        if any(card not in hand for card in of_rank):
            break
    return found


def discard_allowed(cards, hand, count, fft):
    if len(cards) != count or len(set(cards)) != count or any(card not in hand for card in cards):
        return False
    if not fft:
        return True
    if any(card in BOUTS or card[0] == "K" for card in cards):
        return False
    if any(is_trump(card) for card in cards):
        others = [card for card in hand if not is_trump(card) and card != "*" and card[0] != "K"]
        return all(card in cards for card in others)
    return True


def handful_allowed(players, cards, hand, shown_discard):
    sizes = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}[players]
    if len(cards) not in sizes or len(set(cards)) != len(cards):
        return False
    for card in cards:
        if card == "*":
            if "*" not in hand:
                return False
        elif not is_trump(card) or (card not in hand and card not in shown_discard):
            return False
    if "*" in cards:
        return all(card in cards for card in hand if is_trump(card))
    return True


def handful_bonus(players, count):
    sizes = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}[players]
    return {sizes[0]: 20, sizes[1]: 30, sizes[2]: 40}[count]


def play_out(leader, plays, attack, trick_winner_option=False):
    """Take the tricks of a whole deal.

    ``plays`` is a list of tricks, each a list of cards from its leader on. Gives a list of (leader, cards, winner).
    """
    tricks = []
    for number, cards in enumerate(plays):
        players = len(cards)
        taken_by = (leader + winner(cards)) % players
        if number == len(plays) - 1 and "*" in cards:
            owner = (leader + cards.index("*")) % players
            mine = attack if owner in attack else [s for s in range(players) if s not in attack]
            if all(who in mine for _, _, who in tricks):
                taken_by = owner
        tricks.append((leader, cards, taken_by))
        leader = taken_by
    return tricks


def piles(tricks, attack, aside, aside_goes_to, option="other_side"):
    """Two piles of cards, attack's and defence's, and the points of half a card that went over to the attack."""
    pile = {"attack": [], "defence": []}
    moved = Fraction(0)
    pile[aside_goes_to] += aside
    last = len(tricks) - 1
    for number, (leader, cards, taken_by) in enumerate(tricks):
        side = "attack" if taken_by in attack else "defence"
        pile[side] += [card for card in cards if card != "*"]
        if "*" not in cards:
            continue
        owner = (leader + cards.index("*")) % len(cards)
        own = "attack" if owner in attack else "defence"
        other = "defence" if own == "attack" else "attack"
        if number < last or owner == taken_by:
            keeper = own
        elif option == "trick_winner":
            keeper = side
        else:
            keeper = other
        pile[keeper].append("*")
        if keeper != side:
            moved += HALF if side == "attack" else -HALF
    return pile["attack"], pile["defence"], moved


def score(players, contract, attack_points, bouts, petit=None, handfuls=0, slam=(), partner=False):
    """(taker, partner or None, defender)."""
    target = {0: 56, 1: 51, 2: 41, 3: 36}[bouts]
    exact = Fraction(attack_points) - target
    made = exact >= 0
    b = (25 + ceil(abs(exact))) * COEFFICIENT[contract]
    if not made:
        b = -b
    if petit == "attack":
        b += 10 * COEFFICIENT[contract]
    if petit == "defence":
        b -= 10 * COEFFICIENT[contract]
    b += handfuls if made else -handfuls
    for entry in slam:
        b += {"announced_made": 400, "made": 200, "announced_failed": -200, "defence": -200}[entry]
    if players == 3:
        return 2 * b, None, -b
    if players == 4:
        return 3 * b, None, -b
    if partner:
        return 2 * b, b, -b
    return 4 * b, None, -b


def whole_deal(players, taker, partner, contract, announced, leader, plays, aside, handfuls, option="other_side"):
    """The deltas of a played deal by seat. ``handfuls`` is a list of numbers of cards shown."""
    attack = [taker] if partner is None else [taker, partner]
    tricks = play_out(leader, plays, attack)
    goes_to = "defence" if contract == "guard_against" else "attack"
    ours, theirs, moved = piles(tricks, attack, aside, goes_to, option)
    assert sorted(ours + theirs) == sorted(PACK)
    total = sum(points(card) for card in ours) + moved
    assert total + sum(points(card) for card in theirs) - moved == 91
    bouts = len([card for card in ours if card in BOUTS])
    won = [who in attack for _, _, who in tricks]
    slam = []
    if all(won):
        slam.append("announced_made" if announced else "made")
    elif announced:
        slam.append("announced_failed")
    if not any(won):
        slam.append("defence")
    petit_trick = tricks[-1]
    if (all(won) or not any(won)) and "*" in tricks[-1][1]:
        owner = (tricks[-1][0] + tricks[-1][1].index("*")) % players
        if (owner in attack) == all(won):
            petit_trick = tricks[-2]
    petit = None
    if "T1" in petit_trick[1]:
        petit = "attack" if petit_trick[2] in attack else "defence"
    bonus = sum(handful_bonus(players, count) for count in handfuls)
    to_taker, to_partner, to_defender = score(players, contract, total, bouts, petit, bonus, slam, partner is not None)
    return (
        [to_taker if seat == taker else to_partner if seat == partner else to_defender for seat in range(players)],
        total,
        bouts,
        petit,
        slam,
    )
