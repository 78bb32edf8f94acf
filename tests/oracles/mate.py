"""A second reading of the rules of Mate, as plain as can be: cards are texts, hands are sets, nothing is clever.

Written from the rules page alone. Rules: mate.
"""

from __future__ import annotations

from collections.abc import Hashable

SUITS = "CSHD"
RANKS = ["A", "10", "K", "Q", "7"]
VALUES = {"A": 11, "10": 10, "7": 7, "K": 4, "Q": 3}
PACK = [rank + suit for suit in SUITS for rank in RANKS]

Hand = frozenset[str]


def suit(card: str) -> str:
    return card[-1]


def rank(card: str) -> str:
    return card[:-1]


def allowed_answers(hand: Hand, led: str) -> Hand:
    """ "The other must follow suit; if he cannot, he must play a card of the same rank." """
    following_suit = {card for card in hand if suit(card) == suit(led)}
    if following_suit:
        return frozenset(following_suit)
    return frozenset(card for card in hand if rank(card) == rank(led))


def leader_is_higher(led: str, answer: str) -> bool:
    """ "By rank when suit was followed, by suit when rank was followed." """
    if suit(led) == suit(answer):
        return RANKS.index(rank(led)) < RANKS.index(rank(answer))
    assert rank(led) == rank(answer)
    return SUITS.index(suit(led)) < SUITS.index(suit(answer))


def allowed_placements(hand: Hand, dealers_card: str | None) -> Hand:
    if dealers_card is None:
        return hand
    return frozenset(card for card in hand if suit(card) != suit(dealers_card) and rank(card) != rank(dealers_card))


def score(card: str, trick: int, winners_placed_card: str | None) -> int:
    number = trick
    if winners_placed_card is not None:
        number = number + 1
    points = VALUES[rank(card)] * number
    if card == winners_placed_card:
        points = points * 2
    return points


def solve(
    leader: Hand,
    opponent: Hand,
    trick: int,
    placed_leader: str | None = None,
    placed_opponent: str | None = None,
    known: dict[Hashable, int] | None = None,
) -> int:
    """Points for the leader, minus those for his opponent, when both play as well as possible."""
    if known is None:
        known = {}
    question = (leader, opponent, placed_leader, placed_opponent)
    if question not in known:
        leads = lead_values(leader, opponent, trick, placed_leader, placed_opponent, known)
        known[question] = max(leads.values())
    return known[question]


def lead_values(
    leader: Hand,
    opponent: Hand,
    trick: int,
    placed_leader: str | None = None,
    placed_opponent: str | None = None,
    known: dict[Hashable, int] | None = None,
) -> dict[str, int]:
    """The value of every lead."""
    if known is None:
        known = {}
    if trick == 10:
        if placed_leader is not None:
            leader = frozenset([placed_leader])
        if placed_opponent is not None:
            opponent = frozenset([placed_opponent])
    values = {}
    for led in leader:
        outcomes = []
        for answer in allowed_answers(opponent, led):
            if trick == 10:
                outcomes.append(0)
            elif leader_is_higher(led, answer):
                outcomes.append(
                    solve(leader - {led}, opponent - {answer}, trick + 1, placed_leader, placed_opponent, known)
                )
            else:
                outcomes.append(
                    -solve(opponent - {answer}, leader - {led}, trick + 1, placed_opponent, placed_leader, known)
                )
        values[led] = min(outcomes) if outcomes else score(led, trick, placed_leader)
    return values


class Game:
    """One game, from the moment the hands are dealt: who may do what, and how it ends."""

    def __init__(self, hands: list[Hand], dealer: int, foreplacing: bool) -> None:
        self.hands = list(hands)
        self.dealer = dealer
        self.turn = dealer
        self.placed: list[str | None] = [None, None]
        self.to_place = [dealer, 1 - dealer] if foreplacing else []
        self.trick = 1
        self.led: str | None = None
        self.ended = False
        self.winner: int | None = None
        self.points = 0

    def own_cards(self, seat: int) -> Hand:
        placed = self.placed[seat]
        if self.trick == 10 and placed is not None:
            return frozenset([placed])
        return self.hands[seat]

    def choices(self) -> list[str | None]:
        if self.ended:
            return []
        if self.to_place:
            dealers_card = self.placed[self.dealer] if self.turn != self.dealer else None
            return [None, *sorted(allowed_placements(self.hands[self.turn], dealers_card))]
        if self.led is None:
            return [*sorted(self.own_cards(self.turn))]
        return [*sorted(allowed_answers(self.own_cards(self.turn), self.led))]

    def do(self, card: str | None) -> None:
        seat = self.turn
        if self.to_place:
            self.to_place.remove(seat)
            self.placed[seat] = card
            self.hands[seat] -= {card}
            self.turn = self.to_place[0] if self.to_place else self.dealer
            return
        assert card is not None
        self.hands[seat] -= {card}
        if self.led is None:
            self.led = card
            self.turn = 1 - seat
            if not allowed_answers(self.own_cards(self.turn), card):
                self.ended = True
                self.winner = seat
                self.points = score(card, self.trick, self.placed[seat])
            return
        self.turn = 1 - seat if leader_is_higher(self.led, card) else seat
        self.led = None
        if self.trick == 10:
            self.ended = True
        self.trick += 1
