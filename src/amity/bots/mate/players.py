"""The bots ``random``, ``novice`` and ``club``, and what all that think have in common.

``random``  any legal action.
``novice``  looks at this trick and the next, overlooks some of its own cards, and takes any mate it sees.
``club``    looks four tricks ahead without a mistake, and from trick 6 on to the end.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from amity.cards import MATE
from amity.games.mate import Foreplace, MateAction, MateView, Play
from amity.games.mate.play import TRICKS, leader_wins
from amity.match import Event
from amity.search.mate import (
    NOTHING,
    Position,
    answer_values,
    faces,
    lead_values,
    placement_values,
    second_placement_values,
)

Values = Mapping[int, int]
"""What each choice, a face or :data:`NOTHING`, is worth to the player who chooses."""


class RandomBot:
    """Any legal action, all equally likely."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: MateView, history: Sequence[Event]) -> MateAction:
        """An action for this moment."""
        action = self._random.choice(view.legal_actions())
        assert isinstance(action, Foreplace | Play)
        return action


class ThinkingBot(ABC):
    """A bot that values its choices and takes the best."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: MateView, history: Sequence[Event]) -> MateAction:
        """An action for this moment."""
        if view.phase == "foreplacing":
            face = self._place(view)
            return foreplace(face)
        position = position_of(view)
        face = self._answer(position, led_face(view)) if view.trick else self._lead(position)
        return Play(MATE.face_name(face))

    @abstractmethod
    def _place(self, view: MateView) -> int:
        """The face to place, or :data:`NOTHING`."""

    @abstractmethod
    def _lead(self, position: Position) -> int:
        """The face to lead."""

    @abstractmethod
    def _answer(self, position: Position, led: int) -> int:
        """The face to answer ``led`` with."""


class NoviceBot(ThinkingBot):
    """Sees two tricks and not all of its cards. Needs no compiled code."""

    TRICKS_SEEN: Final = 2
    OVERLOOKS: Final = 0.2
    """How often it does not think of a card."""
    PLACES: Final = 0.5
    """How often it places a card, any of those allowed."""

    def _place(self, view: MateView) -> int:
        if self._random.random() >= self.PLACES:
            return NOTHING
        return MATE.parse_face(self._random.choice(view.placeable_cards))

    def _lead(self, position: Position) -> int:
        last = position.trick + self.TRICKS_SEEN - 1
        return self._best(self._seen(position.leads), lambda led: _lead_ahead(position, led, last))

    def _answer(self, position: Position, led: int) -> int:
        last = position.trick + self.TRICKS_SEEN - 1
        return self._best(self._seen(position.answers(led)), lambda answer: -_answer_ahead(position, led, answer, last))

    def _seen(self, cards: int) -> list[int]:
        known = faces(cards)
        return [face for face in known if self._random.random() >= self.OVERLOOKS] or [self._random.choice(known)]

    def _best(self, choices: Iterable[int], worth: Callable[[int], int]) -> int:
        values = {face: worth(face) for face in choices}
        return self._random.choice(_best_of(values))


class ClubBot(ThinkingBot):
    """Sees four tricks, and the whole of the second half."""

    TRICKS_SEEN: Final = 4
    SEES_THE_END_FROM: Final = 6

    def _place(self, view: MateView) -> int:
        return _best_placement(view, self.TRICKS_SEEN)

    def _lead(self, position: Position) -> int:
        return self._random.choice(_best_of(lead_values(position, self._horizon(position))))

    def _answer(self, position: Position, led: int) -> int:
        return self._random.choice(_best_of(answer_values(position, led, self._horizon(position))))

    def _horizon(self, position: Position) -> int:
        if position.trick >= self.SEES_THE_END_FROM:
            return TRICKS
        return position.trick + self.TRICKS_SEEN - 1


def position_of(view: MateView) -> Position:
    """The position before the lead to the trick that a view shows."""
    leader = view.leader
    assert leader is not None
    placed = [NOTHING if card is None else MATE.parse_face(card) for card in view.placed]
    hand, other_hand = hand_of(view, leader), hand_of(view, 1 - leader)
    if view.trick:
        led = led_face(view)
        if led != placed[leader]:
            hand |= 1 << led
    return Position(hand, other_hand, view.trick_number, placed[leader], placed[1 - leader])


def led_face(view: MateView) -> int:
    """The face that was led to the trick a view shows."""
    return MATE.parse_face(view.trick[0].card)


def foreplace(face: int) -> Foreplace:
    """The action that places a face, or :data:`NOTHING`."""
    return Foreplace(None if face == NOTHING else MATE.face_name(face))


def _best_placement(view: MateView, last: int) -> int:
    """The placement that is worth most as far as trick ``last`` is seen.

    Among equal ones nothing goes first: a card in the hand can still be played.
    """
    values = placements(view, last)
    return max(values, key=values.__getitem__)


def placements(view: MateView, last: int) -> Values:
    """For each face that may be placed now, and :data:`NOTHING` first, what it is worth as far as trick ``last``."""
    assert view.seat is not None and view.dealer is not None
    own, other = hand_of(view, view.seat), hand_of(view, 1 - view.seat)
    if view.seat == view.dealer:
        rows = placement_values(own, other, last)
        return {card: min(row.values()) for card, row in rows.items()}
    placed = view.placed[view.dealer]
    dealers_card = NOTHING if placed is None else MATE.parse_face(placed)
    row = second_placement_values(other, own, dealers_card, last)
    return {card: -value for card, value in row.items()}


def hand_of(view: MateView, seat: int) -> int:
    """The cards a seat holds, as a mask; a placed card is not among them."""
    return sum(1 << MATE.parse_face(card) for card in view.hands[seat])


def _best_of(values: Values) -> list[int]:
    highest = max(values.values())
    return [choice for choice, value in values.items() if value == highest]


def _look_ahead(position: Position, last: int) -> int:
    """The value for the leader as far as trick ``last``, looked at in plain Python: a few tricks only."""
    if position.trick > last:
        return 0
    return max(_lead_ahead(position, led, last) for led in faces(position.leads))


def _lead_ahead(position: Position, led: int, last: int) -> int:
    possible = faces(position.answers(led))
    if not possible:
        return position.mate_points(led)
    return min(_answer_ahead(position, led, answer, last) for answer in possible)


def _answer_ahead(position: Position, led: int, answer: int, last: int) -> int:
    value = _look_ahead(position.after(led, answer), min(last, TRICKS))
    return value if leader_wins(led, answer) else -value
