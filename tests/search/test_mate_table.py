"""The table of all deals of Mate: every hand once, right values and leads, and what is counted from them."""

from __future__ import annotations

import random
from itertools import combinations

from oracles import mate as oracle

from amity.cards import MATE
from amity.games.mate.play import CARDS, HAND_CARDS, WHOLE_PACK
from amity.search import mate_table
from amity.search.mate import Position, faces, lead_values


def codes(cards: int) -> frozenset[str]:
    return frozenset(MATE.face_name(face) for face in faces(cards))


def test_every_hand_is_there_once_in_order() -> None:
    found = list(mate_table.hands())
    assert found == sorted(sum(1 << face for face in hand) for hand in combinations(range(CARDS), HAND_CARDS))
    assert len(found) == mate_table.DEALS


def test_a_part_of_the_table() -> None:
    """The last part, which is a short one, against the leads valued one by one, and a deal of it against the oracle."""
    number = mate_table.CHUNKS - 1
    solved = mate_table.solve_chunk(number)
    hands = list(mate_table.hands())[number * mate_table.CHUNK :]
    assert len(solved) == mate_table.ENTRY * len(hands)
    table = bytes(mate_table.ENTRY * number * mate_table.CHUNK) + solved
    deals = list(mate_table.read(table))[-len(hands) :]
    assert [deal.hand for deal in deals] == hands
    choice = random.Random(3)
    for deal in choice.sample(deals, 40):
        values = lead_values(Position(deal.hand, WHOLE_PACK & ~deal.hand))
        assert deal.value == max(values.values())
        assert deal.best == sum(1 << face for face, value in values.items() if value == deal.value)
    deal = choice.choice(deals)
    naive = oracle.lead_values(codes(deal.hand), codes(WHOLE_PACK & ~deal.hand), 1)
    assert codes(deal.best) == {card for card, value in naive.items() if value == max(naive.values()) == deal.value}


def test_what_is_counted() -> None:
    """A made-up table: hands with the ace of clubs are worth 11 and lead it, of the others every third is worth −3."""
    ace = MATE.parse_face("AC")
    table = bytearray()
    for number, hand in enumerate(mate_table.hands()):
        worth = 11 if hand >> ace & 1 else -3 * (number % 3 == 0)
        table += worth.to_bytes(1, "little", signed=True) + (1 << HAND_CARDS - 1).to_bytes(2, "little")
    found = mate_table.facts(bytes(table))
    deals = list(mate_table.read(bytes(table)))
    assert found.wins == mate_table.DEALS // 2
    assert found.draws == sum(deal.value == 0 for deal in deals)
    assert found.average == sum(deal.value for deal in deals) / mate_table.DEALS
    assert found.best_counts == {1: mate_table.DEALS}
    assert (found.highest.value, found.lowest.value) == (11, -3)
    assert found.strongest_both == (11, 3)
    assert found.held_suits["C"] == sum(bool(deal.hand >> 15) for deal in deals)
    assert found.best_ranks["A"] == sum("A" in MATE.face_name(max(faces(deal.hand))) for deal in deals)
    # Who does not hold the ace loses or draws both ways: never does the one who leads, or who answers, win twice.
    assert set(found.both_ways) == {(1, 1), (1, 0)}
    assert found.both_ways[1, 1] == sum(deal.value == -3 for deal in deals)
