"""Sentences from keys and parameters."""

from __future__ import annotations

import pytest

from amity.cards import MATE
from amity.errors import AmityError, IllegalAction, InvalidRequest, ParseError
from amity.text import (
    MissingText,
    card_code,
    card_text,
    current_language,
    error_message,
    fitting_language,
    knows,
    languages,
    message,
    number_text,
    suit_name,
    use_language,
)


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


@pytest.mark.parametrize(
    ("key", "params", "language", "sentence"),
    [
        ("client.said.played", {"player": 0, "card": "QH"}, "fr", "Ada joue la D♥."),
        ("client.said.played", {"player": 0, "card": "AH"}, "fr", "Ada joue l’A♥."),
        ("client.said.played", {"player": 0, "card": "*"}, "fr", "Ada joue l’Excuse."),
        ("client.said.played", {"player": 0, "card": "T21"}, "fr", "Ada joue le 21★."),
        ("client.mate.score.card", {"card": "JS"}, "fr", "Valeur du V♠"),
        ("client.mate.score.card", {"card": "QS"}, "pt_BR", "Valor da Q♠"),
        ("client.said.played", {"player": 1, "card": "KS"}, "ko", "철수가 ♠K을 냅니다."),
        ("client.said.played", {"player": 0, "card": "9S"}, "ko", "Ada가 ♠9를 냅니다."),
        ("client.said.played", {"player": 2, "card": "RJ"}, "ko", "王이(가) 레드 조커를 냅니다."),
        ("error.unknown_game", {"game": "체스", "games": ["a", "b"]}, "ko", "“체스”라는 게임은 없습니다. 게임: a, b."),
        ("error.unknown_game", {"game": "x", "games": ["a", "b"]}, "zh_Hans", "没有“x”这个游戏。可选的游戏：a、b。"),
    ],
)
def test_language_has_its_grammar(key: str, params: dict[str, object], language: str, sentence: str) -> None:
    assert message(key, params, language, ["Ada", "철수", "王"]) == sentence


def test_letters_follow_the_pack() -> None:
    assert (card_text("KS", "pt_BR"), card_text("KS", "pt_BR", "tarot")) == ("K♠", "R♠")
    assert (card_text("NS", "fr", "tarot"), card_text("T1", "zh_Hans", "tarot")) == ("C♠", "★1")


@pytest.mark.parametrize(
    ("typed", "language", "code"),
    [
        ("R♠", "fr", "KS"),
        ("play rs", "fr", "play Ks"),
        ("10♠ D♥", "fr", "10S QH"),
        ("♠10 ♥Q", "ko", "10S QH"),
        ("21★", "fr", "T21"),
        ("★21", "zh_Hans", "T21"),
        ("play 10S", "en", "play 10S"),
    ],
)
def test_cards_are_understood_as_they_are_shown(typed: str, language: str, code: str) -> None:
    assert card_code(typed, language, "tarot") == code


@pytest.mark.parametrize(
    ("number", "language", "shown"),
    [
        (1500, "en", "1500"),
        (12345, "en", "12,345"),
        (4.5, "en", "4.5"),
        (4.5, "fr", "4,5"),
        (-12345.5, "pt_BR", "-12.345,5"),
        (12345, "fr", "12\u202f345"),
        (0, "ko", "0"),
    ],
)
def test_numbers_are_written_as_the_language_does(number: float, language: str, shown: str) -> None:
    assert number_text(number, language) == shown


@pytest.mark.parametrize(
    ("wish", "language"),
    [
        ("fr_CA.UTF-8", "fr"),
        ("pt-PT", "pt_BR"),
        ("zh_CN.UTF-8", "zh_Hans"),
        ("zh_TW.UTF-8", None),
        ("zh-Hant", None),
        ("ko", "ko"),
        ("C.UTF-8", None),
        ("POSIX", None),
        ("", None),
    ],
)
def test_locale_finds_its_language(wish: str, language: str | None) -> None:
    assert fitting_language(wish) == language


def test_program_may_speak_another_language() -> None:
    use_language("fr")
    try:
        assert current_language() == "fr"
        assert message("suit.H") == "cœur"
        assert suit_name("S") == "pique"
    finally:
        use_language("en")
    assert suit_name("S") == "spades"
    with pytest.raises(InvalidRequest):
        use_language("xx")
