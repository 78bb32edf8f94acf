"""The expert: no mistake in any game, and in the last two, which are one known game, the match before the points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from amity.bots._bot import Advice
from amity.bots.mate.players import Values, foreplace, hand_of, led_face, placements, position_of
from amity.cards import MATE
from amity.games.mate import MateAction, MateView, Play
from amity.games.mate.play import TRICKS, WHOLE_PACK
from amity.match import Event
from amity.search.mate import (
    Position,
    Stake,
    answer_hopes,
    answer_values,
    lead_hopes,
    lead_values,
    placement_values,
    value,
)

Hopes = Callable[[Iterable[int]], Mapping[int, float]]
"""What choices bring on average against an opponent who makes mistakes."""


class ExpertBot:
    """Never gives away what a game is worth. The seed is not used: equal views give equal choices.

    What comes after a pair of games is worth nothing on average: another deal, played from both sides. So in all
    pairs but the last the most points are best. In the last pair a choice counts by who wins the match when nobody
    makes a mistake any more; this never contradicts the points against a perfect opponent, but a match that is lost
    anyway is worth a risk, and one that is won is not. Among choices of equal value the best is the one that brings
    most against an opponent who sometimes makes mistakes.
    """

    def __init__(self, seed: int) -> None:
        self._dealt: dict[tuple[int, bool], int] = {}
        """Value for the dealer by his hand and whether cards may be placed."""

    def choose(self, view: MateView, history: Sequence[Event]) -> MateAction:
        """The best choice."""
        values, hopes, action_of = self._question(view)
        return action_of(self._best(values, hopes, self.stake(view)))

    def advise(self, view: MateView, history: Sequence[Event]) -> list[Advice]:
        """All choices, with the points that each gets when both play the rest of the game without a mistake."""
        values, hopes, action_of = self._question(view)
        chosen = self._best(values, hopes, self.stake(view))
        best_first = sorted(values, key=lambda face: (face != chosen, -values[face]))
        return [Advice(action_of(face), values[face]) for face in best_first]

    def _question(self, view: MateView) -> tuple[Values, Hopes, Callable[[int], MateAction]]:
        """The choices with their points, what may be hoped for, and how they become actions."""
        stake = self.stake(view)
        if view.phase == "foreplacing":
            values = placements(view, TRICKS)
            return values, lambda choices: {face: values[face] for face in choices}, foreplace
        position = position_of(view)
        if view.trick:
            led = led_face(view)
            return answer_values(position, led), lambda choices: answer_hopes(position, led, choices, stake), _play
        return lead_values(position), lambda choices: lead_hopes(position, choices, stake), _play

    @staticmethod
    def _best(values: Values, hopes: Hopes, stake: Stake) -> int:
        wanted = max(map(stake.outcome, values.values()))
        best = [face for face, points in values.items() if stake.outcome(points) == wanted]
        if not stake.decides:
            most = max(values[face] for face in best)
            best = [face for face in best if values[face] == most]
        if len(best) == 1:
            return best[0]
        expected = hopes(best)
        return max(best, key=expected.__getitem__)

    def stake(self, view: MateView) -> Stake:
        """What the present game is played for by the seat that looks."""
        assert view.seat is not None and view.dealer is not None
        if view.game_number <= view.options.games - 2:
            return Stake()
        standing = view.totals[view.seat] - view.totals[1 - view.seat]
        if view.game_number % 2 == 0:
            return Stake(standing, decides=True)
        # The other deals the next game with the hand that this game's dealer had.
        next_game = self._value_of_deal(_dealt_hand(view, view.dealer), view.options.foreplacing)
        return Stake(standing + (-next_game if view.seat == view.dealer else next_game), decides=True)

    def _value_of_deal(self, dealer: int, foreplacing: bool) -> int:
        """The value of a game for its dealer, who holds these ten cards."""
        known = self._dealt.get((dealer, foreplacing))
        if known is None:
            other = WHOLE_PACK & ~dealer
            if foreplacing:
                known = max(min(row.values()) for row in placement_values(dealer, other).values())
            else:
                known = value(Position(dealer, other))
            self._dealt = {(dealer, foreplacing): known}
        return known


def _play(face: int) -> Play:
    return Play(MATE.face_name(face))


def _dealt_hand(view: MateView, seat: int) -> int:
    """The ten cards with which a seat began the game."""
    placed = view.placed[seat]
    played = [card.card for trick in view.tricks for card in trick.cards if card.seat == seat]
    played += [card.card for card in view.trick if card.seat == seat]
    found = hand_of(view, seat) | (0 if placed is None else 1 << MATE.parse_face(placed))
    for card in played:
        found |= 1 << MATE.parse_face(card)
    return found
