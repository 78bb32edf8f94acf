"""The compiled search of Mate: alpha-beta over open cards with a table of positions.

Import it through :func:`amity.search._cache.load_kernel` only; importing it compiles, or reads the disk cache.

A position is ``leader, opponent`` (masks of the hands, placed cards not in them), ``placed_leader,
placed_opponent`` (faces, −1 for none) and ``trick``, the number of the trick about to be led. Values are points from
the leader's side: what he scores, or minus what the other scores. ``last`` is the last trick looked at; what is
undecided after it counts as a draw. With ``last`` = 10 all values are exact.

The table is a pair of int64 arrays of ``TABLE_SIZE``. One entry holds the whole position as its key, so that nothing
ever needs clearing and what one question found out serves the next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import register_jitable

from amity.games.mate.play import answers, leader_wins, rank_cards, suit_cards
from amity.games.mate.scoring import card_value, mate_points

for _rule in (suit_cards, rank_cards, answers, leader_wins, card_value, mate_points):
    register_jitable(_rule)

TABLE_SIZE: Final = 1 << 18
_INDEX_MASK: Final = TABLE_SIZE - 1
_MULTIPLIER: Final = 0x2545F4914F6CDD1D
"""Odd, below 2⁶²: spreads the bits of a key over its upper half."""
_BOUND: Final = 1000
"""Above every value; also what is added to make a bound non-negative."""

TREMBLE: Final = 0.25
"""How often an opponent is taken to choose anyhow, when nothing but his mistakes is left to play for."""

Table = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]


Function = TypeVar("Function", bound=Callable[..., Any])


def _compiled(signature: str) -> Callable[[Function], Function]:
    decorator: Any = numba.njit([signature], cache=True, nogil=True)
    return cast("Callable[[Function], Function]", decorator)


@_compiled("int64(int64)")
def face_of(card: int) -> int:
    """The face of a mask with a single bit."""
    face = 0
    while card >> face & 1 == 0:
        face += 1
    return face


@_compiled("int64(int64)")
def count(cards: int) -> int:
    """How many cards a mask has."""
    found = 0
    while cards:
        cards &= cards - 1
        found += 1
    return found


@_compiled("int64(int64)")
def highest(cards: int) -> int:
    """The highest card of a mask, as a mask."""
    while cards & (cards - 1):
        cards &= cards - 1
    return cards


@_compiled("int64(int64, int64)")
def playable(hand: int, placed: int) -> int:
    """What a player plays from: his hand, at the end his placed card."""
    if hand == 0 and placed >= 0:
        return 1 << placed
    return hand


@_compiled("int64(int64, int64, int64, int64, int64, int64, int64, int64, int64[:], int64[:], int64[:, :])")
def search(
    leader: int,
    opponent: int,
    placed_leader: int,
    placed_opponent: int,
    trick: int,
    last: int,
    alpha: int,
    beta: int,
    keys: Table,
    entries: Table,
    order: Table,
) -> int:
    """The value if it lies between ``alpha`` and ``beta``, else a bound on the same side of them.

    ``order`` is room for sorting, one row a trick.
    """
    if trick > last:
        return 0
    key = (((leader << 20 | opponent) << 5 | placed_leader + 1) << 5 | placed_opponent + 1) << 4 | last
    index = (key ^ key >> 27) * _MULTIPLIER >> 40 & _INDEX_MASK
    lower, upper, known_best = -_BOUND, _BOUND, -1
    if keys[index] == key:
        entry = int(entries[index])
        lower = (entry & 0xFFF) - _BOUND
        upper = (entry >> 12 & 0xFFF) - _BOUND
        known_best = (entry >> 24) - 1
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper

    hand = playable(leader, placed_leader)
    other_hand = playable(opponent, placed_opponent)
    best, best_face = -_BOUND, -1
    # Mates need no search. The rest is sorted: first the lead that was best before, then those with few answers,
    # a lead that keeps the lead counting as one and a half answers fewer.
    row = order[trick]
    leads = 0
    rest = hand
    while rest:
        lead = rest & -rest
        rest ^= lead
        face = face_of(lead)
        possible = answers(other_hand, face)
        if possible == 0:
            points = mate_points(face, trick, placed_leader >= 0, face == placed_leader)
            if points > best:
                best, best_face = points, face
            continue
        urgency = 2 * count(possible)
        if possible < lead:
            urgency -= 3
        if face == known_best:
            urgency = -8
        place = leads
        item = (urgency + 8) << 5 | face
        while place > 0 and row[place - 1] > item:
            row[place] = row[place - 1]
            place -= 1
        row[place] = item
        leads += 1

    floor = max(alpha, best)
    for place in range(leads):
        if best >= beta:
            break
        face = row[place] & 31
        lead = 1 << face
        left = hand & ~lead
        possible = answers(other_hand, face)
        worst, ceiling = _BOUND, beta
        while possible:
            # The highest answer first: it wins the lead if any does.
            answer = highest(possible)
            possible ^= answer
            other_left = other_hand & ~answer
            if lead > answer:
                value = search(
                    left,
                    other_left,
                    placed_leader,
                    placed_opponent,
                    trick + 1,
                    last,
                    floor,
                    ceiling,
                    keys,
                    entries,
                    order,
                )
            else:
                value = -search(
                    other_left,
                    left,
                    placed_opponent,
                    placed_leader,
                    trick + 1,
                    last,
                    -ceiling,
                    -floor,
                    keys,
                    entries,
                    order,
                )
            if value < worst:
                worst = value
                ceiling = min(ceiling, value)
                if value <= floor:
                    break
        if worst > best:
            best, best_face = worst, face
            floor = max(floor, best)

    if best < beta:
        upper = best
    if best > alpha:
        lower = best
    keys[index] = key
    entries[index] = (lower + _BOUND) | (upper + _BOUND) << 12 | (best_face + 1) << 24
    return best


@_compiled("int64(int64, int64, int64, int64, int64, int64, int64[:], int64[:], int64[:, :])")
def value(
    leader: int,
    opponent: int,
    placed_leader: int,
    placed_opponent: int,
    trick: int,
    last: int,
    keys: Table,
    entries: Table,
    order: Table,
) -> int:
    """The value of a position: narrow searches close in on it from both sides, which the table makes cheap."""
    guess, lower, upper = 0, -_BOUND, _BOUND
    while lower < upper:
        beta = guess + 1 if guess == lower else guess
        guess = search(
            leader, opponent, placed_leader, placed_opponent, trick, last, beta - 1, beta, keys, entries, order
        )
        if guess < beta:
            upper = guess
        else:
            lower = guess
    return guess


@_compiled("int64(int64, int64, int64, int64[:], int64[:], int64[:, :])")
def best_leads(leader: int, opponent: int, worth: int, keys: Table, entries: Table, order: Table) -> int:
    """The leads to trick 1 that are worth as much as the whole deal, ``worth``, with nothing placed."""
    best = 0
    for face in range(20):
        lead = 1 << face
        if leader & lead == 0:
            continue
        possible = answers(opponent, face)
        worst = mate_points(face, 1, False, False) if possible == 0 else _BOUND
        left = leader ^ lead
        while possible and worst >= worth:
            answer = possible & -possible
            possible ^= answer
            other_left = opponent ^ answer
            if lead > answer:
                value = search(left, other_left, -1, -1, 2, 10, worth - 1, worth, keys, entries, order)
            else:
                value = -search(other_left, left, -1, -1, 2, 10, -worth, 1 - worth, keys, entries, order)
            worst = min(worst, value)
        if worst >= worth:
            best |= lead
    return best


@_compiled("float64(int64, int64, boolean)")
def result(points: int, standing: int, decides: bool) -> float:
    """What a game that brings the player ``points`` counts to him: points, in thousandths, and if the game ``decides``
    the match first of all whether he is ahead then, having been ahead by ``standing`` before."""
    worth = points / 1000.0
    if decides and standing + points != 0:
        worth += 1.0 if standing + points > 0 else -1.0
    return worth


@_compiled("float64(float64, float64, int64)")
def trembling(least: float, total: float, choices: int) -> float:
    """What is to be had from an opponent who mostly chooses best and sometimes anything."""
    return (1.0 - TREMBLE) * least + TREMBLE * total / choices


@_compiled("float64(int64, int64, boolean, int64, int64, int64, int64, boolean, int64[:], float64[:])")
def hope(
    own: int,
    other: int,
    own_lead: bool,
    placed_own: int,
    placed_other: int,
    trick: int,
    standing: int,
    decides: bool,
    keys: Table,
    values: Values,
) -> float:
    """The expected :func:`result` of a player against an opponent who sometimes makes mistakes.

    ``keys`` holds −1 when a question with another ``placed``, ``standing`` or ``decides`` begins.
    """
    if trick > 10:
        return result(0, standing, decides)
    key = (own << 20 | other) << 1 | (1 if own_lead else 0)
    index = (key ^ key >> 27) * _MULTIPLIER >> 40 & _INDEX_MASK
    if keys[index] == key:
        return float(values[index])
    leads = playable(own, placed_own) if own_lead else playable(other, placed_other)
    hand = playable(other, placed_other) if own_lead else playable(own, placed_own)
    best, least, total, choices = -10.0, 10.0, 0.0, 0
    while leads:
        lead = leads & -leads
        leads ^= lead
        face = face_of(lead)
        possible = answers(hand, face)
        if possible == 0:
            if own_lead:
                points = mate_points(face, trick, placed_own >= 0, face == placed_own)
            else:
                points = -mate_points(face, trick, placed_other >= 0, face == placed_other)
            value = result(points, standing, decides)
        else:
            best_answer, least_answer, all_answers, answered = -10.0, 10.0, 0.0, 0
            while possible:
                answer = possible & -possible
                possible ^= answer
                after = hope(
                    own & ~(lead if own_lead else answer),
                    other & ~(answer if own_lead else lead),
                    own_lead == (lead > answer),
                    placed_own,
                    placed_other,
                    trick + 1,
                    standing,
                    decides,
                    keys,
                    values,
                )
                best_answer = max(best_answer, after)
                least_answer = min(least_answer, after)
                all_answers += after
                answered += 1
            value = trembling(least_answer, all_answers, answered) if own_lead else best_answer
        best = max(best, value)
        least = min(least, value)
        total += value
        choices += 1
    found = best if own_lead else trembling(least, total, choices)
    keys[index] = key
    values[index] = found
    return found
