"""Plays that may follow a lead in Friends!, built quickly. Rules: friends, 5.2.

Every play made here is legal: it has the sets that are required, and other cards only add to them.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable

from amity.search._bits import count_bits, highest_bit, lowest_bit, random_below
from amity.search._friends_cards import COPIES, at_least, copies_at, exactly, lowest_bits, spread, take_low, total
from amity.search._friends_state import (
    GROUPS,
    PLAIN,
    PLAIN_QUAD,
    RUFF,
    TRUMP_QUAD,
    TRUMPS,
    clear_action,
    measured,
    steps_of,
    strength_of,
)


@register_jitable
def high_faces(state: Any, group: int) -> int:
    """The faces that are kept: the highest of a plain suit, the hard trumps."""
    faces = state.faces[group]
    if group == TRUMPS:
        return (1 << faces) - (1 << state.wide[TRUMPS])
    return 1 << faces - 1


@register_jitable
def _choose_faces(state: Any, group: int, faces: int, count: int, giving: bool) -> int:
    """So many faces of a mask: when ``giving`` those with points first, else low ones without."""
    tens, fives, high = state.tens[group], state.fives[group], high_faces(state, group)
    if giving:
        found = lowest_bits(faces & tens, count)
        found |= lowest_bits(faces & fives, count - count_bits(found))
        return found | lowest_bits(faces & ~found, count - count_bits(found))
    found = lowest_bits(faces & ~(tens | fives | high), count)
    found |= lowest_bits(faces & ~(tens | fives) & ~found, count - count_bits(found))
    found |= lowest_bits(faces & fives & ~found, count - count_bits(found))
    return found | lowest_bits(faces & ~found, count - count_bits(found))


@register_jitable
def run_faces(state: Any, group: int, faces: int, length: int, top: int) -> int:
    """A face on each of ``length`` neighbouring steps up to ``top``, the lowest on each; they have to be there."""
    wide, beside = state.wide[group], state.wide_faces[group]
    found = 0
    for step in range(top - length + 1, top + 1):
        if step < wide:
            found |= 1 << step
        elif step > wide:
            found |= 1 << step + beside - 1
        else:
            found |= 1 << wide + lowest_bit(faces >> wide)
    return found


@register_jitable
def tops_of_runs(steps: int, length: int) -> int:
    """The steps on which a row of so many neighbouring steps ends."""
    tops = steps
    for _ in range(length - 1):
        steps <<= 1
        tops &= steps
    return tops


@register_jitable
def fill(state: Any, group: int, pool: int, count: int, giving: bool) -> int:
    """So many cards of a packed pool of one group, the ones missed least."""
    tens, fives, high = state.tens[group], state.fives[group], high_faces(state, group)
    every = (1 << state.faces[group]) - 1
    if giving:
        taken = take_low(pool, tens, count)
        count -= total(taken)
        if count > 0:
            more = take_low(pool, fives, count)
            count -= total(more)
            taken |= more
        if count > 0:
            taken |= take_low(pool, every & ~(tens | fives), count)
        return taken
    poor = every & ~(tens | fives | high)
    taken = take_low(pool, poor & exactly(pool, 1), count)
    count -= total(taken)
    if count > 0:
        more = take_low(pool & ~(spread(exactly(pool, 1)) * COPIES), poor, count)
        count -= total(more)
        taken |= more
    if count > 0:
        more = take_low(pool, high & ~(tens | fives), count)
        count -= total(more)
        taken |= more
    if count > 0:
        more = take_low(pool, fives, count)
        count -= total(more)
        taken |= more
    if count > 0:
        taken |= take_low(pool, tens, count)
    return taken


@register_jitable
def _required(state: Any, hand: int, giving: bool) -> int:
    """The sets that a hand has to show of the led group, as packed cards."""
    group = state.group
    required = measured(state, hand)
    play = 0
    copies = 4
    while copies > 1:
        digits = required >> 12 * (copies - 2) & 0xFFF
        run, sets = digits >> 6, digits & 63
        if sets > 0:
            faces = exactly(hand, copies)
            chosen = 0
            if run > 0:
                tops = tops_of_runs(steps_of(state, group, faces), run)
                chosen = run_faces(state, group, faces, run, lowest_bit(tops))
            if sets > run:
                chosen |= _choose_faces(state, group, faces & ~chosen, sets - run, giving)
            play |= copies * spread(chosen)
        copies -= 1
    return play


@register_jitable
def build_low(state: Any, giving: bool) -> None:
    """Make the action a play that costs least: ``giving`` points away to the trick, or keeping them from it."""
    hand = state.hands[state.seat]
    group = state.group
    clear_action(state)
    held = total(hand[group])
    count = state.count
    if held > count:
        play = 0
        if state.most > 1:
            play = _required(state, hand[group], giving)
        left = count - total(play)
        if left > 0:
            # Faces taken already are sets to be shown just so.
            play |= fill(state, group, hand[group] & ~(spread(at_least(play, 1)) * COPIES), left, giving)
        state.cards[group] = play
        return
    state.cards[group] = hand[group]
    left = count - held
    if left > 0:
        _discard(state, hand, left, giving)


@register_jitable
def _from_suits(state: Any, hand: Any, kind: int, left: int) -> int:
    """Take up to ``left`` more cards of a kind from the plain suits into the action; how many are still missing.

    Kinds: 0 tens and kings, 1 fives, 2 low singles, 3 low cards, 4 whatever has no points.
    """
    for suit in range(TRUMPS):
        if left == 0:
            break
        pool = hand[suit] - state.cards[suit]
        if pool == 0 or suit == state.group:
            continue
        tens, fives = state.tens[suit], state.fives[suit]
        if kind == 0:
            faces = tens
        elif kind == 1:
            faces = fives
        else:
            faces = ((1 << state.faces[suit]) - 1) & ~(tens | fives)
            if kind == 2:
                faces &= exactly(pool, 1)
            if kind < 4:
                faces &= ~high_faces(state, suit)
        taken = take_low(pool, faces, left)
        state.cards[suit] += taken
        left -= total(taken)
    return left


@register_jitable
def _discard(state: Any, hand: Any, left: int, giving: bool) -> None:
    if giving:
        left = _from_suits(state, hand, 0, left)
        left = _from_suits(state, hand, 1, left)
    left = _from_suits(state, hand, 2, left)
    left = _from_suits(state, hand, 3, left)
    if left > 0 and state.group != TRUMPS:
        pool = hand[TRUMPS]
        points = state.tens[TRUMPS] | state.fives[TRUMPS]
        taken = take_low(pool, ((1 << state.wide[TRUMPS]) - 1) & ~points, left)
        state.cards[TRUMPS] += taken
        left -= total(taken)
    if left > 0:
        left = _from_suits(state, hand, 4, left)
    if left > 0:
        left = _from_suits(state, hand, 1, left)
    if left > 0 and state.group != TRUMPS:
        pool = hand[TRUMPS] - state.cards[TRUMPS]
        taken = take_low(pool, ((1 << state.faces[TRUMPS]) - 1) & ~state.tens[TRUMPS], left)
        state.cards[TRUMPS] += taken
        left -= total(taken)
    if left > 0:
        left = _from_suits(state, hand, 0, left)
    if left > 0:
        pool = hand[TRUMPS] - state.cards[TRUMPS]
        state.cards[TRUMPS] += take_low(pool, (1 << state.faces[TRUMPS]) - 1, left)


@register_jitable
def patterns_led(state: Any) -> int:
    """How many patterns were led."""
    return state.tractors + state.sets[1] + state.sets[2] + state.sets[3] + state.sets[4]


@register_jitable
def most_strength(state: Any, seat: int) -> int:
    """The greatest strength that a seat can play on the lead, −1 for none; of throws, about."""
    group = state.group
    hand = state.hands[seat]
    held = total(hand[group])
    base = PLAIN
    if held >= state.count:
        if group == TRUMPS:
            base = RUFF
    elif held == 0:
        group = TRUMPS
        base = RUFF
        if total(hand[TRUMPS]) < state.count:
            return -1
    else:
        return -1
    packed = hand[group]
    if state.count == 4:
        quads = exactly(packed, 4)
        if quads:
            return (TRUMP_QUAD if group == TRUMPS else PLAIN_QUAD) + highest_bit(steps_of(state, group, quads))
    if patterns_led(state) > 1:
        # Nobody beats a throw but with trumps.
        if group == state.group:
            return -1
        if count_bits(at_least(packed, 2)) < state.slots[2] + state.slots[3] + state.slots[4]:
            return -1
        if count_bits(at_least(packed, 3)) < state.slots[3] + state.slots[4]:
            return -1
    steps = steps_of(state, group, at_least(packed, state.first_copies))
    tops = tops_of_runs(steps, state.first_length)
    return base + highest_bit(tops) if tops else -1


@register_jitable
def _lowest_pattern(state: Any, group: int, packed: int, copies: int, length: int, least: int, most: int) -> int:
    """The mask of the lowest pattern of a shape with its top on a step from ``least`` on; 0 for none.

    One that breaks no set is preferred up to ``most``.
    """
    faces = exactly(packed, copies)
    tops = tops_of_runs(steps_of(state, group, faces), length) >> least << least
    if tops and lowest_bit(tops) <= most:
        return run_faces(state, group, faces, length, lowest_bit(tops))
    faces = at_least(packed, copies)
    tops = tops_of_runs(steps_of(state, group, faces), length) >> least << least
    if tops:
        return run_faces(state, group, faces, length, lowest_bit(tops))
    return 0


@register_jitable
def build_win(state: Any, floor: int, rich: bool) -> bool:
    """Make the action the cheapest play of at least this strength; ``False`` when there is none, or none is found.

    ``rich``: a card with points rather than the lowest.
    """
    group = state.group
    hand = state.hands[state.seat]
    held = total(hand[group])
    base = PLAIN
    clear_action(state)
    if held >= state.count:
        if group == TRUMPS:
            base = RUFF
    elif held == 0 and total(hand[TRUMPS]) >= state.count:
        group = TRUMPS
        base = RUFF
    else:
        return False
    packed = hand[group]
    least = max(0, floor - base)
    if least < 64 and (group != state.group or patterns_led(state) == 1):
        copies, length = state.first_copies, state.first_length
        mask = 0
        if rich and length == 1:
            tens = exactly(packed, copies) & state.tens[group]
            if tens and steps_of(state, group, tens) >> least != 0:
                mask = 1 << highest_bit(tens)
        if mask == 0:
            mask = _lowest_pattern(state, group, packed, copies, length, least, least + 4)
        if mask:
            play = copies * spread(mask)
            if patterns_led(state) > 1:
                play = _complete(state, packed, play)
            state.cards[group] = play
            if play != 0 and (patterns_led(state) == 1 or strength_of(state) >= floor):
                return True
            state.cards[group] = 0
    if state.count == 4:
        quads = exactly(packed, 4)
        base = TRUMP_QUAD if group == TRUMPS else PLAIN_QUAD
        least = max(0, floor - base)
        tops = steps_of(state, group, quads)
        if least < 64 and tops >> least != 0:
            tops = tops >> least << least
            state.cards[group] = 4 * spread(run_faces(state, group, quads, 1, lowest_bit(tops)))
            return True
    return False


@register_jitable
def _complete(state: Any, packed: int, play: int) -> int:
    """Trumps with the structure of a throw that begin with its first pattern, the rest low; 0 when that fails."""
    left = packed - play
    for shape in range(state.tractors):
        if shape == 0 and state.first_length > 1:
            continue
        copies, length = state.tractor_copies[shape], state.tractor_length[shape]
        mask = _lowest_pattern(state, TRUMPS, left, copies, length, 0, 64)
        if mask == 0:
            return 0
        left -= copies * spread(mask)
    copies = 4
    while copies > 1:
        sets = state.sets[copies]
        if state.first_length == 1 and copies == state.first_copies:
            sets -= 1
        for _ in range(sets):
            mask = _lowest_pattern(state, TRUMPS, left, copies, 1, 0, 64)
            if mask == 0:
                return 0
            left -= copies * spread(mask)
        copies -= 1
    play = packed - left
    return play + take_low(left, (1 << state.faces[TRUMPS]) - 1, state.count - total(play))


@register_jitable
def take_random(packed: int, count: int, chance: Any) -> int:
    """So many of the cards, at random."""
    taken = 0
    held = total(packed)
    while count > 0 and held > 0:
        skip = random_below(chance, held)
        rest = packed
        while True:
            place = lowest_bit(rest) // 3
            copies = copies_at(rest, place)
            if skip < copies:
                break
            skip -= copies
            rest &= ~(COPIES << 3 * place)
        packed -= 1 << 3 * place
        taken += 1 << 3 * place
        held -= 1
        count -= 1
    return taken


@register_jitable
def random_faces(faces: int, count: int, chance: Any) -> int:
    """So many bits of a mask, at random."""
    size = count_bits(faces)
    while size > count:
        skip = random_below(chance, size)
        rest = faces
        while skip > 0:
            rest &= rest - 1
            skip -= 1
        faces &= ~(rest & -rest)
        size -= 1
    return faces


@register_jitable
def build_random(state: Any, chance: Any) -> None:
    """Make the action a random play that may follow: random sets of those required, then random cards."""
    hand = state.hands[state.seat]
    group = state.group
    clear_action(state)
    held = total(hand[group])
    left = state.count
    if held > left:
        packed = hand[group]
        play = 0
        if state.most > 1:
            required = measured(state, packed)
            copies = 4
            while copies > 1:
                digits = required >> 12 * (copies - 2) & 0xFFF
                run, sets = digits >> 6, digits & 63
                if sets > 0:
                    faces = exactly(packed, copies)
                    chosen = 0
                    if run > 0:
                        tops = tops_of_runs(steps_of(state, group, faces), run)
                        top = lowest_bit(random_faces(tops, 1, chance))
                        chosen = run_faces(state, group, faces, run, top)
                    if sets > run:
                        chosen |= random_faces(faces & ~chosen, sets - run, chance)
                    play |= copies * spread(chosen)
                copies -= 1
            left -= total(play)
        if left > 0:
            play |= take_random(packed & ~(spread(at_least(play, 1)) * COPIES), left, chance)
        state.cards[group] = play
        return
    state.cards[group] = hand[group]
    left -= held
    while left > 0:
        count = 0
        for suit in range(GROUPS):
            count += total(hand[suit] - state.cards[suit])
        skip = random_below(chance, count)
        for suit in range(GROUPS):
            pool = hand[suit] - state.cards[suit]
            held = total(pool)
            if skip < held:
                state.cards[suit] += take_random(pool, 1, chance)
                break
            skip -= held
        left -= 1
