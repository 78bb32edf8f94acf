"""The players of Mate: legal, the same for the same seed, and each better than the one below."""

from __future__ import annotations

import math
import statistics

import pytest
from msgspec.structs import replace

from amity import bots, games
from amity.bots import play_match
from amity.bots.mate import position_of
from amity.cards import MATE as PACK
from amity.games.mate import Dealt, Foreplace, MateMatch, MateOptions, MateView, Play
from amity.games.mate.play import TRICKS
from amity.search.mate import Position, lead_values, placement_values, value
from amity.shuffle import MatchRandom

MATE = games.get("mate")
LEVELS = ("random", "novice", "club", "expert")


def match_between(first: str, second: str, number: int, options: MateOptions | None = None) -> MateMatch:
    players = [bots.make("mate", first, number), bots.make("mate", second, number + 1)]
    match = play_match(MATE, options or MateOptions(), players, MatchRandom.from_number(number))
    assert isinstance(match, MateMatch)
    return match


def test_the_levels() -> None:
    assert bots.levels("mate") == LEVELS


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("foreplacing", [True, False])
def test_equal_seeds_play_equal_legal_matches(level: str, foreplacing: bool) -> None:
    options = MateOptions(foreplacing=foreplacing)
    match = match_between(level, level, 5, options)
    assert match.over
    assert match_between(level, level, 5, options).events == match.events


@pytest.mark.parametrize(("better", "worse"), [("novice", "random"), ("club", "novice"), ("expert", "club")])
def test_each_level_beats_the_one_below(better: str, worse: str) -> None:
    """Points a match, every deal played from both seats: the lower end of the 95% interval is above zero."""
    gains = []
    for number in range(25):
        ahead, behind = match_between(better, worse, number).totals
        gains.append(ahead - behind)
        behind, ahead = match_between(worse, better, number).totals
        gains.append(ahead - behind)
    assert statistics.mean(gains) - 1.96 * statistics.stdev(gains) / math.sqrt(len(gains)) > 0


def value_for_dealer(deal: Dealt, foreplacing: bool) -> int:
    masks = [mask(" ".join(hand)) for hand in deal.hands]
    dealer, other = masks[deal.dealer], masks[1 - deal.dealer]
    if not foreplacing:
        return value(Position(dealer, other))
    return max(min(row.values()) for row in placement_values(dealer, other).values())


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize("foreplacing", [True, False])
@pytest.mark.parametrize("opponent", LEVELS)
def test_the_expert_never_gets_less_than_a_game_is_worth(opponent: str, foreplacing: bool) -> None:
    options = MateOptions(foreplacing=foreplacing)
    for number in range(4):
        match = match_between("expert", opponent, number, options)
        deals = [event for event in match.events if isinstance(event, Dealt)]
        standing = 0
        for deal, score in zip(deals, match.scores, strict=True):
            worth = value_for_dealer(deal, foreplacing) * (1 if deal.dealer == 0 else -1)
            made = 0 if score.winner is None else score.points * (1 if score.winner == 0 else -1)
            if deal.game == 3:
                # A pair of games is worth nothing to either: whoever is ahead before the last one wins.
                assert sign(match.totals[0] - match.totals[1]) >= sign(standing)
            if deal.game == 4:
                assert sign(standing + made) >= sign(standing + worth)
            if deal.game <= 2 or opponent == "expert":
                assert made == worth if opponent == "expert" else made >= worth
            standing += made


def test_two_experts_draw_every_match_because_the_hands_are_swapped() -> None:
    for number in range(5):
        first, second = match_between("expert", "expert", number).totals
        assert first == second


def game(first: str, second: str, *, foreplacing: bool = False, dealer: int = 0) -> MateMatch:
    match = MateMatch(MateOptions(foreplacing=foreplacing), 2)
    match.fold(Dealt(1, dealer, (tuple(first.split()), tuple(second.split())), swapped=False))
    return match


def test_a_view_gives_the_position_before_the_lead() -> None:
    match = game("AS 7S QC QH 7C AC KD AD KS 10D", "10S 10C AH KH 7D 7H KC QS QD 10H", foreplacing=True)
    for card in ("AS", "10C"):
        assert match.to_act is not None
        match.apply(match.to_act, Foreplace(card))
    for card in "QH KH KC 7C QD KD KS 10S 10H 10D 7H 7S AD 7D AC AH QC QS AS".split():  # noqa: SIM905
        before = position_of(match.view(0))
        assert before.trick == match.trick_number
        seat = match.to_act
        assert seat is not None
        match.apply(seat, Play(card))
        if match.view(0).trick:
            assert position_of(match.view(0)) == before, "a led card still counts as held"
    assert before == Position(0, 0, TRICKS, 14, 18)


def endgame(first: str, second: str, trick: int) -> MateView:
    """What seat 0 sees when it is to lead from these hands."""
    any_hands = game("AC KC QC 7C AH KH QH 7H AS KS", "10C 10H QS 7S 10S AD 10D KD QD 7D").view(0)
    hands = (tuple(first.split()), tuple(second.split()))
    return replace(any_hands, hands=hands, trick_number=trick, legal_cards=hands[0])


def test_the_novice_mostly_sees_two_tricks_and_sometimes_not_all_of_its_cards() -> None:
    """E3 of the shared cases: the seven gives mate for 63 at once, the ace first and the seven then for 70."""
    view = endgame("7C AH", "10S 10H", trick=9)
    chosen = [bots.make("mate", "novice", seed).choose(view, ()) for seed in range(60)]
    assert 40 < chosen.count(Play("AH")) < 60
    assert set(chosen) == {Play("AH"), Play("7C")}


@pytest.mark.parametrize("level", ["club", "expert"])
def test_strong_players_wait_for_the_mate_that_counts_most(level: str) -> None:
    """E8 of the shared cases: only the king of diamonds brings 63 points."""
    position = Position(mask("10C 7S KD"), mask("AC KH QD"), trick=8)
    king = PACK.parse_face("KD")
    assert {lead for lead, worth in lead_values(position).items() if worth == 63} == {king}
    view = endgame("10C 7S KD", "AC KH QD", trick=8)
    assert bots.make("mate", level, 1).choose(view, ()) == Play("KD")


def mask(text: str) -> int:
    return sum(1 << face for face in PACK.parse_faces(text))


def test_the_random_bot_uses_every_choice() -> None:
    match = game("AC 10C KC QC 7C AS 10S KS QS 10H", "AH KH QH 7H AD 10D KD QD 7D 7S", foreplacing=True)
    bot = bots.make("mate", "random", 3)
    assert {bot.choose(match.view(0), ()) for _ in range(300)} == set(match.legal_actions())


def test_every_thinking_level_places_sometimes_and_not_always() -> None:
    found = set()
    for number in range(20):
        match = MateMatch(MateOptions(), 2, MatchRandom.from_number(number))
        match.deal()
        assert match.to_act is not None
        for level in LEVELS[1:]:
            action = bots.make("mate", level, number).choose(match.view(match.to_act), ())
            assert isinstance(action, Foreplace)
            found.add((level, action.card is None))
    assert found == {(level, nothing) for level in LEVELS[1:] for nothing in (True, False)}
