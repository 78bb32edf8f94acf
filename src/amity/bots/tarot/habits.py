"""The habits of a good player in play, one function each.

A habit looks at a :class:`Situation` and names a face to play, or ``None`` when it has nothing to say; the first one
that speaks is followed. Each can be switched off by its name.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from amity.bots.tarot.situation import TRUMP, Situation, suit_of
from amity.games.tarot.play import EXCUSE, FIRST_TRUMP, HALF_POINTS, PETIT

SURE: Final = 0.85
"""From this chance on a trick counts as one's own side's."""
FEED: Final = 0.75
"""From this chance on points are given to an ally's trick."""
HUNT: Final = 0.15
"""From this chance on that it falls the petit is hunted."""
DRAW_SHARE: Final = 1.0
"""The taker draws trumps while he has this many for each hidden one."""
LIKELY: Final = 0.55
"""From this chance on a card is tried."""


def protect_petit(now: Situation) -> int | None:
    """Bring the petit home in a trick the own side is sure to win, and keep it out of all others."""
    if PETIT not in now.legal or now.leading:
        return None
    if now.takes(PETIT):
        if now.hold_chance(PETIT) >= SURE:
            return PETIT
    elif now.ally_wins and now.hold_chance(now.best) >= SURE:
        return PETIT
    others = [face for face in now.legal if face != PETIT]
    if not others or (now.led == TRUMP and not any(face < FIRST_TRUMP or face > PETIT for face in others)):
        return None
    if len(others) == 1:
        return others[0]
    return None


def hunt_petit(now: Situation) -> int | None:
    """Take a trick in which the petit lies and that a foe might get, and as taker or partner lead the highest trumps
    while the petit may have to fall on them.
    """
    if now.leading:
        trumps = [face for face in now.legal if FIRST_TRUMP < face < EXCUSE]
        tops = sum(now.is_master(face) for face in trumps)
        if not now.attacks or not tops or petit_falls(now, tops) < HUNT:
            return None
        return max(trumps)
    if PETIT not in now.trick:
        return None
    stays = now.hold_chance(now.best) if now.ally_wins else 0.0
    takers = [(now.hold_chance(face), face) for face in now.legal if face > PETIT and now.takes(face)]
    sure = [face for chance, face in takers if chance >= SURE]
    if stays >= SURE or not takers:
        return None
    chance, face = max(takers)
    if sure:
        return min(sure)
    return face if chance > stays else None


def petit_falls(now: Situation, rounds: int) -> float:
    """The chance that a foe holds the petit with fewer other trumps than so many rounds of trumps take."""
    if not now.hunted:
        return 0.0
    trumps = now.unseen_in(TRUMP) - 1
    plain = now.hidden - 1 - trumps
    cards = caught = 0.0
    for seat in range(now.players):
        count = now.counts[seat]
        if seat == now.seat or now.void[seat] >> TRUMP & 1:
            continue
        cards += count
        if not now.is_ally(seat):
            few = sum(
                math.comb(trumps, held) * math.comb(plain, count - 1 - held) for held in range(min(rounds, count))
            )
            caught += count * few / math.comb(trumps + plain, count - 1)
    return caught / cards if cards else 0.0


def excuse_in_time(now: Situation) -> int | None:
    """Play the Excuse to a trick that cannot be won and would cost a good card, at the latest before the last trick."""
    if EXCUSE not in now.legal or now.tricks_left == 1:
        return None
    if now.tricks_left == 2:
        return EXCUSE
    if now.leading or now.ally_wins:
        return None
    others = [face for face in now.legal if face != EXCUSE]
    if any(now.takes(face) and now.hold_chance(face) >= LIKELY for face in others):
        return None
    if min(HALF_POINTS[face] for face in others) >= 3:
        return EXCUSE
    if all(face >= FIRST_TRUMP for face in others) and others and min(others) >= FIRST_TRUMP + 13:
        return EXCUSE
    return None


def keep_secret(now: Situation) -> int | None:
    """As the partner nobody knows, lead something else than the called card and its suit."""
    if not now.secret or not now.leading:
        return None
    suit = suit_of(now.called)
    others = [face for face in now.legal if face != EXCUSE and suit_of(face) != suit]
    if len(others) in (0, len(now.legal)):
        return None
    masters = [face for face in others if face < FIRST_TRUMP and HALF_POINTS[face] > 1 and now.is_master(face)]
    best = max(masters, key=now.hold_chance, default=None)
    if best is not None and now.hold_chance(best) > LIKELY:
        return best
    return least(others, now)


def draw_trumps(now: Situation) -> int | None:
    """As the taker, lead trumps while they outnumber those of the others."""
    if not now.leading or now.seat != now.taker:
        return None
    trumps = [face for face in now.legal if FIRST_TRUMP < face < EXCUSE]
    left = now.unseen_in(TRUMP)
    if not trumps or not left or len(trumps) < DRAW_SHARE * left:
        return None
    if now.is_master(max(trumps)):
        return max(trumps)
    return None


def lead_masters(now: Situation) -> int | None:
    """Lead a card nobody can beat in a suit that is likely to go round."""
    if not now.leading:
        return None
    best = None
    value = LIKELY
    for face in now.legal:
        if face < FIRST_TRUMP and HALF_POINTS[face] > 1 and now.is_master(face):
            chance = now.hold_chance(face)
            if chance > value:
                best, value = face, chance
    return best


def feed_ally(now: Situation) -> int | None:
    """Give points to a trick that the own side is likely to win, but no card that will take a trick of its own."""
    if not now.ally_wins or now.hold_chance(now.best) < FEED:
        return None
    given = [
        face
        for face in now.legal
        if face < FIRST_TRUMP
        and HALF_POINTS[face] > 1
        and not (now.is_master(face) and round_chance(now, face) > LIKELY)
    ]
    return max(given, key=lambda face: (HALF_POINTS[face], -now.in_suit(suit_of(face))), default=None)


def round_chance(now: Situation, face: int) -> float:
    """The chance that no foe could trump a card of this suit if it were led next."""
    chance = 1.0
    for seat in range(now.players):
        if seat != now.seat and not now.is_ally(seat) and not now.void[seat] >> TRUMP & 1:
            chance *= 1 - now.void_chance(seat, suit_of(face))
    return chance


def win_cheaply(now: Situation) -> int | None:
    """Take a trick of the foes where the card is likely to hold: the dearest of a suit, the lowest trump."""
    if now.leading or (now.ally_wins and now.hold_chance(now.best) >= LIKELY):
        return None
    return win_with(now, [face for face in now.legal if now.takes(face) and now.hold_chance(face) >= LIKELY])


def throw_low(now: Situation) -> int | None:
    """Where nothing can be won, part with what is worth least."""
    return least(now.legal, now)


def win_with(now: Situation, faces: Iterable[int]) -> int | None:
    """Of cards that take the trick: a plain suit's dearest, else the lowest trump but the petit."""
    plain = []
    trumps = []
    for face in faces:
        if face < FIRST_TRUMP:
            plain.append(face)
        elif face != PETIT:
            trumps.append(face)
    if plain:
        return max(plain, key=lambda face: (HALF_POINTS[face], face))
    return min(trumps, default=None)


def least(faces: Iterable[int], now: Situation) -> int | None:
    """The card that is missed least: no Excuse, no petit, few points, no trump, from a short suit."""
    return min(
        faces,
        key=lambda face: (
            face in (EXCUSE, PETIT),
            HALF_POINTS[face],
            face >= FIRST_TRUMP,
            now.in_suit(suit_of(face)) if face != EXCUSE else 0,
            face,
        ),
        default=None,
    )


Habit = Callable[[Situation], "int | None"]

HABITS: Final[Mapping[str, Habit]] = {
    "excuse_in_time": excuse_in_time,
    "hunt_petit": hunt_petit,
    "protect_petit": protect_petit,
    "keep_secret": keep_secret,
    "draw_trumps": draw_trumps,
    "lead_masters": lead_masters,
    "feed_ally": feed_ally,
    "win_cheaply": win_cheaply,
    "throw_low": throw_low,
}
"""In the order in which they are asked."""
