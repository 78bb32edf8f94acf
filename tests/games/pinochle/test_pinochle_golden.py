"""Golden matches: records kept as they were written, verified and replayed."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracles import pinochle as oracle

from amity import record as records
from amity.games.pinochle import CardPlayed, DealScored, Dealt, MeldsShown, PinochleMatch, TrickWon, TrumpNamed
from tests.golden_matches import paths


@pytest.mark.parametrize("path", paths("pinochle"), ids=lambda path: path.stem)
def test_second_reading_reads_the_record_the_same(path: Path) -> None:
    """Melds, legal cards, winners and points of every trick, from the events alone."""
    record = records.parse(path.read_text(encoding="utf-8"))
    match = record.replay()
    assert isinstance(match, PinochleMatch)
    hands: tuple[tuple[str, ...] | None, ...] = ()
    deal = oracle.Deal([], 0, "S", False)
    before = [0, 0]
    melds = [0, 0]
    for event in record.events:
        if isinstance(event, Dealt):
            hands = event.hands
        elif isinstance(event, TrumpNamed):
            shown = [hand for hand in hands if hand is not None]
            deal = oracle.Deal(shown, event.seat, event.suit, match.options.must_trump)
        elif isinstance(event, MeldsShown):
            melds = [0, 0]
            for seat, hand in enumerate(hands):
                points = sum(
                    points for _, points in oracle.melds(hand or (), deal.trump, match.options.run_counts_marriage)
                )
                assert event.points[seat] == points
                melds[seat % 2] += points
        elif isinstance(event, CardPlayed):
            assert event.seat == deal.turn
            assert event.card in deal.choices()
            deal.play(event.card)
        elif isinstance(event, TrickWon):
            assert event.seat == deal.turn
        elif isinstance(event, DealScored):
            for side, sheet in enumerate(event.sides):
                made = deal.points[side] + melds[side]
                if match.options.trick_needed_for_melds and not deal.tricks[side]:
                    made = deal.points[side]
                change = oracle.change(made, event.bid if event.bidder % 2 == side else None)
                assert (sheet.before, sheet.after) == (before[side], before[side] + change)
                before[side] = sheet.after
