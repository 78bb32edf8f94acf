"""Whole deals judged by the oracle, from what was dealt, said and played."""

from __future__ import annotations

from amity.games.tarot.events import CardPlayed, DealScored, Dealt, HandfulShown, PlayBegan
from tests.oracles import tarot as oracle


def deals_of(match):
    """(score sheet, events of the deal) of every played deal."""
    events = []
    for event in match.events:
        if isinstance(event, Dealt):
            events = []
        events.append(event)
        if isinstance(event, DealScored):
            yield event, events


def judged(players, scored, events, options):
    """The oracle's score, from what was dealt, said and played."""
    played = [event.card for event in events if isinstance(event, CardPlayed)]
    plays = [played[start : start + players] for start in range(0, len(played), players)]
    (leader,) = [event.leader for event in events if isinstance(event, PlayBegan)]
    handfuls = [len(event.cards) for event in events if isinstance(event, HandfulShown)]
    dealt = events[0]
    aside = [card for card in oracle.PACK if card not in played]
    partner = next(
        (seat for seat, hand in enumerate(dealt.hands) if scored.called in hand and seat != scored.taker),
        None,
    )
    assert scored.partner == partner
    announced = any(getattr(event, "announced", False) for event in events)
    return oracle.whole_deal(
        players,
        scored.taker,
        partner,
        scored.contract,
        announced,
        leader,
        plays,
        aside,
        handfuls,
        options.excuse_last_trick,
    )


def check_sheets(match):
    """Every score sheet of a match says what the oracle says; the running totals are their sums."""
    totals = [0] * match.seats
    for scored, events in deals_of(match):
        deltas, total, bouts, _, slam = judged(match.seats, scored, events, match.options)
        assert list(scored.deltas) == deltas
        assert (scored.attack, scored.defence) == (2 * total, 182 - 2 * total)
        assert scored.bouts == bouts
        assert sum(line.points for line in scored.counted) == scored.attack
        assert [line.name for line in scored.lines if line.name.startswith("slam")] == [f"slam_{s}" for s in slam]
        assert sum(line.points for line in scored.lines) == scored.pays
        assert sum(scored.deltas) == 0
        totals = [a + b for a, b in zip(totals, deltas, strict=True)]
        assert list(scored.totals) == totals
    assert list(match.totals) == totals
