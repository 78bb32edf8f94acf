"""The habits of a good player in play, one function each.

A habit looks at a :class:`Situation` and names a face to play, or ``None`` when it has nothing to say; the first one
that speaks is followed. Each can be switched off by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from amity.bots.pinochle.situation import ACE, KING, Situation, is_counter, rank

LONG_TRUMP: Final = 4
"""From this many trumps on a declarer draws trump."""


def lead_aces(now: Situation) -> int | None:
    """Lead the aces of plain suits while they can win: early, before somebody is out of the suit."""
    if not now.leading:
        return None
    aces = [
        face
        for face in now.legal
        if rank(face) == ACE and face // 6 != now.trump and not any(now.may_trump(s, face // 6) for s in opponents(now))
    ]
    # The shortest suit first: its ace is the one that waits worst.
    return min(aces, key=lambda face: (-now.unseen_in(face // 6), face), default=None)


def draw_trump(now: Situation) -> int | None:
    """As the bidder with long trumps, or his partner with the high ones, lead trump while opponents may hold some."""
    if not now.leading or now.bidder not in (now.seat, now.partner):
        return None
    trumps = [face for face in now.legal if face // 6 == now.trump]
    if not trumps or not now.unseen_in(now.trump):
        return None
    if all(now.void[seat] >> now.trump & 1 for seat in opponents(now)):
        return None
    highest = max(trumps)
    if now.is_high(highest) and (now.bidder == now.seat or now.in_suit(now.trump) >= LONG_TRUMP):
        return highest
    if now.bidder == now.seat and now.in_suit(now.trump) > LONG_TRUMP:
        # Nothing high: a low trump draws the high ones, as each has to beat the one before.
        return min(trumps)
    return None


def lead_high_cards(now: Situation) -> int | None:
    """Lead a plain card that has become the highest of its suit, when nobody is likely to trump it."""
    if not now.leading:
        return None
    high = [
        face
        for face in now.legal
        if face // 6 != now.trump
        and now.is_high(face)
        and not any(now.may_trump(seat, face // 6) for seat in opponents(now))
    ]
    return max(high, key=lambda face: (rank(face), now.unseen_in(face // 6)), default=None)


def lead_low(now: Situation) -> int | None:
    """With nothing to win, lead a card without points from a plain suit, and keep the trumps."""
    if not now.leading:
        return None
    low = [face for face in now.legal if not is_counter(face) and face // 6 != now.trump]
    return min(low, key=lambda face: (not partner_may_trump(now, face // 6), rank(face), face), default=None)


def feed_partner(now: Situation) -> int | None:
    """Give a counter to a trick the partner is likely to win: the king first, aces and trumps last."""
    if now.leading or not now.partner_wins or not partner_holds(now):
        return None
    given = [face for face in now.legal if is_counter(face) and face // 6 != now.trump]
    if not given and now.led == now.trump:
        given = [face for face in now.legal if is_counter(face)]
    return min(given, key=lambda face: (now.is_high(face), rank(face), face), default=None)


def save_trump(now: Situation) -> int | None:
    """Out of the suit led, keep the trumps when the partner is likely to win anyway."""
    if now.leading or now.led == now.trump or not now.partner_wins or not partner_holds(now):
        return None
    return lowest([face for face in now.legal if face // 6 != now.trump], now)


def win_cheaply(now: Situation) -> int | None:
    """Win the trick from the opponents, with the lowest card that will hold; trump only what is worth it."""
    if now.leading or (now.partner_wins and partner_holds(now)):
        return None
    winners = [face for face in now.legal if now.takes(face) and now.is_safe(face)]
    if not winners:
        return None
    if now.later:
        return min(winners, key=lambda face: (face // 6 == now.trump, rank(face)))
    # Last to play: a counter wins its own points as well.
    plain = [face for face in winners if face // 6 == now.led != now.trump]
    if plain:
        counters = [face for face in plain if is_counter(face)]
        return min(counters or plain)
    return min(winners)


def spare_aces(now: Situation) -> int | None:
    """Do not put an ace or another counter on a trick that an opponent has trumped: follow with the lowest."""
    if now.leading or now.led == now.trump or now.best // 6 != now.trump or now.partner_wins:
        return None
    if any(face // 6 != now.led for face in now.legal):
        return None
    return lowest(now.legal, now)


def throw_low(now: Situation) -> int | None:
    """On a trick that the opponents will win, throw a queen, jack or nine and keep counters and trumps."""
    if now.leading:
        return None
    return lowest(now.legal, now)


def opponents(now: Situation) -> tuple[int, int]:
    """The two seats of the other side."""
    return (now.seat + 1) % 4, (now.seat + 3) % 4


def partner_holds(now: Situation) -> bool:
    """Whether the trick, won by the partner so far, is likely to stay his."""
    return now.partner_wins and now.is_safe(now.best)


def partner_may_trump(now: Situation, suit: int) -> bool:
    """Whether the partner has shown to be out of a suit and may have trumps."""
    return bool(now.void[now.partner] >> suit & 1) and now.may_trump(now.partner, suit)


def lowest(faces: Sequence[int], now: Situation) -> int | None:
    """The card that is missed least: no trump, no counter, low, from a short suit."""
    return min(
        faces,
        key=lambda face: (
            is_counter(face),
            face // 6 == now.trump,
            rank(face) if rank(face) >= KING else 0,
            now.in_suit(face // 6),
            rank(face),
            face,
        ),
        default=None,
    )


Habit = Callable[[Situation], "int | None"]

HABITS: Final[Mapping[str, Habit]] = {
    "lead_aces": lead_aces,
    "draw_trump": draw_trump,
    "lead_high_cards": lead_high_cards,
    "lead_low": lead_low,
    "feed_partner": feed_partner,
    "save_trump": save_trump,
    "win_cheaply": win_cheaply,
    "spare_aces": spare_aces,
    "throw_low": throw_low,
}
"""In the order in which they are asked."""
