"""What a sensible player would play, quickly: for informed playouts in Tarot.

It looks at the cards and sides of the world it plays in. That stands for the card reading of good players, and makes
a playout a fair guess at what the deal is worth in that world; the tree above it does not peek.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

from numba.extending import register_jitable

from amity.games.tarot.play import (
    EXCUSE,
    EXCUSE_BIT,
    FIRST_TRUMP,
    KINGS,
    NOTHING_LED,
    PETIT,
    SUIT_MASK,
    TRUMP_LED,
    TRUMPS,
)
from amity.search import _questions as ask
from amity.search._bits import count_bits, highest_bit, lowest_bit, random_below
from amity.search._tarot_state import EVERY_SUIT, STATE_TYPE, legal_now

_SMALL: Final = 0x3FF * EVERY_SUIT
_DEAR: Final = FIRST_TRUMP + 14
"""From trump 15 on a trump is missed when the Excuse could be played instead."""


@register_jitable
def suit_cards(plain: int, suit: int) -> int:
    """The cards of one suit."""
    return plain & SUIT_MASK << 14 * suit


@register_jitable
def most_strength(plain: int, trumps: int, led: int) -> int:
    """The highest face with which a hand could win a trick of that suit; −1 when it cannot."""
    if led != TRUMP_LED:
        own = suit_cards(plain, led)
        if own:
            return highest_bit(own)
    own = trumps & TRUMPS
    return FIRST_TRUMP + highest_bit(own) if own else -1


@register_jitable
def lowest_rank(plain: int) -> int:
    """The face of the lowest rank."""
    for rank in range(14):
        found = plain & EVERY_SUIT << rank
        if found:
            return lowest_bit(found)
    return -1


@register_jitable
def highest_court(plain: int, without_kings: bool) -> int:
    """The face that counts most; −1 when there is no court card."""
    for rank in range(12 if without_kings else 13, 9, -1):
        found = plain & EVERY_SUIT << rank
        if found:
            return lowest_bit(found)
    return -1


@register_jitable
def _throw(plain: int, trumps: int) -> int:
    """The card that is missed least: few points, no trump, the petit last of all; no Excuse."""
    if plain:
        small = lowest_rank(plain)
        if small % 14 < 10 or trumps & TRUMPS == 0:
            return small
    rest = trumps & TRUMPS & ~1
    if rest:
        return FIRST_TRUMP + lowest_bit(rest)
    return lowest_rank(plain) if plain else PETIT


@register_jitable
def _feed(plain: int, trumps: int) -> int:
    """A card for a trick of one's own side: the petit, else what counts most but a king, else what is missed least."""
    if trumps & 1:
        return PETIT
    court = highest_court(plain, True)
    if court >= 0:
        return court
    if plain and plain & KINGS == plain:
        return lowest_bit(plain)
    return _throw(plain & ~KINGS, trumps)


@register_jitable
def _follow(state: Any, plain: int, trumps: int) -> int:
    seat = state.seat
    players = state.players
    led = state.led
    best = state.best
    side = state.attack >> seat & 1
    threat = -1
    friend = -1
    other = seat
    for _ in range(players - state.in_trick - 1):
        other = other + 1 if other + 1 < players else 0
        strength = most_strength(state.plain[other], state.trumps[other], led)
        if state.attack >> other & 1 == side:
            friend = max(friend, strength)
        else:
            threat = max(threat, strength)
    excuse = trumps & EXCUSE_BIT
    trumps &= TRUMPS
    ours = state.attack >> state.winner & 1 == side
    if (ours and best > threat) or friend > max(best, threat):
        if plain or trumps:
            return _feed(plain, trumps)
        return EXCUSE
    least = max(best, threat)
    # Of plain cards only those of the suit led can win.
    if least < FIRST_TRUMP and led != TRUMP_LED:
        own = suit_cards(plain, led)
        if own and highest_bit(own) > least:
            return highest_bit(own)
    winning = trumps
    if least >= FIRST_TRUMP:
        winning = trumps >> least - FIRST_TRUMP + 1 << least - FIRST_TRUMP + 1
    if winning:
        if winning & ~1 and led == TRUMP_LED and state.petit_trick != state.trick_number:
            # Nothing to be won but a trick of trumps: the lowest will do, whether it wins or not.
            winning = trumps & ~1
        return FIRST_TRUMP + lowest_bit(winning)
    lost = _throw(plain, trumps)
    if excuse and (lost < 0 or lost == PETIT or lost >= _DEAR or (lost < FIRST_TRUMP and lost % 14 > 9)):
        return EXCUSE
    return lost


@register_jitable
def _lead(state: Any, plain: int, trumps: int, chance: Any) -> int:
    seat = state.seat
    players = state.players
    side = state.attack >> seat & 1
    trumps &= TRUMPS
    foes_trumps = 0
    longest = 0
    hunted = 0
    for other in range(players):
        if state.attack >> other & 1 != side:
            own = state.trumps[other] & TRUMPS
            foes_trumps |= own
            length = count_bits(own)
            longest = max(longest, length)
            if own & 1:
                hunted = length
    if trumps and foes_trumps:
        top = highest_bit(trumps)
        above = highest_bit(foes_trumps)
        if top > above:
            masters = count_bits(trumps >> above + 1)
            if hunted and masters >= hunted:
                return FIRST_TRUMP + top
            if side and count_bits(trumps) > longest + 1:
                # Draw the trumps of the others.
                return FIRST_TRUMP + top
        elif side and count_bits(trumps) > 2 * longest and trumps & ~1:
            # Long enough to lose one on the way.
            return FIRST_TRUMP + highest_bit(trumps)
    sure = 0
    for_friend = 0
    forcing = 0
    for suit in range(4):
        own = suit_cards(plain, suit)
        if own == 0:
            continue
        threat = -1
        friend = -1
        for other in range(players):
            if other == seat:
                continue
            strength = most_strength(state.plain[other], state.trumps[other], suit)
            if state.attack >> other & 1 == side:
                friend = max(friend, strength)
            else:
                threat = max(threat, strength)
        top = highest_bit(own)
        if top > threat:
            sure |= 1 << top
        elif friend > threat:
            for_friend |= own
        elif threat >= FIRST_TRUMP:
            forcing |= own
    if sure:
        court = highest_court(sure, False)
        return court if court >= 0 else lowest_bit(sure)
    if for_friend:
        court = highest_court(for_friend, True)
        return court if court >= 0 else lowest_rank(for_friend)
    small = plain & _SMALL
    if side == 0 and small & forcing:
        small &= forcing
    if small:
        skip = random_below(chance, count_bits(small))
        while skip > 0:
            small &= small - 1
            skip -= 1
        suit = lowest_bit(small) // 14
        return lowest_bit(suit_cards(plain, suit))
    if trumps & ~1:
        return FIRST_TRUMP + lowest_bit(trumps & ~1)
    return _throw(plain, trumps)


@ask.answer(ask.informed_action, STATE_TYPE)
def _informed_action(state: Any, chance: Any) -> int:
    plain, trumps = legal_now(state)
    if trumps == 0:
        if plain & (plain - 1) == 0:
            return lowest_bit(plain)
    elif plain == 0 and trumps & (trumps - 1) == 0:
        return FIRST_TRUMP + lowest_bit(trumps)
    seat = state.seat
    if trumps & EXCUSE_BIT and count_bits(state.plain[seat]) + count_bits(state.trumps[seat]) == 2:
        # The last trick would lose it, unless this side has taken all.
        for other in range(state.players):
            if state.tricks[other] != 0 and (state.attack >> other ^ state.attack >> seat) & 1:
                return EXCUSE
        trumps ^= EXCUSE_BIT
        if plain == 0 and trumps == 0:
            return EXCUSE
    if state.led == NOTHING_LED:
        if plain == 0 and trumps & TRUMPS == 0:
            return EXCUSE
        return _lead(state, plain, trumps, chance)
    return _follow(state, plain, trumps)
