"""A second reading of the rules of Pinochle, slow and obvious, on card codes.

Written from the rules page alone; shares no code with the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

RANKS = ["9", "J", "Q", "K", "10", "A"]
SUITS = ["S", "H", "D", "C"]
PACK = [rank + suit for suit in SUITS for rank in RANKS for _ in range(2)]


def rank_of(card: str) -> int:
    return RANKS.index(card[:-1])


def suit_of(card: str) -> str:
    return card[-1]


# Melds


def melds(hand: Sequence[str], trump: str, run_counts_marriage: bool = False) -> list[tuple[str, int]]:
    """Names and points of all melds, class by class; within a class every card is used once."""
    return sequences(hand, trump, run_counts_marriage) + arounds(hand) + pinochles(hand)


def sequences(hand: Sequence[str], trump: str, run_counts_marriage: bool) -> list[tuple[str, int]]:
    left = Counter(hand)
    found: list[tuple[str, int]] = []

    def take(name: str, points: int, cards: Sequence[str]) -> bool:
        """Use the cards up if they are all there."""
        need = Counter(cards)
        if any(left[card] < count for card, count in need.items()):
            return False
        left.subtract(need)
        found.append((name, points))
        return True

    run = [rank + trump for rank in ("A", "10", "K", "Q", "J")]
    runs = 0
    if take("double run", 1500, run + run):
        runs = 2
    elif take("run", 150, run):
        runs = 1
    if run_counts_marriage:
        # Kings and queens of runs come back for their marriages.
        left["K" + trump] += runs
        left["Q" + trump] += runs
    while take("trump marriage", 40, ["K" + trump, "Q" + trump]):
        pass
    for suit in SUITS:
        if suit != trump:
            while take(f"marriage {suit}", 20, ["K" + suit, "Q" + suit]):
                pass
    while take("dix", 10, ["9" + trump]):
        pass
    return found


def arounds(hand: Sequence[str]) -> list[tuple[str, int]]:
    found = []
    for rank, plural, points in (("A", "aces", 100), ("K", "kings", 80), ("Q", "queens", 60), ("J", "jacks", 40)):
        fewest = min(list(hand).count(rank + suit) for suit in SUITS)
        if fewest == 2:
            found.append((f"double {plural}", 10 * points))
        elif fewest == 1:
            found.append((f"{plural} around", points))
    return found


def pinochles(hand: Sequence[str]) -> list[tuple[str, int]]:
    pairs = min(list(hand).count("JD"), list(hand).count("QS"))
    return [[], [("pinochle", 40)], [("double pinochle", 300)]][pairs]


# Play


def winner(trick: Sequence[str], trump: str) -> int:
    """Index of the card that wins: the highest trump, else the highest of the led suit, the first of equal ones."""
    trumps = [card for card in trick if suit_of(card) == trump]
    candidates = trumps or [card for card in trick if suit_of(card) == suit_of(trick[0])]
    highest = max(rank_of(card) for card in candidates)
    return list(trick).index(next(card for card in candidates if rank_of(card) == highest))


def points(trick: Sequence[str]) -> int:
    return sum(10 for card in trick if card[:-1] in ("A", "10", "K"))


def may_play(hand: Sequence[str], trick: Sequence[str], trump: str, must_trump: bool) -> set[str]:
    if not trick:
        return set(hand)
    led = suit_of(trick[0])
    best = trick[winner(trick, trump)]
    same = {card for card in hand if suit_of(card) == led}
    if same:
        if led == trump:
            higher = {card for card in same if rank_of(card) > rank_of(best)}
            return higher or same
        return same
    trumps = {card for card in hand if suit_of(card) == trump}
    if must_trump and trumps:
        if suit_of(best) == trump:
            higher = {card for card in trumps if rank_of(card) > rank_of(best)}
            return higher or trumps
        return trumps
    return set(hand)


# Auction

Call = tuple[int, "int | None"]


def auction(calls: Sequence[Call], dealer: int, final: bool) -> tuple[int | None, int | None, int | None]:
    """Read an auction from its start: who speaks next (``None``: it is over), highest bid, who made it."""
    highest: int | None = None
    holder: int | None = None
    in_a_row = 0
    out: set[int] = set()
    speaker = dealer
    for seat, said in calls:
        assert seat == speaker
        if said is None:
            in_a_row += 1
            out.add(seat)
        else:
            in_a_row = 0
            highest, holder = said, seat
        if (len(out) == 3) if final else (in_a_row == 3):
            return None, highest, holder
        speaker = (seat + 1) % 4
        while final and speaker in out:
            speaker = (speaker + 1) % 4
    return speaker, highest, holder


def may_call(highest: int | None, minimum: int) -> set[int | None]:
    """What may be said after that bid: ``None`` is a pass."""
    bids: set[int | None] = {bid for bid in range(10, 3001, 10) if bid >= minimum and bid > (highest or 0)}
    return bids if highest is None else bids | {None}


# Score


def change(made: int, bid: int | None) -> int:
    """What a side's total changes by; ``bid`` is ``None`` for the side without the bid."""
    if bid is None:
        return made
    return made if made >= bid else -bid


class Deal:
    """A deal after the naming of trump, for counted trees and whole-deal comparisons."""

    def __init__(self, hands: Sequence[Sequence[str]], leader: int, trump: str, must_trump: bool) -> None:
        self.hands = [list(hand) for hand in hands]
        self.turn = leader
        self.leader = leader
        self.trump = trump
        self.must_trump = must_trump
        self.trick: list[str] = []
        self.points = [0, 0]
        self.tricks = [0, 0]

    @property
    def over(self) -> bool:
        return not any(self.hands)

    def choices(self) -> set[str]:
        return may_play(self.hands[self.turn], self.trick, self.trump, self.must_trump)

    def play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            taker = (self.leader + winner(self.trick, self.trump)) % 4
            self.points[taker % 2] += points(self.trick) + (10 if self.over else 0)
            self.tricks[taker % 2] += 1
            self.trick = []
            self.turn = self.leader = taker
