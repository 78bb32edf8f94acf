"""What a bot bids, buries and calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from amity.bots.friends.situation import HOLDS
from amity.cards import FRIENDS
from amity.games.friends.actions import Bury, Call, FriendsAction
from amity.games.friends.bidding import trump_of
from amity.games.friends.observe import FriendsView
from amity.games.friends.order import FACES, POINTS, SUITS, TRUMPS, Order, order_of
from amity.games.friends.phases import BASE_SIZE, BIDS, CALLS, PASS, codes_of

SET_VALUE: Final = (0.0, 0.0, 0.8, 2.0, 3.5)
"""What holding that many copies of a trump is worth beyond the cards."""
HIGHEST: Final = 3
"""How many ranks of a suit are looked at for a strong call."""


def strength_with(order: Order, hand: Sequence[int]) -> float:
    """What a hand is worth with these trumps, in about one an ordinary trump."""
    total = 0.0
    highest = len(order.steps[TRUMPS]) - 1
    for face in order.faces[TRUMPS]:
        copies = hand[face]
        if copies:
            below = highest - order.step[face]
            each = 3.0 if below == 0 else 2.4 if below == 1 else 1.8 if below <= 3 else 1.0
            total += copies * each + SET_VALUE[copies]
    for suit in range(4):
        faces = order.faces[suit]
        if faces:
            ace, king = hand[faces[-1]], hand[faces[-2]]
            total += 1.2 * ace + SET_VALUE[ace] + 0.3 * king + 0.5 * SET_VALUE[king]
    return total


def choose_bid(view: FriendsView, *, least: float, gain: float) -> FriendsAction:
    """The smallest bid in the best suit, or a pass.

    ``least`` is the strength from which a first bid is made; over another trump suit the own one has to be worth
    ``gain`` more.
    """
    hand = view.hand_as_counts()
    rank = view.level - 2
    values = [strength_with(order_of(rank, suit), hand) for suit in range(5)]
    current = None
    if view.standing is not None:
        current = trump_of(FRIENDS.parse_face(view.standing.card))
    elif view.trump is not None:
        current = SUITS.index(view.trump)
    best: tuple[float, int, FriendsAction] | None = None
    for card, count in view.legal_bids:
        face = FRIENDS.parse_face(card)
        suit = trump_of(face)
        value = values[suit]
        if value < least or (current is not None and (suit == current or value < values[current] + gain)):
            continue
        offer = (value, -count, BIDS[face][count])
        if best is None or offer[:2] > best[:2]:
            best = offer
    return PASS if best is None else best[2]


def choose_bury(view: FriendsView, *, careful: bool) -> Bury:
    """The lowest plain cards; a ``careful`` player keeps sets together and points out of the base."""
    order = view.order()
    hand = view.hand_as_counts()

    def keep(face: int) -> float:
        group = order.group[face]
        if group == TRUMPS:
            return 200.0 + order.step[face]
        value = float(order.step[face])
        if careful:
            value += 6.0 * POINTS[face] + 7.0 * (hand[face] - 1)
        return value + 40 * (order.step[face] == len(order.steps[group]) - 1)

    chosen: list[int] = []
    for face in sorted((face for face in range(FACES) if hand[face]), key=keep):
        chosen += [face] * min(hand[face], BASE_SIZE - len(chosen))
    return Bury(codes_of(order.sorted_faces(chosen)))


def choose_call(view: FriendsView, *, strong: bool) -> Call:
    """Call the first copy of a card that the dealer does not hold, so that somebody else will play it.

    A ``strong`` call is of a high card, whose holder is strong: an ace where there is one, best in a suit in which
    the dealer has something to lead but no ace, so that its holder can show himself at once by taking that lead.
    Otherwise simply the first card that can be called so.
    """
    order = view.order()
    hand = view.hand_as_counts()
    legal = set(view.legal_calls)
    best: tuple[float, int, int] | None = None
    for suit in range(4):
        faces = order.faces[suit]
        length = sum(hand[face] for face in faces)
        for below, face in enumerate(faces[::-1][:HIGHEST] if strong else faces):
            held = hand[face]
            if held == 4 or (FRIENDS.codes[face], held + 1) not in legal:
                continue
            value = 0.0
            if strong:
                # Somebody with a set of the called card is a strong friend.
                value = 2 * HOLDS[4 - held][2] - 2.0 * held + (1.5 if held < length <= 5 else 0.0)
                value += 0.01 * suit - 10.0 * below
            if best is None or value > best[0]:
                best = (value, face, held + 1)
    if best is None:
        card, number = view.legal_calls[0]
        return CALLS[FRIENDS.parse_face(card)][number]
    return CALLS[best[1]][best[2]]
