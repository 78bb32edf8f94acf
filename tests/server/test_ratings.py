"""Contests, ratings and the habit of leaving, by themselves: pure functions."""

from __future__ import annotations

import itertools

import pytest

from amity import bots, games
from amity.bots import step_chance_and_bots
from amity.match import Match
from amity.server.contests import Contest, contests_of, lost_by
from amity.server.habit import HABIT, LONGEST_PAUSE_MS, REMEMBERED_MS, RatedMatch, left_lately, pause_ms
from amity.server.ratings import Rating, rated
from amity.shuffle import MatchRandom

MINUTE = 60_000
NOW = 1_796_000_000_000


def played(game: str, seats: int, **options: object) -> Match:
    """A match between novices, to its end."""
    found = games.get(game)
    chosen = games.parse_options(found, next(iter(found.presets)), options)
    match = found.match_type(chosen, seats, MatchRandom.from_number(7))
    step_chance_and_bots(match, {seat: bots.make(game, "novice", seat) for seat in range(seats)})
    assert match.over
    return match


def ranks(contest: Contest) -> list[tuple[tuple[int, ...], int]]:
    return sorted(zip(contest.sides, contest.ranks, strict=True))


def test_two_players_and_two_pairs_are_compared_by_their_places() -> None:
    mate = played("mate", 2, games=2)
    assert mate.result is not None
    assert [ranks(one) for one in contests_of(mate)] == [[((0,), mate.result.places[0]), ((1,), mate.result.places[1])]]
    pinochle = played("pinochle", 4, target=100)
    assert pinochle.result is not None
    places = pinochle.result.places
    assert [ranks(one) for one in contests_of(pinochle)] == [[((0, 2), places[0]), ((1, 3), places[1])]]


def test_friends_are_compared_one_by_one() -> None:
    friends = played("friends", 6, deals=1)
    assert friends.result is not None
    (contest,) = contests_of(friends)
    assert ranks(contest) == [((seat,), place) for seat, place in enumerate(friends.result.places)]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_in_tarot_the_attack_meets_the_defence_in_every_deal(seats: int) -> None:
    match = played("tarot", seats, deals=4)
    scored = [event for event in match.events if type(event).__name__ == "DealScored"]
    contests = contests_of(match)
    assert len(contests) == len(scored) > 0
    for contest, event in zip(contests, scored, strict=True):
        attack, defence = contest.sides
        assert set(attack) == {event.taker, event.partner} - {None}  # type: ignore[attr-defined]
        assert sorted(attack + defence) == list(range(seats))
        assert contest.ranks == ((1, 2) if event.made else (2, 1))  # type: ignore[attr-defined]


def test_who_gives_up_loses_to_all_others() -> None:
    match = games.get("tarot").match_type(games.get("tarot").presets["original"], 4, MatchRandom.from_number(1))
    match.deal()
    match.forfeit(2, "resigned")
    assert [ranks(one) for one in contests_of(match)] == [[((0,), 1), ((1,), 1), ((2,), 4), ((3,), 1)]]


def test_winners_rise_losers_fall_and_what_is_expected_moves_less() -> None:
    duel = Contest(((0,), (1,)), (1, 2))
    even = rated([duel], {0: Rating(), 1: Rating()}, set())
    assert even[0].mu > Rating().mu > even[1].mu
    assert even[0].sigma < Rating().sigma
    strong, weak = Rating(35, 4), Rating(15, 4)
    expected = rated([duel], {0: strong, 1: weak}, set())
    surprise = rated([duel], {0: weak, 1: strong}, set())
    assert 0 < expected[0].mu - strong.mu < surprise[0].mu - weak.mu
    draw = rated([Contest(((0,), (1,)), (1, 1))], {0: strong, 1: weak}, set())
    assert draw[0].mu < strong.mu and draw[1].mu > weak.mu


@pytest.mark.parametrize(("attack", "defence"), [((0,), (1, 2)), ((0,), (1, 2, 3)), ((0, 1), (2, 3, 4))])
def test_a_side_of_fewer_is_neither_favoured_nor_the_underdog(
    attack: tuple[int, ...], defence: tuple[int, ...]
) -> None:
    before = {seat: Rating(30, 5) for seat in attack + defence}
    won = rated([Contest((attack, defence), (1, 2))], before, set())
    lost = rated([Contest((attack, defence), (2, 1))], before, set())
    for seat in before:
        assert won[seat].mu - 30 == pytest.approx(30 - lost[seat].mu)
    assert won[attack[0]].mu > 30 > won[defence[0]].mu


def test_many_deals_of_one_match_count_as_one() -> None:
    deal = Contest(((0,), (1, 2, 3)), (1, 2))
    before = {seat: Rating() for seat in range(4)}
    once, often = rated([deal], before, set()), rated([deal] * 6, before, set())
    for seat in before:
        assert often[seat] == pytest.approx(once[seat])


def test_who_is_gone_is_rated_as_the_last_and_nobody_else_is() -> None:
    contest = Contest(((0, 2), (1, 3)), (1, 2))
    before = {0: Rating(28, 6), 1: Rating(25, 6), 2: Rating(22, 6), 3: Rating(25, 6)}
    usual = rated([contest], before, set())
    after = rated([contest], before, {0})
    assert {seat: after[seat] for seat in (1, 2, 3)} == {seat: usual[seat] for seat in (1, 2, 3)}
    assert after[0] == rated([lost_by(contest, 0)], before, set())[0]
    assert after[0].mu < before[0].mu < usual[0].mu
    # Two who have left are each rated as the only last one.
    six = Contest(tuple((seat,) for seat in range(6)), (1, 2, 3, 4, 5, 6))
    everybody = {seat: Rating() for seat in range(6)}
    both = rated([six], everybody, {0, 1})
    assert both[0] == both[1]


def history(*left: bool, every: int = MINUTE, last: int = NOW) -> list[RatedMatch]:
    """Matches, the last first, which ended a while one after the other."""
    return [RatedMatch(last - number * every, each) for number, each in enumerate(left)]


def test_once_is_no_habit() -> None:
    assert pause_ms([], NOW) == 0
    assert pause_ms(history(True), NOW) == 0
    assert pause_ms(history(False, True, False, False), NOW) == 0


def test_the_pause_begins_at_five_minutes_and_doubles_up_to_a_day() -> None:
    pauses = [pause_ms(history(*[True] * count), NOW) for count in range(HABIT, 14)]
    assert pauses[:3] == [5 * MINUTE, 10 * MINUTE, 20 * MINUTE]
    assert all(later in (2 * before, LONGEST_PAUSE_MS) for before, later in itertools.pairwise(pauses))
    assert pauses[-1] == LONGEST_PAUSE_MS == 24 * 60 * MINUTE


def test_it_is_counted_from_the_last_match_that_was_left() -> None:
    matches = history(False, True, True, every=MINUTE)
    assert pause_ms(matches, NOW) == 4 * MINUTE
    assert pause_ms(matches, NOW + 4 * MINUTE - 1) == 1
    assert pause_ms(matches, NOW + 4 * MINUTE) == 0


def test_it_ends_by_playing_and_with_time() -> None:
    left_long_ago = history(*[True] * 5, last=NOW - REMEMBERED_MS)
    assert pause_ms(left_long_ago, NOW) == 0
    # Nine matches played to the end, and only one of the last ten was left.
    assert pause_ms(history(*[False] * 9, *[True] * 5, every=1), NOW) == 0
    assert left_lately(history(*[False] * 9, *[True] * 5), NOW) == 1
