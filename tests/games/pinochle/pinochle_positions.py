"""Positions in which a habit of the club bot shows, as one line of text each.

card | hand | trump, bidder | complete tricks | trick            play: seat 0 is in turn
10H | 10H 9H AC | S 1 | 1 AH KH 9H JH; 1 QD 9D AD KD | 3 AH 9H

call | hand | dealer | calls                                     auction: seat 0 is in turn
pass | AS KS … | 2 | 2:100 3:pass

suit | hand                                                      naming trump: seat 0 names
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from oracles import pinochle as oracle
from pinochle_tables import FACES, ORIGINAL

from amity.games.pinochle import (
    Bid,
    Call,
    CardPlayed,
    Dealt,
    NameTrump,
    Pass,
    PinochleAction,
    PinochleView,
    Play,
    TrickCard,
)
from amity.games.pinochle.bidding import lowest_bid
from amity.match import Event

FILE = Path(__file__).parents[2] / "data/positions/pinochle-habits.txt"


class Position(NamedTuple):
    """One position, for seat 0."""

    text: str
    view: PinochleView
    history: tuple[Event, ...]
    expected: PinochleAction


def _view(**known: Any) -> PinochleView:
    """A view with these fields and nothing in the others."""
    empty: dict[str, Any] = {
        "seat": 0, "to_act": 0, "version": 0, "options": ORIGINAL, "deal_number": 1, "dealer": 0, "hand_counts": (),
        "calls": (), "minimum_bid": None, "may_pass": False, "bidder": None, "bid": None, "trump": None,
        "melds": ((),) * 4, "meld_points": (0,) * 4, "trick": (), "winning": None, "last_trick": None,
        "trick_counts": (0, 0), "trick_points": (0, 0), "legal_cards": (), "totals": (0, 0), "scores": (),
        "result": None,
    }  # fmt: skip
    return PinochleView(**{**empty, **known})


def parse_position(text: str) -> Position:
    """Read one line."""
    fields = [field.strip() for field in text.split("|")]
    expected, hand = fields[0], tuple(fields[1].split())
    if len(fields) == 2:
        return Position(text, _view(phase="trump", hand=hand), (), NameTrump(expected))
    if len(fields) == 4:
        calls = tuple(
            Call(int(seat), None if said == "pass" else int(said))
            for seat, said in (word.split(":") for word in fields[3].split())
        )
        bids = [call for call in calls if call.points is not None]
        bid = bids[-1].points if bids else None
        view = _view(
            phase="bidding",
            hand=hand,
            dealer=int(fields[2]),
            calls=calls,
            bid=bid,
            bidder=bids[-1].seat if bids else None,
            minimum_bid=lowest_bid(bid or 0, ORIGINAL.minimum_bid) or None,
            may_pass=bool(bids),
        )
        return Position(text, view, (), Pass() if expected == "pass" else Bid(int(expected)))
    trump, bidder = fields[2].split()
    history: list[Event] = []
    for told in filter(None, [*fields[3].split(";"), fields[4]]):
        leader, *cards = told.split()
        history += [CardPlayed((int(leader) + place) % 4, card) for place, card in enumerate(cards)]
    leader, *cards = fields[4].split() or ["0"]
    legal = oracle.may_play(hand, cards, trump, False)
    view = _view(
        phase="play",
        hand=hand,
        trump=trump,
        bidder=int(bidder),
        trick=tuple(TrickCard((int(leader) + place) % 4, card) for place, card in enumerate(cards)),
        winning=(int(leader) + oracle.winner(cards, trump)) % 4 if cards else None,
        legal_cards=tuple(sorted(legal, key=FACES.__getitem__, reverse=True)),
    )
    return Position(text, view, tuple(history), Play(expected))


def write_position(view: PinochleView, history: tuple[Event, ...], action: PinochleAction) -> str:
    """A moment of a match as a line, turned so that its seat becomes seat 0."""
    assert view.seat is not None
    turn = -view.seat % 4
    hand = " ".join(view.hand)
    if isinstance(action, NameTrump):
        return f"{action.suit} | {hand}"
    if isinstance(action, (Bid, Pass)):
        calls = " ".join(f"{(call.seat + turn) % 4}:{call.points or 'pass'}" for call in view.calls)
        said = str(action.points) if isinstance(action, Bid) else "pass"
        return f"{said} | {hand} | {((view.dealer or 0) + turn) % 4} | {calls}"
    dealt = max(place for place, event in enumerate(history) if isinstance(event, Dealt))
    played = [event for event in history[dealt:] if isinstance(event, CardPlayed)]
    tricks = []
    for start in range(0, len(played), 4):
        trick = played[start : start + 4]
        tricks.append(" ".join([str((trick[0].seat + turn) % 4), *(event.card for event in trick)]))
    now = tricks.pop() if len(played) % 4 else ""
    return f"{action.card} | {hand} | {view.trump} {((view.bidder or 0) + turn) % 4} | {'; '.join(tricks)} | {now}"


def load() -> dict[str, list[Position]]:
    """All positions by habit."""
    found: dict[str, list[Position]] = {}
    positions: list[Position] = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            positions = found.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            positions.append(parse_position(line))
    return found
