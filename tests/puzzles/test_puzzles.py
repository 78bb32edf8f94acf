"""The shipped puzzles: each can be read and played, has one best answer, and the expert still finds it."""

from __future__ import annotations

from datetime import date, timedelta
from math import gcd

import pytest

from amity import games, puzzles
from amity.bots import same_action
from amity.errors import IllegalAction, InvalidRequest
from amity.games.friends import Play as FriendsPlay
from amity.puzzles import Position
from amity.puzzles._cut import FEWEST_ANSWERS, MARGINS, check, cut_deal, everything
from amity.record import verify, write

GAMES = games.names()
ALL = [(game, name) for game in GAMES for name in puzzles.names(game)]


def opened(game: str) -> list[Position]:
    return [puzzles.open_puzzle(name) for name in puzzles.names(game)]


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_is_a_moment_of_a_deal_that_can_be_played(game: str) -> None:
    for position in opened(game):
        record = position.record
        assert write(record) == position.puzzle.record
        assert record.game.name == game and record.rules_version == record.game.rules_version
        assert record.fairness.server_seed is None and not record.fairness.match
        play = next(one for one in verify(record).checks if one.what == "play")
        assert play.outcome == "right", (position.puzzle.name, play)
        assert position.match.to_act == position.seat and not position.match.over


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_may_be_given_and_one_is_best_by_far(game: str) -> None:
    for position in opened(game):
        name, values = position.puzzle.name, [answer.expected for answer in position.answers]
        assert values == sorted(values, reverse=True), name
        assert len(values) >= FEWEST_ANSWERS
        assert position.puzzle.margin >= MARGINS[game] - 0.01, name
        best = [answer.action for answer in position.answers if position.is_right(answer.action)]
        assert best == [position.answers[0].action]
        for answer in position.answers:
            position.record.replay().apply(position.seat, answer.action)


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_may_be_done_has_its_worth(game: str) -> None:
    for position in opened(game):
        listed = everything(position.record.game, position.match.view(position.seat))
        worths = {position.worth(action) for action in listed}
        assert None not in worths
        assert len(listed) == len(position.answers)


def test_names_say_what_is_in_the_record_and_are_different() -> None:
    names = [name for _, name in ALL]
    assert len(set(names)) == len(names)
    assert all(name.startswith(f"{game}-") for game, name in ALL)
    records = [puzzles.load(game)[name].record for game, name in ALL]
    assert len(set(records)) == len(records)


def test_puzzles_of_mate_are_of_several_kinds() -> None:
    positions = opened("mate")
    assert len(positions) >= 100
    assert {position.puzzle.level for position in positions} == {"easy", "medium", "hard"}
    assert {position.seat for position in positions} == {0, 1}
    assert {type(position.answers[0].action).__name__ for position in positions} == {"Foreplace", "Play"}


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_its_day(game: str) -> None:
    count = len(puzzles.names(game))
    assert gcd(count, 37) == 1
    days = [date(2026, 11, 30) + timedelta(days=number) for number in range(count)]
    assert {puzzles.of_day(game, day) for day in days} == set(puzzles.names(game))


def test_cards_that_go_together_have_no_order() -> None:
    for position in opened("friends"):
        best = position.answers[0].action
        if isinstance(best, FriendsPlay) and len(set(best.cards)) > 1:
            other = FriendsPlay(best.cards[::-1])
            assert other != best and same_action(other, best)
            assert position.is_right(other)
            return
    pytest.fail("no answer with several cards")


def test_what_may_not_be_done_has_no_worth() -> None:
    position = puzzles.open_puzzle(puzzles.names("mate")[0])
    notation = position.record.game.notation
    held = position.match.view(position.seat).hands[1 - position.seat][0]  # type: ignore[attr-defined]
    action = notation.parse_action(f"play {held}")
    assert position.worth(action) is None and not position.is_right(action)
    with pytest.raises(IllegalAction):
        position.record.replay().apply(position.seat, action)


@pytest.mark.parametrize("name", ["mate-00000000", "chess-1", "", "mate"])
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        puzzles.open_puzzle(name)
    assert refused.value.code == "unknown_puzzle"


@pytest.mark.parametrize("game", GAMES)
def test_the_expert_finds_an_answer_again(game: str) -> None:
    position = opened(game)[-1]
    assert check(position, seed=20261130) > MARGINS[game] / 2


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
def test_the_expert_finds_every_answer_again(game: str) -> None:
    assert all(check(position, seed=20261130) > MARGINS[game] / 2 for position in opened(game))


def test_the_shipped_puzzles_of_a_deal_are_cut_from_it_again() -> None:
    found = {cut.puzzle for index in range(3) for cut in cut_deal(games.get("mate"), 1, index).cuts}
    assert len(found & set(puzzles.load("mate").values())) >= 3
    assert all(puzzle.margin >= MARGINS["mate"] for puzzle in found)
