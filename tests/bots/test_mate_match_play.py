"""Mate's expert plays the match: in the last two games only the final total counts, by a naive second reading."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator

from msgspec.structs import replace

from amity import bots
from amity.bots.mate import ExpertBot
from amity.games.mate import Dealt, MateMatch, MateOptions, MateView, Play
from amity.shuffle import MatchRandom
from tests.oracles import mate as oracle

WITHOUT_PLACING = MateOptions(foreplacing=False)
Ended = Callable[[int], int]
"""Who wins the match when a game ends with the player so many points ahead: 1, 0 or −1."""


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def chosen(outcomes: Iterable[int], highest: bool) -> int:
    """The best outcome for the one who chooses; looks no further than it has to."""
    found = -1 if highest else 1
    for outcome in outcomes:
        found = max(found, outcome) if highest else min(found, outcome)
        if found == (1 if highest else -1):
            break
    return found


class Naive:
    """The player's outcome of a game in which nothing is placed, when nobody makes a mistake any more."""

    def __init__(self, ended: Ended) -> None:
        self.ended = ended
        self.known: dict[Hashable, int] = {}

    def outcome(self, own: oracle.Hand, other: oracle.Hand, own_lead: bool, trick: int, ahead: int) -> int:
        question = (own, other, own_lead, ahead)
        if question not in self.known:
            leads = sorted(own if own_lead else other)
            self.known[question] = chosen(
                (self.of_lead(own, other, own_lead, trick, ahead, lead) for lead in leads), own_lead
            )
        return self.known[question]

    def of_lead(self, own: oracle.Hand, other: oracle.Hand, own_lead: bool, trick: int, ahead: int, lead: str) -> int:
        answers = sorted(oracle.allowed_answers(other if own_lead else own, lead))
        if not answers:
            points = oracle.score(lead, trick, None)
            return self.ended(ahead + points if own_lead else ahead - points)
        return chosen(
            (self.of_answer(own, other, own_lead, trick, ahead, lead, answer) for answer in answers), not own_lead
        )

    def of_answer(
        self, own: oracle.Hand, other: oracle.Hand, own_lead: bool, trick: int, ahead: int, lead: str, answer: str
    ) -> int:
        if trick == 10:
            return self.ended(ahead)
        keeps = oracle.leader_is_higher(lead, answer)
        played = {lead, answer}
        return self.outcome(own - played, other - played, own_lead == keeps, trick + 1, ahead)

    def of_choice(self, view: MateView, card: str) -> int:
        assert view.seat is not None
        seat = view.seat
        own, other = frozenset(view.hands[seat]), frozenset(view.hands[1 - seat])
        ahead = view.totals[seat] - view.totals[1 - seat]
        if not view.trick:
            return self.of_lead(own, other, True, view.trick_number, ahead, card)
        lead = view.trick[0].card
        return self.of_answer(own, other | {lead}, False, view.trick_number, ahead, lead, card)


def decisions(number: int, game: int, tricks: range) -> Iterator[tuple[MateMatch, MateView]]:
    """Moments of one game of a match between novices."""
    match = MateMatch(WITHOUT_PLACING, 2, MatchRandom.from_number(number))
    players = [bots.make("mate", "novice", number + seat) for seat in range(2)]
    while not match.over:
        if match.awaiting_deal:
            match.deal()
            continue
        seat = match.to_act
        assert seat is not None
        view = match.view(seat)
        if match.game_number == game and match.trick_number in tricks and len(view.legal_cards) > 1:
            yield match, view
        match.apply(seat, players[seat].choose(view, ()))


def with_lead(view: MateView, ahead: int) -> MateView:
    assert view.seat is not None
    return replace(view, totals=(ahead, 0) if view.seat == 0 else (0, ahead))


def check(naive: Naive, view: MateView) -> tuple[bool, bool]:
    """The expert's choice is as good as any; whether the choice mattered, and whether it was not the most points."""
    expert = ExpertBot(0)
    outcomes = {card: naive.of_choice(view, card) for card in view.legal_cards}
    action = expert.choose(view, ())
    assert isinstance(action, Play)
    assert outcomes[action.card] == max(outcomes.values())
    advice = expert.advise(view, ())
    assert advice[0].action == action
    most = max(expected for _, expected in advice if expected is not None)
    return len(set(outcomes.values())) > 1, advice[0].expected != most


def test_the_last_game_is_played_for_the_match() -> None:
    mattered = for_less = 0
    choice = random.Random(1)
    naive = Naive(sign)
    for number in range(12):
        for _, view in decisions(number, 4, range(6, 11)):
            for ahead in choice.sample(range(-120, 121), 6):
                matters, less = check(naive, with_lead(view, ahead))
                mattered += matters
                for_less += less
    assert mattered > 20, "with the wrong choice these matches would not have been won, or drawn"
    assert for_less > 5, "here points were given up for the match"


def test_the_last_two_games_are_played_as_one() -> None:
    """Game 3 by the outcome of game 4, which is the same deal with the hands exchanged."""
    mattered = 0
    for number in (1, 3, 4):
        last_games: dict[int, Naive] = {}
        for match, view in decisions(number, 3, range(6, 11)):
            assert view.seat is not None and view.dealer is not None
            dealt = next(event for event in reversed(match.events) if isinstance(event, Dealt))
            seat = view.seat
            own, other = frozenset(dealt.hands[1 - seat]), frozenset(dealt.hands[seat])
            last = last_games.setdefault(seat, Naive(sign))
            deals_next = view.dealer != seat

            def ended(ahead: int, last: Naive = last, own: oracle.Hand = own, other: oracle.Hand = other,
                      deals_next: bool = deals_next) -> int:  # fmt: skip
                return last.outcome(own, other, deals_next, 1, ahead)

            naive = Naive(ended)
            # So far behind that the best choice just draws, and one point less.
            expert = ExpertBot(0)
            level = with_lead(view, 0)
            most = max(expected for _, expected in expert.advise(level, ()) if expected is not None)
            behind = int(-most) - expert.stake(level).standing
            for ahead in (behind, behind + 1):
                mattered += check(naive, with_lead(view, ahead))[0]
    assert mattered > 5


def test_before_the_last_two_games_the_most_points_are_best() -> None:
    for _, view in decisions(5, 2, range(1, 11)):
        for ahead in (-100, 0, 100):
            advice = ExpertBot(0).advise(with_lead(view, ahead), ())
            assert advice[0].expected == max(expected for _, expected in advice if expected is not None)
