"""Golden matches: records kept as they were written, verified, replayed, and read a second time."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracles import friends as oracle

from amity import record as records
from amity.games.friends import FriendsMatch
from amity.games.friends.events import (
    BaseTaken,
    Buried,
    CardsPlayed,
    DealScored,
    Dealt,
    FriendFound,
    ThrowRejected,
    TrickTaken,
)
from tests.golden_matches import paths

POINTS = {"5": 5, "10": 10, "K": 10}


def worth(cards: tuple[str, ...]) -> int:
    return sum(POINTS.get(card[:-1], 0) for card in cards)


@pytest.mark.parametrize("path", paths("friends"), ids=lambda path: path.stem)
def test_second_reading_reads_the_record_the_same(path: Path) -> None:
    """Hands, throws, legal plays, winners, points and results, from the events alone."""
    match = records.parse(path.read_text(encoding="utf-8")).replay()
    assert isinstance(match, FriendsMatch)
    preset = "classic" if match.options.clamp_points else "original"
    hands: list[list[str]] = []
    taken = [0] * 6
    fines = [0] * 6
    plays: list[CardsPlayed] = []
    thrown: ThrowRejected | None = None
    winner = multiplier = 0
    side: set[int] = set()
    base: tuple[str, ...] = ()
    trumps = iter([sheet.trump for sheet in match.sheets])
    trump: str | None = None
    level = "2"
    for event in match.events:
        if isinstance(event, Dealt):
            hands = [list(hand or ()) for hand in event.hands]
            taken, fines, side, trump = [0] * 6, [0] * 6, set(), None
            level = oracle.RANKS[event.level - 2]
        elif isinstance(event, BaseTaken):
            hands[event.seat] += event.cards or ()
        elif isinstance(event, Buried):
            base = event.cards or ()
            for card in base:
                hands[event.seat].remove(card)
        elif isinstance(event, ThrowRejected):
            thrown = event
            fines[event.seat] += event.fine
        elif isinstance(event, FriendFound):
            side.add(event.seat)
        elif isinstance(event, CardsPlayed):
            trump = trump or next(trumps, None)
            if trump is None:
                return
            table = oracle.Table(level, trump)
            if event.patterns:
                others = [hands[(event.seat + distance) % 6] for distance in range(1, 6)]
                announced = event.patterns if thrown is None else thrown.patterns
                led, rejected, _ = oracle.throw(table, announced, others, preset)
                assert sorted(map(sorted, led)) == sorted(map(sorted, event.patterns))
                assert bool(rejected) is event.rest is (thrown is not None)
                thrown = None
            else:
                assert oracle.may_follow(table, plays[0].patterns, hands[event.seat], event.cards)
            for card in event.cards:
                hands[event.seat].remove(card)
            plays.append(event)
        elif isinstance(event, TrickTaken):
            assert trump is not None
            table = oracle.Table(level, trump)
            split = plays[0].patterns
            best = oracle.winner(table, split, [play.cards for play in plays])
            assert event.seat == plays[best].seat
            assert event.points == sum(worth(play.cards) for play in plays)
            taken[event.seat] += event.points
            won_as_quad = oracle.play_class(table, split, plays[best].cards)[0] in (2, 4)
            multiplier = 2 * (4 if won_as_quad else max(map(len, split)))
            winner = event.seat
            plays = []
        elif isinstance(event, DealScored):
            dealers = side | {event.dealer}
            points = sum(taken[seat] for seat in range(6) if seat not in dealers)
            points += 0 if winner in dealers else worth(base) * multiplier
            points += sum(fine if seat in dealers else -fine for seat, fine in enumerate(fines))
            assert set(event.dealer_side) == dealers
            assert event.points == (max(points, 0) if preset == "classic" else points)
            assert (event.winner, event.gained) == oracle.deal_result(points, preset)
