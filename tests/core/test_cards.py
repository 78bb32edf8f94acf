"""Faces and their text codes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amity.cards import FRIENDS, MATE, PACKS, PINOCHLE, TAROT, Pack
from amity.errors import ParseError


@pytest.mark.parametrize(
    ("pack", "faces", "cards"), [(MATE, 20, 20), (PINOCHLE, 24, 48), (FRIENDS, 54, 216), (TAROT, 78, 78)]
)
def test_size_of_packs(pack: Pack, faces: int, cards: int) -> None:
    assert len(set(pack.codes)) == len(pack.codes) == faces
    assert len(pack) == cards


@pytest.mark.parametrize("pack", PACKS.values(), ids=lambda pack: pack.name)
def test_every_code_names_its_face_in_either_case(pack: Pack) -> None:
    for face in range(len(pack.codes)):
        assert pack.parse_face(pack.face_name(face)) == face
        assert pack.parse_face(pack.face_name(face).lower()) == face


@pytest.mark.parametrize(
    ("pack", "text", "code"),
    [
        (MATE, "TC", "10C"),
        (PINOCHLE, "ts", "10S"),
        (FRIENDS, "TH", "10H"),
        (TAROT, "RS", "KS"),
        (TAROT, "DD", "QD"),
        (TAROT, "CC", "NC"),
        (TAROT, "vh", "JH"),
        (TAROT, "t21", "T21"),
        (TAROT, "*", "*"),
    ],
)
def test_other_spellings(pack: Pack, text: str, code: str) -> None:
    assert pack.face_name(pack.parse_face(text)) == code


@pytest.mark.parametrize(
    ("pack", "text"),
    [
        (TAROT, "AS"),
        (TAROT, "TS"),
        (TAROT, "T22"),
        (TAROT, "T0"),
        (MATE, "JC"),
        (PINOCHLE, "BJ"),
        (FRIENDS, "1S"),
        (MATE, ""),
    ],
)
def test_unknown_cards_are_refused(pack: Pack, text: str) -> None:
    with pytest.raises(ParseError) as refusal:
        pack.parse_face(text)
    assert refusal.value.code == "unknown_card"
    assert refusal.value.params == {"text": text, "pack": pack.name}


def test_more_copies_than_the_pack_has() -> None:
    assert PINOCHLE.parse_faces("AS, AS") == [23, 23]
    with pytest.raises(ParseError) as refusal:
        PINOCHLE.parse_faces("AS AS AS")
    assert refusal.value.params == {"card": "AS", "count": 3, "copies": 2}


def test_order_of_faces() -> None:
    assert MATE.codes[0] == "7D" and MATE.codes[-1] == "AC"
    assert TAROT.codes[56] == "T1" and TAROT.codes[76] == "T21" and TAROT.codes[77] == "*"
    assert FRIENDS.codes[52:] == ("BJ", "RJ")
    assert [PINOCHLE.suit_of(face) for face in (0, 6, 12, 18)] == ["D", "C", "H", "S"]
    assert TAROT.suit_of(TAROT.parse_face("T1")) == FRIENDS.suit_of(53) == ""


@given(st.sampled_from(sorted(PACKS)), st.text(max_size=8))
def test_any_text_is_a_card_or_a_clear_refusal(name: str, text: str) -> None:
    pack = PACKS[name]
    try:
        face = pack.parse_face(text)
    except ParseError as refusal:
        assert refusal.params["text"] == text
    else:
        assert 0 <= face < len(pack.codes)
