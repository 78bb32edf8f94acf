"""What may be played and who wins: tables of hands, and the oracle on random positions."""

from __future__ import annotations

import random

import pytest

from amity.cards import TAROT
from amity.errors import IllegalAction
from amity.games.tarot import Play, play
from tests.games.tarot.tarot_tables import cards, seated, start
from tests.oracles import tarot as oracle


def legal_codes(hand: list[str], trick: list[str]) -> set[str]:
    mask = play.mask_of([TAROT.parse_face(card) for card in hand])
    led, highest = play.lead_of([TAROT.parse_face(card) for card in trick])
    plain, trumps = play.legal_cards(mask & play.PLAIN, mask >> play.FIRST_TRUMP, led, highest)
    return {TAROT.codes[face] for face in play.faces_of(plain | trumps << play.FIRST_TRUMP)}


@pytest.mark.parametrize(
    ("trick", "hand", "legal"),
    [
        ("", "KS 3H T4 *", "KS 3H T4 *"),
        ("*", "KS 3H T4", "KS 3H T4"),
        ("* 5H", "KS 3H T4", "3H"),
        ("5H", "KH 3H T4 *", "KH 3H *"),
        ("5H", "KS 3S T4", "T4"),
        ("5H T9", "KS T4 T10 T12", "T10 T12"),
        ("5H T9", "KS T4 T8 *", "T4 T8 *"),
        ("5H T9 T2", "KH T20", "KH"),
        ("5H", "KS 3S *", "KS 3S *"),
        ("T9", "KS T4 T10", "T10"),
        ("T9 T15", "KS T4 T10", "T4 T10"),
        ("T9", "KS 1D *", "KS 1D *"),
        ("T9", "KS *", "KS *"),
        ("* T9", "T3 T11 2C", "T11"),
        ("5H T21", "T1 T20 *", "T1 T20 *"),
        ("1C KC", "2C QC T1", "2C QC"),
    ],
)
def test_following(trick, hand, legal):
    assert legal_codes(cards(hand), cards(trick)) == set(cards(legal))


@pytest.mark.parametrize(
    ("trick", "place"),
    [
        ("5H 6H KH 7H", 2),
        ("5H KS KD 4H", 0),
        ("5H T1 KH T2", 3),
        ("* 2S KS T3", 3),
        ("* 2S KH", 1),
        ("T5 * T6", 2),
        ("2S *", 0),
        ("10S JS NS QS KS", 4),
        ("*", -1),
    ],
)
def test_winner(trick, place):
    assert play.winner_index([TAROT.parse_face(card) for card in cards(trick)]) == place


def test_points_of_the_pack():
    assert sum(play.HALF_POINTS) == 182
    for face, code in enumerate(TAROT.codes):
        assert play.HALF_POINTS[face] == 2 * oracle.points(code)


def test_random_positions_agree_with_the_oracle():
    chance = random.Random(5)
    for _ in range(20_000):
        pack = chance.sample(oracle.PACK, chance.randint(2, 28))
        # A trick in which the fourth word of the rules matters needs trumps: half the positions get more of them.
        if chance.random() < 0.5:
            pack.sort(key=lambda card: chance.random() - 0.4 * (card[0] == "T"))
        size = chance.randint(0, min(4, len(pack) - 1))
        trick, hand = pack[:size], pack[size:]
        assert legal_codes(hand, trick) == set(oracle.legal(hand, trick))
        if trick and trick != ["*"]:
            assert play.winner_index([TAROT.parse_face(card) for card in trick]) == oracle.winner(trick)
        called = chance.choice(["KS", "QH", "ND", "JC"])
        mask = play.mask_of([TAROT.parse_face(card) for card in hand])
        plain, trumps = play.first_lead(mask & play.PLAIN, mask >> play.FIRST_TRUMP, TAROT.parse_face(called))
        led = {TAROT.codes[face] for face in play.faces_of(plain | trumps << play.FIRST_TRUMP)}
        assert led == set(oracle.legal(hand, [], called, True))


@pytest.mark.parametrize(
    ("lead", "hand", "tried", "code", "params"),
    [
        ("5H", "KH T4 *", "T4", "tarot_follow_suit", {"card": "T4", "suit": "H"}),
        ("T9", "KS T15", "KS", "tarot_follow_trump", {"card": "KS"}),
        ("5H", "KS T4 T5", "KS", "tarot_play_trump", {"card": "KS", "suit": "H"}),
        ("T9", "T4 T15", "T4", "tarot_trump_higher", {"card": "T4", "highest_card": "T9"}),
        ("5H", "KH T4", "KD", "card_not_in_hand", {"card": "KD"}),
        ("5H", "KH T4", "ZZ", "unknown_card", {"text": "ZZ", "pack": "tarot"}),
    ],
)
def test_refusals_name_the_rule_and_a_legal_card(lead, hand, tried, code, params):
    rest = [card for card in cards("1-10C 1-10D JC NC") if card not in cards(hand)]
    given = " ".join([*cards(hand), *rest][:18])
    others = [card for card in oracle.PACK if card not in given.split() and card != lead]
    match = seated(
        4,
        {0: " ".join([lead, *others[:17]]), 1: given, 2: " ".join(others[17:35]), 3: " ".join(others[35:53])},
        dealer=3,
    )
    start(match, "ppp3")
    match.apply(0, Play(lead))
    before = match.view(1)
    with pytest.raises(IllegalAction) as refusal:
        match.apply(1, Play(tried))
    assert refusal.value.code == code
    assert refusal.value.params == params
    assert refusal.value.legal in match.legal_actions()
    assert match.view(1) == before


def test_other_spellings_of_cards_are_accepted():
    match = seated(4, {0: "KS"}, dealer=3)
    start(match, "p3pp")
    (played,) = match.apply(0, Play("rs"))
    assert played.card == "KS"
