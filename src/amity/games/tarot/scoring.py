"""Counting and scoring. Rules: tarot, Play (Excuse, Petit au bout); Score.

Points of cards are half points; scores are whole. Sides are told apart by ``True`` for the attack.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from amity.games.tarot.actions import Contract
from amity.games.tarot.bidding import COEFFICIENTS
from amity.games.tarot.events import ScoreLine
from amity.games.tarot.play import BOUTS, EXCUSE, HALF_POINTS, PETIT, half_points_of

ALL_HALF_POINTS: Final = 182
TARGETS: Final = (56, 51, 41, 36)
"""Whole points needed, by the number of bouts."""

PETIT_AU_BOUT: Final = 10
SLAM_POINTS: Final[dict[SlamResult, int]] = {
    "announced_made": 400,
    "made": 200,
    "announced_failed": -200,
    "defence": -200,
}

Side: TypeAlias = Literal["attack", "defence"]
SlamResult: TypeAlias = Literal["announced_made", "made", "announced_failed", "defence"]


class Trick(NamedTuple):
    """A complete trick: seats from the leader on, cards in the order played."""

    leader: int
    faces: tuple[int, ...]
    winner: int


class Count(NamedTuple):
    """What the attack has at the end of a deal."""

    tricks: int
    """Half points of the cards in its tricks, the Excuse aside."""
    aside: int
    """Half points of dog or discard where they count for it."""
    excuse: int
    """Half points the Excuse brings it: 9 or 0, and the half point given or taken for it."""
    bouts: int

    @property
    def half_points(self) -> int:
        """All together."""
        return self.tricks + self.aside + self.excuse


def excuse_share(
    own_side: bool, trick_side: bool, last: bool, wins: bool, trick_winner_gets_it: bool
) -> tuple[int, bool]:
    """What an Excuse that was played brings the attack: half points, and whether it has the bout.

    ``own_side`` and ``trick_side`` say whether the Excuse's player and the winner of its trick attack; ``last`` is
    the last trick; ``wins`` that the Excuse itself took it, at the end of a slam; ``trick_winner_gets_it`` is the
    option ``excuse_last_trick = trick_winner``.
    """
    if last and not wins:
        keeper = trick_side if trick_winner_gets_it else not own_side
    else:
        keeper = own_side
    attack = HALF_POINTS[EXCUSE] if keeper else 0
    if keeper != trick_side:
        # The side that keeps the Excuse gives a card of half a point to the side that took the trick.
        attack += -1 if keeper else 1
    return attack, keeper


def count_attack(
    tricks: Sequence[Trick],
    attack: Collection[int],
    aside: Sequence[int],
    aside_for_attack: bool,
    trick_winner_gets_excuse: bool,
) -> Count:
    """Count the attack's cards after all tricks. ``attack`` are its seats, ``aside`` dog or discard."""
    taken = 0
    bouts = 0
    excuse = 0
    players = len(tricks[0].faces)
    for number, trick in enumerate(tricks):
        trick_side = trick.winner in attack
        if trick_side:
            taken += half_points_of(trick.faces)
        for place, face in enumerate(trick.faces):
            if face == EXCUSE:
                player = (trick.leader + place) % players
                excuse, kept = excuse_share(
                    player in attack,
                    trick_side,
                    number == len(tricks) - 1,
                    player == trick.winner,
                    trick_winner_gets_excuse,
                )
                bouts += kept
            elif BOUTS >> face & 1:
                bouts += trick_side
    laid = 0
    if aside_for_attack:
        laid = sum(HALF_POINTS[face] for face in aside)
        bouts += sum(BOUTS >> face & 1 for face in aside)
    return Count(taken, laid, excuse, bouts)


def last_trick_winner(
    tricks: Sequence[Trick], leader: int, faces: Sequence[int], winner: int, attack: Collection[int]
) -> int:
    """Who takes the last trick: ``winner``, unless the Excuse lies in it and its side took every earlier trick."""
    if EXCUSE in faces:
        player = (leader + faces.index(EXCUSE)) % len(faces)
        side = player in attack
        if all((trick.winner in attack) == side for trick in tricks):
            return player
    return winner


def slam_side(tricks: Sequence[Trick], attack: Collection[int]) -> Side | None:
    """The side that took every trick of the deal."""
    by_attack = [trick.winner in attack for trick in tricks]
    if all(by_attack):
        return "attack"
    return None if any(by_attack) else "defence"


def petit_au_bout(tricks: Sequence[Trick], attack: Collection[int]) -> Side | None:
    """The side that is paid for the petit in the last trick, or before an Excuse that ended a slam."""
    last = tricks[-1]
    players = len(last.faces)
    deciding = last
    if EXCUSE in last.faces and (last.leader + last.faces.index(EXCUSE)) % players == last.winner:
        # Only at the end of a slam does the Excuse take a trick.
        deciding = tricks[-2]
    if PETIT not in deciding.faces:
        return None
    return "attack" if deciding.winner in attack else "defence"


def slam_results(announced: bool, slam: Side | None) -> tuple[SlamResult, ...]:
    """The slam entries of a deal, given who made one."""
    results: list[SlamResult] = []
    if slam == "attack":
        results.append("announced_made" if announced else "made")
    elif announced:
        results.append("announced_failed")
    if slam == "defence":
        results.append("defence")
    return tuple(results)


def difference_of(half_points: int, bouts: int) -> tuple[bool, int]:
    """Whether the contract is made, on the exact count, and the distance from the target, halves rounded up."""
    exact = half_points - 2 * TARGETS[bouts]
    return exact >= 0, (abs(exact) + 1) // 2


def score_lines(
    contract: Contract,
    half_points: int,
    bouts: int,
    petit: Side | None,
    handfuls: Sequence[tuple[int | None, int]],
    slams: Sequence[SlamResult],
) -> tuple[ScoreLine, ...]:
    """What each defender pays, line by line; negative lines he receives. ``handfuls`` are (seat, bonus)."""
    made, difference = difference_of(half_points, bouts)
    sign = 1 if made else -1
    coefficient = COEFFICIENTS[contract]
    lines = [ScoreLine("contract", sign * (25 + difference) * coefficient)]
    if petit is not None:
        lines.append(ScoreLine("petit_au_bout", (1 if petit == "attack" else -1) * PETIT_AU_BOUT * coefficient))
    lines += [ScoreLine("handful", sign * bonus, seat) for seat, bonus in handfuls if bonus]
    lines += [ScoreLine("slam_" + slam, SLAM_POINTS[slam]) for slam in slams]
    return tuple(lines)


def shares(players: int, partner: bool) -> tuple[int, int]:
    """How many times the defenders' payment the taker and the partner get."""
    if partner:
        return players - 3, 1
    return players - 1, 0


def deltas_of(players: int, taker: int, partner: int | None, pays: int) -> tuple[int, ...]:
    """What a deal brings each seat, when each defender pays ``pays``."""
    to_taker, to_partner = shares(players, partner is not None)
    return tuple(
        to_taker * pays if seat == taker else to_partner * pays if seat == partner else -pays for seat in range(players)
    )
