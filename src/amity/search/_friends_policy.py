"""What a sensible player would lead and play in Friends!, quickly: for informed playouts.

It looks at the cards of the world it plays in, as good players read cards, and with them at who will show himself as a
friend. Every candidate gets a value in points, as the club player gives them: the trick's points times the side that
takes it, less what the cards would be worth later.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

from numba.extending import register_jitable

from amity.search import _questions as ask
from amity.search._bits import count_bits, highest_bit, lowest_bit, random_below, random_unit
from amity.search._friends_cards import COPIES, at_least, copies_at, exactly, spread, total
from amity.search._friends_follow import (
    build_low,
    build_random,
    build_win,
    most_strength,
    run_faces,
    take_random,
    tops_of_runs,
)
from amity.search._friends_state import (
    GROUPS,
    SEATS,
    STATE_TYPE,
    TRUMPS,
    clear_action,
    points_of,
    step_at,
    steps_of,
)

USUAL_POINTS: Final = 1.4
"""Points a player adds to a trick without a purpose, a card."""
LEAD_VALUE: Final = 2.0
"""What it is worth to lead the next trick."""
NOISE: Final = 1.0
"""Points by which a lead may seem better than it is: playouts differ, even in the same world."""


@register_jitable
def guess_sides(state: Any) -> None:
    """Write the chance of each seat to be on the dealer's side: whoever holds what is left of a called card."""
    side = state.side
    for seat in range(SEATS):
        side[seat] = 0.0
    side[state.dealer] = 1.0
    for call in range(2):
        friend = state.friend[call]
        if friend >= 0:
            side[friend] = 1.0
            continue
        group, place = state.called_group[call], state.called_place[call]
        left = 0
        for seat in range(SEATS):
            left += copies_at(state.hands[seat, group], place)
        if left < state.called_left[call]:
            side[state.last_swapped] = 1.0
            continue
        for seat in range(SEATS):
            held = copies_at(state.hands[seat, group], place)
            if held:
                side[seat] = 1.0 - (1.0 - side[seat]) * (1.0 - held / left)


@register_jitable
def _ally(state: Any, seat: int, other: int) -> float:
    """From −1, surely on the other side, to 1, surely on the same."""
    if seat == other:
        return 1.0
    one, two = state.side[seat], state.side[other]
    return 2.0 * (one * two + (1.0 - one) * (1.0 - two)) - 1.0


@register_jitable
def _cost(state: Any, group: int, hand: int, play: int) -> float:
    """What the cards of a play would have been worth later."""
    cost = 0.0
    faces = state.faces[group]
    rest = play
    while rest:
        place = lowest_bit(rest) // 3
        copies = copies_at(rest, place)
        rest &= ~(COPIES << 3 * place)
        below = faces - 1 - place
        if group == TRUMPS:
            each = 1.5 + 0.1 * place
            if below == 0:
                each = 7.5
            elif below == 1:
                each = 6.0
            elif place >= state.wide[TRUMPS]:
                each = 4.8
        else:
            each = 2.5 if below == 0 else 1.0 if below == 1 else 0.04 * place
        cost += copies * (each + 0.5 * (copies_at(hand, place) - 1))
    return cost


@register_jitable
def _action_cost(state: Any) -> float:
    cost = 0.0
    for group in range(GROUPS):
        if state.cards[group]:
            cost += _cost(state, group, state.hands[state.seat, group], state.cards[group])
    return cost


@register_jitable
def _action_points(state: Any) -> int:
    points = 0
    for group in range(GROUPS):
        points += points_of(state, group, state.cards[group])
    return points


@register_jitable
def _follow(state: Any) -> None:
    seat = state.seat
    later = SEATS - 1 - state.in_trick
    enemy = -1
    ally = -1
    against = 0.0
    beside = 0.0
    for distance in range(1, later + 1):
        other = (seat + distance) % SEATS
        strength = most_strength(state, other)
        if strength > state.best:
            friendly = _ally(state, seat, other)
            if friendly < 0:
                if strength > enemy:
                    enemy, against = strength, friendly
            elif strength > ally:
                ally, beside = strength, friendly
    outlook = _ally(state, seat, state.winner)
    if enemy > ally:
        outlook = against
    elif ally >= 0:
        outlook = beside
    coming = state.trick_points + USUAL_POINTS * state.count * later
    winning = -1e9
    group = state.group
    play = 0
    floor = max(state.best + 1, enemy)
    if (outlook < 0.9 or later == 0) and most_strength(state, seat) >= floor and build_win(state, floor, later == 0):
        winning = coming + _action_points(state) + LEAD_VALUE - _action_cost(state)
        if state.cards[group] == 0:
            group = TRUMPS
        play = state.cards[group]
    build_low(state, outlook > 0)
    if winning > outlook * (coming + _action_points(state)) - _action_cost(state):
        clear_action(state)
        state.cards[group] = play


@register_jitable
def _set_lead(state: Any, group: int, copies: int, mask: int) -> None:
    clear_action(state)
    state.cards[group] = copies * spread(mask)
    state.patterns = 1
    state.copies[0] = copies
    state.masks[0] = mask


@register_jitable
def _lead(state: Any, chance: Any) -> None:
    seat = state.seat
    value_best = -1e18
    best_group = 0
    best_copies = 0
    best_mask = 0
    throw = False
    for group in range(GROUPS):
        own = state.hands[seat, group]
        if own == 0:
            continue
        # The highest step that enemies, and allies, have with 1 to 4 copies, and which sets they can ruff: six bits
        # and one bit for each number of copies.
        enemy_tops = 0
        ally_tops = 0
        enemy_ruffs = 0
        ally_ruffs = 0
        enemy_trumps = 0
        for distance in range(1, SEATS):
            other = (seat + distance) % SEATS
            packed = state.hands[other, group]
            hostile = _ally(state, seat, other) < 0
            if packed == 0:
                if group != TRUMPS:
                    trumps = state.hands[other, TRUMPS]
                    ruffs = 0
                    for copies in range(1, 5):
                        if at_least(trumps, copies):
                            ruffs |= 1 << copies
                    if hostile:
                        enemy_ruffs |= ruffs
                        enemy_trumps = max(enemy_trumps, total(trumps))
                    else:
                        ally_ruffs |= ruffs
                continue
            for copies in range(1, 5):
                faces = at_least(packed, copies)
                if faces == 0:
                    break
                top = highest_bit(steps_of(state, group, faces)) + 1
                if hostile:
                    if top > enemy_tops >> 6 * copies & 63:
                        enemy_tops = enemy_tops & ~(63 << 6 * copies) | top << 6 * copies
                elif top > ally_tops >> 6 * copies & 63:
                    ally_tops = ally_tops & ~(63 << 6 * copies) | top << 6 * copies
        safe = 0
        safe_faces = 0
        for copies in range(1, 5):
            held = at_least(own, copies)
            if held == 0:
                break
            enemy_top = (enemy_tops >> 6 * copies & 63) - 1
            ally_top = (ally_tops >> 6 * copies & 63) - 1
            exact = exactly(own, copies)
            sure = exact & ~((1 << max(enemy_top, ally_top, 0)) - 1)
            if group == TRUMPS and state.wide[TRUMPS] < max(enemy_top, ally_top):
                sure = 0
            safe += copies * spread(sure)
            safe_faces |= sure
            for kind in range(3):
                if kind == 0:
                    mask = 1 << highest_bit(held)
                elif kind == 1:
                    poor = (exact if exact else held) & ~(state.tens[group] | state.fives[group])
                    mask = poor & -poor
                else:
                    mask = exact & state.tens[group]
                    mask &= -mask
                if mask == 0 or (kind > 0 and mask == 1 << highest_bit(held)):
                    continue
                step = step_at(state, group, highest_bit(mask))
                outlook = -1.0
                extra = 0.0
                if enemy_ruffs >> copies & 1:
                    outlook = -0.7
                elif step >= enemy_top and step >= ally_top:
                    outlook = 1.0
                    extra = LEAD_VALUE
                elif max(step, ally_top) >= enemy_top or ally_ruffs >> copies & 1:
                    outlook = 0.9
                play = copies * spread(mask)
                value = outlook * (points_of(state, group, play) + 5 * USUAL_POINTS * copies) + extra
                value += NOISE * random_unit(chance) - _cost(state, group, own, play)
                if value > value_best:
                    value_best = value
                    best_group, best_copies, best_mask, throw = group, copies, mask, False
            if copies > 1:
                steps = steps_of(state, group, held)
                length = 1
                while tops_of_runs(steps, length + 1):
                    length += 1
                if length > 1:
                    top = highest_bit(tops_of_runs(steps, length))
                    mask = run_faces(state, group, held, length, top)
                    outlook = 1.0
                    for distance in range(1, SEATS):
                        other = (seat + distance) % SEATS
                        suit = TRUMPS if state.hands[other, group] == 0 else group
                        theirs = steps_of(state, suit, at_least(state.hands[other, suit], copies))
                        tops = tops_of_runs(theirs, length)
                        if suit == group:
                            tops >>= top + 1
                        if tops and _ally(state, seat, other) < 0:
                            outlook = -1.0
                    play = copies * spread(mask)
                    value = outlook * (points_of(state, group, play) + 5 * USUAL_POINTS * copies * length)
                    value += NOISE * random_unit(chance) - _cost(state, group, own, play)
                    if outlook > 0:
                        value += LEAD_VALUE
                    if value > value_best:
                        value_best = value
                        best_group, best_copies, best_mask, throw = group, copies, mask, False
        if count_bits(safe_faces) > 1:
            count = total(safe)
            outlook = -0.5 if enemy_trumps >= count else 1.0
            value = outlook * (points_of(state, group, safe) + 5 * USUAL_POINTS * count) + LEAD_VALUE
            value -= _cost(state, group, own, safe)
            if value > value_best:
                value_best = value
                best_group, best_mask, throw = group, safe_faces, True
    if not throw:
        _set_lead(state, best_group, best_copies, best_mask)
        return
    clear_action(state)
    own = state.hands[seat, best_group]
    cards = 0
    patterns = 0
    while best_mask:
        place = highest_bit(best_mask)
        best_mask &= ~(1 << place)
        copies = copies_at(own, place)
        cards += copies << 3 * place
        state.copies[patterns] = copies
        state.masks[patterns] = 1 << place
        patterns += 1
    state.cards[best_group] = cards
    state.patterns = patterns


@ask.answer(ask.informed_action, STATE_TYPE)
@register_jitable
def _informed_action(state: Any, chance: Any) -> int:
    guess_sides(state)
    if state.in_trick == 0:
        _lead(state, chance)
    else:
        _follow(state)
    return 0


@register_jitable
def _random_lead(state: Any, chance: Any) -> None:
    """A random card of the hand, as many copies of it as chance will have, sometimes with neighbours."""
    hand = state.hands[state.seat]
    count = 0
    for group in range(GROUPS):
        count += total(hand[group])
    skip = random_below(chance, count)
    group = 0
    while skip >= total(hand[group]):
        skip -= total(hand[group])
        group += 1
    place = lowest_bit(take_random(hand[group], 1, chance)) // 3
    copies = 1 + random_below(chance, copies_at(hand[group], place))
    mask = 1 << place
    if copies > 1:
        # Upwards as far as there are neighbours and chance goes along.
        steps = steps_of(state, group, at_least(hand[group], copies))
        step = step_at(state, group, place)
        while steps >> step + 1 & 1 and random_below(chance, 2):
            step += 1
            mask |= run_faces(state, group, at_least(hand[group], copies), 1, step)
    _set_lead(state, group, copies, mask)


@ask.answer(ask.random_action, STATE_TYPE)
@register_jitable
def _random_action(state: Any, chance: Any) -> int:
    if state.in_trick == 0:
        _random_lead(state, chance)
    else:
        build_random(state, chance)
    return 0


@register_jitable
def play_out(state: Any, chance: Any, informed: bool) -> None:
    """Play the rest of the deal sensibly or at random; the record becomes the end of the deal.

    One loop for both, as compiled code has all of it wherever it is called.
    """
    while state.left > 0:
        if informed:
            _informed_action(state, chance)
        else:
            _random_action(state, chance)
        ask.take_action(state, 0)
