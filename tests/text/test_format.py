"""Sentences from keys and parameters."""

from __future__ import annotations

import pytest

from amity.cards import MATE
from amity.errors import AmityError, IllegalAction, InvalidRequest, ParseError
from amity.text import MissingText, card_text, error_message, knows, languages, message, suit_name


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("10S", "10♠"),
        ("QD", "Q♦"),
        ("7C", "7♣"),
        ("AH", "A♥"),
        ("T21", "T21"),
        ("*", "Excuse"),
        ("BJ", "black joker"),
        ("RJ", "red joker"),
    ],
)
def test_card_is_shown_with_its_symbol_or_by_name(code: str, shown: str) -> None:
    assert card_text(code) == shown


def test_card_field_holds_one_card_or_several() -> None:
    assert message("error.card_not_in_hand", {"card": "10S"}) == "You do not hold 10♠."
    assert message("error.card_not_in_hand", {"card": ["10S", "AH"]}) == "You do not hold 10♠ A♥."


def test_suit_field_shows_the_suits_name() -> None:
    assert message("card.spoken", {"rank": "ten", "suit": "S"}) == "ten of spades"
    assert suit_name("C") == "clubs"


@pytest.mark.parametrize(
    ("names", "shown"),
    [(None, "Player 2"), (["Ana", "Bo"], "Bo"), (["Ana", None], "Player 2"), (["Ana"], "Player 2")],
)
def test_seat_field_shows_the_players_name(names: list[str | None] | None, shown: str) -> None:
    sentence = message("error.seed_without_commitment", {"seat": 1}, names=names)
    assert sentence == f"{shown} gave a seed without having committed to it."


def test_list_is_shown_with_commas() -> None:
    params = {"game": "chess", "games": ["mate", "pinochle"]}
    assert message("error.unknown_game", params) == "There is no game “chess”. The games are: mate, pinochle."


@pytest.mark.parametrize(
    ("number", "shown"),
    [(1, "and one more: bid 20"), (2, "and 2 more, up to: bid 20"), (0, "and 0 more, up to: bid 20")],
)
def test_number_chooses_the_plural_form(number: int, shown: str) -> None:
    assert message("cli.more_actions", {"n": number, "last": "bid 20"}).strip() == shown


def test_error_becomes_the_sentence_of_its_code() -> None:
    with pytest.raises(ParseError) as caught:
        MATE.parse_face("9S")
    assert error_message(caught.value).startswith("“9S” is no card of the mate pack.")
    assert error_message(IllegalAction("match_over")) == "The match is over."


def test_braces_in_a_value_are_left_alone() -> None:
    assert message("error.usage", {"reason": "{reason} {card}"}) == "{reason} {card}"


def test_missing_key_warns_and_is_shown_itself() -> None:
    with pytest.warns(MissingText, match=r"no text for 'error\.nowhere' in 'en'"):
        assert error_message(AmityError("nowhere")) == "error.nowhere"
    assert not knows("error.nowhere")
    assert knows("error.match_over")


def test_field_that_nobody_fills_warns_and_stays() -> None:
    with pytest.warns(MissingText, match="nothing fills"):
        assert message("error.card_not_in_hand") == "You do not hold {card}."


def test_unknown_language_is_refused() -> None:
    with pytest.raises(InvalidRequest) as caught:
        message("error.match_over", language="xx")
    assert caught.value.code == "unknown_language"
    assert caught.value.params["languages"] == list(languages())
    assert "en" in languages()
