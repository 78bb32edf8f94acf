"""Cards of one group of Friends! as a number, for compiled code.

A group's cards are *packed*: three bits a face, its copies, in the order of ``Order.faces`` (low to high). 18 trumps
take 54 bits, so that plays are added to and taken from hands with one instruction a group. A *mask* has one bit a face,
as the masks of the rules; :func:`at_least` and :func:`exactly` make masks of packed cards, so that the functions of the
rules work on them.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Final

from numba.extending import register_jitable

from amity.search._bits import count_bits, highest_bit, lowest_bit

ONES: Final = 0o111111_111111_111111
"""One copy of each of 18 faces."""
COPIES: Final = 7
"""The bits of a face."""


@register_jitable
def total(packed: int) -> int:
    """Number of cards."""
    return count_bits(packed & ONES) + 2 * count_bits(packed & ONES << 1) + 4 * count_bits(packed & ONES << 2)


@register_jitable
def _gather(bits: int) -> int:
    """Every third bit, moved together."""
    bits = (bits ^ bits >> 2) & 0x10C30C30C30C30C3
    bits = (bits ^ bits >> 4) & 0x100F00F00F00F00F
    bits = (bits ^ bits >> 8) & 0x1F0000FF0000FF
    bits = (bits ^ bits >> 16) & 0x1F00000000FFFF
    return (bits ^ bits >> 32) & 0x1FFFFF


@register_jitable
def spread(mask: int) -> int:
    """A mask as packed cards, one copy of each face."""
    bits = (mask | mask << 32) & 0x1F00000000FFFF
    bits = (bits | bits << 16) & 0x1F0000FF0000FF
    bits = (bits | bits << 8) & 0x100F00F00F00F00F
    bits = (bits | bits << 4) & 0x10C30C30C30C30C3
    return (bits | bits << 2) & ONES


@register_jitable
def at_least(packed: int, copies: int) -> int:
    """The faces of which there are so many copies or more (1 to 4)."""
    high, middle = packed >> 2, packed >> 1
    if copies == 1:
        return _gather((packed | middle | high) & ONES)
    if copies == 2:
        return _gather((middle | high) & ONES)
    if copies == 3:
        return _gather((packed & middle | high) & ONES)
    return _gather(high & ONES)


@register_jitable
def exactly(packed: int, copies: int) -> int:
    """The faces of which there are just so many copies (1 to 4)."""
    high, middle = packed >> 2, packed >> 1
    if copies == 1:
        return _gather(packed & ~middle & ONES)
    if copies == 2:
        return _gather(middle & ~packed & ONES)
    if copies == 3:
        return _gather(packed & middle & ONES)
    return _gather(high & ONES)


@register_jitable
def copies_at(packed: int, place: int) -> int:
    """Copies of the face at a place."""
    return packed >> 3 * place & COPIES


@register_jitable
def take_low(packed: int, faces: int, count: int) -> int:
    """Up to ``count`` cards of the faces of a mask, low ones first."""
    pool = packed & spread(faces) * COPIES
    taken = 0
    while count > 0 and pool:
        place = lowest_bit(pool) // 3
        copies = pool >> 3 * place & COPIES
        if copies > count:
            copies = count
        taken |= copies << 3 * place
        pool &= ~(COPIES << 3 * place)
        count -= copies
    return taken


@register_jitable
def take_high(packed: int, faces: int, count: int) -> int:
    """Up to ``count`` cards of the faces of a mask, high ones first."""
    pool = packed & spread(faces) * COPIES
    taken = 0
    while count > 0 and pool:
        place = highest_bit(pool) // 3
        copies = pool >> 3 * place & COPIES
        if copies > count:
            copies = count
        taken |= copies << 3 * place
        pool &= ~(COPIES << 3 * place)
        count -= copies
    return taken


@register_jitable
def lowest_bits(mask: int, count: int) -> int:
    """The lowest so many bits of a mask, or all."""
    found = 0
    while count > 0 and mask:
        found |= mask & -mask
        mask &= mask - 1
        count -= 1
    return found
