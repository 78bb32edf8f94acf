"""The habits of a good player in play, one function each.

A habit looks at a :class:`Situation` and names a face to play, or ``None`` when it has nothing to say; the first one
that speaks is followed. Each can be switched off by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from amity.bots.pinochle.situation import ACE, KING, Situation, is_counter, rank

LONG_TRUMP: Final = 4
"""From this many trumps on the bidder's partner draws trump as well."""


def lead_aces(now: Situation) -> int | None:
    """Lead the aces of plain suits while they can win: early, before somebody is out of the suit."""
    if not now.leading:
        return None
    aces = [face for face in plain_winners(now) if rank(face) == ACE]
    # The suit of which most is left first: there everybody will still follow.
    return min(aces, key=lambda face: (-now.unseen_in(face // 6), face), default=None)


def draw_trump(now: Situation) -> int | None:
    """On the bidding side, lead trump while opponents may hold some: high ones, or low ones from a long suit."""
    if not now.leading or now.bidder not in (now.seat, now.partner):
        return None
    trumps = [face for face in now.legal if face // 6 == now.trump]
    left = now.unseen_in(now.trump)
    if not trumps or not left or all(now.void[seat] >> now.trump & 1 for seat in opponents(now)):
        return None
    length = now.in_suit(now.trump)
    if now.is_high(max(trumps)) and (now.bidder == now.seat or length >= LONG_TRUMP):
        return max(trumps)
    if now.bidder == now.seat and 2 * length > left:
        # Low trumps draw high ones: everybody has to beat the best so far.
        return min(trumps)
    return None


def lead_high_cards(now: Situation) -> int | None:
    """Lead a ten, or a lower card, that has become the highest of its plain suit."""
    if not now.leading:
        return None
    high = [face for face in plain_winners(now) if rank(face) != ACE]
    return max(high, key=lambda face: (rank(face), now.unseen_in(face // 6), face), default=None)


def lead_low(now: Situation) -> int | None:
    """With nothing to win, lead a low card: where the partner can trump, and keep counters and trumps."""
    if not now.leading:
        return None
    return min(
        now.legal,
        key=lambda face: (
            is_counter(face),
            face // 6 == now.trump,
            not partner_may_trump(now, face // 6),
            rank(face),
            face,
        ),
    )


def feed_partner(now: Situation) -> int | None:
    """Give a counter to a trick the partner is likely to win: the king first, high cards last, no trumps."""
    if not partner_holds(now):
        return None
    given = [face for face in now.legal if is_counter(face) and (face // 6 != now.trump or now.led == now.trump)]
    return min(given, key=lambda face: (now.is_high(face), rank(face), face), default=None)


def save_trump(now: Situation) -> int | None:
    """Out of the suit led, do not trump a trick that the partner is likely to win anyway."""
    if not might_trump_partner(now):
        return None
    return lowest([face for face in now.legal if face // 6 != now.trump], now)


def win_cheaply(now: Situation) -> int | None:
    """Win a trick that the opponents would win, with the lowest card that will hold.

    The last player wins with a counter where he can: its points are taken with it.
    """
    if now.leading or partner_holds(now):
        return None
    winners = [face for face in now.legal if now.takes(face) and now.is_safe(face)]
    if not now.later:
        following = [face for face in winners if face // 6 == now.led != now.trump]
        winners = [face for face in following if is_counter(face)] or following or winners
    return min(winners, key=lambda face: (face // 6 == now.trump, rank(face), face), default=None)


def spare_aces(now: Situation) -> int | None:
    """Follow with the lowest card to a plain suit that an opponent has trumped: no ace or ten can win there."""
    if not lost_to_trump(now):
        return None
    return lowest(now.legal, now)


def throw_low(now: Situation) -> int | None:
    """Where nothing can be won, throw a queen, jack or nine and keep counters and trumps."""
    if now.leading or lost_to_trump(now) or might_trump_partner(now):
        return None
    return lowest(now.legal, now)


def plain_winners(now: Situation) -> list[int]:
    """The cards of plain suits that win when led, unless an opponent unexpectedly trumps."""
    return [
        face
        for face in now.legal
        if face // 6 != now.trump
        and now.is_high(face)
        and not any(now.may_trump(seat, face // 6) for seat in opponents(now))
    ]


def discards(now: Situation) -> bool:
    """Whether this seat is out of the suit led and plays what it likes."""
    return not now.leading and not now.in_suit(now.led)


def might_trump_partner(now: Situation) -> bool:
    """Whether this seat, out of the suit led, chooses between trumps and others on a trick its partner should win."""
    trumps = sum(face // 6 == now.trump for face in now.legal)
    return discards(now) and now.led != now.trump and 0 < trumps < len(now.legal) and partner_holds(now)


def lost_to_trump(now: Situation) -> bool:
    """Whether an opponent has trumped the plain suit that this seat has to follow."""
    return not now.leading and now.best // 6 == now.trump != now.led and not now.partner_wins and not discards(now)


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
