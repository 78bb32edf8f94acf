"""Exact play in Mate, from compiled code. Rules: mate.

Nothing is hidden in Mate, so every position has a value: the points the leader gets, or minus the points the other
gets, when both play for points without a mistake.

The first call of a process loads the compiled code (a second), the first ever compiles it (several). :func:`warm_up`
does that ahead of time; so does ``python -m amity.search.mate`` in a process of its own, which leaves the compiled code
in the disk cache. All functions may be called from several threads: the search runs outside the interpreter lock,
compiling does not.

>>> from amity.cards import MATE
>>> ace_of_clubs, king_of_diamonds = MATE.parse_face("AC"), MATE.parse_face("KD")
>>> value(Position(1 << ace_of_clubs, 1 << king_of_diamonds, trick=10))
110
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Final, NamedTuple

from amity.games.mate.play import CARDS, TRICKS, answers, leader_wins, placeable
from amity.games.mate.scoring import mate_points
from amity.search._cache import load_kernel

NOTHING: Final = -1
"""No card placed."""


class Position(NamedTuple):
    """The moment before a lead: masks of the two hands (placed cards not in them) and the number of the trick.

    A player who has placed nothing holds 11 − ``trick`` cards, one who has placed a card 10 − ``trick``.
    """

    leader: int
    opponent: int
    trick: int = 1
    placed_leader: int = NOTHING
    """Face the leader has put aside, or :data:`NOTHING`."""
    placed_opponent: int = NOTHING

    @property
    def leads(self) -> int:
        """The cards the leader may lead."""
        return _playable(self.leader, self.placed_leader)

    def answers(self, led: int) -> int:
        """The cards that may answer the face ``led``; 0 means mate."""
        return answers(_playable(self.opponent, self.placed_opponent), led)

    def mate_points(self, led: int) -> int:
        """What mate with the face ``led`` counts now."""
        return mate_points(led, self.trick, self.placed_leader != NOTHING, led == self.placed_leader)

    def after(self, led: int, answer: int) -> Position:
        """The position after a complete trick; its leader is the winner of that trick."""
        leader, opponent = self.leader & ~(1 << led), self.opponent & ~(1 << answer)
        if leader_wins(led, answer):
            return Position(leader, opponent, self.trick + 1, self.placed_leader, self.placed_opponent)
        return Position(opponent, leader, self.trick + 1, self.placed_opponent, self.placed_leader)


def _playable(hand: int, placed: int) -> int:
    return hand if hand or placed == NOTHING else 1 << placed


def faces(cards: int) -> list[int]:
    """The faces of a mask, highest first."""
    return [face for face in range(CARDS - 1, -1, -1) if cards >> face & 1]


class _Tables:
    """The kernel and the tables it works in: one set for each thread, filled by every question, never cleared."""

    def __init__(self) -> None:
        import numpy as np

        self.kernel = load_kernel("amity.search._mate_kernel", ("amity.games.mate.play", "amity.games.mate.scoring"))
        self.keys = np.zeros(self.kernel.TABLE_SIZE, np.int64)
        self.entries = np.zeros(self.kernel.TABLE_SIZE, np.int64)
        self.order = np.zeros((TRICKS + 1, TRICKS), np.int64)
        self.hope_keys = np.zeros(self.kernel.TABLE_SIZE, np.int64)
        self.hope_values = np.zeros(self.kernel.TABLE_SIZE, np.float64)

    def begin_hopes(self) -> _Tables:
        """Forget the hopes of another question: they depend on what is placed and at stake."""
        self.hope_keys.fill(-1)
        return self


_of_thread: Final = threading.local()


def _tables() -> _Tables:
    found: _Tables | None = getattr(_of_thread, "tables", None)
    if found is None:
        found = _of_thread.tables = _Tables()
    return found


def warm_up() -> None:
    """Load the compiled code, compiling it if this machine has not done so before. May take seconds."""
    value(Position(1, 1 << 6, trick=TRICKS))


def value(position: Position, last: int = TRICKS) -> int:
    """The value of a position for its leader, in points.

    ``last`` is the last trick looked at: without a mate until then the game counts as drawn.
    """
    tables = _tables()
    found = tables.kernel.value(
        position.leader,
        position.opponent,
        position.placed_leader,
        position.placed_opponent,
        position.trick,
        last,
        tables.keys,
        tables.entries,
        tables.order,
    )
    return int(found)


def lead_values(position: Position, last: int = TRICKS) -> dict[int, int]:
    """For each card that may be led, its value for the leader."""
    return {led: lead_value(position, led, last) for led in faces(position.leads)}


def lead_value(position: Position, led: int, last: int = TRICKS) -> int:
    """The value of leading one card, for the leader."""
    if not position.answers(led):
        return position.mate_points(led)
    return -max(answer_values(position, led, last).values())


def answer_values(position: Position, led: int, last: int = TRICKS) -> dict[int, int]:
    """For each card that may answer ``led``, its value for the player who answers."""
    return {answer: _answer_value(position, led, answer, last) for answer in faces(position.answers(led))}


def _answer_value(position: Position, led: int, answer: int, last: int) -> int:
    found = value(position.after(led, answer), last)
    return -found if leader_wins(led, answer) else found


def best_leads(position: Position, worth: int) -> int:
    """The leads of a whole deal, nothing placed, that are worth ``worth``, its value; as a mask."""
    tables = _tables()
    found = tables.kernel.best_leads(
        position.leader, position.opponent, worth, tables.keys, tables.entries, tables.order
    )
    return int(found)


class Stake(NamedTuple):
    """What a game is played for: points, and in the last pair of a match before all to be ahead in the end."""

    standing: int = 0
    """By how many points the player is ahead, all other games that are still to come counted as they will end when
    nobody makes a mistake."""
    decides: bool = False
    """Whether the match ends with the games that ``standing`` counts."""

    def outcome(self, points: int) -> int:
        """What counts before the points themselves: 1 the match won, 0 drawn, −1 lost; always 0 if nothing is
        decided."""
        final = self.standing + points
        return (final > 0) - (final < 0) if self.decides else 0


def lead_hopes(position: Position, leads: Iterable[int], stake: Stake) -> dict[int, float]:
    """For each of these leads, what it brings the leader on average against an opponent who makes mistakes."""
    tables = _tables().begin_hopes()
    return {led: _lead_hope(tables, position, led, stake) for led in leads}


def _lead_hope(tables: _Tables, position: Position, led: int, stake: Stake) -> float:
    possible = faces(position.answers(led))
    if not possible:
        return float(tables.kernel.result(position.mate_points(led), *stake))
    hopes = [_hope(tables, position.after(led, answer), leader_wins(led, answer), stake) for answer in possible]
    return float(tables.kernel.trembling(min(hopes), sum(hopes), len(hopes)))


def answer_hopes(position: Position, led: int, choices: Iterable[int], stake: Stake) -> dict[int, float]:
    """The same for answers to ``led`` and the player who answers."""
    tables = _tables().begin_hopes()
    return {
        answer: _hope(tables, position.after(led, answer), not leader_wins(led, answer), stake) for answer in choices
    }


def _hope(tables: _Tables, position: Position, own_lead: bool, stake: Stake) -> float:
    leader, opponent, trick, placed_leader, placed_opponent = position
    hands = (leader, opponent) if own_lead else (opponent, leader)
    placed = (placed_leader, placed_opponent) if own_lead else (placed_opponent, placed_leader)
    return float(tables.kernel.hope(*hands, own_lead, *placed, trick, *stake, tables.hope_keys, tables.hope_values))


def placed_value(dealer: int, other: int, dealers_card: int, others_card: int, last: int = TRICKS) -> int:
    """The value of a game for the dealer once both have decided about placing.

    The hands are whole, of ten cards; the cards are faces or :data:`NOTHING`.
    """
    hand, other_hand = _without(dealer, dealers_card), _without(other, others_card)
    return value(Position(hand, other_hand, 1, dealers_card, others_card), last)


def placement_values(dealer: int, other: int, last: int = TRICKS) -> dict[int, dict[int, int]]:
    """For each card the dealer may place (or :data:`NOTHING`) and each the other may then place, the value for the
    dealer. The hands are whole. The dealer gets the greatest of the least values of each row.
    """
    return {card: second_placement_values(dealer, other, card, last) for card in (NOTHING, *faces(dealer))}


def second_placement_values(dealer: int, other: int, dealers_card: int, last: int = TRICKS) -> dict[int, int]:
    """For each card the other may place after the dealer's (or :data:`NOTHING`), the value for the dealer."""
    choices = (NOTHING, *faces(placeable(other, dealers_card)))
    return {card: placed_value(dealer, other, dealers_card, card, last) for card in choices}


def _without(hand: int, card: int) -> int:
    return hand if card == NOTHING else hand & ~(1 << card)


if __name__ == "__main__":
    warm_up()
