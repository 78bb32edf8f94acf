"""The course of a match: dealing, foreplacing, tricks, mate, draws, score, and what is refused."""

from __future__ import annotations

import random

import pytest
from mate_tables import place, play, random_match, table
from oracles import mate as oracle

from amity.cards import MATE
from amity.errors import IllegalAction, InvalidOptions
from amity.games import get, parse_options
from amity.games.mate import (
    CardPlayed,
    Dealt,
    Foreplace,
    GameScore,
    GameScored,
    MateMatch,
    MateOptions,
    Play,
    TrickCard,
    TrickTaken,
)
from amity.match import Forfeited, MatchEnded
from amity.shuffle import MatchRandom
from amity.text import error_message

HANDS = ("AC KC QC AS KS QS AH KH QH AD", "10C 7C 10S 7S 10H 7H 10D KD QD 7D")


def dealt(match: MateMatch) -> list[Dealt]:
    return [event for event in match.events if isinstance(event, Dealt)]


@pytest.mark.parametrize("number", range(6))
def test_deals_and_dealers_of_eight_games(number: int) -> None:
    deals = dealt(random_match(number, MateOptions(games=8)))
    first = deals[0].dealer
    assert [deal.dealer for deal in deals] == [seat if first == 0 else 1 - seat for seat in (0, 1, 1, 0, 0, 1, 1, 0)]
    assert [deal.game for deal in deals] == list(range(1, 9))
    assert [deal.swapped for deal in deals] == [False, True] * 4
    for new, swapped in zip(deals[::2], deals[1::2], strict=True):
        assert swapped.hands == (new.hands[1], new.hands[0])
        assert sorted(new.hands[0] + new.hands[1]) == sorted(oracle.PACK)
    assert len({deal.hands for deal in deals[::2]}) == 4


def test_both_players_are_drawn_to_deal_first() -> None:
    assert {dealt(random_match(number, steps=1))[0].dealer for number in range(20)} == {0, 1}


def test_packets_of_five_to_the_other_player_first() -> None:
    chance = MatchRandom.from_number(3)
    match = MateMatch(MateOptions(), 2, chance)
    match.deal()
    [deal] = dealt(match)
    pack = chance.stream("shuffle", deal=1).shuffled(MATE.codes)
    assert deal.hands[1 - deal.dealer] == (*pack[:5], *pack[10:15])
    assert deal.hands[deal.dealer] == (*pack[5:10], *pack[15:])


def test_the_dealer_places_first_then_the_other_then_the_dealer_leads() -> None:
    match = table(*HANDS, dealer=1, foreplacing=True)
    assert (match.view(1).phase, match.to_act) == ("foreplacing", 1)
    place(match, "10C")
    assert match.to_act == 0 and match.view(0).decided == (False, True)
    assert not {"AC", "KC", "QC"} & set(match.view(0).placeable_cards)
    place(match, "AS")
    view = match.view(1)
    assert (view.phase, view.to_act, view.leader, view.trick_number) == ("play", 1, 1, 1)
    assert view.placed == ("AS", "10C") and view.decided == (True, True)
    assert "10C" not in view.hands[1] and "AS" not in view.hands[0]


def test_placing_nothing_leaves_the_other_every_card() -> None:
    match = table(*HANDS, foreplacing=True)
    place(match, None)
    assert set(match.view(1).placeable_cards) == set(HANDS[1].split())


def test_without_foreplacing_the_dealer_leads_at_once() -> None:
    match = table(*HANDS, dealer=1)
    view = match.view(1)
    assert (view.phase, view.to_act, view.leader, view.trick_number) == ("play", 1, 1, 1)
    assert view.decided == (False, False)


def refusal(match: MateMatch, seat: int, action: object) -> IllegalAction:
    version, views = match.version, (match.view(0), match.view(1))
    with pytest.raises(IllegalAction) as caught:
        match.apply(seat, action)  # type: ignore[arg-type]
    assert match.version == version and views == (match.view(0), match.view(1))
    assert error_message(caught.value), "every refusal has its sentence"
    if seat == match.to_act:
        assert caught.value.legal in match.legal_actions()
    else:
        assert caught.value.legal is None
    return caught.value


def test_what_is_refused_while_cards_are_placed() -> None:
    match = table(*HANDS, foreplacing=True)
    assert refusal(match, 0, Play("AC")).params == {"phase": "foreplacing", "expected": "foreplacing"}
    assert refusal(match, 0, Foreplace("10C")).code == "card_not_in_hand"
    assert refusal(match, 0, Foreplace("2C")).params == {"text": "2C", "pack": "mate"}
    assert refusal(match, 1, Foreplace("10C")).code == "not_your_turn"
    place(match, "KC")
    same_suit = refusal(match, 1, Foreplace("10C"))
    assert same_suit.code == "same_suit_placed"
    assert same_suit.params == {"card": "10C", "dealers_card": "KC", "suit": "C"}
    same_rank = refusal(match, 1, Foreplace("KD"))
    assert same_rank.code == "same_rank_placed"
    assert same_rank.params == {"card": "KD", "dealers_card": "KC", "rank": "K"}


def test_what_is_refused_while_cards_are_played() -> None:
    match = table(*HANDS, foreplacing=True)
    place(match, "AC", "10S")
    assert refusal(match, 0, Foreplace(None)).params == {"phase": "play", "expected": "play"}
    assert refusal(match, 0, Play("AC")).code == "card_is_placed"
    assert refusal(match, 0, Play("10S")).code == "card_not_in_hand"
    assert refusal(match, 0, Play("ZZ")).code == "unknown_card"
    play(match, "KC")
    follow_suit = refusal(match, 1, Play("KD"))
    assert follow_suit.code == "must_follow_suit"
    assert follow_suit.params == {"card": "KD", "led_card": "KC", "suit": "C"}


def test_following_rank_is_a_duty_when_suit_is_not_held() -> None:
    match = table("AC KC QC 7C AH KH QH 7H AS KS", "10C 10H QS 7S 10S AD 10D KD QD 7D")
    play(match, "AC", "10C", "KC")
    follow_rank = refusal(match, 1, Play("10S"))
    assert follow_rank.code == "must_follow_rank"
    assert follow_rank.params == {"card": "10S", "led_card": "KC", "suit": "C", "rank": "K"}
    play(match, "KD")
    assert match.events[-1] == TrickTaken(2, 0)


def test_lower_case_and_short_tens_are_understood() -> None:
    match = table(*HANDS)
    play(match, "ac", "tc")
    assert match.view(0).tricks[0].cards[1].card == "10C"


def test_mate_ends_the_game_with_the_led_card() -> None:
    match = table("AC KC QC 7C AH KH QH 7H AS KS", "10C 10H QS 7S 10S AD 10D KD QD 7D")
    play(match, "AC", "10C", "AH", "10H", "AS", "QS")
    events = match.apply(0, Play("KC"))
    assert events == [CardPlayed(0, "KC")], "the king of diamonds can answer"
    play(match, "KD")
    card, scored = match.apply(0, Play("KH"))
    assert card == CardPlayed(0, "KH"), "no heart and no king is left"
    assert scored == GameScored(GameScore(1, 0, 0, "KH", 4, 5, False, False, 20), (20, 0))
    view = match.view(1)
    assert (view.phase, view.to_act, view.trick_number, view.legal_cards) == ("deal", None, 5, ())
    assert view.trick == (TrickCard(0, "KH"),) and len(view.tricks) == 4
    assert view.scores == (scored.score,) and view.totals == (20, 0)
    assert match.awaiting_deal and not match.over
    match.deal()
    view = match.view(1)
    assert (view.game_number, view.dealer, view.trick, view.tricks, view.last_trick) == (2, 1, (), (), None)
    assert "KH" in view.hands[1] and view.scores == (scored.score,)


@pytest.mark.parametrize(
    ("hands", "placed", "cards", "score"),
    [
        pytest.param(
            ("QC QS AC QD AH 10C AD KH AS 10H", "QH 7D 7C 10D 10S KS KC 7S KD 7H"),
            (None, None),
            "10H QH AD 10D QC 7C KH 7H AH",
            GameScore(1, 0, 0, "AH", 11, 5, False, False, 55),
            id="ace in trick 5, winner placed nothing",
        ),
        pytest.param(
            ("AS QC 7C AC AH KC KS QS QD 10C", "10H 10S QH AD KD 7D KH 7H 10D 7S"),
            ("AS", "7H"),
            "10C 10D QD AD 7D 7C QS 7S AC",
            GameScore(1, 0, 0, "AC", 11, 5, True, False, 66),
            id="ace in trick 5, winner placed a card",
        ),
        pytest.param(
            ("AS 7S QC QH 7C AC KD AD KS 10D", "10S 10C AH KH 7D 7H KC QS QD 10H"),
            ("AS", "10C"),
            "QH KH KC 7C QD KD KS 10S 10H 10D 7H 7S AD 7D AC AH QC QS AS",
            GameScore(1, 0, 0, "AS", 11, 10, True, True, 242),
            id="placed ace in trick 10",
        ),
        pytest.param(
            ("7D 7S AS QH QC AC KH 10D 7H 10C", "10S QS 10H 7C KS KC KD QD AH AD"),
            ("QC", None),
            "7H 10H 10S AS 10C 7C 7D KD QD 10D QH AH AD AC 7S QS KC KH KS",
            GameScore(1, 0, 1, "KS", 4, 10, False, False, 40),
            id="king in trick 10 by the player who placed nothing",
        ),
        pytest.param(
            ("10D 7D 10S KC 7C KH KS 7S QH AC", "KD AS AD 10C 7H AH 10H QC QS QD"),
            ("KH", None),
            "KS QS 10D AD 10H QH QC 7C QD 7D KD KC AC 10C 10S AS AH",
            GameScore(1, 0, 1, "AH", 11, 9, False, False, 99),
            id="ace in trick 9, only the loser placed",
        ),
        pytest.param(
            ("10H 10C KS AH AC KD 7S KC QC 7H", "10D KH 7D AS QH QD 10S 7C AD QS"),
            ("QC", None),
            "7H QH 7C KC AH KH 10H 10D 10C 10S KD 7D 7S AS AD AC KS QS QC QD",
            GameScore(1, 0, None, None, 0, 10, False, False, 0),
            id="ten tricks, the last between a placed card and a hand card",
        ),
    ],
)
def test_whole_games(
    hands: tuple[str, str], placed: tuple[str | None, str | None], cards: str, score: GameScore
) -> None:
    match = table(*hands, foreplacing=True)
    place(match, *placed)
    play(match, *cards.split())
    totals = [0, 0]
    if score.winner is not None:
        totals[score.winner] = score.points
    assert match.events[-1] == GameScored(score, (totals[0], totals[1]))


def test_a_placed_card_is_played_in_trick_ten_and_is_the_only_choice() -> None:
    match = table("AS 7S QC QH 7C AC KD AD KS 10D", "10S 10C AH KH 7D 7H KC QS QD 10H", foreplacing=True)
    place(match, "AS", "10C")
    play(match, *"QH KH KC 7C QD KD KS 10S 10H 10D 7H 7S AD 7D AC AH QC".split())  # noqa: SIM905
    # Clubs stay closed to the other although he has placed one: a placed card is out of the hand.
    assert match.view(1).legal_cards == ("QS",)
    play(match, "QS")
    view = match.view(0)
    assert (view.trick_number, view.hands, view.placed) == (10, ((), ()), ("AS", "10C"))
    assert view.legal_cards == ("AS",) and match.view(1).legal_cards == ()


def test_the_last_game_ends_the_match() -> None:
    match = random_match(4)
    *_, scored, ended = match.events
    assert isinstance(scored, GameScored) and isinstance(ended, MatchEnded)
    assert scored.score.game == 4 and ended.totals == scored.totals == match.totals
    assert ended.reason == "played" and match.result is ended and match.over
    assert match.view(0).phase == "over" and match.view(0).result is ended
    assert refusal(match, 0, Play("AC")).code == "match_over"


def test_equal_totals_share_the_first_place() -> None:
    match = table("AC 10C KC QC 7C AH 10H KH QH 7H", "AS 10S KS QS 7S AD 10D KD QD 7D", games=2)
    game = "AC AS 10C 10S KC KS QC QS 7C 7S AH AD 10H 10D KH KD QH QD 7H 7D"
    play(match, *game.split())
    match.deal()
    play(match, *game.split())
    assert match.events[-1] == MatchEnded((0, 0), (1, 1))


@pytest.mark.parametrize("cause", ["time", "resigned"])
@pytest.mark.parametrize("foreplacing", [True, False])
def test_a_forfeit(cause: str, foreplacing: bool) -> None:
    match = table("AC KC QC 7C AH KH QH 7H AS KS", "10C 10H QS 7S 10S AD 10D KD QD 7D", foreplacing=foreplacing)
    match.fold(Forfeited(1, cause))  # type: ignore[arg-type]
    assert match.legal_actions() == () and match.view(0).legal_actions() == ()
    match = table("AC KC QC 7C AH KH QH 7H AS KS", "10C 10H QS 7S 10S AD 10D KD QD 7D", foreplacing=foreplacing)
    match.forfeit(1, cause)  # type: ignore[arg-type]
    assert match.over and match.to_act is None and match.legal_actions() == ()
    assert match.result is not None and match.result.places == (1, 2)


@pytest.mark.parametrize(("option", "value"), [("games", 3), ("games", 0), ("games", 42), ("foreplacing", "on")])
def test_options_that_are_refused(option: str, value: object) -> None:
    with pytest.raises(InvalidOptions):
        parse_options(get("mate"), "original", {option: value})


@pytest.mark.parametrize("foreplacing", [True, False])
def test_random_games_against_the_oracle(foreplacing: bool) -> None:
    draws = 0
    for number in range(400):
        match = random_match(number, MateOptions(foreplacing=foreplacing), steps=0)
        choice = random.Random(number)
        while not match.over:
            if match.awaiting_deal:
                match.deal()
                game = oracle.Game([frozenset(hand) for hand in match.dealt], match.dealer, foreplacing)
                continue
            assert match.to_act == game.turn
            actions = match.legal_actions()
            assert {action.card for action in actions} == set(game.choices())  # type: ignore[attr-defined]
            assert match.view(match.to_act).legal_actions() == actions
            action = choice.choice(actions)
            match.apply(match.to_act, action)
            game.do(action.card)  # type: ignore[attr-defined]
            assert game.ended == (match.to_act is None)
            if game.ended:
                score = match.scores[-1]
                assert (score.winner, score.points) == (game.winner, game.points)
                draws += score.winner is None
                assert score.winner is not None or None in game.placed, "two placed cards cannot draw"
                assert score.points <= 242
    assert draws > 10
